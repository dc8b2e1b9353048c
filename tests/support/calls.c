/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/calls.h"

#include "function/function.h"
#include "order/order.h"

/* ---- outputs --------------------------------------------------------------------------------------------------- */

enum { OUTPUTS_MOST = NF_SUMS_MOST + 16 };
typedef struct list {
    nf_output arrays[OUTPUTS_MOST];
    nf_outputs outputs;
} list;

/* Adds the output of an array, unless the slice has no buffer. */
static void add(list *to, nf_array array, nf_slice slice, uint64_t capacity) {
    const nf_output output = {
        .array = array, .buffer = slice.buffer, .offset = slice.offset, .capacity = capacity};
    if (slice.buffer || array == NF_ARRAY_INDICES || array == NF_ARRAY_PAIRS || array == NF_ARRAY_OFFSETS)
        to->arrays[to->outputs.count++] = output;
}

static const nf_outputs *outputs_of(list *to, uint64_t *found) {
    to->outputs.arrays = to->arrays;
    to->outputs.found = found;
    return &to->outputs;
}

static void add_measured(list *to, const measured_slices *more, uint64_t capacity) {
    if (!more) return;
    add(to, NF_ARRAY_DISTANCES, more->distances, capacity);
    add(to, NF_ARRAY_VECTORS, more->vectors, capacity);
    add(to, NF_ARRAY_SHIFTS, more->shifts, capacity);
    for (int a = 0; a <= NF_ARRAY_ROWS_INT64; a++)
        if (more->made[a].buffer) add(to, (nf_array)a, more->made[a], capacity);
}

static void add_pairs(list *to, nf_slice pairs, const measured_slices *more, uint64_t capacity,
                      nf_slice total) {
    if (!more || !more->alone) add(to, NF_ARRAY_PAIRS, pairs, capacity);
    add(to, NF_ARRAY_FOUND, total, 1);
    add_measured(to, more, capacity);
}

nf_status measured_pairs_into(nf_cloud *cloud, double cutoff, const nf_pairs_options *options, nf_slice pairs,
                              const measured_slices *more, uint64_t capacity, nf_slice total,
                              const nf_sync *sync, uint64_t *needed) {
    nf_pairs_options own = options ? *options : (nf_pairs_options){.size = 0};
    list to = {.outputs.count = 0};
    add_pairs(&to, pairs, more, capacity, total);
    own.outputs = outputs_of(&to, needed);
    return nf_pairs(cloud, cutoff, &own, sync, NULL);
}

nf_status paper_pairs_into(nf_cloud *cloud, double cutoff, const nf_paper_pairs_options *options,
                           nf_slice pairs, const measured_slices *more, uint64_t capacity, nf_slice total,
                           const nf_sync *sync, uint64_t *needed) {
    nf_paper_pairs_options own = options ? *options : (nf_paper_pairs_options){.size = 0};
    list to = {.outputs.count = 0};
    add_pairs(&to, pairs, more, capacity, total);
    own.outputs = outputs_of(&to, needed);
    return nf_paper_pairs(cloud, cutoff, &own, sync, NULL);
}

nf_status pairs_into(nf_cloud *cloud, double cutoff, const nf_pairs_options *options, nf_slice pairs,
                     uint64_t capacity, nf_slice total, const nf_sync *sync, uint64_t *needed) {
    return measured_pairs_into(cloud, cutoff, options, pairs, NULL, capacity, total, sync, needed);
}

nf_status pairs_count(nf_cloud *cloud, double cutoff, const nf_pairs_options *options, const nf_sync *sync,
                      uint64_t *count) {
    nf_pairs_options own = options ? *options : (nf_pairs_options){.size = 0};
    list to = {.outputs.count = 0};
    own.outputs = outputs_of(&to, count);
    return nf_pairs(cloud, cutoff, &own, sync, NULL);
}

nf_status measured_lists_into(nf_cloud *cloud, double cutoff, const nf_lists_options *options,
                              nf_slice offsets, nf_slice counts, nf_slice indices,
                              const measured_slices *more, uint64_t capacity, const nf_sync *sync,
                              uint64_t *needed) {
    nf_lists_options own = options ? *options : (nf_lists_options){.size = 0};
    const int only_offsets = own.arrays == NF_WANT(NF_ARRAY_OFFSETS);
    list to = {.outputs.count = 0};
    add(&to, NF_ARRAY_OFFSETS, offsets, UINT64_MAX);
    add(&to, NF_ARRAY_COUNTS, counts, UINT64_MAX);
    if (!only_offsets && !(more && more->alone)) add(&to, NF_ARRAY_INDICES, indices, capacity);
    add_measured(&to, more, capacity);
    own.outputs = outputs_of(&to, needed);
    return nf_lists(cloud, cutoff, &own, sync, NULL);
}

