/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/check.h"

#include "core/sized.h"

#include <float.h>
#include <math.h>

/* The separate axes that nf_points may have, and the dims of points that most calls take. */
enum { AXES_MOST = 3 };

nf_status nf_check_place(nf_slice slice, const char *name, uint64_t n, size_t size, nf_sentence *error) {
    if (slice.host && slice.buffer)
        return nf_fail(error, NF_ERROR_ARGUMENT, "%s: both host and buffer are set: set one of them", name);
    if (!slice.host && !slice.buffer)
        return n ? nf_fail(error, NF_ERROR_ARGUMENT, "%s: neither host nor buffer is set: set one of them",
                           name)
                 : NF_OK;
    if (slice.offset % size)
        return nf_fail(error, NF_ERROR_ARGUMENT, "%s: the offset is %llu bytes: it must be a multiple of %zu",
                       name, (unsigned long long)slice.offset, size);
    return NF_OK;
}

/* Exactly one place, all its axes, and rows that are long enough. */
static nf_status check_place(const nf_points *points, const char *name, nf_sentence *error) {
    const int host = points->host != NULL, buffer = points->buffer != NULL,
              host_axes = points->host_axes[0] != NULL, axes = points->axes[0].buffer != NULL;
    if (host + buffer + host_axes + axes == 0)
        return nf_fail(error, NF_ERROR_ARGUMENT, "%s have no place: set host, buffer, host_axes or axes",
                       name);
    if (host + buffer + host_axes + axes > 1)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "%s have several places: set one of host, buffer, host_axes and axes", name);
    if ((host_axes || axes) && points->dims > AXES_MOST)
        return nf_fail(error, NF_ERROR_ARGUMENT, "%s of %d dims must be in rows: there are %d separate axes",
                       name, points->dims, AXES_MOST);
    for (int a = 1; a < points->dims; a++)
        if ((host_axes && !points->host_axes[a]) || (axes && !points->axes[a].buffer))
            return nf_fail(error, NF_ERROR_ARGUMENT, "%s of %d dims have no coordinates for axis %d", name,
                           points->dims, a);
    const uint64_t least = host || buffer ? (uint64_t)points->dims : 1;
    if (points->stride && points->stride < least)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "the stride of the %s is %llu: rows of %d dims need at least %llu", name,
                       (unsigned long long)points->stride, points->dims, (unsigned long long)least);
    if (points->stride > UINT64_MAX / 16 / points->n)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "the stride of the %s is %llu: their size in bytes exceeds 64 bits", name,
                       (unsigned long long)points->stride);
    return NF_OK;
}

nf_status nf_check_shape_of(const nf_points *points, const char *name, int most, nf_sentence *error) {
    nf_status status = NF_OK;
    if (!points) return nf_fail(error, NF_ERROR_ARGUMENT, "%s is NULL", name);
    NF_TRY(NF_SIZED_CHECK(points, name, error));
    NF_TRY(NF_SIZED_CHECK(points->batch, "the batch", error));
    if (points->dims < 1 || points->dims > most)
        return nf_fail(error, NF_ERROR_ARGUMENT, "%s have 1%s %d dims, not %d", name,
                       most > AXES_MOST ? " to" : ", 2 or", most, points->dims);
    if (points->type != NF_FLOAT32 && points->type != NF_FLOAT64)
        return nf_fail(error, NF_ERROR_ARGUMENT, "%s are NF_FLOAT32 or NF_FLOAT64, not type %d", name,
                       (int)points->type);
    if (points->n > INT32_MAX)
        return nf_fail(error, NF_ERROR_ARGUMENT, "%llu %s are more than an int32 index can number (%d)",
                       (unsigned long long)points->n, name, INT32_MAX);
    if (points->batch && (points->batch->count < 1 || points->batch->count > INT32_MAX))
        return nf_fail(error, NF_ERROR_ARGUMENT, "%s have %llu systems: give 1 to %d", name,
                       (unsigned long long)points->batch->count, INT32_MAX);
done:
    return status;
}

nf_status nf_check_shape(const nf_points *points, const char *name, nf_sentence *error) {
    return nf_check_shape_of(points, name, AXES_MOST, error);
}

