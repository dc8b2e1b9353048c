// Probes of atomics on words that all work-groups share.
//   WIDE  1: 64-bit words, with cl_khr_int64_base_atomics
#if !defined(WIDE)
#error "probe_atomics.cl needs WIDE"
#endif

#if !WIDE

// cells[0] counts, [1] adds, [2] and [3] join bits, [4] and [5] are the extremes, [6] counts through local memory.
__kernel void probe_atomics32(volatile __global uint *cells) {
    const uint k = (uint)get_global_id(0);
    __local uint here;
    if (get_local_id(0) == 0) here = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(cells);
    atomic_add(cells + 1, k);
    atomic_or(cells + 2, 1u << (k & 31));
    atomic_and(cells + 3, ~(1u << (k & 31)));
    atomic_min(cells + 4, k * 2654435761u);
    atomic_max(cells + 5, k * 2654435761u);
    atomic_inc(&here);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) atomic_add(cells + 6, here);
}

#else

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#define LANES_BY 0
#include "common/look_back.cl"

// cells[0] counts beyond 32 bits, [1] adds; the words behind them are written and read by all at once, each with two
// equal halves: torn[0] counts those that were seen with different ones.
__kernel void probe_atomics64(volatile __global ulong *cells, volatile __global uint *torn, uint rounds) {
    const uint k = (uint)get_global_id(0);
    atom_add(cells, 0x100000001UL);
    atom_add(cells + 1, (ulong)k << 20);
    for (uint round = 0; round < rounds; round++) {
        volatile __global ulong *word = cells + 2 + (k + round) % 8;
        const ulong part = k * 2654435761u + round;
        look_back_store64(word, part << 32 | part);
        const ulong seen = look_back_load64(word);
        if ((uint)(seen >> 32) != (uint)seen) atomic_inc(torn);
    }
}

#endif
