/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Difficult point sets by name, for errors in grids, rounding, tiles and ranges. */
#ifndef SUPPORT_CLOUDS_CLOUDS_H
#define SUPPORT_CLOUDS_CLOUDS_H

#include "support/own.h"

#include <nearfield/types.h>

/* Points in host memory, the same in every run, and the cutoff for which they are difficult. */
typedef struct support_cloud {
    const char *name; /* static storage */
    nf_points points;
    double cutoff;
    void *data; /* the memory of points.host */
} support_cloud;

/* The number of clouds; each exists in 1, 2 and 3 dims and both precisions. */
extern const int support_cloud_count;

/* Cloud k; its data is NULL if this precision cannot represent it.  Release it with support_cloud_free. */
support_cloud support_cloud_make(int k, int dims, nf_type type);

/* 1 if this precision can represent cloud k.  At small sizes floats in 3 dims have every cloud, the others a third each, so
   that every cloud has one or two of them: the number of its cells determines the programs that it builds. */
int support_cloud_is_run(int k, int dims, nf_type type);

/* The index of a cloud by name; fails the test if there is none. */
int support_cloud_named(const char *name);

/* n points, uniform in the unit cube. */
support_cloud support_cloud_uniform(uint64_t n, int dims, nf_type type, double cutoff, uint64_t seed);

/* n points from x, y, z in double, converted to `type` and packed to `dims`. */
support_cloud support_cloud_of(const char *name, const double *xyz, uint64_t n, int dims, nf_type type,
                               double cutoff);

void support_cloud_free(support_cloud *cloud);
#define own_points OWNED_BY(support_cloud_free) support_cloud

/* n coordinates, uniform in boxes that are up to 2^power boxes of this edge away from 0. */
void support_far_outside(int power, double edge, size_t n, float *x);

#endif
