/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Scan: in one launch with look-back, otherwise in two; on CPUs level by level. */
#include "opencl/memory/tile_state.h"
#include "opencl/memory/cost.h"
#include "primitives/run.h"
#include "primitives/tile.h"
#include "tune/capability.h"

/* On CPUs ITEMS belongs to the kernels with one work-item for each group. */
static int fits_once(const nf_context *context, int value) {
    return nf_is_serial(context) || (nf_may_look_back64(context) && nf_fits_item(context, value));
}
static const nf_tunable scan_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 128, 1, {1, 64, 128, 256, 512, 1024}, nf_fits_group},
    {"ITEMS", 64, 16384, {8, 16, 32, 64, 96, 112, 120, 4096, 8192, 16384, 32768}, fits_once},
    {"WIDE_ITEMS", 32, 32, {4, 8, 16, 24, 32, 48}, nf_fits_groups}, /* for 64-bit elements */
};
const nf_family nf_scan_family = NF_FAMILY("scan", scan_tunables, 0, 0);
enum { GROUP, ITEMS, WIDE_ITEMS };
/* Without look-back: used instead of ITEMS; and the chunks for each compute unit. */
enum { CHUNK_ITEMS = 64, CHUNKS = 4, VECTOR_BYTES = 16 };

/* The combinations that can be scanned.  Sums of int32 wrap, so they use uint. */
typedef struct scan_row {
    nf_type type;
    nf_operation operation;
    const char *word, *identity, *line; /* line: a vector of 64 bytes */
} scan_row;

static const scan_row scan_rows[] = {
    {NF_UINT32, NF_SUM, "uint", "0", "uint16"},  {NF_UINT32, NF_MAX, "uint", "0", "uint16"},
    {NF_UINT64, NF_SUM, "ulong", "0", "ulong8"}, {NF_UINT64, NF_MAX, "ulong", "0", "ulong8"},
    {NF_INT32, NF_SUM, "uint", "0", "uint16"},   {NF_INT32, NF_MAX, "int", "INT_MIN", "int16"},
};

static const scan_row *scan_row_of(nf_type type, nf_operation operation) {
    for (size_t i = 0; i < sizeof scan_rows / sizeof scan_rows[0]; i++)
        if (scan_rows[i].type == type && scan_rows[i].operation == operation) return &scan_rows[i];
    return NULL;
}

static nf_status scan_program(nf_work *work, const char *source, const scan_row *row, nf_tile tile, int once,
                              int aligned, nf_program **program) {
    nf_spec spec = nf_spec_of(work->context, source);
    nf_tile_define(&spec, tile);
    nf_define_word(&spec, "T", row->word);
    nf_define(&spec, "OPERATION", row->operation);
    nf_define_word(&spec, "IDENTITY", row->identity);
    if (nf_is_alone(work->context, &nf_scan_family)) {
        nf_define_word(&spec, "LINE", row->line);
        nf_define(&spec, "LANES", (int64_t)(64 / nf_type_bytes(row->type)));
    } else {
        nf_define(&spec, "WIDE", nf_type_bytes(row->type) == 8);
        nf_lanes_define(&spec, nf_lanes_of(work->context));
        nf_define(&spec, "LOOK_BACK", once);
        nf_define(&spec, "ALIGNED", aligned);
    }
    return nf_program_get(work->context, &spec, program);
}

/* ---- groups of one work-item -------------------------------------------------------------------------- */

static nf_tile alone_tile(const nf_context *context) {
    return nf_tile_fit(context, &nf_scan_family, (nf_tile_need){0});
}

/* One level.  The totals of its tiles are scanned by the next level, which has fewer tiles. */
static nf_status scan_level(nf_work *work, nf_program *program, nf_tile tile, uint64_t size, nf_elements in,
                            nf_elements out, uint64_t n, uint32_t exclusive) {
    nf_status status = NF_OK;
    const uint64_t tiles = nf_tile_count(tile, n);
    const size_t mark = nf_scratch_mark(work);
    cl_mem totals = NULL;
    if (tiles > 1) {
        NF_TRY(nf_scratch(work, nf_multiply(tiles, size), &totals));
        NF_TRY(nf_launch(work, program, "scan_totals", nf_tile_shape(tile, n), nf_in(in.buffer),
                         nf_u64(in.offset), nf_u64(n), nf_out(totals)));
        NF_TRY(scan_level(work, program, tile, size, nf_elements_at(totals, 0), nf_elements_at(totals, 0),
                          tiles, 1));
    }
    NF_TRY(nf_launch(work, program, "scan_tiles", nf_tile_shape(tile, n), nf_in(in.buffer), nf_u64(in.offset),
                     nf_out(out.buffer), nf_u64(out.offset), nf_u64(n), nf_in(totals ? totals : out.buffer),
                     nf_u32(totals != NULL), nf_u32(exclusive)));
done:
    nf_scratch_back(work, mark);
    return status;
}

