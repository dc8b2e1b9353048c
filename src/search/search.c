#include "search/search.h"

#include "core/whole.h"
#include "opencl/board.h"
#include "opencl/quirks.h"
#include "primitives/run.h"
#include "search/search_cpu.h"
#include "tune/capability.h"

enum { TILE_POINTS = 32 }; /* as in cl/space/cells.cl */

enum { GROUP, KEPT };
/* Where lanes meet in local memory, a group is a tile. */
static int fits_tiles(const nf_context *context, int value) {
    return nf_fits_group(context, value) && (nf_is_serial(context) || nf_lanes_of(context) != NF_LANES_LOCAL);
}
static const nf_tunable search_tunables[] = {
    /* name gpu cpu values tried, holds when */
    {"GROUP", 128, 1, {1, 32, 64, 128, 256}, fits_tiles}, /* 1: search_cpu */
    {"KEPT", 512, 512, {128, 256, 512, 1024}, NULL},
};
const nf_family nf_search_family = NF_FAMILY("search", search_tunables);

uint64_t nf_search_room_bytes(uint64_t kept) {
    enum { RING = 64 * 16, AHEAD = 32 * 4, RUNS = 64 * 4, FRAME = 56, LANES = 32 * 4, BESIDE = 8 };
    return RING + kept * 8 + AHEAD + RUNS + FRAME + LANES + BESIDE;
}

int nf_search_looks_first(const nf_context *context) { return nf_is_alone(context, &nf_search_family); }

/* A tile has about 8 candidates for each pair of a point; few sizes, as each is a program of its own. */
enum { CANDIDATES_A_PAIR = 8 };
static const uint64_t kept_sizes[] = {1024, 1536, 2048, 3072, 4096};

static uint64_t kept_for_last(const nf_cloud *cloud) {
    const nf_search_hint *hint = cloud->hint;
    if (!hint || !nf_cells_equal(&hint->cells, &cloud->order.cells)) return 0;
    const uint64_t wish = hint->pairs_a_point * CANDIDATES_A_PAIR;
    for (size_t k = 0; k < sizeof kept_sizes / sizeof *kept_sizes; k++)
        if (wish <= kept_sizes[k]) return k || wish > kept_sizes[0] / 2 ? kept_sizes[k] : 0;
    return 0; /* so many are walked twice in any case */
}

/* Tiles that run in step: a group has a multiple of them. */
static uint64_t tiles_a_wave(const nf_context *context) {
    const uint32_t wave = nf_lanes_wave(nf_lanes_of(context));
    return wave > TILE_POINTS ? wave / TILE_POINTS : 1;
}

/* KEPT, or more for a cloud that was seen to be dense, as far as local memory takes it: a driver may abort the
   program over a kernel that wants more. */
static uint64_t kept_of(const nf_cloud *cloud) {
    const nf_context *context = cloud->context;
    const uint64_t room = context->device.local_memory / 4 * 3 / tiles_a_wave(context),
                   dense = kept_for_last(cloud);
    uint64_t kept = (uint64_t)nf_tuned(context, &nf_search_family, KEPT) / 64 * 64;
    if (dense > kept && nf_search_room_bytes(dense) <= room) kept = dense;
    if (nf_search_room_bytes(kept) > room) kept = (room - nf_search_room_bytes(0)) / 8 / 64 * 64;
    return kept < 64 ? 64 : kept;
}

void nf_search_learn(nf_cloud *cloud, uint64_t total) {
    nf_context *context = cloud->context;
    if (!cloud->hint && nf_allocate(&context->allocator, 1, sizeof *cloud->hint, "a hint",
                                    (void **)&cloud->hint, NULL) != NF_OK)
        return;
    *cloud->hint = (nf_search_hint){cloud->order.cells, cloud->n ? total / cloud->n : 0};
}

