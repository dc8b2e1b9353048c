/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Counts of digits before a sort: of all digits at once, or of one digit for each tile. */
#include "primitives/sort_pass.h"

#include "core/whole.h"

/* GROUPS for each compute unit; at most COPIES of a group's counters, as far as they fit. */
enum { GROUP = 1024, GROUPS = 2, COPIES = 8 };
enum { ROOM_MOST = 32768, ROOM_OF_TILE = 4096, VECTOR = 4 };

void nf_sort_define_digits(const nf_context *context, const nf_sort_plan *plan, int passes, int narrow,
                           nf_spec *spec) {
    const uint64_t table = (uint64_t)passes * plan->digits * 4,
                   room =
                       nf_min(passes == 1 ? ROOM_OF_TILE : ROOM_MOST, context->device.local_memory / 4 * 3);
    int copies = 1;
    while (copies < COPIES && table * (uint64_t)copies * 2 <= room) copies *= 2;
    nf_define_word(spec, "K", nf_sort_word(plan->key));
    nf_define(spec, "PASSES", passes);
    nf_define(spec, "DIGIT_BITS", plan->split.widest);
    nf_define(spec, "NARROW", narrow);
    nf_define(spec, "COPIES", copies);
    nf_define(spec, "COUNTS_AT", NF_SORT_COUNTS_AT);
}

static nf_shape count_shape(const nf_context *context, uint64_t n) {
    const uint64_t units = context->device.compute_units ? context->device.compute_units : 1;
    const size_t group = (size_t)nf_min(GROUP, context->device.max_work_group);
    const nf_shape all = nf_shape_for(n, (uint64_t)group * VECTOR, group);
    const nf_shape most = {units * GROUPS, group, 0};
    return all.groups < most.groups ? all : most;
}

nf_status nf_sort_count_program(nf_work *work, const nf_sort_plan *plan, int passes, int narrow, size_t group,
                                nf_program **program) {
    nf_spec spec = nf_spec_of(work->context, "primitives/sort_digits.cl");
    nf_define(&spec, "GROUP", (int64_t)group);
    nf_define_word(&spec, "C", nf_sort_word(plan->entry));
    nf_sort_define_digits(work->context, plan, passes, narrow, &spec);
    return nf_program_get(work->context, &spec, program);
}

nf_status nf_sort_count_all(nf_work *work, const nf_sort_plan *plan, const nf_sort_room *room,
                            nf_elements keys, uint64_t n) {
    nf_status status = NF_OK;
    nf_program *program = NULL;
    const nf_shape shape = count_shape(work->context, n);
    NF_TRY(
        nf_sort_count_program(work, plan, plan->split.passes, nf_sort_narrow(plan), shape.group, &program));
    NF_TRY(nf_launch(work, program, "sort_histogram", shape, nf_in(keys.buffer), nf_u64(keys.offset),
                     nf_u64(n), nf_u32((uint32_t)plan->split.first), nf_inout(room->counts),
                     nf_out(room->words[0]), nf_u64(plan->words)));
done:
    return status;
}
