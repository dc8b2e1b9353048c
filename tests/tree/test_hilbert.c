/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The order of trees: Hilbert's curve goes from each cell to a neighbour of it. */
#include "opencl/launch.h"
#include "support/device.h"
#include "support/run.h"
#include "support/numbers.h"
#include "tree/curve.h"

#include <nearfield/nearfield.h>

enum { EDGE = 16, MOST = EDGE * EDGE * EDGE };

/* The centres of EDGE^dims cells, in an order that is not that of a curve. */
static uint64_t centres(int dims, nf_type type, void *to) {
    const uint64_t n = dims == 2 ? EDGE * EDGE : MOST;
    for (uint64_t k = 0; k < n; k++) {
        uint64_t cell = k * 389 % n; /* 389 is prime */
        for (int a = 0; a < dims; a++, cell /= EDGE) {
            const double at = (double)(cell % EDGE) + 0.5;
            support_set_number(to, type, k * (uint64_t)dims + (uint64_t)a, at);
        }
    }
    return n;
}

static void check(nf_context *context, int dims, nf_type type) {
    static double data[MOST * 3];
    static uint32_t order[MOST];
    const uint64_t n = centres(dims, type, data);
    own_buffer points = support_buffer_of(context, data, n * (uint64_t)dims, nf_type_bytes(type)),
               to = support_buffer_of(context, NULL, n, 4);
    const nf_view rows = {.n = n,
                          .dims = dims,
                          .type = type,
                          .points = points.at.buffer,
                          .base = points.at.offset / nf_type_bytes(type)};
    nf_work work;
    support_ok(context, nf_work_begin(&work, context, NULL));
    support_ok(context,
               nf_hilbert_run(&work, &rows, nf_elements_at(to.at.buffer, to.at.offset / 4), NULL, NULL));
    support_ok(context, nf_work_end(&work, NF_OK));
    support_read(&to, order);
    for (uint64_t k = 1; k < n; k++) {
        double steps = 0;
        for (uint64_t a = 0; a < (uint64_t)dims; a++) {
            const double step = support_number(data, type, order[k] * (uint64_t)dims + a) -
                                support_number(data, type, order[k - 1] * (uint64_t)dims + a);
            steps += step < 0 ? -step : step;
        }
        ck_assert_msg(steps == 1, "%d dims: %g cells from place %llu to the next", dims, steps,
                      (unsigned long long)(k - 1));
    }
}

LOOP_TEST(each_cell_follows_a_neighbour, 2) {
    own_context context = support_context(_i ? "order.GROUP=64 sort.GROUP=64 scan.GROUP=64" : NULL);
    for (int type = NF_FLOAT32; type <= (int)support_double(); type++)
        for (int dims = 2; dims <= 3; dims++) check(context, dims, (nf_type)type);
}
