// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// What a pair adds to its slot beside 1 to the count (adds_one.cl): the product of the weights of its points, to a sum of 128 bits
// (space/weights.cl).
//   pair_own_weights[i], pair_weights[j]   of query point i and of point j, as whole numbers
//   sums[slot][2], which must be zero before
// Sums are added to as words of 32 bits, from the lowest on: OpenCL C 1.2 has atomics of these only.  Devices are little-endian.
// In local memory they have 96 bits: a group adds 2^31 terms at most before it moves them.
#pragma once
#if defined(ADDS_PARAMETERS)
#error "adds_weights.cl: the program adds something else"
#endif
#include "space/weights.cl"
#define ADDS_PARAMETERS                                                                                      \
    , __global uint *restrict sums, __global const int *restrict pair_own_weights,                           \
        __global const int *restrict pair_weights
#define ADDS_MEMBERS                                                                                         \
    volatile __global uint *sums;                                                                            \
    __global const int *own_weights, *weights;
#define ADDS_PASS                    , sums, pair_own_weights, pair_weights
#define ADDS_WORDS                   4
#define ADDS_NUMBERS                 3
#define NF_SUM_WORDS                 4

#define nf_adds_term(emitter, i, j)  nf_weight_term((emitter)->own_weights[i], (emitter)->weights[j])
#define nf_adds_sum(emitter, slot)   ((emitter)->sums + NF_SUM_WORDS * (ulong)(slot))
#define nf_adds_of(emitter, slot)    ((emitter)->own + SLOTS(emitter) + 2 * (ulong)(slot))
#define nf_adds(emitter, slot, i, j) nf_sum_add(nf_adds_sum(emitter, slot), 0, nf_adds_term(emitter, i, j))
#define nf_adds_local(emitter, slot, i, j)                                                                   \
    nf_sum_add_local(nf_count_of(emitter, slot), ADDS_STRIDE, nf_adds_term(emitter, i, j))
#define nf_adds_own(emitter, slot, i, j) nf_weight_add(nf_adds_of(emitter, slot), nf_adds_term(emitter, i, j))
#define nf_adds_move_local(emitter, slot)                                                                    \
    nf_sum_move_local(nf_adds_sum(emitter, slot), nf_count_of(emitter, slot), ADDS_STRIDE)
#define nf_adds_move_own(emitter, slot) nf_sum_move(nf_adds_sum(emitter, slot), nf_adds_of(emitter, slot))

// What is left to add to the words after one that was `before` when the lower half of `more` was added to it.
static inline ulong nf_sum_left(ulong more, uint before) { return (more >> 32) + (before > ~(uint)more); }

// Adds a number to the words of a sum from `word` on.
static inline void nf_sum_add(volatile __global uint *sum, uint word, ulong more) {
    for (; more && word < NF_SUM_WORDS; word++)
        more = nf_sum_left(more, (uint)more ? atomic_add(sum + word, (uint)more) : 0);
}

// The same in local memory, where the words of a slot are behind its count, `stride` apart.
static inline void nf_sum_add_local(volatile __local uint *count, uint stride, ulong more) {
    for (uint word = 1; more && word < ADDS_WORDS; word++)
        more = nf_sum_left(more, (uint)more ? atomic_add(count + word * stride, (uint)more) : 0);
}

// Others may add to it meanwhile: each word is moved by itself.
static inline void nf_sum_move_local(volatile __global uint *sum, volatile __local uint *count, uint stride) {
    for (uint word = 1; word < ADDS_WORDS; word++)
        nf_sum_add(sum, word - 1, atomic_xchg(count + word * stride, 0));
}

static inline void nf_sum_move(volatile __global uint *sum, __global ulong *own) {
    for (uint part = 0; part < 2; part++) {
        nf_sum_add(sum, 2 * part, own[part]);
        own[part] = 0;
    }
}
