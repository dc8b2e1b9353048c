/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Brute-force groups of friends and DBSCAN, the reference for nf_fof and nf_dbscan.  It shares no code with the library: the rule of
 * nearfield/fof.h is written again (scaled.h), for all points and images.
 *
 * Points are packed rows in host memory.  On any error these functions fail the calling test.
 */
#ifndef SUPPORT_REFERENCE_FOF_H
#define SUPPORT_REFERENCE_FOF_H

#include "support/own.h"

#include <nearfield/fof.h>

/* A query: nf_fof() with min_points 0, otherwise nf_dbscan(). */
typedef struct fof_query {
    uint32_t min_points;
    int in_spacings;
    uint64_t arrays; /* as of the options */
} fof_query;

/* All arrays of an answer.  Release it with fof_free. */
typedef struct fof_answer {
    uint64_t n, groups;
    int32_t *labels;         /* n */
    uint32_t *cores, *order; /* n */
} fof_answer;

/* The answer of the definition: O(n^2 x the images).  box and options may be NULL. */
fof_answer fof_brute(const nf_points *points, const nf_box *box, double linking_length,
                     const fof_query *options);

/* Room for an answer for n points. */
fof_answer fof_room(uint64_t n);
void fof_free(fof_answer *answer);
#define own_groups OWNED_BY(fof_free) fof_answer

/* Fails, with the first point that differs, unless both are the same. */
void fof_same(const fof_answer *wanted, const fof_answer *got, const char *what);

#endif
