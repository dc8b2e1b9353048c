/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Compact: in one launch with look-back; otherwise counts each tile, scans the counts, and moves the values. */
#include "opencl/memory/tile_state.h"
#include "opencl/memory/cost.h"
#include "primitives/run.h"
#include "primitives/tile.h"
#include "tune/capability.h"

enum { ITEMS = 32 };
static const nf_tunable compact_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 256, 1, {1, 32, 64, 128, 256, 512, 1024}, nf_fits_group},
};
const nf_family nf_compact_family = NF_FAMILY("compact", compact_tunables, ITEMS, 16384);

static nf_tile compact_tile(const nf_context *context, uint64_t n) {
    if (nf_is_alone(context, &nf_compact_family))
        return nf_tile_fit(context, &nf_compact_family, (nf_tile_need){0});
    /* Padded flags, positions; sums; the preceding sum, a ticket. */
    return nf_tile_for(context, &nf_compact_family, ITEMS,
                       (nf_tile_need){.element = 1 + 2, .item = 8, .group = 64}, 4, n);
}

/* One launch, with look-back; the words have 32 bits of value. */
static int is_once(const nf_context *context, uint64_t n) {
    return !nf_is_alone(context, &nf_compact_family) && n <= UINT32_MAX && nf_may_look_back64(context);
}

static uint64_t words_bytes(nf_tile tile, uint64_t n) { return nf_tile_state_words(nf_tile_count(tile, n)); }

/* One count for each tile, and one for the total. */
static uint64_t counts_bytes(nf_tile tile, uint64_t n) { return nf_multiply(nf_tile_count(tile, n) + 1, 8); }

static nf_status compact_program(nf_work *work, nf_type type, int indices, nf_tile tile, int once,
                                 nf_program **program) {
    const int alone = nf_is_alone(work->context, &nf_compact_family);
    nf_spec spec = nf_spec_of(work->context, alone ? "primitives/compact_cpu.cl" : "primitives/compact.cl");
    nf_tile_define(&spec, tile);
    nf_define_word(&spec, "T", nf_type_word(type));
    nf_define(&spec, "INDICES", indices);
    if (!alone) {
        nf_lanes_define(&spec, nf_lanes_of(work->context));
        nf_define(&spec, "LOOK_BACK", once);
    }
    return nf_program_get(work->context, &spec, program);
}

static nf_status compact_once(nf_work *work, nf_program *program, nf_tile tile, nf_elements flags,
                              nf_elements values, nf_elements out, nf_elements count, uint64_t n) {
    nf_status status = NF_OK;
    cl_mem words = NULL;
    NF_TRY(nf_tile_state_take(work, NF_TILE_STATE_SCAN, words_bytes(tile, n), &words));
    NF_TRY(nf_launch(work, program, "compact_once", nf_tile_shape(tile, n), nf_in(flags.buffer),
                     nf_u64(flags.offset), nf_in(values.buffer ? values.buffer : out.buffer),
                     nf_u64(values.offset), nf_out(out.buffer), nf_u64(out.offset), nf_out(count.buffer),
                     nf_u64(count.offset), nf_u64(n), nf_inout(words),
                     nf_u32(nf_tile_state_epoch(work, NF_TILE_STATE_SCAN))));
    nf_tile_state_give(work, NF_TILE_STATE_SCAN);
done:
    return status;
}

static nf_status compact_counted(nf_work *work, nf_program *program, nf_tile tile, nf_elements flags,
                                 nf_elements values, nf_elements out, nf_elements count, uint64_t n) {
    nf_status status = NF_OK;
    const uint64_t tiles = nf_tile_count(tile, n);
    const size_t mark = nf_scratch_mark(work);
    cl_mem counts = NULL;
    NF_TRY(nf_scratch(work, counts_bytes(tile, n), &counts));
    NF_TRY(nf_launch(work, program, "compact_count", nf_tile_shape(tile, n), nf_in(flags.buffer),
                     nf_u64(flags.offset), nf_u64(n), nf_out(counts)));
    NF_TRY(nf_scan_run(work, NF_UINT64, NF_SUM, NF_EXCLUSIVE, nf_elements_at(counts, 0),
                       nf_elements_at(counts, 0), tiles + 1));
    NF_TRY(nf_launch(work, program, "compact_write", nf_tile_shape(tile, n), nf_in(flags.buffer),
                     nf_u64(flags.offset), nf_in(values.buffer ? values.buffer : out.buffer),
                     nf_u64(values.offset), nf_out(out.buffer), nf_u64(out.offset), nf_in(counts),
                     nf_u64(n)));
    NF_TRY(nf_copy(work, counts, tiles * 8, count.buffer, count.offset * 8, 8));
done:
    nf_scratch_back(work, mark);
    return status;
}