static nf_status scan_alone(nf_work *work, const scan_row *row, nf_elements in, nf_elements out, uint64_t n,
                            uint32_t exclusive) {
    nf_status status = NF_OK;
    nf_program *program = NULL;
    const nf_tile tile = alone_tile(work->context);
    NF_TRY(scan_program(work, "primitives/scan_cpu.cl", row, tile, 0, 0, &program));
    NF_TRY(scan_level(work, program, tile, nf_type_bytes(row->type), in, out, n, exclusive));
done:
    return status;
}

/* ---- larger groups ------------------------------------------------------------------------------------ */

/* The plan of a scan. */
typedef struct scan_plan {
    nf_tile tile;
    uint64_t size, tiles;
    int once;             /* 1: one launch with look-back */
    uint64_t chunk_tiles; /* otherwise: the tiles in a chunk */
    uint64_t chunks;      /* and the number of chunks */
} scan_plan;

/* The most elements of a work-item for AMD's lanes: more do not fit its 256 registers and are spilled (chunks of uint,
   clang 19). */
static uint32_t most_items(const nf_context *context) {
    enum { AMD_ITEMS_MOST = 48 };
    const nf_lanes lanes = nf_lanes_of(context);
    return lanes == NF_LANES_WAVE64 || lanes == NF_LANES_WAVE32 ? AMD_ITEMS_MOST : 0;
}

static scan_plan scan_plan_of(const nf_context *context, nf_type type, uint64_t lead, uint64_t n) {
    scan_plan plan = {.size = nf_type_bytes(type)};
    const uint64_t vector = VECTOR_BYTES / plan.size;
    /* For each work-item: a sum and a padded place for each vector, and one place for the reduction. */
    const nf_tile_need need = {
        .element = (plan.size + 1) / vector, .item = 3 * plan.size, .group = 64, .most = most_items(context)};
    const int once = nf_may_look_back64(context); /* the words have 64 bits and are accessed atomically */
    const size_t row = plan.size == 8 ? WIDE_ITEMS : ITEMS;
    const int items = row == ITEMS && !once ? CHUNK_ITEMS : nf_tuned(context, &nf_scan_family, row);
    plan.tile = nf_tile_for(context, &nf_scan_family, (uint32_t)items, need, (uint32_t)vector, n);
    plan.tiles = nf_tile_count(plan.tile, n + lead);
    plan.once = once && plan.tiles > 1 && plan.tiles < UINT32_MAX;
    plan.chunk_tiles = nf_tile_chunk(context, plan.tile, plan.tiles, CHUNKS);
    plan.chunks = (plan.tiles - 1) / plan.chunk_tiles + 1;
    return plan;
}

static uint64_t words_bytes(const scan_plan *plan) {
    return nf_tile_state_words(plan->tiles * (plan->size == 8 ? 2 : 1));
}

static nf_status scan_once(nf_work *work, nf_program *program, const scan_plan *plan, nf_elements in,
                           nf_elements out, uint64_t n, uint32_t exclusive) {
    nf_status status = NF_OK;
    const nf_shape shape = {plan->tiles, plan->tile.group, 0};
    cl_mem words = NULL;
    NF_TRY(nf_tile_state_take(work, NF_TILE_STATE_SCAN, words_bytes(plan), &words));
    NF_TRY(nf_launch(work, program, "scan_once", shape, nf_in(in.buffer), nf_u64(in.offset),
                     nf_out(out.buffer), nf_u64(out.offset), nf_u64(n), nf_u32(exclusive), nf_inout(words),
                     nf_u32(nf_tile_state_epoch(work, NF_TILE_STATE_SCAN))));
    nf_tile_state_give(work, NF_TILE_STATE_SCAN);
done:
    return status;
}

static nf_status scan_chunks(nf_work *work, nf_program *program, const scan_plan *plan, nf_elements in,
                             nf_elements out, uint64_t n, uint32_t exclusive) {
    nf_status status = NF_OK;
    const nf_shape shape = {plan->chunks, plan->tile.group, 0};
    const size_t mark = nf_scratch_mark(work);
    cl_mem sums = NULL;
    if (plan->chunks > 1) {
        NF_TRY(nf_scratch(work, plan->chunks * plan->size, &sums));
        NF_TRY(nf_launch(work, program, "scan_sums", shape, nf_in(in.buffer), nf_u64(in.offset), nf_u64(n),
                         nf_u64(plan->chunk_tiles), nf_out(sums)));
    }
    NF_TRY(nf_launch(work, program, "scan_chunks", shape, nf_in(in.buffer), nf_u64(in.offset),
                     nf_out(out.buffer), nf_u64(out.offset), nf_u64(n), nf_u32(exclusive),
                     nf_u64(plan->chunk_tiles), nf_in(sums ? sums : out.buffer)));
done:
    nf_scratch_back(work, mark);
    return status;
}

