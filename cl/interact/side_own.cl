// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// One-sided sums, for emit_clusters.cl: each pair is evaluated for both of its points.
// A part of a program; the other one with these names is side_both.cl:
//   LISTS_HALF              1: lists have only candidates from the cluster on
//   SIDES_PARAMETERS        further parameters of kernels; SIDES_OF: the nf_sides of them, a member of the emitter
//   nf_number(d, shifted)   the number of a candidate that is d points from the first of the cluster, and where that is a point of the
//                           cluster, in an image that is less than (-1), its own (0) or greater than (1) its own
//   nf_takes(number, k)     whether it is evaluated for point k
//   nf_back, nf_back_none() what goes to the candidate of a lane
//   NF_BACK_RADIAL, NF_BACK_SUM(member, sign, x)  add to it: factor D, and x of a component of a sum
//   nf_back_put(sides, p, there, back)            gives it to the point at p in order
//   NF_ALONE(sides)         1: a lane may add for a point what it finds by itself
// The end of sums is in close_own.cl and close_both.cl.
#pragma once
#if defined(LISTS_HALF)
#error "side_own.cl: the program has its sides already"
#endif
#define LISTS_HALF 0
#define SIDES_PARAMETERS
#define SIDES_OF 0
typedef int nf_sides;
static inline int nf_number(int d, int shifted) { return shifted ? -1 : d; }
#define nf_takes(number, k) ((number) != (int)(k))
typedef int nf_back;
#define nf_back_none() 0
#define NF_BACK_RADIAL(back, factor, D)
#define NF_BACK_SUM(back, member, sign, x)
#define nf_back_put(sides, p, there, back) (void)(back)
#define NF_ALONE(sides)                    1
