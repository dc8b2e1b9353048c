/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The search on CPUs: one work-item for each compute unit takes chunks of tiles by ticket. */
#include "core/whole.h"
#include "primitives/run.h"
#include "search/ways.h"

#include <math.h>

enum { WINDOW = 2048, FRAME = 4096, LINE = 64 }; /* as in the kernels */

enum { LIST, KEPT };
static const nf_tunable search_cpu_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    /* The most pairs of four points for which lists are used; the average number of entries stored for each tile. */
    {"LIST", 4096, 4096, {1024, 2048, 4096, 8192}, nf_fits_cpu},
    {"KEPT", 192, 192, {64, 128, 192, 384}, nf_fits_cpu},
};
const nf_family nf_search_cpu_family = NF_FAMILY("search_cpu", search_cpu_tunables, 0, 0);

enum { LIST_MOST = 65536, CHUNK_TILES_MOST = 64, CHUNKS_A_UNIT = 16, ENTRY = 12 /* bytes: mask and place */ };

/* The plan of a search. */
typedef struct plan {
    uint64_t tiles, chunk_tiles, chunks, chunk_room; /* chunk_room: the most entries of a chunk */
    uint64_t entries, kept;                          /* of all chunks; bytes of the data for the fill */
    uint64_t list, items, rooms;                     /* work-items; bytes of their own memory */
} plan;

/* The entries stored: KEPT for each tile, and for at least FEW tiles, but no more than can exist, nor than an eighth of the
   device's memory. */
static uint64_t kept_entries(const nf_context *context, uint64_t n) {
    enum { FEW = 8192, RUNS_MOST = 25 };
    const uint64_t tiles = nf_ceiling(n, NF_SEARCH_TILE);
    const uint64_t a_tile = (uint64_t)nf_tuned(context, &nf_search_cpu_family, KEPT);
    const uint64_t wish = a_tile * (tiles > FEW ? tiles : FEW), all = n * (n / 16 + 1 + RUNS_MOST);
    return nf_min(nf_min(wish, all), context->device.global_memory / 8 / ENTRY);
}

uint64_t nf_search_cpu_room_bytes(nf_space_kind kind, uint64_t list) {
    const uint64_t entry =
        kind == NF_SPACE_OPEN ? ENTRY : ENTRY + 4; /* in a box, the image of its candidates */
    return (WINDOW * 2 + 16) * 4 + 256 * 8 + 3 * (FRAME + 16) * 4 + list * entry + (list + 16) * 4 +
           (NF_SEARCH_TILE + 3) * (list + 16) * 4;
}

static plan plan_of(const nf_context *context, uint64_t n, uint64_t tiles) {
    const uint64_t units = context->device.compute_units ? context->device.compute_units : 1;
    plan p = {.tiles = tiles};
    p.chunk_tiles = nf_min(p.tiles / (CHUNKS_A_UNIT * units) + 1, CHUNK_TILES_MOST);
    p.chunks = nf_ceiling(p.tiles, p.chunk_tiles);
    p.chunk_room = kept_entries(context, n) / p.chunks;
    p.entries = p.chunks * p.chunk_room;
    p.kept = p.entries * ENTRY + p.tiles * (NF_SEARCH_TILE + 1) * 4;
    const uint64_t list = (uint64_t)nf_tuned(context, &nf_search_cpu_family, LIST);
    p.list = nf_ceiling(nf_min(list, LIST_MOST), 16) * 16;
    p.items = nf_min(units, p.chunks);
    p.rooms = LINE + p.items * nf_search_cpu_room_bytes(NF_SPACE_BOX, p.list); /* the larger one */
    return p;
}

static plan plan_for(const nf_context *context, const nf_search *search) {
    return plan_of(context, search->targets.n, nf_search_tile_count(search));
}

static nf_status program_for(const nf_search *search, const plan *p, const char *emitter, nf_program **out) {
    nf_spec spec = nf_search_spec(search, "search/search_cpu.cl");
    nf_define(&spec, "LIST", (int64_t)p->list);
    nf_define(&spec, "FLOAT_FIRST", search->sources.type == NF_FLOAT64 && !search->rule->scaled);
    nf_part(&spec, emitter);
    return nf_program_get(search->context, &spec, out);
}

/* The ticket counter and a 0, followed by the work-items' own memory. */
static nf_status hand_out(nf_work *work, const plan *p, uint32_t first, cl_mem *rooms) {
    const uint32_t line[2] = {first, 0};
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, p->rooms, rooms));
    NF_TRY(nf_fill(work, *rooms, line, sizeof line, 0, sizeof line));
done:
    return status;
}

nf_arg nf_cpu_inverse(const nf_search *search) {
    return nf_real(search->sources.type, 1 / sqrt(search->rule->r2));
}

/* Walks the tiles of `range`, or all if it is NULL, with an emitter. */
static nf_status walk(nf_work *work, const nf_search *search, const plan *p, const nf_tiles *range,
                      const char *emit, const nf_arg *args, size_t count) {
    const nf_tiles all = {0, p->tiles}, *tiles = range && range->end ? range : &all;
    const nf_shape shape = {p->items, 1, 0};
    const size_t mark = nf_scratch_mark(work);
    cl_mem rooms = NULL;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    work->stage = "search";
    NF_TRY(program_for(search, p, emit, &program));
    NF_TRY(hand_out(work, p, (uint32_t)(tiles->first / p->chunk_tiles), &rooms));
    NF_TRY(nf_launch_walk(work, search, program, "nf_search", shape, nf_cpu_inverse(search), args, count,
                          nf_u32((uint32_t)p->chunk_tiles), nf_u32((uint32_t)tiles->end), nf_inout(rooms)));
done:
    nf_scratch_back(work, mark);
    return status;
}

nf_status nf_search_cpu_pass(nf_work *work, const nf_search *search, const char *emit, const nf_arg *args,
                             size_t count) {
    const plan p = plan_for(work->context, search);
    return walk(work, search, &p, NULL, emit, args, count);
}

nf_status nf_search_cpu_count(nf_work *work, const nf_search *search, nf_found *found) {
    const plan p = plan_for(work->context, search);
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, (p.tiles + 1) * 8, &found->bases));
    NF_TRY(nf_scratch(work, p.kept, &found->counts));
    const nf_arg args[] = {nf_out(found->bases), nf_out(found->counts), nf_u64(p.entries),
                           nf_u32((uint32_t)p.chunk_room)};
    NF_TRY(walk(work, search, &p, NULL, search->parts->count_cpu, args, sizeof args / sizeof *args));
    NF_TRY(nf_scan_run(work, NF_UINT64, NF_SUM, NF_EXCLUSIVE, nf_elements_at(found->bases, 0),
                       nf_elements_at(found->bases, 0), p.tiles + 1));
    found->align = p.chunk_tiles;
    found->total = found->bases;
    found->total_at = p.tiles;
done:
    return status;
}

nf_status nf_search_cpu_fill(nf_work *work, const nf_search *search, nf_found *found,
                             const nf_emit_args *output) {
    const plan p = plan_for(work->context, search);
    nf_emit_args all = {.args = {nf_in(found->bases), nf_in(found->counts), nf_u64(p.entries),
                                 nf_u32((uint32_t)p.chunk_room)},
                        .count = 4};
    if (output->capacity == 0) return NF_OK;
    nf_emit_add(&all, output->args, output->count);
    return walk(work, search, &p, &output->tiles, search->parts->emit_cpu, all.args, all.count);
}
