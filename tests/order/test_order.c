/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The order of a cloud on the device: sorted by cell, stable, with correct ends of cells. */
#include "opencl/quirks.h"
#include "order/expected.h"
#include "order/sorted.h"
#include "read_order.h"
#include "tune/capability.h"

#include <math.h>
#include <nearfield/pairs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t key_of(const read_grid *grid, const nf_points *points, uint64_t p) {
    uint64_t cell[3];
    for (int a = 0; a < 3; a++) cell[a] = cell_along(grid, a, coordinate_of(points, p, a));
    return (cell[2] * grid->head.n[1] + cell[1]) * grid->head.n[0] + cell[0];
}

/* Computes keys[p] of the p-th point in order; fails unless the order is correct. */
static uint64_t *check_sequence(const nf_cloud *cloud, const nf_points *points, const read_grid *grid,
                                const char *what) {
    const uint64_t n = points->n, element = nf_type_bytes(points->type);
    own_memory uint32_t *index = read_buffer(cloud->context, cloud->order.index.buffer, n * 4);
    own_memory char *axes = read_buffer(cloud->context, cloud->order.axes.buffer,
                                        cloud->order.stride * element * (uint64_t)points->dims);
    uint64_t *keys = support_allocate(n * 8);
    own_memory char *seen = support_allocate(n);
    memset(seen, 0, (size_t)n);
    for (uint64_t p = 0; p < n; p++) {
        if (index[p] >= n || seen[index[p]]++)
            ck_abort_msg("%s: place %d holds point %u", what, (int)p, index[p]);
        keys[p] = key_of(grid, points, index[p]);
        if (p && (keys[p] < keys[p - 1] || (keys[p] == keys[p - 1] && index[p] < index[p - 1])))
            ck_abort_msg("%s: point %u at place %d is out of order", what, index[p], (int)p);
        for (uint64_t a = 0; a < (uint64_t)points->dims; a++)
            if (memcmp(axes + (a * cloud->order.stride + p) * element,
                       (const char *)points->rows.host + (index[p] * (uint64_t)points->dims + a) * element,
                       element) != 0)
                ck_abort_msg("%s: coordinate %d of place %d is not that of point %u", what, (int)a, (int)p,
                             index[p]);
    }
    return keys;
}

static void check_places(const nf_cloud *cloud, const uint64_t *keys, const char *what) {
    const uint64_t n = cloud->n, cells = cloud->order.head.cells;
    ck_assert_int_eq(cloud->order.sparse, cells > 4 * n + 65536);
    if (cloud->order.sparse) {
        uint64_t *places = read_buffer(cloud->context, cloud->order.places.buffer, n * 8);
        ck_assert_msg(memcmp(places, keys, n * 8) == 0, "%s: the sorted keys", what);
        free(places);
        return;
    }
    own_memory uint32_t *ends = read_buffer(cloud->context, cloud->order.places.buffer, (cells + 1) * 4);
    uint64_t before = 0;
    for (uint64_t c = 0; c <= cells; c++) {
        while (before < n && keys[before] < c) before++;
        if (ends[c] != before)
            ck_abort_msg("%s: %u points before cell %d, and there are %d", what, ends[c], (int)c,
                         (int)before);
    }
}

static void check_built(nf_cloud *on, const support_cloud *cloud, int cells) {
    char what[160];
    snprintf(what, sizeof what, "%s, %dD, type %d, cells %d", cloud->name, cloud->points.dims,
             (int)cloud->points.type, cells);
    const read_grid grid = read_grid_of(on);
    const uint64_t all = (uint64_t)grid.head.n[0] * grid.head.n[1] * grid.head.n[2];
    ck_assert_uint_eq(grid.head.cells, all);
    ck_assert_int_eq(grid.head.bad, -1);
    ck_assert_msg(grid.head.bits == 64 || (all - 1) >> grid.head.bits == 0, "%s: too few bits", what);
    ck_assert_msg(grid.head.bits == 0 || (all - 1) >> (grid.head.bits - 1) != 0, "%s: too many bits", what);
    for (int a = 0; a < 3; a++) ck_assert_uint_le(grid.head.n[a], a < cloud->points.dims ? 1u << 20 : 1);
    own_memory uint64_t *keys = check_sequence(on, &cloud->points, &grid, what);
    check_places(on, keys, what);
}

