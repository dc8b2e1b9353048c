/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Brute-force pairs on the host, the reference for all results.  It shares no code with the library: it implements the
 * pair rule again, from the text in nearfield/pairs.h.
 */
#ifndef SUPPORT_REFERENCE_PAIRS_H
#define SUPPORT_REFERENCE_PAIRS_H

#include "support/own.h"

#include <nearfield/types.h>

/* m x 2, i < j, ascending by (i, j).  Release it with reference_free. */
typedef struct reference {
    int32_t *pairs;
    uint64_t count;
} reference;

/* The pairs of points in host memory.  O(n^2). */
reference reference_pairs(const nf_points *points, double cutoff);
void reference_free(reference *all);
#define own_reference OWNED_BY(reference_free) reference

/* 1 if points i and j are a pair. */
int reference_is_pair(const nf_points *points, double cutoff, uint64_t i, uint64_t j);

/* Fails the test, with `what` and the first difference, unless `pairs` are the pairs of `wanted` in any order, each once
   and with i < j. */
void reference_same_set(const reference *wanted, const int32_t *pairs, uint64_t count, const char *what);

/* Sorts pairs by (i, j). */
void reference_sort(int32_t *pairs, uint64_t count);

#endif
