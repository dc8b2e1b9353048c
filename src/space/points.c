/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "space/points.h"

#include <string.h>

static int in_rows(const nf_points *points) { return points->host != NULL || points->buffer != NULL; }

uint64_t nf_points_stride(const nf_points *points) {
    if (points->stride) return points->stride;
    return in_rows(points) ? (uint64_t)points->dims : 1;
}

int nf_points_are_packed(const nf_points *points) {
    return in_rows(points) && nf_points_stride(points) == (uint64_t)points->dims;
}

void nf_points_pack(const nf_points *points, uint64_t first, uint64_t count, void *rows) {
    const size_t element = nf_type_bytes(points->type), dims = (size_t)points->dims;
    const size_t step = (size_t)nf_points_stride(points) * element;
    const size_t columns = points->host ? dims : 1; /* adjacent coordinates */
    if (!count) return;
    for (size_t a = 0; a < dims; a += columns) {
        const char *from = (const char *)(points->host ? points->host : points->host_axes[a]);
        char *to = (char *)rows + a * element;
        from += (size_t)first * step;
        for (uint64_t p = 0; p < count; p++, from += step, to += dims * element)
            memcpy(to, from, columns * element);
    }
}

nf_points nf_points_slice(const nf_points *points, uint64_t first, uint64_t n) {
    const size_t before = (size_t)(first * nf_points_stride(points)) * nf_type_bytes(points->type);
    nf_points slice = *points;
    slice.n = n;
    slice.batch = NULL;
    if (points->host) slice.host = (const char *)points->host + before;
    for (int a = 0; a < 3; a++)
        if (points->host_axes[a]) slice.host_axes[a] = (const char *)points->host_axes[a] + before;
    return slice;
}

nf_status nf_points_not_finite(const char *name, int index, nf_sentence *error) {
    return nf_fail(error, NF_ERROR_POINTS, "%s %d has a coordinate that is not finite", name, index);
}
