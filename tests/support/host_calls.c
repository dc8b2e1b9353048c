/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/host_calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A call: its context, cloud and result. */
typedef struct host_call {
    nf_context *context;
    nf_cloud *cloud;
    nf_result *result;
    nf_allocator allocator;
    char *message;
    size_t message_size;
} host_call;

static nf_status begin(host_call *call, const nf_points *points, const nf_box *box,
                       const nf_allocator *allocator, int timed, char *message, size_t message_size) {
    nf_context_options options = {.device = "host", .profile = timed, .config_folder = "off", .tuning = ""};
    *call = (host_call){.message = message, .message_size = message_size};
    if (allocator) options.allocator = call->allocator = *allocator;
    if (message && message_size) message[0] = 0;
    const nf_status status = nf_context_create(&options, &call->context, message, message_size);
    return status == NF_OK ? nf_cloud_create(call->context, points, box, NULL, &call->cloud) : status;
}

static nf_status end(host_call *call, nf_status status) {
    if (status != NF_OK && call->context && call->message && call->message_size &&
        *nf_context_error(call->context))
        snprintf(call->message, call->message_size, "%s", nf_context_error(call->context));
    nf_result_free(call->result);
    nf_cloud_free(call->cloud);
    nf_context_free(call->context);
    return status;
}

static void times_of(const host_call *call, host_times *times) {
    nf_stage stages[16];
    size_t count = 0;
    struct {
        const char *name;
        double *ms;
    } rows[] = {{"bounds", &times->bounds},
                {"keys", &times->keys},
                {"sort", &times->sort},
                {"order", &times->order},
                {"search", &times->search}};
    if (nf_context_stages(call->context, stages, 16, &count) != NF_OK) return;
    *times = (host_times){0};
    for (size_t s = 0; s < count && s < 16; s++)
        for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
            if (strcmp(stages[s].name, rows[r].name) == 0) *rows[r].ms = stages[s].ms;
}

/* A copy of an array, allocated; at least one byte. */
static nf_status copy(host_call *call, nf_array array, void **to) {
    const nf_array_info info = nf_result_array(call->result, array);
    const size_t bytes = (size_t)info.rows * (size_t)info.columns * nf_type_bytes(info.type);
    *to = call->allocator.allocate ? call->allocator.allocate(call->allocator.user, bytes + 1)
                                   : malloc(bytes + 1);
    if (!*to) {
        snprintf(call->message, call->message ? call->message_size : 0, "there are no %zu bytes", bytes);
        return NF_ERROR_MEMORY;
    }
    return nf_result_read(call->result, array, 0, info.rows, NULL, *to);
}

static void release(const host_call *call, void **array) {
    if (!*array) return;
    if (call->allocator.release) call->allocator.release(call->allocator.user, *array);
    else free(*array);
    *array = NULL;
}

/* The arrays of a result that are wanted. */
typedef struct wanted {
    nf_array array;
    void **to; /* NULL: it is not wanted */
} wanted;

static nf_status copy_all(host_call *call, const wanted *all, size_t count) {
    nf_status status = NF_OK;
    for (size_t k = 0; k < count && status == NF_OK; k++)
        if (all[k].to && nf_result_array(call->result, all[k].array).name)
            status = copy(call, all[k].array, all[k].to);
    for (size_t k = 0; k < count && status != NF_OK; k++)
        if (all[k].to) release(call, all[k].to);
    return status;
}

#define MEASURED (NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS))

static void **if_measured(uint64_t arrays, nf_array array, void **to) {
    return arrays & NF_WANT(array) ? to : NULL;
}

nf_status host_pairs(const nf_points *points, const nf_box *box, double cutoff,
                     const nf_pairs_options *options, const nf_allocator *allocator, int32_t **pairs,
                     uint64_t *total, host_arrays *more, host_times *times, char *message,
                     size_t message_size) {
    const nf_outputs count = {.found = total};
    nf_pairs_options own = {.size = 0};
    host_call call;
    if (pairs) *pairs = NULL;
    if (more) *more = (host_arrays){0};
    *total = 0;
    nf_status status = begin(&call, points, box, allocator, times != NULL, message, message_size);
    if (status != NF_OK) return end(&call, status);
    if (options) own = *options;
    const uint64_t measured = pairs && more ? own.arrays & MEASURED : 0;
    own.arrays = own.arrays & ~MEASURED ? own.arrays : NF_WANT(NF_ARRAY_PAIRS) | measured;
    if (!pairs) own.outputs = &count;
    status = nf_pairs(call.cloud, cutoff, &own, NULL, pairs ? &call.result : NULL);
    if (status == NF_OK && pairs) {
        host_arrays none, *to = more ? more : &none;
        const wanted all[] = {
            {NF_ARRAY_PAIRS, (void **)pairs},
            {NF_ARRAY_DISTANCES, if_measured(measured, NF_ARRAY_DISTANCES, &to->distances)},
            {NF_ARRAY_VECTORS, if_measured(measured, NF_ARRAY_VECTORS, &to->vectors)},
            {NF_ARRAY_SHIFTS, if_measured(measured, NF_ARRAY_SHIFTS, (void **)&to->shifts)}};
        *total = nf_result_total(call.result);
        status = copy_all(&call, all, sizeof all / sizeof *all);
    }
    if (status == NF_OK && times) times_of(&call, times);
    if (status != NF_OK) *total = 0;
    return end(&call, status);
}

