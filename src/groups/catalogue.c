/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "groups/catalogue.h"

#include "core/check.h"
#include "core/check_tree.h"
#include "core/whole.h"
#include "question/result.h"
#include "question/shaped.h"
#include "groups/members.h"

#include <limits.h>

static const nf_tunable catalogue_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 64, 1, {1, 32, 64, 128, 256}, nf_fits_group},
};
const nf_family nf_catalogue_family = NF_FAMILY("catalogue", catalogue_tunables, 1, 64);

static const nf_array arrays[NF_CATALOGUE_ARRAYS] = {
    [NF_CATALOGUE_GROUPS] = NF_ARRAY_GROUPS,     [NF_CATALOGUE_MEMBERS] = NF_ARRAY_MEMBERS,
    [NF_CATALOGUE_MASSES] = NF_ARRAY_MASSES,     [NF_CATALOGUE_CENTRES] = NF_ARRAY_CENTRES,
    [NF_CATALOGUE_SPEEDS] = NF_ARRAY_VELOCITIES, [NF_CATALOGUE_RADII] = NF_ARRAY_INERTIA_RADII,
    [NF_CATALOGUE_EXTENTS] = NF_ARRAY_EXTENTS,   [NF_CATALOGUE_CHAINS] = NF_ARRAY_PERCOLATES};

nf_arg nf_catalogue_wanted(const nf_catalogue_query *c) {
    uint32_t bits = c->weights.buffer ? UINT32_C(1) << NF_CATALOGUE_ARRAYS : 0;
    for (int a = 0; a < NF_CATALOGUE_ARRAYS; a++)
        if (c->wanted & NF_WANT(arrays[a])) bits |= UINT32_C(1) << a;
    return nf_u32(bits);
}

/* The bytes of a row of an array. */
static uint64_t row_of(int array, int dims, nf_type type) {
    const nf_array_info info = nf_result_array(NULL, arrays[array]); /* 0 columns: one for each of dims */
    return nf_type_bytes(info.type ? info.type : type) * (uint64_t)(info.columns ? info.columns : dims);
}

/* ---- asking ----------------------------------------------------------------------------------------------- */

static nf_status ask(nf_work *work, nf_catalogue_query *c, nf_cloud *cloud, nf_slice labels,
                     const nf_catalogue_options *options) {
    nf_context *context = cloud->context;
    const nf_points points = {.n = cloud->n, .dims = cloud->dims, .type = cloud->type};
    nf_status status = NF_OK;
    *c = (nf_catalogue_query){.cloud = cloud,
                              .labels = labels,
                              .least = nf_catalogue_least(options),
                              .wanted = nf_catalogue_arrays(options),
                              .tile = nf_tile_fit(context, &nf_catalogue_family, (nf_tile_need){0})};
    NF_TRY(nf_check_catalogue_options(options, &points, 1, &context->error));
    if (cloud->batch.count)
        return nf_fail(&context->error, NF_ERROR_UNSUPPORTED,
                       "a batch has no catalogue of groups: make a cloud of each system");
    NF_TRY(nf_cloud_check_dims(cloud, "nf_catalogue"));
    NF_TRY(nf_catalogue_length(options, &cloud->space, cloud->n, &c->length, &context->error));
    NF_TRY(nf_check_slice(context, "labels", labels, cloud->n, 4));
    if (options) NF_TRY(nf_weights_take(work, options->weights, &c->weights));
    if (options) NF_TRY(nf_velocities_take(work, options->velocities, &c->velocities));
done:
    return status;
}

/* ---- finding and writing ---------------------------------------------------------------------------------- */

static nf_status find(nf_work *work, nf_catalogue_query *c, nf_slice total) {
    nf_context *context = work->context;
    nf_spec spec = nf_spec_of(context, "groups/catalogue.cl");
    nf_status status = NF_OK;
    NF_TRY(nf_tree_build(work, c->cloud, INT_MIN, 0, 0,
                         &c->tree)); /* for the scale, and for points that are bad */
    if (c->length > 0)
        NF_TRY(nf_scaling_square(&c->tree->scaling, c->length, "the linking length", &c->square,
                                 &context->error));
    nf_tile_define(&spec, c->tile);
    nf_define(&spec, "REAL64", c->cloud->type == NF_FLOAT64);
    nf_define(&spec, "ROOT64", context->device.fp64 != 0);
    nf_define(&spec, "DIMS", c->cloud->dims);
    nf_loops_define(&spec, &context->device);
    NF_TRY(nf_program_get(context, &spec, &c->program));
    NF_TRY(nf_catalogue_find(work, c, total));
done:
    return status;
}

static nf_status write(nf_work *work, nf_catalogue_query *c) {
    nf_status status = NF_OK;
    if (c->rows == 0) return NF_OK;
    NF_TRY(nf_catalogue_order(work, c));
    NF_TRY(nf_catalogue_measure(work, c));
done:
    return status;
}

