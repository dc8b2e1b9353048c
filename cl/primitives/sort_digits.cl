// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Counts digits for a radix sort (sort_pass.cl).
//   sort_histogram  all digits of all keys in one pass, for passes with look-back
//   sort_count      one digit of each tile, for passes without look-back: table[digits][tiles]
//   K, PASSES, DIGIT_BITS, NARROW, COPIES  see primitives/digits.cl; sort_count needs PASSES 1
//   GROUP  work-items in a group       C  uint or ulong: an entry of the table
#if !defined(GROUP) || !defined(K) || !defined(C)
#error "sort_digits.cl needs GROUP, K and C"
#endif
#include "primitives/digits.cl"
#define DIGITS_KERNEL __kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))

// Keys are read 16 bytes at a time, from the first aligned address on.
typedef union sixteen {
    uint4 whole;
    K key[16 / sizeof(K)];
} sixteen;
#define VECTOR ((uint)(16 / sizeof(K)))

static inline void count_vector(__local uint *room, uint4 whole, uint first) {
    const sixteen some = {whole};
    uint differ = 0;
#pragma unroll
    for (uint k = 1; k < VECTOR; k++) differ |= some.key[k] != some.key[0];
    if (!differ) digits_count(room, some.key[0], first, VECTOR);
    else {
#pragma unroll
        for (uint k = 0; k < VECTOR; k++) digits_count(room, some.key[k], first, 1);
    }
}

// Counts n keys that begin `offset` keys after an aligned address, as work-item `item` of `items`.
static inline void count_keys(__local uint *room, __global const K *keys, ulong offset, ulong n, uint first,
                              ulong item, ulong items) {
    const ulong head = min((ulong)(VECTOR - offset % VECTOR) % VECTOR, n), vectors = (n - head) / VECTOR;
    const ulong rest = n - head - vectors * VECTOR;
    keys += offset;
    if (item < head) digits_count(room, keys[item], first, 1);
    if (item < rest) digits_count(room, keys[n - 1 - item], first, 1);
    __global const uint4 *whole = (__global const uint4 *)(keys + head);
    ulong v = item;
    for (; v + items < vectors; v += 2 * items) {
        const uint4 one = whole[v], other = whole[v + items]; // two independent loads
        count_vector(room, one, first);
        count_vector(room, other, first);
    }
    if (v < vectors) count_vector(room, whole[v], first);
}

// counts[PASSES][DIGITS] += the counts of the keys; words[] = 0.
DIGITS_KERNEL void sort_histogram(__global const K *keys, ulong offset, ulong n, uint first,
                                  __global uint *counts, __global uint *words, ulong word_count) {
    __local uint room[DIGITS_ROOM];
    digits_clear(room);
    digits_clear_words(words, word_count);
    barrier(CLK_LOCAL_MEM_FENCE);
    count_keys(room, keys, offset, n, first, get_global_id(0), get_global_size(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    digits_add(room, counts);
}

// table[digit][tile] = the number of keys of the tile with the digit.
DIGITS_KERNEL void sort_count(__global const K *keys, ulong offset, ulong n, uint tile, uint first,
                              __global C *table) {
    __local uint room[DIGITS_ROOM];
    const ulong g = get_group_id(0), groups = get_num_groups(0), start = g * tile;
    digits_clear(room);
    barrier(CLK_LOCAL_MEM_FENCE);
    count_keys(room, keys, offset + start, min((ulong)tile, n - start), first, get_local_id(0), GROUP);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = get_local_id(0); d < (uint)(DIGITS >> NARROW); d += GROUP) {
        C sum = 0;
        for (uint copy = 0; copy < COPIES; copy++) sum += room[d * COPIES + (copy + d) % COPIES];
        table[d * groups + g] = sum;
    }
}
