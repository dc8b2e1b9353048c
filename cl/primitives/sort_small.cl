// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Sorts few keys: each is compared with all others, and its place is the number of those before it.  Of equal keys the one with the lower position is first, so
// that the sort is stable.
//   keys, values --sort_few--> keys, values in order, in other places --sort_put--> the same in the first places, where these are wanted
//   GROUP     work-items of a group      LANES  work-items of a key, a power of two that divides GROUP
//   K, V      uint or ulong: keys and values     VALUES  0: keys only; values are not accessed
// The digit that decides is (key >> shift) & mask.
#if !defined(GROUP) || !defined(LANES) || !defined(K) || !defined(V) || !defined(VALUES)
#error "sort_small.cl needs GROUP, LANES, K, V and VALUES"
#endif
#define FEW_KERNEL __kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))

// iota: 1 if the values are 0, 1, 2...
FEW_KERNEL void sort_few(__global const K *restrict keys, ulong first_key, __global const V *restrict values,
                         ulong first_value, __global K *restrict keys_out, ulong first_key_out,
                         __global V *restrict values_out, ulong first_value_out, uint n, uint shift, K mask,
                         uint iota) {
    __local K digits[GROUP];
    __local uint counts[GROUP];
    const uint item = (uint)get_local_id(0), lane = item % LANES,
               own = (uint)get_group_id(0) * (GROUP / LANES) + item / LANES;
    keys += first_key, values += first_value, keys_out += first_key_out, values_out += first_value_out;
    const K key = keys[min(own, n - 1)], digit = key >> shift & mask;
    uint before = 0;
    for (uint first = 0; first < n; first += GROUP) {
        const uint to = min(n - first, (uint)GROUP);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < to) digits[item] = keys[first + item] >> shift & mask;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = lane; k < to; k += LANES)
            before += digits[k] < digit || (digits[k] == digit && first + k < own);
    }
    counts[item] = before;
    for (uint many = LANES / 2; many; many /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < many) counts[item] += counts[item + many];
    }
    if (lane || own >= n) return;
    keys_out[counts[item]] = key;
    if (VALUES) values_out[counts[item]] = iota ? (V)own : values[own];
}

FEW_KERNEL void sort_put(__global const K *restrict keys, __global const V *restrict values,
                         __global K *restrict keys_out, ulong first_key_out, __global V *restrict values_out,
                         ulong first_value_out, uint n) {
    const uint p = (uint)get_global_id(0);
    if (p >= n) return;
    keys_out[first_key_out + p] = keys[p];
    if (VALUES) values_out[first_value_out + p] = values[p];
}
