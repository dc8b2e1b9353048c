/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Where points are, in any layout of nf_points, and access to those in host memory. */
#ifndef NF_SPACE_POINTS_H
#define NF_SPACE_POINTS_H

#include "core/memory.h"

#include <nearfield/types.h>

/* The distance of points in elements. */
uint64_t nf_points_stride(const nf_points *points);

/* The adjacent coordinates of a point: dims in rows, 1 in separate axes. */
int nf_points_columns(const nf_points *points);

/* Where the coordinates along an axis begin, and those after it that are adjacent. */
nf_slice nf_points_from(const nf_points *points, int axis);

/* 1 if the points are in host memory, 0 if they are on the device or nowhere. */
int nf_points_on_host(const nf_points *points);

/* 1 if the points are packed rows. */
int nf_points_are_packed(const nf_points *points);

/* 1 if kernels can read the points where they are: in packed rows on the device. */
int nf_points_in_place(const nf_points *points);

/* Copies the points [first, first + count) from host memory to packed rows.  Points in buffers are not copied. */
void nf_points_pack(const nf_points *points, uint64_t first, uint64_t count, void *rows);

/* The packed rows of points in host memory: where they are, or *packed, a copy that the caller releases. */
nf_status nf_points_rows(const nf_allocator *allocator, const nf_points *points, const void **rows,
                         void **packed, nf_sentence *error);

/* The points [first, first + n) of some, without systems. */
nf_points nf_points_slice(const nf_points *points, uint64_t first, uint64_t n);

/* NF_ERROR_POINTS: point number `index` is not finite.  name: "point", or what it is. */
nf_status nf_points_not_finite(const char *name, int index, nf_sentence *error);

#endif
