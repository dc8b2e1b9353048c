/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Calls with outputs, costs and chunks, whose structs are made from arguments: a slice for each output, and none without
   a buffer.  `options` may be NULL; what it says of outputs, cost and chunks is replaced. */
#ifndef SUPPORT_CALLS_H
#define SUPPORT_CALLS_H

#include "support/reference/fof.h"

#include <nearfield/experimental/papers.h>
#include <nearfield/nearfield.h>

/* What is measured of pairs or indices, and made of other arrays: `made` has a place for each array by its number, and with `alone` these are
   given without the pairs, or the indices. */
typedef struct measured_slices {
    nf_slice distances, vectors, shifts, made[NF_ARRAY_ROWS_INT64 + 1];
    int alone;
} measured_slices;

/* ---- into slices: `needed` is nf_outputs.found ----------------------------------------------------------------- */

nf_status pairs_into(nf_cloud *cloud, double cutoff, const nf_pairs_options *options, nf_slice pairs,
                     uint64_t capacity, nf_slice total, const nf_sync *sync, uint64_t *needed);
nf_status measured_pairs_into(nf_cloud *cloud, double cutoff, const nf_pairs_options *options, nf_slice pairs,
                              const measured_slices *more, uint64_t capacity, nf_slice total,
                              const nf_sync *sync, uint64_t *needed);
nf_status paper_pairs_into(nf_cloud *cloud, double cutoff, const nf_paper_pairs_options *options,
                           nf_slice pairs, const measured_slices *more, uint64_t capacity, nf_slice total,
                           const nf_sync *sync, uint64_t *needed);
nf_status pairs_count(nf_cloud *cloud, double cutoff, const nf_pairs_options *options, const nf_sync *sync,
                      uint64_t *count);

nf_status lists_into(nf_cloud *cloud, double cutoff, const nf_lists_options *options, nf_slice offsets,
                     nf_slice indices, uint64_t capacity, const nf_sync *sync, uint64_t *needed);
nf_status measured_lists_into(nf_cloud *cloud, double cutoff, const nf_lists_options *options,
                              nf_slice offsets, nf_slice counts, nf_slice indices,
                              const measured_slices *more, uint64_t capacity, const nf_sync *sync,
                              uint64_t *needed);

nf_status histogram_into(nf_cloud *cloud, double cutoff, uint32_t bins, const nf_histogram_options *options,
                         nf_slice counts, const nf_sync *sync);
nf_status weighted_histogram_into(nf_cloud *cloud, double cutoff, uint32_t bins,
                                  const nf_histogram_options *options, nf_slice counts, nf_slice weighted,
                                  const nf_sync *sync);
nf_status coordination_into(nf_cloud *cloud, double cutoff, uint32_t type_count,
                            const nf_coordination_options *options, nf_slice counts, const nf_sync *sync);

typedef struct knn_slices {
    nf_slice indices, distances, kth_distances, mean_distances, densities, order, indices_int64, vectors,
        shifts;
} knn_slices;
nf_status knn_into(nf_cloud *cloud, int k, const nf_knn_options *options, const knn_slices *slices,
                   const nf_sync *sync);

/* Core points of nf_fof() are those of nf_dbscan() with min_points 1, unless the length is in spacings: then there are none. */
typedef struct fof_slices {
    nf_slice labels, cores, order, numbers, bytes;
} fof_slices;
nf_status fof_into(nf_cloud *cloud, double linking_length, const fof_query *query, const fof_slices *slices,
                   const nf_sync *sync, uint64_t *groups);
nf_status fof_or_dbscan(nf_cloud *cloud, double linking_length, const fof_query *query, const nf_sync *sync,
                        nf_result **result);

typedef struct catalogue_slices {
    nf_slice groups, members, masses, centres, velocities, inertia_radii, extents, total, percolates,
        dispersions, order, offsets;
} catalogue_slices;
/* Offsets have a row more than `capacity`, and the order has room for all points. */
nf_status catalogue_into(nf_cloud *cloud, nf_slice labels, const nf_catalogue_options *options,
                         const catalogue_slices *slices, uint64_t capacity, const nf_sync *sync,
                         uint64_t *needed);

/* sums: a slice for each sum of the function. */
nf_status interact_into(nf_cloud *cloud, double cutoff, const nf_function *function,
                        const nf_interact_options *options, const nf_slice *sums, nf_slice totals,
                        const nf_sync *sync);

/* Of host points or those on the device, into `order`. */
nf_status zsort_into(nf_context *context, const nf_points *points, nf_slice order, const nf_sync *sync);

/* ---- costs of calls about points of a shape ---------------------------------------------------------------------- */

/* With the assumed numbers of pairs, indices and groups. */
nf_status pairs_cost(nf_context *context, const nf_points *shape, const nf_pairs_options *options,
                     uint64_t pairs, uint64_t *bytes);
nf_status paper_pairs_cost(nf_context *context, const nf_points *shape, const nf_paper_pairs_options *options,
                           uint64_t pairs, uint64_t *bytes);
nf_status lists_cost(nf_context *context, const nf_points *shape, const nf_lists_options *options,
                     uint64_t indices, uint64_t *bytes);
nf_status histogram_cost(nf_context *context, const nf_points *shape, uint32_t bins,
                         const nf_histogram_options *options, uint64_t *bytes);
nf_status coordination_cost(nf_context *context, const nf_points *shape, uint32_t type_count,
                            const nf_coordination_options *options, uint64_t *bytes);
nf_status knn_cost(nf_context *context, const nf_points *shape, int k, const nf_knn_options *options,
                   uint64_t *bytes);
nf_status fof_cost(nf_context *context, const nf_points *shape, const fof_query *query, uint64_t *bytes);
nf_status catalogue_cost(nf_context *context, const nf_points *shape, const nf_catalogue_options *options,
                         uint64_t groups, uint64_t *bytes);
nf_status interact_cost(nf_context *context, const nf_points *shape, const nf_function *function,
                        const nf_interact_options *options, uint64_t *bytes);
nf_status zsort_cost(nf_context *context, const nf_points *shape, uint64_t *bytes);

/* ---- in chunks: `total` is nf_chunks.found --------------------------------------------------------------------------- */

nf_status pairs_in_chunks(nf_cloud *cloud, double cutoff, const nf_pairs_options *options,
                          const nf_chunks *chunks, const nf_sync *sync, uint64_t *total);
nf_status lists_in_chunks(nf_cloud *cloud, double cutoff, const nf_lists_options *options,
                          const nf_chunks *chunks, const nf_sync *sync, uint64_t *total);
nf_status knn_in_chunks(nf_cloud *cloud, int k, const nf_knn_options *options, const nf_chunks *chunks,
                        const nf_sync *sync);

#endif
