/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "groups/catalogue.h"

#include "core/check.h"
#include "arguments/tree.h"
#include "core/slice.h"
#include "core/whole.h"
#include "host/host.h"
#include "question/call.h"
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

/* ---- asking ----------------------------------------------------------------------------------------------- */

typedef struct catalogue_call {
    nf_call call;
    nf_slice labels;
    nf_catalogue_options options;
    nf_catalogue_query query;
    nf_points weights, velocities; /* of a shape */
} catalogue_call;

static nf_status ask(nf_work *work, nf_call *call) {
    catalogue_call *catalogue = (catalogue_call *)call;
    const nf_catalogue_options *options = &catalogue->options;
    nf_catalogue_query *c = &catalogue->query;
    nf_cloud *cloud = call->cloud;
    nf_context *context = cloud->context;
    const nf_points points = {.n = cloud->n, .dims = cloud->dims, .type = cloud->type};
    const size_t element = nf_type_bytes(cloud->type);
    nf_status status = NF_OK;
    if (!call->names_arrays) call->arrays = nf_catalogue_arrays(options);
    if (nf_call_has(call, NF_ARRAY_DISPERSIONS)) /* deviations are from the velocities */
        *(call->outputs ? &call->needs : &call->arrays) |= NF_WANT(NF_ARRAY_VELOCITIES);
    *c = (nf_catalogue_query){.cloud = cloud,
                              .least = nf_catalogue_least(options),
                              .wanted = call->arrays | call->needs,
                              .tile = nf_tile_fit(context, &nf_catalogue_family, (nf_tile_need){0})};
    NF_TRY(nf_check_catalogue_options(options, &points, &context->error));
    if (cloud->batch.count)
        return nf_fail(&context->error, NF_ERROR_UNSUPPORTED,
                       "a batch has no catalogue of groups: make a cloud of each system");
    NF_TRY(nf_cloud_check_dims(cloud, "nf_catalogue"));
    NF_TRY(nf_catalogue_length(options, &cloud->space, cloud->n, &c->length, &context->error));
    NF_TRY(nf_take_slice(work, context, "labels", catalogue->labels, cloud->n, 4, &c->labels));
    NF_TRY(nf_weights_take(work, context, options->weights, &c->weights));
    NF_TRY(nf_velocities_take(work, context, options->velocities, &c->velocities));
    call->open = c->wanted & call->question->arrays & ~NF_WANT(NF_ARRAY_ORDER);
    call->rows[NF_ARRAY_ORDER] = cloud->n;
    call->wait = NF_WAIT_TOTAL;
    call->most = cloud->n / nf_max(c->least, 1);
    call->reads[0] = (nf_named_array){"labels", catalogue->labels, cloud->n, 4};
    call->reads[1] = (nf_named_array){"weights", nf_slice_of(c->weights, element), cloud->n, element};
    call->reads[2] = (nf_named_array){"velocities of points", nf_slice_of(c->velocities, element),
                                      cloud->n * (uint64_t)cloud->dims, element};
done:
    return status;
}

/* ---- finding and writing ---------------------------------------------------------------------------------- */

nf_status nf_catalogue_program(const nf_catalogue_query *c, const char *source, nf_program **out) {
    nf_context *context = c->cloud->context;
    nf_spec spec = nf_spec_of(context, source);
    nf_tile_define(&spec, c->tile);
    nf_define(&spec, "REAL64", c->cloud->type == NF_FLOAT64);
    nf_define(&spec, "ROOT64", context->device.fp64 != 0);
    nf_define(&spec, "DIMS", c->cloud->dims);
    nf_loops_define(&spec, &context->device);
    return nf_program_get(context, &spec, out);
}

