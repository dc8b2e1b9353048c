/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "order/pack.h"

#include "core/slice.h"
#include "opencl/memory/cost.h"
#include "order/order.h"
#include "primitives/tile.h"
#include "space/points.h"

static void pack_rows(const nf_rows *rows, uint64_t first, uint64_t count, void *packed) {
    nf_points_pack(rows->at.from, first, count, packed);
}

static nf_status pack_from_host(nf_work *work, const nf_points *points, cl_mem rows) {
    const nf_rows packed = {
        points->n, (size_t)points->dims * nf_type_bytes(points->type), pack_rows, {.from = points}};
    work->stage = "upload";
    if (nf_points_are_packed(points))
        return nf_write(work, rows, 0, nf_slice_memory(points->rows), packed.n * packed.bytes);
    return nf_write_rows(work, rows, &packed);
}

/* `columns` coordinates of each point, which are adjacent in the source. */
static nf_status check_columns(nf_context *context, const nf_points *points, const char *name,
                               nf_slice source, int columns, nf_elements *from) {
    const uint64_t reach = (points->n - 1) * nf_points_stride(points) + (uint64_t)columns;
    return nf_check_slice(context, name, source, reach, nf_type_bytes(points->type), NF_READ, from);
}

nf_status nf_pack_check(nf_context *context, const nf_points *points, const char *name) {
    const int columns = nf_points_columns(points);
    nf_elements from;
    nf_status status = NF_OK;
    if (nf_points_on_host(points)) return NF_OK;
    for (int a = 0; a < points->dims; a += columns)
        NF_TRY(check_columns(context, points, name, nf_points_from(points, a), columns, &from));
done:
    return status;
}

/* Packs `columns` coordinates from `axis` on of rows of `dims`, which are adjacent in the source. */
static nf_status pack_columns(nf_work *work, const nf_points *points, const char *name, nf_slice source,
                              int axis, int columns, int dims, cl_mem rows) {
    nf_context *context = work->context;
    const nf_tile tile = nf_tile_fit(context, &nf_order_family, (nf_tile_need){0});
    nf_program *program = NULL;
    nf_elements from = {NULL, 0};
    nf_spec spec = nf_spec_of(context, "order/pack.cl");
    nf_status status = NF_OK;
    NF_TRY(check_columns(context, points, name, source, columns, &from));
    nf_define(&spec, "REAL64", points->type == NF_FLOAT64);
    nf_define(&spec, "DIMS", dims);
    nf_define(&spec, "COLUMNS", columns);
    nf_tile_define(&spec, tile);
    NF_TRY(nf_program_get(context, &spec, &program));
    NF_TRY(nf_launch(work, program, "pack", nf_tile_shape(tile, points->n), nf_in(from.buffer),
                     nf_u64(from.offset), nf_u64(nf_points_stride(points)), nf_u32((uint32_t)points->n),
                     nf_u32((uint32_t)axis), nf_out(rows)));
done:
    return status;
}

nf_status nf_pack(nf_work *work, const nf_points *points, const char *name, cl_mem rows) {
    const int columns = nf_points_columns(points);
    nf_status status = NF_OK;
    if (nf_points_on_host(points)) return pack_from_host(work, points, rows);
    work->stage = "pack";
    for (int a = 0; a < points->dims; a += columns)
        NF_TRY(pack_columns(work, points, name, nf_points_from(points, a), a, columns, points->dims, rows));
done:
    return status;
}

nf_status nf_pack_rows(nf_work *work, nf_context *context, const nf_points *points, const char *name,
                       nf_elements *rows) {
    const uint64_t elements = points->n * (uint64_t)points->dims;
    const size_t element = nf_type_bytes(points->type);
    nf_status status = NF_OK;
    *rows = (nf_elements){NULL, 0};
    if (!points->n) return NF_OK;
    if (nf_points_in_place(points))
        return nf_check_slice(context, name, points->rows, elements, element, NF_READ, rows);
    if (!work) return nf_pack_check(context, points, name);
    NF_TRY(nf_scratch(work, elements * element, &rows->buffer));
    NF_TRY(nf_pack(work, points, name, rows->buffer));
done:
    return status;
}

nf_status nf_pack_column(nf_work *work, const nf_points *numbers, const char *name, int column, int columns,
                         cl_mem rows) {
    const size_t mark = nf_scratch_mark(work);
    nf_points packed = *numbers;
    nf_status status = NF_OK;
    if (columns == 1) return nf_pack(work, numbers, name, rows);
    if (nf_cost_worst(work->context, (uint64_t)nf_points_on_host(numbers),
                      1)) { /* those of a shape may be in either place */
        packed.rows = nf_at(NULL, 0);
        packed.stride = 0;
        NF_TRY(nf_scratch(work, numbers->n * nf_type_bytes(numbers->type), &packed.rows.buffer));
        NF_TRY(nf_pack(work, numbers, name, packed.rows.buffer));
    }
    work->stage = "pack";
    NF_TRY(pack_columns(work, &packed, name, packed.rows, column, 1, columns, rows));
done:
    nf_scratch_back(work, mark);
    return status;
}
