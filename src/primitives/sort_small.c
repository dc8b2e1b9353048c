/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A sort of few keys in one or two launches, as launches take longer than the work itself. */
#include "primitives/sort_small.h"

#include "primitives/tile.h"

/* The most keys that are compared with all others; the comparisons that each compute unit may have; and the work-items of a key. */
enum { MOST = 4096, COMPARED_A_UNIT = 131072, LANES = 8 };

/* The tile of one element a work-item. */
static nf_tile tile_of(const nf_context *context, const nf_sort_options *options) {
    const nf_tile_need need = {.item = nf_type_bytes(options->key) + sizeof(uint32_t)};
    return nf_tile_for(context, &nf_sort_family, 1, need, 1, 1);
}

int nf_sort_is_small(const nf_context *context, uint64_t n) {
    return !nf_is_alone(context, &nf_sort_family) && n <= MOST &&
           n * n <= (uint64_t)context->device.compute_units * COMPARED_A_UNIT;
}

static nf_status program_for(nf_work *work, const nf_sort_options *options, nf_tile tile,
                             nf_program **program) {
    nf_spec spec = nf_spec_of(work->context, "primitives/sort_small.cl");
    nf_define(&spec, "GROUP", tile.group);
    nf_define(&spec, "LANES", LANES);
    nf_define_word(&spec, "K", nf_sort_word(nf_type_bytes(options->key)));
    nf_define_word(&spec, "V", nf_sort_word(nf_type_bytes(options->value)));
    nf_define(&spec, "VALUES", options->value != NF_TYPE_NONE);
    return nf_program_get(work->context, &spec, program);
}

nf_status nf_sort_small_run(nf_work *work, const nf_sort_options *options, nf_sort_arrays from,
                            nf_sort_arrays to, uint64_t n) {
    const nf_tile tile = tile_of(work->context, options);
    const nf_sort_split split = nf_sort_split_of(options, 64);
    const uint64_t mask = split.bits < 64 ? (UINT64_C(1) << split.bits) - 1 : UINT64_MAX;
    const int valued = options->value != NF_TYPE_NONE;
    /* Absent values are never read: any buffer may be passed. */
    const nf_elements values = from.values.buffer ? from.values : from.keys,
                      values_out = valued ? to.values : to.keys;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(program_for(work, options, tile, &program));
    NF_TRY(nf_launch(
        work, program, "sort_few", nf_shape_for(n, tile.group / LANES, tile.group), nf_in(from.keys.buffer),
        nf_u64(from.keys.offset), nf_in(values.buffer), nf_u64(values.offset), nf_out(to.keys.buffer),
        nf_u64(to.keys.offset), nf_out(values_out.buffer), nf_u64(values_out.offset), nf_u32((uint32_t)n),
        nf_u32((uint32_t)split.first), options->key == NF_UINT64 ? nf_u64(mask) : nf_u32((uint32_t)mask),
        nf_u32(valued && !from.values.buffer)));
done:
    return status;
}

nf_status nf_sort_small_in_place(nf_work *work, const nf_sort_options *options, nf_sort_arrays own,
                                 uint64_t n) {
    const nf_tile tile = tile_of(work->context, options);
    const nf_elements values_out = options->value ? own.values : own.keys;
    nf_sort_arrays sorted;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_sort_take_arrays(work, options, n, &sorted));
    NF_TRY(nf_sort_small_run(work, options, own, sorted, n));
    NF_TRY(program_for(work, options, tile, &program));
    NF_TRY(nf_launch(work, program, "sort_put", nf_tile_shape(tile, n), nf_in(sorted.keys.buffer),
                     nf_in(sorted.values.buffer), nf_out(own.keys.buffer), nf_u64(own.keys.offset),
                     nf_out(values_out.buffer), nf_u64(values_out.offset), nf_u32((uint32_t)n)));
done:
    return status;
}