uint64_t nf_search_tiles(const nf_context *context, uint64_t kept) {
    const nf_device_info *device = &context->device;
    const uint64_t wave = tiles_a_wave(context);
    if (nf_lanes_of(context) == NF_LANES_LOCAL) return 1;
    const uint64_t fit =
        nf_least(device->max_work_group / TILE_POINTS, device->local_memory / 2 / nf_search_room_bytes(kept));
    const uint64_t tiles = nf_least((uint64_t)nf_tuned(context, &nf_search_family, GROUP) / TILE_POINTS, fit);
    return tiles < wave ? wave : tiles / wave * wave;
}

/* All lanes poll the status words together; through local memory this would not pay off. */
static int may_look_back(const nf_context *context) {
    return !nf_is_alone(context, &nf_search_family) && nf_lanes_of(context) != NF_LANES_LOCAL &&
           nf_may_look_back64(context);
}

nf_spec nf_search_spec(const nf_cloud *cloud, const nf_rule *rule, const char *source) {
    nf_spec spec = nf_spec_of(cloud->context, source);
    nf_order_define(&spec, cloud, &cloud->order.cells, cloud->order.sparse);
    if (rule->scaled) nf_define(&spec, "SCALED", 1);
    nf_part(&spec, nf_space_part(&cloud->space));
    return spec;
}

static nf_status program_for(const nf_cloud *cloud, const nf_rule *rule, uint64_t kept, int once,
                             nf_program **out) {
    nf_context *context = cloud->context;
    nf_spec spec = nf_search_spec(cloud, rule, "search/search.cl");
    nf_lanes_define(&spec, nf_lanes_of(context));
    nf_define(&spec, "LOOK_BACK", once);
    nf_define(&spec, "TILES", (int64_t)nf_search_tiles(context, kept));
    nf_define(&spec, "KEPT", (int64_t)kept);
    nf_define(&spec, "MARGIN", rule->margin);
    nf_define(&spec, "FUSED", context->device.fma);
    return nf_program_get(context, &spec, out);
}

static uint64_t tiles_of(uint64_t n) { return nf_ceiling(n, TILE_POINTS); }

static nf_shape shape_of(const nf_context *context, uint64_t n, uint64_t kept) {
    const uint64_t points = TILE_POINTS * nf_search_tiles(context, kept);
    return nf_shape_for(n, points, (size_t)points);
}

/* The total, once a kernel has put it into the tally. */
static void total_in_tally(nf_found *found) {
    found->total = found->tally;
    found->total_at = 0;
}

/* After a launch of count or fill, where the driver may have ended loops of it: the total goes into the tally. */
static nf_status settle(nf_work *work, const nf_cloud *cloud, nf_program *program, nf_found *found) {
    const nf_shape one = {1, 1};
    nf_status status = NF_OK;
    if (!nf_has_quirk(&work->context->device, NF_QUIRK_ENDS_LOOPS)) return NF_OK;
    NF_TRY(nf_launch(work, program, "settle", one, nf_in(found->bases), nf_u32((uint32_t)tiles_of(cloud->n)),
                     nf_in(cloud->order.grid.buffer), nf_inout(found->tally)));
    total_in_tally(found);
done:
    return status;
}

nf_status nf_search_count(nf_work *work, nf_cloud *cloud, const nf_rule *rule, nf_found *found) {
    const uint64_t tiles = tiles_of(cloud->n), kept = kept_of(cloud);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    if (nf_is_alone(work->context, &nf_search_family)) return nf_search_cpu_count(work, cloud, rule, found);
    work->stage = "search";
    found->mark = nf_scratch_mark(work);
    NF_TRY(program_for(cloud, rule, kept, 0, &program));
    NF_TRY(nf_scratch(work, cloud->n * 4, &found->counts));
    NF_TRY(nf_scratch(work, (tiles + 1) * 8, &found->bases));
    NF_TRY(nf_launch(work, program, "count", shape_of(work->context, cloud->n, kept),
                     NF_WALK_CLOUD(cloud, rule), nf_out(found->counts), nf_out(found->bases),
                     nf_inout(found->tally)));
    /* What stands behind the last tile adds to no sum. */
    NF_TRY(nf_scan_run(work, NF_UINT64, NF_SUM, NF_EXCLUSIVE, nf_at(found->bases, 0), nf_at(found->bases, 0),
                       tiles + 1));
    found->kept = kept;
    found->total = found->bases;
    found->total_at = tiles;
    NF_TRY(settle(work, cloud, program, found));
done:
    return status;
}

