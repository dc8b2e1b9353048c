/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The rule of nf_knn and nf_fof for brute force: coordinates are scaled, and squares of distances taken in the points' type.  It shares no code
 * with the library.  Points are packed rows in host memory.
 */
#ifndef SUPPORT_REFERENCE_SCALED_H
#define SUPPORT_REFERENCE_SCALED_H

#include <nearfield/types.h>

typedef struct scaled_points {
    nf_type type;
    int dims, exponent; /* coordinates are below 2^exponent */
    double scale;
    double cell[3][3];             /* scaled; zeros along axes that are not periodic */
    double *points, *own;          /* scaled, exact in the type */
    const nf_points *of, *targets; /* the points as given, and those whose neighbours are looked for */
} scaled_points;

/* queries: NULL for the points.  box: NULL for open space.  Release it with scaled_free. */
scaled_points scaled_make(const nf_points *points, const nf_points *queries, const nf_box *box);
void scaled_free(scaled_points *scaled);

/* The squared distance of point j, moved by S, from point i of the points whose neighbours are looked for. */
double scaled_distance2(const scaled_points *scaled, uint64_t i, uint64_t j, const int32_t S[3]);

/* What the squared distance is compared with for a length. */
double scaled_square(const scaled_points *scaled, double length);

/* The root of a squared distance in the units of the points; exact in the type. */
double scaled_root(const scaled_points *scaled, double d2);

#endif
