/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Checks of arguments; the message names the argument. */
#ifndef NF_CORE_CHECK_H
#define NF_CORE_CHECK_H

#include "core/fail.h"

#include <nearfield/context.h>
#include <nearfield/types.h>

/* Both functions or none; NULL is malloc() and free(). */
nf_status nf_check_allocator(const nf_allocator *allocator, nf_sentence *error);

/* Dims, type, n and the number of systems.  name: "points", or what they are. */
nf_status nf_check_shape(const nf_points *points, const char *name, nf_sentence *error);

/* The same, the offsets of systems, and exactly one of the places if n > 0. */
nf_status nf_check_points(const nf_points *points, const char *name, nf_sentence *error);

/* As nf_check_shape for points of up to `most` dims. */
nf_status nf_check_shape_of(const nf_points *points, const char *name, int most, nf_sentence *error);

/* As nf_check_points for points of up to `most` dims, more than 3 only in rows. */
nf_status nf_check_points_of(const nf_points *points, const char *name, int most, nf_sentence *error);

/* Origin and vectors are finite; box may be NULL. */
nf_status nf_check_box(const nf_box *box, nf_sentence *error);

/* Accepts a cutoff that is positive, finite, and in the range for `type` (see pairs.h). */
nf_status nf_check_cutoff(double cutoff, nf_type type, nf_sentence *error);

/* 1, 2, 3 or 0. */
nf_status nf_check_cells_per_cutoff(int cells_per_cutoff, nf_sentence *error);

/* 0, or positive and finite. */
nf_status nf_check_skin(double skin, nf_sentence *error);

#endif
