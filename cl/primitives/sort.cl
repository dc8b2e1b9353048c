// One digit of a stable radix sort from the least significant digit; no work-group waits for another.
//   keys --sort_count--> table[digits][tiles] --scan, exclusive--> where each tile's run of each digit starts
//   keys, values, table --sort_scatter--> keys, values in the order of this digit
//   GROUP, ITEMS  the tile, see common/tile.cl; at most 32768 elements where GROUP > 1
//   DIGIT_BITS    of the widest digit; the digit at hand is (key >> shift) & mask
//   K, V          uint or ulong: keys and values     VALUES  0: keys alone, values are not touched
//   WIDER         the wider one of K and V           K_LINE, V_LINE  64 bytes of them: uint16 or ulong8
//   C             uint or ulong: an entry of the table, which counts up to n
#if !defined(GROUP) || !defined(ITEMS) || !defined(DIGIT_BITS) || !defined(K) || !defined(V) ||              \
    !defined(VALUES) || !defined(C) || !defined(WIDER) || !defined(K_LINE) || !defined(V_LINE)
#error "sort.cl needs GROUP, ITEMS, DIGIT_BITS, K, V, VALUES, C, WIDER, K_LINE and V_LINE"
#endif
#include "common/tile.cl"
#define DIGITS (1 << DIGIT_BITS)

static inline uint digit_of(K key, uint shift, uint mask) { return (uint)(key >> shift) & mask; }

#if GROUP == 1
#include "common/stream.cl"

// Four tables in turn: equal keys in a row do not wait for each other's counter.
TILE_KERNEL void sort_count(__global const K *keys, ulong offset, ulong n, __global C *table, ulong tiles,
                            uint shift, uint mask) {
    const ulong tile = get_group_id(0), start = tile * TILE;
    const uint count = tile_count(n, start);
    keys += offset + start;
    uint counts[4][DIGITS];
    for (uint d = 0; d < DIGITS; d++) counts[0][d] = counts[1][d] = counts[2][d] = counts[3][d] = 0;
    uint i = 0;
    for (; i + 4 <= count; i += 4) {
        counts[0][digit_of(keys[i], shift, mask)]++;
        counts[1][digit_of(keys[i + 1], shift, mask)]++;
        counts[2][digit_of(keys[i + 2], shift, mask)]++;
        counts[3][digit_of(keys[i + 3], shift, mask)]++;
    }
    for (; i < count; i++) counts[0][digit_of(keys[i], shift, mask)]++;
    for (uint d = 0; d <= mask; d++)
        table[d * tiles + tile] = (C)(counts[0][d] + counts[1][d]) + (counts[2][d] + counts[3][d]);
}

// Writes are combined: each digit has one line of 64 bytes in private memory, which leaves in one piece when
// it is full.  Lines lie where the lines of the buffer lie: `skew` is how far the start of the buffer is into
// one.
#define LINE(T)      (64 / (uint)sizeof(T))
#define SKEW(T, out) ((uint)((size_t)(out) / sizeof(T)) & (LINE(T) - 1))

// Defines NAME: element number `to` of T, the next one of a digit whose run began at `first`, goes to the
// digit's line.  And NAME_rest: what stands in the line when the run ends before `end`.
#define COMBINED(NAME, T, VECTOR)                                                                            \
    static inline void NAME##_rest(__global T *out, const T *line, C first, C end, uint skew) {              \
        const uint in_line = (uint)(end + skew) & (LINE(T) - 1);                                             \
        for (C i = end - first > in_line ? end - in_line : first; i < end; i++)                              \
            out[i] = line[(i + skew) & (LINE(T) - 1)];                                                       \
    }                                                                                                        \
    static inline void NAME(__global T *out, T *line, C first, C to, uint skew, T element) {                 \
        const uint at = (uint)(to + skew) & (LINE(T) - 1);                                                   \
        line[at] = element;                                                                                  \
        if (at != LINE(T) - 1) return;                                                                       \
        if (to - first >= LINE(T) - 1) STREAM(*(VECTOR *)line, (__global VECTOR *)(out + (to - at)));        \
        else                                                                                                 \
            for (C i = first; i <= to; i++) out[i] = line[(i + skew) & (LINE(T) - 1)];                       \
    }
COMBINED(sort_put_key, K, K_LINE)
#if VALUES
COMBINED(sort_put_value, V, V_LINE)
#endif

TILE_KERNEL void sort_scatter(__global const K *keys, ulong keys_offset, __global const V *values,
                              ulong values_offset, __global K *keys_out, ulong keys_out_offset,
                              __global V *values_out, ulong values_out_offset, ulong n,
                              __global const C *table, ulong tiles, uint shift, uint mask) {
    const ulong tile = get_group_id(0), start = tile * TILE;
    const uint count = tile_count(n, start);
    C first[DIGITS], place[DIGITS];
    K key_lines[DIGITS][LINE(K)] __attribute__((aligned(64)));
    keys += keys_offset + start;
    keys_out += keys_out_offset;
    const uint key_skew = SKEW(K, keys_out);
#if VALUES
    V value_lines[DIGITS][LINE(V)] __attribute__((aligned(64)));
    values += values_offset + start;
    values_out += values_out_offset;
    const uint value_skew = SKEW(V, values_out);
#else
    (void)values, (void)values_offset, (void)values_out, (void)values_out_offset;
#endif
    for (uint d = 0; d <= mask; d++) first[d] = place[d] = table[d * tiles + tile];
    for (uint i = 0; i < count; i++) {
        const K key = keys[i];
        const uint d = digit_of(key, shift, mask);
        const C to = place[d]++;
        sort_put_key(keys_out, key_lines[d], first[d], to, key_skew, key);
#if VALUES
        sort_put_value(values_out, value_lines[d], first[d], to, value_skew, values[i]);
#endif
    }
    for (uint d = 0; d <= mask; d++) {
        sort_put_key_rest(keys_out, key_lines[d], first[d], place[d], key_skew);
#if VALUES
        sort_put_value_rest(values_out, value_lines[d], first[d], place[d], value_skew);
#endif
    }
}

#else

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
#endif
