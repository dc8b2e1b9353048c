/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The search for GPUs, also if the device is a CPU: points at the cutoff, small capacities, outliers. */
#include "support/calls.h"
#include "support/answers/pairs.h"

#include <string.h>

#define SHAPE "search.GROUP=64 search.KEPT=128"

static support_cloud named(const char *name, nf_type type) {
    return support_cloud_make(support_cloud_named(name), 3, type);
}

/* ---- the rule decides where the margin does not -------------------------------------------------------- */

TEST(points_at_the_cutoff_have_the_bytes_of_the_host) {
    static const char *const names[] = {"lattice at the cutoff", "exact lattice at half the cutoff",
                                        "couples at the cutoff in a row"};
    own_context context = support_context(SHAPE);
    for (int type = NF_FLOAT32; type <= (int)support_double(); type++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            own_points cloud = named(names[k], (nf_type)type);
            own_pairs host = support_ask_once(support_host(), &cloud.points, cloud.cutoff, NULL),
                      got = support_ask_once(context, &cloud.points, cloud.cutoff, NULL);
            ck_assert_uint_gt(host.count, 100);
            support_same_bytes(&host, &got, names[k]);
        }
}

/* ---- small capacities ---------------------------------------------------------------------------------- */

TEST(nothing_is_written_beyond_a_capacity_within_a_tile) {
    own_context context = support_context(SHAPE);
    own_points cloud = support_cloud_uniform(600, 3, NF_FLOAT32, 0.15, 4);
    own_pairs host = support_ask_once(support_host(), &cloud.points, cloud.cutoff, NULL);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    for (uint64_t left = 1; left <= host.count; left = left * 3 + 1) {
        const uint64_t room = host.count - left;
        const nf_slice nowhere = NF_DEFAULTS;
        own_buffer pairs = support_buffer_of(context, NULL, host.count, 8);
        support_pairs got = {support_allocate(room * 8), room}, first = {host.pairs, room};
        uint64_t needed = 0;
        support_fails(context, NF_ERROR_CAPACITY, "",
                      pairs_into(on, cloud.cutoff, NULL, pairs.at, room, nowhere, NULL, &needed));
        ck_assert_uint_eq(needed, host.count);
        support_read_first(&pairs, got.pairs, room);
        support_same_bytes(&first, &got, "the first pairs");
        support_pairs_free(&got);
    }
}

/* ---- grids that were not expected ---------------------------------------------------------------------- */

/* The bytes of the host, with room for the pairs and without reading the grid first. */
static void check_outlier(nf_context *context, const support_cloud *cloud) {
    own_pairs host = support_ask_once(support_host(), &cloud->points, cloud->cutoff, NULL),
              got = {NULL, host.count};
    own_cloud on = support_cloud_on(context, &cloud->points, NULL);
    own_buffer pairs = support_buffer_of(context, NULL, host.count, 8);
    const nf_slice nowhere = NF_DEFAULTS;
    uint64_t needed = 0;
    got.pairs = support_allocate(host.count * 8);
    support_ok(context, pairs_into(on, cloud->cutoff, NULL, pairs.at, host.count, nowhere, NULL, &needed));
    ck_assert_uint_eq(needed, host.count);
    support_read(&pairs, got.pairs);
    support_same_bytes(&host, &got, cloud->name);
}

TEST(outliers_have_the_bytes_of_the_host_though_nobody_looks_at_the_grid_first) {
    static const char *const names[] = {"outlier at 1e9", "outlier at -1e30"};
    own_context context = support_context(SHAPE);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        own_points cloud = named(names[k], NF_FLOAT32);
        check_outlier(context, &cloud);
    }
}

/* 8,800 cells of a quarter of the cutoff along x: too many for float, but few enough for a table with edges of twice the
   length.  The order of the pairs is that of the shorter edges, which the core of the cloud keeps. */
TEST(an_outlier_that_a_table_has_room_for_leaves_the_cells_of_the_others_as_they_are) {
    own_context context = support_context(SHAPE);
    own_points cloud = support_cloud_uniform(600, 3, NF_FLOAT32, 0.4, 4);
    ((float *)cloud.data)[3 * 300] = 880;
    check_outlier(context, &cloud);
}

/* ---- clouds that turn out to be less dense ------------------------------------------------------------- */

/* A cluster in which a tile has more candidates than KEPT=128 stores, among isolated points. */
static support_cloud cluster_among_few(void) {
    enum { SIDE = 6, LATTICE = SIDE * SIDE * SIDE, CLUSTER = 200, N = LATTICE + CLUSTER };
    static double xyz[3 * N];
    uint64_t state = 3;
    for (int p = 0; p < LATTICE; p++) {
        xyz[3 * p] = 2.25 * (p % SIDE);
        xyz[3 * p + 1] = 2.25 * (p / SIDE % SIDE);
        xyz[3 * p + 2] = 2.25 * (p / SIDE / SIDE);
    }
    for (int k = 3 * LATTICE; k < 3 * N; k++) xyz[k] = 4.5 + support_uniform(&state);
    return support_cloud_of("a cluster among few", xyz, N, 3, NF_FLOAT32, 2);
}

/* If pairs are counted before there is room for them, the data of the count must not be used by a search that stores
   less. */
TEST(a_cloud_that_is_less_dense_than_the_last_has_the_bytes_of_the_host) {
    own_context context = support_context(SHAPE);
    own_points dense = support_cloud_uniform(150, 3, NF_FLOAT32, 2, 4), few = cluster_among_few();
    own_cloud on = support_cloud_on(context, &dense.points, NULL);
    uint64_t count = 0;
    support_ok(context, pairs_count(on, 2, NULL, NULL, &count));
    ck_assert_uint_eq(count, 150 * 149 / 2);
    support_ok(context, nf_cloud_move(on, &few.points, NULL, NULL));
    own_result result = NULL;
    support_ok(context, nf_pairs(on, 2, NULL, NULL, &result));
    own_pairs host = support_ask_once(support_host(), &few.points, 2, NULL),
              got = {NULL, nf_result_total(result)};
    got.pairs = support_allocate(got.count * 8);
    support_ok(context, nf_result_read(result, NF_ARRAY_PAIRS, 0, got.count, NULL, got.pairs));
    support_same_bytes(&host, &got, few.name);
}
