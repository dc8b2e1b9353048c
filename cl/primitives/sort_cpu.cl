// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// One digit of a stable radix sort from the least significant digit, for CPUs: one work-item, the only one of its group,
// processes a slice of many elements; it uses no local memory and waits for no other.
//   keys --sort_count--> table[digits][slices] --scan, exclusive--> the start of each slice's run of each digit
//   keys, values, table --sort_scatter--> keys, values in the order of this digit
//   DIGIT_BITS      at least those of each digit; this digit is (key >> shift) & mask
//   K, V            uint or ulong: keys and values     VALUES  0: keys only; values are not accessed
//   K_LINE, V_LINE  64 bytes of them: uint16 or ulong8
//   C               uint or ulong: a counter up to n in a work-item
//   COMBINED        1: stores are combined to whole cache lines in `lines`, for data larger than the caches; 0: not
#if !defined(DIGIT_BITS) || !defined(K) || !defined(V) || !defined(VALUES) || !defined(C) ||                 \
    !defined(K_LINE) || !defined(V_LINE) || !defined(COMBINED)
#error "sort_cpu.cl needs DIGIT_BITS, K, V, VALUES, C, K_LINE, V_LINE and COMBINED"
#endif
#include "machine/stream.cl"
#define DIGITS       (1 << DIGIT_BITS)
#define SLICE_KERNEL __kernel __attribute__((reqd_work_group_size(1, 1, 1)))

static inline uint digit_of(K key, uint shift, uint mask) { return (uint)(key >> shift) & mask; }

// Two tables alternate, so that consecutive equal keys do not wait for the same counter.
SLICE_KERNEL void sort_count(__global const K *keys, ulong offset, ulong n, ulong slice,
                             __global ulong *table, ulong slices, uint shift, uint mask) {
    const ulong own = get_group_id(0), start = own * slice, count = min(slice, n - start);
    C even[DIGITS], odd[DIGITS];
    keys += offset + start;
    for (uint d = 0; d <= mask; d++) even[d] = odd[d] = 0;
    ulong i = 0;
    for (; i + 4 <= count; i += 4) {
        const uint a = digit_of(keys[i], shift, mask), b = digit_of(keys[i + 1], shift, mask),
                   c = digit_of(keys[i + 2], shift, mask), d = digit_of(keys[i + 3], shift, mask);
        even[a]++;
        odd[b]++;
        even[c]++;
        odd[d]++;
    }
    for (; i < count; i++) even[digit_of(keys[i], shift, mask)]++;
    for (uint d = 0; d <= mask; d++) table[d * slices + own] = even[d] + odd[d];
}

#if COMBINED
// Each digit has a line of 64 bytes for keys, and one for values.  A full line is stored past the caches at once.  Lines are
// aligned like cache lines: `skew` is the offset of the start of the buffer in its cache line.
#define LINE(T)      (64 / (uint)sizeof(T))
#define SKEW(T, out) ((uint)((size_t)(out) / sizeof(T)) & (LINE(T) - 1))

// Defines NAME, which puts element `to` of T, the next one of a digit whose run began at `first`, into the digit's line;
// and NAME_rest, which stores the rest of the line when the run ends before `end`.
#define COMBINE(NAME, T, VECTOR)                                                                             \
    static inline void NAME##_rest(__global T *out, __global const T *line, C first, C end, uint skew) {     \
        const uint in_line = (uint)(end + skew) & (LINE(T) - 1);                                             \
        for (C i = end - first > in_line ? end - in_line : first; i < end; i++)                              \
            out[i] = line[(i + skew) & (LINE(T) - 1)];                                                       \
    }                                                                                                        \
    static inline void NAME(__global T *out, __global T *line, C first, C to, uint skew, T element) {        \
        const uint at = (uint)(to + skew) & (LINE(T) - 1);                                                   \
        line[at] = element;                                                                                  \
        if (at != LINE(T) - 1) return;                                                                       \
        if (to - first >= LINE(T) - 1)                                                                       \
            STREAM(*(__global const VECTOR *)line, (__global VECTOR *)(out + (to - at)));                    \
        else                                                                                                 \
            for (C i = first; i <= to; i++) out[i] = line[(i + skew) & (LINE(T) - 1)];                       \
    }
COMBINE(sort_put_key, K, K_LINE)
#if VALUES
COMBINE(sort_put_value, V, V_LINE)
#endif
#endif

SLICE_KERNEL void sort_scatter(__global const K *keys, ulong keys_offset, __global const V *values,
                               ulong values_offset, __global K *keys_out, ulong keys_out_offset,
                               __global V *values_out, ulong values_out_offset, ulong n, ulong slice,
                               __global const ulong *table, ulong slices, __global uint16 *lines, uint shift,
                               uint mask) {
    const ulong own = get_group_id(0), start = own * slice, count = min(slice, n - start);
    C place[DIGITS];
    keys += keys_offset + start;
    keys_out += keys_out_offset;
#if VALUES
    values += values_offset + start;
    values_out += values_out_offset;
#else
    (void)values, (void)values_offset, (void)values_out, (void)values_out_offset;
#endif
    for (uint d = 0; d <= mask; d++) place[d] = (C)table[d * slices + own];
#if COMBINED
    const uint key_skew = SKEW(K, keys_out);
#if VALUES
    const uint value_skew = SKEW(V, values_out);
#endif
    C first[DIGITS];
    lines += own * (DIGITS * (1 + VALUES)); // a digit's lines for keys and values are adjacent
    for (uint d = 0; d <= mask; d++) first[d] = place[d];
#endif
    for (ulong i = 0; i < count; i++) {
        const K key = keys[i];
        const uint d = digit_of(key, shift, mask);
        const C to = place[d]++;
#if COMBINED
        __global uint16 *line = lines + d * (1 + VALUES);
        sort_put_key(keys_out, (__global K *)line, first[d], to, key_skew, key);
#if VALUES
        sort_put_value(values_out, (__global V *)(line + 1), first[d], to, value_skew, values[i]);
#endif
#else
        keys_out[to] = key;
#if VALUES
        values_out[to] = values[i];
#endif
#endif
    }
#if COMBINED
    for (uint d = 0; d <= mask; d++) {
        __global uint16 *line = lines + d * (1 + VALUES);
        sort_put_key_rest(keys_out, (__global const K *)line, first[d], place[d], key_skew);
#if VALUES
        sort_put_value_rest(values_out, (__global const V *)(line + 1), first[d], place[d], value_skew);
#endif
    }
#else
    (void)lines;
#endif
}
