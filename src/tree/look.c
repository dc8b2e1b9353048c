/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tree/look.h"

#include "order/order.h"
#include "space/points.h"

_Static_assert(sizeof(nf_zfound) == NF_ZFOUND_BYTES, "NF_ZFOUND_BYTES is the size of nf_zfound");

nf_status nf_zfind_launch(nf_work *work, const nf_view *points, nf_program *program, cl_mem found) {
    static const uint32_t zero = 0;
    const nf_shape shape = nf_tile_shape(nf_order_tile(work->context), points->n);
    nf_status status = NF_OK;
    work->stage = "bounds";
    NF_TRY(nf_fill(work, found, &zero, sizeof zero, 0, NF_ZFOUND_BYTES));
    NF_TRY(nf_launch(work, program, "look", shape, nf_in(points->points), nf_u64(nf_view_begin(points)),
                     nf_u32((uint32_t)points->n), nf_inout(found)));
done:
    return status;
}

/* The exponent of numbers whose highest bit has this level. */
static int exponent_of(uint32_t top, nf_type type) { return (int)top - (type == NF_FLOAT64 ? 1074 : 149); }

nf_status nf_zfind_begin(nf_work *work, const nf_view *points, cl_mem found) {
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(nf_zsort_program(work->context, points, 0, NULL, &program));
    NF_TRY(nf_zfind_launch(work, points, program, found));
done:
    return status;
}

nf_status nf_zfind_check(nf_context *context, const nf_view *points, const nf_zfound *found, const char *name,
                         int *exponent) {
    *exponent = exponent_of(found->top, points->type);
    return found->bad ? nf_points_not_finite(name, (int)~found->bad, &context->error) : NF_OK;
}

nf_status nf_zfind_run(nf_work *work, const nf_view *points, const char *name, int *exponent) {
    const size_t mark = nf_scratch_mark(work);
    cl_mem found = NULL;
    nf_zfound seen;
    nf_status status = NF_OK;
    *exponent = exponent_of(0, points->type);
    if (points->n == 0) return NF_OK;
    NF_TRY(nf_scratch(work, NF_ZFOUND_BYTES, &found));
    NF_TRY(nf_zfind_begin(work, points, found));
    NF_TRY(nf_read(work, found, 0, &seen, sizeof seen));
    NF_TRY(nf_zfind_check(work->context, points, &seen, name, exponent));
    nf_scratch_back(work, mark);
done:
    return status;
}
