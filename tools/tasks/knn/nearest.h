/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The distances of the k-th neighbours of a frame, taken from the rows of knn as they pass. */
#ifndef NEARFIELD_TASKS_KNN_NEAREST_H
#define NEARFIELD_TASKS_KNN_NEAREST_H

#include "text/problem.h"

#include <nearfield/types.h>

typedef struct nearest {
    double *kth;                 /* of each row that has k neighbours, in the order of the rows */
    uint64_t rows, full;         /* rows that have passed, and those with k neighbours */
    double least, mean, largest; /* of kth; 0 without a row */
} nearest;

/* Begins for this many rows.  Returns 0 or problem->code. */
int nearest_begin(nearest *n, uint64_t rows, text_problem *problem);

/* Takes the last of each of `count` rows of k distances. */
void nearest_take(nearest *n, const void *distances, nf_type type, int k, uint64_t count);

void nearest_end(nearest *n);
void nearest_free(nearest *n);

/* The number of kth in each of `bins` bins of equal width between `from` and `to`, the last of which has its upper edge, too. */
void nearest_bins(const nearest *n, double from, double to, uint64_t *counts, int bins);

/* Whether `count` indices are those of n points, or -1. */
int nearest_are_points(const int32_t *indices, uint64_t count, uint64_t n);

#endif
