/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The z-order: that of the definition, with the same bytes as on the host, for every layout and shape. */
#include "support/calls.h"
#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/run.h"
#include "support/reference/zorder.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdlib.h>
#include <string.h>

/* The device's own shape, and that of GPUs with several tiles. */
static const char *const tunings[] = {NULL, "order.GROUP=64 sort.GROUP=64 scan.GROUP=64 compact.GROUP=64"};
enum { SHAPES = 2 };

static uint32_t *zsort(nf_context *context, const nf_points *points) {
    uint32_t *order = support_allocate(points->n * sizeof *order);
    own_buffer buffer = support_buffer_of(context, NULL, points->n, sizeof *order);
    support_ok(context, zsort_into(context, points, buffer.at, NULL));
    support_read(&buffer, order);
    return order;
}

/* Fails unless device and host give the order of the definition. */
static void check(nf_context *context, const nf_points *points, const char *what) {
    own_memory uint32_t *order = zsort(context, points);
    zorder_same(points, order, what);
}

static void check_kinds(nf_context *context, uint64_t n, int dims, nf_type type) {
    for (int kind = 0; kind < zorder_kinds; kind++) {
        own_memory void *data = NULL;
        const nf_points points = zorder_points(kind, n, dims, type, &data);
        check(context, &points, zorder_name(kind));
    }
}

LOOP_TEST(the_order_is_that_of_the_definition, SHAPES) {
    own_context context = support_context(tunings[_i]);
    check_kinds(context, support_small() ? 700 : 5000, 3, NF_FLOAT32);
}

TEST(points_of_the_most_dims_are_sorted) {
    own_context context = support_context(NULL);
    check_kinds(context, 700, NF_ZSORT_DIMS_MOST, support_double());
}

TEST(few_points_are_sorted) {
    own_context context = support_context(NULL);
    for (uint64_t n = 0; n <= 20; n++) check_kinds(context, n, 3, NF_FLOAT32);
}

/* Ties of all lengths around that of short ones. */
LOOP_TEST(ties_of_every_length_are_sorted, SHAPES) {
    own_context context = support_context(tunings[_i]);
    own_memory float *x = support_allocate(40 * 41 * sizeof *x);
    uint64_t n = 0, state = 5;
    for (int length = 1; length <= 40; length++)
        for (int k = 0; k < length; k++)
            x[n++] = (float)length + (float)(support_random(&state) % 16) / 0x1p16f;
    const nf_points points = {.n = n / 3, .dims = 3, .type = NF_FLOAT32, .rows.host = x};
    check(context, &points, "ties");
}

/* Of points that are all different: another input order gives the same sequence of points. */
TEST(the_order_of_the_input_does_not_matter) {
    own_context context = support_context(NULL);
    void *data = NULL;
    const nf_points points = zorder_points(0, support_size(3000), 3, NF_FLOAT32, &data);
    nf_points other = points;
    uint32_t(*from)[3] = data, (*to)[3] = support_allocate(points.n * sizeof *to);
    uint64_t state = 2;
    memcpy(to, from, points.n * sizeof *to);
    for (uint64_t k = points.n; k > 1; k--) {
        const uint64_t with = support_random(&state) % k;
        uint32_t swap[3];
        memcpy(swap, to[k - 1], sizeof swap);
        memcpy(to[k - 1], to[with], sizeof swap);
        memcpy(to[with], swap, sizeof swap);
    }
    other.rows.host = to;
    own_memory uint32_t *order = zsort(context, &points), *others = zsort(context, &other);
    for (uint64_t k = 0; k < points.n; k++)
        ck_assert_int_eq(memcmp(from[order[k]], to[others[k]], sizeof *to), 0);
    free(from);
    free(to);
}

/* ---- calls ----------------------------------------------------------------------------------------------- */

