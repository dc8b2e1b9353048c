/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Access to points in host memory, in any layout of nf_points. */
#ifndef NF_SPACE_POINTS_H
#define NF_SPACE_POINTS_H

#include "core/fail.h"

#include <nearfield/types.h>

/* The distance of points in elements. */
uint64_t nf_points_stride(const nf_points *points);

/* 1 if the points are packed rows. */
int nf_points_are_packed(const nf_points *points);

/* Copies the points [first, first + count) from host memory to packed rows. */
void nf_points_pack(const nf_points *points, uint64_t first, uint64_t count, void *rows);

/* The points [first, first + n) of some in host memory, without systems. */
nf_points nf_points_slice(const nf_points *points, uint64_t first, uint64_t n);

/* NF_ERROR_POINTS: point number `index` is not finite.  name: "point", or what it is. */
nf_status nf_points_not_finite(const char *name, int index, nf_sentence *error);

#endif
