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

/* Constants for the number of columns of a point, and for its bytes make it a loop of moves. */
static inline void pack(const char *const from[3], size_t step, int columns, size_t bytes, uint64_t count,
                        char *rows) {
    for (uint64_t p = 0; p < count; p++)
        for (int a = 0; a < columns; a++, rows += bytes) memcpy(rows, from[a] + (size_t)p * step, bytes);
}

void nf_points_pack(const nf_points *points, uint64_t first, uint64_t count, void *rows) {
    const size_t element = nf_type_bytes(points->type), step = (size_t)nf_points_stride(points) * element;
    const int dims = points->dims, columns = nf_points_columns(points);
    const char *from[3] = {NULL, NULL, NULL};
    if (!count || !nf_points_on_host(points)) return;
    for (int a = 0; a < dims && a < 3; a++)
        from[a] = (const char *)nf_slice_memory(nf_points_from(points, a)) + (size_t)first * step +
                  (size_t)(a % columns) * element;
    if (dims > 3) pack(from, step, 1, (size_t)dims * element, count, rows); /* rows */
    else if (element == 4 && dims == 3) pack(from, step, 3, 4, count, rows);
    else if (element == 8 && dims == 3) pack(from, step, 3, 8, count, rows);
    else if (element == 4) pack(from, step, dims, 4, count, rows);
    else pack(from, step, dims, element, count, rows);
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
