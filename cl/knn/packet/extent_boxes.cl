// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Where the queries of a packet are (packet/extent_box.cl), for queries along the z-order curve: it often jumps between two of them, also across
// the whole cloud, and a box of all would meet two to many times as many points.  This part has the boxes of the queries before and after the
// largest jump.
#if defined(NF_EXTENT)
#error "packet/extent_boxes.cl: the program has an extent already"
#endif
#define NF_EXTENT
#include "machine/lanes.cl"

typedef struct nf_extent {
    float lo[2 * DIMS], hi[2 * DIMS];
} nf_extent;

TOGETHER void nf_extent_take(__local nf_extent *extent, const float *u, uint lane, __local float *room,
                             __local uint *lanes) {
    const uint axis = lane / 4, part = lane / 2 % 2, is_high = lane % 2;
    float jump = 0;
    for (uint a = 0; a < DIMS; a++) room[32 * a + lane] = u[a];
    nf_lanes_sync();
    for (uint a = 0; a < DIMS && lane > 0; a++) {
        const float step = room[32 * a + lane] - room[32 * a + lane - 1];
        jump = fma(step, step, jump);
    }
    const uint at = max((uint)nf_lanes_max((as_int(jump) & ~31) | (int)lane, lanes) & 31, 1u);
    if (lane < 4 * DIMS) {
        float most = -INFINITY;
        const uint end = part ? 32 : at;
        for (uint l = part ? at : 0; l < end; l++) {
            const float x = room[32 * axis + l];
            most = fmax(most, is_high ? x : -x);
        }
        if (is_high) extent->hi[part * DIMS + axis] = most;
        else extent->lo[part * DIMS + axis] = -most;
    }
    nf_lanes_sync();
}

static inline float nf_extent_of(__local const nf_extent *extent, uint part, const float *lo,
                                 const float *hi) {
    float sum = 0;
    for (uint a = 0; a < DIMS; a++) {
        const uint k = part * DIMS + a;
        const float gap = fmax(fmax(lo[a] - extent->hi[k], extent->lo[k] - hi[a]), 0.0f);
        sum = fma(gap, gap, sum);
    }
    return sum;
}

static inline float nf_extent_box(__local const nf_extent *extent, const float *lo, const float *hi) {
    return fmin(nf_extent_of(extent, 0, lo, hi), nf_extent_of(extent, 1, lo, hi));
}

static inline float nf_extent_point(__local const nf_extent *extent, const float *u) {
    return nf_extent_box(extent, u, u);
}

static inline float nf_extent_nearness(__local const nf_extent *extent, const float *lo, const float *hi) {
    float nearest = INFINITY;
    for (uint part = 0; part < 2; part++) {
        float sum = 0;
        for (uint a = 0; a < DIMS; a++) {
            const uint k = part * DIMS + a;
            const float middle = 0.5f * (extent->lo[k] + extent->hi[k]),
                        gap = fmax(fmax(lo[a] - middle, middle - hi[a]), 0.0f);
            sum = fma(gap, gap, sum);
        }
        nearest = fmin(nearest, sum);
    }
    return nearest;
}