nf_status host_lists(const nf_points *points, const nf_box *box, double cutoff,
                     const nf_lists_options *options, const nf_allocator *allocator, uint64_t **offsets,
                     int32_t **indices, host_arrays *more, host_times *times, char *message,
                     size_t message_size) {
    nf_lists_options own = {.size = 0};
    host_call call;
    *offsets = NULL;
    if (indices) *indices = NULL;
    if (more) *more = (host_arrays){0};
    nf_status status = begin(&call, points, box, allocator, times != NULL, message, message_size);
    if (status != NF_OK) return end(&call, status);
    if (options) own = *options;
    const uint64_t measured = indices && more ? own.arrays & MEASURED : 0;
    if (!(own.arrays & ~MEASURED))
        own.arrays = (indices ? NF_WANT(NF_ARRAY_INDICES) : NF_WANT(NF_ARRAY_OFFSETS)) | measured;
    status = nf_lists(call.cloud, cutoff, &own, NULL, &call.result);
    if (status == NF_OK) {
        host_arrays none, *to = more ? more : &none;
        const wanted all[] = {
            {NF_ARRAY_OFFSETS, (void **)offsets},
            {NF_ARRAY_INDICES, (void **)indices},
            {NF_ARRAY_COUNTS, more && own.cell_order ? (void **)&to->counts : NULL},
            {NF_ARRAY_DISTANCES, if_measured(measured, NF_ARRAY_DISTANCES, &to->distances)},
            {NF_ARRAY_VECTORS, if_measured(measured, NF_ARRAY_VECTORS, &to->vectors)},
            {NF_ARRAY_SHIFTS, if_measured(measured, NF_ARRAY_SHIFTS, (void **)&to->shifts)}};
        status = copy_all(&call, all, sizeof all / sizeof *all);
    }
    if (status == NF_OK && times) times_of(&call, times);
    return end(&call, status);
}

nf_status host_histogram(const nf_points *points, const nf_box *box, double cutoff, uint32_t bins,
                         const nf_histogram_options *options, const nf_allocator *allocator, uint64_t *counts,
                         uint64_t *total, host_times *times, char *message, size_t message_size) {
    const nf_output output = {.array = NF_ARRAY_COUNTS, .host = counts, .capacity = bins};
    const nf_outputs outputs = {.count = 1, .arrays = &output, .found = total};
    nf_histogram_options own = {.size = 0};
    host_call call;
    if (total) *total = 0;
    nf_status status = begin(&call, points, box, allocator, times != NULL, message, message_size);
    if (status != NF_OK) return end(&call, status);
    if (options) own = *options;
    own.outputs = &outputs;
    status = nf_histogram(call.cloud, cutoff, bins, &own, NULL, NULL);
    if (status == NF_OK && times) times_of(&call, times);
    return end(&call, status);
}

nf_status host_zsort(const nf_points *points, const nf_allocator *allocator, uint32_t *permutation,
                     char *message, size_t message_size) {
    host_call call;
    nf_status status = begin(&call, points, NULL, allocator, 0, message, message_size);
    if (status != NF_OK) return end(&call, status);
    const nf_output output = {.array = NF_ARRAY_ORDER, .host = permutation, .capacity = points->n};
    const nf_outputs outputs = {.count = 1, .arrays = &output};
    const nf_zsort_options options = {.outputs = &outputs};
    return end(&call, nf_zsort(call.cloud, &options, NULL, NULL));
}

