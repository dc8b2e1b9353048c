// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Counts pairs, on CPUs: emit/histogram.cl.  A work-item has counts of its own if there is room for all, and adds them to those of
// all after each chunk.
#pragma once
#if defined(EMIT_PARAMETERS)
#error "emit/histogram_cpu.cl: the program has an emitter already"
#endif
#if !defined(SLOT_PARAMETERS)
#error "emit/histogram_cpu.cl needs slots, a part before it"
#endif
#define EMIT_PARAMETERS __global ulong *restrict counts, ulong first_count SLOT_PARAMETERS ADDS_PARAMETERS
#define HISTOGRAM_ROOM  (18 * LIST) // as large as the memory of emit/pairs_cpu.cl, for which the host has room
typedef struct nf_counts {
    ulong of[HISTOGRAM_ROOM];
} nf_counts;
#define EMIT_ROOM nf_counts
#include "search/walk/walk_wide.cl"
#include "search/emit/counts.cl"
#include "space/bins.cl"

#ifndef NF_BIN
#define NF_BIN nf_bin_of
#endif
#ifndef ADDS_PARAMETERS
#include "search/adds_one.cl"
#endif

struct nf_emitter {
    nf_walk_cloud cloud;
    volatile __global uint *counts;
    __global ulong *own; // NULL: there is no room for all counts
    nf_vector vector;    // of the present image
    real blur;           // the most by which squared distances of folded points are off
    SLOT_MEMBERS
    ADDS_MEMBERS
};

#define EMIT_OF(tiles)                                                                                       \
    { cloud, (__global uint *)(counts + first_count), 0, NF_VECTOR_NONE, 0 SLOT_PASS ADDS_PASS }

static inline void nf_emit_group(nf_emitter *emitter, int pass, uint lane) {
    (void)emitter, (void)pass, (void)lane;
}

static inline nf_entries nf_emit_entries(const nf_emitter *emitter, int pass, __global nf_room *room) {
    (void)emitter, (void)pass;
    return nf_room_entries(room);
}

#ifdef BINNED
// The bin of query point p and point q of the orders, q in the image `shift`, which adds `vector`.
static inline uint nf_found_bin(const nf_emitter *emitter, uint p, uint q, nf_shift shift, nf_vector vector) {
    const nf_walk_cloud *cloud = &emitter->cloud;
    __global const real *x = cloud->axes, *y = x + cloud->stride, *z = y + cloud->stride;
    __global const real *own = QUERY_AXES(cloud) + p, *edges = emitter->edges;
    const real d2 = nf_distance2(own[0], DIMS > 1 ? own[QUERY_STRIDE(cloud)] : 0,
                                 DIMS > 2 ? own[2 * QUERY_STRIDE(cloud)] : 0, x[q], DIMS > 1 ? y[q] : 0,
                                 DIMS > 2 ? z[q] : 0, vector, cloud->scale);
    const uint bin = NF_BIN(edges, emitter->per_r2, emitter->bins, d2);
#if SHIFTS
    // Folded points are rounded: close to an edge the points as given decide, as in nf_near_images.
    if (emitter->blur > 0 && (d2 < edges[bin] + emitter->blur || d2 + emitter->blur >= edges[bin + 1]))
        return NF_BIN(edges, emitter->per_r2, emitter->bins,
                      nf_given_distance2(cloud, QUERY_INDEX(cloud)[p], cloud->index[q], shift));
#else
    (void)shift;
#endif
    return bin;
}
#endif

static inline void nf_emit_masked(nf_emitter *emitter, int pass, const nf_group *group, uint lane,
                                  nf_entries entries, ulong found) {
    (void)pass, (void)lane, (void)found;
    for (uint e = 0; e < entries.room; e++) {
        const nf_shift shift = ENTRY_SHIFT(entries, e);
#if SHIFTS
        if (e == 0 || shift != ENTRY_SHIFT(entries, e - 1)) {
            int m[3];
            nf_shift_image(emitter->cloud.grid, shift, m);
            emitter->vector = nf_vector_of(&emitter->cloud.grid->lattice, m);
        }
#endif
        for (ulong mask = entries.masks[e]; mask; mask &= mask - 1) {
            const uint bit = 63 - (uint)clz(mask & (0 - mask));
            const uint p = group->first + bit / 16, q = entries.at[e] + bit % 16;
            const uint i = QUERY_INDEX(&emitter->cloud)[p], j = emitter->cloud.index[q];
            const SLOT slot =
                nf_slot_of(emitter, i, j, shift, nf_found_bin(emitter, p, q, shift, emitter->vector));
            (void)i, (void)j; // without types and weights
            if (!SLOT_IS(emitter, slot)) continue;
            if (emitter->own) {
                emitter->own[slot]++;
                nf_adds_own(emitter, slot, i, j);
            } else {
                nf_slot_add(emitter->counts, slot);
                nf_adds(emitter, slot, i, j);
            }
        }
    }
}

// Sets the cloud of a tile.
static inline void nf_histogram_of(nf_emitter *emitter, const nf_walk_cloud *cloud) {
    emitter->cloud = *cloud;
#if SHIFTS
    emitter->blur = 0;
    if (cloud->grid->lattice.wrapped > 0)
        emitter->blur = 2 * cloud->r2 * (cloud->grid->lattice.blur + cloud->grid->crossed);
#endif
}

static inline void nf_emit_begin(nf_emitter *emitter, __global nf_room *room) {
    if (!SYSTEMS) nf_histogram_of(emitter, &emitter->cloud);
    if (!SLOTS_FIT(emitter, HISTOGRAM_ROOM / ADDS_NUMBERS)) return;
    emitter->own = room->emit.of;
    for (uint b = 0; b < ADDS_NUMBERS * SLOTS(emitter); b++) emitter->own[b] = 0;
}

static inline void nf_emit_chunk(nf_emitter *emitter, uint chunk) { (void)emitter, (void)chunk; }

// A chunk has at most 2048 points with fewer than 2^31 pairs each, so that its counts may exceed 32 bits.
static inline void nf_emit_chunk_end(nf_emitter *emitter) {
    if (!emitter->own) return;
    for (uint b = 0; b < SLOTS(emitter); b++) {
        nf_count_add(emitter->counts, b, (uint)emitter->own[b]);
        if (emitter->own[b] >> 32) atomic_add(emitter->counts + 2 * b + 1, (uint)(emitter->own[b] >> 32));
        emitter->own[b] = 0;
        nf_adds_move_own(emitter, b);
    }
}

static inline void nf_emit_tile(nf_emitter *emitter, const nf_walk_cloud *cloud, uint tile,
                                __global nf_room *room) {
    if (SYSTEMS) nf_histogram_of(emitter, cloud);
    nf_walk(cloud, tile, 0, emitter, room);
}
