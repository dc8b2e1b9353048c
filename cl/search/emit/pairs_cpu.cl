// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Writes pairs, for CPUs: turn t of a tile writes the t-th partner of each of its points that has one, points ascending,
// as the GPUs do (turns_lanes.cl).
//   bases[tiles + 1], what the count has kept --search--> pairs[total], those below `capacity`
// The masks become a list of partners for each point and the lists, 16 x 16 entries at a time, turns.  Tiles that were not
// kept are decided again; those that have too many pairs for lists are walked twice, to count and to write pair by pair.
//   EMIT_IMAGES  1: writes images[total] of the second points, too; then pair by pair
//   LIST    the most pairs of a group of four points that makes lists
#pragma once
#if defined(EMIT_PARAMETERS)
#error "emit/pairs_cpu.cl: the program has an emitter already"
#endif
#define EMIT_PARAMETERS                                                                                      \
    __global const ulong *bases, __global ulong *buffer, ulong kept_entries, uint chunk_room,                \
        __global int2 *pairs, ulong first_pair, ulong capacity PAIRS_IMAGES
#ifndef EMIT_IMAGES
#define EMIT_IMAGES 0
#endif
#if EMIT_IMAGES
#define PAIRS_IMAGES    , __global nf_shift *images, ulong first_image
#define PAIRS_IMAGES_OF , images, first_image
#else
#define PAIRS_IMAGES
#define PAIRS_IMAGES_OF
#endif
#define EMIT_ROOM nf_pairs_room
#define WINDOW    2048
#include "search/walk/candidates.cl"
#include "search/walk/kept.cl"
#include "search/emit/pair.cl"
#include "search/emit/window.cl"
#define LIST_STRIDE (LIST + 16)
#include "search/emit/turns.cl"

typedef struct nf_pairs_room {
    int window[WINDOW_ROOM];
    uchar8 places[256]; // the set bits of each byte, ascending
    uint leave[LIST + 16];
    int lists[(TILE_POINTS + 3) * LIST_STRIDE]; // a group always writes four lists
} nf_pairs_room;
#include "search/walk/walk_wide.cl"

enum { PASS_LISTS, PASS_COUNTS, PASS_WRITES };

// The output positions of a point's pairs: `step` further for each turn, until `until`.
typedef struct nf_course {
    ulong to;
    uint step, turn, until;
} nf_course;

static inline nf_course nf_course_at(const int *counts, uint lane, uint turn, ulong base) {
    nf_course c = {base, 0, turn, UINT_MAX};
    for (uint l = 0; l < TILE_POINTS; l++) {
        // Lanes below have written this turn, and write the next one before this lane.
        const uint count = (uint)counts[l], last = l < lane && count ? count - 1 : count;
        c.to += min(count, turn) + (uint)(l < lane && count > turn);
        c.step += last > turn;
        if (last > turn) c.until = min(c.until, last);
    }
    return c;
}

struct nf_emitter {
    __global const ulong *bases;
    nf_kept kept;
    uint chunk_room;
    __global int2 *pairs;
    ulong
        first_pair; // where pair number 0 would be, modulo 2^64, if only those from some number on are written
    ulong capacity;
    __global const uint *index, *query_index;
    __global EMIT_ROOM *room;
    ulong chunk_first;
    nf_window window;
    int open; // the window
    ulong base;
    nf_course course[4];     // PASS_WRITES: of the group's points
    int counts[TILE_POINTS]; // pairs of each point
#if EMIT_IMAGES
    __global nf_shift *images;
    ulong first_image; // as first_pair
#endif
};

#define EMIT_OF(tiles)                                                                                       \
    {                                                                                                        \
        bases, nf_kept_at(buffer, kept_entries, tiles), chunk_room, pairs, first_pair, capacity, index,      \
            QUERY_INDEX(&cloud), 0, 0, {0, 0, 0, 0}, 0, 0, {{0, 0, 0, 0}}, {0} PAIRS_IMAGES_OF               \
    }

