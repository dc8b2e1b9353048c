// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Sums over few points: one launch looks at all pairs, without an order of the points.
//   points[n x DIMS] --nf_direct--> a row of each array of sums for each point, and far[1]: ~i of the first point i that is not accepted, or 0
// The lanes of a point share the others among them.  Of a point the image is taken that is nearest along each axis of the box.  The host has checked that no
// other image can be within the cutoff, and that rounding does not hide this one (nf_space_has_nearest).
//   GROUP     work-items of a group, a power of two     LANES  work-items of a point, a power of two up to GROUP
//   OWN       points of a work-item     TILE  points in local memory, a multiple of GROUP and at most 32 LANES
//   STRAIGHT  1: each vector of the box is along its axis     FUSED  1: the device has a fused multiply-add
//   the rest as in cells.cl and pair_rule.cl
#if !defined(GROUP) || !defined(LANES) || !defined(OWN) || !defined(TILE) || !defined(STRAIGHT) ||           \
    !defined(FUSED)
#error "direct.cl needs GROUP, LANES, OWN, TILE, STRAIGHT and FUSED"
#endif
#include "machine/real.cl"
#include "machine/together.cl"
#include "order/coordinates.cl"
#include "space/pair_rule.cl"
#include "interact/apply.cl"
#define UNROLL _Pragma("unroll")
#if SHIFTS
typedef nf_lattice nf_lattice_of_call;
#define LATTICE (&lattice)
#else
typedef int nf_lattice_of_call;
#define LATTICE 0
#endif

#if FUSED || REAL64
#define NF_FMA(a, b, c) fma(a, b, c)
#else
#define NF_FMA(a, b, c) ((a) * (b) + (c))
#endif

#if SHIFTS
// The images of a point, as multiples of the vectors: the nearest one, for d, the difference of two points as given.  To add ROUNDING rounds to integers,
// which are below 2^21.
#if REAL64
#define ROUNDING 0x1.8p52
#else
#define ROUNDING 0x1.8p23f
#endif
static inline void nf_nearest_image(const nf_lattice *lattice, const real *d, real *s) {
    for (int k = 0; k < 3; k++) {
#if STRAIGHT
        const real along = d[k];
#else
        const real along = NF_FMA(d[2], lattice->normal[k][2],
                                  NF_FMA(d[1], lattice->normal[k][1], d[0] * lattice->normal[k][0]));
#endif
        s[k] = NF_FMA(along, -lattice->inverse[k], ROUNDING) - ROUNDING;
    }
}
#endif

// 0 if the points are so far from each other that no rounding makes them a pair.
static inline int nf_may_be_pair(const nf_lattice_of_call *lattice, const real *own, nf_real4 there,
                                 real reach2) {
    real d[3] = {there.x - own[0], there.y - own[1], there.z - own[2]};
#ifdef SCALED // the squares may leave the range
    (void)lattice, (void)reach2;
    return d[0] == d[0];
#else
#if SHIFTS
    real s[3];
    nf_nearest_image(lattice, d, s);
#if STRAIGHT
    for (int a = 0; a < 3; a++) d[a] = NF_FMA(s[a], lattice->vectors[a][a], d[a]);
#else
    for (int a = 0; a < 3; a++)
        for (int k = 0; k < 3; k++) d[a] = NF_FMA(s[k], lattice->vectors[k][a], d[a]);
#endif
#else
    (void)lattice;
#endif
    return NF_FMA(d[2], d[2], NF_FMA(d[1], d[1], d[0] * d[0])) < reach2;
#endif
}

// The sum of v over the lanes of a point, for the first of them: each of the first AT_ONCE adds some, and then one adds these.
#define AT_ONCE (LANES < 8 ? LANES : 8)
TOGETHER nf_sum nf_lanes_total(nf_sum v, uint item, __local nf_sum *column) {
    const uint lane = item % LANES;
    column[item] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < AT_ONCE) {
        for (uint k = AT_ONCE; k < LANES; k += AT_ONCE) v += column[item + k];
        column[item] = v;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane == 0)
        for (uint k = 1; k < AT_ONCE; k++) v += column[item + k];
    barrier(CLK_LOCAL_MEM_FENCE);
    return v;
}
#define NF_TOTAL(member) all.member = nf_lanes_total(found[r].member, item, column);
#define NF_VECTOR_TOTAL(name, sign)                                                                          \
    NF_TOTAL(name.x)                                                                                         \
    if (DIMS > 1) { NF_TOTAL(name.y) }                                                                       \
    if (DIMS > 2) { NF_TOTAL(name.z) }
#define NF_SCALAR_TOTAL(name, sign) NF_TOTAL(name)

