/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The scale of coordinates for the k nearest neighbours and the groups of friends, and other numbers of cl/space/scaled.cl. */
#ifndef NF_SPACE_SCALED_H
#define NF_SPACE_SCALED_H

#include "core/fail.h"
#include "space/space.h"

typedef struct nf_scaling {
    nf_type type;
    int exponent;          /* e: all components are below 2^e */
    double largest;        /* all scaled components are below it, a power of two */
    double scale, unscale; /* powers of two: what coordinates are multiplied by, and its inverse */
} nf_scaling;

/*
 * The scale in this space for points and query points of which `largest` is the largest |component|, finite, in the type of the space; 0 if there
 * are none.  The cell vectors are taken from the space.
 * Errors  NF_ERROR_ARGUMENT: a periodic box so small beside the coordinates that its vectors have too few digits.
 */
nf_status nf_scaling_for(nf_scaling *scaling, const nf_space *space, double largest, nf_sentence *error);

/* That error, for vector k. */
nf_status nf_scaling_refuse(const nf_scaling *scaling, int k, nf_sentence *error);

/* nf_scaled() of a number of the type, exact in it: for the cell vectors. */
double nf_scaling_of(const nf_scaling *scaling, double x);

/* More than w.H of scaled vectors differs from that of the vectors as given, scaled, for each wrap: the steps, and subnormal numbers, which count as 0. */
double nf_scaling_step(const nf_scaling *scaling);

/*
 * *r2 receives what d2 of scaled coordinates is compared with, exact in the points' type: the square of the distance, which is rounded to
 * this type and scaled first.  It may be infinity.
 * name    what the distance is, for the message: "max_distance"
 * Errors  NF_ERROR_ARGUMENT: the distance is so small beside the coordinates that squares of it have no number.
 */
nf_status nf_scaling_square(const nf_scaling *scaling, double distance, const char *name, double *r2,
                            nf_sentence *error);

/* The volume of a ball of 1 to 8 dims of radius 1, and 1 / k, rounded to the type. */
double nf_ball(int dims, nf_type type);
double nf_inverse(int k, nf_type type);

/*
 * The linking length in the units of the n points: as given, or, in spacings, times (volume of the box / n)^(1 / dims), which is the same number
 * wherever it is computed.  options may be NULL.
 * Errors  NF_ERROR_ARGUMENT: spacings without a box that is periodic along all axes; a product that is not positive and finite.
 */
nf_status nf_linking_length(int in_spacings, const nf_space *space, uint64_t n, double linking_length,
                            double *length, nf_sentence *error);

#endif
