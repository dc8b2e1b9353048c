/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The z-order of points by its definition, and points that are difficult for it.  It shares no code with the library. */
#ifndef SUPPORT_REFERENCE_ZORDER_H
#define SUPPORT_REFERENCE_ZORDER_H

#include <nearfield/types.h>

/* Fails the test, with `what`, unless `order` is the z-order of points in packed rows in host memory. */
void zorder_same(const nf_points *points, const uint32_t *order, const char *what);

/* The z-order, for points in packed rows in host memory.  Release it with free. */
uint32_t *zorder_of(const nf_points *points);

/* The number of kinds of points, and the name of each. */
extern const int zorder_kinds;
const char *zorder_name(int kind);

/* n points of a kind, the same in every run, as packed rows in *data.  Release that with free. */
nf_points zorder_points(int kind, uint64_t n, int dims, nf_type type, void **data);

#endif
