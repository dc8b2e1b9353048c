/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "search/questions/counts.h"

#include "primitives/run.h"

/* output->array: the counts; output->capacity: their number. */
static nf_status count(nf_work *work, nf_query *query, const nf_emit_args *output) {
    const nf_elements counts = output->array;
    const uint64_t zero = 0;
    nf_status status = NF_OK;
    work->stage = "search";
    NF_TRY(nf_fill(work, counts.buffer, &zero, sizeof zero, counts.offset * 8, output->capacity * 8));
    NF_TRY(nf_method_pass.find(work, query, output));
done:
    return status;
}

static nf_status count_with_total(nf_work *work, nf_query *query, const nf_emit_args *output) {
    nf_status status = NF_OK;
    NF_TRY(count(work, query, output));
    NF_TRY(nf_scratch(work, 8, &query->found.total));
    NF_TRY(nf_reduce_run(work, NF_UINT64, NF_SUM, output->array, nf_elements_at(query->found.total, 0),
                         output->capacity));
done:
    return status;
}

static const nf_method method_counts = {.find = count},
                       method_total = {.expects = 1, .find = count_with_total};

void nf_counts_add_types(nf_emit_args *slots, nf_elements types) {
    const nf_arg args[2] = {nf_in(types.buffer), nf_u64(types.offset)};
    nf_emit_add(slots, args, 2);
}

nf_status nf_counts_find(nf_work *work, nf_call *call, nf_query *query, uint64_t counts,
                         const nf_emit_args *slots) {
    const nf_elements array = nf_call_at(call, NF_ARRAY_COUNTS);
    const int totals = call->wait == NF_WAIT_TOTAL || nf_call_has(call, NF_ARRAY_FOUND);
    const uint64_t zero = 0;
    nf_emit_args output = {.array = array,
                           .capacity = counts,
                           .args = {nf_inout(array.buffer), nf_u64(array.offset)},
                           .count = 2};
    nf_status status = NF_OK;
    if (call->cloud->n == 0 || nf_query_count(query) == 0)
        return nf_fill(work, array.buffer, &zero, sizeof zero, array.offset * 8, counts * 8);
    nf_emit_add(&output, slots->args, slots->count);
    query->method = totals ? &method_total : &method_counts;
    NF_TRY(nf_query_find(work, query, &output, call->wait));
    nf_query_found(query, call);
done:
    return status;
}