nf_status nf_scan_run(nf_work *work, nf_type type, nf_operation operation, nf_scan_kind kind, nf_elements in,
                      nf_elements out, uint64_t n) {
    nf_status status = NF_OK;
    const scan_row *row = scan_row_of(type, operation);
    const uint32_t exclusive = kind == NF_EXCLUSIVE;
    nf_program *program = NULL;
    if (n == 0) return NF_OK;
    if (nf_is_alone(work->context, &nf_scan_family)) return scan_alone(work, row, in, out, n, exclusive);
    const uint64_t vector = VECTOR_BYTES / nf_type_bytes(type);
    const scan_plan plan = scan_plan_of(work->context, type, in.offset % vector, n);
    const int aligned = in.offset % vector == out.offset % vector;
    NF_TRY(scan_program(work, "primitives/scan.cl", row, plan.tile, plan.once, aligned, &program));
    if (plan.once) NF_TRY(scan_once(work, program, &plan, in, out, n, exclusive));
    else NF_TRY(scan_chunks(work, program, &plan, in, out, n, exclusive));
done:
    return status;
}

static nf_status check_scan(nf_context *context, nf_type type, nf_operation operation, nf_scan_kind kind,
                            nf_slice in, nf_slice out, uint64_t n, nf_elements *from, nf_elements *to) {
    nf_status status = NF_OK;
    nf_region read, written;
    const size_t size = nf_type_bytes(type);
    if (!scan_row_of(type, operation))
        return nf_fail(
            &context->error, NF_ERROR_ARGUMENT,
            "a scan has sums and maxima (NF_SUM, NF_MAX) of the types NF_UINT32, NF_UINT64 and NF_INT32, "
            "not operation %d of %s",
            (int)operation, nf_type_name(type));
    if (kind != NF_INCLUSIVE && kind != NF_EXCLUSIVE)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "kind is %d: it must be NF_INCLUSIVE or NF_EXCLUSIVE", (int)kind);
    NF_TRY(nf_check_slice(context, "in", in, n, size, NF_READ, from));
    NF_TRY(nf_check_slice(context, "out", out, n, size, NF_WRITTEN, to));
    NF_TRY(nf_region_of(context, in, &read));
    NF_TRY(nf_region_of(context, out, &written));
    if (read.memory != written.memory || read.byte != written.byte) /* in place is allowed */
        NF_TRY(nf_check_apart(context, "in", in, nf_multiply(n, size), "out", out, nf_multiply(n, size)));
done:
    return status;
}

nf_status nf_scan(nf_context *context, nf_type type, nf_operation operation, nf_scan_kind kind, nf_slice in,
                  nf_slice out, uint64_t n, const nf_sync *sync) {
    nf_sync_clear(sync);
    if (!context) return NF_ERROR_ARGUMENT;
    nf_work work;
    nf_status status = nf_work_begin(&work, context, sync);
    if (status != NF_OK) return status;
    nf_elements from = {NULL, 0}, to = {NULL, 0};
    work.stage = "scan";
    status = check_scan(context, type, operation, kind, in, out, n, &from, &to);
    if (status == NF_OK) status = nf_scan_run(&work, type, operation, kind, from, to, n);
    return nf_work_end(&work, status);
}

/* A call about n elements, from an unaligned one on, which may need one more tile. */
typedef struct scan_shape {
    nf_type type;
    uint64_t n;
} scan_shape;

static nf_status run_shape(nf_work *work, const void *what) {
    const scan_shape *shape = what;
    const nf_elements in = nf_elements_at(NULL, VECTOR_BYTES / nf_type_bytes(shape->type) - 1);
    return nf_scan_run(work, shape->type, NF_SUM, NF_EXCLUSIVE, in, in, shape->n);
}

nf_status nf_scan_scratch(nf_context *context, nf_type type, uint64_t n, uint64_t *bytes) {
    if (!context) return NF_ERROR_ARGUMENT;
    if (!bytes) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "bytes is NULL");
    *bytes = 0;
    if (!scan_row_of(type, NF_SUM))
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "type %d: a scan supports NF_UINT32, NF_UINT64, NF_INT32", (int)type);
    return nf_cost_of(context, run_shape, &(scan_shape){type, n}, bytes);
}
