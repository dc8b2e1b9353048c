/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/order.h"

#include "core/whole.h"
#include "opencl/memory/cost.h"
#include "order/bounds.h"
#include "order/counted.h"
#include "order/counted_once.h"
#include "order/expected.h"
#include "order/small.h"
#include "order/sorted.h"
#include "order/batch.h"
#include "primitives/tile.h"

static int is_small(const nf_context *context, int value) { return nf_small_points(context, value) > 0; }
static int has_groups(const nf_context *context, int value) {
    (void)value;
    return !nf_is_alone(context, &nf_order_family);
}
static const nf_tunable order_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 256, 1, {1, 32, 64, 128, 256, 512, 1024}, nf_fits_group},
    /* Up to this many points are ordered by one work-group. */
    {"SMALL", NF_SMALL_MOST, NF_SMALL_MOST, {NF_SMALL_MOST}, is_small},
    /* Up to this many, by counting, if no cell has many of them. */
    {"COUNTED", 1 << 19, 1, {1, 1 << 17, 1 << 18, 1 << 19, 1 << 20}, has_groups},
    /* Up to this many of these in one launch, if its work-groups may wait for each other or one is enough. */
    {"ONCE", 1 << 19, 1 << 19, {1, 1 << 14, 1 << 16, 1 << 17, 1 << 18, 1 << 19}, has_groups},
};
enum { SMALL = 1, COUNTED, ONCE };
const nf_family nf_order_family = NF_FAMILY("order", order_tunables, 4, 8192);

nf_tile nf_order_tile(const nf_context *context) {
    const nf_tile_need none = {0};
    return nf_tile_fit(context, &nf_order_family, none);
}

/* Rounded up to vectors of 16, plus one. */
uint64_t nf_order_stride(uint64_t n) { return (n + 15) / 16 * 16 + 16; }

/* Where its buffers stand in an order. */
static const size_t buffers[] = {offsetof(nf_order, axes),
                                 offsetof(nf_order, index),
                                 offsetof(nf_order, places),
                                 offsetof(nf_order, grid),
                                 offsetof(nf_order, unreserved.grid),
                                 offsetof(nf_order, layout_offsets),
                                 offsetof(nf_order, layout_system),
                                 offsetof(nf_order, layout_places)};

uint64_t nf_order_bytes(const nf_cloud *cloud) {
    const char *order = (const char *)&cloud->order;
    uint64_t bytes = 0;
    for (size_t k = 0; k < sizeof buffers / sizeof *buffers; k++)
        bytes += ((const nf_kept *)(const void *)(order + buffers[k]))->bytes;
    return bytes;
}

void nf_order_free(nf_cloud *cloud) {
    char *order = (char *)&cloud->order;
    for (size_t k = 0; k < sizeof buffers / sizeof *buffers; k++)
        nf_kept_free(cloud->context, (nf_kept *)(void *)(order + buffers[k]));
    nf_order_drop(cloud, 0);
    cloud->order.planned = 0;
}

/* Between half as many entries as points, and as many. */
uint32_t nf_order_table_bits(uint64_t n) { return n ? (uint32_t)nf_bits(n) - 1 : 0; }

/* A compute unit has few groups, as each adds its counts of digits to those of all; more where drivers end loops. */
nf_shape nf_order_keys_shape(const nf_context *context, nf_tile tile, uint64_t n) {
    nf_shape shape = nf_tile_shape(tile, n);
    enum { GROUPS_ALONE = 1024, GROUPS = 4 };
    const uint64_t a_unit = nf_is_alone(context, &nf_order_family) ? GROUPS_ALONE : GROUPS,
                   most = context->device.compute_units * a_unit;
    const uint64_t least = nf_ceiling(shape.groups, nf_tile_turns_most(context, tile));
    if (shape.groups > most) shape.groups = nf_max(most, least);
    return shape;
}

uint64_t nf_order_table_bytes(uint64_t cells) { return (cells + 1) * 4; }

/* The bytes of the table of all cells, or of the sorted keys with their coarse table. */
static uint64_t places_bytes(uint64_t n, const nf_order_plan *plan) {
    return plan->sparse ? (n + (UINT64_C(1) << nf_order_table_bits(n)) + 2) * 8
                        : nf_order_table_bytes(plan->cells);
}

/* At worst those of any grid that the points may have: a dense one may take more than a sparse one. */
static uint64_t places_kept(const nf_context *context, uint64_t n, const nf_order_plan *plan) {
    const nf_order_plan dense = nf_plan_dense(n, nf_cells_dense(n));
    const uint64_t bytes = places_bytes(n, plan);
    return nf_cost_worst(context, bytes, nf_max(bytes, places_bytes(n, &dense)));
}

