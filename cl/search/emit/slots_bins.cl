// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The counts of a histogram of distances: one for each bin.
//   SLOT_PARAMETERS, SLOT_MEMBERS, SLOT_PASS   what an emitter takes for them, and has
//   SLOT               the type of a slot, the number of a count
//   SLOTS(emitter)     the number of counts
//   SLOTS_FIT(emitter, room)         1 if counts are collected in a memory with so much room
//   nf_slot_of(emitter, i, j, shift, bin)   the count of the pair of query point i and point j; `bin` is computed only if it is used
//   SLOT_IS(emitter, slot)           0: the pair has no count
//   nf_slot_add(counts, slot)        adds 1 to it, where others may add to it at the same time
#pragma once
#include "search/emit/counts.cl"
#if defined(SLOT_PARAMETERS)
#error "slots_bins.cl: the program has slots already"
#endif
#define BINNED
#define SLOT_PARAMETERS , __global const real *restrict edges, real per_r2, uint bins
#define SLOT_MEMBERS                                                                                         \
    __global const real *edges;                                                                              \
    real per_r2;                                                                                             \
    uint bins;
#define SLOT_PASS                             , edges, per_r2, bins
#define SLOT                                  uint
#define SLOTS(emitter)                        ((emitter)->bins)
#define SLOTS_FIT(emitter, room)              (SLOTS(emitter) <= (room))
#define SLOT_IS(emitter, slot)                1
#define nf_slot_add(counts, slot)             nf_count_add(counts, slot, 1)
#define nf_slot_of(emitter, i, j, shift, bin) (bin)
