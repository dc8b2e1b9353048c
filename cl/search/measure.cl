// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The distances, vectors and shifts of pairs or of the entries of rows, from the points as given; the first of a pair, or that of a row,
// is one of the n query points, which may be the cloud's own.
//   pairs[m x 2], or offsets[n + 1] and indices[m]; images[m] of the walk in a periodic box
//     --measure--> distances[m], vectors[m x DIMS], shifts[m x 3], those below `capacity`
//   total[1]  m; nothing is written if it is TOTAL_UNKNOWN
//   ROWS  0: pairs; otherwise entries of rows, with so many consecutive work-items for a row
//   index[n]  the points in the order of cells; with more than one work-item for a row, rows are taken in it, so that rows of
//             neighbours share cache lines; these numbers count from `first`
//   CELL_ORDER  1: row p is that of point index[p]; 0 or undefined: that of point p
//   unscale  1 / scale
//   GROUP, ITEMS  as in each.cl     the rest as in measured.cl
#if !defined(ROWS)
#error "measure.cl needs ROWS"
#endif
#ifndef CELL_ORDER
#define CELL_ORDER 0
#endif
#include "machine/each.cl"
#include "search/measured.cl"
#include "search/batch.cl"
#include "search/status.cl"

// The points i and j of results: i is of the query points, which may be the cloud's.
typedef struct nf_measured_points {
    __global const real *queries, *points;
} nf_measured_points;

// Measures result k, of the points i and j.
static inline void nf_measure_walked(const nf_measured_points *of, __global const nf_grid *grid, real scale,
                                     real unscale, uint i, uint j, ulong k, __global const int *images,
                                     const nf_measure_to *to) {
    real own[3], other[3];
    int s[3] = {0, 0, 0};
    nf_point_given(of->queries, i, own);
    nf_point_given(of->points, j, other);
#if SHIFTS
    nf_image_between(grid, images[k], own, other, s);
#else
    (void)images;
#endif
    nf_measure(to, k, own, other, s, nf_vector_at(grid, s), scale, unscale);
}

#if ROWS
#define IN_ORDER       (CELL_ORDER | (ROWS > 1)) // the rows are taken in it
#define POINTS_OF_ROWS , __global const uint *index, uint first
#else
#define POINTS_OF_ROWS
#endif

// What holds for the point i of a result: in a batch, of its system.
#if SYSTEMS
#define SYSTEM_OF_ROWS , __global const uint *system, __global const nf_system_rule *rules, uint own_rules
#define GRID_OF(i)     (grid + system[i])
#define SCALE_OF(i)    rules[system[i] * own_rules].scale
#define UNSCALE_OF(i)  rules[system[i] * own_rules].unscale
#else
#define SYSTEM_OF_ROWS
#define GRID_OF(i)    grid
#define SCALE_OF(i)   scale
#define UNSCALE_OF(i) unscale
#endif

EACH_KERNEL void measure(__global const real *queries, ulong first_query_coordinate,
                         __global const real *points, ulong first_coordinate, uint n, real scale,
                         real unscale, __global const nf_grid *grid, __global const ulong *total,
                         ulong total_at, ulong capacity, __global const ulong *offsets, ulong first_offset,
                         __global const uint *entries, ulong first_entry, __global const int *images,
                         MEASURED_PARAMETERS SYSTEM_OF_ROWS POINTS_OF_ROWS) {
    const ulong m = total[total_at] == TOTAL_UNKNOWN ? 0 : min(total[total_at], capacity);
    const nf_measure_to to = MEASURE_TO;
    const nf_measured_points of = {queries + first_query_coordinate, points + first_coordinate};
#if ROWS
    entries += first_entry;
    offsets += first_offset;
    FOR_EACH(p, (ulong)n * ROWS) {
        const uint i = IN_ORDER ? index[p / ROWS] - first : (uint)(p / ROWS);
        const ulong row = CELL_ORDER ? p / ROWS : i;
        const ulong end = min(offsets[row + 1], m);
        for (ulong k = offsets[row] + p % ROWS; k < end; k += ROWS)
            nf_measure_walked(&of, GRID_OF(i), SCALE_OF(i), UNSCALE_OF(i), i, entries[k], k, images, &to);
    }
#else
    entries += 2 * first_entry;
    (void)n, (void)offsets, (void)first_offset;
    FOR_EACH(k, m) {
        const uint i = entries[2 * k];
        nf_measure_walked(&of, GRID_OF(i), SCALE_OF(i), UNSCALE_OF(i), i, entries[2 * k + 1], k, images, &to);
    }
#endif
}
