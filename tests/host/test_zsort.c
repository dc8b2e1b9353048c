/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The z-order on the host: that of the definition. */
#include "support/device.h"
#include "support/reference/zorder.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdlib.h>
#include <string.h>

/* The order, into host memory. */
static nf_status zsort(const nf_points *points, uint32_t *order) {
    const nf_output output = {.array = NF_ARRAY_ORDER, .host = order, .capacity = points ? points->n : 0};
    const nf_outputs outputs = {.count = 1, .arrays = &output};
    const nf_zsort_options options = {.outputs = &outputs};
    own_cloud cloud = NULL;
    nf_status status = nf_cloud_create(support_host(), points, NULL, NULL, &cloud);
    if (status == NF_OK) status = nf_zsort(cloud, &options, NULL, NULL);
    return status;
}

TEST(the_order_is_that_of_the_definition) {
    const uint64_t sizes[] = {0, 1, 2, 17, 700, 5000};
    for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++)
        for (int dims = 1; dims <= NF_ZSORT_DIMS_MOST; dims++)
            for (int k = 0; k < 6 - support_small(); k++)
                for (int kind = 0; kind < zorder_kinds; kind++) {
                    own_memory void *data = NULL;
                    const nf_points points = zorder_points(kind, sizes[k], dims, (nf_type)type, &data);
                    own_memory uint32_t *order = support_allocate(sizes[k] * sizeof *order);
                    support_ok(support_host(), zsort(&points, order));
                    zorder_same(&points, order, zorder_name(kind));
                }
}

TEST(points_are_taken_from_every_place) {
    enum { N = 300 };
    own_memory void *data = NULL;
    const nf_points packed = zorder_points(12, N, 3, NF_FLOAT64, &data);
    const double *x = packed.rows.host;
    uint32_t *wanted = zorder_of(&packed), got[N];
    double rows[4 * N], apart[3][N];
    for (int p = 0; p < N; p++) {
        rows[4 * p + 3] = NAN;
        for (int a = 0; a < 3; a++) rows[4 * p + a] = apart[a][p] = x[3 * p + a];
    }
    nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT64, .rows.host = rows, .stride = 4};
    ck_assert_int_eq(zsort(&points, got), NF_OK);
    ck_assert_int_eq(memcmp(got, wanted, sizeof got), 0);
    points = (nf_points){.n = N,
                         .dims = 3,
                         .type = NF_FLOAT64,
                         .axes = {{.host = apart[0]}, {.host = apart[1]}, {.host = apart[2]}}};
    ck_assert_int_eq(zsort(&points, got), NF_OK);
    ck_assert_int_eq(memcmp(got, wanted, sizeof got), 0);
    free(wanted);
}

TEST(bad_points_and_arguments_are_refused) {
    double x[] = {1, 2, 3, 4, 5, INFINITY, NAN, 8};
    nf_points points = {.n = 4, .dims = 2, .type = NF_FLOAT64, .rows.host = x};
    const uint64_t offsets[] = {0, 4};
    const nf_batch systems = {.count = 1, .offsets = offsets};
    uint32_t order[4];
    support_fails(support_host(), NF_ERROR_POINTS, "point 2 ", zsort(&points, order));
    x[5] = x[6] = 0;
    ck_assert_int_eq(zsort(&points, NULL), NF_ERROR_ARGUMENT);
    points.batch = &systems;
    ck_assert_int_eq(zsort(&points, order), NF_ERROR_UNSUPPORTED);
    points.batch = NULL;
    points.dims = 9;
    ck_assert_int_eq(zsort(&points, order), NF_ERROR_ARGUMENT);
    points.dims = 4;
    points.rows.host = NULL;
    points.axes[0] = points.axes[1] = points.axes[2] = nf_from_host(x);
    ck_assert_int_eq(zsort(&points, order), NF_ERROR_ARGUMENT);
    ck_assert_int_eq(zsort(NULL, order), NF_ERROR_ARGUMENT);
}
