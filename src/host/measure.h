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

/* The variants of the pair rule of one result (measure_variant.h). */
typedef struct host_measures {
    double (*distance2)(const host_job *job, const host_entry *e);
    /* Stores what is asked of the result as row k. */
    void (*measure)(const host_job *job, const host_entry *e, uint64_t k, const nf_host_answer *answer);
} host_measures;
extern const host_measures nf_host_measures_open_f32, nf_host_measures_open_f64, nf_host_measures_box_f32,
    nf_host_measures_box_f64;

/* The squared distance, scaled as in the rule. */
double nf_host_distance2(const host_job *job, const host_entry *e);

/* Computes those of NF_MEASURED that are wanted, as rows [first, first + count) of arrays of the answer, which grow. */
nf_status nf_host_measure(const host_job *job, const host_entry *entries, uint64_t first, uint64_t count,
                          nf_host_answer *answer);

/* Sorts entries by (i, j, S). */
void nf_host_entries_sort(host_entry *entries, size_t count);

#endif
