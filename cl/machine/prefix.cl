// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Prefix sums within a work-group, in place in local memory.
//   values[n]  in: values; a barrier must follow their stores.  out: read it by prefix_before and prefix_total.
//              Any n >= 1, any work-group size; the array must have PREFIX_ROOM(n) elements
//   PREFIX_T         the type of a value
//   PREFIX_OP(a, b)  an associative operation         PREFIX_IDENTITY  its neutral element
//   PREFIX_BLELLOCH  defined: Blelloch's two sweeps, kept as the baseline to measure against
#pragma once
#if !defined(PREFIX_T) || !defined(PREFIX_OP) || !defined(PREFIX_IDENTITY)
#error "prefix.cl needs PREFIX_T, PREFIX_OP and PREFIX_IDENTITY"
#endif
#include "machine/together.cl"

#ifndef PREFIX_BLELLOCH

// Sums a tree in place: on the way up, values[i] becomes the inclusive sum if i + 1 is a power of two; the way down
// completes the others.  Each step of both passes ends with one barrier.
//
// The first step of the way down, with p the smallest power of two above n (2^h): the step s adds the sum that ends at
// k s - 1 to the one that ends at k s + s/2 - 1, so its first addition is at 3s/2 - 1.  Thus the step s = p/2 has work
// exactly if n >= 3p/4, and s = p never has any.  Of the two published starts, max(4, p/2) is correct for every n, with
// one useless step if n < 3p/4 (all powers of two); max(4, p/4) is wrong for every n >= 3p/4 from 12 on (12..15, 24..31,
// 48..63, ...), because it omits the step p/2.  A start that depends on n takes 2h - 3 barriers if n < 3p/4, and 2h - 2
// otherwise.
// Measured, compared with Blelloch's sweeps on an H200, ns for each prefix sum: 194 to 214 (n = 128, 128 work-items), 1088 to 1244
// (1024, 1024), 650 to 819 (1000, 512).
//   PREFIX_START  2, 4: the published starts, for the test that shows this; 0, the default: depends on n
#ifndef PREFIX_START
#define PREFIX_START 0
#endif
#define PREFIX_ROOM(n) (n)

TOGETHER void prefix_scan(__local PREFIX_T *values, uint n) {
    const uint lane = get_local_id(0), lanes = get_local_size(0);
    uint step = 2;
    for (; step <= n; step *= 2) {
        for (uint i = lane * step + step - 1; i < n; i += lanes * step)
            values[i] = PREFIX_OP(values[i - step / 2], values[i]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#if PREFIX_START == 0
    step = n >= step / 4 * 3 ? step / 2 : step / 4;
#else
    step = max(4u, step / PREFIX_START);
#endif
    for (; step > 1; step /= 2) {
        for (uint i = lane * step + step + step / 2 - 1; i < n; i += lanes * step)
            values[i] = PREFIX_OP(values[i - step / 2], values[i]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// The sum of the values before i, and the sum of all values.
static inline PREFIX_T prefix_before(__local const PREFIX_T *values, uint i) {
    return i == 0 ? PREFIX_IDENTITY : values[i - 1];
}
static inline PREFIX_T prefix_total(__local const PREFIX_T *values, uint n) { return values[n - 1]; }

#else

// The tree is padded to the next power of two p < 2n; the total is stored at p.
// 2 log2(p) + 2 barriers.
#define PREFIX_ROOM(n) (2 * (n))

static inline uint prefix_padded(uint n) {
    uint padded = 1;
    while (padded < n) padded *= 2;
    return padded;
}

TOGETHER void prefix_scan(__local PREFIX_T *values, uint n) {
    const uint lane = get_local_id(0), lanes = get_local_size(0), padded = prefix_padded(n);
    for (uint i = n + lane; i < padded; i += lanes) values[i] = PREFIX_IDENTITY;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 2; step <= padded; step *= 2) {
        for (uint i = lane * step + step - 1; i < padded; i += lanes * step)
            values[i] = PREFIX_OP(values[i - step / 2], values[i]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0) {
        values[padded] = values[padded - 1];
        values[padded - 1] = PREFIX_IDENTITY;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = padded; step > 1; step /= 2) {
        for (uint i = lane * step + step - 1; i < padded; i += lanes * step) {
            const PREFIX_T left = values[i - step / 2];
            values[i - step / 2] = values[i];
            values[i] = PREFIX_OP(values[i], left);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

static inline PREFIX_T prefix_before(__local const PREFIX_T *values, uint i) { return values[i]; }
static inline PREFIX_T prefix_total(__local const PREFIX_T *values, uint n) {
    return values[prefix_padded(n)];
}

#endif
