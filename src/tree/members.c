#include "tree/members.h"

#include "core/whole.h"
#include "order/pack.h"
#include "space/points.h"

#include <float.h>

/* One value that is not as it must be. */
static nf_status refuse(int is_weight, uint64_t element, int dims, double x, nf_sentence *error) {
    if (is_weight)
        return nf_fail(error, NF_ERROR_POINTS, "weight %llu is %g: it must be finite and not negative",
                       (unsigned long long)element, x);
    return nf_fail(error, NF_ERROR_POINTS, "velocity %llu has a component that is not finite",
                   (unsigned long long)(element / (uint64_t)dims));
}

/* Looks at values in host memory. */
static nf_status check_values(const nf_points *values, int is_weight, nf_sentence *error) {
    enum { ROWS = 256 };
    const uint64_t dims = (uint64_t)values->dims;
    const double least = is_weight ? 0 : -DBL_MAX;
    union {
        float f32[3 * ROWS];
        double f64[3 * ROWS];
    } block;
    nf_status status = NF_OK;
    for (uint64_t first = 0; first < values->n; first += ROWS) {
        const uint64_t count = nf_least(ROWS, values->n - first);
        nf_points_pack(values, first, count, &block);
        for (uint64_t k = 0; k < count * dims; k++) {
            const double x = values->type == NF_FLOAT32 ? (double)block.f32[k] : block.f64[k];
            if (!(x >= least && x <= DBL_MAX))
                NF_TRY(refuse(is_weight, first * dims + k, values->dims, x, error));
        }
    }
done:
    return status;
}

static nf_status take(nf_work *work, const nf_points *values, int is_weight, nf_slice *rows) {
    const size_t element = values ? nf_type_bytes(values->type) : 0;
    nf_status status = NF_OK;
    *rows = (nf_slice){NULL, 0};
    if (!values || values->n == 0) return NF_OK;
    if (values->host || values->host_axes[0]) NF_TRY(check_values(values, is_weight, &work->context->error));
    if (values->buffer && nf_points_are_packed(values)) {
        *rows = (nf_slice){values->buffer, values->offset};
        return nf_check_slice(work->context, is_weight ? "weights" : "velocities", *rows,
                              values->n * (uint64_t)values->dims, element);
    }
    NF_TRY(nf_scratch(work, values->n * (uint64_t)values->dims * element, &rows->buffer));
    NF_TRY(nf_pack(work, values, rows->buffer));
done:
    return status;
}

nf_status nf_weights_take(nf_work *work, const nf_points *weights, nf_slice *rows) {
    return take(work, weights, 1, rows);
}

nf_status nf_velocities_take(nf_work *work, const nf_points *velocities, nf_slice *rows) {
    return take(work, velocities, 0, rows);
}
