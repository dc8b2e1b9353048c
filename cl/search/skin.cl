// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A list with a skin: whether points have moved too far since it was built, and what of it is within the cutoff now.
//   points[n x DIMS], reference[n x DIMS] --moved--> far[1] = 1 if a point is further than the limit from where it was
//   offsets[n + 1], entries[], images[][3] of the kept list --within--> counts[n], masks[] of the entries that are within the cutoff
//   counts --scan--> --take--> indices[m] below `capacity`, and their measures
// The mask of the entries 32k .. 32k + 31 of row i is masks[offsets[i] / 32 + i + k].
//   ROWS  32: the 32 lanes of lanes.cl share a row; 1: a work-item has it all
//   LANES_BY  as in lanes.cl, with ROWS 32
//   GROUP, ITEMS  as in each.cl     the rest as in measured.cl
// Loops are shorter than those of the walk that found the rows.
#if !defined(ROWS) || !defined(GROUP)
#error "skin.cl needs ROWS and GROUP"
#endif
#include "machine/each.cl"
#include "search/measured.cl"
#include "search/moved.cl"

EACH_KERNEL void moved(__global const real *restrict points, ulong first_coordinate,
                       __global const real *restrict reference, uint n, real half_skin, real pays, real scale,
                       __global const nf_grid *restrict grid, __global uint *far) {
    const real most = nf_step_most(grid, half_skin, pays, scale);
    int is_far = 0;
    points += first_coordinate;
    FOR_EACH(p, n) {
        real was[3], is[3];
        nf_point_given(reference, (uint)p, was);
        nf_point_given(points, (uint)p, is);
        is_far |= nf_is_far(was, is, most, scale);
    }
    if (is_far) *far = 1;
}

// A row of the kept list.
typedef struct nf_row {
    real own[3];
    ulong begin, end, masks; // masks: where its first one is
} nf_row;

static inline nf_row nf_row_of(__global const real *points, __global const ulong *offsets, ulong i) {
    nf_row row;
    nf_point_given(points, (uint)i, row.own);
    row.begin = offsets[i];
    row.end = offsets[i + 1];
    row.masks = row.begin / 32 + i;
    return row;
}

// S of entry k of the kept list.
#if SHIFTS
#define KEPT_S(s, k) const int s[3] = {images[(k)*3], images[(k)*3 + 1], images[(k)*3 + 2]}
#else
#define KEPT_S(s, k)                                                                                         \
    const int s[3] = {0, 0, 0};                                                                              \
    (void)images
#endif

static inline int nf_is_within(__global const real *restrict points, __global const nf_grid *restrict grid,
                               real r2, real scale, const nf_row *row, __global const uint *restrict entries,
                               __global const int *restrict images, ulong k) {
    real other[3];
    KEPT_S(s, k);
    nf_point_given(points, entries[k], other);
    return nf_is_pair(nf_distance2(row->own[0], row->own[1], row->own[2], other[0], other[1], other[2],
                                   nf_vector_at(grid, s), scale),
                      r2);
}

// EACH_ROW(i) runs for each row of the work-item or its lanes; LANE is the lane.
#if ROWS == 32
#include "machine/lanes.cl"
#define ROWS_KERNEL __kernel LANES_KERNEL __attribute__((reqd_work_group_size(GROUP, 1, 1)))
#define EACH_ROW(i)                                                                                          \
    const ulong i = get_global_id(0) / 32;                                                                   \
    if (i < n)
#define LANE ((uint)get_local_id(0) % 32)
#else
#define ROWS_KERNEL EACH_KERNEL
#define EACH_ROW(i) FOR_EACH(i, n)
#define LANE        0
#endif

ROWS_KERNEL void within(__global const real *restrict points, ulong first_coordinate, uint n, real r2,
                        real scale, __global const nf_grid *restrict grid,
                        __global const ulong *restrict offsets, __global const uint *restrict entries,
                        __global const int *restrict images, __global uint *restrict masks,
                        __global ulong *restrict counts, ulong first_count) {
#if ROWS == 32
    __local uint rooms[GROUP / 32 * LANES_ROOM];
    __local uint *room = rooms + get_local_id(0) / 32 * LANES_ROOM;
#endif
    points += first_coordinate;
    EACH_ROW(i) {
        nf_row row = nf_row_of(points, offsets, i);
        uint count = 0;
        for (ulong first = row.begin; first < row.end; first += 32) {
#if ROWS == 32
            const ulong k = first + LANE;
            const uint mask = nf_lanes_ballot(
                k < row.end && nf_is_within(points, grid, r2, scale, &row, entries, images, k), room);
#else
            const uint most = (uint)min(row.end - first, (ulong)32);
            uint mask = 0;
            for (uint l = 0; l < most; l++)
                mask |= (uint)nf_is_within(points, grid, r2, scale, &row, entries, images, first + l) << l;
#endif
            if (LANE == 0) masks[row.masks] = mask;
            row.masks++;
            count += popcount(mask);
        }
        if (LANE == 0) counts[first_count + i] = count;
    }
}

ROWS_KERNEL void take(__global const real *restrict points, ulong first_coordinate, uint n, real scale,
                      real unscale, __global const nf_grid *restrict grid,
                      __global const ulong *restrict offsets, __global const uint *restrict entries,
                      __global const int *restrict images, __global const uint *restrict masks,
                      MEASURED_PARAMETERS, __global const ulong *restrict to, ulong first_to,
                      __global int *restrict indices, ulong first_index, ulong capacity) {
    const nf_measure_to places = MEASURE_TO;
    points += first_coordinate;
    indices += first_index;
    EACH_ROW(i) {
        nf_row row = nf_row_of(points, offsets, i);
        ulong next = to[first_to + i];
        for (ulong first = row.begin; first < row.end; first += 32) {
            const uint mask = masks[row.masks++];
#if ROWS == 32
            uint rest = mask & 1u << LANE;
            ulong at = next + popcount(mask & ((1u << LANE) - 1));
#else
            uint rest = mask;
            ulong at = next;
#endif
            for (; rest && at < capacity; rest &= rest - 1, at++) {
                const ulong k = first + popcount((rest & -rest) - 1);
                const uint j = entries[k];
                indices[at] = (int)j;
#if DISTANCES || VECTORS || IMAGES
                real other[3];
                KEPT_S(s, k);
                nf_point_given(points, j, other);
                nf_measure(&places, at, row.own, other, s, nf_vector_at(grid, s), scale, unscale);
#endif
            }
            next += popcount(mask);
        }
    }
    (void)places, (void)scale, (void)unscale, (void)grid, (void)images;
}
