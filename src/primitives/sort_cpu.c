/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Sort on CPUs: one pass for each digit, alternating between the caller's buffers and scratch; a few long slices, one
   work-item each. */
#include "primitives/sort_cpu.h"

#include "core/whole.h"
#include "primitives/sort_parts.h"

/* The fewest elements of a slice, and the least n for combining writes. */
enum { SLICE_LEAST = 32768, COMBINE_LEAST = 131072, DIGIT_BITS = 11, SLICES_MOST = 1024, LINE = 64 };

/* The plan of a sort. */
typedef struct sort_plan {
    nf_sort_split split;
    int combined;
    uint64_t key, value, counter; /* bytes of a key, of a value (0: none), of a work-item's counter */
    uint64_t slices, slice;       /* the number of slices, and the elements of each but the last */
    uint64_t table, lines;        /* entries; bytes of the lines in which all slices combine their writes */
} sort_plan;

static sort_plan sort_plan_of(const nf_context *context, const nf_sort_options *options, uint64_t n) {
    sort_plan plan = {.key = nf_type_bytes(options->key), .value = nf_type_bytes(options->value)};
    plan.split = nf_sort_split_of(options, DIGIT_BITS);
    plan.counter = n <= UINT32_MAX ? 4 : 8;
    const uint64_t wish = nf_min(context->device.compute_units, SLICES_MOST), fits = n / SLICE_LEAST;
    const uint64_t slices = fits < 1 ? 1 : nf_min(wish, fits);
    plan.slice = nf_ceiling(nf_ceiling(n, slices), 16) * 16;
    plan.slices = nf_ceiling(n, plan.slice);
    plan.table = plan.slices << plan.split.widest;
    plan.combined = n >= COMBINE_LEAST;
    plan.lines = plan.combined ? (plan.slices << DIGIT_BITS) * LINE * (plan.value ? 2 : 1) : 1;
    return plan;
}

static const char *line_of(uint64_t bytes) { return bytes == 8 ? "ulong8" : "uint16"; }

static nf_spec sort_spec(nf_context *context, const sort_plan *plan) {
    nf_spec spec = nf_spec_of(context, "primitives/sort_cpu.cl");
    nf_define(&spec, "DIGIT_BITS",
              DIGIT_BITS); /* the most, so that one program serves keys of any number of bits */
    nf_define(&spec, "COMBINED", plan->combined);
    nf_define_word(&spec, "K", nf_sort_word(plan->key));
    nf_define_word(&spec, "V", nf_sort_word(plan->value));
    nf_define_word(&spec, "K_LINE", line_of(plan->key));
    nf_define_word(&spec, "V_LINE", line_of(plan->value));
    nf_define(&spec, "VALUES", plan->value != 0);
    nf_define_word(&spec, "C", nf_sort_word(plan->counter));
    return spec;
}

/* The state of all passes. */
typedef struct sort_room {
    cl_mem table, lines;
} sort_room;

static nf_status sort_pass(nf_work *work, nf_program *program, const sort_plan *plan, sort_room room,
                           uint64_t n, nf_sort_arrays from, nf_sort_arrays to, int shift, int width) {
    nf_status status = NF_OK;
    const nf_shape shape = {plan->slices, 1, 0};
    const uint32_t mask = (UINT32_C(1) << width) - 1;
    NF_TRY(nf_launch(work, program, "sort_count", shape, nf_in(from.keys.buffer), nf_u64(from.keys.offset),
                     nf_u64(n), nf_u64(plan->slice), nf_out(room.table), nf_u64(plan->slices),
                     nf_u32((uint32_t)shift), nf_u32(mask)));
    NF_TRY(nf_scan_run(work, NF_UINT64, NF_SUM, NF_EXCLUSIVE, nf_elements_at(room.table, 0),
                       nf_elements_at(room.table, 0), plan->slices << width));
    NF_TRY(nf_launch(work, program, "sort_scatter", shape, nf_in(from.keys.buffer), nf_u64(from.keys.offset),
                     nf_in(from.values.buffer), nf_u64(from.values.offset), nf_out(to.keys.buffer),
                     nf_u64(to.keys.offset), nf_out(to.values.buffer), nf_u64(to.values.offset), nf_u64(n),
                     nf_u64(plan->slice), nf_in(room.table), nf_u64(plan->slices), nf_out(room.lines),
                     nf_u32((uint32_t)shift), nf_u32(mask)));
done:
    return status;
}

nf_status nf_sort_cpu_run(nf_work *work, const nf_sort_options *options, nf_elements keys, nf_elements values,
                          uint64_t n) {
    nf_status status = NF_OK;
    const size_t mark = nf_scratch_mark(work);
    nf_program *program = NULL;
    sort_room room = {NULL, NULL};
    if (n < 2) return NF_OK;
    const sort_plan plan = sort_plan_of(work->context, options, n);
    const nf_spec spec = sort_spec(work->context, &plan);
    /* Without values the kernels get the keys as a placeholder and do not access it. */
    const nf_sort_arrays own = {keys, plan.value ? values : keys};
    nf_sort_arrays from = own, even, odd = own; /* the output of even and odd passes except the last */
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_scratch(work, plan.table * 8, &room.table));
    NF_TRY(nf_scratch(work, plan.lines, &room.lines));
    NF_TRY(nf_sort_take_arrays(work, options, n, &even));
    if (nf_sort_needs_second(&plan.split)) NF_TRY(nf_sort_take_arrays(work, options, n, &odd));
    for (int pass = 0, shift = plan.split.first; pass < plan.split.passes;
         shift += nf_sort_width(&plan.split, pass), pass++) {
        const int last = pass > 0 && pass == plan.split.passes - 1;
        const nf_sort_arrays to = last ? own : pass % 2 ? odd : even;
        NF_TRY(sort_pass(work, program, &plan, room, n, from, to, shift, nf_sort_width(&plan.split, pass)));
        from = to;
    }
    if (plan.split.passes == 1) NF_TRY(nf_sort_copy(work, options, even, own, n));
done:
    nf_scratch_back(work, mark);
    return status;
}
