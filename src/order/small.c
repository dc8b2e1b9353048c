#include "order/small.h"

#include "core/whole.h"
#include "opencl/quirks.h"
#include "primitives/tile.h"
#include "tune/capability.h"
#include "tune/tunable.h"

enum { GROUP_MOST = 1024, ITEMS = NF_SMALL_MOST / GROUP_MOST };

/* The largest group that the device takes and has local memory for. */
static nf_tile small_tile(const nf_context *context) {
    const nf_device_info *device = &context->device;
    nf_tile tile = {GROUP_MOST, ITEMS, 0};
    while (tile.group > 1 && (tile.group > device->max_work_group ||
                              tile.group / 2 * nf_bounds_bytes(NF_FLOAT64) > device->local_memory / 4 * 3))
        tile.group /= 2;
    tile.size = (uint64_t)tile.group * tile.items;
    return tile;
}

uint64_t nf_small_points(const nf_context *context, int wish) {
    if (nf_is_alone(context, &nf_order_family) || nf_has_quirk(&context->device, NF_QUIRK_ENDS_LOOPS) ||
        !nf_can(context, NF_CAN_GROUPS))
        return 0;
    return nf_least(small_tile(context).size, wish > 0 ? (uint64_t)wish : 0);
}

nf_status nf_small_run(nf_work *work, nf_cloud *cloud, const nf_cells *cells, const nf_grid_limits *limits) {
    nf_order *order = &cloud->order;
    const nf_tile tile = small_tile(work->context);
    const nf_shape one = {1, tile.group};
    nf_program *program = NULL;
    cl_mem loose = NULL;
    nf_status status = NF_OK;
    const size_t mark = nf_scratch_mark(work);
    nf_spec spec = nf_spec_of(work->context, "order/small.cl");
    nf_order_add_keys(&spec);
    nf_order_define(&spec, cloud, NULL, 0);
    nf_order_define_lanes(&spec, work->context, tile.group);
    nf_tile_define(&spec, tile);
    work->stage = "order";
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_keep(work->context, &order->grid, nf_grid_bytes(cloud->type), "the grid"));
    NF_TRY(nf_scratch(work, cloud->n * 8, &loose));
    NF_TRY(nf_launch(work, program, "small", one, nf_in(cloud->points), nf_u64(cloud->offset),
                     nf_u32((uint32_t)cloud->n), nf_real(cloud->type, cells->inv_x),
                     nf_real(cloud->type, cells->inv_yz), nf_u64(limits->cells), nf_u32(limits->bits),
                     nf_out(order->grid.buffer), nf_inout(order->places.buffer), nf_out(loose),
                     nf_out(order->index.buffer), nf_out(order->planes.buffer), nf_u64(order->stride)));
done:
    nf_scratch_back(work, mark);
    return status;
}
