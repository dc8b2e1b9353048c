// Ranks the keys of a tile by one digit, row by row.  A row is 32 work-items, and its keys are 32 * ITEMS in
// sequence: key i of lane l is number 32 i + l of the row.
//   GROUP, ITEMS, DIGIT_BITS, LANES_BY, K     as in sort_pass.cl; lanes.cl comes before
//   rank_tile(...)  rank[i] = digit << 16 | how many keys of the same digit come before it in its row;
//                   counters[row * DIGITS + digit] = how many keys of the row have the digit, 0 before.
//                   A barrier follows
// With LANES_BY 0 the lanes of a row find each other through bits in a table of masks in local memory, one for
// each digit; two tables are in use at once, for two keys of each work-item.
#pragma once
#define ROWS    (GROUP / 32)
#define DIGITS  (1 << DIGIT_BITS)
#define ROW_KEY (32 * ITEMS)

static inline uint digit_of(K key, uint shift, uint mask) { return (uint)(key >> shift) & mask; }

#if LANES_BY > 0

#define RANK_AT_ONCE 4 // ballots of so many keys are on their way together
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
            same[k] = lanes_match(digit[k], DIGIT_BITS, 0);
        }
#pragma unroll
        for (uint k = 0; k < RANK_AT_ONCE && first + k < ITEMS; k++) {
            const uint before = count[digit[k]], lower = popcount(same[k] & below);
            lanes_sync();
            if (lower == 0) count[digit[k]] = (ushort)(before + popcount(same[k]));
            lanes_sync();
            rank[first + k] = digit[k] << 16 | (before + lower);
        }
    }
}

#else

#define RANK_TABLE (ROWS * DIGITS)
#define RANK_MASKS (2 * RANK_TABLE) // uints of local memory, all 0 before

// Turns on the bits of all lanes in the masks of their digits, by xor alone: the bits of keys before may be turned off at
// the same time, and only so does the order not matter.  Many equal digits in a row would wait for each other at
// one mask: `runs` turns on those of a run of neighbours with one digit at once, by its first lane, which turns all
// bits from its own on, and by the first lane of the next run, which turns those from its own on back.
static inline void rank_mark(__local uint *table, uint digit, uint digit_before, int runs) {
    const uint lane = get_local_id(0) % 32;
    if (!runs) atomic_xor(table + digit, 1u << lane);
    else if (lane == 0) atomic_xor(table + digit, ~0u);
    else if (digit != digit_before) {
        atomic_xor(table + digit, ~0u << lane);
        atomic_xor(table + digit_before, ~0u << lane);
    }
}

// Where the keys of a work-item are: from `keys` on, `left` of the tile's; `missing` stands for those beyond.
typedef struct rank_keys {
    __global const K *keys;
    K missing;
    int left, runs;
    uint shift, mask;
} rank_keys;

// Marks the digits of one or two keys, from the work-item's `first` on.
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

// Ranks marked keys.  The first lane of each digit gets its mask, and where no later key of these has the digit, what
// its counter is to be; others get 0.
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

// Between two barriers the masks of the keys looked at before are turned off again while those of the next keys are
// turned on.
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
