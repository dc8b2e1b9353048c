// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Where the queries of a packet are, in its view (packet/frame.cl): a part of a program (walks_lanes.cl).  This one has a box around the middle of the view,
// for queries along Hilbert's curve, of which consecutive ones are near each other.  Extents have these names:
//   nf_extent                                 local memory
//   nf_extent_take(extent, u, lane, room, lanes)   u is the lane's query; room: 32 * DIMS numbers.  All lanes must call it
//   nf_extent_point(extent, u)                how far a point is from the queries at least: its square
//   nf_extent_box(extent, lo, hi)             how far a box is
//   nf_extent_nearness(extent, lo, hi)        how far a box is from the middle of queries
#if defined(NF_EXTENT)
#error "packet/extent_box.cl: the program has an extent already"
#endif
#define NF_EXTENT
#include "machine/lanes.cl"

typedef struct nf_extent {
    float most[DIMS]; // from -most to most
} nf_extent;

TOGETHER void nf_extent_take(__local nf_extent *extent, const float *u, uint lane, __local float *room,
                             __local uint *lanes) {
    (void)room;
    for (uint a = 0; a < DIMS; a++) {
        const float all = as_float(nf_lanes_max(as_int(fabs(u[a])), lanes));
        if (lane == 0) extent->most[a] = all;
    }
    nf_lanes_sync();
}

static inline float nf_extent_point(__local const nf_extent *extent, const float *u) {
    float sum = 0;
    for (int a = 0; a < DIMS; a++) {
        const float gap = fmax(fabs(u[a]) - extent->most[a], 0.0f);
        sum = fma(gap, gap, sum);
    }
    return sum;
}

static inline float nf_extent_box(__local const nf_extent *extent, const float *lo, const float *hi) {
    float sum = 0;
    for (int a = 0; a < DIMS; a++) {
        const float gap = fmax(fmax(lo[a], -hi[a]) - extent->most[a], 0.0f);
        sum = fma(gap, gap, sum);
    }
    return sum;
}

static inline float nf_extent_nearness(__local const nf_extent *extent, const float *lo, const float *hi) {
    float sum = 0;
    (void)extent;
    for (int a = 0; a < DIMS; a++) {
        const float gap = fmax(fmax(lo[a], -hi[a]), 0.0f);
        sum = fma(gap, gap, sum);
    }
    return sum;
}