LOOP_TEST(a_point_that_is_not_finite_is_named, SHAPES) {
    own_context context = support_context(tunings[_i]);
    own_buffer order = support_buffer_of(context, NULL, 500, 4);
    for (int k = 0; k < 3; k++) {
        void *data = NULL;
        const nf_points points = zorder_points(1, 500, 3, NF_FLOAT32, &data);
        own_memory float *x = data;
        const float bad[] = {NAN, INFINITY, -INFINITY};
        x[3 * 431] = x[3 * 137 + k] = x[3 * 390] = bad[k];
        support_fails(context, NF_ERROR_POINTS, "point 137 ", zsort_into(context, &points, order.at, NULL));
        x[3 * 431] = x[3 * 137 + k] = x[3 * 390] = 0;
        x[0] = bad[k];
        support_fails(context, NF_ERROR_POINTS, "point 0 ", zsort_into(context, &points, order.at, NULL));
        x[0] = 0;
        support_ok(context, zsort_into(context, &points, order.at, NULL));
    }
}

TEST(arguments_are_checked) {
    own_context context = support_context(NULL);
    own_memory void *x = NULL;
    nf_points points = zorder_points(1, 100, 3, NF_FLOAT32, &x);
    own_buffer order = support_buffer_of(context, NULL, 100, 4);
    const uint64_t offsets[] = {0, 100};
    const nf_batch systems = {.count = 1, .offsets = offsets};
    uint64_t bytes = 0;
    ck_assert_int_eq(zsort_into(NULL, &points, order.at, NULL), NF_ERROR_ARGUMENT);
    support_fails(context, NF_ERROR_ARGUMENT, "points is NULL", zsort_into(context, NULL, order.at, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "order", zsort_into(context, &points, nf_at(NULL, 0), NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "order",
                  zsort_into(context, &points, nf_at(order.at.buffer, 1 << 20), NULL));
    points.dims = NF_ZSORT_DIMS_MOST + 1;
    support_fails(context, NF_ERROR_ARGUMENT, "1 to 8 dims, not 9",
                  zsort_into(context, &points, order.at, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "1 to 8 dims, not 9", zsort_cost(context, &points, &bytes));
    points.dims = 4;
    points.rows.host = NULL;
    points.axes[0] = nf_from_host(x);
    support_fails(context, NF_ERROR_ARGUMENT, "in rows", zsort_into(context, &points, order.at, NULL));
    points = (nf_points){.n = 30, .dims = 3, .type = NF_FLOAT32, .rows.buffer = order.at.buffer};
    support_fails(context, NF_ERROR_ARGUMENT, "overlap", zsort_into(context, &points, order.at, NULL));
    points = (nf_points){.n = 100, .dims = 3, .type = NF_FLOAT32, .rows.host = x, .batch = &systems};
    support_fails(context, NF_ERROR_UNSUPPORTED, "in a batch", zsort_into(context, &points, order.at, NULL));
}

TEST(a_queue_and_an_event_of_the_caller_are_used) {
    own_context context = support_context(NULL);
    cl_command_queue queue = support_queue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    own_memory void *data = NULL;
    const nf_points points = zorder_points(12, 500, 3, NF_FLOAT32, &data);
    own_buffer order = support_buffer_of(context, NULL, points.n, 4);
    uint32_t got[500];
    cl_event event = NULL;
    const nf_sync sync = {.queue = queue, .event = &event};
    support_ok(context, zsort_into(context, &points, order.at, &sync));
    ck_assert_int_eq(clWaitForEvents(1, &event), CL_SUCCESS);
    support_read(&order, got);
    zorder_same(&points, got, "a queue of the caller");
    clReleaseEvent(event);
    clReleaseCommandQueue(queue);
}

/* Of points without ties, and with rounds of long ones. */
LOOP_TEST(the_memory_is_known_in_advance, SHAPES) {
    for (int kind = 0; kind < zorder_kinds; kind += 12) {
        own_context context = support_context(tunings[_i]);
        own_memory void *data = NULL;
        const nf_points points = zorder_points(kind, 700, 3, NF_FLOAT32, &data);
        uint64_t bytes = 0, peak = 0;
        own_memory uint32_t *order = zsort(context, &points);
        support_ok(context, zsort_cost(context, &points, &bytes));
        nf_context_memory(context, NULL, &peak);
        ck_assert_uint_le(peak, bytes);
    }
}
