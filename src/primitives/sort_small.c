/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A sort of few keys in one launch of one work-group, as launches take longer than the work itself. */
#include "primitives/sort_small.h"

#include "primitives/tile.h"

enum { ITEMS = 4 };

/* Keys and places in local memory. */
static nf_tile tile_of(const nf_context *context, const nf_sort_options *options) {
    const nf_tile_need need = {.item = ITEMS * (nf_type_bytes(options->key) + sizeof(uint32_t))};
    nf_tile tile = nf_tile_for(context, &nf_sort_family, 1, need, 1, 1);
    tile.items = ITEMS;
    tile.size = (uint64_t)tile.group * tile.items;
    return tile;
}

int nf_sort_is_small(const nf_context *context, const nf_sort_options *options, uint64_t n) {
    return !nf_is_alone(context, &nf_sort_family) && n <= tile_of(context, options).size;
}

nf_status nf_sort_small_run(nf_work *work, const nf_sort_options *options, nf_sort_places from,
                            nf_sort_places to, uint64_t n) {
    const nf_tile tile = tile_of(work->context, options);
    const nf_sort_split split = nf_sort_split_of(options, 64);
    const uint64_t key = nf_type_bytes(options->key), value = nf_type_bytes(options->value),
                   mask = split.bits < 64 ? (UINT64_C(1) << split.bits) - 1 : UINT64_MAX;
    /* Absent values are never read: any buffer may be passed. */
    const nf_elements values = from.values.buffer ? from.values : from.keys,
                      values_out = value ? to.values : to.keys;
    nf_spec spec = nf_spec_of(work->context, "primitives/sort_small.cl");
    nf_program *program = NULL;
    nf_status status = NF_OK;
    nf_tile_define(&spec, tile);
    nf_define_word(&spec, "K", nf_sort_word(key));
    nf_define_word(&spec, "V", nf_sort_word(value));
    nf_define(&spec, "VALUES", value != 0);
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_launch(work, program, "sort_small", ((nf_shape){1, tile.group, 0}), nf_in(from.keys.buffer),
                     nf_u64(from.keys.offset), nf_in(values.buffer), nf_u64(values.offset),
                     nf_out(to.keys.buffer), nf_u64(to.keys.offset), nf_out(values_out.buffer),
                     nf_u64(values_out.offset), nf_u32((uint32_t)n), nf_u32((uint32_t)split.first),
                     key == 8 ? nf_u64(mask) : nf_u32((uint32_t)mask), nf_u32(value && !from.values.buffer)));
done:
    return status;
}
