#include "tree/catalogue.h"

#include "core/check_tree.h"
#include "core/whole.h"
#include "order/result.h"
#include "primitives/run.h"
#include "space/group_box.h"
#include "tree/members.h"
#include "tree/planes.h"

#include <limits.h>

static const nf_tunable catalogue_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 64, 1, {1, 32, 64, 128, 256}, nf_fits_group},
    {"ITEMS", 1, 64, {1, 2, 4, 16, 64, 256, 1024, 4096}, nf_fits_item},
};
const nf_family nf_catalogue_family = NF_FAMILY("catalogue", catalogue_tunables);

/* As NF_GROUP_BLOCK in cl/space/group_sums.cl. */
enum { BLOCK = 256 };

/* The arrays of a catalogue, in the order of their bits WANTS_... in cl/tree/catalogue_rows.cl; the last bit says that there are weights. */
enum { GROUPS, MEMBERS, MASSES, CENTRES, SPEEDS, RADII, EXTENTS, ARRAYS };
static const nf_array arrays[ARRAYS] = {NF_ARRAY_GROUPS,  NF_ARRAY_MEMBERS,    NF_ARRAY_MASSES,
                                        NF_ARRAY_CENTRES, NF_ARRAY_VELOCITIES, NF_ARRAY_INERTIA_RADII,
                                        NF_ARRAY_EXTENTS};

/* One call. */
typedef struct catalogue {
    nf_cloud *cloud;
    const nf_tree *tree;
    nf_slice labels, weights, velocities;
    uint32_t least, wanted;
    nf_tile tile;
    nf_program *program;
    uint64_t m;           /* groups */
    cl_mem keys, order;   /* n: the points by label */
    cl_mem starts, ends;  /* of the members of each label, n; the last member of each group, m */
    cl_mem first, blocks; /* the first member of each group; its blocks, m + 1 */
    cl_mem masses, middles, sums;
    uint32_t stride; /* of the columns of `sums` */
    nf_group_box_numbers box;
    cl_mem places[ARRAYS];
} catalogue;

static nf_status program_of(catalogue *c) {
    nf_context *context = c->cloud->context;
    nf_spec spec = nf_spec_of(context, "tree/catalogue.cl");
    nf_tile_define(&spec, c->tile);
    nf_define(&spec, "REAL64", c->cloud->type == NF_FLOAT64);
    nf_define(&spec, "ROOT64", context->device.fp64 != 0);
    nf_define(&spec, "DIMS", c->cloud->dims);
    return nf_program_get(context, &spec, &c->program);
}

static nf_arg wanted_arg(const catalogue *c) {
    uint32_t bits = c->weights.buffer ? UINT32_C(1) << ARRAYS : 0;
    for (int a = 0; a < ARRAYS; a++)
        if (c->wanted & NF_WANT(arrays[a])) bits |= UINT32_C(1) << a;
    return nf_u32(bits);
}

/* ---- the groups ------------------------------------------------------------------------------------------ */

/* What the host reads: the first member of the struct is in the kernels' argument `bad`. */
typedef struct catalogue_state {
    uint32_t bad, reserved;
    uint64_t count;
} catalogue_state;

static nf_status refuse(nf_work *work, const catalogue *c, uint32_t p) {
    int32_t label = 0;
    nf_status status = NF_OK;
    NF_TRY(nf_read(work, c->labels.buffer, (c->labels.offset + p) * 4, &label, sizeof label));
    status = nf_fail(&work->context->error, NF_ERROR_ARGUMENT,
                     "label %llu is %d: it must be the index of one of the %llu points, or -1",
                     (unsigned long long)p, (int)label, (unsigned long long)c->cloud->n);
done:
    return status;
}

