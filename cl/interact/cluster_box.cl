// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The box around the points of a cluster, for lists of candidates: in which images points are near it, and which rows and cells of the table it meets.
#pragma once

#if !SHIFTS
#error "cluster_box.cl needs a periodic box"
#endif
#define NF_PERIOD(grid, k) ((k) < DIMS ? (grid)->lattice.height[k] : 0)
#define NF_ORIGIN(grid, k) ((grid)->lattice.origin[k] + (grid)->lo[k])

// The box around the points of a cluster along an axis: its middle, and in float the same from the first cell on.
typedef struct nf_span {
    real middle, period; // period: 0 for further axes, as unperiod
    float unperiod;      // 1 / period
    float at, wide;      // at: of the middle, from the first cell on
} nf_span;

// The frame of a cluster, without its box.
static inline nf_span nf_frame_of(const nf_walk_cloud *cloud, int axis, real middle) {
    nf_span span = {middle, NF_PERIOD(cloud->grid, axis), 0, 0, 0};
    if (axis < DIMS) span.unperiod = 1 / (float)span.period;
    return span;
}

// A candidate relative to the middle, in its nearest image, whose number is -*image.  It becomes a float when it is near: before, it may be as long as
// the box.
static inline float nf_from_middle(const nf_span *span, real r, float *image) {
    const real d = r - span->middle;
    *image = rint((float)d * span->unperiod);
#if REAL64
    return (float)(d - span->period * (real)*image);
#else
    return MARGIN_FMA(-span->period, *image, d);
#endif
}

// Of the points from `first` on in order, at most WALK_POINTS.
static inline nf_span nf_span_of(const nf_walk_cloud *cloud, int axis, uint first, uint points) {
    const int is = axis < DIMS;
    __global const real *own = cloud->axes + (is ? (ulong)axis * cloud->stride : 0) + first;
    const real start = is ? own[points / 2] : 0;
    nf_span span = nf_frame_of(cloud, axis, start);
    if (!is) return span;
    float lo = 0, hi = 0, image;
#pragma unroll
    for (uint k = 0; k < WALK_POINTS; k++) {
        const float off = nf_from_middle(&span, own[min(k, points - 1)], &image);
        lo = fmin(lo, off);
        hi = fmax(hi, off);
    }
    span.middle = start + (real)(0.5f * (lo + hi));
    span.at = (float)(span.middle - NF_ORIGIN(cloud->grid, axis));
    const float middle =
        (float)(span.middle - start); // as it is rounded, which is much where coordinates are large
    span.wide = fmax(hi - middle, middle - lo) * (1 + 0x1p-20f);
    return span;
}

// As nf_shift_of, for -image.
#define LISTED_SHIFT (-((int)image[2] + radix2 * ((int)image[1] + radix1 * (int)image[0])))

// Rows or cells [from, from + count) along an axis that may be within `reach` of the box; all, if the axis has no more.
typedef struct nf_window {
    int from, count;
} nf_window;
static inline nf_window nf_window_of(__global const nf_grid *grid, int axis, const nf_span *span,
                                     float reach) {
    const float inv = (float)grid->inv[axis], low = (span->at - span->wide - reach) * inv,
                high = (span->at + span->wide + reach) * inv,
                slack = 0x1p-20f * (fabs(low) + fabs(high)) + 0x1p-10f;
    const int n = (int)grid->n[axis];
    const int from = (int)floor(low - slack), to = (int)floor(high + slack);
    const nf_window window = {to - from + 1 >= n ? 0 : from, min(to - from + 1, n)};
    return window;
}
// 1 if some of them are on the other side of the box, or they are all there are.
static inline int nf_window_wraps(__global const nf_grid *grid, int axis, nf_window window) {
    const int n = (int)grid->n[axis];
    return window.from < 0 || window.from + window.count > n || window.count == n;
}
static inline int nf_wrapped(int cell, int n) { return cell < 0 ? cell + n : cell >= n ? cell - n : cell; }

// The distance of a row from the box along an axis, at least 0; 0 if it is one of all.
static inline float nf_row_apart(__global const nf_grid *grid, int axis, const nf_span *span,
                                 nf_window window, int cell) {
    if (axis >= DIMS || window.count >= (int)grid->n[axis]) return 0;
    const float edge = 1 / (float)grid->inv[axis];
    return fmax(fabs(((float)cell + 0.5f) * edge - span->at) - (0.5f * edge + span->wide) * (1 + 0x1p-16f),
                0.0f);
}

// The points of a row of cells that are in the window along x: [begin, end), and then those from `wrap` on.
typedef struct nf_stretch {
    uint begin, first, wrap, length;
} nf_stretch;
static inline nf_stretch nf_stretch_of(const nf_walk_cloud *cloud, int y, int z, nf_window window) {
    __global const nf_grid *grid = cloud->grid;
    const int n = (int)grid->n[0];
    __global const nf_place *row = cloud->places + (ulong)((z * (int)grid->n[1] + y) * n);
    const int from = nf_wrapped(window.from, n), to = from + window.count; // at most 2 n
    nf_stretch s;
    s.begin = row[from];
    s.first = row[min(to, n)] - s.begin;
    s.wrap = row[0];
    s.length = s.first + (to > n ? row[to - n] - s.wrap : 0);
    return s;
}
