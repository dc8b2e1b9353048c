// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// For points in double: how close to the cutoff a test in float may be wrong, so that the pair rule must decide.
//
//   u = (float)((x - o) * (1 / cutoff)), o a point of the tile, for the tile's points and their candidates
//   t = |u_i - u_j|^2 - 1 in float, products fused or not
//   |t| >= NF_MARGIN(A): the sign of t is the rule's answer; A is at least |u_i|^2, and below NF_MARGIN_REACH
//
// Proof, with e = 2^-24.  The subtraction, the product and 1 / cutoff are in double, so u is off by a relative 2 e a
// component at most, beside a common factor of at most 1 + e.  Near the cutoff |u_j| <= |u_i| + 1, so |u_i - u_j| is
// off by d = e (4 |u_i| + 3) at most.  In t each difference is off by a relative e, each product and each sum by
// another: e (5 + 8 |t|) in all.  The rule, in double, moves the squared cutoff by 2^-50 of itself.  So where sign and
// rule disagree
//   |t| <= 2 d + d^2 + 5 e + smaller terms < e (8 |u_i| + 12) <= e (4 A + 16)
// for A below 2^12, and the margin has 8 e more, for A itself is rounded.  A cutoff between 2^-500 and 2^500 keeps all
// of this in range; a u_j that overflows is infinite, and no pair.
//
// Included by kernels, and as C by a test that looks for counterexamples.
#pragma once
#define NF_MARGIN(a)    (0x1p-24f * (4 * (a) + 24))
#define NF_MARGIN_REACH 4096.0f
