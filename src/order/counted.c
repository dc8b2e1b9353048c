/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/counted.h"

#include "core/whole.h"
#include "order/counted_once.h"
#include "primitives/run.h"

/* The points of a cell that are ranked one against each other. */
enum { CROWD = 96 };

/* The cells that a work-item clears. */
enum { CLEARED = 4 };

nf_spec nf_counted_spec(const nf_cloud *cloud, const char *source, int kept) {
    const nf_view points = nf_view_of_cloud(cloud);
    nf_spec spec = nf_spec_of(cloud->context, source);
    nf_order_define(&spec, &points, NULL, 0);
    nf_order_add_keys(&spec);
    nf_define(&spec, "CROWD", CROWD);
    nf_define(&spec, "GRID_KEPT", kept);
    return spec;
}

static nf_status run_steps(nf_work *work, nf_cloud *cloud, nf_tile tile, uint64_t cells, int kept) {
    nf_order *order = &cloud->order;
    const uint64_t n = cloud->n;
    const nf_elements places = nf_elements_at(order->places.buffer, 0);
    const nf_shape shape = nf_tile_shape(tile, n);
    const size_t mark = nf_scratch_mark(work);
    cl_mem taken = NULL, loose = NULL;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    nf_spec spec = nf_counted_spec(cloud, "order/counted.cl", kept);
    nf_tile_define(&spec, tile);
    NF_TRY(nf_scratch(work, n * NF_TAKEN_BYTES, &taken));
    NF_TRY(nf_scratch(work, n * NF_LOOSE_BYTES, &loose));
    NF_TRY(nf_program_get(work->context, &spec, &program));
    work->stage = "order";
    NF_TRY(nf_launch(work, program, "clear", nf_tile_shape(tile, nf_ceiling(cells + 1, CLEARED)),
                     nf_u64(cells + 1), nf_inout(order->grid.buffer), nf_out(order->places.buffer)));
    NF_TRY(nf_launch(work, program, "count", shape, nf_in(cloud->points), nf_u64(cloud->offset),
                     nf_u32((uint32_t)n), nf_inout(order->grid.buffer), nf_inout(order->places.buffer),
                     nf_out(taken)));
    NF_TRY(nf_scan_run(work, NF_UINT32, NF_SUM, NF_EXCLUSIVE, places, places, cells + 1));
    NF_TRY(nf_launch(work, program, "scatter", shape, nf_u32((uint32_t)n), nf_in(order->grid.buffer),
                     nf_in(order->places.buffer), nf_in(taken), nf_out(loose)));
    NF_TRY(nf_launch(work, program, "rank", shape, nf_in(cloud->points), nf_u64(cloud->offset),
                     nf_u32((uint32_t)n), nf_in(order->grid.buffer), nf_in(order->places.buffer),
                     nf_in(loose), nf_out(order->index.buffer), nf_out(order->axes.buffer),
                     nf_u64(order->stride)));
done:
    nf_scratch_back(work, mark);
    return status;
}

nf_status nf_counted_run(nf_work *work, nf_cloud *cloud, nf_tile tile, uint64_t once, uint64_t cells,
                         int kept) {
    const nf_shape shape = nf_counted_once_shape(work->context, cloud->n, once);
    return shape.groups ? nf_counted_once_run(work, cloud, shape, cells, kept)
                        : run_steps(work, cloud, tile, cells, kept);
}
