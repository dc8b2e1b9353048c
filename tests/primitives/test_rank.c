/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* rank.cl with lanes in local memory, compiled as C: between barriers its work-items run one after the other, in any order.
   CPU drivers, and GPUs that run 32 lanes at once, use one order only. */
#include "support/device.h"

#include <pthread.h>
#include <semaphore.h>
#include <string.h>

#define GROUP               64
#define ITEMS               5 /* odd: the last key has no partner */
#define DIGIT_BITS          3
#define LANES_BY            0
#define K                   uint
#define TOGETHER            static inline
#define __local             // NOLINT(bugprone-reserved-identifier)
#define __global            // NOLINT(bugprone-reserved-identifier)
#define CLK_LOCAL_MEM_FENCE 0
#define get_local_id(axis)  item
#define barrier(fence)      wait_for_the_others()
typedef unsigned uint;
typedef unsigned short ushort;

static _Thread_local uint item;
static sem_t turns[GROUP], over;
static int finished;

static void wait_for_the_others(void) {
    sem_post(&over);
    sem_wait(&turns[item]);
}

/* One work-item runs at a time. */
static inline uint atomic_xor(uint *word, uint value) { return *word ^= value; }
static inline uint popcount(uint value) { return (uint)__builtin_popcount(value); }
static inline uint min(uint a, uint b) { return a < b ? a : b; }

#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#include "primitives/rank.cl"

static uint keys[ITEMS * GROUP], ranks[GROUP][ITEMS], masks[RANK_MASKS];
static ushort counters[ROWS * DIGITS];
static int with_runs;

static void *run_item(void *number) {
    item = *(const uint *)number;
    sem_wait(&turns[item]);
    const uint place = item / 32 * ROW_KEY + item % 32;
    const rank_keys of = {keys + place, DIGITS - 1, (int)(ITEMS * GROUP - place), with_runs, 0, DIGITS - 1};
    uint key[ITEMS];
    for (uint k = 0; k < ITEMS; k++) key[k] = keys[place + k * 32];
    rank_tile(key, &of, counters, ranks[item], masks);
    finished++;
    sem_post(&over);
    return NULL;
}

/* The order of work-items until the next barrier. */
typedef enum turn_order { ASCENDING, DESCENDING, UPPER_HALVES_FIRST, SHUFFLED, TURN_ORDERS } turn_order;

static void put_in_order(uint *items, turn_order order, uint64_t *state) {
    for (uint k = 0; k < GROUP; k++)
        items[k] = order == DESCENDING ? GROUP - 1 - k : order == UPPER_HALVES_FIRST ? k ^ 16 : k;
    for (uint k = GROUP; order == SHUFFLED && k > 1; k--) {
        const uint other = (uint)(support_random(state) % k), kept = items[k - 1];
        items[k - 1] = items[other];
        items[other] = kept;
    }
}

static void run_group(turn_order order, uint64_t *state) {
    pthread_t threads[GROUP];
    uint items[GROUP], numbers[GROUP];
    memset(masks, 0, sizeof masks);
    memset(counters, 0, sizeof counters);
    finished = 0;
    ck_assert_int_eq(sem_init(&over, 0, 0), 0);
    for (size_t k = 0; k < GROUP; k++) {
        numbers[k] = (uint)k;
        ck_assert_int_eq(sem_init(&turns[k], 0, 0), 0);
        ck_assert_int_eq(pthread_create(&threads[k], NULL, run_item, &numbers[k]), 0);
    }
    while (finished < GROUP) {
        put_in_order(items, order, state);
        for (uint k = 0; k < GROUP; k++) {
            sem_post(&turns[items[k]]);
            sem_wait(&over);
        }
    }
    for (size_t k = 0; k < GROUP; k++) {
        pthread_join(threads[k], NULL);
        sem_destroy(&turns[k]);
    }
    sem_destroy(&over);
}

static void check_ranks(turn_order order) {
    for (uint row = 0; row < ROWS; row++) {
        uint count[DIGITS] = {0};
        for (uint k = 0; k < ROW_KEY; k++) {
            const uint digit = keys[row * ROW_KEY + k], got = ranks[row * 32 + k % 32][k / 32];
            ck_assert_msg(
                got == (digit << 16 | count[digit]),
                "order %d, runs %d: key %u of row %u has digit %u and rank %u, and should have %u and %u",
                (int)order, with_runs, k, row, got >> 16, got & 0xffff, digit, count[digit]);
            count[digit]++;
        }
        for (uint d = 0; d < DIGITS; d++) ck_assert_uint_eq(counters[row * DIGITS + d], count[d]);
    }
}

TEST(ranks_do_not_depend_on_the_order_in_which_lanes_run) {
    uint64_t state = 1;
    for (int order = 0; order < TURN_ORDERS; order++)
        for (int round = 0; round < 8; round++) {
            with_runs = round % 2;
            const uint most = round < 4 ? DIGITS : 2; /* many digits repeat two keys later */
            for (uint k = 0; k < ITEMS * GROUP; k++) keys[k] = (uint)(support_random(&state) % most);
            run_group((turn_order)order, &state);
            check_ranks((turn_order)order);
        }
}
