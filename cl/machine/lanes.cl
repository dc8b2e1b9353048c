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
#include "machine/together.cl"

// A branch that has exchange between lanes: with barriers, all lanes take it, which some compilers need.
#define LANES_IF(condition) if (LANES_BY == 0 || (condition))

// LANES_KERNEL must precede a kernel that uses these functions.
#if LANES_BY == 1 && defined(cl_intel_required_subgroup_size)
#define LANES_KERNEL __attribute__((intel_reqd_sub_group_size(32)))
#else
#define LANES_KERNEL
#endif

#if LANES_BY == 0

#define LANES_ROOM 32
TOGETHER void nf_lanes_sync(void) { barrier(CLK_LOCAL_MEM_FENCE); }
TOGETHER uint nf_lanes_get(uint v, uint l, __local uint *room) {
    room[get_local_id(0)] = v;
    nf_lanes_sync();
    const uint r = room[l];
    nf_lanes_sync();
    return r;
}
#define LANES_FOLD(name, type, first, join)                                                                  \
    TOGETHER type name(type v, __local uint *room) {                                                         \
        room[get_local_id(0)] = (uint)v;                                                                     \
        nf_lanes_sync();                                                                                     \
        type r = (first);                                                                                    \
        for (uint l = 0; l < 32; l++) {                                                                      \
            const type other = (type)room[l];                                                                \
            r = (join);                                                                                      \
        }                                                                                                    \
        nf_lanes_sync();                                                                                     \
        return r;                                                                                            \
    }
// The byte of each lane has its own bit among eight, so that two words together have each bit once, and the product's highest byte, the sum of their four
// bytes, is the bits of the eight lanes.
TOGETHER uint nf_lanes_ballot(int p, __local uint *room) {
    const uint lane = (uint)get_local_id(0);
    uint r = 0;
    ((__local uchar *)room)[lane] = (uchar)((uint)(p != 0) << lane % 8);
    nf_lanes_sync();
    for (uint b = 0; b < 4; b++) r |= ((room[2 * b] | room[2 * b + 1]) * 0x01010101u >> 24) << 8 * b;
    nf_lanes_sync();
    return r;
}
LANES_FOLD(nf_lanes_sum, uint, 0, r + other)
LANES_FOLD(nf_lanes_min, int, INT_MAX, min(r, other))
LANES_FOLD(nf_lanes_max, int, INT_MIN, max(r, other))
LANES_FOLD(nf_lanes_before, uint, 0, l < get_local_id(0) ? r + other : r)

#elif LANES_BY == 1

#define LANES_ROOM 1
#ifdef cl_khr_subgroups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
TOGETHER void nf_lanes_sync(void) { sub_group_barrier(CLK_LOCAL_MEM_FENCE); }
TOGETHER uint nf_lanes_get(uint v, uint l, __local uint *room) {
    (void)room;
    return sub_group_broadcast(v, l);
}
TOGETHER uint nf_lanes_sum(uint v, __local uint *room) {
    (void)room;
    return sub_group_reduce_add(v);
}
TOGETHER uint nf_lanes_ballot(int p, __local uint *room) {
    return nf_lanes_sum((uint)(p != 0) << get_sub_group_local_id(), room);
}
TOGETHER int nf_lanes_min(int v, __local uint *room) {
    (void)room;
    return sub_group_reduce_min(v);
}
TOGETHER int nf_lanes_max(int v, __local uint *room) {
    (void)room;
    return sub_group_reduce_max(v);
}
TOGETHER uint nf_lanes_before(uint v, __local uint *room) {
    (void)room;
    return sub_group_scan_exclusive_add(v);
}

#elif LANES_BY >= 4

#include "machine/lanes_amdgcn.cl"

#else

