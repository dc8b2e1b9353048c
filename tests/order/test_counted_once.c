/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The order in one launch on made-up devices: the shape where it is made by counting (order/counted_once.h), and whether one work-group makes it
   instead (order/expected.h). */
#include "order/counted_once.h"
#include "order/expected.h"
#include "support/device.h"
#include "support/made_up.h"
#include "tune/capability.h"

#include <string.h>

/* A device of so many compute units, whose groups may wait for each other or must not. */
static nf_context made_up(uint32_t units, size_t max_work_group, int meets) {
    const uint32_t both = 1u << NF_CAN_GRID_BARRIER | 1u << NF_CAN_PTX;
    nf_context context = support_made_up();
    context.device.compute_units = units;
    context.device.max_work_group = max_work_group;
    nf_known_of(&context)->forced = both;
    nf_known_of(&context)->forced_on = meets ? both : 0;
    return context;
}

enum { MOST = 1 << 19 };

TEST(groups_are_as_many_as_meet_and_as_large_as_the_device_allows) {
    static const struct {
        uint32_t units;
        size_t max_work_group;
        int meets;
        uint64_t n;
        size_t groups, group;
    } rows[] = {
        {132, 1024, 1, 1, 1, 256},
        {132, 1024, 1, 257, 2, 256},
        {132, 1024, 1, 132 * 256, 132, 256},
        {132, 1024, 1, 132 * 256 + 1, 67, 512}, /* larger groups before work-items take several points */
        {132, 1024, 1, MOST, 132, 1024},
        {132, 1024, 1, MOST + 1, 0, 0},
        {132, 512, 1, MOST, 132, 512},
        {132, 256, 1, MOST, 132, 256},
        {132, 384, 1, MOST, 132, 256}, /* groups are powers of two */
        {132, 128, 1, 1, 0, 0},
        {300, 1024, 1, 1, 1, 512}, /* one group adds up the sums of all */
        {300, 1024, 1, MOST, 300, 1024},
        {300, 256, 1, MOST, 256, 256},
        {2000, 1024, 1, MOST, 512, 1024},
        {132, 1024, 0, 256, 1, 256}, /* one group alone */
        {132, 1024, 0, 4096, 1, 1024},
        {132, 1024, 0, 4097, 0, 0},
        {132, 256, 0, 1024, 1, 256},
        {132, 256, 0, 1025, 0, 0},
        {1, 1024, 1, 4097, 0, 0},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const nf_context context = made_up(rows[k].units, rows[k].max_work_group, rows[k].meets);
        const nf_shape shape = nf_counted_once_shape(&context, rows[k].n, MOST);
        ck_assert_msg(shape.groups == rows[k].groups, "row %zu: %zu groups", k, (size_t)shape.groups);
        if (shape.groups)
            ck_assert_msg(shape.group == rows[k].group, "row %zu: groups of %zu", k, (size_t)shape.group);
    }
}

static const nf_box cube = {.cell = {{6, 0, 0}, {0, 6, 0}, {0, 0, 6}}, .periodic = {1, 1, 1}};
static const nf_box slab = {.cell = {{6, 0, 0}, {0, 6, 0}, {0, 0, 6}}, .periodic = {1, 1, 0}};
static const nf_box longer = {.cell = {{7, 0, 0}, {0, 6, 0}, {0, 0, 6}}, .periodic = {1, 1, 1}};

/* A GPU without tuning, with local memory for the order by one group. */
static nf_context made_up_gpu(uint32_t units, size_t max_work_group, int meets) {
    nf_context context = made_up(units, max_work_group, meets);
    context.device.type = CL_DEVICE_TYPE_GPU;
    context.device.local_memory = 48 << 10;
    return context;
}

/* A cloud of n points in the box; NULL: in open space. */
static nf_cloud cloud_of(nf_context *context, uint64_t n, const nf_box *box) {
    nf_cloud cloud;
    nf_sentence error;
    memset(&cloud, 0, sizeof cloud);
    cloud.context = context;
    cloud.n = n;
    cloud.dims = 3;
    cloud.type = NF_FLOAT32;
    ck_assert_int_eq(nf_space_for(&cloud.space, box, 3, NF_FLOAT32, &error), NF_OK);
    return cloud;
}

