// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Symmetric sums, for emit_clusters.cl: a pair is evaluated once, and added to both of its points with the sign that the sum declares.
// The names are those of side_own.cl.
//
// Sums are added up in fixed point, whose integers have the same sum in any order: number c of the components of the sums of the point
// at p in order is fixed[c * stride + p], in units of unscale.  A point's own part is added by its cluster, and what it gets as a
// candidate by the clusters before.  Parts are sums in floating point; the rounding of those of an odd sum that are kept and given away differs,
// and the largest part of the cluster takes the difference, so that all sums of a component are 0 together.
// The words of the state follow the numbers, fixed_state uints from their beginning.  A part that is not within the range of its sum, NaN among them, is marked in *state: bit k for the k-th sum, counted without
// those that are not wanted, and then no sum is used; FIXED_ALONE: a point had to be searched alone.
//   interact/symmetric/fixed.cl says how numbers are converted
#pragma once
#if defined(LISTS_HALF)
#error "side_both.cl: the program has its sides already"
#endif
#include "interact/apply.cl"
#include "interact/symmetric/fixed.cl"
#define LISTS_HALF 1
#define SIDES_PARAMETERS                                                                                     \
    , volatile __global long *fixed, ulong fixed_stride, ulong fixed_state, nf_ranges ranges
#define SIDES_OF nf_sides_of(fixed, fixed_stride, fixed_state, ranges)

typedef struct nf_sides {
    volatile __global long *fixed;
    volatile __global uint *state;
    ulong stride;
    nf_ranges ranges;
    nf_fixed_sums given; // away, by the lane
    uint beyond;         // the marks of its parts
} nf_sides;
static inline nf_sides nf_sides_of(volatile __global long *fixed, ulong stride, ulong state,
                                   nf_ranges ranges) {
    nf_sides sides;
    sides.fixed = fixed;
    sides.state = (volatile __global uint *)fixed + state;
    sides.stride = stride;
    sides.ranges = ranges;
    sides.given = nf_fixed_none();
    sides.beyond = 0;
    return sides;
}

// From the cluster on; of an image of the point itself, the greater one.
static inline int nf_number(int d, int shifted) { return d + (shifted > 0); }
#define nf_takes(number, k) ((number) > (int)(k))

typedef sums nf_back;
#define nf_back_none()     nf_sums_none()
#define NF_SIGNED(sign, x) ((sign) > 0 ? (x) : -(x)) // compilers do not make a product with -1 a sign
#define NF_BACK_RADIAL_OF(name, sign)                                                                        \
    NF_ADD(nf_to->name.x, NF_SIGNED(sign, nf_factor), nf_D.x);                                               \
    NF_ADD(nf_to->name.y, NF_SIGNED(sign, nf_factor), nf_D.y);                                               \
    NF_ADD(nf_to->name.z, NF_SIGNED(sign, nf_factor), nf_D.z);
#define NF_BACK_NOTHING(name, sign)
#define NF_BACK_RADIAL(back, factor, D)                                                                      \
    {                                                                                                        \
        nf_back *nf_to = back;                                                                               \
        const real nf_factor = factor;                                                                       \
        const vector nf_D = D;                                                                               \
        NF_SUMS(NF_BACK_RADIAL_OF, NF_BACK_NOTHING)                                                          \
    }
#define NF_BACK_SUM(back, member, sign, x) (back)->member += NF_SIGNED(sign, x);

// First all numbers, then all additions: no lane takes a branch for one of them alone.
#define NF_GIVE(member)                                                                                      \
    {                                                                                                        \
        more.member = nf_fixed_of(&sides->ranges, number, back->member, &sides->beyond);                     \
        any |= more.member;                                                                                  \
        sides->given.member += more.member;                                                                  \
    }
#define NF_GIVE_VECTOR(name, sign)                                                                           \
    NF_GIVE(name.x)                                                                                          \
    if (DIMS > 1) NF_GIVE(name.y)                                                                            \
    if (DIMS > 2) NF_GIVE(name.z)                                                                            \
    number++;
#define NF_GIVE_SCALAR(name, sign)                                                                           \
    NF_GIVE(name)                                                                                            \
    number++;
#define NF_GIVEN(member)                                                                                     \
    { atom_add(sides->fixed + component++ * sides->stride + p, more.member); }
#define NF_GIVEN_VECTOR(name, sign)                                                                          \
    NF_GIVEN(name.x)                                                                                         \
    if (DIMS > 1) NF_GIVEN(name.y)                                                                           \
    if (DIMS > 2) NF_GIVEN(name.z)
#define NF_GIVEN_SCALAR(name, sign) NF_GIVEN(name)
static inline void nf_back_give(nf_sides *sides, ulong p, const nf_back *back) {
    nf_fixed_sums more;
    ulong component = 0;
    uint number = 0;
    long any = 0;
    NF_SUMS(NF_GIVE_VECTOR, NF_GIVE_SCALAR)
    if (any) { NF_SUMS(NF_GIVEN_VECTOR, NF_GIVEN_SCALAR) }
}
#define nf_back_put(sides, p, there, back)                                                                   \
    if (there) nf_back_give(sides, p, &(back));

// A lane that searches for a point alone does not know where its partners are in order.
#define NF_ALONE(sides) (atomic_or((sides)->state, FIXED_ALONE), 0)
