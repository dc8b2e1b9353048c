// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The cutoff of a pair by the radii of its points, for kernels and, as C, for the host.
//   own, other  numbers or vectors
//   rule  an nf_radii_rule: 0 that of the query point, 1 the sum of both, 2 the larger one
#if !defined(NF_RADII_CUTOFF)
#define NF_RADII_CUTOFF(rule, own, other)                                                                    \
    ((rule) == 0 ? (own) : (rule) == 1 ? (own) + (other) : (own) > (other) ? (own) : (other))
#endif

// Radii whose scaled cutoff is smaller count as 0: its square would leave the range of `real`.
#undef RADII_LEAST
#if REAL64
#define RADII_LEAST 0x1p-500
#else
#define RADII_LEAST 0x1p-36f
#endif
