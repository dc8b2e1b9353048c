// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Probes of arithmetic, local memory, loops and 32-bit atomics.
//   REAL64, ROOT64  as in real.cl and rounded.cl
#include "machine/real.cl"
#include "machine/rounded.cl"
#include "space/space_open.cl"
#include "space/pair_rule.cl"

// out[3k] = a * b + c, out[3k + 1] and out[3k + 2] the squared length of (a, b, c), by scalars and by vectors; for
// the n triples of `in`.
__kernel void probe_contraction(__global real *out, uint n, __global const real *in) {
    const uint k = (uint)get_global_id(0);
    if (k >= n) return;
    const real a = in[3 * k], b = in[3 * k + 1], c = in[3 * k + 2];
    out[3 * k] = a * b + c;
    out[3 * k + 1] = nf_distance2(0, 0, 0, a, b, c, NF_VECTOR_NONE, 1);
    out[3 * k + 2] =
        nf_distance2_wide(0, 0, 0, (nf_real_wide)(a), (nf_real_wide)(b), (nf_real_wide)(c), NF_VECTOR_NONE, 1)
            .s5;
}

// out[2k] = the root of in[2k], out[2k + 1] = in[2k] / in[2k + 1], for n pairs of normal numbers.
__kernel void probe_rounding(__global real *out, uint n, __global const real *in) {
    const uint k = (uint)get_global_id(0);
    if (k >= n) return;
    out[2 * k] = nf_root(in[2 * k]);
    out[2 * k + 1] = nf_quotient(in[2 * k], in[2 * k + 1]);
}

// Each group reverses its part of in[n] through local memory; in the last group the work-items beyond n are idle.
__kernel void probe_local(__global uint *out, uint n, __global const uint *in) {
    __local uint shelf[256];
    const uint lane = (uint)get_local_id(0), start = (uint)get_group_id(0) * (uint)get_local_size(0);
    const uint count = min(n - start, (uint)get_local_size(0));
    if (lane < count) shelf[lane] = in[start + lane];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint turned = 0;
    if (lane < count) turned = shelf[count - 1 - lane];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < count) shelf[lane] = turned + lane;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < count) out[start + lane] = shelf[lane];
}

// out[k] = a sequence that starts with k, after `rounds` steps in one loop and as many in two nested ones.
__kernel void probe_loops(__global uint *out, uint rounds) {
    uint x = (uint)get_global_id(0);
    for (uint k = 0; k < rounds; k++) x = x * 1664525u + 1013904223u;
    for (uint k = 0; k < rounds; k += 100)
        for (uint l = 0; l < 100; l++) x = (x ^ l) * 22695477u + 1u;
    out[get_global_id(0)] = x;
}

// On words that all work-groups share: cells[0] counts, [1] adds, [2] and [3] combine bits, [4] and [5] are minimum and
// maximum, [6] counts through local memory.
__kernel void probe_atomics32(volatile __global uint *cells, uint factor) {
    const uint k = (uint)get_global_id(0);
    __local uint here;
    if (get_local_id(0) == 0) here = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(cells);
    atomic_add(cells + 1, k);
    atomic_or(cells + 2, 1u << (k & 31));
    atomic_and(cells + 3, ~(1u << (k & 31)));
    atomic_min(cells + 4, k * factor);
    atomic_max(cells + 5, k * factor);
    atomic_inc(&here);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) atomic_add(cells + 6, here);
}