static nf_status keep_order(nf_context *context, nf_cloud *cloud, const nf_order_plan *plan) {
    nf_order *order = &cloud->order;
    nf_status status = NF_OK;
    order->stride = nf_order_stride(cloud->n);
    NF_TRY(nf_keep(context, &order->index, (cloud->n + NF_ORDER_BEYOND) * 4, "the order"));
    NF_TRY(nf_keep(context, &order->axes, order->stride * (uint64_t)cloud->dims * nf_type_bytes(cloud->type),
                   "the sorted points"));
    NF_TRY(nf_keep(context, &order->places, places_kept(context, cloud->n, plan), "the places of cells"));
done:
    return status;
}

/* 1 if so many points may be ordered by counting. */
static int may_count(const nf_context *context, uint64_t n) {
    return !nf_is_alone(context, &nf_order_family) &&
           n <= (uint64_t)nf_tuned(context, &nf_order_family, COUNTED);
}

static uint64_t once_most(const nf_context *context) {
    return (uint64_t)nf_tuned(context, &nf_order_family, ONCE);
}

int nf_order_is_counted(const nf_cloud *cloud) {
    return !cloud->order.crowded && may_count(cloud->context, cloud->n);
}

/* The last order had another box or other cells: then they usually change again, and the grid will not be used twice. */
static int grid_changes(const nf_cloud *cloud, const nf_cells *cells) {
    const nf_order *order = &cloud->order;
    return order->planned &&
           !(nf_cells_equal(&order->cells, cells) && nf_space_equal(&order->space, &cloud->space));
}

int nf_order_takes_small(const nf_cloud *cloud, const nf_cells *cells, int counted, int kept) {
    const nf_context *context = cloud->context;
    const uint64_t most = nf_small_points(context, nf_tuned(context, &nf_order_family, SMALL));
    if (kept || cloud->n > nf_cost_worst(context, most, 0))
        return 0; /* a call that keeps the grid takes more */
    return !counted || !nf_order_may_keep_grid(cloud) || grid_changes(cloud, cells) ||
           nf_counted_once_shape(context, cloud->n, once_most(context)).groups < 2;
}

nf_status nf_order_make_expected(nf_work *work, nf_cloud *cloud, const nf_cells *cells, uint64_t most,
                                 int looks) {
    nf_context *context = work->context;
    const nf_order_plan plan = nf_plan_dense(cloud->n, most);
    const nf_grid_limits limits = {most, plan.bits};
    const int counted = nf_order_is_counted(cloud) && (looks || cloud->order.counting_held),
              kept = counted && nf_order_keeps_grid(cloud, cells),
              small = nf_order_takes_small(cloud, cells, counted, kept);
    nf_order *order = &cloud->order;
    nf_status status = NF_OK;
    order->sparse = 0;
    if (!kept) order->planned = 0;
    NF_TRY(keep_order(context, cloud, &plan));
    if (small) NF_TRY(nf_small_run(work, cloud, cells, &limits));
    else {
        if (!kept) NF_TRY(nf_bounds_plan(work, cloud, cells, &limits));
        order->is_counted = counted;
        if (counted)
            NF_TRY(nf_counted_run(work, cloud, nf_tile_single(nf_order_tile(context)), once_most(context),
                                  most, kept));
        else NF_TRY(nf_sorted_run(work, cloud, &plan));
    }
    order->cells = *cells;
done:
    return status;
}

nf_status nf_order_make_seen(nf_work *work, nf_cloud *cloud, const nf_cells *cells) {
    nf_order *order = &cloud->order;
    nf_status status = NF_OK;
    if (cloud->batch.count) NF_TRY(nf_batch_plan(work, cloud, cells));
    else NF_TRY(nf_bounds_plan(work, cloud, cells, NULL));
    order->sparse = order->head.cells > nf_cells_dense(cloud->n);
    const uint64_t count = order->head.cells, room = nf_min(count + count / 4, nf_cells_dense(cloud->n));
    const nf_order_plan plan =
        order->sparse ? nf_plan_sparse(order->head.bits) : nf_plan_dense(cloud->n, room);
    NF_TRY(keep_order(work->context, cloud, &plan));
    NF_TRY(nf_sorted_run(work, cloud, &plan));
    order->cells = *cells;
done:
    return status;
}