// ---- lists ----------------------------------------------------------------------------------------------------------

// Appends to a point's list its partners among the 16 candidates from k on; always writes 16 entries.  It appends the caller's
// indices with WIDE_SQUEEZE, otherwise positions in the order, which nf_list replaces.
static inline __global int *nf_append(__global int *list, int k, uint bits, __global const uint *index,
                                      __global const uchar8 *places) {
#ifdef WIDE_SQUEEZE
    (void)places;
    STORE_INT16(list, WIDE_SQUEEZE(LOAD_INT16((__global const int *)index + k), bits));
    return list + popcount(bits);
#else
    (void)index;
    STORE_INT8(list, convert_int8(places[bits & 255]) + k);
    list += popcount(bits & 255);
    STORE_INT8(list, convert_int8(places[bits >> 8]) + (k + 8));
    return list + popcount(bits >> 8);
#endif
}

// Appends the pairs of a group's entries to the lists of its points, as indices of the caller, and adds to their lengths.  The
// lengths are 0 where the tile begins.
static inline void nf_list(nf_entries entries, uint points, __global const uint *restrict index,
                           __global const uchar8 *places, __global int *lists, int *counts) {
    __global int *end[4];
    UNROLL
    for (uint p = 0; p < 4; p++) end[p] = lists + p * LIST_STRIDE + (p < points ? counts[p] : 0);
    for (uint e = 0; e < entries.room; e++) {
        const ulong mask = entries.masks[e];
        const int k = (int)entries.at[e];
        UNROLL
        for (uint p = 0; p < 4; p++)
            end[p] = nf_append(end[p], k, (uint)(mask >> 16 * p) & 0xffff, index, places);
    }
    for (uint p = 0; p < points; p++) {
        __global int *restrict list = lists + p * LIST_STRIDE;
        const int count = (int)(end[p] - list);
#ifndef WIDE_SQUEEZE
        for (int i = counts[p]; i < count; i++) list[i] = (int)index[list[i]];
#endif
        counts[p] = count;
    }
}

static inline void nf_places(__global uchar8 *places) {
    for (uint byte = 0; byte < 256; byte++) {
        uint count = 0;
        for (uint bit = 0; bit < 8; bit++) {
            ((__global uchar *)(places + byte))[count] = (uchar)bit;
            count += byte >> bit & 1;
        }
    }
}

// ---- what the walk finds --------------------------------------------------------------------------------------------

static inline void nf_emit_group(nf_emitter *emitter, int pass, uint lane) {
    if (pass == PASS_WRITES)
        for (uint p = 0; p < 4; p++)
            emitter->course[p] =
                nf_course_at(emitter->counts, min(lane + p, TILE_POINTS - 1u), 0, emitter->base);
}

static inline nf_entries nf_emit_entries(const nf_emitter *emitter, int pass, __global nf_room *room) {
    (void)emitter, (void)pass;
    return nf_room_entries(room);
}

static inline void nf_put_one(nf_emitter *emitter, nf_course *course, uint lane, int own, int partner,
                              nf_shift shift) {
    (void)shift;
    if (course->turn == course->until)
        *course = nf_course_at(emitter->counts, lane, course->turn, emitter->base);
    if (course->to < emitter->capacity) {
        emitter->pairs[emitter->first_pair + course->to] = nf_pair(own, partner);
#if EMIT_IMAGES
        emitter->images[emitter->first_image + course->to] = nf_pair_image(own, partner, shift);
#endif
    }
    course->to += course->step;
    course->turn++;
}