nf_status lists_into(nf_cloud *cloud, double cutoff, const nf_lists_options *options, nf_slice offsets,
                     nf_slice indices, uint64_t capacity, const nf_sync *sync, uint64_t *needed) {
    return measured_lists_into(cloud, cutoff, options, offsets, nf_at(NULL, 0), indices, NULL, capacity, sync,
                               needed);
}

nf_status histogram_into(nf_cloud *cloud, double cutoff, uint32_t bins, const nf_histogram_options *options,
                         nf_slice counts, const nf_sync *sync) {
    return weighted_histogram_into(cloud, cutoff, bins, options, counts, nf_at(NULL, 0), sync);
}

nf_status weighted_histogram_into(nf_cloud *cloud, double cutoff, uint32_t bins,
                                  const nf_histogram_options *options, nf_slice counts, nf_slice weighted,
                                  const nf_sync *sync) {
    nf_histogram_options own = options ? *options : (nf_histogram_options){.size = 0};
    list to = {.outputs.count = 0};
    add(&to, NF_ARRAY_COUNTS, counts, UINT64_MAX);
    add(&to, NF_ARRAY_WEIGHTED_COUNTS, weighted, UINT64_MAX);
    own.outputs = outputs_of(&to, NULL);
    return nf_histogram(cloud, cutoff, bins, &own, sync, NULL);
}

nf_status coordination_into(nf_cloud *cloud, double cutoff, uint32_t type_count,
                            const nf_coordination_options *options, nf_slice counts, const nf_sync *sync) {
    nf_coordination_options own = options ? *options : (nf_coordination_options){.size = 0};
    list to = {.outputs.count = 0};
    add(&to, NF_ARRAY_COUNTS, counts, UINT64_MAX);
    own.outputs = outputs_of(&to, NULL);
    return nf_coordination(cloud, cutoff, type_count, &own, sync, NULL);
}

nf_status knn_into(nf_cloud *cloud, int k, const nf_knn_options *options, const knn_slices *slices,
                   const nf_sync *sync) {
    nf_knn_options own = options ? *options : (nf_knn_options){.size = 0};
    list to = {.outputs.count = 0};
    if (slices->indices.buffer) add(&to, NF_ARRAY_INDICES, slices->indices, UINT64_MAX);
    add(&to, NF_ARRAY_DISTANCES, slices->distances, UINT64_MAX);
    add(&to, NF_ARRAY_KTH_DISTANCES, slices->kth_distances, UINT64_MAX);
    add(&to, NF_ARRAY_MEAN_DISTANCES, slices->mean_distances, UINT64_MAX);
    add(&to, NF_ARRAY_DENSITIES, slices->densities, UINT64_MAX);
    add(&to, NF_ARRAY_ORDER, slices->order, UINT64_MAX);
    add(&to, NF_ARRAY_INDICES_INT64, slices->indices_int64, UINT64_MAX);
    add(&to, NF_ARRAY_VECTORS, slices->vectors, UINT64_MAX);
    add(&to, NF_ARRAY_SHIFTS, slices->shifts, UINT64_MAX);
    own.outputs = outputs_of(&to, NULL);
    return nf_knn(cloud, (uint32_t)k, &own, sync, NULL);
}

static nf_status ask_groups(nf_cloud *cloud, double linking_length, const fof_query *query,
                            const nf_outputs *outputs, nf_cost *cost, const nf_sync *sync,
                            nf_result **result) {
    static const fof_query nothing = {0};
    const fof_query *a = query ? query : &nothing;
    const uint64_t cores = NF_WANT(NF_ARRAY_CORES) | NF_WANT(NF_ARRAY_CORES_UINT8);
    const nf_fof_options fof = {
        .in_spacings = a->in_spacings, .arrays = a->arrays & ~cores, .outputs = outputs, .cost = cost};
    const nf_dbscan_options dbscan = {.arrays = a->arrays, .outputs = outputs, .cost = cost};
    int has_cores = (a->arrays & cores) != 0;
    for (uint32_t k = 0; outputs && k < outputs->count; k++)
        has_cores |= (cores >> outputs->arrays[k].array & 1) != 0;
    if (!a->min_points && (a->in_spacings || !has_cores))
        return nf_fof(cloud, linking_length, &fof, sync, result);
    return nf_dbscan(cloud, linking_length, a->min_points ? a->min_points : 1, &dbscan, sync, result);
}

