/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Integer helpers for sizes; none overflows. */
#ifndef NF_CORE_WHOLE_H
#define NF_CORE_WHOLE_H

#include <stdint.h>

static inline uint64_t nf_min(uint64_t a, uint64_t b) { return a < b ? a : b; }
static inline uint64_t nf_max(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* a / b, rounded up. */
static inline uint64_t nf_ceiling(uint64_t a, uint64_t b) { return a / b + (a % b != 0); }

/* The number of bits of `a`; 0 for 0. */
static inline int nf_bits(uint64_t a) {
    int bits = 0;
    while (bits < 64 && a >> bits) bits++;
    return bits;
}

/* The number of bits of an index below n, at least one. */
static inline int nf_index_bits(uint64_t n) { return n > 2 ? nf_bits(n - 1) : 1; }

#endif
