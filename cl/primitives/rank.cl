// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Ranks the keys of a tile by one digit, row by row.  A row is 32 work-items with 32 * ITEMS consecutive keys: key i of lane
// l has the number 32 i + l in the row.
//   GROUP, ITEMS, DIGIT_BITS, LANES_BY, K     as in sort_pass.cl; lanes.cl must come before
//   rank_tile(...)  rank[i] = digit << 16 | the number of keys with the same digit before it in its row;
//                   counters[row * DIGITS + digit] = the number of keys of the row with the digit; must be 0 before.
//                   A barrier must follow
// With LANES_BY 0, lanes with equal digits find each other through a table in local memory with one mask for each digit;
// two tables are in use at once, for two keys of each work-item.
#pragma once
#define ROWS    (GROUP / 32)
#define DIGITS  (1 << DIGIT_BITS)
#define ROW_KEY (32 * ITEMS)

static inline uint digit_of(K key, uint shift, uint mask) { return (uint)(key >> shift) & mask; }

#if LANES_BY > 0

#define RANK_AT_ONCE 4 // the ballots of this many keys overlap
#define RANK_MASKS   0

TOGETHER void rank_tile(const K *key, uint shift, uint mask, __local ushort *counters, uint *rank) {
    const uint lane = get_local_id(0) % 32, below = (1u << lane) - 1;
    volatile __local ushort *count = counters + get_local_id(0) / 32 * DIGITS;
#pragma unroll
    for (uint first = 0; first < ITEMS; first += RANK_AT_ONCE) {
        uint same[RANK_AT_ONCE], digit[RANK_AT_ONCE];
#pragma unroll
        for (uint k = 0; k < RANK_AT_ONCE && first + k < ITEMS; k++) {
            digit[k] = digit_of(key[first + k], shift, mask);
            same[k] = nf_lanes_match(digit[k], DIGIT_BITS, 0);
        }
#pragma unroll
        for (uint k = 0; k < RANK_AT_ONCE && first + k < ITEMS; k++) {
            const uint before = count[digit[k]], lower = popcount(same[k] & below);
            nf_lanes_sync();
            if (lower == 0) count[digit[k]] = (ushort)(before + popcount(same[k]));
            nf_lanes_sync();
            rank[first + k] = digit[k] << 16 | (before + lower);
        }
    }
}

#else

#define RANK_TABLE (ROWS * DIGITS)
#define RANK_MASKS (2 * RANK_TABLE) // uints of local memory; must be 0 before

// Sets the bit of each lane in the mask of its digit.  It uses only xor, because bits of earlier keys may be cleared at the
// same time, and with xor the order does not matter.  Many equal digits in a row would serialise the atomics on one
// mask: with `runs`, the first lane of a run of equal digits toggles all bits from its own on, and the first lane of the
// next run toggles those from its own on back.
static inline void rank_mark(__local uint *table, uint digit, uint digit_before, int runs) {
    const uint lane = get_local_id(0) % 32;
    if (!runs) atomic_xor(table + digit, 1u << lane);
    else if (lane == 0) atomic_xor(table + digit, ~0u);
    else if (digit != digit_before) {
        atomic_xor(table + digit, ~0u << lane);
        atomic_xor(table + digit_before, ~0u << lane);
    }
}

// The keys of a work-item: from `keys` on, `left` of them in the tile; `missing` replaces those beyond.
typedef struct rank_keys {
    __global const K *keys;
    K missing;
    int left, runs;
    uint shift, mask;
} rank_keys;

// Sets the mask bits for one or two keys, from the work-item's key `first` on.
static inline void rank_mark_some(const rank_keys *of, const uint *digit, uint first, uint some,
                                  __local uint *table) {
#pragma unroll
    for (uint k = 0; k < some; k++) {
        const int at = (int)(32 * (first + k)) - 1;
        uint before = 0;
        if (of->runs && get_local_id(0) % 32 > 0)
            before = digit_of(at < of->left ? of->keys[at] : of->missing, of->shift, of->mask);
        rank_mark(table + k * RANK_TABLE, digit[k], before, of->runs);
    }
}

// Ranks the marked keys.  The first lane of each digit gets its mask and, if no later one of these keys has the digit, the
// new value of its counter; other lanes get 0.
static inline void rank_some(const uint *digit, uint some, __local const uint *table,
                             __local const ushort *count, uint *rank, uint *marked, uint *counted) {
    const uint below = (1u << get_local_id(0) % 32) - 1;
#pragma unroll
    for (uint k = 0; k < some; k++) {
        const uint same = table[k * RANK_TABLE + digit[k]], lower = popcount(same & below);
        uint before = count[digit[k]];
        if (k == 1) before += popcount(table[digit[k]]);
        const int last = k + 1 == some || table[RANK_TABLE + digit[k]] == 0;
        rank[k] = digit[k] << 16 | (before + lower);
        marked[k] = lower == 0 ? same : 0;
        counted[k] = lower == 0 && last ? before + popcount(same) : 0;
    }
}

// Between two barriers, the mask bits of the previous keys are cleared while those of the next keys are set.
TOGETHER void rank_tile(const K *key, const rank_keys *of, __local ushort *counters, uint *rank,
                        __local uint *masks) {
    const uint row = get_local_id(0) / 32;
    __local uint *table = masks + row * DIGITS;
    __local ushort *count = counters + row * DIGITS;
    uint digit[2] = {0, 0}, marked[2] = {0, 0}, counted[2] = {0, 0};
#pragma unroll
    for (uint first = 0; first < ITEMS + 2; first += 2) {
        const uint some = min((uint)ITEMS - min(first, (uint)ITEMS), 2u);
#pragma unroll
        for (uint k = 0; k < 2; k++) {
            if (marked[k] && some > 0) atomic_xor(table + k * RANK_TABLE + digit[k], marked[k]);
            if (counted[k]) count[digit[k]] = (ushort)counted[k];
            marked[k] = counted[k] = 0;
        }
        if (some == 0) break;
#pragma unroll
        for (uint k = 0; k < some; k++) digit[k] = digit_of(key[first + k], of->shift, of->mask);
        rank_mark_some(of, digit, first, some, table);
        barrier(CLK_LOCAL_MEM_FENCE);
        rank_some(digit, some, table, count, rank + first, marked, counted);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

#endif
