/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "search/questions/weights.h"

#include "order/order.h"
#include "order/pack.h"
#include "primitives/tile.h"

static nf_tile tile_of(const nf_context *context) {
    return nf_tile_fit(context, &nf_order_family, (nf_tile_need){0});
}

static nf_status program_of(nf_context *context, const nf_weighted *weighted, nf_program **program) {
    nf_spec spec = nf_spec_of(context, "search/questions/weights.cl");
    nf_define(&spec, "REAL64", weighted->type == NF_FLOAT64);
    nf_tile_define(&spec, tile_of(context));
    return nf_program_get(context, &spec, program);
}

static nf_status take(nf_work *work, nf_context *context, const nf_points *weights, const char *name,
                      nf_weights *to) {
    *to = (nf_weights){.n = weights->n};
    return nf_pack_rows(work, context, weights, name, &to->rows);
}

nf_status nf_weighted_take(nf_work *work, nf_context *context, const nf_points *weights,
                           const nf_points *query_weights, nf_weighted *weighted) {
    nf_status status = NF_OK;
    *weighted = (nf_weighted){.type = weights->type, .apart = query_weights != NULL};
    NF_TRY(take(work, context, weights, "weights", &weighted->other));
    if (query_weights) NF_TRY(take(work, context, query_weights, "query_weights", &weighted->own));
    else weighted->own = weighted->other;
done:
    return status;
}

static nf_status make_numbers(nf_work *work, const nf_weighted *weighted, nf_program *program, uint32_t which,
                              nf_weights *weights) {
    const nf_shape shape = nf_tile_shape(tile_of(work->context), weights->n);
    const nf_arg rows = nf_in(weights->rows.buffer), first = nf_u64(weights->rows.offset),
                 n = nf_u32((uint32_t)weights->n), of = nf_u32(which);
    nf_status status = NF_OK;
    NF_TRY(nf_scratch(work, weights->n * sizeof(int32_t), &weights->numbers));
    NF_TRY(nf_launch(work, program, "largest", shape, rows, first, n, nf_inout(weighted->exponents), of));
    NF_TRY(nf_launch(work, program, "numbers", shape, rows, first, n, nf_in(weighted->exponents), of,
                     nf_out(weights->numbers)));
done:
    return status;
}

nf_status nf_weighted_begin(nf_work *work, nf_weighted *weighted, uint64_t sums) {
    static const uint32_t zero = 0;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    work->stage = "weights";
    NF_TRY(program_of(work->context, weighted, &program));
    NF_TRY(nf_scratch(work, 2 * sizeof zero, &weighted->exponents));
    NF_TRY(nf_scratch(work, 2 * sums * sizeof(uint64_t), &weighted->sums));
    NF_TRY(nf_fill(work, weighted->exponents, &zero, sizeof zero, 0, 2 * sizeof zero));
    NF_TRY(make_numbers(work, weighted, program, 0, &weighted->other));
    if (weighted->apart) NF_TRY(make_numbers(work, weighted, program, 1, &weighted->own));
    else weighted->own = weighted->other;
done:
    return status;
}

void nf_weighted_add(const nf_weighted *weighted, nf_emit_args *output) {
    const nf_arg args[3] = {nf_inout(weighted->sums), nf_in(weighted->own.numbers),
                            nf_in(weighted->other.numbers)};
    nf_emit_add(output, args, 3);
}

nf_status nf_weighted_totals(nf_work *work, const nf_weighted *weighted, nf_elements counts, uint64_t sums) {
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(program_of(work->context, weighted, &program));
    NF_TRY(nf_launch(work, program, "totals", nf_tile_shape(tile_of(work->context), sums),
                     nf_in(weighted->sums), nf_in(counts.buffer), nf_u64(counts.offset),
                     nf_u32((uint32_t)sums), nf_in(weighted->exponents), nf_u32((uint32_t)weighted->apart),
                     nf_u32(0), nf_out(weighted->totals.buffer), nf_u64(weighted->totals.offset)));
done:
    return status;
}
