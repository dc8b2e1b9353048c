/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * A forest of points that are joined by links (union-find).  Each point knows how many cells the links from its parent to it lead.
 * A number of cells along a vector is the sum over the links of one path, of which there are less than 2^31, of at most NF_IMAGES_MOST cells
 * each: such sums, and those of three of them, are within int64, but in a skewed cell not within int32.
 */
#ifndef NF_HOST_FOREST_H
#define NF_HOST_FOREST_H

#include <stddef.h>
#include <stdint.h>

typedef struct host_forest {
    uint32_t *parents; /* n: at first each point is its own */
    int64_t *moves;    /* n x 3: the cells from the parent; at first 0 */
} host_forest;

/* The root of p, and the cells from it. */
static inline uint32_t nf_host_root(const host_forest *f, uint32_t p, int64_t from[3]) {
    for (int k = 0; k < 3; k++) from[k] = 0;
    while (f->parents[p] != p) {
        const uint32_t parent = f->parents[p], next = f->parents[parent];
        for (int k = 0; k < 3; k++) {
            if (next != parent)
                f->moves[3 * (size_t)p + (size_t)k] += f->moves[3 * (size_t)parent + (size_t)k];
            from[k] += f->moves[3 * (size_t)p + (size_t)k];
        }
        p = f->parents[p] = next;
    }
    return p;
}

/* The roots of p and q, which is m cells from p by a link, and the cells from the first root to the second by this link.  Returns -1 if
   they are two roots, or else the bits of the vectors along which this chain leads elsewhere. */
static inline int nf_host_compare(const host_forest *f, uint32_t p, uint32_t q, const int m[3],
                                  uint32_t roots[2], int64_t off[3]) {
    int64_t to_p[3], to_q[3];
    int bits = 0;
    roots[0] = nf_host_root(f, p, to_p);
    roots[1] = nf_host_root(f, q, to_q);
    for (int k = 0; k < 3; k++) {
        off[k] = to_p[k] + m[k] - to_q[k];
        bits |= (off[k] != 0) << k;
    }
    return roots[0] == roots[1] ? bits : -1;
}

/* Joins the trees of p and q, which is m cells from p by a link.  Returns what nf_host_compare() does. */
static inline int nf_host_join(const host_forest *f, uint32_t p, uint32_t q, const int m[3]) {
    uint32_t roots[2];
    int64_t off[3];
    const int bits = nf_host_compare(f, p, q, m, roots, off);
    if (bits >= 0) return bits;
    const int upper = roots[0] < roots[1]; /* the root of smaller number stays one */
    f->parents[roots[upper]] = roots[!upper];
    for (int k = 0; k < 3; k++) f->moves[3 * (size_t)roots[upper] + (size_t)k] = upper ? off[k] : -off[k];
    return bits;
}

#endif
