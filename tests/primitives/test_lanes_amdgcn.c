/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The exchange between lanes by AMD's instructions, compiled as C: a work-item is a thread, and instructions exchange values
 * through memory.  LANES_BY is 4, waves of 64, or 5, waves of 32.  The halves of a wave of 64 run independently, and each sees
 * random values from the other, as after a branch that only one of them takes.
 */
#include "support/device.h"
#include "tune/probe.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

/* NOLINTBEGIN(bugprone-reserved-identifier): the names are those of OpenCL C and of AMD's compiler. */
#define TOGETHER static inline
#define __local
#define __AMDGCN__ 1
/* NOLINTEND(bugprone-reserved-identifier) */
typedef unsigned uint;
typedef unsigned long long ulong;

enum { WAVE = LANES_BY == 4 ? 64 : 32, ROWS = WAVE / 32 };

static _Thread_local uint item; /* its index in the wave */
static pthread_barrier_t rows[ROWS];
static uint shelf[WAVE], noise;

static inline int min(int a, int b) { return a < b ? a : b; }
static inline int max(int a, int b) { return a > b ? a : b; }

static void meet(void) { pthread_barrier_wait(&rows[item / 32]); }

/* Makes v visible to the lanes of its row until their next barrier. */
static void show(uint v) {
    shelf[item] = v;
    meet();
}

static int emulated_bpermute(int address, int v) {
    show((uint)v);
    const uint from = (uint)address / 4 % WAVE;
    const uint got = from / 32 == item / 32 ? shelf[from] : noise;
    meet();
    return (int)got;
}

static int emulated_readlane(int v, int from) {
    show((uint)v);
    ck_assert_int_lt(from, WAVE);
    const uint got = (uint)from / 32 == item / 32 ? shelf[from] : noise;
    meet();
    return (int)got;
}

/* A shift within 16 lanes, filled with 0. */
static int emulated_shift(int v, uint by) {
    show((uint)v);
    const uint got = item % 16 >= by ? shelf[item - by] : 0;
    meet();
    return (int)got;
}

static ulong emulated_ballot(int p) {
    ulong bits = 0;
    show((uint)p);
    for (uint l = 0; l < WAVE; l++) {
        const uint seen = l / 32 == item / 32 ? shelf[l] : noise >> l % 32;
        bits |= (ulong)(seen & 1) << l;
    }
    meet();
    return bits;
}

static inline uint emulated_mbcnt(uint mask, uint from, uint sum) {
    for (uint l = from; l < from + 32 && l < item; l++) sum += mask >> (l - from) & 1;
    return sum;
}

/* NOLINTBEGIN(bugprone-reserved-identifier) */
#define __builtin_amdgcn_ds_bpermute(address, v) emulated_bpermute(address, v)
#define __builtin_amdgcn_readlane(v, from)       emulated_readlane(v, from)
#define __builtin_amdgcn_update_dpp(old, v, control, rows, banks, bound)                                     \
    emulated_shift(v, (control)-LANES_ROW_SHIFT)
#define __builtin_amdgcn_ballot_w64(p)       emulated_ballot(p)
#define __builtin_amdgcn_ballot_w32(p)       (uint) emulated_ballot(p)
#define __builtin_amdgcn_mbcnt_lo(mask, sum) emulated_mbcnt(mask, 0, sum)
#define __builtin_amdgcn_mbcnt_hi(mask, sum) emulated_mbcnt(mask, 32, sum)
#define __builtin_amdgcn_fence(order, scope) (void)0
#define __builtin_amdgcn_wave_barrier()      meet()
/* NOLINTEND(bugprone-reserved-identifier) */

#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#include "machine/lanes.cl"

/* The same as in self_check.cl. */
static uint run_uneven(uint v, uint row, uint lane, uint *shelved, uint *room) {
    const uint rounds = 5 * row % 7;
    for (uint k = 0; k < rounds; k++) {
        shelved[lane] = v;
        nf_lanes_sync();
        const uint next = shelved[(lane + 1) % 32];
        nf_lanes_sync();
        const uint ballot = nf_lanes_ballot((int)(v >> k & 1), room), before = nf_lanes_before(v, room);
        v = ballot ^ before ^ (next + nf_lanes_get(v, (row + 9 * k) % 32, room));
    }
    return v ^ nf_lanes_ballot((int)(v & 1), room);
}

static uint first_row, in[WAVE], out[WAVE][NF_LANES_RESULTS], shared[WAVE], got[WAVE];
static ulong totals[WAVE];

/* As in self_check.cl. */
static void *run_item(void *number) {
    item = *(const uint *)number;
    uint room[LANES_ROOM], *o = out[item], all = 0;
    const uint v = in[item], lane = item % 32;
    o[0] = nf_lanes_ballot((v & 64) != 0, room);
    const uint row = first_row + item / 32;
    got[item] = nf_lanes_get(v, row % 32, room);
    o[1] = nf_lanes_before(v, room);
    o[2] = nf_lanes_sum(v, room);
    o[3] = (uint)nf_lanes_min((int)v, room);
    o[4] = (uint)nf_lanes_max((int)v, room);
    for (uint l = 0; l < 32; l++) all = all * 31 + nf_lanes_get(v, l, room);
    o[5] = all;
    o[6] = nf_lanes_match(v % 8, 3, room);
    totals[item] = nf_lanes_total(v, room);
    o[7] = run_uneven(v, row, lane, shared + item / 32 * 32, room);
    return NULL;
}

TEST(every_function_of_the_lanes_is_as_it_is_defined) {
    uint64_t state = 7;
    for (int row = 0; row < ROWS; row++) ck_assert_int_eq(pthread_barrier_init(&rows[row], NULL, 32), 0);
    for (int round = 0; round < 8; round++) {
        pthread_t threads[WAVE];
        uint numbers[WAVE];
        noise = (uint)support_random(&state);
        first_row = (uint)(round * ROWS);
        for (uint k = 0; k < WAVE; k++) {
            in[k] = (uint)support_random(&state);
            if (round == 0) in[k] = UINT_MAX; /* sums beyond 32 bits */
        }
        memset(out, 0xa5, sizeof out);
        for (uint k = 0; k < WAVE; k++) {
            numbers[k] = k;
            ck_assert_int_eq(pthread_create(&threads[k], NULL, run_item, &numbers[k]), 0);
        }
        for (uint k = 0; k < WAVE; k++) pthread_join(threads[k], NULL);
        for (uint k = 0; k < WAVE; k++) {
            uint32_t wanted[NF_LANES][NF_LANES_RESULTS];
            const uint *row = in + k / 32 * 32;
            ulong total = 0;
            for (uint l = 0; l < 32; l++) total += row[l];
            ck_assert_uint_eq(totals[k], total);
            ck_assert_uint_eq(got[k], row[(first_row + k / 32) % 32]);
            nf_lanes_wanted(row, (first_row + k / 32) * 32, wanted);
            for (uint r = 0; r < NF_LANES_RESULTS; r++)
                ck_assert_msg(out[k][r] == wanted[k % 32][r],
                              "round %d: result %u of lane %u is %x, and should be %x", round, r, k,
                              out[k][r], wanted[k % 32][r]);
        }
    }
    for (int row = 0; row < ROWS; row++) pthread_barrier_destroy(&rows[row]);
}
