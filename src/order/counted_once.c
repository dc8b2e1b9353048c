/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/counted_once.h"

#include "core/whole.h"
#include "opencl/memory/tile_state.h"
#include "order/counted.h"
#include "tune/capability.h"

enum { WORDS_BYTES = 2 * 4 }; /* of the tile state: the barrier's, and why the grid cannot serve */

nf_shape nf_counted_once_shape(const nf_context *context, uint64_t n, uint64_t most) {
    enum { LEAST = 256, MOST = 1024, ALONE = 4 };
    const uint64_t units = nf_can(context, NF_CAN_GRID_BARRIER) && nf_can(context, NF_CAN_PTX)
                               ? context->device.compute_units
                               : 1;
    nf_shape shape = {.groups = 0, .group = LEAST};
    while (shape.group < MOST && 2 * shape.group <= context->device.max_work_group &&
           (shape.group < units || units * shape.group < n))
        shape.group *= 2;
    if (n > most || (units == 1 && n > ALONE * shape.group) || shape.group > context->device.max_work_group)
        return shape;
    shape.groups = nf_min(nf_ceiling(n, shape.group), nf_min(units, shape.group));
    return shape;
}

nf_status nf_counted_once_run(nf_work *work, nf_cloud *cloud, nf_shape shape, uint64_t cells, int kept) {
    nf_order *order = &cloud->order;
    const uint64_t n = cloud->n;
    const size_t mark = nf_scratch_mark(work);
    cl_mem taken = NULL, loose = NULL, sums = NULL, words = NULL;
    nf_program *program = NULL;
    nf_status status = NF_OK;
    nf_spec spec = nf_counted_spec(cloud, "order/counted_once.cl", kept);
    nf_order_define_lanes(&spec, work->context, (uint32_t)shape.group);
    nf_define(&spec, "GROUP", (int64_t)shape.group);
    nf_define(&spec, "MEETS", shape.groups > 1);
    NF_TRY(nf_scratch(work, n * NF_TAKEN_BYTES, &taken));
    NF_TRY(nf_scratch(work, n * NF_LOOSE_BYTES, &loose));
    NF_TRY(nf_scratch(work, shape.groups * 4, &sums));
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_tile_state_take(work, NF_TILE_STATE_ORDER, WORDS_BYTES, &words));
    work->stage = "order";
    NF_TRY(nf_launch(work, program, "ordered", shape, nf_in(cloud->points), nf_u64(cloud->offset),
                     nf_u32((uint32_t)n), nf_u64(cells + 1), nf_inout(order->grid.buffer),
                     nf_inout(order->places.buffer), nf_out(taken), nf_out(loose),
                     nf_out(order->index.buffer), nf_out(order->axes.buffer), nf_u64(order->stride),
                     nf_out(sums), nf_inout(words)));
    nf_tile_state_give(work, NF_TILE_STATE_ORDER);
done:
    nf_scratch_back(work, mark);
    return status;
}
