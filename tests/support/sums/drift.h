/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * A cloud of points in a periodic box that move, with a number that each carries, and the sums of a pair function over it: a vector sum and
 * at most two scalar sums.  Each function fails the calling test.
 */
#ifndef SUPPORT_SUMS_DRIFT_H
#define SUPPORT_SUMS_DRIFT_H

#include "support/device.h"

#include <nearfield/nearfield.h>

/* The shape of a GPU, on any device. */
#define DRIFT_GPU "search.GROUP=32 bounds.GROUP=32 order.GROUP=32"

/* The most points, and the columns of the three sums in 3 dimensions: those of the second are in 3, and those of the third in 4. */
enum { DRIFT_MOST = 2300, DRIFT_SUMS = 3, DRIFT_COLUMNS = 5 };

/* A row for each point. */
typedef double drift_rows[DRIFT_MOST][DRIFT_COLUMNS];

typedef struct drift_scene {
    nf_context *context;
    nf_function *function;
    nf_cloud *cloud; /* NULL before the first drift_move() */
    nf_result *result;
    nf_type type, sum_type;
    nf_box box;
    double cutoff, skin;
    uint64_t n, state;
    const char *field; /* the name of what points carry */
    double at[3 * DRIFT_MOST], carried[DRIFT_MOST];
    double points[3 * DRIFT_MOST], numbers[DRIFT_MOST]; /* the same, in the type */
} drift_scene;

/* A scene without points, for a function of this source and name of a field.  Release it with drift_end(), which releases what the scene has. */
drift_scene *drift_begin(const char *tuning, nf_type type, const char *source, const char *field);
void drift_end(drift_scene *s);
typedef drift_scene *own_drift_type;
#define own_drift OWNED_BY(own_end_drift) own_drift_type
void own_end_drift(own_drift_type *s);

/* n random points in a box of these sides, the same for the same n; they carry 0.  outside: of the last tenth some are in other images of it. */
void drift_fill(drift_scene *s, uint64_t n, double x, double y, double z, int outside);
nf_box drift_box(double x, double y, double z);

/* Points of a lattice of 12 x 6 x 6, each moved by at most some units in the last place and some a box away, with a cutoff of the lattice constant:
   only the rule can decide. */
void drift_fill_lattice(drift_scene *s);

/* The points and their numbers as they are now, in the type, until the next call. */
nf_points drift_points(drift_scene *s);
nf_numbers drift_field(drift_scene *s);

/* The cloud gets these points: the first time, it is made. */
void drift_move(drift_scene *s);

/* The sums of a result. */
void drift_read(drift_scene *s, nf_result *result, drift_rows rows);

/* A column of the sums of the scene's result has the numbers of the neighbours that the host's lists have; of a lattice, some of those that are as far
   as the cutoff. */
void drift_counts_are_those_of_lists(drift_scene *s, int column);

#endif