// Adds what point j, which is `there`, does to point i, if the rule decides that they are a pair.
static inline void nf_add_by_rule(const nf_lattice_of_call *lattice, real r2, real scale, uint i,
                                  const real *at, const fields *own, uint j, nf_real4 there,
                                  __global const real *carried, const parameters *given, sums *found) {
#if SHIFTS
    const real d[3] = {there.x - at[0], there.y - at[1], there.z - at[2]};
    real s[3];
    nf_vector image;
    nf_nearest_image(lattice, d, s);
    for (int a = 0; a < 3; a++) image.at[a] = NF_VECTOR_ALONG(lattice, s, a);
#else
    const nf_vector image = NF_VECTOR_NONE;
    (void)lattice;
#endif
    const real d2 = nf_distance2(at[0], at[1], at[2], there.x, there.y, there.z, image, scale);
    if (!nf_is_pair(d2, r2) || i == j) return;
    const fields theirs = nf_fields_of(carried, j);
    const vector D = {displacement(0, at[0], there.x, image), displacement(1, at[1], there.y, image),
                      displacement(2, at[2], there.z, image)};
    (void)image;
    nf_apply(own, &theirs, D, given, found);
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
nf_direct(__global const real *restrict points, ulong offset, uint n, real r2, real scale, real reach2,
          __global uint *restrict far, FUNCTION_PARAMETERS SPACE_KERNEL_PARAMETERS) {
    SPACE_KERNEL_TAKE
    __local nf_real4 tile[TILE];
    __local nf_sum column[GROUP];
    __local uint refused;
    const uint item = (uint)get_local_id(0), lane = item % LANES, rows = GROUP / LANES,
               first_own = (uint)get_group_id(0) * rows * OWN + item / LANES;
    const parameters given = PARAMETERS_OF;
    nf_sum_arrays arrays = SUM_ARRAYS_OF;
    real at[OWN][3];
    fields own[OWN];
    sums found[OWN];
    uint unaccepted = 0;
    if (item == 0) refused = 0; // just before the loop, clang 19 crashes for AMD's chips
    points += offset;
    UNROLL for (uint r = 0; r < OWN; r++) {
        const uint i = min(first_own + r * rows, n - 1);
        __global const real *me = points + i * DIMS;
        at[r][0] = me[0], at[r][1] = NF_Y_OF(me), at[r][2] = NF_Z_OF(me);
        own[r] = nf_fields_of(own_carried, i);
        found[r] = nf_sums_none();
    }
    for (uint first = 0; first < n; first += TILE) {
        barrier(CLK_LOCAL_MEM_FENCE);
        UNROLL for (uint k = item; k < TILE; k += GROUP) {
            const uint j = min(first + k, n - 1);
            __global const real *other = points + j * DIMS;
            nf_real4 there = {other[0], NF_Y_OF(other), NF_Z_OF(other), 0};
            int accepted = 1;
            for (int a = 0; a < DIMS; a++)
                accepted &= nf_accepts(lattice, a, NF_COORDINATE_OF(lattice, a, other));
            if (!accepted) unaccepted = max(unaccepted, ~j);
            if (first + k >= n) there.x = (real)NAN; // no pair
            tile[k] = there;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        uint near[OWN];
        UNROLL for (uint r = 0; r < OWN; r++) near[r] = 0;
        UNROLL for (uint u = 0; u < TILE / LANES; u++) {
            const nf_real4 there = tile[u * LANES + lane];
            UNROLL for (uint r = 0; r < OWN; r++) near[r] |=
                (uint)nf_may_be_pair(LATTICE, at[r], there, reach2) << u;
        }
        UNROLL for (uint r = 0; r < OWN; r++) for (; near[r] && first_own + r * rows < n;
                                                   near[r] &= near[r] - 1) {
            const uint k = (31 - clz(near[r] & (0 - near[r]))) * LANES + lane;
            nf_add_by_rule(LATTICE, r2, scale, first_own + r * rows, at[r], &own[r], first + k, tile[k],
                           carried, &given, &found[r]);
        }
    }
    if (unaccepted) atomic_max(&refused, unaccepted);
    UNROLL for (uint r = 0; r < OWN; r++) {
        const uint i = first_own + r * rows;
        sums all = nf_sums_none();
        NF_SUMS(NF_VECTOR_TOTAL, NF_SCALAR_TOTAL)
        barrier(CLK_LOCAL_MEM_FENCE);
        if (refused) all = nf_sums_unknown();
        if (lane == 0 && i < n) nf_sums_put(&arrays, i, &all);
    }
    if (get_global_id(0) == 0) *far = refused;
}
