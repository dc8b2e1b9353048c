// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// What lanes.cl does, for `real` (real.cl): a number of one lane, and the least of all.
//   lanes_get_real(x, l, room)  as nf_lanes_get
//   nf_lanes_lowest(x, room)   x is not NaN; of zeros of both signs the negative one
#pragma once
#include "machine/lanes.cl"
#include "machine/real.cl"

// Integers in the order of numbers, from their bits; doing it twice gives the bits.
static inline int nf_lanes_in_order(int bits) { return bits ^ (bits >> 31 & INT_MAX); }

TOGETHER real lanes_get_real(real x, uint l, __local uint *room) {
#if REAL64
    const ulong bits = as_ulong(x);
    const uint low = nf_lanes_get((uint)bits, l, room), high = nf_lanes_get((uint)(bits >> 32), l, room);
    return as_double((ulong)high << 32 | low);
#else
    return as_float(nf_lanes_get(as_uint(x), l, room));
#endif
}

TOGETHER real nf_lanes_lowest(real x, __local uint *room) {
#if REAL64
    const ulong bits = as_ulong(x);
    const int high = nf_lanes_in_order((int)(bits >> 32)), lowest = nf_lanes_min(high, room);
    // Below the sign, the rest ascends with positive numbers and descends with negative ones.
    const uint low = (uint)bits ^ (high < 0 ? UINT_MAX : 0);
    const int rest = nf_lanes_min(high == lowest ? (int)(low ^ 1u << 31) : INT_MAX, room);
    const uint last = ((uint)rest ^ 1u << 31) ^ (lowest < 0 ? UINT_MAX : 0);
    return as_double((ulong)(uint)nf_lanes_in_order(lowest) << 32 | last);
#else
    return as_float(nf_lanes_in_order(nf_lanes_min(nf_lanes_in_order(as_int(x)), room)));
#endif
}
