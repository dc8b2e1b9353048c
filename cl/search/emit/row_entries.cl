// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The entries of rows and where they are written, for all that write rows.
//   offsets[n + 1] --> indices[total], those below `capacity`, and what is asked for besides:
//   MEASURED     1: distances, vectors, shifts as in measured.cl; EMIT_IMAGES is 1, too, in a periodic box
//   EMIT_IMAGES  1, without MEASURED: images[total]
//   CELL_ORDER   1: there are also placed[n + 1] and counts[n], the offsets and counts of rows by the index of their points (rows.cl)
// Kernels have ROW_PARAMETERS; ROW_ENTRIES is an nf_row_entries of the nf_walk_cloud `cloud`.
#pragma once
#include "search/walk/point.cl"
#ifndef MEASURED
#define MEASURED 0
#endif

#if MEASURED
#include "search/measured.cl"
#define BESIDE_PARAMETERS , MEASURED_PARAMETERS
#define BESIDE_PASS       , MEASURE_TO, nf_quotient(1, cloud.scale)
#elif EMIT_IMAGES
#define BESIDE_PARAMETERS , __global nf_shift *restrict images
#define BESIDE_PASS       , images
#else
#define BESIDE_PARAMETERS
#define BESIDE_PASS
#endif
#if CELL_ORDER
#define PLACE_PARAMETERS                                                                                     \
    , __global ulong *restrict placed, ulong first_placed, __global ulong *restrict counts, ulong first_count
#else
#define PLACE_PARAMETERS
#endif
#define ROW_PARAMETERS                                                                                       \
    __global const ulong *restrict offsets, ulong first_offset, __global int *restrict indices,              \
        ulong first_index, ulong capacity PLACE_PARAMETERS BESIDE_PARAMETERS
#define ROW_ENTRIES                                                                                          \
    { indices + first_index, capacity BESIDE_PASS }
#define ROW_BEGIN(point) offsets[first_offset + ROW_OF(point)]

typedef struct nf_row_entries {
    __global int *indices;
    ulong capacity;
#if MEASURED
    nf_measure_to measures;
    real unscale;
#elif EMIT_IMAGES
    __global nf_shift *images;
#endif
} nf_row_entries;

#if MEASURED
// Writes entry k, of two points as given.
static inline void nf_row_put_between(const nf_row_entries *entries, const nf_walk_cloud *cloud, ulong k,
                                      uint number, nf_shift shift, const real *own, const real *other) {
    int s[3] = {0, 0, 0};
    if (k >= entries->capacity) return;
    entries->indices[k] = (int)number;
#if SHIFTS
    nf_image_between(cloud->grid, shift, own, other, s);
#else
    (void)shift;
#endif
    nf_measure(&entries->measures, k, own, other, s, nf_vector_at(cloud->grid, s), cloud->scale,
               entries->unscale);
}
#endif

// Writes entry k, in the row of the query point i.
static inline void nf_row_put(const nf_row_entries *entries, const nf_walk_cloud *cloud, uint i, ulong k,
                              uint number, nf_shift shift) {
#if MEASURED
    real own[3], other[3];
    nf_point_given(QUERY_POINTS(cloud), i, own);
    nf_point_given(cloud->points, number, other);
    nf_row_put_between(entries, cloud, k, number, shift, own, other);
#else
    (void)cloud, (void)i, (void)shift;
    if (k >= entries->capacity) return;
    entries->indices[k] = (int)number;
#if EMIT_IMAGES
    entries->images[k] = shift;
#endif
#endif
}