/* No points: clouds begin with them. */
static const nf_points none = {.dims = 3, .type = NF_FLOAT32};

static void check_order(nf_cloud *on, const support_cloud *cloud, int cells) {
    support_ok(on->context, nf_cloud_move(on, &cloud->points, NULL, NULL));
    build_order(on, cloud->cutoff, cells);
    check_built(on, cloud, cells);
}

/* Builds the order without reading the grid; returns 0 if it is refused. */
static int check_unseen_order(nf_cloud *on, const support_cloud *cloud, int cells) {
    nf_work work;
    int again = 0;
    const nf_cells wanted = cells_of(cloud->cutoff, cloud->points.type, cells);
    support_ok(on->context, nf_cloud_move(on, &cloud->points, NULL, NULL));
    on->order.look_first = 0;
    support_ok(on->context, nf_work_begin(&work, on->context, NULL));
    nf_status status = nf_order_build(&work, on, &wanted, 1);
    if (status == NF_OK) status = nf_order_look(&work, on, &again);
    support_ok(on->context, nf_work_end(&work, status));
    if (!again) check_built(on, cloud, cells);
    return !again;
}

TEST(every_cloud_is_sorted_by_cell_and_by_index_within_one) {
    own_context context = support_context(NULL);
    own_cloud on = support_cloud_on(context, &none, NULL);
    for (int k = 0; k < support_cloud_count; k++) {
        if (!support_cloud_is_run(k, 3, NF_FLOAT32)) continue;
        own_points cloud = support_cloud_make(k, 3, NF_FLOAT32);
        check_order(on, &cloud, 0);
    }
    own_points large = support_cloud_uniform(support_small() ? 3000 : 40000, 3, NF_FLOAT32, 0.02, 6);
    check_order(on, &large, 0);
}

/* One work-group orders them; larger clouds and sparse grids use several. */
TEST(small_clouds_are_ordered_in_one_launch) {
    static const uint64_t sizes[] = {1, 2, 63, 64, 65, 511, 512, 513, 1000};
    const nf_context_options options = {
        .profile = 1,
        .tuning = "order.GROUP=64 bounds.GROUP=64 sort.GROUP=64 order.SMALL=512 order.COUNTED=1"};
    own_context context = support_context_with(&options);
    own_cloud on = support_cloud_on(context, &none, NULL);
    const int is_run =
        nf_can(context, NF_CAN_GROUPS) && !nf_has_quirk(nf_context_device(context), NF_QUIRK_ENDS_LOOPS);
    for (int k = 0; is_run && k < support_cloud_count; k++) {
        if (!support_cloud_is_run(k, 3, NF_FLOAT32)) continue;
        own_points cloud = support_cloud_make(k, 3, NF_FLOAT32);
        check_unseen_order(on, &cloud, 0);
    }
    for (size_t k = 0; is_run && k < sizeof sizes / sizeof *sizes; k++) {
        support_cloud cloud =
            support_cloud_uniform(sizes[k], 3, NF_FLOAT32, k % 2 ? 0.1 : 0.05, sizes[k]); /* 32,000 cells */
        nf_context_reset_stages(context);
        ck_assert_int_eq(check_unseen_order(on, &cloud, 0), 1);
        ck_assert_uint_eq(support_launches(context, "keys"), sizes[k] > 512);
        support_cloud_free(&cloud);
    }
}

/* By counting, unless a cell has many points: then the device refuses the grid, and the next order is sorted.  Drivers with work-groups of one
   work-item alone never count. */
static void check_counting(const char *tuning, uint64_t launches) {
    const nf_context_options options = {.profile = 1, .tuning = tuning};
    own_context context = support_context_with(&options);
    const int counts = !nf_is_alone(context, &nf_order_family);
    own_cloud on = support_cloud_on(context, &none, NULL);
    int counted = 0, crowded = 0;
    for (int k = -1; k < support_cloud_count; k++) {
        if (k >= 0 && !support_cloud_is_run(k, 3, NF_FLOAT32)) continue;
        support_cloud cloud =
            k < 0 ? support_cloud_uniform(1000, 3, NF_FLOAT32, 0.7, 5) : support_cloud_make(k, 3, NF_FLOAT32);
        on->order.crowded = 0;
        nf_context_reset_stages(context);
        if (check_unseen_order(on, &cloud, 0)) {
            counted++;
            ck_assert_uint_eq(support_launches(context, "keys"), !counts);
            if (counts && k < 0) { /* besides, the first one clears the words by which groups wait */
                ck_assert_uint_ge(support_launches(context, "order"), launches);
                ck_assert_uint_le(support_launches(context, "order"), launches + 1);
            }
        }
        if (on->order.crowded) {
            crowded++;
            ck_assert_int_eq(on->order.look_first, 0);
            ck_assert_int_eq(check_unseen_order(on, &cloud, 0), 1);
            ck_assert_uint_gt(support_launches(context, "keys"), 0);
        }
        support_cloud_free(&cloud);
    }
    ck_assert_int_gt(counted, 2);
    ck_assert_int_eq(crowded > 0, counts);
}

