// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Sums a pair function over the partners of each point, for CPUs: emit_sums.cl.  D is the difference of the points as they are in order, folded into a
// periodic box, and the vector of their image.  The masks of this walk leave out the point itself (own_full.cl).
#pragma once
#if defined(EMIT_PARAMETERS)
#error "emit_sums_cpu.cl: the program has an emitter already"
#endif
#include "interact/apply.cl"
#include "search/walk/walk_wide.cl"
#include "interact/cutoff.cl"

#define EMIT_PARAMETERS FUNCTION_PARAMETERS
#define EMIT_OF(tiles)  nf_emitter_of(carried, own_carried, PARAMETERS_OF, SUM_ARRAYS_OF)

struct nf_emitter {
    nf_walk_cloud cloud;
    __global const real *carried, *own_carried;
    parameters given, at; // of the call, and for the tile
    nf_sum_arrays arrays;
    nf_vector image;
    uint first, count; // of the group whose sums are in `found`
    sums found[4];
    fields own[4];
};

static inline nf_emitter nf_emitter_of(__global const real *restrict carried,
                                       __global const real *restrict own_carried, parameters given,
                                       nf_sum_arrays arrays) {
    nf_emitter emitter;
    emitter.carried = carried;
    emitter.own_carried = own_carried;
    emitter.given = given;
    emitter.arrays = arrays;
    emitter.count = 0;
    return emitter;
}

// Writes the sums of the group.
static inline void nf_group_put(nf_emitter *emitter) {
    for (uint p = 0; p < emitter->count; p++)
        nf_sums_put(&emitter->arrays, QUERY_INDEX(&emitter->cloud)[emitter->first + p], &emitter->found[p]);
    emitter->count = 0;
}

static inline void nf_emit_group(nf_emitter *emitter, int pass, uint lane) {
    (void)pass, (void)lane;
    nf_group_put(emitter);
    for (uint p = 0; p < 4; p++) emitter->found[p] = nf_sums_none();
}

static inline nf_entries nf_emit_entries(const nf_emitter *emitter, int pass, __global nf_room *room) {
    (void)emitter, (void)pass;
    return nf_room_entries(room);
}

// Position q of the order acts on point `at` of the group, which is at position p of the query points.
static inline void nf_pair_add(nf_emitter *emitter, uint at, uint p, uint q) {
    const nf_walk_cloud *cloud = &emitter->cloud;
    __global const real *x = cloud->axes, *y = x + cloud->stride, *z = y + cloud->stride;
    __global const real *own = QUERY_AXES(cloud) + p;
    const vector D = {displacement(0, own[0], x[q], emitter->image),
                      DIMS > 1 ? displacement(1, own[QUERY_STRIDE(cloud)], y[q], emitter->image) : 0,
                      DIMS > 2 ? displacement(2, own[2 * QUERY_STRIDE(cloud)], z[q], emitter->image) : 0};
    const fields theirs = nf_fields_of(emitter->carried, cloud->index[q]);
    nf_apply(&emitter->own[at], &theirs, D, &emitter->at, &emitter->found[at]);
}

static inline void nf_emit_masked(nf_emitter *emitter, int pass, const nf_group *group, uint lane,
                                  nf_entries entries, ulong found) {
    (void)pass, (void)lane, (void)found;
    emitter->first = group->first;
    if (!emitter->count)
        for (uint p = 0; p < group->count; p++)
            emitter->own[p] =
                nf_fields_of(emitter->own_carried, QUERY_INDEX(&emitter->cloud)[group->first + p]);
    emitter->count = group->count;
    for (uint e = 0; e < entries.room; e++) {
#if SHIFTS
        const nf_shift shift = ENTRY_SHIFT(entries, e);
        if (e == 0 || shift != ENTRY_SHIFT(entries, e - 1)) {
            int m[3];
            nf_shift_image(emitter->cloud.grid, shift, m);
            emitter->image = nf_vector_of(&emitter->cloud.grid->lattice, m);
        }
#endif
        for (ulong mask = entries.masks[e]; mask; mask &= mask - 1) {
            const uint bit = 63 - (uint)clz(mask & (0 - mask));
            nf_pair_add(emitter, bit / 16, group->first + bit / 16, entries.at[e] + bit % 16);
        }
    }
}

static inline void nf_emit_begin(nf_emitter *emitter, __global nf_room *room) { (void)emitter, (void)room; }
static inline void nf_emit_chunk(nf_emitter *emitter, uint chunk) { (void)emitter, (void)chunk; }
static inline void nf_emit_chunk_end(nf_emitter *emitter) { (void)emitter; }

static inline void nf_emit_tile(nf_emitter *emitter, const nf_walk_cloud *cloud, uint tile,
                                __global nf_room *room) {
    emitter->cloud = *cloud;
    emitter->at = nf_parameters_at(cloud, emitter->given);
    nf_walk(cloud, tile, 0, emitter, room);
    nf_group_put(emitter);
}
