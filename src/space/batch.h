/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The systems of a batch, as the caller gives them. */
#ifndef NF_SPACE_BATCH_H
#define NF_SPACE_BATCH_H

#include "core/fail.h"

#include <nearfield/types.h>

/* One system: its points [first, first + n), its box, its cutoff. */
typedef struct nf_system {
    uint64_t first, n;
    const nf_box *box; /* NULL: open space */
    double cutoff;
} nf_system;

/* The number of systems; 0 for NULL: the points are one system. */
uint64_t nf_batch_count(const nf_batch *systems);

/* Checks that the box of the call and its cutoff do not contradict those of the systems, which may be NULL.  Offsets are checked by
   nf_check_points. */
nf_status nf_batch_check_box(const nf_batch *systems, const nf_box *box, nf_sentence *error);
nf_status nf_batch_check_cutoff(int own_cutoffs, double cutoff, nf_sentence *error);

/* Refuses systems with cutoffs of their own for a histogram, whose bins belong to one cutoff. */
nf_status nf_batch_check_histogram(int own_cutoffs, nf_sentence *error);

/* Checks the systems of query points, which may be NULL, for points of `count` systems. */
nf_status nf_batch_check_queries(const nf_batch *systems, uint64_t count, nf_sentence *error);

/* System s, with what the call gives for all. */
nf_system nf_system_of(const nf_batch *systems, uint64_t s, const nf_box *box, double cutoff);

/* The system of a point: the last one whose offset is not larger. */
uint64_t nf_batch_find(const uint64_t *offsets, uint64_t count, uint64_t point);

/* Puts the number of the system before a message. */
void nf_batch_blame(uint64_t system, nf_sentence *error);

#endif
