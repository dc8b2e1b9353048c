// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Combines the bounds of points in a work-group, and plans the grid from them.
//   GROUP     work-items in a group, a power of two
//   LANES_BY  as in lanes.cl; 0 also if GROUP is not a multiple of 32
//   the rest as in cells.cl
#if !defined(GROUP) || !defined(LANES_BY)
#error "planning.cl needs GROUP and LANES_BY"
#endif
#include "machine/real.cl"
#include "space/cells.cl"
#include "order/coordinates.cl"
#include "machine/lanes.cl"
#include "machine/together.cl"

#define BOUNDS_KERNEL __kernel LANES_KERNEL __attribute__((reqd_work_group_size(GROUP, 1, 1)))

typedef struct nf_bounds {
    real lo[3], hi[3];
    int bad, unused;
} nf_bounds;

static inline void nf_bounds_none(nf_bounds *b) {
    for (int a = 0; a < 3; a++) {
        b->lo[a] = REAL_MAX;
        b->hi[a] = -REAL_MAX;
    }
    b->bad = INT_MAX;
    b->unused = 0;
}

static inline void nf_bounds_join(nf_bounds *b, const nf_bounds *other) {
    for (int a = 0; a < 3; a++) {
        b->lo[a] = other->lo[a] < b->lo[a] ? other->lo[a] : b->lo[a];
        b->hi[a] = other->hi[a] > b->hi[a] ? other->hi[a] : b->hi[a];
    }
    b->bad = min(b->bad, other->bad);
}

#if LANES_BY
#define BOUNDS_ROOM (GROUP / 32)

// The minimum over the lanes.
#if REAL64
TOGETHER double nf_lanes_least(double x) {
    const long bits = as_long(x), key = bits ^ (bits >> 63 & LONG_MAX); // ordered like the values
    const int high = (int)(key >> 32), least = nf_lanes_min(high, 0);
    const int low = (int)((uint)key ^ 0x80000000u),
              least_low = nf_lanes_min(high == least ? low : INT_MAX, 0);
    const long whole = (long)least << 32 | (long)((uint)least_low ^ 0x80000000u);
    return as_double(whole ^ (whole >> 63 & LONG_MAX));
}
#else
TOGETHER float nf_lanes_least(float x) {
    const int bits = as_int(x), least = nf_lanes_min(bits ^ (bits >> 31 & INT_MAX), 0);
    return as_float(least ^ (least >> 31 & INT_MAX));
}
#endif

TOGETHER void nf_bounds_join_lanes(nf_bounds *mine) {
    for (int a = 0; a < DIMS; a++) {
        mine->lo[a] = nf_lanes_least(mine->lo[a]);
        mine->hi[a] = -nf_lanes_least(-mine->hi[a]);
    }
    mine->bad = nf_lanes_min(mine->bad, 0);
}

// Combines the bounds of all work-items of the group; afterwards work-item 0 has the result.
TOGETHER void nf_bounds_join_group(nf_bounds *mine, __local nf_bounds *all) {
    const uint item = (uint)get_local_id(0);
    nf_bounds_join_lanes(mine);
    if (item % 32 == 0) all[item / 32] = *mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item >= 32) return;
    if (item < BOUNDS_ROOM) *mine = all[item];
    nf_bounds_join_lanes(mine);
}
#else
#define BOUNDS_ROOM ((GROUP + 1) / 2)

TOGETHER void nf_bounds_join_group(nf_bounds *mine, __local nf_bounds *all) {
    const uint item = (uint)get_local_id(0);
#pragma unroll 1 // unrolling adds 100 ms to the first build on an H200, and is not faster
    for (uint step = GROUP / 2; step > 0; step /= 2) {
        if (item >= step && item < 2 * step) all[item - step] = *mine;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < step) {
            const nf_bounds other = all[item];
            nf_bounds_join(mine, &other);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
#endif

static inline void nf_bounds_take_point(nf_bounds *b, __global const real *point, int p SPACE_PARAMETERS) {
    for (int a = 0; a < DIMS; a++) {
        const real x = NF_COORDINATE_OF(lattice, a, point);
        b->lo[a] = x < b->lo[a] ? x : b->lo[a];
        b->hi[a] = x > b->hi[a] ? x : b->hi[a];
        if (!nf_accepts(lattice, a, x)) b->bad = min(b->bad, p);
    }
}

// The limits of a grid.  A grid is refused if it has more than cells_most cells or bits_most bits, if a point is not accepted,
// or if it has longer edges and no core was given.  given: nonzero if core[6] has lo and hi of the core of a cloud with far
// outliers, which the grid covers; points outside belong to its border cells.  The coarse table of a sparse grid has
// 2^table_bits + 2 entries.
static inline nf_grid nf_planned(nf_bounds *whole, real inv_x, real inv_yz, uint given,
                                 __global const real *core, ulong cells_most, uint bits_most,
                                 uint table_bits SPACE_PARAMETERS) {
    nf_space_measure(lattice, whole->lo, whole->hi);
    for (int a = 0; a < DIMS; a++)
        if (!nf_is_periodic(lattice, a) && given) {
            whole->lo[a] = core[a] > whole->lo[a] ? core[a] : whole->lo[a];
            whole->hi[a] = core[3 + a] < whole->hi[a] ? core[3 + a] : whole->hi[a];
        }
    nf_grid plan =
        nf_grid_plan(whole->lo, whole->hi, inv_x, inv_yz, whole->bad == INT_MAX ? -1 : whole->bad SPACE_PASS);
    plan.refused = plan.bad >= 0 || (plan.cut && !given) || plan.cells > cells_most || plan.bits > bits_most;
    plan.shift = plan.bits > table_bits ? plan.bits - table_bits : 0;
    return plan;
}