/* The decision for the first order of a cloud. */
static int takes_small(nf_context *context, uint64_t n, const nf_box *box) {
    const nf_cloud cloud = cloud_of(context, n, box);
    const nf_cells cells = nf_cells_for(0.9, NF_FLOAT32);
    return nf_order_takes_small(&cloud, &cells, nf_order_is_counted(&cloud), 0);
}

TEST(small_clouds_in_periodic_boxes_are_ordered_by_groups_that_meet) {
    static const struct {
        uint32_t units;
        size_t max_work_group;
        int meets;
        uint64_t n;
        const nf_box *box;
        int small;
    } rows[] = {
        {132, 1024, 1, 3000, &cube, 0},
        {132, 1024, 1, 257, &cube, 0},
        {132, 1024, 1, 256, &cube, 1}, /* one group has them all */
        {132, 1024, 1, 0, &cube, 1},
        {132, 1024, 1, 8192, &cube, 0},
        {132, 1024, 1, 8193, NULL, 0}, /* too many for one group */
        {132, 1024, 0, 8193, &cube, 0},
        {132, 1024, 1, 3000, &slab, 1}, /* the grid depends on the points */
        {132, 1024, 1, 3000, NULL, 1},
        {132, 1024, 0, 3000, &cube, 1}, /* groups must not meet */
        {2, 1024, 1, 3000, &cube, 0},   /* few compute units */
        {1, 1024, 1, 3000, &cube, 1},
        {300, 1024, 1, 3000, &cube, 0}, /* many */
        {300, 1024, 1, 512, &cube, 1},  /* groups are larger there */
        {2000, 1024, 1, 3000, &cube, 0},
        {132, 128, 1, 3000, &cube, 0}, /* more points than one group of 128 orders */
        {132, 128, 1, 1000, &cube, 1}, /* but its groups are too small to count in one launch */
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        nf_context context = made_up_gpu(rows[k].units, rows[k].max_work_group, rows[k].meets);
        ck_assert_msg(takes_small(&context, rows[k].n, rows[k].box) == rows[k].small, "row %zu", k);
    }
}

TEST(a_grid_that_will_not_be_kept_is_made_by_one_group) {
    nf_context context = made_up_gpu(132, 1024, 1);
    const nf_cells cells = nf_cells_for(0.9, NF_FLOAT32), others = nf_cells_for(0.8, NF_FLOAT32);
    const nf_cloud other = cloud_of(&context, 3000, &longer);
    nf_cloud cloud = cloud_of(&context, 3000, &cube);
    ck_assert_int_eq(nf_order_takes_small(&cloud, &cells, 0, 0), 1); /* the call may not count */
    cloud.order.planned = 1;
    cloud.order.cells = cells;
    cloud.order.space = cloud.space;
    ck_assert_int_eq(nf_order_keeps_grid(&cloud, &cells), 1);
    ck_assert_int_eq(nf_order_takes_small(&cloud, &cells, 1, 1), 0);
    ck_assert_int_eq(nf_order_takes_small(&cloud, &cells, 1, 0), 0);
    ck_assert_int_eq(nf_order_takes_small(&cloud, &others, 1, 0), 1); /* other cells than before */
    cloud.order.space = other.space;                                  /* another box than before */
    ck_assert_int_eq(nf_order_takes_small(&cloud, &cells, 1, 0), 1);
    cloud.order.planned = 0; /* the grid of the order before is not used again */
    ck_assert_int_eq(nf_order_takes_small(&cloud, &cells, 1, 0), 0);
    cloud.order.outside = 1;
    ck_assert_int_eq(nf_order_takes_small(&cloud, &cells, 1, 0), 1);
    cloud.order.outside = 0;
    cloud.batch.count = 2;
    ck_assert_int_eq(nf_order_takes_small(&cloud, &cells, 1, 0), 1);
}
