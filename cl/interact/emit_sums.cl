// Sums a pair function over the partners of each point, by the walk of the neighbour search.
//   --search--> a row of each array of sums for each query point
// D is that of the rule, from both points as given.
//   nf_keeps  is in a part such as keep_all.cl
#pragma once
#if defined(EMIT_WORDS)
#error "emit_sums.cl: the program has an emitter already"
#endif
#if !defined(nf_keeps)
#error "emit_sums.cl needs a decision, a part before it"
#endif
#define EMIT_WORDS 0
#define KEPT_PASSING
#include "interact/apply.cl" // first: it ends what holds for the function alone
#include "search/tally.cl"
#include "search/walk.cl"
#include "interact/cutoff.cl"

#define EMIT_PARAMETERS FUNCTION_PARAMETERS
#define EMIT_OF                                                                                              \
    nf_emitter_of(carried, nf_parameters_at(&cloud, PARAMETERS_OF), SUM_PLACES_OF,                           \
                  nf_fields_of(own_carried, (uint)point.index))

typedef struct nf_emitter {
    __global const real *carried;
    parameters given;
    nf_sum_places places;
    fields own;
    sums found;
} nf_emitter;

static inline nf_emitter nf_emitter_of(__global const real *restrict carried, parameters given,
                                       nf_sum_places places, fields own) {
    const nf_emitter emitter = {carried, given, places, own, nf_sums_none()};
    return emitter;
}

#define emit_asks(again) 1

static inline void emit_alone(nf_emitter *emitter, const walk_cloud *cloud, const nf_point *point,
                              uint number, nf_shift shift) {
    real own[3], other[3];
    if (!nf_keeps((uint)point->index, number, shift)) return;
    nf_point_given(QUERY_POINTS(cloud), (uint)point->index, own);
    nf_point_given(cloud->points, number, other);
#if SHIFTS
    const nf_vector image = nf_vector_between(RARE_GRID(cloud), shift, own, other);
#else
    const nf_vector image = NF_VECTOR_NONE;
    (void)shift;
#endif
    const vector D = {displacement(0, own[0], other[0], image), displacement(1, own[1], other[1], image),
                      displacement(2, own[2], other[2], image)};
    const fields theirs = nf_fields_of(emitter->carried, number);
    (void)image;
    nf_apply(&emitter->own, &theirs, D, &emitter->given, &emitter->found);
}

TOGETHER void emit_masked(nf_emitter *emitter, int again, const walk_cloud *cloud, const nf_point *point,
                          uint mask, uint first, __local walk_room *room) {
    (void)again;
    for (; mask; mask ^= 0x80000000u >> clz(mask))
        emit_alone(emitter, cloud, point, walk_partner(room, first, clz(mask)),
                   walk_shift(room, first, clz(mask)));
}

TOGETHER void emit_close(nf_emitter *emitter, const walk_cloud *cloud, const nf_point *point, uint tile,
                         int walked, uint found, uint kept, __local walk_room *room) {
    (void)cloud, (void)tile, (void)found, (void)kept, (void)room;
    if (walked && point->active) nf_sums_put(&emitter->places, (ulong)point->index, &emitter->found);
}