nf_status nf_compact_run(nf_work *work, nf_type type, nf_elements flags, nf_elements values, nf_elements out,
                         nf_elements count, uint64_t n) {
    static const uint64_t zero = 0;
    nf_status status = NF_OK;
    const nf_tile tile = compact_tile(work->context, n);
    const int once = is_once(work->context, n);
    nf_program *program = NULL;
    if (n == 0) return nf_fill(work, count.buffer, &zero, 8, count.offset * 8, 8);
    NF_TRY(compact_program(work, type, values.buffer == NULL, tile, once, &program));
    if (once) NF_TRY(compact_once(work, program, tile, flags, values, out, count, n));
    else NF_TRY(compact_counted(work, program, tile, flags, values, out, count, n));
done:
    return status;
}

static nf_status check_type(nf_context *context, nf_type type) {
    if (type == NF_UINT32 || type == NF_UINT64) return NF_OK;
    return nf_fail(&context->error, NF_ERROR_ARGUMENT, "type is %d: it must be NF_UINT32 or NF_UINT64",
                   (int)type);
}

typedef struct compact_arrays {
    nf_elements flags, values, out, count;
} compact_arrays;

static nf_status check_compact(nf_context *context, nf_type type, nf_slice flags, nf_slice values,
                               nf_slice out, nf_slice count, uint64_t n, compact_arrays *at) {
    nf_status status = NF_OK;
    NF_TRY(check_type(context, type));
    const size_t size = nf_type_bytes(type);
    const uint64_t bytes = nf_multiply(n, size);
    if (!values.buffer && type == NF_UINT32 && n > UINT64_C(1) << 32)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "n is %llu: the indices do not fit NF_UINT32",
                       (unsigned long long)n);
    NF_TRY(nf_check_slice(context, "flags", flags, n, 1, NF_READ, &at->flags));
    NF_TRY(nf_check_slice(context, "values", values, values.buffer ? n : 0, size, NF_READ, &at->values));
    NF_TRY(nf_check_slice(context, "out", out, n, size, NF_WRITTEN, &at->out));
    NF_TRY(nf_check_slice(context, "count", count, 1, 8, NF_WRITTEN, &at->count));
    NF_TRY(nf_check_apart(context, "flags", flags, n, "count", count, 8));
    NF_TRY(nf_check_apart(context, "values", values, bytes, "count", count, 8));
    NF_TRY(nf_check_apart(context, "values", values, bytes, "out", out, bytes));
    NF_TRY(nf_check_apart(context, "flags", flags, n, "out", out, bytes));
    NF_TRY(nf_check_apart(context, "count", count, 8, "out", out, bytes));
done:
    return status;
}

nf_status nf_compact(nf_context *context, nf_type type, nf_slice flags, nf_slice values, nf_slice out,
                     nf_slice count, uint64_t n, const nf_sync *sync) {
    nf_sync_clear(sync);
    if (!context) return NF_ERROR_ARGUMENT;
    nf_work work;
    nf_status status = nf_work_begin(&work, context, sync);
    if (status != NF_OK) return status;
    compact_arrays at = {.flags = {NULL, 0}};
    work.stage = "compact";
    status = check_compact(context, type, flags, values, out, count, n, &at);
    if (status == NF_OK) status = nf_compact_run(&work, type, at.flags, at.values, at.out, at.count, n);
    return nf_work_end(&work, status);
}

/* A call about n values. */
typedef struct compact_shape {
    nf_type type;
    uint64_t n;
} compact_shape;

static nf_status run_shape(nf_work *work, const void *what) {
    const compact_shape *shape = what;
    const nf_elements none = nf_elements_at(NULL, 0);
    return nf_compact_run(work, shape->type, none, none, none, none, shape->n);
}

nf_status nf_compact_scratch(nf_context *context, nf_type type, uint64_t n, uint64_t *bytes) {
    nf_status status = NF_OK;
    if (!context) return NF_ERROR_ARGUMENT;
    if (!bytes) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "bytes is NULL");
    *bytes = 0;
    NF_TRY(check_type(context, type));
    NF_TRY(nf_cost_of(context, run_shape, &(compact_shape){type, n}, bytes));
done:
    return status;
}