static nf_status write_once(nf_work *work, nf_cloud *cloud, const nf_rule *rule, nf_slice pairs,
                            uint64_t capacity, nf_found *found) {
    const uint64_t kept = kept_of(cloud);
    const nf_shape shape = shape_of(work->context, cloud->n, kept);
    nf_program *program = NULL;
    cl_mem words = NULL;
    nf_status status = NF_OK;
    work->stage = "search";
    NF_TRY(program_for(cloud, rule, kept, 1, &program));
    NF_TRY(nf_board_take(work, NF_BOARD_SEARCH, nf_board_words(shape.groups), &words));
    NF_TRY(nf_launch(work, program, "once", shape, NF_WALK_CLOUD(cloud, rule), nf_inout(words),
                     nf_u32(nf_board_epoch(work, NF_BOARD_SEARCH)),
                     nf_out(pairs.buffer ? pairs.buffer : words), nf_u64(pairs.offset), nf_u64(capacity),
                     nf_inout(found->tally)));
    nf_board_give(work, NF_BOARD_SEARCH);
    found->bases = NULL;
    total_in_tally(found);
done:
    return status;
}

nf_status nf_search_fill(nf_work *work, nf_cloud *cloud, const nf_rule *rule, nf_found *found, nf_slice pairs,
                         uint64_t capacity) {
    const uint64_t kept = kept_of(cloud);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    if (nf_is_alone(work->context, &nf_search_family))
        return nf_search_cpu_fill(work, cloud, rule, found, pairs, capacity);
    if (!found->bases) return write_once(work, cloud, rule, pairs, capacity, found);
    work->stage = "search";
    if (found->kept != kept) { /* a dense cloud, as is now known */
        nf_scratch_back(work, found->mark);
        NF_TRY(nf_search_count(work, cloud, rule, found));
    }
    NF_TRY(program_for(cloud, rule, kept, 0, &program));
    NF_TRY(nf_launch(work, program, "fill", shape_of(work->context, cloud->n, kept),
                     NF_WALK_CLOUD(cloud, rule), nf_in(found->counts), nf_in(found->bases),
                     nf_out(pairs.buffer), nf_u64(pairs.offset), nf_u64(capacity), nf_inout(found->tally)));
    NF_TRY(settle(work, cloud, program, found));
    total_in_tally(found);
done:
    return status;
}

nf_status nf_search_write(nf_work *work, nf_cloud *cloud, const nf_rule *rule, nf_slice pairs,
                          uint64_t capacity, nf_found *found) {
    nf_status status = NF_OK;
    *found = (nf_found){0};
    NF_TRY(nf_tally_take(work, &found->tally));
    if (may_look_back(work->context)) return write_once(work, cloud, rule, pairs, capacity, found);
    NF_TRY(nf_search_count(work, cloud, rule, found));
    if (capacity) NF_TRY(nf_search_fill(work, cloud, rule, found, pairs, capacity));
done:
    return status;
}

uint64_t nf_search_bytes(nf_context *context, uint64_t n) {
    const uint64_t entries = tiles_of(n) + 1, tally = nf_arena_bytes(sizeof(nf_tally));
    if (nf_is_alone(context, &nf_search_family)) return tally + nf_search_cpu_bytes(context, n);
    if (may_look_back(context)) /* a group has a tile at least */
        return tally + nf_board_bytes(nf_board_words(entries));
    return tally + nf_arena_bytes(n * 4) + nf_arena_bytes(entries * 8) +
           nf_scan_bytes(context, NF_UINT64, entries);
}
