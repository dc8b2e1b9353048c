/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Lists with a skin: the list of a longer cutoff, which the cloud keeps, and of which searches take what is within the cutoff
 * until a point has moved too far.
 *
 * Why it is exact: the kept list has every pair of images whose distance was below W = (cutoff + skin) (1 + slack) when it was
 * built.  While no point is further than skin / 2 from where it was, a pair that the rule accepts now was closer than
 * cutoff + skin then, but for rounding: that of the rule, then and now, at most `error` in space_box.cl (in open space a few
 * units in the last place), and that of the steps.  The slack is 2^-8 (float32) or 2^-20 (float64) of W; half of it is for what is
 * relative, the other half for `error`, and where that is more, points may move by the difference less (cl/search/moved.cl).
 * The images S of the kept list are those between the points as given, which do not change while points move.
 */
#ifndef NF_SEARCH_SKIN_H
#define NF_SEARCH_SKIN_H

#include "search/asked.h"

/* What a list is kept for. */
typedef struct nf_skin_key {
    uint64_t n;
    double cutoff, skin;
    int half;
    nf_space space;
} nf_skin_key;
nf_skin_key nf_skin_key_of(const nf_asked *asked);
int nf_skin_is_for(const nf_skin_key *key, const nf_asked *asked);

/* The arguments half_skin, pays and scale of nf_step_most in cl/search/moved.cl, for a list that is wider than cutoff + skin by this share. */
typedef struct nf_skin_steps {
    nf_arg args[3];
} nf_skin_steps;
nf_skin_steps nf_skin_steps_of(const nf_asked *asked, double slack);

/* *stands: the cloud keeps a list for this question from which no point has moved too far.  Waits for the device if it must look. */
nf_status nf_skin_look(nf_work *work, const nf_asked *asked, int *stands);

/* Building the list: begins with the question `wide`, whose answer must be put into `list`, and ends with nf_skin_built. */
nf_status nf_skin_begin(const nf_asked *asked, nf_asked *wide, nf_result **list);
nf_status nf_skin_built(nf_work *work, const nf_asked *asked);

/* Makes the question one about the kept list. */
void nf_skin_ask(nf_asked *asked);

/* Frees the kept list; without one it does nothing. */
void nf_skin_drop(nf_cloud *cloud);

#endif
