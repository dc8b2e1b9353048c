// One digit of a stable radix sort from the least significant digit; no work-group waits for another.
//   (sort_cpu.cl is its twin for devices that want one work-item a group.)
//   keys --sort_count--> table[digits][tiles] --scan, exclusive--> where each tile's run of each digit starts
//   keys, values, table --sort_scatter--> keys, values in the order of this digit
//   GROUP, ITEMS  the tile, see common/tile.cl; at most 32768 elements
//   DIGIT_BITS    of the widest digit; the digit at hand is (key >> shift) & mask
//   K, V          uint or ulong: keys and values     VALUES  0: keys alone, values are not touched
//   WIDER         the wider one of K and V
//   C             uint or ulong: an entry of the table, which counts up to n
#if !defined(GROUP) || !defined(ITEMS) || !defined(DIGIT_BITS) || !defined(K) || !defined(V) ||              \
    !defined(VALUES) || !defined(C) || !defined(WIDER)
#error "sort.cl needs GROUP, ITEMS, DIGIT_BITS, K, V, VALUES, C and WIDER"
#endif
#include "common/tile.cl"
#define DIGITS (1 << DIGIT_BITS)

static inline uint digit_of(K key, uint shift, uint mask) { return (uint)(key >> shift) & mask; }

#define PREFIX_T        uint
#define PREFIX_OP(a, b) ((a) + (b))
#define PREFIX_IDENTITY 0
#include "common/prefix.cl"

// A counter for each digit of each work-item, digit by digit; two places in 66 are free for the sake of
// banks.
#define COUNTERS         (DIGITS * GROUP)
#define COUNTER_PLACE(i) ((i) + (i) / 64 * 2)
#define COUNTER_ROOM     (COUNTERS + COUNTERS / 64 * 2)

TILE_KERNEL void sort_count(__global const K *keys, ulong offset, ulong n, __global C *table, ulong tiles,
                            uint shift, uint mask) {
    __local ushort counters[COUNTERS];
    const ulong tile = get_group_id(0), start = tile * TILE;
    const uint count = tile_count(n, start), lane = get_local_id(0);
    keys += offset + start;
    for (uint d = 0; d < DIGITS; d++) counters[d * GROUP + lane] = 0;
    for (uint k = 0; k < ITEMS; k++) {
        const uint i = k * GROUP + lane;
        if (i < count) counters[digit_of(keys[i], shift, mask) * GROUP + lane]++;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint width = GROUP / 2, apart = 2; width > 0; width /= 2, apart *= 2) {
        for (uint i = lane; i < DIGITS * width; i += GROUP) {
            const uint row = i & ~(width - 1), at = row * apart + (i - row); // row: digit x width
            counters[at] += counters[at + width];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (uint d = lane; d <= mask; d += GROUP) table[d * tiles + tile] = counters[d * GROUP];
}

// Turns the counters into positions: each work-item sums DIGITS neighbours, the sums are scanned.
static inline void sort_positions(__local ushort *counters, __local uint *sums, uint lane) {
    uint sum = 0;
    for (uint k = 0; k < DIGITS; k++) sum += counters[COUNTER_PLACE(lane * DIGITS + k)];
    sums[lane] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    prefix_scan(sums, GROUP);
    uint run = prefix_before(sums, lane);
    for (uint k = 0; k < DIGITS; k++) {
        const uint at = COUNTER_PLACE(lane * DIGITS + k), own = counters[at];
        counters[at] = (ushort)run;
        run += own;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// The tile is put in order in local memory and leaves it in runs of equal digits.  Elements beyond the last
// take part with the highest digit: they come behind all others and are not written.
TILE_KERNEL void sort_scatter(__global const K *keys, ulong keys_offset, __global const V *values,
                              ulong values_offset, __global K *keys_out, ulong keys_out_offset,
                              __global V *values_out, ulong values_out_offset, ulong n,
                              __global const C *table, ulong tiles, uint shift, uint mask) {
    __local WIDER room[TILE_ROOM];
    __local ushort counters[COUNTER_ROOM];
    __local uint sums[PREFIX_ROOM(GROUP)];
    __local C base[DIGITS];
    __local K *stage = (__local K *)room;
    const ulong tile = get_group_id(0), start = tile * TILE;
    const uint count = tile_count(n, start), lane = get_local_id(0);
    keys += keys_offset + start;
    keys_out += keys_out_offset;
#if VALUES
    values += values_offset + start;
    values_out += values_out_offset;
#else
    (void)values, (void)values_offset, (void)values_out, (void)values_out_offset;
#endif
    K own[ITEMS];
    C to[ITEMS];
    ushort place[ITEMS];

    TILE_STAGE(stage, keys, count, (K)mask << shift)
    for (uint d = 0; d < DIGITS; d++) counters[COUNTER_PLACE(d * GROUP + lane)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < ITEMS; k++) {
        own[k] = stage[TILE_PLACE(lane * ITEMS + k)];
        counters[COUNTER_PLACE(digit_of(own[k], shift, mask) * GROUP + lane)]++;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    sort_positions(counters, sums, lane);
    for (uint d = lane; d <= mask; d += GROUP)
        base[d] = table[d * tiles + tile] - counters[COUNTER_PLACE(d * GROUP)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < ITEMS; k++) {
        place[k] = counters[COUNTER_PLACE(digit_of(own[k], shift, mask) * GROUP + lane)]++;
        stage[TILE_PLACE(place[k])] = own[k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < ITEMS; k++) {
        const uint i = k * GROUP + lane;
        const K key = stage[TILE_PLACE(i)];
        to[k] = base[digit_of(key, shift, mask)] + i;
        if (i < count) keys_out[to[k]] = key;
    }
#if VALUES
    __local V *moved = (__local V *)room;
    V value[ITEMS];
    barrier(CLK_LOCAL_MEM_FENCE);
    TILE_STAGE(moved, values, count, (V)0)
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < ITEMS; k++) value[k] = moved[TILE_PLACE(lane * ITEMS + k)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < ITEMS; k++) moved[TILE_PLACE(place[k])] = value[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < ITEMS; k++) {
        const uint i = k * GROUP + lane;
        if (i < count) values_out[to[k]] = moved[TILE_PLACE(i)];
    }
#endif
}
