/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/small.h"

#include "core/whole.h"
#include "opencl/quirks.h"
#include "primitives/tile.h"
#include "tune/capability.h"
#include "tune/tunable.h"

enum { GROUP_MOST = 1024, ITEMS = NF_SMALL_MOST / GROUP_MOST, TABLE_MOST = 4096 };

/* The part of local memory that is used, as some drivers abort the process if a kernel needs more. */
static uint64_t local_room(const nf_context *context) { return context->device.local_memory / 4 * 3; }

/* The kernel's local memory besides the table of cells: bounds and places. */
static uint64_t local_beside(const nf_context *context, nf_tile tile) {
    const uint64_t bounds = nf_lanes_of(context) == NF_LANES_LOCAL ? tile.group / 2 : tile.group / 32 + 1;
    return bounds * nf_bounds_bytes(NF_FLOAT64) + (uint64_t)tile.group * tile.items * 2 + 64;
}

/* The largest group that the device supports with this local memory. */
static nf_tile small_tile(const nf_context *context) {
    nf_tile tile = {GROUP_MOST, ITEMS, 0};
    while (tile.group > 1 &&
           (tile.group > context->device.max_work_group || local_beside(context, tile) > local_room(context)))
        tile.group /= 2;
    tile.size = (uint64_t)tile.group * tile.items;
    return tile;
}

/* The number of cells of the table in local memory. */
static uint64_t small_table(const nf_context *context, nf_tile tile) {
    const uint64_t room = local_room(context), beside = local_beside(context, tile);
    return beside < room ? nf_min((room - beside) / 4 / 64 * 64, TABLE_MOST) : 0;
}

uint64_t nf_small_points(const nf_context *context, int wish) {
    if (nf_is_alone(context, &nf_order_family) || nf_has_quirk(&context->device, NF_QUIRK_ENDS_LOOPS) ||
        !nf_can(context, NF_CAN_GROUPS))
        return 0;
    return nf_min(small_tile(context).size, wish > 0 ? (uint64_t)wish : 0);
}

nf_status nf_small_run(nf_work *work, nf_cloud *cloud, const nf_cells *cells, const nf_grid_limits *limits) {
    nf_order *order = &cloud->order;
    const nf_view points = nf_view_of_cloud(cloud);
    const nf_tile tile = small_tile(work->context);
    const nf_shape one = {1, tile.group, 0};
    nf_program *program = NULL;
    nf_space_args space;
    nf_status status = NF_OK;
    nf_spec spec = nf_spec_of(work->context, "order/small.cl");
    nf_order_define(&spec, &points, NULL, 0);
    nf_order_add_keys(&spec);
    nf_order_define_lanes(&spec, work->context, tile.group);
    nf_tile_define(&spec, tile);
    nf_define(&spec, "TABLE", (int64_t)small_table(work->context, tile));
    work->stage = "order";
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_keep(work->context, &order->grid, nf_grid_bytes(cloud->type), "the grid"));
    nf_space_args_for(&space, &points, cells);
    NF_TRY(nf_launch_with(work, program, "small", one, &space, nf_in(cloud->points), nf_u64(cloud->offset),
                          nf_u32((uint32_t)cloud->n), nf_real(cloud->type, cells->inv_x),
                          nf_real(cloud->type, cells->inv_yz), nf_u64(limits->cells), nf_u32(limits->bits),
                          nf_out(order->grid.buffer), nf_inout(order->places.buffer),
                          nf_out(order->index.buffer), nf_out(order->axes.buffer), nf_u64(order->stride)));
done:
    return status;
}
