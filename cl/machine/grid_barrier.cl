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
#if MEETS && !(LANES_BY == 2 || LANES_BY == 3)
#error "grid_barrier.cl: groups meet by PTX"
#endif
#include "machine/look_back.cl"
#include "machine/together.cl"

// Waits at most `most` reads of the word, or as long as it takes if `most` is 0; returns 0 if that was too short.  word: 0 before the first launch, and
// left by the launches before.  Its highest bit changes when the last group has arrived.
#if MEETS
static inline int grid_meets(volatile __global uint *word, uint most) {
    const uint groups = (uint)get_num_groups(0),
               step = get_global_id(0) == get_global_offset(0) ? 0x80000000u - (groups - 1) : 1;
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

TOGETHER void grid_barrier(volatile __global uint *word) {
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) (void)grid_meets(word, 0);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
