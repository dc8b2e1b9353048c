// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// For test_emitters.c: the sums of emit_sums.cl, on CPUs.
#pragma once
#if defined(EMIT_PARAMETERS)
#error "emit_sums_cpu.cl: the program has an emitter already"
#endif
#define EMIT_PARAMETERS __global uint *sums
#define BINS            16
#include "search/walk/walk_wide.cl"

struct nf_emitter {
    nf_walk_cloud cloud;
    __global uint *sums;
};

#define EMIT_OF(tiles)                                                                                       \
    { WALK_CLOUD_OF, sums }

static inline void nf_emit_group(nf_emitter *emitter, int pass, uint lane) {
    (void)emitter, (void)pass, (void)lane;
}

static inline nf_entries nf_emit_entries(const nf_emitter *emitter, int pass, __global nf_room *room) {
    (void)emitter, (void)pass;
    return nf_room_entries(room);
}

static inline real coordinate(const nf_walk_cloud *cloud, int axis, uint p) {
    return axis < DIMS ? cloud->axes[(ulong)axis * cloud->stride + p] : 0;
}

static inline void add_pair(const nf_emitter *emitter, uint p, uint q) {
    const nf_walk_cloud *cloud = &emitter->cloud;
    const real d2 = nf_distance2(coordinate(cloud, 0, p), coordinate(cloud, 1, p), coordinate(cloud, 2, p),
                                 coordinate(cloud, 0, q), coordinate(cloud, 1, q), coordinate(cloud, 2, q),
                                 NF_VECTOR_NONE, cloud->scale);
    const uint i = cloud->index[p], j = cloud->index[q];
    uint bin = 0;
    while (bin + 1 < BINS && d2 >= cloud->r2 * ((real)(bin + 1) / BINS)) bin++;
    atomic_xor(emitter->sums + 1, min(i, j) * 2654435761u ^ max(i, j) * 2246822519u);
    atomic_inc(emitter->sums + 2 + bin);
}

static inline void nf_emit_masked(nf_emitter *emitter, int pass, const nf_group *group, uint lane,
                                  nf_entries entries, ulong found) {
    (void)pass, (void)lane;
    atomic_add(emitter->sums, (uint)found);
    for (uint e = 0; e < entries.room; e++)
        for (ulong mask = entries.masks[e]; mask; mask &= mask - 1) {
            const uint bit = 63 - (uint)clz(mask & (0 - mask));
            add_pair(emitter, group->first + bit / 16, entries.at[e] + bit % 16);
        }
}

static inline void nf_emit_begin(nf_emitter *emitter, __global nf_room *room) { (void)emitter, (void)room; }
static inline void nf_emit_chunk(nf_emitter *emitter, uint chunk) { (void)emitter, (void)chunk; }
static inline void nf_emit_chunk_end(nf_emitter *emitter) { (void)emitter; }
static inline void nf_emit_tile(nf_emitter *emitter, const nf_walk_cloud *cloud, uint tile,
                                __global nf_room *room) {
    nf_walk(cloud, tile, 0, emitter, room);
}
