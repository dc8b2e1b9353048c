// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The sum over all tiles before a tile, from other work-groups of the same launch.
//   PRECEDING_T, PRECEDING_BITS            the type of a sum, and the number of its bits that are used: 32, 48 or 64
//   PRECEDING_OP(a, b), PRECEDING_IDENTITY an associative and commutative operation
//   PRECEDING_BY_LANES                     1: sums of 32 or 48 bits, and lanes.cl has real lanes (LANES_BY > 0)
//   preceding_find(words, tile, epoch, total, out)   *out = the sum over the tiles before `tile`, the ticket of this
//       group; `total` is the sum of this tile.  All work-items must call it, or with
//       PRECEDING_BY_LANES the first 32; a barrier must follow
//   words   PRECEDING_AT ulongs, the first of which is the ticket counter; then one word for each tile, or for 64-bit
//           values two, the low and the high half: both have epoch and state, and belong together if these agree
//   epoch   of the launch: 30 bits, or 14 bits with values of 48 bits
// lanes.cl and look_back.cl must come before this file.
#pragma once
#define PRECEDING_AT    16
#define PRECEDING_AHEAD 8 // words that one work-item loads at once

// The lowest bit of the value in a word; epoch and state are below it.
#define PRECEDING_SHIFT (PRECEDING_BITS == 48 ? 16 : 32)

static inline void preceding_publish(volatile __global ulong *words, uint tile, uint epoch, uint state,
                                     PRECEDING_T value) {
    const uint mark = LOOK_BACK_MARK(epoch, state);
#if PRECEDING_BITS == 64
    look_back_store64(words + PRECEDING_AT + 2 * (ulong)tile, value << 32 | mark);
    look_back_store64(words + PRECEDING_AT + 2 * (ulong)tile + 1, (value & 0xffffffff00000000UL) | mark);
#else
    look_back_store64(words + PRECEDING_AT + tile, (ulong)value << PRECEDING_SHIFT | mark);
#endif
}

// The state that tile `tile` has published, 0 for none, and its value.
static inline uint preceding_published(volatile __global ulong *words, uint tile, uint epoch,
                                       PRECEDING_T *value) {
#if PRECEDING_BITS == 64
    const ulong low = look_back_load64(words + PRECEDING_AT + 2 * (ulong)tile);
    const ulong high = look_back_load64(words + PRECEDING_AT + 2 * (ulong)tile + 1);
    *value = low >> 32 | (high & 0xffffffff00000000UL);
    if ((uint)low != (uint)high) return 0;
#else
    const ulong low = look_back_load64(words + PRECEDING_AT + tile);
    *value = (PRECEDING_T)(low >> PRECEDING_SHIFT);
#endif
    const uint mark = (uint)low & (uint)((1UL << PRECEDING_SHIFT) - 1);
    return mark >> 2 == epoch ? mark & 3 : 0;
}

#if PRECEDING_BY_LANES
TOGETHER PRECEDING_T preceding_of_lanes(PRECEDING_T value) {
#if PRECEDING_BITS == 48 // the sum of 24 bits over 32 lanes fits a uint
    return (ulong)nf_lanes_sum((uint)value & 0xffffffu, 0) +
           ((ulong)nf_lanes_sum((uint)(value >> 24), 0) << 24);
#else
    return nf_lanes_sum(value, 0);
#endif
}

// For all lanes of a row: each lane polls one of the 32 tiles before, until one of them has the sum of all tiles before it.
TOGETHER PRECEDING_T preceding_sum(volatile __global ulong *words, uint tile, uint epoch) {
    const uint lane = get_local_id(0) % 32;
    PRECEDING_T sum = 0;
    for (uint at = tile;;) { // never reaches 0: tile 0 publishes the whole sum from the start
        PRECEDING_T value = 0;
        const uint state =
            lane < at ? preceding_published(words, at - 1 - lane, epoch, &value) : LOOK_BACK_ALL;
        const uint all = nf_lanes_ballot(state == LOOK_BACK_ALL, 0), none = nf_lanes_ballot(state == 0, 0);
        const uint upto =
            all ? (all & -all) * 2 - 1 : 0xffffffffu; // the lanes up to the nearest tile with the whole sum
        if (none & upto) continue;
        sum = PRECEDING_OP(sum, preceding_of_lanes(upto >> lane & 1 ? value : 0));
        if (all) return sum;
        at -= 32;
    }
}
#else
// For one work-item.
static inline PRECEDING_T preceding_sum(volatile __global ulong *words, uint tile, uint epoch) {
    PRECEDING_T sum = PRECEDING_IDENTITY;
    for (uint at = tile, all = 0; !all;) {
        PRECEDING_T value[PRECEDING_AHEAD];
        uint state[PRECEDING_AHEAD], go = 1;
#pragma unroll
        for (uint k = 0; k < PRECEDING_AHEAD; k++)
            state[k] = k < at ? preceding_published(words, at - 1 - k, epoch, value + k) : 0;
#pragma unroll
        for (uint k = 0; k < PRECEDING_AHEAD; k++) {
            go = go && state[k] != 0;
            if (go) {
                sum = PRECEDING_OP(sum, value[k]);
                at--;
                all = state[k] == LOOK_BACK_ALL;
                go = !all;
            }
        }
    }
    return sum;
}
#endif

TOGETHER void preceding_find(__global ulong *words, uint tile, uint epoch, PRECEDING_T total,
                             __local PRECEDING_T *out) {
    const uint item = get_local_id(0);
    if (item >= (PRECEDING_BY_LANES ? 32 : 1)) return;
    PRECEDING_T sum = PRECEDING_IDENTITY;
    if (tile > 0) {
        if (item == 0) preceding_publish(words, tile, epoch, LOOK_BACK_OWN, total);
        sum = preceding_sum(words, tile, epoch);
    }
    if (item == 0) {
        preceding_publish(words, tile, epoch, LOOK_BACK_ALL, PRECEDING_OP(sum, total));
        *out = sum;
    }
}