nf_status fof_or_dbscan(nf_cloud *cloud, double linking_length, const fof_query *query, const nf_sync *sync,
                        nf_result **result) {
    return ask_groups(cloud, linking_length, query, NULL, NULL, sync, result);
}

nf_status fof_into(nf_cloud *cloud, double linking_length, const fof_query *query, const fof_slices *slices,
                   const nf_sync *sync, uint64_t *groups) {
    list to = {.outputs.count = 0};
    add(&to, NF_ARRAY_LABELS, slices->labels, UINT64_MAX);
    add(&to, NF_ARRAY_CORES, slices->cores, UINT64_MAX);
    add(&to, NF_ARRAY_GROUP_NUMBERS, slices->numbers, UINT64_MAX);
    add(&to, NF_ARRAY_CORES_UINT8, slices->bytes, UINT64_MAX);
    add(&to, NF_ARRAY_ORDER, slices->order, UINT64_MAX);
    return ask_groups(cloud, linking_length, query, outputs_of(&to, groups), NULL, sync, NULL);
}

nf_status catalogue_into(nf_cloud *cloud, nf_slice labels, const nf_catalogue_options *options,
                         const catalogue_slices *slices, uint64_t capacity, const nf_sync *sync,
                         uint64_t *needed) {
    nf_catalogue_options own = options ? *options : (nf_catalogue_options){.size = 0};
    list to = {.outputs.count = 0};
    add(&to, NF_ARRAY_GROUPS, slices->groups, capacity);
    add(&to, NF_ARRAY_MEMBERS, slices->members, capacity);
    add(&to, NF_ARRAY_MASSES, slices->masses, capacity);
    add(&to, NF_ARRAY_CENTRES, slices->centres, capacity);
    add(&to, NF_ARRAY_VELOCITIES, slices->velocities, capacity);
    add(&to, NF_ARRAY_INERTIA_RADII, slices->inertia_radii, capacity);
    add(&to, NF_ARRAY_EXTENTS, slices->extents, capacity);
    add(&to, NF_ARRAY_PERCOLATES, slices->percolates, capacity);
    add(&to, NF_ARRAY_DISPERSIONS, slices->dispersions, capacity);
    add(&to, NF_ARRAY_ORDER, slices->order, UINT64_MAX);
    if (slices->offsets.buffer) add(&to, NF_ARRAY_OFFSETS, slices->offsets, capacity + 1);
    add(&to, NF_ARRAY_FOUND, slices->total, 1);
    own.outputs = outputs_of(&to, needed);
    return nf_catalogue(cloud, labels, &own, sync, NULL);
}

nf_status interact_into(nf_cloud *cloud, double cutoff, const nf_function *function,
                        const nf_interact_options *options, const nf_slice *sums, nf_slice totals,
                        const nf_sync *sync) {
    nf_interact_options own = options ? *options : (nf_interact_options){.size = 0};
    list to = {.outputs.count = 0};
    for (int k = 0; k < function->info.sums; k++) add(&to, NF_ARRAY_SUM(k), sums[k], UINT64_MAX);
    add(&to, NF_ARRAY_TOTALS, totals, UINT64_MAX);
    own.outputs = outputs_of(&to, NULL);
    return nf_interact(cloud, cutoff, function, &own, sync, NULL);
}

nf_status zsort_into(nf_context *context, const nf_points *points, nf_slice order, const nf_sync *sync) {
    list to = {.outputs.count = 0};
    nf_cloud *cloud = NULL;
    nf_status status = nf_cloud_create(context, points, NULL, sync, &cloud);
    to.arrays[to.outputs.count++] = (nf_output){
        .array = NF_ARRAY_ORDER, .buffer = order.buffer, .offset = order.offset, .capacity = UINT64_MAX};
    const nf_zsort_options options = {.outputs = outputs_of(&to, NULL)};
    if (status == NF_OK) status = nf_zsort(cloud, &options, sync, NULL);
    nf_cloud_free(cloud);
    return status;
}

/* ---- costs ----------------------------------------------------------------------------------------------------- */

/* Declares `own`, a copy of the options with a cost, and `cloud`, which has the shape. */
#define ASK_COST(type, call)                                                                                 \
    type own = {0};                                                                                          \
    nf_cost cost = {0};                                                                                      \
    nf_cloud *cloud = NULL;                                                                                  \
    *bytes = 0;                                                                                              \
    if (options) own = *options;                                                                             \
    cost.assumed = found;                                                                                    \
    own.cost = &cost;                                                                                        \
    nf_status status = nf_cloud_create_shape(context, shape, &cloud);                                        \
    if (status == NF_OK) status = (call);                                                                    \
    if (status == NF_OK) *bytes = cost.bytes;                                                                \
    nf_cloud_free(cloud);                                                                                    \
    return status

