// Ranks the keys of a tile by one digit, row by row.  A row is 32 work-items, and its keys are 32 * ITEMS in
// sequence: key i of lane l is number 32 i + l of the row.
//   GROUP, ITEMS, DIGIT_BITS, LANES_BY, K     as in sort_pass.cl; lanes.cl comes before
//   rank_tile(...)  rank[i] = digit << 16 | how many keys of the same digit come before it in its row;
//                   counters[row * DIGITS + digit] = how many keys of the row have the digit, 0 before.
//                   A barrier follows
// With LANES_BY 0 the lanes of a row find each other through bits in a table of masks in local memory, one for
// each digit; two tables are in use at once, for two keys of each work-item.
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
#define RANK_MASKS (2 * RANK_TABLE) // uints of local memory, all 0 before and after

// Sets the bits of all lanes in the masks of their digits.  Many equal digits in a row would wait for each
// other at one mask: `runs` sets a run of neighbours with one digit at once, by its first lane, which turns
// the bits from its own on, and by the first lane of the next run, which turns those from its own on back.
static inline void rank_mark(__local uint *table, uint digit, uint digit_before, int runs) {
    const uint lane = get_local_id(0) % 32;
    if (!runs) atomic_or(table + digit, 1u << lane);
    else if (lane == 0) atomic_xor(table + digit, ~0u);
    else if (digit != digit_before) {
        atomic_xor(table + digit, ~0u << lane);
        atomic_xor(table + digit_before, ~0u << lane);
    }
}

// Ranks one or two keys of each work-item; digit_before[k] is only read with `runs` and where the lane is not 0.
TOGETHER void rank_pair(const uint *digit, const uint *digit_before, uint keys, int runs, __local uint *table,
                        __local ushort *count, uint *rank) {
    const uint below = (1u << get_local_id(0) % 32) - 1;
    uint lower[2] = {0, 0}, all[2] = {0, 0}, last[2] = {0, 0};
#pragma unroll
    for (uint k = 0; k < keys; k++) rank_mark(table + k * RANK_TABLE, digit[k], digit_before[k], runs);
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < keys; k++) {
        const uint same = table[k * RANK_TABLE + digit[k]];
        uint before = count[digit[k]];
        if (k == 1) before += popcount(table[digit[k]]);
        last[k] = k + 1 == keys || table[RANK_TABLE + digit[k]] == 0;
        lower[k] = popcount(same & below);
        all[k] = before + popcount(same);
        rank[k] = digit[k] << 16 | (before + lower[k]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < keys; k++)
        if (lower[k] == 0) {
            table[k * RANK_TABLE + digit[k]] = 0;
            if (last[k]) count[digit[k]] = (ushort)all[k];
        }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// `keys` is where the work-item's keys begin; `left` how many of the tile's keys come from there on, and
// `missing` stands for those beyond.
TOGETHER void rank_tile(const K *key, uint shift, uint mask, __local ushort *counters, uint *rank,
                        __global const K *keys, int left, K missing, int runs, __local uint *masks) {
    const uint row = get_local_id(0) / 32, lane = get_local_id(0) % 32;
#pragma unroll
    for (uint first = 0; first < ITEMS; first += 2) {
        const uint some = ITEMS - first < 2 ? 1 : 2;
        uint digit[2], before[2];
#pragma unroll
        for (uint k = 0; k < some; k++) {
            const int at = (int)(32 * (first + k)) - 1;
            digit[k] = digit_of(key[first + k], shift, mask);
            before[k] = 0;
            if (runs && lane > 0) before[k] = digit_of(at < left ? keys[at] : missing, shift, mask);
        }
        rank_pair(digit, before, some, runs, masks + row * DIGITS, counters + row * DIGITS, rank + first);
    }
}

#endif
