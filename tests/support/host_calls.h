/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * A question about points on the device "host", as one call: a context, a cloud, the question, and its arrays in memory of the caller's allocator.
 * The options' outputs, cost and chunks are not used; what is measured of results is what `options->arrays` names.
 */
#ifndef TEST_SUPPORT_HOST_CALLS_H
#define TEST_SUPPORT_HOST_CALLS_H

#include <nearfield/nearfield.h>

/* The times of the stages of a search, in milliseconds. */
typedef struct host_times {
    double bounds, keys, sort, order, search;
} host_times;

/* What is measured of results, and the counts of lists in cell order; NULL where that was not asked for. */
typedef struct host_arrays {
    void *distances;  /* m */
    void *vectors;    /* m x dims */
    int32_t *shifts;  /* m x 3 */
    uint64_t *counts; /* n */
} host_arrays;

/* Allocated arrays; without `pairs`, results are only counted.  more and times may be NULL. */
nf_status host_pairs(const nf_points *points, const nf_box *box, double cutoff,
                     const nf_pairs_options *options, const nf_allocator *allocator, int32_t **pairs,
                     uint64_t *total, host_arrays *more, host_times *times, char *message,
                     size_t message_size);
nf_status host_lists(const nf_points *points, const nf_box *box, double cutoff,
                     const nf_lists_options *options, const nf_allocator *allocator, uint64_t **offsets,
                     int32_t **indices, host_arrays *more, host_times *times, char *message,
                     size_t message_size);

/* The next four write into arrays of the caller; those that may be NULL are not wanted. */
nf_status host_histogram(const nf_points *points, const nf_box *box, double cutoff, uint32_t bins,
                         const nf_histogram_options *options, const nf_allocator *allocator, uint64_t *counts,
                         uint64_t *total, host_times *times, char *message, size_t message_size);
nf_status host_zsort(const nf_points *points, const nf_allocator *allocator, uint32_t *permutation,
                     char *message, size_t message_size);

typedef struct host_knn_places {
    int32_t *indices;
    void *distances, *kth_distances, *mean_distances, *densities;
    uint32_t *order;
} host_knn_places;
nf_status host_knn(const nf_points *points, const nf_box *box, int k, const nf_knn_options *options,
                   const nf_allocator *allocator, const host_knn_places *places, char *message,
                   size_t message_size);

/* nf_fof() for a length in spacings, of which all points are cores, and where neither min_points nor cores are given; otherwise nf_dbscan(). */
nf_status host_fof(const nf_points *points, const nf_box *box, double linking_length, uint32_t min_points,
                   const nf_fof_options *options, const nf_allocator *allocator, int32_t *labels,
                   uint32_t *cores, uint32_t *order, uint64_t *groups, char *message, size_t message_size);

/* Allocated arrays. */
typedef struct host_groups {
    uint64_t count;
    int32_t *groups;
    uint32_t *members;
    void *masses, *centres, *velocities, *inertia_radii, *extents;
    uint32_t *percolates;
} host_groups;
nf_status host_catalogue(const nf_points *points, const nf_box *box, const int32_t *labels,
                         const nf_catalogue_options *options, const nf_allocator *allocator,
                         host_groups *groups, char *message, size_t message_size);

#endif