nf_status pairs_cost(nf_context *context, const nf_points *shape, const nf_pairs_options *options,
                     uint64_t found, uint64_t *bytes) {
    ASK_COST(nf_pairs_options, nf_pairs(cloud, 1, &own, NULL, NULL));
}

nf_status paper_pairs_cost(nf_context *context, const nf_points *shape, const nf_paper_pairs_options *options,
                           uint64_t found, uint64_t *bytes) {
    ASK_COST(nf_paper_pairs_options, nf_paper_pairs(cloud, 1, &own, NULL, NULL));
}

nf_status lists_cost(nf_context *context, const nf_points *shape, const nf_lists_options *options,
                     uint64_t found, uint64_t *bytes) {
    ASK_COST(nf_lists_options, nf_lists(cloud, 1, &own, NULL, NULL));
}

nf_status histogram_cost(nf_context *context, const nf_points *shape, uint32_t bins,
                         const nf_histogram_options *options, uint64_t *bytes) {
    const uint64_t found = 0;
    ASK_COST(nf_histogram_options,
             nf_histogram(cloud, own.edges ? own.edges[bins] : 1, bins, &own, NULL, NULL));
}

nf_status coordination_cost(nf_context *context, const nf_points *shape, uint32_t type_count,
                            const nf_coordination_options *options, uint64_t *bytes) {
    const uint64_t found = 0;
    ASK_COST(nf_coordination_options, nf_coordination(cloud, 1, type_count, &own, NULL, NULL));
}

nf_status knn_cost(nf_context *context, const nf_points *shape, int k, const nf_knn_options *options,
                   uint64_t *bytes) {
    const uint64_t found = 0;
    ASK_COST(nf_knn_options, nf_knn(cloud, (uint32_t)k, &own, NULL, NULL));
}

nf_status fof_cost(nf_context *context, const nf_points *shape, const fof_query *query, uint64_t *bytes) {
    nf_cost cost = {0};
    nf_cloud *cloud = NULL;
    nf_status status = nf_cloud_create_shape(context, shape, &cloud);
    if (status == NF_OK) status = ask_groups(cloud, 1, query, NULL, &cost, NULL, NULL);
    *bytes = cost.bytes;
    nf_cloud_free(cloud);
    return status;
}

nf_status catalogue_cost(nf_context *context, const nf_points *shape, const nf_catalogue_options *options,
                         uint64_t found, uint64_t *bytes) {
    ASK_COST(nf_catalogue_options, nf_catalogue(cloud, nf_at(NULL, 0), &own, NULL, NULL));
}

nf_status interact_cost(nf_context *context, const nf_points *shape, const nf_function *function,
                        const nf_interact_options *options, uint64_t *bytes) {
    const uint64_t found = 0;
    ASK_COST(nf_interact_options, nf_interact(cloud, 1, function, &own, NULL, NULL));
}

nf_status zsort_cost(nf_context *context, const nf_points *shape, uint64_t *bytes) {
    const uint64_t found = 0;
    const nf_zsort_options *options = NULL;
    ASK_COST(nf_zsort_options, nf_zsort(cloud, &own, NULL, NULL));
}

/* ---- in chunks --------------------------------------------------------------------------------------------------- */

nf_status pairs_in_chunks(nf_cloud *cloud, double cutoff, const nf_pairs_options *options,
                          const nf_chunks *chunks, const nf_sync *sync, uint64_t *total) {
    nf_pairs_options own = options ? *options : (nf_pairs_options){.size = 0};
    nf_chunks to = *chunks;
    to.found = total;
    own.chunks = &to;
    return nf_pairs(cloud, cutoff, &own, sync, NULL);
}

nf_status lists_in_chunks(nf_cloud *cloud, double cutoff, const nf_lists_options *options,
                          const nf_chunks *chunks, const nf_sync *sync, uint64_t *total) {
    nf_lists_options own = options ? *options : (nf_lists_options){.size = 0};
    nf_chunks to = *chunks;
    to.found = total;
    own.chunks = &to;
    return nf_lists(cloud, cutoff, &own, sync, NULL);
}

nf_status knn_in_chunks(nf_cloud *cloud, int k, const nf_knn_options *options, const nf_chunks *chunks,
                        const nf_sync *sync) {
    nf_knn_options own = options ? *options : (nf_knn_options){.size = 0};
    own.chunks = chunks;
    return nf_knn(cloud, (uint32_t)k, &own, sync, NULL);
}