/* Sorts the points by label, and finds the last members of groups that are large enough. */
static nf_status find_ends(nf_work *work, catalogue *c) {
    static const uint32_t zero = 0;
    const uint64_t n = c->cloud->n;
    const nf_sort_options by_label = {NF_UINT32, NF_UINT32, 0, nf_bits(n)};
    const nf_shape shape = nf_tile_shape(c->tile, n);
    const nf_arg all = nf_u32((uint32_t)n);
    catalogue_state state;
    cl_mem flags = NULL, shared = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, n, &flags));
    NF_TRY(nf_scratch(work, sizeof state, &shared));
    NF_TRY(nf_fill(work, shared, &zero, sizeof zero, 0, sizeof state));
    work->stage = "members";
    NF_TRY(nf_launch(work, c->program, "members", shape, nf_in(c->labels.buffer), nf_u64(c->labels.offset),
                     all, nf_out(c->keys), nf_out(c->order), nf_inout(shared)));
    NF_TRY(nf_sort_run(work, &by_label, nf_at(c->keys, 0), nf_at(c->order, 0), n));
    NF_TRY(nf_launch(work, c->program, "heads", shape, nf_in(c->keys), all, nf_out(c->starts)));
    NF_TRY(nf_launch(work, c->program, "tails", shape, nf_in(c->keys), all, nf_in(c->starts),
                     nf_u32(c->least), nf_out(flags)));
    NF_TRY(nf_compact_run(work, NF_UINT32, nf_at(flags, 0), nf_at(NULL, 0), nf_at(c->ends, 0),
                          nf_at(shared, 1), n));
    NF_TRY(nf_read(work, shared, 0, &state, sizeof state));
    if (state.bad) NF_TRY(refuse(work, c, ~state.bad));
    c->m = state.count;
done:
    return status;
}

/* Orders the groups, and divides their members into blocks. */
static nf_status order_groups(nf_work *work, catalogue *c) {
    const uint64_t n = c->cloud->n, m = c->m;
    const nf_sort_options by_size = {NF_UINT32, NF_UINT32, 0, nf_bits(n)};
    const nf_shape shape = nf_tile_shape(c->tile, m);
    cl_mem less = NULL, any = c->keys;
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, m * 4, &less));
    NF_TRY(nf_scratch(work, m * 4, &c->first));
    NF_TRY(nf_scratch(work, (m + 1) * 4, &c->blocks));
    NF_TRY(nf_launch(work, c->program, "sizes", shape, nf_in(c->ends), nf_u32((uint32_t)m), nf_in(c->keys),
                     nf_in(c->starts), nf_u32((uint32_t)n), nf_out(less)));
    NF_TRY(nf_sort_run(work, &by_size, nf_at(less, 0), nf_at(c->ends, 0), m));
    NF_TRY(nf_launch(work, c->program, "rows", shape, nf_in(c->ends), nf_u32((uint32_t)m), nf_in(c->keys),
                     nf_in(c->starts), wanted_arg(c), nf_out(c->first), nf_out(c->blocks),
                     nf_out(c->places[GROUPS] ? c->places[GROUPS] : any),
                     nf_out(c->places[MEMBERS] ? c->places[MEMBERS] : any)));
    NF_TRY(
        nf_scan_run(work, NF_UINT32, NF_SUM, NF_EXCLUSIVE, nf_at(c->blocks, 0), nf_at(c->blocks, 0), m + 1));
done:
    return status;
}

/* ---- their measures -------------------------------------------------------------------------------------- */

enum { ROWS_ARGS = 6, PLACES_ARGS = 4, VALUES_ARGS = 4 };

static void rows_args(const catalogue *c, nf_arg *args) {
    const nf_arg all[ROWS_ARGS] = {nf_in(c->order),  nf_in(c->ends),         nf_in(c->first),
                                   nf_in(c->blocks), nf_u32((uint32_t)c->m), wanted_arg(c)};
    for (int k = 0; k < ROWS_ARGS; k++) args[k] = all[k];
}

static void places_args(const catalogue *c, nf_arg *args) {
    const nf_cloud *cloud = c->cloud;
    args[0] = nf_in(cloud->points);
    args[1] = nf_u64(cloud->offset);
    args[2] = nf_real(cloud->type, c->tree->scaling.scale);
    args[3] = cloud->type == NF_FLOAT32 ? nf_struct(c->box.f32, sizeof c->box.f32)
                                        : nf_struct(c->box.f64, sizeof c->box.f64);
}

static void values_args(const catalogue *c, nf_arg *args) {
    const int has_weights = c->weights.buffer != NULL, has_velocities = c->velocities.buffer != NULL;
    args[0] = nf_in(has_weights ? c->weights.buffer : c->cloud->points);
    args[1] = nf_u64(has_weights ? c->weights.offset : 0);
    args[2] = nf_in(has_velocities ? c->velocities.buffer : c->cloud->points);
    args[3] = nf_u64(has_velocities ? c->velocities.offset : 0);
}