/* Offsets that ascend from 0 to n. */
static nf_status check_systems(const nf_points *points, const char *name, nf_sentence *error) {
    const nf_batch *systems = points->batch;
    if (!systems) return NF_OK;
    if (!systems->offsets)
        return nf_fail(error, NF_ERROR_ARGUMENT, "the systems of the %s have no offsets", name);
    if (systems->offsets[0] != 0)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "the offsets of the systems of the %s begin with %llu, not 0", name,
                       (unsigned long long)systems->offsets[0]);
    for (uint64_t s = 0; s < systems->count; s++)
        if (systems->offsets[s + 1] < systems->offsets[s])
            return nf_fail(
                error, NF_ERROR_ARGUMENT,
                "the offsets of the systems of the %s descend: offset %llu is %llu, and offset %llu is %llu",
                name, (unsigned long long)s, (unsigned long long)systems->offsets[s],
                (unsigned long long)s + 1, (unsigned long long)systems->offsets[s + 1]);
    if (systems->offsets[systems->count] != points->n)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "the offsets of the systems of the %s end with %llu, and there are %llu", name,
                       (unsigned long long)systems->offsets[systems->count], (unsigned long long)points->n);
    return NF_OK;
}

nf_status nf_check_points_of(const nf_points *points, const char *name, int most, nf_sentence *error) {
    nf_status status = NF_OK;
    NF_TRY(nf_check_shape_of(points, name, most, error));
    NF_TRY(check_systems(points, name, error));
    if (points->n) NF_TRY(check_place(points, name, error));
done:
    return status;
}

nf_status nf_check_points(const nf_points *points, const char *name, nf_sentence *error) {
    return nf_check_points_of(points, name, AXES_MOST, error);
}

nf_status nf_check_allocator(const nf_allocator *allocator, nf_sentence *error) {
    if (allocator && !allocator->allocate != !allocator->release)
        return nf_fail(error, NF_ERROR_ARGUMENT, "the allocator needs both allocate and release");
    return NF_OK;
}

/* isfinite() of some C libraries converts to float. */
static int is_finite(double x) { return x >= -DBL_MAX && x <= DBL_MAX; }

nf_status nf_check_box(const nf_box *box, nf_sentence *error) {
    if (!box) return NF_OK;
    for (int k = 0; k < 3; k++) {
        if (!is_finite(box->origin[k]))
            return nf_fail(error, NF_ERROR_ARGUMENT, "the origin of the box is not finite along axis %d", k);
        for (int a = 0; a < 3; a++)
            if (!is_finite(box->cell[k][a]))
                return nf_fail(error, NF_ERROR_ARGUMENT, "cell vector %d of the box is not finite", k);
    }
    return NF_OK;
}

/* The range of cutoffs in pairs.h, in which no value of the rule or the grid leaves the range of the type. */
nf_status nf_check_cutoff(double cutoff, nf_type type, nf_sentence *error) {
    const int low = type == NF_FLOAT32 ? -100 : -960, high = type == NF_FLOAT32 ? 120 : 1000;
    if (!(cutoff > 0) || cutoff > DBL_MAX)
        return nf_fail(error, NF_ERROR_ARGUMENT, "the cutoff is %g: it must be positive and finite", cutoff);
    if (cutoff < ldexp(1.0, low) || cutoff > ldexp(1.0, high))
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "the cutoff %g is outside 2^%d .. 2^%d, the range for %s points", cutoff, low, high,
                       nf_type_name(type));
    return NF_OK;
}

nf_status nf_check_cells_per_cutoff(int cells_per_cutoff, nf_sentence *error) {
    if (cells_per_cutoff < 0 || cells_per_cutoff > 3)
        return nf_fail(error, NF_ERROR_ARGUMENT, "cells_per_cutoff is 1, 2, 3 or 0 for the default, not %d",
                       cells_per_cutoff);
    return NF_OK;
}

nf_status nf_check_skin(double skin, nf_sentence *error) {
    return skin >= 0 && skin <= DBL_MAX
               ? NF_OK
               : nf_fail(error, NF_ERROR_ARGUMENT, "the skin is %g: it must be 0, or positive and finite",
                         skin);
}
