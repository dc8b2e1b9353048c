/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The group search with extreme cutoffs and grids. */
#include "support/answers/pairs.h"

static void check_same(nf_context *context, const support_cloud *cloud) {
    own_pairs host = support_ask_once(support_host(), &cloud->points, cloud->cutoff, NULL),
              got = support_ask_once(context, &cloud->points, cloud->cutoff, NULL);
    ck_assert_uint_gt(host.count, 0);
    support_same_bytes(&host, &got, cloud->name);
}

/* If the cutoff is so large or small that positions in its units do not fit a float, the rule decides alone. */
TEST(cutoffs_beyond_floats_are_those_of_the_host_in_groups) {
    static const struct {
        const char *cloud;
        nf_type type;
    } rows[] = {
        {"greatest cutoff of float", NF_FLOAT32},
        {"least cutoff of float", NF_FLOAT32},
        {"greatest cutoff of double", NF_FLOAT64},
        {"least cutoff of double", NF_FLOAT64},
        {"around 1e30", NF_FLOAT64},
    };
    own_context context = support_context("search.GROUP=64");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        if (rows[k].type == NF_FLOAT64 && support_double() == NF_FLOAT32) continue;
        own_points cloud = support_cloud_make(support_cloud_named(rows[k].cloud), 3, rows[k].type);
        check_same(context, &cloud);
    }
}

/* A sparse grid with 2^16 rows in a layer, and two clusters of points 2^32 rows apart, in cells with the same x, y and lower
   half of the row number. */
TEST(rows_of_a_sparse_grid_may_be_more_than_32_bits_count) {
    enum { N = 12 };
    const double edge = 1 + 1.0 / 1048576;
    double xyz[N][3] = {{0.1, 65535.5 * edge, 0}};
    if (support_double() == NF_FLOAT32) return;
    for (int p = 1; p < N; p++) {
        xyz[p][0] = 0.05 * p;
        xyz[p][1] = 0;
        xyz[p][2] = p % 2 ? 0 : 65536.25 * edge;
    }
    own_context context = support_context("search.GROUP=64");
    const support_cloud cloud = {.name = "rows beyond 2^32",
                                 .points = {.n = N, .dims = 3, .type = NF_FLOAT64, .rows.host = xyz},
                                 .cutoff = 1};
    check_same(context, &cloud);
}
