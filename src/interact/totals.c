/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "interact/totals.h"

#include "order/order.h"
#include "primitives/run.h"
#include "primitives/tile.h"

nf_type nf_totals_type(const nf_context *context) { return context->device.fp64 ? NF_FLOAT64 : NF_FLOAT32; }

uint64_t nf_totals_count(const nf_function_info *info, int dims) {
    uint64_t count = 0;
    for (int k = 0; k < info->sums; k++) count += info->sum[k].vector ? (uint64_t)dims : 1;
    return count;
}

nf_status nf_totals_run(nf_work *work, const nf_function_info *info, int dims, nf_type type,
                        const nf_elements *sums, uint64_t n, nf_elements totals) {
    nf_context *context = work->context;
    const nf_type wide = nf_totals_type(context);
    const nf_tile tile = nf_tile_fit(context, &nf_order_family, (nf_tile_need){0});
    const size_t mark = nf_scratch_mark(work);
    nf_spec spec = nf_spec_of(context, "interact/totals.cl");
    nf_program *program = NULL;
    cl_mem column = NULL;
    nf_elements to = totals;
    nf_status status = NF_OK;
    work->stage = "totals";
    nf_define(&spec, "TOTAL64", wide == NF_FLOAT64);
    nf_define(&spec, "SUM64", type == NF_FLOAT64);
    nf_tile_define(&spec, tile);
    NF_TRY(nf_program_get(context, &spec, &program));
    NF_TRY(nf_scratch(work, (n ? n : 1) * nf_type_bytes(wide), &column));
    for (int k = 0; k < info->sums; k++) {
        const uint64_t columns = info->sum[k].vector ? (uint64_t)dims : 1;
        for (uint64_t a = 0; a < columns; a++, to.offset++) {
            if (n)
                NF_TRY(nf_launch(work, program, "column", nf_tile_shape(tile, n), nf_in(sums[k].buffer),
                                 nf_u64(sums[k].offset * columns + a), nf_u64(columns), nf_u32((uint32_t)n),
                                 nf_out(column)));
            NF_TRY(nf_reduce_run(work, wide, NF_SUM, nf_elements_at(column, 0), to, n));
        }
    }
done:
    nf_scratch_back(work, mark);
    return status;
}
