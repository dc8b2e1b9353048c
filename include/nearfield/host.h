/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The same search, and the z-order, in plain C on one thread: the reference, and a fallback without OpenCL. */
#ifndef NEARFIELD_HOST_H
#define NEARFIELD_HOST_H

#include <nearfield/fof.h>
#include <nearfield/histogram.h>
#include <nearfield/knn.h>
#include <nearfield/lists.h>
#include <nearfield/pairs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The times of the stages of nf_host_pairs(), nf_host_lists() and nf_host_histogram(), in milliseconds; of a batch, their sums. */
typedef struct nf_host_times {
    double bounds; /* the extent of the points */
    double keys;   /* the cell of each point */
    double sort;   /* sorting by cell */
    double order;  /* copying the points in order */
    double search; /* finding the pairs */
} nf_host_times;

/* Further arrays of a search on the host, for those of NF_ARRAY_DISTANCES, NF_ARRAY_VECTORS and NF_ARRAY_SHIFTS that
   options.arrays asks for, and the counts of lists in cell order; the others are NULL.  Allocated with `allocator`; the caller releases them. */
typedef struct nf_host_arrays {
    void *distances;  /* m */
    void *vectors;    /* m x dims */
    int32_t *shifts;  /* m x 3 */
    uint64_t *counts; /* n */
} nf_host_arrays;

/**
 * nf_pairs() on the host, without OpenCL: the same rule, the same order, the same bytes.
 *
 * points     must be in host memory.  For a batch (nf_batch) the systems are searched one after the other.
 * box        NULL or all zeros for open space.  NULL if the systems have boxes of their own.
 * cutoff     in the units of the points; 0 if the systems have cutoffs of their own.
 * options    as for nf_pairs(), but outputs, cost and chunks are not used; NF_PAIRS_POTENTIAL gives its order, without storing potential pairs.
 * allocator  NULL for malloc() and free().
 * pairs      receives the pairs (m x 2), allocated with `allocator`; the caller releases them.  NULL: they are only
 *            counted.
 * total      receives the number of pairs.
 * more       receives further arrays; may be NULL.  They are NULL if `pairs` is.
 * times      receives the times; may be NULL.
 * message    receives one sentence on an error; may be NULL.
 * message_size  the size of `message` in bytes; a longer sentence is cut.
 * Errors     as nf_pairs().  On any error *pairs is NULL and *total 0.
 */
NF_API nf_status nf_host_pairs(const nf_points *points, const nf_box *box, double cutoff,
                               const nf_pairs_options *options, const nf_allocator *allocator,
                               int32_t **pairs, uint64_t *total, nf_host_arrays *more, nf_host_times *times,
                               char *message, size_t message_size);

/**
 * nf_lists() on the host, without OpenCL: the same rule, the same order, the same bytes.
 *
 * offsets  receives n + 1 offsets, allocated with `allocator`; the caller releases them.
 * indices  receives the indices likewise.  NULL: they are only counted.
 * more     must not be NULL for lists in cell order, whose counts it receives.
 * The other arguments are those of nf_host_pairs().
 * Errors   as nf_lists().  On any error *offsets and *indices are NULL.
 */
NF_API nf_status nf_host_lists(const nf_points *points, const nf_box *box, double cutoff,
                               const nf_lists_options *options, const nf_allocator *allocator,
                               uint64_t **offsets, int32_t **indices, nf_host_arrays *more,
                               nf_host_times *times, char *message, size_t message_size);

/**
 * nf_histogram() on the host, without OpenCL: the same rule, the same counts.
 *
 * counts  receives the pairs of each of the `bins` bins: an array of the caller.
 * total   receives their sum; may be NULL.
 * The other arguments are those of nf_host_pairs().
 * Errors  as nf_histogram().  On any error the counts are undefined and *total is 0.
 */
NF_API nf_status nf_host_histogram(const nf_points *points, const nf_box *box, double cutoff, uint32_t bins,
                                   const nf_histogram_options *options, const nf_allocator *allocator,
                                   uint64_t *counts, uint64_t *total, nf_host_times *times, char *message,
                                   size_t message_size);

/**
 * nf_zsort() on the host, without OpenCL: the same bytes.
 *
 * points       must be in host memory.
 * permutation  receives n indices: an array of the caller.  It must not overlap the points.
 * The other arguments are those of nf_host_pairs().
 * Errors       as nf_zsort().  After an error the permutation is undefined.
 */
NF_API nf_status nf_host_zsort(const nf_points *points, const nf_allocator *allocator, uint32_t *permutation,
                               char *message, size_t message_size);

/* Where nf_host_knn() writes: arrays of the caller; those that are NULL are not computed.  Which arrays, and how long they are, is said in result.h. */
typedef struct nf_host_knn_places {
    int32_t *indices;     /* n x k */
    void *distances;      /* n x k, of the points' type, as are the next three */
    void *kth_distances;  /* n */
    void *mean_distances; /* n */
    void *densities;      /* n */
    uint32_t *order;      /* n; needed with z_order */
} nf_host_knn_places;

/**
 * nf_knn() on the host, without OpenCL: the same bytes.
 *
 * points   must be in host memory, and so must options->queries; options->arrays is not used.
 * The other arguments are those of nf_host_pairs().
 * Errors   as nf_knn().  After an error the arrays are undefined.
 */
NF_API nf_status nf_host_knn(const nf_points *points, const nf_box *box, int k, const nf_knn_options *options,
                             const nf_allocator *allocator, const nf_host_knn_places *places, char *message,
                             size_t message_size);

/**
 * nf_fof() or nf_dbscan() on the host, without OpenCL: the same bytes.
 *
 * points   must be in host memory; options->arrays is not used.
 * min_points  0: friends of friends; otherwise DBSCAN, as nf_dbscan().
 * labels   receives n labels: an array of the caller.
 * cores    receives n numbers, likewise; NULL: they are not computed.
 * order    receives n indices, likewise; NULL: they are not computed.
 * groups   receives the number of groups; may be NULL.
 * The other arguments are those of nf_host_pairs().
 * Errors   as nf_fof().  After an error the arrays are undefined.
 */
NF_API nf_status nf_host_fof(const nf_points *points, const nf_box *box, double linking_length,
                             uint32_t min_points, const nf_fof_options *options,
                             const nf_allocator *allocator, int32_t *labels, uint32_t *cores, uint32_t *order,
                             uint64_t *groups, char *message, size_t message_size);

/* The catalogue of nf_host_catalogue(): arrays allocated with `allocator`, which the caller releases; those that were not asked for are NULL. */
typedef struct nf_host_groups {
    uint64_t count;       /* the number of groups */
    int32_t *groups;      /* count: their labels */
    uint32_t *members;    /* count */
    void *masses;         /* count, of the points' type, as are the next four */
    void *centres;        /* count x dims */
    void *velocities;     /* count x dims */
    void *inertia_radii;  /* count */
    void *extents;        /* count */
    uint32_t *percolates; /* count */
} nf_host_groups;

/**
 * nf_catalogue() on the host, without OpenCL: the same bytes.
 *
 * points, options->weights and options->velocities must be in host memory.
 * labels  n labels.
 * groups  receives the catalogue; without points all its arrays are NULL.
 * The other arguments are those of nf_host_pairs().
 * Errors  as nf_catalogue().  On any error all arrays are NULL.
 */
NF_API nf_status nf_host_catalogue(const nf_points *points, const nf_box *box, const int32_t *labels,
                                   const nf_catalogue_options *options, const nf_allocator *allocator,
                                   nf_host_groups *groups, char *message, size_t message_size);

#ifdef __cplusplus
}
#endif
#endif
