// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The order of neighbours.
#pragma once
#include "tree/nodes.cl"

static inline int nf_is_before(real d2, uint index, real other_d2, uint other) {
    return d2 < other_d2 || (d2 == other_d2 && index < other);
}

// The leading 32 bits of d2: an integer with the order of d2.
#if REAL64
#define NF_HIGH(d2) ((int)(as_ulong(d2) >> 32))
#else
#define NF_HIGH(d2) as_int(d2)
#endif