nf_status host_knn(const nf_points *points, const nf_box *box, int k, const nf_knn_options *options,
                   const nf_allocator *allocator, const host_knn_places *places, char *message,
                   size_t message_size) {
    nf_knn_options own = {.size = 0};
    host_call call;
    uint32_t count = 0;
    nf_status status = begin(&call, points, box, allocator, 0, message, message_size);
    if (status != NF_OK) return end(&call, status);
    if (options) own = *options;
    const uint64_t rows = own.queries ? own.queries->n : points->n;
    const struct {
        nf_array array;
        void *to;
    } all[] = {{NF_ARRAY_INDICES, places->indices},
               {NF_ARRAY_DISTANCES, places->distances},
               {NF_ARRAY_KTH_DISTANCES, places->kth_distances},
               {NF_ARRAY_MEAN_DISTANCES, places->mean_distances},
               {NF_ARRAY_DENSITIES, places->densities},
               {NF_ARRAY_ORDER, own.z_order ? places->order : NULL}};
    nf_output arrays[sizeof all / sizeof *all];
    for (size_t a = 0; a < sizeof all / sizeof *all; a++)
        if (all[a].to)
            arrays[count++] = (nf_output){.array = all[a].array, .host = all[a].to, .capacity = rows};
    const nf_outputs outputs = {.count = count, .arrays = arrays};
    own.outputs = &outputs;
    status = nf_knn(call.cloud, k, &own, NULL, NULL);
    return end(&call, status);
}

nf_status host_fof(const nf_points *points, const nf_box *box, double linking_length, uint32_t min_points,
                   const nf_fof_options *options, const nf_allocator *allocator, int32_t *labels,
                   uint32_t *cores, uint32_t *order, uint64_t *groups, char *message, size_t message_size) {
    const int in_spacings = options && options->in_spacings, links = in_spacings || (!min_points && !cores);
    host_call call;
    uint32_t count = 0;
    if (groups) *groups = 0;
    nf_status status = begin(&call, points, box, allocator, 0, message, message_size);
    if (status != NF_OK) return end(&call, status);
    nf_output arrays[3] = {{.array = NF_ARRAY_LABELS, .host = labels, .capacity = points->n}};
    count = 1;
    if (cores && !links)
        arrays[count++] = (nf_output){.array = NF_ARRAY_CORES, .host = cores, .capacity = points->n};
    if (order) arrays[count++] = (nf_output){.array = NF_ARRAY_ORDER, .host = order, .capacity = points->n};
    const nf_outputs outputs = {.count = count, .arrays = arrays, .found = groups};
    nf_fof_options own = {.size = 0};
    if (options) own = *options;
    own.outputs = &outputs;
    const nf_dbscan_options dbscan = {.outputs = &outputs};
    status = links ? nf_fof(call.cloud, linking_length, &own, NULL, NULL)
                   : nf_dbscan(call.cloud, linking_length, min_points ? min_points : 1, &dbscan, NULL, NULL);
    for (uint64_t p = 0; p < points->n && cores && links && status == NF_OK; p++) cores[p] = 1;
    return end(&call, status);
}

nf_status host_catalogue(const nf_points *points, const nf_box *box, const int32_t *labels,
                         const nf_catalogue_options *options, const nf_allocator *allocator,
                         host_groups *groups, char *message, size_t message_size) {
    nf_catalogue_options own = {.size = 0};
    host_call call;
    *groups = (host_groups){0};
    nf_status status = begin(&call, points, box, allocator, 0, message, message_size);
    if (status != NF_OK) return end(&call, status);
    if (options) own = *options;
    own.host_labels = labels;
    status = nf_catalogue(call.cloud, nf_at(NULL, 0), &own, NULL, &call.result);
    if (status == NF_OK) {
        const wanted all[] = {
            {NF_ARRAY_GROUPS, (void **)&groups->groups}, {NF_ARRAY_MEMBERS, (void **)&groups->members},
            {NF_ARRAY_MASSES, &groups->masses},          {NF_ARRAY_CENTRES, &groups->centres},
            {NF_ARRAY_VELOCITIES, &groups->velocities},  {NF_ARRAY_INERTIA_RADII, &groups->inertia_radii},
            {NF_ARRAY_EXTENTS, &groups->extents},        {NF_ARRAY_PERCOLATES, (void **)&groups->percolates}};
        groups->count = nf_result_total(call.result);
        for (size_t a = 0; a < sizeof all / sizeof *all && status == NF_OK; a++)
            if (nf_result_array(call.result, all[a].array).rows)
                status = copy(&call, all[a].array, all[a].to);
        for (size_t a = 0; a < sizeof all / sizeof *all && status != NF_OK; a++) release(&call, all[a].to);
        if (status != NF_OK) groups->count = 0;
    }
    return end(&call, status);
}
