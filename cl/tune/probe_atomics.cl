// Probe of 32-bit atomics on words that all work-groups share.
//
// cells[0] counts, [1] adds, [2] and [3] combine bits, [4] and [5] are minimum and maximum, [6] counts through local memory.
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
