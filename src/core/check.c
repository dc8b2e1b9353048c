/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/check.h"

#include "core/slice.h"

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

/* What a slice has, in messages. */
static const char *place_of(nf_slice slice) {
    return slice.host && slice.buffer ? "host and buffer"
           : slice.host               ? "host"
           : slice.buffer             ? "buffer"
                                      : "nothing";
}

static nf_status fail_place(const nf_points *points, const char *name, nf_sentence *error) {
    const nf_slice *axes = points->axes;
    const int dims = points->dims;
    return nf_fail(
        error, NF_ERROR_ARGUMENT,
        "%s are in no one place: rows has %s, and axes have %s%s%s%s%s: set rows%s, with host alone "
        "or with buffer alone",
        name, place_of(points->rows), place_of(axes[0]), dims > 1 ? ", " : "",
        dims > 1 ? place_of(axes[1]) : "", dims > 2 ? ", " : "", dims > 2 ? place_of(axes[2]) : "",
        dims > AXES_MOST ? "" : " or all axes");
}

/* Rows or all axes, in one kind of place, and rows that are long enough. */
static nf_status check_places(const nf_points *points, const char *name, nf_sentence *error) {
    const int dims = points->dims, rows = (points->rows.host != NULL) + (points->rows.buffer != NULL);
    int host = 0, buffer = 0; /* the axes there */
    nf_status status = NF_OK;
    for (int a = 0; a < dims && a < AXES_MOST; a++) {
        host += points->axes[a].host != NULL;
        buffer += points->axes[a].buffer != NULL;
    }
    if (dims > AXES_MOST && host + buffer)
        return nf_fail(error, NF_ERROR_ARGUMENT, "%s of %d dims must be in rows: there are %d separate axes",
                       name, dims, AXES_MOST);
    const int of_axes = host + buffer == dims && (!host || !buffer);
    if (rows ? rows > 1 || host + buffer : !of_axes) return fail_place(points, name, error);
    for (int a = 0; a < (rows ? 1 : dims); a++)
        NF_TRY(nf_check_place(rows ? points->rows : points->axes[a], name, 1, nf_type_bytes(points->type),
                              error));
    const uint64_t least = rows ? (uint64_t)dims : 1;
    if (points->stride && points->stride < least)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "the stride of the %s is %llu: rows of %d dims need at least %llu", name,
                       (unsigned long long)points->stride, dims, (unsigned long long)least);
    if (points->stride > UINT64_MAX / 16 / points->n)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "the stride of the %s is %llu: their size in bytes exceeds 64 bits", name,
                       (unsigned long long)points->stride);
done:
    return status;
}

nf_status nf_check_shape_of(const nf_points *points, const char *name, int most, nf_sentence *error) {
    if (!points) return nf_fail(error, NF_ERROR_ARGUMENT, "%s is NULL", name);
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
    return NF_OK;
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

nf_status nf_check_types(const nf_points *points, const char *name, nf_type_range *range,
                         nf_sentence *error) {
    const int32_t *types = nf_slice_memory(points->types);
    *range = (nf_type_range){.known = types != NULL};
    for (uint64_t p = 0; types && p < points->n; p++) {
        if (types[p] < 0 || types[p] >= NF_TYPES_MOST)
            return nf_fail(error, NF_ERROR_ARGUMENT, "the type of %s %llu is %d: give 0 to %d", name,
                           (unsigned long long)p, (int)types[p], NF_TYPES_MOST - 1);
        if (types[p] > range->most) {
            range->most = types[p];
            range->at = p;
        }
    }
    return NF_OK;
}

nf_status nf_check_points_of(const nf_points *points, const char *name, int most, nf_sentence *error) {
    nf_status status = NF_OK;
    NF_TRY(nf_check_shape_of(points, name, most, error));
    NF_TRY(check_systems(points, name, error));
    if (points->n) NF_TRY(check_places(points, name, error));
    if (nf_points_have_types(points))
        NF_TRY(nf_check_place(points->types, "types", points->n, sizeof(int32_t), error));
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
static int lowest_exponent(nf_type type) { return type == NF_FLOAT32 ? -100 : -960; }

double nf_cutoff_least(nf_type type) { return ldexp(1.0, lowest_exponent(type)); }

nf_status nf_check_cutoff(double cutoff, nf_type type, nf_sentence *error) {
    const int low = lowest_exponent(type), high = type == NF_FLOAT32 ? 120 : 1000;
    if (!(cutoff > 0) || cutoff > DBL_MAX)
        return nf_fail(error, NF_ERROR_ARGUMENT, "the cutoff is %g: it must be positive and finite", cutoff);
    if (cutoff < ldexp(1.0, low) || cutoff > ldexp(1.0, high))
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "the cutoff %g is outside 2^%d .. 2^%d, the range for %s points", cutoff, low, high,
                       nf_type_name(type));
    return NF_OK;
}

nf_status nf_check_skin(double skin, nf_sentence *error) {
    return skin >= 0 && skin <= DBL_MAX
               ? NF_OK
               : nf_fail(error, NF_ERROR_ARGUMENT, "the skin is %g: it must be 0, or positive and finite",
                         skin);
}