static nf_status find(nf_work *work, nf_call *call) {
    nf_catalogue_query *c = &((catalogue_call *)call)->query;
    nf_context *context = work->context;
    nf_status status = NF_OK;
    if (call->cloud->n == 0) return NF_OK;
    NF_TRY(nf_tree_build(work, c->cloud, INT_MIN, 0, 0,
                         &c->tree)); /* for the scale, and for points that are bad */
    if (c->length > 0)
        NF_TRY(nf_scaling_square(&c->tree->scaling, c->length, "the linking length", &c->square,
                                 &context->error));
    NF_TRY(nf_catalogue_program(c, "groups/catalogue.cl", &c->program));
    NF_TRY(nf_catalogue_find(work, c));
    cl_mem members = nf_call_at(call, NF_ARRAY_ORDER).buffer;
    if (c->found && (call->open || members)) NF_TRY(nf_catalogue_order(work, c));
    if (members) NF_TRY(nf_catalogue_members(work, c, members));
    call->total = call->cost ? nf_min(c->found, call->cost->assumed) : c->found;
done:
    return status;
}

static nf_status write(nf_work *work, nf_call *call) {
    nf_catalogue_query *c = &((catalogue_call *)call)->query;
    nf_status status = NF_OK;
    c->rows = nf_min(call->total, call->room);
    for (int a = 0; a < NF_CATALOGUE_ARRAYS; a++) c->outputs[a] = nf_call_at(call, (int)arrays[a]).buffer;
    c->spreads = nf_call_at(call, NF_ARRAY_DISPERSIONS).buffer;
    if (nf_call_at(call, NF_ARRAY_OFFSETS).buffer)
        NF_TRY(nf_catalogue_offsets(work, c, nf_call_at(call, NF_ARRAY_OFFSETS).buffer));
    if (!c->rows) return NF_OK;
    NF_TRY(nf_catalogue_rows(work, c));
    NF_TRY(nf_catalogue_measure(work, c));
done:
    return status;
}

/* ---- the question ------------------------------------------------------------------------------------------- */

static nf_status on_host(nf_call *call, const nf_host_cloud *cloud, nf_host_answer *answer) {
    const catalogue_call *catalogue = (const catalogue_call *)call;
    return nf_host_catalogue(cloud, nf_slice_memory(catalogue->labels), &catalogue->options, answer);
}

/* Any buffer serves as the labels.  A cloud of a shape has no spacings. */
static nf_status shape(nf_call *call) {
    catalogue_call *catalogue = (catalogue_call *)call;
    nf_catalogue_options *options = &catalogue->options;
    if (!catalogue->labels.host) catalogue->labels = nf_at(call->cloud->points, 0);
    options->weights = nf_shaped_unless_used(options->weights, &catalogue->weights);
    options->velocities = nf_shaped_unless_used(options->velocities, &catalogue->velocities);
    options->in_spacings = 0;
    if (options->linking_length > 0) options->linking_length = NF_SHAPED_CUTOFF;
    return NF_OK;
}

static const nf_question question = {
    .name = "nf_catalogue",
    .results = "groups",
    .arrays = NF_CATALOGUE_ARRAYS_ALL | NF_WANT(NF_ARRAY_DISPERSIONS) | NF_WANT(NF_ARRAY_OFFSETS) |
              NF_WANT(NF_ARRAY_ORDER),
    .options = {NF_OPTIONS(nf_catalogue_options),
                .pointers = {NF_SIZED_POINTER(nf_catalogue_options, weights, nf_sized_points, "weights"),
                             NF_SIZED_POINTER(nf_catalogue_options, velocities, nf_sized_points,
                                              "velocities")}},
    .ask = ask,
    .find = find,
    .write = write,
    .host = on_host,
    .in_plain_c = 1,
    .shape = shape,
    .from_start = 1};

nf_status nf_catalogue(nf_cloud *cloud, nf_slice labels, const nf_catalogue_options *options,
                       const nf_sync *sync, nf_result **result) {
    catalogue_call catalogue = {.labels = labels};
    return nf_call_run(&catalogue.call, &question, cloud, options, &catalogue.options, sync, result);
}
