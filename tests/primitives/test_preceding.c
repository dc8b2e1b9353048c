/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* preceding.cl, compiled as C: words that are being written, half written, of an earlier launch, or missing. */
#include "support/device.h"

#include <string.h>

#define __global // NOLINT(bugprone-reserved-identifier)
#define __local  // NOLINT(bugprone-reserved-identifier)
#define TOGETHER static inline
typedef unsigned uint;
typedef uint64_t ulong;

#define LOOK_BACK_OWN                1u
#define LOOK_BACK_ALL                2u
#define LOOK_BACK_MARK(epoch, state) ((epoch) << 2 | (state))
#define get_local_id(axis)           0u

/* A load returns the word of the reader's current round; the reader repeats while a word is missing. */
enum { WORDS = 64, ROUNDS = 4 };
static ulong tile_states[ROUNDS][WORDS];
static uint readings[WORDS];
static ulong look_back_load64(const volatile ulong *word) {
    const size_t at = (size_t)(word - tile_states[0]);
    const uint round = readings[at] < ROUNDS - 1 ? readings[at]++ : ROUNDS - 1;
    return tile_states[round][at];
}
static void look_back_store64(volatile ulong *word, ulong value) {
    const size_t at = (size_t)(word - tile_states[0]);
    for (size_t round = 0; round < ROUNDS; round++) tile_states[round][at] = value;
}

#define PRECEDING_T        ulong
#define PRECEDING_BITS     64
#define PRECEDING_OP(a, b) ((a) + (b))
#define PRECEDING_IDENTITY 0
#define PRECEDING_BY_LANES 0
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#if !defined(__clang__)
#pragma GCC diagnostic ignored                                                                               \
    "-Wmaybe-uninitialized" /* value[k] is used where state[k] says that it is there */
#endif
#include "primitives/preceding.cl"

enum { EPOCH = 5 };

static ulong low_half(ulong value, uint epoch, uint state) {
    return value << 32 | LOOK_BACK_MARK(epoch, state);
}
static ulong high_half(ulong value, uint epoch, uint state) {
    return (value & 0xffffffff00000000u) | LOOK_BACK_MARK(epoch, state);
}

/* The word of tile t from `round` on. */
static void put(uint round, uint t, ulong low, ulong high) {
    for (; round < ROUNDS; round++) {
        tile_states[round][PRECEDING_AT + 2 * t] = low;
        tile_states[round][PRECEDING_AT + 2 * t + 1] = high;
    }
}
static void publish(uint round, uint t, uint epoch, uint state, ulong value) {
    put(round, t, low_half(value, epoch, state), high_half(value, epoch, state));
}
static void clear(void) {
    memset(tile_states, 0, sizeof tile_states);
    memset(readings, 0, sizeof readings);
}

/* Above 32 bits, so that both halves matter. */
static ulong value_of(uint t) { return 0x100000001u * (t + 1) + ((ulong)t << 40); }

TEST(a_word_is_read_as_it_was_published) {
    for (uint state = LOOK_BACK_OWN; state <= LOOK_BACK_ALL; state++) {
        ulong value = 0;
        clear();
        preceding_publish(tile_states[0], 3, EPOCH, state, 0xfedcba9876543210u);
        ck_assert_uint_eq(preceding_published(tile_states[0], 3, EPOCH, &value), state);
        ck_assert_uint_eq(value, 0xfedcba9876543210u);
    }
}

TEST(halves_that_do_not_agree_are_nothing_yet) {
    const ulong own = value_of(1), all = value_of(2);
    ulong value = 0;
    clear();
    put(0, 0, low_half(own, EPOCH, LOOK_BACK_OWN), 0);
    ck_assert_uint_eq(preceding_published(tile_states[0], 0, EPOCH, &value), 0);
    clear();
    put(0, 0, low_half(all, EPOCH, LOOK_BACK_ALL), high_half(own, EPOCH, LOOK_BACK_OWN));
    ck_assert_uint_eq(preceding_published(tile_states[0], 0, EPOCH, &value), 0);
    clear();
    put(0, 0, low_half(own, EPOCH, LOOK_BACK_OWN), high_half(all, EPOCH - 1, LOOK_BACK_OWN));
    ck_assert_uint_eq(preceding_published(tile_states[0], 0, EPOCH, &value), 0);
}

TEST(words_of_an_earlier_launch_are_nothing_yet) {
    ulong value = 0;
    clear();
    publish(0, 0, EPOCH - 1, LOOK_BACK_ALL, value_of(7));
    ck_assert_uint_eq(preceding_published(tile_states[0], 0, EPOCH, &value), 0);
}

/* All tiles before `tile`; `full` has published the sum up to itself, the others only their own sums. */
static void check_sum(uint tile, uint full, uint late) {
    ulong wanted = 0;
    clear();
    for (uint t = 0; t < tile; t++) {
        const ulong whole = t == full ? value_of(100) : value_of(t);
        const uint state = t == full ? LOOK_BACK_ALL : LOOK_BACK_OWN;
        if (t == late) { /* first of an earlier launch, then half written, then complete */
            publish(0, t, EPOCH - 1, LOOK_BACK_ALL, value_of(50));
            put(1, t, low_half(whole, EPOCH, state), high_half(value_of(50), EPOCH - 1, LOOK_BACK_ALL));
            publish(2, t, EPOCH, state, whole);
        } else publish(0, t, EPOCH, state, whole);
        if (t >= full) wanted += whole;
    }
    const ulong got = preceding_sum(tile_states[0], tile, EPOCH);
    ck_assert_msg(got == wanted, "tile %u, all up to %u, %u late: %llx and not %llx", tile, full, late,
                  (unsigned long long)got, (unsigned long long)wanted);
}

TEST(the_sum_goes_back_to_the_nearest_tile_that_has_all) {
    for (uint tile = 1; tile <= 3 * PRECEDING_AHEAD - 1; tile++)
        for (uint full = 0; full < tile; full++)
            for (uint late = full; late <= tile; late++) check_sum(tile, full, late);
}

TEST(a_group_publishes_its_own_sum_and_then_all) {
    ulong out[1] = {0}, value = 0;
    clear();
    preceding_find(tile_states[0], 0, EPOCH, value_of(1), out);
    ck_assert_uint_eq(out[0], 0);
    preceding_find(tile_states[0], 1, EPOCH, value_of(2), out);
    ck_assert_uint_eq(out[0], value_of(1));
    ck_assert_uint_eq(preceding_published(tile_states[0], 1, EPOCH, &value), LOOK_BACK_ALL);
    ck_assert_uint_eq(value, value_of(1) + value_of(2));
}
