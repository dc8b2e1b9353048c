/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The plan of a sort, its scratch, and one pass. */
#include "primitives/sort_pass.h"

#include "opencl/memory/tile_state.h"
#include "primitives/run.h"

/* Ranking by sub-groups of 32 spills 8 KB of registers on Intel's devices other than PVC. */
static nf_lanes sort_lanes(const nf_context *context) {
    const nf_lanes lanes = nf_lanes_of(context);
    return lanes == NF_LANES_SUBGROUPS ? NF_LANES_LOCAL : lanes;
}

static const nf_tunable sort_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 512, 1, {1, 128, 256, 512, 1024}, nf_fits_group},
};
const nf_family nf_sort_family = NF_FAMILY("sort", sort_tunables, 0, 0);

/* Keys of a work-item; odd numbers avoid bank conflicts of sorted keys.  Without look-back, and for 64-bit keys, more registers are used.
   Up to NEAR_TILES tiles for each compute unit, NEAR tiles are added at once. */
enum {
    ITEMS = 17,
    COUNTED_ITEMS = 15,
    WIDE_ITEMS = 11,
    DIGIT_BITS = 8,
    TILE_MOST = 65536,
    NEAR_TILES = 4,
    NEAR = 8
};

nf_sort_plan nf_sort_plan_of(const nf_context *context, const nf_sort_options *options, uint64_t n) {
    nf_sort_plan plan = {.key = nf_type_bytes(options->key), .value = nf_type_bytes(options->value)};
    const uint64_t units = context->device.compute_units ? context->device.compute_units : 1;
    plan.split = nf_sort_split_of(options, DIGIT_BITS);
    plan.digits = UINT64_C(1) << plan.split.widest;
    plan.look_back = nf_can(context, NF_CAN_LOOK_BACK) && n < UINT64_C(1) << 30; /* words have 30 bits */
    plan.lanes = sort_lanes(context);
    plan.entry = n <= UINT32_MAX - TILE_MOST ? 4 : 8; /* positions beyond the last element, too */
    const int plain = plan.lanes == NF_LANES_LOCAL;
    /* Half an element, or two masks for each digit and row; a counter for each digit and row, sums; starts of digits. */
    const nf_tile_need need = {4, plan.digits / 16 + (plain ? 4 : 1), plan.digits * plan.entry + 64,
                               plain ? plan.digits / 4 : 0, 0};
    const uint32_t items = plan.key == 8 ? WIDE_ITEMS : plan.look_back ? ITEMS : COUNTED_ITEMS;
    plan.tile = nf_tile_for(context, &nf_sort_family, items, need, 1, n);
    plan.tiles = nf_tile_count(plan.tile, n);
    if (plan.look_back) {
        plan.near = plan.tiles <= units * NEAR_TILES ? NEAR : 0;
        plan.words = plan.tiles * plan.digits * (plan.near ? 2 : 1);
    }
    return plan;
}

int nf_sort_narrow(const nf_sort_plan *plan) {
    const int wide = plan->split.bits % plan->split.passes;
    return wide ? plan->split.passes - wide : 0;
}

static uint64_t table_bytes(const nf_sort_plan *plan) {
    return nf_multiply(plan->tiles << plan->split.widest, plan->entry);
}
static uint64_t counts_bytes(const nf_sort_plan *plan) {
    return (NF_SORT_COUNTS_AT + (uint64_t)plan->split.passes * plan->digits) * 4;
}

/* ---- passes ------------------------------------------------------------------------------------------- */

