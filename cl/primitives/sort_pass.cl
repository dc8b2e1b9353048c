// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// One digit of a stable radix sort from the least significant digit; reads and writes keys and values once.  (sort_cpu.cl
// does the same for devices that run one work-item in each group.)
//   keys, values, counts --sort_pass--> keys, values in the order of this digit
//   GROUP, ITEMS  a tile has GROUP * ITEMS elements, at most 65536; GROUP is a power of two, at least 32
//   DIGIT_BITS    of the widest digit; this digit is (key >> shift) & mask
//   K, V          uint or ulong: keys and values     VALUES  0: keys only; values are not accessed
//   WIDE, WIDE_VALUES  1: K, V is ulong              LANES_BY  as in machine/lanes.cl
//   LOOK_BACK     1: a tile finds the positions of its digits by look-back
//                 0: table[digit][tile] has the positions; no group waits
//   NEAR          with LOOK_BACK: the number of tiles whose sum is published for later tiles; 0: none
//   C             uint or ulong: a counter up to n
// A tile is sorted in local memory and then written in runs of equal digits.  Positions beyond the last element get the
// highest digit, so that they come last; they are not written.
#if !defined(GROUP) || !defined(ITEMS) || !defined(DIGIT_BITS) || !defined(K) || !defined(V) ||              \
    !defined(VALUES) || !defined(C) || !defined(WIDE) || !defined(WIDE_VALUES) || !defined(LANES_BY) ||      \
    !defined(LOOK_BACK) || !defined(NEAR)
#error                                                                                                       \
    "sort_pass.cl needs GROUP, ITEMS, DIGIT_BITS, K, V, VALUES, C, WIDE, WIDE_VALUES, LANES_BY, LOOK_BACK and NEAR"
#endif
#include "machine/lanes.cl"
#include "machine/group.cl"
#include "primitives/rank.cl"
#include "machine/look_back.cl"
#include "primitives/digit_words.cl"
#define TILE (GROUP * ITEMS)

// The local memory of a tile: first the masks of rank.cl, then 4 bytes of each key or value at a time, so that 64-bit keys
// need no smaller tiles.
#define STAGE_ROOM (TILE > RANK_MASKS ? TILE : RANK_MASKS)

// Input and output of a pass.
typedef struct sort_data {
    __global const K *keys;
    __global const V *values;
    __global K *keys_out;
    __global V *values_out;
    uint shift, mask;
    uint iota; // 1: the values are 0, 1, 2... and are not read
} sort_data;

// The local memory of a work-group.
typedef struct sort_room {
    __local uint *stage;
    // [ROWS][DIGITS]: counts of each row; then positions of its digits in the tile
    __local ushort *counters;
    __local C *start; // [DIGITS]: output position of the digit's first element minus its position in the tile
    __local uint *sums;
} sort_room;