static inline void nf_emit_masked(nf_emitter *emitter, int pass, const nf_group *group, uint lane,
                                  nf_entries entries, ulong found) {
    __global const uint *index = emitter->index;
    (void)found;
    if (pass == PASS_LISTS) {
        nf_list(entries, group->count, index, emitter->room->places,
                emitter->room->lists + lane * LIST_STRIDE, emitter->counts + lane);
        return;
    }
    for (uint p = 0; p < group->count; p++)
        for (uint e = 0; e < entries.room; e++) {
            uint bits = (uint)(entries.masks[e] >> 16 * p) & 0xffff;
            if (pass == PASS_COUNTS) emitter->counts[lane + p] += (int)popcount(bits);
            else
                for (; bits; bits &= bits - 1)
                    nf_put_one(
                        emitter, emitter->course + p, lane + p, (int)emitter->query_index[group->first + p],
                        (int)index[entries.at[e] + 31 - clz(bits & (0 - bits))], ENTRY_SHIFT(entries, e));
        }
}

// ---- tiles ----------------------------------------------------------------------------------------------------------

WIDE_APART void nf_put_large(nf_emitter *emitter, const nf_walk_cloud *view, uint tile,
                             __global nf_room *room) {
    emitter->base = emitter->bases[tile];
    nf_walk(view, tile, PASS_COUNTS, emitter, room);
    nf_walk(view, tile, PASS_WRITES, emitter, room);
}

// The lists of a tile and their lengths, from stored decisions or decided again.
WIDE_APART void nf_list_tile(nf_emitter *emitter, const nf_walk_cloud *view, uint tile,
                             __global nf_room *room) {
    const uint count = min(TILE_END(view) - TILE_FIRST(view, tile), (uint)TILE_POINTS),
               at = emitter->kept.tiles[tile];
    if (at == KEPT_NOT) {
        nf_walk(view, tile, PASS_LISTS, emitter, room);
        return;
    }
    __global const uint *heads = emitter->kept.heads + (ulong)tile * TILE_POINTS;
    nf_entries entries = ENTRIES(emitter->kept.masks + emitter->chunk_first + at,
                                 emitter->kept.at + emitter->chunk_first + at, 0, 0);
    for (uint lane = 0; lane < count; heads++) {
        entries.room = HEAD_ENTRIES(*heads);
        nf_list(entries, HEAD_POINTS(*heads), emitter->index, room->emit.places,
                room->emit.lists + lane * LIST_STRIDE, emitter->counts + lane);
        entries.masks += entries.room;
        entries.at += entries.room;
        lane += HEAD_POINTS(*heads);
    }
}

static inline void nf_emit_begin(nf_emitter *emitter, __global nf_room *room) {
    emitter->room = &room->emit;
    nf_places(room->emit.places);
    for (uint t = 0; t < LIST + 16; t++) room->emit.leave[t] = 0;
}

static inline void nf_emit_chunk(nf_emitter *emitter, uint chunk) {
    emitter->chunk_first = (ulong)chunk * emitter->chunk_room;
    emitter->open = 0;
}

static inline void nf_emit_chunk_end(nf_emitter *emitter) {
    if (emitter->open) nf_window_close(&emitter->window);
    emitter->open = 0;
}

static inline void nf_emit_tile(nf_emitter *emitter, const nf_walk_cloud *view, uint tile,
                                __global nf_room *room) {
    int own[TILE_POINTS];
    for (uint l = 0; l < TILE_POINTS; l++) {
        emitter->counts[l] = 0;
        const uint p = TILE_FIRST(view, tile) + l;
        own[l] = p < TILE_END(view) ? (int)emitter->query_index[p] : 0;
    }
    if (EMIT_IMAGES || emitter->kept.tiles[tile] == KEPT_LARGE ||
        emitter->bases[tile + 1] > emitter->capacity) {
        nf_emit_chunk_end(emitter);
        if (emitter->bases[tile] < emitter->capacity) nf_put_large(emitter, view, tile, room);
        return;
    }
    if (!emitter->open)
        emitter->window =
            nf_window_open(room->emit.window, emitter->pairs + (emitter->first_pair + emitter->bases[tile]));
    emitter->open = 1;
    nf_list_tile(emitter, view, tile, room);
    nf_put_tile(room->emit.lists, emitter->counts, own, room->emit.leave, &emitter->window);
}
