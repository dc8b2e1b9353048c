// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Sums over few points: one launch looks at all pairs, without an order of the points.
//   points[n x DIMS] --direct--> a row of each array of sums for each point, and bad[1], the first point that is not accepted, or INT_MAX
// The lanes of a point share the others among them.  Of a point the image is taken that is nearest along each axis of the box.  The host has checked that no
// other image can be within the cutoff, and that rounding does not hide this one (nf_space_has_nearest).
//   GROUP     work-items of a group, a power of two     LANES  work-items of a point, a power of two up to GROUP
//   STRAIGHT  1: each vector of the box is along its axis
//   the rest as in cells.cl and pair_rule.cl
#if !defined(GROUP) || !defined(LANES) || !defined(STRAIGHT)
#error "direct.cl needs GROUP, LANES and STRAIGHT"
#endif
#include "machine/real.cl"
#include "machine/together.cl"
#include "order/coordinates.cl"
#include "space/pair_rule.cl"
#include "interact/apply.cl"

#if SHIFTS
// The nearest integer of a number below 2^22, or 2^51 in double.
#if REAL64
#define ROUNDING 0x1.8p52
#else
#define ROUNDING 0x1.8p23f
#endif
#define NF_NEAREST(x) (((x) + ROUNDING) - ROUNDING)

// What the nearest image of a point adds to d, the difference of two points as given.
static inline nf_vector nf_nearest_vector(const nf_lattice *lattice, const real *d) {
    nf_vector vector;
#if STRAIGHT
    for (int a = 0; a < 3; a++)
        vector.at[a] = NF_NEAREST(-d[a] * lattice->inverse[a]) * lattice->vectors[a][a];
#else
    real s[3];
    for (int k = 0; k < 3; k++)
        s[k] = NF_NEAREST(
            ((d[0] * lattice->normal[k][0] + d[1] * lattice->normal[k][1]) + d[2] * lattice->normal[k][2]) *
            -lattice->inverse[k]);
    for (int a = 0; a < 3; a++) vector.at[a] = NF_VECTOR_ALONG(lattice, s, a);
#endif
    return vector;
}
#endif

// The sum of v over the lanes of a point, for the first of them.
TOGETHER nf_sum nf_lanes_total(nf_sum v, uint item, __local nf_sum *column) {
    column[item] = v;
    for (uint many = LANES / 2; many; many /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item % LANES < many) column[item] = v += column[item + many];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return v;
}
#define NF_TOTAL(member) all.member = nf_lanes_total(found.member, item, column);
#define NF_VECTOR_TOTAL(name, sign)                                                                          \
    NF_TOTAL(name.x)                                                                                         \
    if (DIMS > 1) { NF_TOTAL(name.y) }                                                                       \
    if (DIMS > 2) { NF_TOTAL(name.z) }
#define NF_SCALAR_TOTAL(name, sign) NF_TOTAL(name)

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
direct(__global const real *restrict points, ulong offset, uint n, real r2, real scale,
       __global int *restrict bad, FUNCTION_PARAMETERS SPACE_KERNEL_PARAMETERS) {
    SPACE_KERNEL_TAKE
    __local nf_real4 tile[GROUP];
    __local nf_sum column[GROUP];
    __local int refused;
    const uint item = (uint)get_local_id(0), i = (uint)get_group_id(0) * (GROUP / LANES) + item / LANES,
               own_row = min(i, n - 1);
    const parameters given = PARAMETERS_OF;
    const fields own = nf_fields_of(own_carried, own_row);
    nf_sum_places places = SUM_PLACES_OF;
    sums found = nf_sums_none(), all = nf_sums_none();
    int unaccepted = INT_MAX;
    points += offset;
    __global const real *me = points + own_row * DIMS;
    const real x = me[0], y = NF_Y_OF(me), z = NF_Z_OF(me);
    if (item == 0) refused = INT_MAX;
    for (uint first = 0; first < n; first += GROUP) {
        const uint to = min(n - first, (uint)GROUP);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < to) {
            __global const real *at = points + (first + item) * DIMS;
            const nf_real4 point = {at[0], NF_Y_OF(at), NF_Z_OF(at), 0};
            int accepted = 1;
            for (int a = 0; a < DIMS; a++)
                accepted &= nf_accepts(lattice, a, NF_COORDINATE_OF(lattice, a, at));
            if (!accepted) unaccepted = min(unaccepted, (int)(first + item));
            tile[item] = point;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = item % LANES; k < to; k += LANES) {
            const nf_real4 there = tile[k];
#if SHIFTS
            const real d[3] = {there.x - x, there.y - y, there.z - z};
            const nf_vector image = nf_nearest_vector(&lattice, d);
#else
            const nf_vector image = NF_VECTOR_NONE;
#endif
            if (!nf_is_pair(nf_distance2(x, y, z, there.x, there.y, there.z, image, scale), r2) ||
                first + k == i)
                continue;
            const fields theirs = nf_fields_of(carried, first + k);
            const vector D = {displacement(0, x, there.x, image), displacement(1, y, there.y, image),
                              displacement(2, z, there.z, image)};
            (void)image;
            nf_apply(&own, &theirs, D, &given, &found);
        }
    }
    if (unaccepted != INT_MAX) atomic_min(&refused, unaccepted);
    NF_SUMS(NF_VECTOR_TOTAL, NF_SCALAR_TOTAL)
    barrier(CLK_LOCAL_MEM_FENCE);
    if (refused != INT_MAX) all = nf_sums_unknown();
    if (get_global_id(0) == 0) *bad = refused;
    if (item % LANES == 0 && i < n) nf_sums_put(&places, i, &all);
}
