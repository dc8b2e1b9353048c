/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "primitives/tile.h"

#include "core/whole.h"
#include "opencl/quirks.h"
#include "tune/capability.h"

/* Limits.  The private arrays of a work-item must stay in registers, and positions in a tile must fit 16 bits.  Some
   drivers end a work-item's loops after 65,535 iterations (NF_QUIRK_ENDS_LOOPS); there these limits keep loops far below
   that, except those over a point's neighbourhood:
   - GROUP_LEAST_ENDING: loops over all tiles (one group adds n / GROUP_LEAST_ENDING^2 values for each work-item, 32,768
     for n = 2^31), and with ITEMS_MOST_IN_GROUP loops over the elements and cells of a work-item;
   - ITERATIONS_MOST: loops over the tiles of a chunk, each with passes over the elements of a work-item and the steps
     of a prefix sum of the group. */
enum {
    GROUP_LEAST = 32,
    GROUP_LEAST_ENDING = 256,
    ITERATIONS_MOST = 32768,
    ITERATIONS_AN_ITEM = 6,
    ITERATIONS_A_TILE = 96,
    STEPS_MOST = 4096,
    STEPS_OF_SMALL = 15,
    ITEMS_MOST_IN_GROUP = 64,
    TILE_MOST_IN_GROUP = 32768,
    ITEMS_MOST = 32768
};

static uint32_t power_of_two_below(int value, uint32_t most) {
    uint32_t power = 1;
    while (power <= most / 2 && (int64_t)power * 2 <= value) power *= 2;
    return power;
}

static uint64_t local_bytes(nf_tile tile, nf_tile_need need) {
    const uint64_t size = (uint64_t)tile.group * tile.items;
    return need.element * (size + size / 32) + need.item * tile.group + need.group;
}

static int items_of(const nf_context *context, const nf_family *family) {
    if (!family->items) return nf_tuned(context, family, 1);
    return nf_is_alone(context, family) ? family->items_alone : family->items;
}

nf_tile nf_tile_fit(const nf_context *context, const nf_family *family, nf_tile_need need) {
    const uint64_t most = context->device.max_work_group < 4096 ? context->device.max_work_group : 4096;
    const uint32_t ending = power_of_two_below(GROUP_LEAST_ENDING, (uint32_t)most),
                   least = nf_has_quirk(&context->device, NF_QUIRK_ENDS_LOOPS) ? ending : 1;
    nf_tile tile;
    tile.group = power_of_two_below(nf_tuned(context, family, 0), (uint32_t)most);
    if (tile.group < least) tile.group = least;
    tile.items =
        power_of_two_below(items_of(context, family), tile.group > 1 ? ITEMS_MOST_IN_GROUP : ITEMS_MOST);
    while (tile.group > 1 && (tile.group * tile.items > TILE_MOST_IN_GROUP ||
                              local_bytes(tile, need) > context->device.local_memory)) {
        if (tile.items > 1) tile.items /= 2;
        else tile.group /= 2;
    }
    /* A tile of one element would not reduce the number of elements from level to level. */
    if (tile.group * tile.items == 1) tile.items = 2;
    tile.size = (uint64_t)tile.group * tile.items;
    return tile;
}

nf_tile nf_tile_of_rows(nf_tile tile) {
    enum { MOST = 256 };
    if (tile.items > MOST) tile.items = MOST;
    tile.size = (uint64_t)tile.group * tile.items;
    return tile;
}

nf_tile nf_tile_single(nf_tile tile) {
    tile.size = tile.group;
    tile.items = 1;
    return tile;
}

/* The steps of ITEMS for small inputs: few different sizes, so that few programs are built.  If a step is one element,
   the number is odd, which avoids bank conflicts. */
static uint32_t steps_for(uint64_t wish, uint32_t step) {
    if (wish > STEPS_OF_SMALL) return UINT32_MAX;
    return step == 1 ? (uint32_t)wish | 1 : ((uint32_t)wish + 1) / 2 * 2;
}

nf_tile nf_tile_for(const nf_context *context, const nf_family *family, uint32_t items, nf_tile_need need,
                    uint32_t step, uint64_t n) {
    const uint64_t most = context->device.max_work_group < 1024 ? context->device.max_work_group : 1024;
    const uint32_t wave = nf_lanes_wave(nf_lanes_of(context)),
                   least = wave > GROUP_LEAST ? wave : GROUP_LEAST;
    nf_tile tile;
    tile.group = power_of_two_below(nf_tuned(context, family, 0), (uint32_t)most);
    if (tile.group < least) tile.group = least;
    const uint32_t units = context->device.compute_units;
    if (need.most && items > need.most) items = need.most;
    uint32_t steps =
        items < step ? 1 : (items < 2 * ITEMS_MOST_IN_GROUP ? items : 2 * ITEMS_MOST_IN_GROUP) / step;
    const uint32_t wish = steps_for(n / ((uint64_t)(units ? units : 1) * tile.group * step) + 1, step);
    if (wish < steps) steps = wish;
    for (;;) {
        tile.items = steps * step;
        tile.size = (uint64_t)tile.group * tile.items;
        const uint64_t elements = need.element * tile.items,
                       item = elements > need.least ? elements : need.least;
        const uint64_t local = (item + need.item) * tile.group + need.group;
        if ((local <= context->device.local_memory && tile.size <= TILE_MOST_IN_GROUP) ||
            (steps == 1 && tile.group == least))
            return tile;
        if (steps > 1) steps--;
        else {
            tile.group /= 2;
            steps = items < step ? 1 : items / step; /* a smaller group may fit more items again */
        }
    }
}

uint64_t nf_tile_count(nf_tile tile, uint64_t n) { return nf_ceiling(n, tile.size); }

nf_shape nf_tile_shape(nf_tile tile, uint64_t n) { return nf_shape_for(n, tile.size, tile.group); }

uint64_t nf_tile_chunk(const nf_context *context, nf_tile tile, uint64_t tiles, uint64_t chunks) {
    const uint64_t units = context->device.compute_units ? context->device.compute_units : 1;
    const uint64_t most = nf_min(STEPS_MOST / tile.items + 1, nf_tile_turns_most(context, tile)),
                   wish = units * chunks < tiles ? units * chunks : tiles;
    const uint64_t size = wish ? (tiles - 1) / wish + 1 : 1;
    return nf_min(size, most);
}

uint64_t nf_tile_turns_most(const nf_context *context, nf_tile tile) {
    const uint64_t iterations = (uint64_t)tile.items * ITERATIONS_AN_ITEM + ITERATIONS_A_TILE;
    return nf_has_quirk(&context->device, NF_QUIRK_ENDS_LOOPS) ? ITERATIONS_MOST / iterations : UINT64_MAX;
}

void nf_tile_define(nf_spec *spec, nf_tile tile) {
    nf_define(spec, "GROUP", tile.group);
    nf_define(spec, "ITEMS", tile.items);
}

const char *nf_type_word(nf_type type) {
    static const char *const words[] = {NULL, "float", "double", "int", "uint", "ulong", "long", "uchar"};
    return type >= NF_TYPE_NONE && type <= NF_UINT8 ? words[type] : NULL;
}
