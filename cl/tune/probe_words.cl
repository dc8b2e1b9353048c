// Probe of 64-bit words that all work-groups share, with cl_khr_int64_base_atomics.
#pragma once
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

// cells[0] counts beyond 32 bits, [1] adds; the words after them are written and read by all work-items at once, each with two
// equal halves: torn[0] counts reads with different halves.
__kernel void probe_atomics64(volatile __global ulong *cells, volatile __global uint *torn, uint rounds) {
    const uint k = (uint)get_global_id(0);
    atom_add(cells, 0x100000001UL);
    atom_add(cells + 1, (ulong)k << 20);
    for (uint round = 0; round < rounds; round++) {
        volatile __global ulong *word = cells + 2 + (k + round) % 8;
        const ulong part = k * 2654435761u + round;
        look_back_store64_plain(word, part << 32 | part);
        const ulong seen = look_back_load64_plain(word);
        if ((uint)(seen >> 32) != (uint)seen) atomic_inc(torn);
    }
}
