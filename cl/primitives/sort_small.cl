// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Sorts few keys by one work-group, in one launch: a bitonic network (Batcher 1968) over keys and positions in local memory.  Positions decide between equal keys,
// so that the sort is stable.
//   keys, values --sort_small--> keys, values in order, which may be in the same places
//   GROUP, ITEMS  the most keys are GROUP * ITEMS; both are powers of two
//   K, V          uint or ulong: keys and values     VALUES  0: keys only; values are not accessed
// The digit that decides is (key >> shift) & mask.
#if !defined(GROUP) || !defined(ITEMS) || !defined(K) || !defined(V) || !defined(VALUES)
#error "sort_small.cl needs GROUP, ITEMS, K, V and VALUES"
#endif
#include "machine/together.cl"

// Puts two entries in ascending order, or in descending order.
TOGETHER void nf_sort_two(__local K *key, __local uint *place, uint a, uint b, int ascending) {
    const K one = key[a], other = key[b];
    const uint first = place[a], second = place[b];
    if ((one > other || (one == other && first > second)) != ascending) return;
    key[a] = other, key[b] = one;
    place[a] = second, place[b] = first;
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
sort_small(__global const K *keys, ulong first_key, __global const V *values, ulong first_value,
           __global K *keys_out, ulong first_key_out, __global V *values_out, ulong first_value_out, uint n,
           uint shift, K mask, uint iota) {
    __local K key[GROUP * ITEMS];
    __local uint place[GROUP * ITEMS];
    const uint item = (uint)get_local_id(0);
    uint size = 1;
    K own_keys[ITEMS];
    V own_values[ITEMS];
    keys += first_key, values += first_value, keys_out += first_key_out, values_out += first_value_out;
    while (size < n) size *= 2;
    for (uint p = item; p < size; p += GROUP) {
        key[p] = p < n ? keys[p] >> shift & mask : mask;
        place[p] = p; // those beyond the last key come last
    }
    for (uint run = 2; run <= size; run *= 2)
        for (uint apart = run / 2; apart; apart /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint t = item; t < size / 2; t += GROUP) {
                const uint a = 2 * t - (t & (apart - 1));
                nf_sort_two(key, place, a, a + apart, (a & run) == 0);
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < ITEMS; k++) {
        const uint p = item + k * GROUP, from = place[min(p, size - 1)];
        if (p >= n) continue;
        own_keys[k] = keys[from];
        if (VALUES) own_values[k] = iota ? (V)from : values[from];
    }
    barrier(CLK_GLOBAL_MEM_FENCE); // all have read
    for (uint k = 0; k < ITEMS; k++) {
        const uint p = item + k * GROUP;
        if (p >= n) continue;
        keys_out[p] = own_keys[k];
        if (VALUES) values_out[p] = own_values[k];
    }
}
