/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The variants of the walk (walk_variant.h), and what they share. */
#ifndef NF_HOST_WALK_H
#define NF_HOST_WALK_H

#include "host/job.h"

/* Orders the points of a job that is prepared, and passes on the partners of all of them. */
typedef nf_status (*host_walk)(host_job *job);

#define HOST_WALKS(set)                                                                                      \
    nf_status nf_host_walk_##set##_f32_1(host_job *job);                                                     \
    nf_status nf_host_walk_##set##_f32_2(host_job *job);                                                     \
    nf_status nf_host_walk_##set##_f32_3(host_job *job);                                                     \
    nf_status nf_host_walk_##set##_f64_1(host_job *job);                                                     \
    nf_status nf_host_walk_##set##_f64_2(host_job *job);                                                     \
    nf_status nf_host_walk_##set##_f64_3(host_job *job);
HOST_WALKS(open_half)
HOST_WALKS(open_full)
HOST_WALKS(box_half)
HOST_WALKS(box_full)
#undef HOST_WALKS

/* Computes the table of cells from the sorted keys, or keeps the keys if there are too many cells. */
nf_status nf_host_places(host_job *job, uint64_t cells);

/* The number of points in the cells before this one. */
static inline uint32_t nf_host_points_before(const nf_place *places, uint32_t n, uint64_t cell) {
    if (places->ends) return places->ends[cell];
    uint32_t low = 0, high = n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (places->keys[middle] < cell) low = middle + 1;
        else high = middle;
    }
    return low;
}

#endif
