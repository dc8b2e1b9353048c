// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Groups as a forest: each slot has a parent in its group, with a smaller number; a root is its own parent.
// All work-items may unite groups at the same time: whatever a parent was at any time is of the same group and a smaller number, so that it does not
// matter if an old one is read or written again, and a root gets a parent only by atomic_cmpxchg.
#pragma once
#include "machine/shared.cl"

// The root of a slot.  Paths are halved on the way.
static inline uint nf_find(volatile __global uint *parents, uint slot) {
    uint at = NF_SHARED(parents, slot), before = slot;
    while (at != before) {
        const uint next = NF_SHARED(parents, at);
        if (next != at) NF_SHARED_PUT(parents, before, next);
        before = at;
        at = next;
    }
    return at;
}

// The root of a slot, as nf_find() gives it; nothing is written.
static inline uint nf_find_only(volatile __global const uint *parents, uint slot) {
    uint at = slot, next = NF_SHARED(parents, slot);
    while (next != at) {
        at = next;
        next = NF_SHARED(parents, at);
    }
    return at;
}

// Hangs the larger root below the smaller one; returns the latter.
static inline uint nf_unite(volatile __global uint *parents, uint one, uint other) {
    for (;;) {
        one = nf_find(parents, one);
        other = nf_find(parents, other);
        if (one == other) return one;
        const uint large = max(one, other), small = min(one, other),
                   found = atomic_cmpxchg(parents + large, large, small);
        if (found == large) return small;
        one = found; // meanwhile it has a parent
        other = small;
    }
}
