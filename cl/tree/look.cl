// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// What a look at points finds: their span of levels (space/zorder.cl), the largest magnitude, and whether one is bad.
//   GROUP  as in each.cl      REAL64  1: double, 0: float      DIMS  1 to 8
#pragma once
#include "space/zorder.cl"
#include "tree/found.cl"

#if REAL64
typedef ulong z_word; // the bits of a coordinate
#define Z_SIGN ((z_word)1 << 63)
#else
typedef uint z_word;
#define Z_SIGN ((z_word)1 << 31)
#endif

// The points that a work-item has seen: the first of all, the bits in which others differ from it, and the largest magnitude.
typedef struct z_seen {
    z_word first[DIMS], differ[DIMS], most[DIMS];
} z_seen;

// Zeros of both signs are one.
static inline z_word z_word_of(z_word word) { return word == Z_SIGN ? 0 : word; }

static inline void z_see_first(z_seen *seen, uint a, z_word word) {
    seen->first[a] = z_word_of(word);
    seen->differ[a] = 0;
    seen->most[a] = seen->first[a] & ~Z_SIGN;
}

static inline void z_see(z_seen *seen, uint a, z_word word) {
    seen->differ[a] |= z_word_of(word) ^ seen->first[a];
    seen->most[a] = max(seen->most[a], word & ~Z_SIGN);
}

// Bits of a coordinate in which others differ from it, and the largest magnitude of all, give their span: in what exponents or signs
// leave open, the highest bit of the largest number, and otherwise the highest bit that differs.
static inline nf_z_span z_span_of(z_word own, z_word differ, z_word most) {
    const nf_z a = nf_z_of(own, REAL64), top = nf_z_of(most, REAL64);
    nf_z_span span;
    span.signs = (differ & Z_SIGN) != 0;
    span.level = nf_z_top(top);
    if (!span.signs) {
        if (!nf_z_exponent(differ, REAL64)) span.level = nf_z_level(a, nf_z_of(own ^ differ, REAL64), REAL64);
    }
    return span;
}

// What is found in words like those of the state.
static inline void z_find_span(const z_seen *seen, uint *found) {
    nf_z_span span = {0, 0};
    for (uint a = 0; a < DIMS; a++)
        span = nf_z_join(span, z_span_of(seen->first[a], seen->differ[a], seen->most[a]));
    found[Z_LEVEL] = (uint)span.level;
    found[Z_SIGNS] = (uint)span.signs;
}

// Returns 1 if one of the numbers is not finite: then each point is to be asked.
static inline int z_find_top(const z_word *most, uint *found) {
    int is_bad = 0;
    for (uint a = 0; a < DIMS; a++) {
        is_bad |= !nf_z_is_finite(most[a], REAL64);
        found[Z_TOP] = max(found[Z_TOP], (uint)nf_z_top(nf_z_of(most[a], REAL64)));
    }
    return is_bad;
}

static inline void z_find_bad(z_word word, ulong p, uint *found) {
    if (!nf_z_is_finite(word & ~Z_SIGN, REAL64)) found[Z_BAD] = max(found[Z_BAD], ~(uint)p);
}

// Raises the words of the state to what the work-items of a group found.  Most find nothing in most words, which needs no atomics.
static inline void z_raise(const uint *found, volatile __local uint *all, volatile __global uint *state) {
    const uint own = (uint)get_local_id(0);
    for (uint k = own; k < Z_WORDS; k += GROUP) all[k] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < Z_WORDS; k++)
        if (found[k]) atomic_max(all + k, found[k]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = own; k < Z_WORDS; k += GROUP)
        if (all[k]) atomic_max(state + k, all[k]);
}
