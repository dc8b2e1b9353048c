// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Exchange between 32 work-items: the work-items 32k .. 32k + 31 of a group are lanes 0 .. 31.
//   LANES_BY  0: local memory; the group has exactly these 32 work-items
//             1: sub-groups of 32
//             2: NVIDIA's instructions        3: the same, with those of compute capability 8.0
//             4: AMD's, in waves of 64        5: the same, in waves of 32
// All lanes must call a function together.  `room` is local memory of LANES_ROOM uints for each 32 work-items; only
// LANES_BY 0 uses it.
//   nf_lanes_ballot(p, room)   bit l is set if p is not 0 in lane l
//   nf_lanes_get(v, l, room)   v of lane l; l is the same in all lanes
//   nf_lanes_before(v, room)   the sum of v over the lanes below
//   nf_lanes_sum, nf_lanes_min, nf_lanes_max(v, room)
//   nf_lanes_total(v, room)    the sum in 64 bits
//   nf_lanes_match(v, bits, room)  bit l is set if lane l has the same v; only the lowest `bits` bits of v may be set
//   LANES_IF(c)             if (c), which is the same in all lanes, for code that calls these functions
//   nf_lanes_sync()            a barrier of the lanes for local memory
#pragma once
#if !defined(LANES_BY)
#error "lanes.cl needs LANES_BY"
#endif
#include "machine/ptx.cl"
#include "machine/together.cl"

// A branch that has exchange between lanes: with barriers, all lanes take it, which some compilers need.
#define LANES_IF(condition) if (LANES_BY == 0 || (condition))

#if LANES_BY == 0
#include "machine/lanes_local.cl"
#elif LANES_BY == 1
#include "machine/lanes_subgroups.cl"
#elif LANES_ARE_PTX
#include "machine/lanes_ptx.cl"
#elif LANES_BY == 4 || LANES_BY == 5
#include "machine/lanes_amdgcn.cl"
#else
#error "lanes.cl knows no such LANES_BY"
#endif

// LANES_KERNEL must precede a kernel that uses these functions.
#ifndef LANES_KERNEL
#define LANES_KERNEL
#endif

// The 64-bit sum of values up to 2^32 - 1.
TOGETHER ulong nf_lanes_total(uint v, __local uint *room) {
    return (ulong)nf_lanes_sum(v & 0xffffu, room) + ((ulong)nf_lanes_sum(v >> 16, room) << 16);
}

#ifndef LANES_HAVE_MATCH // a part has a faster one
TOGETHER uint nf_lanes_match(uint v, uint bits, __local uint *room) {
    uint same = 0xffffffffu;
    for (uint b = 0; b < bits; b++) {
        const uint with = nf_lanes_ballot((int)(v >> b & 1), room);
        same &= v >> b & 1 ? with : ~with;
    }
    return same;
}
#endif