TEST(clouds_are_ordered_by_counting_in_one_launch) {
    check_counting("order.GROUP=64 bounds.GROUP=64 sort.GROUP=64 order.SMALL=1 order.COUNTED=524288", 1);
}

TEST(clouds_are_ordered_by_counting_step_by_step) {
    check_counting(
        "order.GROUP=64 bounds.GROUP=64 sort.GROUP=64 order.SMALL=1 order.COUNTED=524288 order.ONCE=1", 5);
}

/* The single work-group must find them, too. */
TEST(a_point_that_is_not_finite_is_found_in_a_small_cloud) {
    const nf_context_options options = {.tuning = "order.GROUP=64 search.GROUP=64 order.SMALL=512"};
    own_context context = support_context_with(&options);
    float xyz[3 * 300] = {0};
    xyz[3 * 299] = INFINITY;
    xyz[3 * 71 + 1] = NAN;
    const nf_points points = {.n = 300, .dims = 3, .type = NF_FLOAT32, .rows.host = xyz};
    own_cloud on = support_cloud_on(context, &points, NULL);
    nf_result *result = NULL;
    ck_assert_int_eq(nf_pairs(on, 0.1, NULL, NULL, &result), NF_ERROR_POINTS);
    ck_assert_ptr_nonnull(strstr(nf_context_error(context), "point 71 "));
}

TEST(far_outliers_do_not_stretch_the_grid) {
    static const char *const names[] = {"outlier at 1e9", "outlier at 1e30", "outlier at -1e30",
                                        "outliers on all sides"};
    own_context context = support_context(NULL);
    for (int k = 0; k < 4; k++) {
        own_points cloud = support_cloud_make(support_cloud_named(names[k]), 3, NF_FLOAT32);
        own_cloud on = support_cloud_on(context, &cloud.points, NULL);
        build_order(on, cloud.cutoff, 0);
        const read_grid grid = read_grid_of(on);
        for (int a = 0; a < 3; a++) {
            /* the unit cube, extended by four sides on both ends: cells keep their size */
            const double edge = 1 / grid.inv[a], wanted = cloud.cutoff / (a == 0 ? 4 : 1);
            ck_assert_double_ge(edge, wanted);
            ck_assert_double_le(edge, wanted * 1.01);
            ck_assert_double_le(grid.head.n[a] * edge, 9.5);
            ck_assert_double_le(grid.lo[a], 0.1);
            ck_assert_double_ge(grid.lo[a] + grid.head.n[a] * edge, 0.9);
        }
    }
}

TEST(the_order_is_built_once_for_the_same_cells) {
    const nf_context_options timed = {.profile = 1,
                                      .tuning = "order.SMALL=1 order.COUNTED=1"}; /* separate stages */
    own_context context = support_context_with(&timed);
    own_points cloud = support_cloud_uniform(1000, 3, NF_FLOAT32, 0.1, 1);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    build_order(on, 0.1, 0);
    nf_context_reset_stages(context);
    build_order(on, 0.1, 0);
    ck_assert_uint_eq(support_launches(context, "keys"), 0);
    build_order(on, 0.1, 1);
    ck_assert_uint_eq(support_launches(context, "keys"), 1);
    build_order(on, 0.2, 1);
    ck_assert_uint_eq(support_launches(context, "keys"), 2);
}

TEST(bits_that_no_number_of_a_cell_has_are_not_sorted) {
    ck_assert_uint_eq(nf_plan_sparse(40).bits, 40);
    ck_assert_uint_eq(nf_plan_sparse(UINT32_MAX).bits, 64);
}