static nf_status pass_program(nf_work *work, const nf_sort_plan *plan, nf_program **program) {
    nf_spec spec = nf_spec_of(work->context, "primitives/sort_pass.cl");
    nf_tile_define(&spec, plan->tile);
    nf_define(&spec, "DIGIT_BITS", plan->split.widest);
    nf_define_word(&spec, "K", nf_sort_word(plan->key));
    nf_define_word(&spec, "V", nf_sort_word(plan->value));
    nf_define(&spec, "WIDE", plan->key == 8);
    nf_define(&spec, "WIDE_VALUES", plan->value == 8);
    nf_define(&spec, "VALUES", plan->value != 0);
    nf_define_word(&spec, "C", nf_sort_word(plan->entry));
    nf_lanes_define(&spec, plan->lanes);
    nf_define(&spec, "LOOK_BACK", plan->look_back);
    nf_define(&spec, "NEAR", plan->near);
    return nf_program_get(work->context, &spec, program);
}

/* Without look-back: the table of what each tile has of each digit, as sums before it. */
static nf_status count_tiles(nf_work *work, const nf_sort_plan *plan, cl_mem table, uint64_t n,
                             nf_elements keys, int width, int shift) {
    const nf_type entry = plan->entry == 8 ? NF_UINT64 : NF_UINT32;
    const nf_shape shape = {plan->tiles, plan->tile.group, 0};
    const nf_elements counts = nf_elements_at(table, 0);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_sort_count_program(work, plan, 1, width < plan->split.widest, shape.group, &program));
    NF_TRY(nf_launch(work, program, "sort_count", shape, nf_in(keys.buffer), nf_u64(keys.offset), nf_u64(n),
                     nf_u32((uint32_t)plan->tile.size), nf_u32((uint32_t)shift), nf_out(table)));
    NF_TRY(nf_scan_run(work, entry, NF_SUM, NF_EXCLUSIVE, counts, counts, plan->tiles << width));
done:
    return status;
}

nf_status nf_sort_pass(nf_work *work, const nf_sort_plan *plan, const nf_sort_room *room, uint64_t n,
                       nf_sort_arrays from, nf_sort_arrays to, int pass, int shift) {
    nf_status status = NF_OK;
    nf_program *program = NULL;
    const int width = nf_sort_width(&plan->split, pass);
    const uint32_t mask = (UINT32_C(1) << width) - 1;
    /* Absent values are never read: any buffer may be passed. */
    const int iota = plan->value && !from.values.buffer;
    const nf_elements values = from.values.buffer ? from.values : from.keys;
    const nf_elements values_out = plan->value ? to.values : to.keys;
    struct {
        nf_arg args[5];
        size_t count;
    } counts = {
        {nf_inout(room->counts), nf_u32((uint32_t)(NF_SORT_COUNTS_AT + (uint64_t)pass * plan->digits)),
         nf_inout(room->words[pass % 2]), nf_out(room->words[1 - pass % 2]), nf_u32((uint32_t)plan->tiles)},
        5};
    NF_TRY(pass_program(work, plan, &program));
    if (!plan->look_back) {
        NF_TRY(count_tiles(work, plan, room->table, n, from.keys, width, shift));
        counts.args[0] = nf_in(room->table);
        counts.count = 1;
    }
    NF_TRY(nf_launch_with(work, program, "sort_pass", nf_tile_shape(plan->tile, n), &counts,
                          nf_in(from.keys.buffer), nf_u64(from.keys.offset), nf_in(values.buffer),
                          nf_u64(values.offset), nf_out(to.keys.buffer), nf_u64(to.keys.offset),
                          nf_out(values_out.buffer), nf_u64(values_out.offset), nf_u64(n),
                          nf_u32((uint32_t)shift), nf_u32(mask), nf_u32((uint32_t)iota)));
done:
    return status;
}

nf_status nf_sort_take_room(nf_work *work, const nf_sort_plan *plan, nf_sort_room *room) {
    nf_status status = NF_OK;
    if (!plan->look_back) return nf_scratch(work, table_bytes(plan), &room->table);
    NF_TRY(nf_tile_state_take(work, NF_TILE_STATE_SORT, counts_bytes(plan), &room->counts));
    for (int k = 0; k < 2; k++) NF_TRY(nf_scratch(work, plan->words * 4, &room->words[k]));
done:
    return status;
}
