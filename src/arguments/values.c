/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "arguments/values.h"

#include "core/check.h"
#include "space/points.h"

#include <float.h>

nf_status nf_check_values(const nf_points *values, const char *name, uint64_t n, int dims, nf_type type,
                          nf_sentence *error) {
    nf_status status = NF_OK;
    if (!values) return NF_OK;
    NF_TRY(nf_check_points(values, name, error));
    if (values->batch || values->n != n || values->dims != dims || (n && values->type != type))
        status = nf_fail(error, NF_ERROR_ARGUMENT,
                         "%s are %llu x %d %s%s: they must be %llu x %d %s, the type of the points", name,
                         (unsigned long long)values->n, values->dims, nf_type_name(values->type),
                         values->batch ? " in systems" : "", (unsigned long long)n, dims, nf_type_name(type));
done:
    return status;
}

nf_status nf_check_finite(const nf_points *weights, const char *name, nf_sentence *error) {
    enum { ROWS = 256 };
    union {
        float f32[ROWS];
        double f64[ROWS];
    } block;
    if (!weights || !nf_points_on_host(weights)) return NF_OK;
    for (uint64_t p = 0; p < weights->n; p++) {
        const uint64_t at = p % ROWS, left = weights->n - p;
        if (at == 0) nf_points_pack(weights, p, left < ROWS ? left : ROWS, &block);
        const double x = weights->type == NF_FLOAT32 ? (double)block.f32[at] : block.f64[at];
        if (!(x >= -DBL_MAX && x <= DBL_MAX))
            return nf_fail(error, NF_ERROR_ARGUMENT, "%s %llu is %g: it must be finite", name,
                           (unsigned long long)p, x);
    }
    return NF_OK;
}
