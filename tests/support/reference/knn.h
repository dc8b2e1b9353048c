/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Brute-force k nearest neighbours, the reference for nf_knn.  It shares no code with the library: the rule of nearfield/knn.h
 * is written again (scaled.h), and all points and images are looked at.
 *
 * Points are packed rows in host memory.  On any error these functions fail the calling test.
 */
#ifndef SUPPORT_REFERENCE_KNN_H
#define SUPPORT_REFERENCE_KNN_H

#include "support/own.h"

#include <nearfield/knn.h>

/* All arrays of an answer.  Release it with knn_free. */
typedef struct knn_answer {
    uint64_t n; /* rows */
    int k;
    nf_type type;
    int32_t *indices;                                             /* n x k */
    void *distances, *kth_distances, *mean_distances, *densities; /* of `type` */
    uint32_t *order; /* the points of the rows; NULL without z_order */
} knn_answer;

/* The answer of the definition: O(n^2 x the images).  box and options may be NULL. */
knn_answer knn_brute(const nf_points *points, const nf_box *box, int k, const nf_knn_options *options);

/* Room for an answer to these arguments. */
knn_answer knn_room(const nf_points *points, int k, const nf_knn_options *options);
void knn_free(knn_answer *answer);
#define own_neighbours OWNED_BY(knn_free) knn_answer

/* Fails, with the first row that differs, unless both are the same bytes. */
void knn_same(const knn_answer *wanted, const knn_answer *got, const char *what);

#endif
