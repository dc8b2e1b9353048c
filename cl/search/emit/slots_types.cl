// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The counts of a histogram for each pair of types (slots_bins.cl): counts[type of i][type of j][bin].
// With query points i is one; otherwise pairs are unordered, and the smaller type comes first.  A pair with a type that is not below
// type_count is not counted.
#pragma once
#include "search/queries.cl"
#include "search/emit/counts.cl"
#if defined(SLOT_PARAMETERS)
#error "slots_types.cl: the program has slots already"
#endif
#define BINNED
#define SLOT_PARAMETERS                                                                                      \
    , __global const real *restrict edges, real per_r2, uint bins,                                           \
        __global const uint *restrict slot_own_types, ulong first_slot_own_type,                             \
        __global const uint *restrict slot_types, ulong first_slot_type, uint slot_type_count
#define SLOT_MEMBERS                                                                                         \
    __global const real *edges;                                                                              \
    real per_r2;                                                                                             \
    uint bins;                                                                                               \
    __global const uint *own_types, *types;                                                                  \
    uint type_count;
#define SLOT_PASS                                                                                            \
    , edges, per_r2, bins, slot_own_types + first_slot_own_type, slot_types + first_slot_type, slot_type_count
#define SLOT                      uint
#define SLOTS(emitter)            ((emitter)->type_count * (emitter)->type_count * (emitter)->bins)
#define SLOTS_FIT(emitter, room)  (SLOTS(emitter) <= (room))
#define SLOT_IS(emitter, slot)    ((slot) != ~0u)
#define nf_slot_add(counts, slot) nf_count_add(counts, slot, 1)
#define nf_slot_of(emitter, i, j, shift, bin)                                                                \
    nf_slot_of_types((emitter)->own_types[i], (emitter)->types[j], (emitter)->type_count, (emitter)->bins,   \
                     bin)

static inline uint nf_slot_of_types(uint own, uint other, uint type_count, uint bins, uint bin) {
    const uint first = QUERIES ? own : min(own, other), second = QUERIES ? other : max(own, other);
    return first < type_count && second < type_count ? (first * type_count + second) * bins + bin : ~0u;
}
