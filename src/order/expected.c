/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The states of an order; see the diagram in order.h. */
#include "order/expected.h"

#include "core/whole.h"
#include "opencl/memory/cost.h"
#include "opencl/memory/tile_state.h"
#include "order/bounds.h"

#include <string.h>

int nf_order_foresees(const nf_cloud *cloud, const nf_cells *cells) {
    return nf_cells_equal(&cloud->order.seen, cells);
}

/* The number of cells that the table of an unread grid has room for: the most of a dense grid, 16 bytes for each point.  If
   this is too much memory, the room left by a similar grid, or 0: then the host reads the grid first. */
static uint64_t expected_cells(const nf_work *work, const nf_cloud *cloud, const nf_cells *cells) {
    enum { UNSEEN_MOST = 64 << 20 }; /* bytes; then reading the grid takes less than 1 % */
    const uint64_t dense = nf_cells_dense(cloud->n), room = cloud->order.places.bytes / 4,
                   most = nf_min(UNSEEN_MOST, cloud->context->device.largest_buffer);
    if (cloud->order.look_first || work->saves_memory || cloud->batch.count) return 0;
    if (nf_order_table_bytes(dense) <= most) return dense;
    return nf_order_foresees(cloud, cells) && room ? nf_min(room - 1, dense) : 0;
}

int nf_order_stands(const nf_cloud *cloud, const nf_cells *cells) {
    const nf_order *order = &cloud->order;
    return order->state != NF_ORDER_NONE && nf_cells_equal(&order->cells, cells) &&
           order->lost == nf_work_lost(cloud->context);
}

int nf_order_may_keep_grid(const nf_cloud *cloud) {
    for (int k = 0; k < cloud->dims; k++)
        if (!(cloud->space.heights[k] > 0)) return 0; /* open along an axis: the grid depends on the points */
    return !cloud->order.outside && cloud->space.kind == NF_SPACE_BOX && !cloud->batch.count;
}

int nf_order_keeps_grid(const nf_cloud *cloud, const nf_cells *cells) {
    const nf_order *order = &cloud->order;
    return nf_order_may_keep_grid(cloud) && order->planned && nf_cells_equal(&order->cells, cells) &&
           nf_space_equal(&order->space, &cloud->space);
}

/* Changes from any state to NONE, and builds the order. */
static nf_status make(nf_work *work, nf_cloud *cloud, const nf_cells *cells, uint64_t expected, int looks) {
    nf_order *order = &cloud->order;
    nf_status status = NF_OK;
    if (!nf_cells_equal(&order->cells, cells)) order->counting_held = 0;
    order->is_counted = 0;
    order->state = NF_ORDER_NONE;
    if (order->lost != nf_work_lost(work->context)) {
        nf_order_drop(cloud, 0);
        order->planned = 0;
    }
    order->lost = nf_work_lost(work->context);
    if (expected) {
        NF_TRY(nf_order_make_expected(work, cloud, cells, expected, looks));
        order->space = cloud->space;
        order->state = NF_ORDER_EXPECTED;
        return NF_OK;
    }
    order->planned = 0;
    NF_TRY(nf_order_make_seen(work, cloud, cells));
    order->space = cloud->space;
    order->planned = !cloud->batch.count && !order->sparse && !order->head.cut;
    order->seen = *cells;
    order->look_first = order->sparse || order->head.cut;
    order->state = NF_ORDER_SETTLED;
done:
    return status;
}

nf_status nf_order_build(nf_work *work, nf_cloud *cloud, const nf_cells *cells, int looks) {
    return nf_order_stands(cloud, cells)
               ? NF_OK
               : make(work, cloud, cells, expected_cells(work, cloud, cells), looks);
}

/* The same where the host waits for the grid in any case: a build that may be refused is worth it if points are counted, which takes less
   time than to sort them, or if the grid is kept.  At worst both that build and the one after a refusal count. */
static uint64_t expected_now(const nf_work *work, const nf_cloud *cloud, const nf_cells *cells) {
    const int expects = nf_cost_worst(cloud->context, (uint64_t)nf_order_is_counted(cloud), 1) != 0;
    return expects ? expected_cells(work, cloud, cells) : 0;
}

nf_status nf_order_build_now(nf_work *work, nf_cloud *cloud, const nf_cells *cells) {
    nf_status status = NF_OK;
    int again = 0;
    if (!nf_order_stands(cloud, cells)) NF_TRY(make(work, cloud, cells, expected_now(work, cloud, cells), 1));
    NF_TRY(nf_order_look(work, cloud, &again));
    if (again) NF_TRY(make(work, cloud, cells, 0, 1));
done:
    return status;
}

static void settle(nf_order *order, uint32_t refused) {
    const int other =
        refused == NF_GRID_CROWDED || refused == NF_GRID_OUTSIDE; /* the same kind of grid will do */
    order->state = refused ? NF_ORDER_NONE : NF_ORDER_SETTLED;
    order->seen = !refused || other ? order->cells : (nf_cells){0};
    order->look_first = refused && !other;
    order->crowded |= refused == NF_GRID_CROWDED;
    if (order->is_counted) order->counting_held = !refused;
    order->outside |= refused == NF_GRID_OUTSIDE;
    order->planned = !refused;
}

void nf_order_accept(nf_cloud *cloud) {
    if (cloud->order.state == NF_ORDER_EXPECTED) settle(&cloud->order, 0);
}

nf_status nf_order_look(nf_work *work, nf_cloud *cloud, int *again) {
    nf_order *order = &cloud->order;
    nf_status status = NF_OK;
    *again = 0;
    if (order->state != NF_ORDER_EXPECTED) return NF_OK;
    const nf_grid_head most = {.bad = -1, .refused = 1};
    NF_TRY(nf_read_most(work, order->grid.buffer, 0, &order->head, sizeof order->head, &most));
    settle(order, order->head.refused);
    if (order->head.refused == NF_GRID_CROWDED)
        nf_tile_state_spoil(work->context, NF_TILE_STATE_ORDER); /* groups may not have met */
    if (order->head.bad >= 0) return nf_bounds_refuse(work, cloud);
    *again = order->head.refused != 0;
done:
    return status;
}

void nf_order_drop(nf_cloud *cloud, int kind) {
    nf_order *order = &cloud->order;
    order->state = NF_ORDER_NONE;
    order->unreserved.moves = 0; /* of no points */
    order->layout = (nf_layout){0};
    if (!kind) return;
    order->seen = (nf_cells){0};
    order->crowded = order->counting_held = order->outside = order->unreserved.wanted = 0;
}