TOGETHER void sort_clear(const sort_room *room) {
    for (uint i = get_local_id(0); i < ROWS * DIGITS; i += GROUP) room->counters[i] = 0;
    if (get_local_id(0) == 0) room->sums[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}

// The first of the work-item's positions in a tile; the others follow at a distance of 32.
static inline uint sort_place(void) {
    const uint item = get_local_id(0);
    return item / 32 * ROW_KEY + item % 32;
}

static inline void sort_load_keys(K *key, const sort_data *data, C start, uint count) {
    __global const K *from = data->keys + (start + sort_place()); // one pointer with constant offsets
    const int left = (int)count - (int)sort_place();
    if (count == TILE) {
#pragma unroll
        for (int k = 0; k < ITEMS; k++) key[k] = from[k * 32];
    } else {
#pragma unroll
        for (int k = 0; k < ITEMS; k++) key[k] = k * 32 < left ? from[k * 32] : (K)data->mask << data->shift;
    }
}

#if VALUES
static inline void sort_load_values(V *value, const sort_data *data, C start, uint count) {
    __global const V *from = data->values + (start + sort_place());
    const int left = (int)count - (int)sort_place();
    if (data->iota) {
#pragma unroll
        for (int k = 0; k < ITEMS; k++) value[k] = (V)(start + sort_place() + (uint)k * 32);
    } else if (count == TILE) {
#pragma unroll
        for (int k = 0; k < ITEMS; k++) value[k] = from[k * 32];
    } else {
#pragma unroll
        for (int k = 0; k < ITEMS; k++) value[k] = k * 32 < left ? from[k * 32] : 0;
    }
}
#endif

// Ranks the tile's keys in their rows.
TOGETHER void sort_rank(const K *key, uint *rank, const sort_data *data, C start, uint count,
                        const sort_room *room) {
#if LANES_BY > 0
    rank_tile(key, data->shift, data->mask, room->counters, rank);
#else
    // Uses runs of equal digits if most keys have the same digit as the key before.
    const uint place = sort_place();
    rank_keys of = {data->keys + (start + place),
                    (K)data->mask << data->shift,
                    (int)count - (int)place,
                    0,
                    data->shift,
                    data->mask};
    for (uint i = get_local_id(0); i < RANK_MASKS; i += GROUP) room->stage[i] = 0;
    if (place > 0 && of.left > 0 &&
        digit_of(key[0], of.shift, of.mask) == digit_of(of.keys[-1], of.shift, of.mask))
        atomic_inc(room->sums);
    barrier(CLK_LOCAL_MEM_FENCE);
    of.runs = room->sums[0] > GROUP / 2;
    rank_tile(key, &of, room->counters, rank, room->stage);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Converts counters to positions in the tile; start[] = the output positions `before` minus these positions.
static inline uint sort_count_of(const sort_room *room, uint digit) {
    uint count = 0;
#pragma unroll
    for (uint row = 0; row < ROWS; row++) count += room->counters[row * DIGITS + digit];
    return count;
}
TOGETHER void sort_places(const sort_room *room, const uint *count, uint *first) {
    uint sum = 0;
#pragma unroll
    for (uint j = 0; j < OWNED; j++) sum += count[j];
    uint run = group_before(sum, room->sums);
    FOR_OWNED(j, d) {
        first[j] = run;
#pragma unroll
        for (uint row = 0; row < ROWS; row++) {
            const uint own = room->counters[row * DIGITS + d];
            room->counters[row * DIGITS + d] = (ushort)run;
            run += own;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Positions in the tile, two in each word: registers limit the size of a tile.
static inline void sort_rank_in_tile(const uint *rank, uint *places, const sort_room *room) {
    __local const ushort *place = room->counters + get_local_id(0) / 32 * DIGITS;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const uint at = (rank[k] & 0xffffu) + place[rank[k] >> 16];
        places[k / 2] = k % 2 ? places[k / 2] | at << 16 : at;
    }
}
#define PLACE(k) (places[(k) / 2] >> (k) % 2 * 16 & 0xffffu)

// Stores one 32-bit half of the work-item's elements at their positions; after a barrier, loads that of the positions
// item, item + GROUP, ...
#define SORT_PUT(part, from)                                                                                 \
    _Pragma("unroll") for (int k_ = 0; k_ < ITEMS; k_++) room->stage[PLACE(k_)] =                            \
        (uint)((from)[k_] >> (part)*32);
#define SORT_GET(T, part, to)                                                                                \
    _Pragma("unroll") for (int k_ = 0; k_ < ITEMS; k_++)(to)[k_] =                                           \
        (part) ? (to)[k_] | (T)room->stage[get_local_id(0) + k_ * GROUP] << (part)*32                        \
               : (T)room->stage[get_local_id(0) + k_ * GROUP];

static inline void sort_put_keys(const K *key, const uint *places, const sort_room *room) { SORT_PUT(0, key) }

#if WIDE
// Replaces the lower halves of keys in local memory by the upper halves.
TOGETHER void sort_put_upper_keys(const K *key, K *moved, const uint *places, const sort_room *room) {
    SORT_GET(K, 0, moved)
    barrier(CLK_LOCAL_MEM_FENCE);
    SORT_PUT(1, key)
}
#endif

// Writes the keys of the tile; to[k] = the output position of the work-item's k-th key.  With look-back, keys are read from
// local memory one at a time: reading all at once needs more registers than two groups on a compute unit have on NVIDIA
// (a tile of 512 x 17: 0.50 ms for 16.8e6 pairs instead of 0.62).  Without look-back these registers are free, and
// reading all keys first is faster (0.59 ms instead of 0.66).
static inline void sort_leave_keys(K *moved, C *to, int left, const sort_data *data, const sort_room *room) {
    const uint item = get_local_id(0);
#if !LOOK_BACK
    SORT_GET(K, WIDE, moved)
#endif
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
#if LOOK_BACK
        const K last = room->stage[item + k * GROUP], out = WIDE ? moved[k] | last << (WIDE * 32) : last;
#else
        const K out = moved[k];
#endif
        to[k] = room->start[digit_of(out, data->shift, data->mask)] + item + k * GROUP;
        if (k * GROUP < left) data->keys_out[to[k]] = out;
    }
}

#if VALUES
// Writes the values at the positions of their keys.
TOGETHER void sort_leave_values(const V *value, const C *to, int left, const uint *places,
                                const sort_data *data, const sort_room *room) {
    const uint item = get_local_id(0);
    V got[ITEMS] = {0};
    barrier(CLK_LOCAL_MEM_FENCE);
    SORT_PUT(0, value)
    barrier(CLK_LOCAL_MEM_FENCE);
#if WIDE_VALUES
    SORT_GET(V, 0, got)
    barrier(CLK_LOCAL_MEM_FENCE);
    SORT_PUT(1, value)
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const V last = room->stage[item + k * GROUP],
                out = WIDE_VALUES ? got[k] | last << (WIDE_VALUES * 32) : last;
        if (k * GROUP < left) data->values_out[to[k]] = out;
    }
}
#endif

__kernel LANES_KERNEL __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
sort_pass(__global const K *keys, ulong keys_offset, __global const V *values, ulong values_offset,
          __global K *keys_out, ulong keys_out_offset, __global V *values_out, ulong values_out_offset,
          ulong n, uint shift, uint mask, uint iota,
#if LOOK_BACK
          __global uint *counts, uint counts_at, __global uint *words, __global uint *words_next, uint tiles
#else
          __global const C *table
#endif
) {
    __local uint stage[STAGE_ROOM];
    __local ushort counters[ROWS * DIGITS];
    __local C starts[DIGITS];
    __local uint sums[GROUP_ROOM];
    const sort_data data = {keys + keys_offset,
                            values + values_offset,
                            keys_out + keys_out_offset,
                            values_out + values_out_offset,
                            shift,
                            mask,
                            iota};
    const sort_room room = {stage, counters, starts, sums};
    const uint item = get_local_id(0);
    K key[ITEMS], moved[ITEMS] = {0};
#if VALUES
    V value[ITEMS];
#endif
    C to[ITEMS];
    uint rank[ITEMS], places[(ITEMS + 1) / 2], own[OWNED], first[OWNED];
    C before[OWNED];
    for (uint j = 0; j < OWNED; j++) own[j] = first[j] = 0, before[j] = 0;
#if LOOK_BACK
    __local uint ticket[1];
    if (item == 0) ticket[0] = look_back_ticket(counts, tiles);
    counts += counts_at;
#else
    FOR_OWNED(j, d) if (d <= mask) before[j] = table[d * get_num_groups(0) + get_group_id(0)];
#endif
    sort_clear(&room);
#if LOOK_BACK
    const uint tile = ticket[0];
    digit_words_clear(words_next, tile, tiles);
#else
    const uint tile = get_group_id(0);
#endif
    const C start = (C)tile * TILE;
    const uint count = (uint)min((C)n - start, (C)TILE);
    sort_load_keys(key, &data, start, count);
    sort_rank(key, rank, &data, start, count, &room);
    FOR_OWNED(j, d) own[j] = sort_count_of(&room, d);
#if LOOK_BACK
    if (tile == 0) digit_words_first(words, tiles, counts, own, before, sums);
    else FOR_OWNED(j, d) look_back_store(words + tile * DIGITS + d, LOOK_BACK_WORD(LOOK_BACK_OWN, own[j]));
#endif
    sort_places(&room, own, first);
    sort_rank_in_tile(rank, places, &room);
    sort_put_keys(key, places, &room);
#if VALUES && !WIDE
    sort_load_values(value, &data, start, count); // the loads overlap with the look-back
#endif
#if LOOK_BACK
    if (tile > 0) FOR_OWNED(j, d) before[j] = digit_words_before(words + d, tile, tiles, own[j]);
#endif
    FOR_OWNED(j, d) starts[d] = before[j] - first[j];
    barrier(CLK_LOCAL_MEM_FENCE);
#if WIDE
    sort_put_upper_keys(key, moved, places, &room);
#if VALUES
    sort_load_values(value, &data, start, count); // registers are free only now
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    const int left = (int)count - (int)item; // computed late to save registers
    sort_leave_keys(moved, to, left, &data, &room);
#if VALUES
    sort_leave_values(value, to, left, places, &data, &room);
#endif
}
