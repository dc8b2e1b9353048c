// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Counts all digits of all keys for a radix sort, in a kernel that reads or computes the keys.
//   K           uint or ulong, the type of a key
//   PASSES      the number of digits: DIGIT_BITS bits each from bit `first` on; the last NARROW ones have one bit less
//   COPIES      tables for each group: neighbouring work-items count in different tables, which reduces conflicts
//   COUNTS_AT   the offset of the counts in their buffer
//   digits_clear(room)                 room: DIGITS_ROOM local uints.  A barrier must follow
//   digits_count(room, key, first, n)  counts n keys equal to `key`
//   digits_add(room, counts)           after a barrier: adds to counts[PASSES][DIGITS], zero before the first launch
//   digits_clear_words(words, count)   sets the words of later passes to zero
#pragma once
#if !defined(K) || !defined(PASSES) || !defined(DIGIT_BITS) || !defined(NARROW) || !defined(COPIES) ||       \
    !defined(COUNTS_AT)
#error "digits.cl needs K, PASSES, DIGIT_BITS, NARROW, COPIES and COUNTS_AT"
#endif
#define DIGITS             (1 << DIGIT_BITS)
#define DIGITS_ROOM        (PASSES * DIGITS * COPIES)
#define DIGITS_WIDE        (PASSES - NARROW)
#define DIGITS_MASK(pass)  ((uint)(DIGITS >> ((pass) < DIGITS_WIDE ? 0 : 1)) - 1)
#define DIGITS_SHIFT(pass) ((pass)*DIGIT_BITS - ((pass) < DIGITS_WIDE ? 0 : (pass)-DIGITS_WIDE))

static inline void digits_clear(__local uint *room) {
    for (uint i = get_local_id(0); i < DIGITS_ROOM; i += get_local_size(0)) room[i] = 0;
}

static inline void digits_count(__local uint *room, K key, uint first, uint n) {
    __local uint *own = room + get_local_id(0) % COPIES;
    const K from = key >> first;
#pragma unroll
    for (uint pass = 0; pass < PASSES; pass++) {
        const uint digit = (uint)(from >> DIGITS_SHIFT(pass)) & DIGITS_MASK(pass);
        atomic_add(own + (pass * DIGITS + digit) * COPIES, n);
    }
}

static inline void digits_add(__local const uint *room, volatile __global uint *counts) {
    for (uint i = get_local_id(0); i < PASSES * DIGITS; i += get_local_size(0)) {
        uint sum = 0;
        // Work-items start at different copies to avoid bank conflicts.
        for (uint copy = 0; copy < COPIES; copy++) sum += room[i * COPIES + (copy + i) % COPIES];
        if (sum) atomic_add(counts + COUNTS_AT + i, sum);
    }
}

static inline void digits_clear_words(__global uint *words, ulong count) {
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) words[i] = 0;
}
