// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A barrier of all work-groups of a launch, which has one group, or at most as many as the device has compute units and the capability
// "grid_barrier": then all of them run at once.  All work-items must call it.
//   MEETS     1: there may be several groups, and the capability is proved
//   LANES_BY  as in lanes.cl: PTX if MEETS
// What work-items of any group have written before is seen by all after, unless the kernel's argument is restrict: then the compiler may read it
// through a cache that is not refreshed.
#pragma once
#if !defined(MEETS) || !defined(LANES_BY)
#error "grid_barrier.cl needs MEETS and LANES_BY"
#endif
#include "machine/look_back.cl"
#include "machine/ptx.cl"
#include "machine/together.cl"
#if MEETS && !LANES_ARE_PTX
#error "grid_barrier.cl: groups meet by PTX"
#endif

// Waits at most `most` reads of the word; returns 0 if that was too short.  word: 0 before the first launch, and
// left by the launches before.  Its highest bit changes when the last group has arrived.
#if MEETS
static inline int grid_meets(volatile __global uint *word, uint most) {
    const uint groups = (uint)get_num_groups(0),
               step = (get_group_id(0) | get_local_id(0)) == 0 ? 0x80000000u - (groups - 1) : 1;
    __asm volatile("fence.acq_rel.gpu;" ::: "memory");
    const uint before = atomic_add(word, step);
    uint reads = 0;
    while (!((look_back_load(word) ^ before) >> 31))
        if (++reads == most) return 0;
    __asm volatile("fence.acq_rel.gpu;" ::: "memory");
    return 1;
}
#else
static inline int grid_meets(volatile __global uint *word, uint most) {
    (void)word, (void)most;
    return 1;
}
#endif

// Returns 0 to all work-items of a group that has waited too long, a second or more: others hold what the missing groups need.  The word must be cleared
// then before the next launch.  met: of the group, for this alone.
TOGETHER int grid_barrier(volatile __global uint *word, volatile __local uint *met) {
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) *met = (uint)grid_meets(word, 1u << 22);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    return (int)*met;
}
