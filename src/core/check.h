/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Checks of arguments; the message names the argument. */
#ifndef NF_CORE_CHECK_H
#define NF_CORE_CHECK_H

#include "core/fail.h"

#include <nearfield/context.h>
#include <nearfield/types.h>

/* An allocator has both functions or none; NULL stands for malloc() and free(). */
nf_status nf_check_allocator(const nf_allocator *allocator, nf_sentence *error);

/* Checks where an array of n elements of `size` bytes is: in one place, if n > 0, and at a multiple of `size`. */
nf_status nf_check_place(nf_slice slice, const char *name, uint64_t n, size_t size, nf_sentence *error);

/* The largest type of points, where it is known. */
typedef struct nf_type_range {
    int known; /* 1: the types are in host memory, and not negative */
    int32_t most;
    uint64_t at; /* the first point that has it */
} nf_type_range;

static inline int nf_points_have_types(const nf_points *points) {
    return points->types.host || points->types.buffer;
}

/* Looks at types in host memory: NF_ERROR_ARGUMENT names one that is out of range. */
nf_status nf_check_types(const nf_points *points, const char *name, nf_type_range *range, nf_sentence *error);

/* Checks dims, type, n and the number of systems.  name: "points", or what they are. */
nf_status nf_check_shape(const nf_points *points, const char *name, nf_sentence *error);

/* Checks the shape, the offsets of systems, and where the points are if n > 0. */
nf_status nf_check_points(const nf_points *points, const char *name, nf_sentence *error);

/* Checks as nf_check_shape() does, for points of up to `most` dims. */
nf_status nf_check_shape_of(const nf_points *points, const char *name, int most, nf_sentence *error);

/* Checks as nf_check_points() does, for points of up to `most` dims, more than 3 only in rows. */
nf_status nf_check_points_of(const nf_points *points, const char *name, int most, nf_sentence *error);

/* Checks that origin and vectors are finite; box may be NULL. */
nf_status nf_check_box(const nf_box *box, nf_sentence *error);

/* Accepts a cutoff that is positive, finite, and in the range for `type` (see pairs.h). */
nf_status nf_check_cutoff(double cutoff, nf_type type, nf_sentence *error);

/* The smallest of these cutoffs. */
double nf_cutoff_least(nf_type type);

/* Accepts 0, and a length that is positive and finite. */
nf_status nf_check_skin(double skin, nf_sentence *error);

#endif