/* The place of an array; any buffer where it is not wanted. */
static nf_arg place_of(const catalogue *c, int array) {
    return nf_out(c->places[array] ? c->places[array] : c->sums);
}

static nf_status measure_masses(nf_work *work, const catalogue *c, nf_shape blocks, nf_shape rows) {
    nf_arg args[ROWS_ARGS + VALUES_ARGS];
    const nf_arg by_row[] = {nf_inout(c->sums), nf_out(c->masses), place_of(c, MASSES)},
                 by_block[] = {nf_out(c->sums)};
    nf_status status = NF_OK;
    rows_args(c, args);
    values_args(c, args + ROWS_ARGS);
    if (c->weights.buffer)
        NF_TRY(nf_launch_more(work, c->program, "mass_blocks", blocks, args, ROWS_ARGS + VALUES_ARGS,
                              by_block, 1));
    NF_TRY(nf_launch_more(work, c->program, "mass_rows", rows, args, ROWS_ARGS, by_row, 3));
done:
    return status;
}

static nf_status measure_centres(nf_work *work, const catalogue *c, nf_shape blocks, nf_shape rows) {
    const nf_arg unscale = nf_real(c->cloud->type, c->tree->scaling.unscale), stride = nf_u32(c->stride),
                 by_block[] = {nf_in(c->masses), nf_out(c->sums), stride}, by_row[] = {unscale,
                                                                                       nf_inout(c->sums),
                                                                                       stride,
                                                                                       nf_out(c->middles),
                                                                                       place_of(c, CENTRES),
                                                                                       place_of(c, SPEEDS)};
    nf_arg args[ROWS_ARGS + PLACES_ARGS + VALUES_ARGS];
    nf_status status = NF_OK;
    rows_args(c, args);
    places_args(c, args + ROWS_ARGS);
    values_args(c, args + ROWS_ARGS + PLACES_ARGS);
    NF_TRY(nf_launch_more(work, c->program, "centre_blocks", blocks, args,
                          ROWS_ARGS + PLACES_ARGS + VALUES_ARGS, by_block, 3));
    NF_TRY(nf_launch_more(work, c->program, "centre_rows", rows, args, ROWS_ARGS + PLACES_ARGS, by_row, 6));
done:
    return status;
}

static nf_status measure_sizes(nf_work *work, const catalogue *c, nf_shape blocks, nf_shape rows) {
    const nf_type type = c->cloud->type;
    const nf_arg stride = nf_u32(c->stride),
                 by_block[] = {nf_in(c->masses), nf_in(c->middles), nf_out(c->sums), stride},
                 by_row[] = {nf_real(type, c->tree->scaling.scale),
                             nf_real(type, c->tree->scaling.unscale),
                             nf_inout(c->sums),
                             stride,
                             place_of(c, RADII),
                             place_of(c, EXTENTS)};
    nf_arg args[ROWS_ARGS + PLACES_ARGS + VALUES_ARGS];
    nf_status status = NF_OK;
    rows_args(c, args);
    places_args(c, args + ROWS_ARGS);
    values_args(c, args + ROWS_ARGS + PLACES_ARGS);
    NF_TRY(nf_launch_more(work, c->program, "size_blocks", blocks, args,
                          ROWS_ARGS + PLACES_ARGS + VALUES_ARGS, by_block, 4));
    NF_TRY(nf_launch_more(work, c->program, "size_rows", rows, args, ROWS_ARGS, by_row, 6));
done:
    return status;
}

