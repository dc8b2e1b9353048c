/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "space/points.h"

#include "core/slice.h"

#include <string.h>

static int in_rows(const nf_points *points) {
    return points->rows.host != NULL || points->rows.buffer != NULL;
}

int nf_points_columns(const nf_points *points) { return in_rows(points) ? points->dims : 1; }

nf_slice nf_points_from(const nf_points *points, int axis) {
    return in_rows(points) ? points->rows : points->axes[axis];
}

int nf_points_on_host(const nf_points *points) { return nf_points_from(points, 0).host != NULL; }

uint64_t nf_points_stride(const nf_points *points) {
    return points->stride ? points->stride : (uint64_t)nf_points_columns(points);
}

int nf_points_are_packed(const nf_points *points) {
    return in_rows(points) && nf_points_stride(points) == (uint64_t)points->dims;
}

int nf_points_in_place(const nf_points *points) {
    return points->rows.buffer && nf_points_are_packed(points);
}

void nf_points_pack(const nf_points *points, uint64_t first, uint64_t count, void *rows) {
    const size_t element = nf_type_bytes(points->type), dims = (size_t)points->dims;
    const size_t step = (size_t)nf_points_stride(points) * element;
    const size_t columns = (size_t)nf_points_columns(points);
    if (!count || !nf_points_on_host(points)) return;
    for (size_t a = 0; a < dims; a += columns) {
        const nf_slice column = nf_points_from(points, (int)a);
        const char *from = (const char *)column.host + column.offset;
        char *to = (char *)rows + a * element;
        from += (size_t)first * step;
        for (uint64_t p = 0; p < count; p++, from += step, to += dims * element)
            memcpy(to, from, columns * element);
    }
}

nf_status nf_points_rows(const nf_allocator *allocator, const nf_points *points, const void **rows,
                         void **packed, nf_sentence *error) {
    nf_status status = NF_OK;
    *rows = nf_slice_memory(points->rows);
    if (nf_points_are_packed(points)) return NF_OK;
    NF_TRY(nf_allocate(allocator, (size_t)points->n * (size_t)points->dims, nf_type_bytes(points->type),
                       "the packed points", packed, error));
    nf_points_pack(points, 0, points->n, *packed);
    *rows = *packed;
done:
    return status;
}

nf_points nf_points_slice(const nf_points *points, uint64_t first, uint64_t n) {
    const uint64_t before = first * nf_points_stride(points) * nf_type_bytes(points->type);
    nf_points slice = *points;
    slice.n = n;
    slice.batch = NULL;
    slice.rows.offset += before;
    for (int a = 0; a < 3; a++) slice.axes[a].offset += before;
    return slice;
}

nf_status nf_points_not_finite(const char *name, int index, nf_sentence *error) {
    return nf_fail(error, NF_ERROR_POINTS, "%s %d has a coordinate that is not finite", name, index);
}
