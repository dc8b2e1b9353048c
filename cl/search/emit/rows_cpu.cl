// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Writes the partners of each point to its row, for CPUs; or counts them.
//   offsets[n + 1] --search--> indices[total], those below `capacity`
//   ROWS_COUNT  defined: the emitter counts, and `offsets` receives the numbers of partners
//   nf_keeps    is in a part such as keep_all.cl
#pragma once
#if defined(EMIT_PARAMETERS)
#error "emit/rows_cpu.cl: the program has an emitter already"
#endif
#if !defined(nf_keeps)
#error "emit/rows_cpu.cl needs a decision, a part before it"
#endif
#ifdef ROWS_COUNT
#define EMIT_PARAMETERS __global ulong *offsets, ulong first_offset
#define EMIT_OF(tiles)                                                                                       \
    {                                                                                                        \
        offsets, first_offset, 0, 0, index, QUERY_INDEX(&cloud), 0, 0, { 0, 0, 0, 0 }                        \
    }
#else
#if EMIT_IMAGES
#define ROWS_IMAGES , __global nf_shift *images
#else
#define ROWS_IMAGES
#endif
#define EMIT_PARAMETERS                                                                                      \
    __global ulong *offsets, ulong first_offset, __global int *indices, ulong first_index,                   \
        ulong capacity ROWS_IMAGES
#define EMIT_OF(tiles)                                                                                       \
    {                                                                                                        \
        offsets, first_offset, indices + first_index, capacity, index, QUERY_INDEX(&cloud), 0, 0,            \
            {0, 0, 0, 0} ROWS_IMAGES_OF                                                                      \
    }
#if EMIT_IMAGES
#define ROWS_IMAGES_OF , images
#else
#define ROWS_IMAGES_OF
#endif
#endif
#include "search/walk/walk_wide.cl"

// The number of the row of the point at `p` in order: its index, or with CELL_ORDER p.
#if CELL_ORDER
#define ROW_AT(emitter, p) (p)
#else
#define ROW_AT(emitter, p) (emitter)->query_index[p]
#endif

struct nf_emitter {
    __global ulong *offsets;
    ulong first_offset; // where that of index 0 would be, modulo 2^64, if only some query points are walked
    __global int *indices;
    ulong capacity;
    __global const uint *index, *query_index;
    uint first, end; // of the tile
    ulong to[4];     // of the group's points: where the next partner goes, or the number of partners
#if EMIT_IMAGES && !defined(ROWS_COUNT)
    __global nf_shift *images;
#endif
};

static inline void nf_emit_group(nf_emitter *emitter, int pass, uint lane) {
    (void)pass;
    for (uint p = 0; p < 4; p++) {
#ifdef ROWS_COUNT
        (void)lane;
        emitter->to[p] = 0;
#else
        const uint at = min(emitter->first + lane + p, emitter->end - 1);
        emitter->to[p] = emitter->offsets[emitter->first_offset + ROW_AT(emitter, at)];
#endif
    }
}

static inline nf_entries nf_emit_entries(const nf_emitter *emitter, int pass, __global nf_room *room) {
    (void)emitter, (void)pass;
    return nf_room_entries(room);
}

static inline void nf_emit_row(nf_emitter *emitter, uint p, uint own, uint number, nf_shift shift) {
    (void)own, (void)shift;
    if (!nf_keeps(own, number, shift)) return;
#ifndef ROWS_COUNT
    if (emitter->to[p] < emitter->capacity) {
        emitter->indices[emitter->to[p]] = (int)number;
#if EMIT_IMAGES
        emitter->images[emitter->to[p]] = shift;
#endif
    }
#endif
    emitter->to[p]++;
}

static inline void nf_emit_masked(nf_emitter *emitter, int pass, const nf_group *group, uint lane,
                                  nf_entries entries, ulong found) {
    (void)pass, (void)lane, (void)found;
    for (uint p = 0; p < group->count; p++)
        for (uint e = 0; e < entries.room; e++) {
            uint bits = (uint)(entries.masks[e] >> 16 * p) & 0xffff;
#if defined(ROWS_COUNT) && defined(KEEPS_ALL)
            emitter->to[p] += popcount(bits);
#else
            for (; bits; bits &= bits - 1)
                nf_emit_row(emitter, p, emitter->query_index[group->first + p],
                            emitter->index[entries.at[e] + 31 - clz(bits & (0 - bits))],
                            ENTRY_SHIFT(entries, e));
#endif
        }
#ifdef ROWS_COUNT
    if (nf_is_decided(group))
        for (uint p = 0; p < group->count; p++)
            emitter->offsets[emitter->first_offset + ROW_AT(emitter, group->first + p)] = emitter->to[p];
#endif
}

static inline void nf_emit_begin(nf_emitter *emitter, __global nf_room *room) { (void)emitter, (void)room; }
static inline void nf_emit_chunk(nf_emitter *emitter, uint chunk) { (void)emitter, (void)chunk; }
static inline void nf_emit_chunk_end(nf_emitter *emitter) { (void)emitter; }
static inline void nf_emit_tile(nf_emitter *emitter, const nf_walk_cloud *cloud, uint tile,
                                __global nf_room *room) {
    emitter->first = TILE_FIRST(cloud, tile);
    emitter->end = TILE_END(cloud);
    nf_walk(cloud, tile, 0, emitter, room);
}