static nf_status measure(nf_work *work, catalogue *c) {
    const nf_cloud *cloud = c->cloud;
    const uint64_t element = nf_type_bytes(cloud->type), dims = (uint64_t)cloud->dims,
                   stride = cloud->n / BLOCK + c->m, columns = 2 * dims;
    const nf_shape blocks = nf_tile_shape(c->tile, stride), rows = nf_tile_shape(c->tile, c->m);
    const uint32_t sizes = NF_WANT(NF_ARRAY_INERTIA_RADII) | NF_WANT(NF_ARRAY_EXTENTS),
                   centres = NF_WANT(NF_ARRAY_CENTRES) | NF_WANT(NF_ARRAY_VELOCITIES) | sizes;
    nf_status status = NF_OK;
    c->stride = (uint32_t)stride;
    c->box = nf_group_box_of(&cloud->space, &c->tree->scaling);
    NF_TRY(nf_scratch(work, stride * columns * element, &c->sums));
    NF_TRY(nf_scratch(work, c->m * element, &c->masses));
    NF_TRY(nf_scratch(work, c->m * dims * element, &c->middles));
    work->stage = "measure";
    if (c->wanted & (NF_WANT(NF_ARRAY_MASSES) | centres)) NF_TRY(measure_masses(work, c, blocks, rows));
    if (c->wanted & centres) NF_TRY(measure_centres(work, c, blocks, rows));
    if (c->wanted & sizes) NF_TRY(measure_sizes(work, c, blocks, rows));
done:
    return status;
}

/* ---- the public function ---------------------------------------------------------------------------------- */

static nf_status ask(nf_work *work, catalogue *c, nf_cloud *cloud, nf_slice labels,
                     const nf_catalogue_options *options) {
    nf_context *context = cloud->context;
    const nf_points points = {.n = cloud->n, .dims = cloud->dims, .type = cloud->type};
    nf_status status = NF_OK;
    *c = (catalogue){.cloud = cloud,
                     .labels = labels,
                     .least = nf_catalogue_least(options),
                     .wanted = nf_catalogue_arrays(options),
                     .tile = nf_tile_fit(context, &nf_catalogue_family, (nf_tile_need){0})};
    NF_TRY(nf_check_catalogue_options(options, &points, 1, &context->error));
    if (cloud->batch.count)
        return nf_fail(&context->error, NF_ERROR_UNSUPPORTED,
                       "a batch has no catalogue of groups: make a cloud of each system");
    NF_TRY(nf_cloud_check_dims(cloud));
    NF_TRY(nf_check_slice(context, "labels", labels, cloud->n, 4));
    if (options) NF_TRY(nf_weights_take(work, options->weights, &c->weights));
    if (options) NF_TRY(nf_velocities_take(work, options->velocities, &c->velocities));
done:
    return status;
}

static nf_status write(nf_work *work, catalogue *c, nf_result *result) {
    const uint64_t n = c->cloud->n;
    nf_status status = NF_OK;
    result->type = c->cloud->type;
    result->dims = c->cloud->dims;
    NF_TRY(
        nf_tree_build(work, c->cloud, INT_MIN, 0, &c->tree)); /* for the scale, and for points that are bad */
    NF_TRY(nf_scratch(work, n * 4, &c->keys));
    NF_TRY(nf_scratch(work, n * 4, &c->order));
    NF_TRY(nf_scratch(work, n * 4, &c->starts));
    NF_TRY(nf_scratch(work, n / c->least * 4, &c->ends));
    NF_TRY(program_of(c));
    NF_TRY(find_ends(work, c));
    if (c->m == 0) return NF_OK;
    for (int a = 0; a < ARRAYS; a++) {
        const nf_array array = arrays[a];
        if (!(c->wanted & NF_WANT(array))) continue;
        NF_TRY(nf_result_keep(result, array, c->m));
        result->rows[array] = c->m;
        c->places[a] = result->arrays[array].buffer;
    }
    NF_TRY(order_groups(work, c));
    NF_TRY(measure(work, c));
    if (work->out_of_order && !work->event_out)
        NF_TRY(nf_work_wait(work)); /* the caller's next command would not wait for it */
    result->total = c->m;
done:
    return status;
}

nf_status nf_catalogue(nf_cloud *cloud, nf_slice labels, const nf_catalogue_options *options,
                       const nf_sync *sync, nf_result **result) {
    nf_work work;
    catalogue c;
    int is_new = 0;
    nf_sync_clear(sync);
    nf_status status = nf_result_open(cloud ? cloud->context : NULL, result, &is_new);
    if (!cloud || status != NF_OK) return status;
    NF_TRY(nf_work_begin(&work, cloud->context, sync));
    NF_TRY(ask(&work, &c, cloud, labels, options));
    if (cloud->n) NF_TRY(write(&work, &c, *result));
done:
    status = nf_work_end(&work, status);
    nf_result_close(result, is_new, status);
    return status;
}