/* ---- into a result ---------------------------------------------------------------------------------------- */

/* Of at most so many groups. */
static nf_status fill(nf_work *work, nf_catalogue_query *c, uint64_t most, nf_result *result) {
    nf_status status = NF_OK;
    NF_TRY(find(work, c, nf_at(NULL, 0)));
    c->rows = nf_least(c->found, most);
    for (int a = 0; a < NF_CATALOGUE_ARRAYS && c->rows; a++) {
        const nf_array array = arrays[a];
        if (!(c->wanted & NF_WANT(array))) continue;
        NF_TRY(nf_result_keep(result, array, c->rows));
        result->rows[array] = c->rows;
        c->places[a] = result->arrays[array].buffer;
    }
    NF_TRY(write(work, c));
    NF_TRY(nf_result_wait(work));
    result->total = c->found;
done:
    return status;
}

nf_status nf_catalogue(nf_cloud *cloud, nf_slice labels, const nf_catalogue_options *options,
                       const nf_sync *sync, nf_result **result) {
    nf_work work;
    nf_catalogue_query c;
    int is_new = 0;
    nf_sync_clear(sync);
    nf_status status = nf_result_open(cloud, result, &is_new);
    if (!cloud || status != NF_OK) return status;
    NF_TRY(nf_work_begin(&work, cloud->context, sync));
    NF_TRY(nf_result_begin(&work, *result));
    NF_TRY(ask(&work, &c, cloud, labels, options));
    if (cloud->n) NF_TRY(fill(&work, &c, UINT64_MAX, *result));
done:
    status = nf_work_end(&work, status);
    nf_result_close(result, is_new, status);
    return status;
}

/* ---- into the caller's buffers ---------------------------------------------------------------------------- */

typedef struct slices {
    nf_slice at[NF_CATALOGUE_ARRAYS];
} slices;

static slices slices_of(const nf_catalogue_places *places) {
    return (slices){{[NF_CATALOGUE_GROUPS] = places->groups,
                     [NF_CATALOGUE_MEMBERS] = places->members,
                     [NF_CATALOGUE_MASSES] = places->masses,
                     [NF_CATALOGUE_CENTRES] = places->centres,
                     [NF_CATALOGUE_SPEEDS] = places->velocities,
                     [NF_CATALOGUE_RADII] = places->inertia_radii,
                     [NF_CATALOGUE_EXTENTS] = places->extents,
                     [NF_CATALOGUE_CHAINS] = places->percolates}};
}

/* A slice that the call reads or writes. */
typedef struct used {
    const char *name;
    nf_slice at;
    uint64_t n;
    size_t size;
} used;

/* Checks that what is written overlaps neither what is read nor each other. */
static nf_status check_places(const nf_catalogue_query *c, const slices *to, uint64_t capacity,
                              nf_slice total) {
    enum { READ = 3, ALL = READ + NF_CATALOGUE_ARRAYS + 1 };
    const nf_cloud *cloud = c->cloud;
    const uint64_t n = cloud->n;
    const size_t element = nf_type_bytes(cloud->type);
    used all[ALL] = {{"labels", c->labels, n, 4}, {"weights", c->weights, n, element}};
    nf_status status = NF_OK;
    all[2] = (used){"velocities of points", c->velocities, n * (uint64_t)cloud->dims, element};
    for (int a = 0; a < NF_CATALOGUE_ARRAYS; a++)
        all[READ + a] = (used){nf_result_array(NULL, arrays[a]).name, to->at[a], capacity,
                               (size_t)row_of(a, cloud->dims, cloud->type)};
    all[ALL - 1] = (used){"total", total, 1, 8};
    for (int k = READ; k < ALL; k++) {
        const used *own = all + k;
        if (!own->at.buffer) continue;
        NF_TRY(nf_cloud_check_place(cloud, own->name, own->at, own->n, own->size));
        for (int j = 0; j < k; j++)
            NF_TRY(nf_check_apart(cloud->context, all[j].name, all[j].at, own->name, own->at,
                                  all[j].n * all[j].size, all[j].size, own->n * own->size, own->size));
    }
done:
    return status;
}

/* Kernels write arrays from the first element of a buffer on: those elsewhere are written to scratch and copied. */
static nf_status write_into(nf_work *work, nf_catalogue_query *c, const slices *to) {
    const nf_cloud *cloud = c->cloud;
    nf_status status = NF_OK;
    for (int a = 0; a < NF_CATALOGUE_ARRAYS && c->rows; a++) {
        c->places[a] = to->at[a].buffer;
        if (to->at[a].buffer && to->at[a].offset)
            NF_TRY(nf_scratch(work, c->rows * row_of(a, cloud->dims, cloud->type), &c->places[a]));
    }
    NF_TRY(write(work, c));
    for (int a = 0; a < NF_CATALOGUE_ARRAYS && c->rows; a++) {
        const uint64_t row = row_of(a, cloud->dims, cloud->type);
        if (c->places[a] != to->at[a].buffer)
            NF_TRY(nf_copy(work, c->places[a], 0, to->at[a].buffer, to->at[a].offset * row, c->rows * row));
    }
done:
    return status;
}

