/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The distances, vectors and shifts of results on the host. */
#ifndef NF_HOST_MEASURE_H
#define NF_HOST_MEASURE_H

#include "host/job.h"

/* A result: point i of the system, the image S of point j. */
typedef struct host_entry {
    int32_t i, j;
    host_image image;
} host_entry;

/* The squared distance, scaled as in the rule. */
double nf_host_distance2(const host_job *job, const host_entry *e);

/* 1 if `arrays` asks for any of them and the caller takes them. */
int nf_host_measures(uint64_t arrays, const nf_host_arrays *more);

/* Computes those that `arrays` asks for, as rows [first, first + count) of arrays for *room rows, which grow.  Release them with nf_host_measure_end,
   also after an error. */
nf_status nf_host_measure(const host_job *job, uint64_t arrays, const host_entry *entries, uint64_t first,
                          uint64_t count, nf_host_arrays *more, size_t *room);

/* Releases the arrays of a search that has failed; `more` may be NULL. */
void nf_host_measure_end(const nf_allocator *allocator, nf_host_arrays *more);

/* Ascending by (i, j, S), for qsort. */
int nf_host_entry_compare(const void *a, const void *b);

#endif
