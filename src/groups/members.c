/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "groups/members.h"

#include "arguments/tree.h"
#include "core/whole.h"
#include "order/pack.h"
#include "space/points.h"

/* Looks at values in host memory. */
static nf_status check_values(const nf_points *values, int is_weight, nf_sentence *error) {
    enum { ROWS = 256 };
    union {
        float f32[3 * ROWS];
        double f64[3 * ROWS];
    } block;
    nf_status status = NF_OK;
    for (uint64_t first = 0; first < values->n; first += ROWS) {
        const uint64_t count = nf_min(ROWS, values->n - first);
        nf_points_pack(values, first, count, &block);
        if (is_weight) NF_TRY(nf_check_weights(&block, values->type, first, count, error));
        else NF_TRY(nf_check_velocities(&block, values->type, values->dims, first, count, error));
    }
done:
    return status;
}

static nf_status take(nf_work *work, nf_context *context, const nf_points *values, int is_weight,
                      nf_elements *rows) {
    nf_status status = NF_OK;
    *rows = (nf_elements){NULL, 0};
    if (!values || values->n == 0) return NF_OK;
    if (nf_points_on_host(values)) NF_TRY(check_values(values, is_weight, &context->error));
    NF_TRY(nf_pack_rows(work, context, values, is_weight ? "weights" : "velocities", rows));
done:
    return status;
}

nf_status nf_weights_take(nf_work *work, nf_context *context, const nf_points *weights, nf_elements *rows) {
    return take(work, context, weights, 1, rows);
}

nf_status nf_velocities_take(nf_work *work, nf_context *context, const nf_points *velocities,
                             nf_elements *rows) {
    return take(work, context, velocities, 0, rows);
}
