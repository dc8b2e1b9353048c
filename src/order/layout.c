/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/layout.h"

#include "core/whole.h"
#include "primitives/tile.h"

enum { TILE = 32 };  /* TILE_POINTS in cl/space/cells.cl */
enum { PLACE = 16 }; /* sizeof(nf_tile_place) in cl/order/tiles.cl */

static uint64_t clipped(uint64_t offset, uint64_t first, uint64_t n) {
    return offset < first ? 0 : nf_min(offset - first, n);
}

/* The points of a view before the first one of a system. */
static uint64_t points_before(const nf_view *points, uint64_t system) {
    return clipped(points->offsets[system], points->first, points->n);
}

static uint64_t tiles_of(const nf_view *points) {
    uint64_t tiles = 0;
    for (uint64_t s = 0; s < points->systems; s++)
        tiles += nf_ceiling(points_before(points, s + 1) - points_before(points, s), TILE);
    return tiles;
}

/* Lays out points in buffers that the layout has. */
static nf_status lay_out(nf_work *work, const nf_view *points, const nf_layout *layout) {
    const nf_allocator *allocator = &work->context->allocator;
    const uint64_t count = points->systems;
    const nf_tile tile = nf_tile_fit(work->context, &nf_order_family, (nf_tile_need){0});
    nf_spec spec = nf_spec_of(work->context, "order/layout.cl");
    nf_program *program = NULL;
    uint32_t *own = NULL;
    cl_mem tiles = NULL;
    nf_status status = NF_OK;
    nf_order_define(&spec, points, NULL, 0);
    nf_tile_define(&spec, tile);
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_scratch(work, (count + 1) * 4, &tiles));
    NF_TRY(nf_allocate_raw(allocator, (size_t)count + 1, 2 * sizeof *own, "the offsets of systems",
                           (void **)&own, &work->context->error));
    for (uint64_t s = 0, before = 0; s <= count; s++) {
        own[s] = (uint32_t)points_before(points, s);
        own[count + 1 + s] = (uint32_t)before;
        if (s < count) before += nf_ceiling(points_before(points, s + 1) - own[s], TILE);
    }
    NF_TRY(nf_write(work, layout->offsets, 0, own, (count + 1) * 4));
    NF_TRY(nf_write(work, tiles, 0, own + count + 1, (count + 1) * 4));
    NF_TRY(nf_launch(work, program, "lay_out", nf_tile_shape(tile, layout->tiles * TILE),
                     nf_in(layout->offsets), nf_in(tiles), nf_u32((uint32_t)count),
                     nf_u32((uint32_t)layout->tiles), nf_out(layout->system), nf_out(layout->places)));
done:
    nf_release(allocator, own);
    return status;
}

nf_status nf_layout_cloud(nf_work *work, nf_cloud *cloud) {
    const uint64_t count = cloud->batch.count;
    const nf_view points = nf_view_of_cloud(cloud);
    nf_order *order = &cloud->order;
    nf_layout *layout = &order->layout;
    nf_status status = NF_OK;
    layout->tiles = tiles_of(&points);
    NF_TRY(nf_keep(work->context, &order->layout_offsets, (count + 1) * 4, "the offsets of systems"));
    NF_TRY(nf_keep(work->context, &order->layout_system, cloud->n * 4, "the systems of points"));
    NF_TRY(nf_keep(work->context, &order->layout_places, layout->tiles * PLACE, "the tiles of systems"));
    layout->offsets = order->layout_offsets.buffer;
    layout->system = order->layout_system.buffer;
    layout->places = order->layout_places.buffer;
    NF_TRY(lay_out(work, &points, layout));
done:
    return status;
}

nf_status nf_layout_queries(nf_work *work, nf_view *queries) {
    const uint64_t count = queries->systems;
    nf_layout *layout = &queries->layout;
    nf_status status = NF_OK;
    layout->tiles = tiles_of(queries);
    NF_TRY(nf_scratch(work, (count + 1) * 4, &layout->offsets));
    NF_TRY(nf_scratch(work, queries->n * 4, &layout->system));
    NF_TRY(nf_scratch(work, layout->tiles * PLACE, &layout->places));
    NF_TRY(lay_out(work, queries, layout));
done:
    return status;
}
