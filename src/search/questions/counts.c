/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "search/questions/counts.h"

#include "primitives/run.h"
#include "search/questions/weights.h"

static nf_status fill_zeros(nf_work *work, nf_elements array, uint64_t count) {
    static const uint64_t zero = 0; /* also of doubles */
    return nf_fill(work, array.buffer, &zero, sizeof zero, array.offset * sizeof zero, count * sizeof zero);
}

/* output->array: the counts; output->capacity: their number. */
static nf_status count(nf_work *work, nf_query *query, const nf_emit_args *output) {
    const nf_elements counts = output->array;
    const nf_weighted *weighted = query->weighted;
    nf_status status = NF_OK;
    work->stage = "search";
    NF_TRY(fill_zeros(work, counts, output->capacity));
    if (weighted) NF_TRY(fill_zeros(work, nf_elements_at(weighted->sums, 0), 2 * output->capacity));
    NF_TRY(nf_method_pass.find(work, query, output));
    if (weighted) NF_TRY(nf_weighted_totals(work, weighted, counts, output->capacity));
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

int nf_counts_are_none(const nf_query *query) { return query->cloud->n == 0 || nf_query_count(query) == 0; }

void nf_counts_add_types(nf_emit_args *slots, nf_elements types) {
    const nf_arg args[2] = {nf_in(types.buffer), nf_u64(types.offset)};
    nf_emit_add(slots, args, 2);
}

nf_status nf_counts_find(nf_work *work, nf_call *call, nf_query *query, uint64_t counts,
                         const nf_emit_args *slots) {
    const nf_elements array = nf_call_at(call, NF_ARRAY_COUNTS);
    const int totals = call->wait == NF_WAIT_TOTAL || nf_call_has(call, NF_ARRAY_FOUND);
    const nf_weighted *weighted = query->weighted;
    nf_emit_args output = {.array = array,
                           .capacity = counts,
                           .args = {nf_inout(array.buffer), nf_u64(array.offset)},
                           .count = 2};
    nf_status status = NF_OK;
    if (nf_counts_are_none(query)) {
        NF_TRY(fill_zeros(work, array, counts));
        if (weighted) NF_TRY(fill_zeros(work, weighted->totals, counts));
        return NF_OK;
    }
    nf_emit_add(&output, slots->args, slots->count);
    if (weighted) nf_weighted_add(weighted, &output);
    query->method = totals ? &method_total : &method_counts;
    NF_TRY(nf_query_find(work, query, &output, call->wait));
    nf_query_found(query, call);
done:
    return status;
}