#define LANES_ROOM 1
TOGETHER void nf_lanes_sync(void) { __asm volatile("bar.warp.sync 0xffffffff;" ::: "memory"); }
TOGETHER uint nf_lanes_get(uint v, uint l, __local uint *room) {
    uint r;
    (void)room;
    __asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(r) : "r"(v), "r"(l));
    return r;
}
TOGETHER uint nf_lanes_ballot(int p, __local uint *room) {
    uint r;
    (void)room;
    __asm volatile("{.reg .pred q; setp.ne.s32 q, %1, 0; vote.sync.ballot.b32 %0, q, 0xffffffff;}"
                   : "=r"(r)
                   : "r"(p));
    return r;
}
// The reductions by shuffles exist with LANES_BY 3, too: the self-check tests both in one program.
#define LANES_SHUFFLED(name, type, join)                                                                     \
    TOGETHER type name(type v, __local uint *room) {                                                         \
        (void)room;                                                                                          \
        for (uint by = 16; by > 0; by /= 2) {                                                                \
            type other;                                                                                      \
            __asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;"                                  \
                           : "=r"(other)                                                                     \
                           : "r"(v), "r"(by));                                                               \
            v = (join);                                                                                      \
        }                                                                                                    \
        return v;                                                                                            \
    }
LANES_SHUFFLED(nf_lanes_sum_shuffled, uint, v + other)
LANES_SHUFFLED(nf_lanes_min_shuffled, int, min(v, other))
LANES_SHUFFLED(nf_lanes_max_shuffled, int, max(v, other))
#if LANES_BY == 3
#define LANES_FOLD(name, type, word)                                                                         \
    TOGETHER type name(type v, __local uint *room) {                                                         \
        type r;                                                                                              \
        (void)room;                                                                                          \
        __asm volatile("redux.sync." word " %0, %1, 0xffffffff;" : "=r"(r) : "r"(v));                        \
        return r;                                                                                            \
    }
LANES_FOLD(nf_lanes_sum, uint, "add.u32")
LANES_FOLD(nf_lanes_min, int, "min.s32")
LANES_FOLD(nf_lanes_max, int, "max.s32")
#else
#define nf_lanes_sum nf_lanes_sum_shuffled
#define nf_lanes_min nf_lanes_min_shuffled
#define nf_lanes_max nf_lanes_max_shuffled
#endif
// One ballot for each bit: much faster than match.any, and the condition stays in predicate registers.
TOGETHER uint nf_lanes_match(uint v, uint bits, __local uint *room) {
    uint same = 0xffffffffu;
    (void)room;
#pragma unroll
    for (uint b = 0; b < bits; b++) {
        uint with;
        __asm volatile("{.reg .pred q; .reg .b32 t; and.b32 t, %1, %2; setp.ne.u32 q, t, 0; "
                       "vote.sync.ballot.b32 %0, q, 0xffffffff; @!q not.b32 %0, %0;}"
                       : "=r"(with)
                       : "r"(v), "r"(1u << b));
        same &= with;
    }
    return same;
}
TOGETHER uint nf_lanes_before(uint v, __local uint *room) {
    const uint own = v;
    (void)room;
#define LANES_STEP(by)                                                                                       \
    __asm volatile("{.reg .pred q; .reg .u32 t; shfl.sync.up.b32 t|q, %0, " #by                              \
                   ", 0, 0xffffffff; @q add.u32 %0, %0, t;}"                                                 \
                   : "+r"(v));
    LANES_STEP(1) LANES_STEP(2) LANES_STEP(4) LANES_STEP(8) LANES_STEP(16) return v - own;
}

#endif

// The 64-bit sum of values up to 2^32 - 1.
TOGETHER ulong nf_lanes_total(uint v, __local uint *room) {
    return (ulong)nf_lanes_sum(v & 0xffffu, room) + ((ulong)nf_lanes_sum(v >> 16, room) << 16);
}

#if LANES_BY < 2 || LANES_BY >= 4
TOGETHER uint nf_lanes_match(uint v, uint bits, __local uint *room) {
    uint same = 0xffffffffu;
    for (uint b = 0; b < bits; b++) {
        const uint with = nf_lanes_ballot((int)(v >> b & 1), room);
        same &= v >> b & 1 ? with : ~with;
    }
    return same;
}
#endif
