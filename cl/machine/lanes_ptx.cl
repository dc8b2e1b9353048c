// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Exchange between 32 work-items by NVIDIA's instructions: a part of lanes.cl.
//   LANES_BY  2: those of every device
//             3: sums, minima and maxima by those of compute capability 8.0
#pragma once
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
#define LANES_HAVE_MATCH
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
