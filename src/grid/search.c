#include "grid/search.h"

#include "grid/search_cpu.h"
#include "primitives/run.h"
#include "tune/families.h"

enum { TILE_POINTS = 32 }; /* as in cl/common/grid.cl */

enum { GROUP, TURNS };
static const nf_tunable search_tunables[] = {
    /* name gpu cpu values tried, holds when */
    {"GROUP", 128, 1, {1, 32, 64, 128, 256, 512, 1024}, nf_fits_group}, /* 1: search_cpu */
    {"TURNS", 128, 128, {32, 64, 128, 256}, NULL},
};
const nf_family nf_search_family = NF_FAMILY("search", search_tunables);

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Groups of one work-item, the default of CPUs, have kernels of their own. */
static int is_alone(const nf_context *context) { return nf_tuned(context, &nf_search_family, GROUP) == 1; }

/* GROUP as a multiple of the tile that the device takes; its counts take a quarter of local memory at most.
 */
static size_t group_of(const nf_context *context) {
    const nf_device_info *device = &context->device;
    const uint64_t wish = (uint64_t)nf_tuned(context, &nf_search_family, GROUP);
    const uint64_t group = least(wish, least(device->max_work_group, device->local_memory / 16));
    return group < TILE_POINTS ? TILE_POINTS : (size_t)(group / TILE_POINTS * TILE_POINTS);
}

/* TURNS as far as the tables of all tiles of a group (2 x uint a turn) fit into the rest of it: a driver may
   abort the program over a kernel that wants more. */
static uint64_t turns_of(const nf_context *context) {
    const uint64_t wish = (uint64_t)nf_tuned(context, &nf_search_family, TURNS);
    const uint64_t most = context->device.local_memory / 2 / (group_of(context) / TILE_POINTS * 8);
    return most ? least(wish, most) : 1;
}

static nf_status program_for(const nf_cloud *cloud, const nf_rule *rule, nf_program **out) {
    const nf_context *context = cloud->context;
    nf_spec spec = nf_spec_of("grid/search.cl");
    nf_order_define(&spec, cloud, &cloud->order.cells, cloud->order.sparse);
    nf_define(&spec, "GROUP", (int64_t)group_of(context));
    nf_define(&spec, "TURNS", (int64_t)turns_of(context));
    if (rule->scaled) nf_define(&spec, "SCALED", 1);
    return nf_program_get(cloud->context, &spec, out);
}

static uint64_t tiles_of(uint64_t n) { return (n + TILE_POINTS - 1) / TILE_POINTS; }

/* What both kernels take first: the cloud and the rule. */
#define CLOUD(cloud, rule)                                                                                   \
    nf_in((cloud)->order.planes.buffer), nf_u64((cloud)->order.stride), nf_in((cloud)->order.places.buffer), \
        nf_in((cloud)->order.grid.buffer), nf_u32((uint32_t)(cloud)->n), nf_real((cloud)->type, (rule)->r2), \
        nf_real((cloud)->type, (rule)->scale)

nf_status nf_search_count(nf_work *work, const nf_cloud *cloud, const nf_rule *rule, nf_found *found) {
    const uint64_t tiles = tiles_of(cloud->n), zero = 0;
    const size_t group = group_of(work->context);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    if (is_alone(work->context)) return nf_search_cpu_count(work, cloud, rule, found);
    work->stage = "search";
    NF_TRY(program_for(cloud, rule, &program));
    NF_TRY(nf_scratch(work, cloud->n * 4, &found->counts));
    NF_TRY(nf_scratch(work, (tiles + 1) * 8, &found->bases));
    NF_TRY(nf_fill(work, found->bases, &zero, sizeof zero, tiles * 8, 8));
    NF_TRY(nf_launch(work, program, "count", nf_shape_for(cloud->n, group, group), CLOUD(cloud, rule),
                     nf_out(found->counts), nf_out(found->bases)));
    NF_TRY(nf_scan_run(work, NF_UINT64, NF_SUM, NF_EXCLUSIVE, nf_at(found->bases, 0), nf_at(found->bases, 0),
                       tiles + 1));
    found->total = found->bases;
    found->total_at = tiles;
done:
    return status;
}

nf_status nf_search_fill(nf_work *work, const nf_cloud *cloud, const nf_rule *rule, const nf_found *found,
                         nf_slice pairs, uint64_t capacity) {
    const size_t group = group_of(work->context);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    if (is_alone(work->context)) return nf_search_cpu_fill(work, cloud, rule, found, pairs, capacity);
    work->stage = "search";
    if (capacity == 0) return NF_OK;
    NF_TRY(program_for(cloud, rule, &program));
    NF_TRY(nf_launch(work, program, "fill", nf_shape_for(cloud->n, group, group), CLOUD(cloud, rule),
                     nf_in(cloud->order.index.buffer), nf_in(found->counts), nf_in(found->bases),
                     nf_out(pairs.buffer), nf_u64(pairs.offset), nf_u64(capacity)));
done:
    return status;
}

uint64_t nf_search_bytes(nf_context *context, uint64_t n) {
    const uint64_t entries = tiles_of(n) + 1;
    if (is_alone(context)) return nf_search_cpu_bytes(context, n);
    return nf_arena_bytes(n * 4) + nf_arena_bytes(entries * 8) + nf_scan_bytes(context, NF_UINT64, entries);
}
