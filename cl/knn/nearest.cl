// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The k nearest of the points that a work-item meets, by (d2, index).  Points that may be among them are appended; when there are
// many more than k, the k nearest are selected: a threshold is found by bisection, with the counts of 16 points at a time.
//   K_MOST   at least k; a multiple of 8
#pragma once
#include "tree/sixteen.cl"
#if !defined(K_MOST)
#error "nearest.cl needs K_MOST"
#endif
#define NF_MORE (K_MOST < 16 ? 16 : K_MOST < 64 ? 32 : K_MOST / 2) // so many more than k are selected from
#if REAL64
#define NF_ORDINAL(x)    as_ulong(x) // of numbers that are not negative: in their order
#define NF_OF_ORDINAL(x) as_double((ulong)(x))
#else
#define NF_ORDINAL(x)    as_uint(x)
#define NF_OF_ORDINAL(x) as_float((uint)(x))
#endif

typedef struct nf_nearest {
    // A vector of 16 is appended at a time, and vectors end beyond the last one.
    real d2[K_MOST + NF_MORE + 32];
    uint index[K_MOST + NF_MORE + 32];
    uint count, k;
    real bound; // (bound, last): what is after it is not among the nearest
    uint last;  // NF_NOBODY unless there are many at the bound
    int selected;
} nf_nearest;

// `start`: the largest d2 that counts
static inline void nf_nearest_begin(nf_nearest *nearest, uint k, real start) {
    nearest->count = 0;
    nearest->k = k;
    nearest->bound = start;
    nearest->last = NF_NOBODY;
    nearest->selected = 0;
}

// How many have d2 <= most; with ties, how many have d2 == most and an index of at most `last`.
static inline uint nf_count_near(const nf_nearest *nearest, real most) {
    uint count = 0;
    for (uint i = 0; i < nearest->count; i += 16)
        count += popcount(nf_at_most(LOAD16_OWN(nearest->d2 + i), most));
    return count;
}
static inline uint nf_count_ties(const nf_nearest *nearest, real tie, uint last) {
    uint count = 0;
    for (uint i = 0; i < nearest->count; i++)
        if (nearest->d2[i] == tie) count += nearest->index[i] <= last;
    return count;
}

// Those are kept with d2 < tie, those with d2 == tie and an index below `last`, and `of_last` of those with this one.
typedef struct nf_threshold {
    real tie;
    uint last, of_last;
} nf_threshold;

// The threshold that keeps the k nearest, or up to `more` more.  The bisection is one of values at first, as distances are often spread
// evenly, and then one of ordinals, which ends in any case.
static inline nf_threshold nf_threshold_of(const nf_nearest *nearest, real farthest, uint more) {
    const uint k = nearest->k;
    nf_threshold threshold = {0, NF_NOBODY, NF_NOBODY};
    ulong low = 0, high = NF_ORDINAL(farthest), first = 0, last = NF_NOBODY;
    uint below = 0; // with d2 < the ordinal `low`
    for (uint turn = 0; low < high; turn++) {
        ulong middle = low + (high - low) / 2;
        if (turn < 4) {
            middle =
                NF_ORDINAL(NF_OF_ORDINAL(low) + (NF_OF_ORDINAL(high) - NF_OF_ORDINAL(low)) * (real)0.75f);
            middle = min(max(middle, low), high - 1);
        }
        const uint near = nf_count_near(nearest, NF_OF_ORDINAL(middle));
        if (near < k) {
            low = middle + 1;
            below = near;
            continue;
        }
        high = middle;
        if (near <= k + more) {
            threshold.tie = NF_OF_ORDINAL(high);
            return threshold;
        }
    }
    threshold.tie = NF_OF_ORDINAL(high);
    while (first < last) {
        const ulong middle = first + (last - first) / 2;
        if (below + nf_count_ties(nearest, threshold.tie, (uint)middle) < k) first = middle + 1;
        else last = middle;
    }
    threshold.last = (uint)last;
    threshold.of_last = k - below - (last > 0 ? nf_count_ties(nearest, threshold.tie, (uint)last - 1) : 0);
    return threshold;
}

