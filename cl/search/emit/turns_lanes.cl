// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Writes the pairs of a tile from the masks of 32 lanes: turn t writes the t-th partner of each point that has one, points
// ascending.  (turns.cl does the same for CPUs, from lists.)
//   EMIT_WORDS  at least KEPT + 32: the stored masks
#pragma once
#include "search/walk/walk.cl"
#include "search/emit/pair.cl"

// The output of the pairs of a tile.
typedef struct nf_target {
    __global int2 *pairs;
    ulong room; // the number of pairs that may be written
#if EMIT_IMAGES
    __global nf_shift *images;
#endif
} nf_target;

// Numbers of pairs are those of all tiles; first_pair and first_image are where number 0 would be, modulo 2^64, if only pairs from some
// number on are written.
static inline nf_target nf_target_of(__global int2 *pairs, ulong first_pair, ulong base, ulong capacity,
                                     __global nf_shift *images, ulong first_image) {
    const ulong room = capacity > base ? capacity - base : 0;
#if EMIT_IMAGES
    const nf_target target = {pairs + (first_pair + base), room, images + (first_image + base)};
#else
    const nf_target target = {pairs + (first_pair + base), room};
    (void)images, (void)first_image;
#endif
    return target;
}

#if EMIT_IMAGES
#define PUT_IMAGE(target, to, index, partner, shift)                                                         \
    (target).images[to] = nf_pair_image(index, partner, shift)
#define FIRST_IMAGES(images, room) __local const nf_shift *images = (room)->shift - 32;
#define NEXT_IMAGES(images)        images += 32
#else
#define PUT_IMAGE(target, to, index, partner, shift)
#define FIRST_IMAGES(images, room)
#define NEXT_IMAGES(images)
#endif

// ---- all lanes together, from stored bits ---------------------------------------------------------------

// Between two of the lanes' counts the same lanes are active, so positions advance by their number in each turn.
TOGETHER void nf_put_kept(const nf_query_point *point, uint count, nf_target target,
                          __local nf_walk_room *room) {
    const uint below = (1u << point->lane) - 1, most = (uint)min(target.room, (ulong)UINT_MAX);
    uint bits = 0, ahead = room->emit[point->lane], at = 0;
    __local const uint *next = room->emit + point->lane + 32, *partner = room->partner - 32;
    FIRST_IMAGES(images, room)
    uint turn = 0, active = nf_lanes_ballot(count > 0, room->lanes);
    while (active != 0) {
        const uint end = (uint)nf_lanes_min(count > turn ? (int)count : INT_MAX, room->lanes),
                   step = popcount(active);
        uint to = at + popcount(active & below);
        for (uint left = count > turn ? end - turn : 0; left > 0; left--, to += step) {
            while (bits == 0) {
                bits = ahead;
                ahead = *next;
                next += 32;
                partner += 32;
                NEXT_IMAGES(images);
            }
            const uint k = clz(bits);
            bits ^= 0x80000000u >> k;
            const int2 pair = nf_pair(point->index, (int)partner[k]);
            if (to < most) {
                target.pairs[to] = pair;
                PUT_IMAGE(target, to, point->index, (int)partner[k], images[k]);
            }
        }
        at += step * (end - turn);
        turn = end;
        active = nf_lanes_ballot(count > turn, room->lanes);
    }
}

// ---- each lane by itself: a second walk of the tile -----------------------------------------------------

// The t-th pair of lane l goes to turn(t) + (lanes below l that have more than t pairs), where turn(t) is the sum
// over all lanes of min(count, t).  With the counts in ascending order, s_0 .. s_31, and m of them not above t:
// turn(t) = s_0 + .. + s_(m-1) + t (32 - m), and the lanes with more are those of s_m and on.
typedef struct nf_writer {
    nf_target target;
    __local const uint *sorted, *from; // s_m, and the lanes from it on
    ulong before;                      // s_0 + .. + s_(m-1)
    uint lane, turn, m, limit, lanes;
    int index;
} nf_writer;

TOGETHER nf_writer nf_writer_of(const nf_query_point *point, uint count, nf_target target,
                                __local nf_walk_room *room) {
    uint rank = 0;
    room->begin[point->lane] = count;
    nf_lanes_sync();
    for (uint l = 0; l < 32; l++) {
        const uint other = room->begin[l];
        rank += (uint)(other < count || (other == count && l < point->lane));
    }
    room->emit[rank] = count;
    room->emit[32 + rank] = 1u << point->lane;
    nf_lanes_sync();
    const uint lower = nf_lanes_before(room->emit[32 + point->lane], room->lanes);
    nf_lanes_sync();
    room->emit[32 + point->lane] = ~lower;
    nf_lanes_sync();
    const nf_writer writer = {target, room->emit, room->emit + 32, 0, point->lane, 0, 0, 0, 0, point->index};
    return writer;
}

static inline void nf_writer_put(nf_writer *w, uint partner, nf_shift shift) {
    (void)shift;
    while (w->turn >= w->limit && w->m < 32) { // past another count: fewer lanes from here on
        w->limit = w->sorted[w->m];
        w->lanes = w->from[w->m];
        if (w->turn < w->limit) break;
        w->before += w->limit;
        w->m++;
    }
    const ulong to = w->before + (ulong)w->turn * (32 - w->m) + popcount(w->lanes & ((1u << w->lane) - 1));
    if (to < w->target.room) {
        w->target.pairs[to] = nf_pair(w->index, (int)partner);
        PUT_IMAGE(w->target, to, w->index, (int)partner, shift);
    }
    w->turn++;
}

// ---- all rows of lanes of a team, each its part of the candidates ---------------------------------------

#if TEAM > 1
#define EMIT_PART_MOST 256

// Of each turn: the pairs before it, and the lanes that have a pair in it.
typedef struct nf_team_room {
    uint counts[32], start[EMIT_PART_MOST], lanes[EMIT_PART_MOST];
} nf_team_room;

// founds: TEAM x 32, the number of partners in each part of each lane's point; at most EMIT_PART_MOST for a point.
TOGETHER void nf_put_part(const nf_query_point *point, nf_part part, __local const uint *founds,
                          nf_target target, __local nf_team_room *turns, __local nf_walk_room *room) {
    const uint below = (1u << point->lane) - 1, own = founds[32 * part.at + point->lane];
    __local const uint *next = room->emit + point->lane, *partner = room->partner - 32;
    FIRST_IMAGES(images, room)
    uint turn = 0, count = 0, bits = 0;
    for (uint t = 0; t < TEAM; t++) {
        const uint found = founds[32 * t + point->lane];
        turn += t < part.at ? found : 0;
        count += found;
    }
    if (part.at == 0) turns->counts[point->lane] = count;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint t = get_local_id(0); t < EMIT_PART_MOST; t += 32 * TEAM) {
        uint start = 0, lanes = 0;
#pragma unroll 8
        for (uint l = 0; l < 32; l++) {
            start += min(turns->counts[l], t);
            lanes |= (uint)(turns->counts[l] > t) << l;
        }
        turns->start[t] = start;
        turns->lanes[t] = lanes;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint end = turn + own; turn < end; turn++) {
        while (bits == 0) {
            bits = *next;
            next += 32;
            partner += 32;
            NEXT_IMAGES(images);
        }
        const uint k = clz(bits), to = turns->start[turn] + popcount(turns->lanes[turn] & below);
        bits ^= 0x80000000u >> k;
        if (to < target.room) {
            target.pairs[to] = nf_pair(point->index, (int)partner[k]);
            PUT_IMAGE(target, to, point->index, (int)partner[k], images[k]);
        }
    }
}
#endif
