// The k nearest of the points that a work-item meets, by (d2, index).
//   K_MOST   at least k; a power of two
//   Lists of up to INSERTED are kept in order.  Longer ones are merged with what has come since the last time.
#pragma once
#include "machine/real.cl"
#if !defined(K_MOST)
#error "nearest.cl needs K_MOST"
#endif
#define INSERTED 32
#define WAITING  64 // the points that wait to be merged, at most
#define NOBODY   0xffffffffu

typedef struct nf_nearest {
    real d2[K_MOST]; // ascending by (d2, index); `start` and NOBODY where there are no points yet
    uint index[K_MOST];
    uint k;
    real bound; // (bound, last): what is not before it is not among the nearest
    uint last;
#if K_MOST > INSERTED
    real new_d2[WAITING];
    uint new_index[WAITING];
    uint waiting;
#endif
} nf_nearest;

static inline int nf_is_before(real d2, uint index, real other_d2, uint other) {
    return d2 < other_d2 ? 1 : d2 == other_d2 ? index < other : 0;
}

// `start`: the largest d2 that counts
static inline void nf_nearest_begin(nf_nearest *nearest, uint k, real start) {
    nearest->k = k;
    for (uint i = 0; i < k; i++) {
        nearest->d2[i] = start;
        nearest->index[i] = NOBODY;
    }
    nearest->bound = start;
    nearest->last = NOBODY;
#if K_MOST > INSERTED
    nearest->waiting = 0;
#endif
}

// Puts a point into an ordered list of `count`, which is one longer then.
static inline void nf_insert(real *list, uint *indices, uint count, real d2, uint index) {
    uint i = count;
    while (i > 0) {
        if (!nf_is_before(d2, index, list[i - 1], indices[i - 1])) break;
        list[i] = list[i - 1];
        indices[i] = indices[i - 1];
        i--;
    }
    list[i] = d2;
    indices[i] = index;
}

#if K_MOST > INSERTED
// From the end of the merged list on: those that wait are in order.
static inline void nf_nearest_merge(nf_nearest *nearest) {
    const uint k = nearest->k;
    uint taken = 0, own = 0; // of both lists, among the first k of the merged one
    while (taken + own < k) {
        const int is_new = taken < nearest->waiting
                               ? nf_is_before(nearest->new_d2[taken], nearest->new_index[taken],
                                              nearest->d2[own], nearest->index[own])
                               : 0;
        if (is_new) taken++;
        else own++;
    }
    for (uint to = k; taken > 0;) {
        to--;
        const int is_new = own > 0 ? !nf_is_before(nearest->new_d2[taken - 1], nearest->new_index[taken - 1],
                                                   nearest->d2[own - 1], nearest->index[own - 1])
                                   : 1;
        if (is_new) {
            taken--;
            nearest->d2[to] = nearest->new_d2[taken];
            nearest->index[to] = nearest->new_index[taken];
        } else {
            own--;
            nearest->d2[to] = nearest->d2[own];
            nearest->index[to] = nearest->index[own];
        }
    }
    nearest->waiting = 0;
    nearest->bound = nearest->d2[k - 1];
    nearest->last = nearest->index[k - 1];
}

static inline void nf_nearest_add(nf_nearest *nearest, real d2, uint index) {
    if (!nf_is_before(d2, index, nearest->bound, nearest->last)) return;
    nf_insert(nearest->new_d2, nearest->new_index, nearest->waiting, d2, index);
    if (++nearest->waiting == WAITING) nf_nearest_merge(nearest);
}
static inline void nf_nearest_settle(nf_nearest *nearest) { nf_nearest_merge(nearest); }
#else
static inline void nf_nearest_add(nf_nearest *nearest, real d2, uint index) {
    const uint k = nearest->k;
    if (!nf_is_before(d2, index, nearest->bound, nearest->last)) return;
    nf_insert(nearest->d2, nearest->index, k - 1, d2, index);
    nearest->bound = nearest->d2[k - 1];
    nearest->last = nearest->index[k - 1];
}
static inline void nf_nearest_settle(nf_nearest *nearest) { (void)nearest; }
#endif