static inline real nf_nearest_farthest(nf_nearest *nearest) {
    real16 farthest = 0;
    STORE16_OWN(nearest->d2 + nearest->count, (real16)(0));
    for (uint i = 0; i < nearest->count; i += 16) farthest = nf_larger(farthest, LOAD16_OWN(nearest->d2 + i));
    STORE16_OWN(nearest->d2 + nearest->count, (real16)((real)INFINITY));
    return nf_largest(farthest);
}

// Keeps those that the threshold keeps.
static inline void nf_nearest_keep(nf_nearest *nearest, nf_threshold threshold) {
    uint count = 0;
    for (uint i = 0; i < nearest->count; i += 16) {
        uint near = nf_at_most(LOAD16_OWN(nearest->d2 + i), threshold.tie);
        for (; near; near &= near - 1) {
            const uint c = i + NF_FIRST_BIT(near), index = nearest->index[c];
            const real d2 = nearest->d2[c];
            if (threshold.last != NF_NOBODY && d2 == threshold.tie && index >= threshold.last) {
                if (index > threshold.last || threshold.of_last == 0) continue;
                threshold.of_last--;
            }
            nearest->d2[count] = d2;
            nearest->index[count++] = index;
        }
    }
    nearest->count = count;
}

// Keeps the k nearest of more than k, and up to `more` more.
static inline void nf_nearest_select(nf_nearest *nearest, uint more) {
    const nf_threshold threshold = nf_threshold_of(nearest, nf_nearest_farthest(nearest), more);
    nf_nearest_keep(nearest, threshold);
    nearest->bound = nf_nearest_farthest(nearest);
    nearest->last = threshold.last;
    nearest->selected = 1;
}

// Call it after a leaf was appended.
static inline void nf_nearest_tidy(nf_nearest *nearest) {
    const uint count = nearest->count, k = nearest->k;
    if (count < (nearest->selected ? k + NF_MORE : k + 1)) return;
    nf_nearest_select(nearest, NF_MORE / 2);
}

// Appends a point; there is room for 16.
static inline void nf_nearest_add(nf_nearest *nearest, real d2, uint index) {
    if (d2 == nearest->bound && index > nearest->last) return;
    nearest->d2[nearest->count] = d2;
    nearest->index[nearest->count++] = index;
}

// How many of the list are before its member i.
static inline uint nf_nearest_rank(const nf_nearest *nearest, uint i) {
    const real d2 = nearest->d2[i];
    const uint index = nearest->index[i];
    uint rank = 0;
    for (uint j = 0; j < nearest->count; j += 16) {
        const real16 other = LOAD16_OWN(nearest->d2 + j);
        const uint below = nf_below(other, d2);
        uint ties = nf_at_most(other, d2) & ~below;
        rank += popcount(below);
        for (; ties; ties &= ties - 1) {
            const uint at = j + NF_FIRST_BIT(ties), tie = nearest->index[at];
            rank += tie < index ? 1 : tie == index ? at < i : 0;
        }
    }
    return rank;
}

// Orders the k nearest, or as many as there are.
static inline void nf_nearest_order(nf_nearest *nearest, real *d2, uint *index) {
    if (nearest->count > nearest->k) nf_nearest_select(nearest, 0);
    STORE16_OWN(nearest->d2 + nearest->count, (real16)((real)INFINITY));
    for (uint i = 0; i < nearest->count; i++) {
        const uint rank = nf_nearest_rank(nearest, i);
        d2[rank] = nearest->d2[i];
        index[rank] = nearest->index[i];
    }
    for (uint i = nearest->count; i < nearest->k; i++) index[i] = NF_NOBODY;
}
