// Writes the partners of each point to its row.
//   offsets[n + 1] --search--> indices[total], those below `capacity`; and images[total] of the partners
//   EMIT_IMAGES  1: the images are written
//   nf_keeps  is in a part such as keep_all.cl
#pragma once
#if defined(EMIT_WORDS)
#error "emit_rows.cl: the program has an emitter already"
#endif
#if !defined(nf_keeps)
#error "emit_rows.cl needs a decision, a part before it"
#endif
#define EMIT_WORDS 0
#include "search/walk.cl"

#if EMIT_IMAGES
#define EMIT_PARAMETERS                                                                                      \
    __global const ulong *restrict offsets, ulong first_offset, __global int *restrict indices,              \
        ulong first_index, ulong capacity, __global nf_shift *restrict images
#define EMIT_OF                                                                                              \
    { indices + first_index, offsets[first_offset + point.index], capacity, images }
#else
#define EMIT_PARAMETERS                                                                                      \
    __global const ulong *restrict offsets, ulong first_offset, __global int *restrict indices,              \
        ulong first_index, ulong capacity
#define EMIT_OF                                                                                              \
    { indices + first_index, offsets[first_offset + point.index], capacity }
#endif

typedef struct nf_emitter {
    __global int *indices;
    ulong to, capacity;
#if EMIT_IMAGES
    __global nf_shift *images;
#endif
} nf_emitter;

#define emit_asks(again) 1

static inline void emit_alone(nf_emitter *emitter, const walk_cloud *cloud, const nf_point *point,
                              uint number, nf_shift shift) {
    (void)cloud, (void)point, (void)shift;
    if (!nf_keeps((uint)point->index, number, shift)) return;
    if (emitter->to < emitter->capacity) {
        emitter->indices[emitter->to] = (int)number;
#if EMIT_IMAGES
        emitter->images[emitter->to] = shift;
#endif
    }
    emitter->to++;
}

TOGETHER void emit_masked(nf_emitter *emitter, int again, const walk_cloud *cloud, const nf_point *point,
                          uint mask, uint first, __local walk_room *room) {
    (void)again;
    for (; mask; mask ^= 0x80000000u >> clz(mask))
        emit_alone(emitter, cloud, point, walk_partner(room, first, clz(mask)),
                   walk_shift(room, first, clz(mask)));
}

TOGETHER void emit_close(const nf_emitter *emitter, const walk_cloud *cloud, const nf_point *point, uint tile,
                         int walked, uint found, uint kept, __local walk_room *room) {
    (void)emitter, (void)cloud, (void)point, (void)tile, (void)walked, (void)found, (void)kept, (void)room;
}