/* The arrays are those with a place. */
static nf_status ask_into(nf_work *work, nf_catalogue_query *c, nf_cloud *cloud, nf_slice labels,
                          const nf_catalogue_options *options, const slices *to) {
    nf_catalogue_options wanted = options ? *options : (nf_catalogue_options){0};
    nf_status status = NF_OK;
    wanted.arrays = 0;
    for (int a = 0; a < NF_CATALOGUE_ARRAYS; a++)
        if (to->at[a].buffer) wanted.arrays |= NF_WANT(arrays[a]);
    NF_TRY(ask(work, c, cloud, labels, &wanted));
    c->wanted = wanted.arrays; /* none of the options are all */
done:
    return status;
}

nf_status nf_catalogue_into(nf_cloud *cloud, nf_slice labels, const nf_catalogue_options *options,
                            const nf_catalogue_places *places, uint64_t capacity, const nf_sync *sync,
                            uint64_t *needed) {
    nf_sync_clear(sync);
    if (needed) *needed = 0;
    if (!cloud) return NF_ERROR_ARGUMENT;
    nf_context *context = cloud->context;
    nf_work work;
    nf_catalogue_query c;
    slices to;
    nf_status status = NF_OK;
    const uint64_t zero = 0;
    NF_TRY(nf_work_begin(&work, context, sync));
    if (!places) {
        status = nf_fail(&context->error, NF_ERROR_ARGUMENT, "places is NULL");
        goto done;
    }
    to = slices_of(places);
    NF_TRY(ask_into(&work, &c, cloud, labels, options, &to));
    NF_TRY(check_places(&c, &to, capacity, places->total));
    if (cloud->n == 0) {
        if (places->total.buffer)
            NF_TRY(nf_fill(&work, places->total.buffer, &zero, sizeof zero, places->total.offset * 8, 8));
        goto done;
    }
    NF_TRY(find(&work, &c, places->total));
    c.rows = nf_least(c.found, capacity);
    NF_TRY(write_into(&work, &c, &to));
    if (needed) *needed = c.found;
    if (c.found > capacity)
        status = nf_fail(&context->error, NF_ERROR_CAPACITY, "there are %llu groups and room for %llu",
                         (unsigned long long)c.found, (unsigned long long)capacity);
done:
    return nf_work_end(&work, status);
}

/* ---- memory ----------------------------------------------------------------------------------------------- */

typedef struct catalogue_shape {
    const nf_catalogue_options *options;
    uint64_t groups;
} catalogue_shape;

static nf_status ask_shape(nf_cloud *cloud, const void *query) {
    const catalogue_shape *shape = query;
    nf_catalogue_options options = shape->options ? *shape->options : (nf_catalogue_options){.arrays = 0};
    nf_result result = nf_result_of(cloud);
    nf_points weights, velocities;
    nf_catalogue_query c;
    nf_work work;
    nf_status status = NF_OK;
    options.weights = nf_shaped_unless_used(options.weights, &weights);
    options.velocities = nf_shaped_unless_used(options.velocities, &velocities);
    options.in_spacings = 0;
    if (options.linking_length > 0) options.linking_length = NF_SHAPED_CUTOFF;
    NF_TRY(nf_work_begin(&work, cloud->context, NULL));
    NF_TRY(ask(&work, &c, cloud, nf_at(cloud->points, 0), &options));
    if (cloud->n) NF_TRY(fill(&work, &c, shape->groups, &result));
done:
    status = nf_work_end(&work, status);
    nf_result_free_arrays(&result);
    return status;
}

nf_status nf_catalogue_memory(nf_context *context, const nf_points *points,
                              const nf_catalogue_options *options, uint64_t groups, uint64_t *bytes) {
    nf_status status = NF_OK;
    if (!context) return NF_ERROR_ARGUMENT;
    context->error.text[0] = 0;
    if (!bytes) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "bytes is NULL");
    *bytes = 0;
    NF_TRY(nf_check_shape(points, "points", &context->error));
    NF_TRY(nf_check_catalogue_options(options, points, 1, &context->error));
    const catalogue_shape shape = {.options = options, .groups = groups};
    const nf_shaped_call call = {.shape = points, .ask = ask_shape, .query = &shape};
    NF_TRY(nf_shaped_cost(context, &call, NF_COST_MOST, bytes));
done:
    return status;
}
