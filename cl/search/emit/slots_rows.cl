// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The numbers of neighbours of each type that each point has (slots_bins.cl): counts[i][type of j], each below 2^32.  A point whose type
// is not below type_count is not counted.  Counts are not collected in a smaller memory, as each is added to by one point alone.
#pragma once
#include "search/queries.cl"
#if defined(SLOT_PARAMETERS)
#error "slots_rows.cl: the program has slots already"
#endif
#define SLOT_PARAMETERS                                                                                      \
    , __global const uint *restrict slot_types, ulong first_slot_type, uint slot_type_count
#define SLOT_MEMBERS                                                                                         \
    __global const uint *types;                                                                              \
    uint type_count;
#define SLOT_PASS                 , slot_types + first_slot_type, slot_type_count
#define SLOT                      ulong
#define SLOTS(emitter)            0
#define SLOTS_FIT(emitter, room)  0
#define SLOT_IS(emitter, slot)    ((slot) != ~0UL)
#define nf_slot_add(counts, slot) atomic_inc((counts) + 2 * (slot))
#define nf_slot_of(emitter, i, j, shift, bin)                                                                \
    nf_slot_of_row((emitter)->types[j], (emitter)->type_count, i, j, shift)

static inline ulong nf_slot_of_row(uint type, uint type_count, uint i, uint j, nf_shift shift) {
    const int is_own = !QUERIES && i == j && shift == NF_SHIFT_NONE; // the point itself
    return is_own || type >= type_count ? ~0UL : (ulong)i * type_count + type;
}
