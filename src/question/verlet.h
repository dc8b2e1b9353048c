/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * A Verlet list: the list of a longer cutoff, which the cloud keeps, and of which searches take what is within the cutoff until a point has moved too
 * far.  Those of rows are in search/skin.h, those of clusters in interact/kept_lists.h.
 *
 * Why it is exact: the kept list has every pair of images whose distance was below W = (cutoff + skin) (1 + slack) when it was
 * built.  While no point is further than skin / 2 from where it was, a pair that the rule accepts now was closer than
 * cutoff + skin then, but for rounding: that of the rule, then and now, at most `error` in space_box.cl (in open space a few
 * units in the last place), and that of the steps.  The slack of rows is 2^-8 (float32) or 2^-20 (float64) of W; half of it is for what is
 * relative, the other half for `error`, and where that is more, points may move by the difference less (cl/search/moved.cl).
 * The images S of the kept list are those between the points as given, which do not change while points move.
 */
#ifndef NF_QUESTION_VERLET_H
#define NF_QUESTION_VERLET_H

#include "opencl/keepsake.h"
#include "opencl/launch.h"
#include "order/order.h"
#include "arguments/params.h"

/* What a list is for. */
typedef struct nf_verlet_key {
    uint64_t n;
    double cutoff, skin;
    int half;
    nf_space space;
} nf_verlet_key;

/* The first member of a list. */
typedef struct nf_verlet {
    nf_keepsake keepsake;
    int built;
    uint64_t lost; /* nf_work_lost() when it was built */
    nf_verlet_key key;
    nf_kept reference; /* n x dims: the points when the list was built */
    nf_kept grid;      /* of that time, for the box and the error of rounding */
} nf_verlet;

/* 1 if a list is of the kind that the search asks for, whether it is built or not. */
int nf_verlet_is_like(const nf_verlet *list, const nf_cloud *cloud, const nf_params *params);

/* 1 if a list, or NULL, is built for the search: it holds unless a point has moved too far. */
int nf_verlet_is_for(const nf_verlet *list, const nf_cloud *cloud, const nf_params *params);

/* Makes room for the points and the grid. */
nf_status nf_verlet_keep(nf_verlet *list, nf_cloud *cloud);

/* The list is built for the search. */
void nf_verlet_built(nf_verlet *list, const nf_cloud *cloud, const nf_params *params);

/* Counts a list that was built, for nf_cloud_lists_built(); after nf_verlet_keep(). */
void nf_verlet_count(nf_cloud *cloud);

void nf_verlet_free(nf_context *context, nf_verlet *list);

/* The arguments half_skin, pays and scale of nf_step_most in cl/search/moved.cl, for a list that is wider than cutoff + skin by this share. */
typedef struct nf_verlet_steps {
    nf_arg args[3];
} nf_verlet_steps;
nf_verlet_steps nf_verlet_steps_of(const nf_params *params, nf_type type, double slack);

#endif
