// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Points in a periodic box before they are sorted for the tree (nodes.cl).
//   rows[n x DIMS] --look--> state (look.cl): what is known of the points, folded into the box
//   rows --fold--> folded[n x DIMS], about: what points are sorted by
//   GROUP, ITEMS  as in each.cl      DIMS  1 to 3      a part is space_box.cl
#if !defined(GROUP) || !defined(ITEMS) || !defined(DIMS)
#error "folded.cl needs GROUP, ITEMS and DIMS"
#endif
#include "machine/each.cl"
#include "tree/folding.cl"
#include "tree/look.cl"

static inline z_word nf_word_of(real x) {
#if REAL64
    return as_ulong(x);
#else
    return as_uint(x);
#endif
}

// The lowest coordinate in a box that is periodic along all axes.
static inline real nf_lowest(const nf_lattice *lattice, int a) {
    real lowest = lattice->origin[a];
    for (int k = 0; k < DIMS; k++) {
        lowest += fmin(lattice->vectors[k][a], (real)0);
        if (!nf_is_periodic(*lattice, k)) lowest = -(real)INFINITY;
    }
    return lowest;
}

// A point: as given, its wraps, and where it is in the box.
typedef struct nf_given_point {
    real at[3], inside[3];
    int w[3];
    int is_near; // its wraps are within the limit
} nf_given_point;

static inline nf_given_point nf_point_given(__global const real *rows, ulong p, const nf_lattice *lattice,
                                            real limit) {
    nf_given_point point = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0};
    for (int a = 0; a < DIMS; a++) point.at[a] = rows[p * DIMS + (ulong)a];
    point.is_near = nf_fold(lattice, point.at, limit, point.w, point.inside);
    // Rounding may fold a point to just below the box.  With one negative number keys would have signs, and boxes of leaves that have such
    // points would be as large as a face.
    if ((point.w[0] | point.w[1] | point.w[2]) != 0)
        for (int a = 0; a < DIMS; a++) point.inside[a] = fmax(point.inside[a], nf_lowest(lattice, a));
    return point;
}

EACH_KERNEL void look(__global const real *rows, ulong offset, uint n, nf_lattice_numbers given, real limit,
                      volatile __global uint *state) {
    const nf_lattice *lattice = (const nf_lattice *)given.all;
    __local uint all[Z_WORDS];
    uint found[Z_WORDS] = {0};
    z_seen seen;
    z_word most[DIMS]; // of the points as given
    rows += offset;
    const nf_given_point first = nf_point_given(rows, 0, lattice, limit);
    for (uint a = 0; a < DIMS; a++) {
        z_see_first(&seen, a, nf_word_of(first.inside[a]));
        most[a] = 0;
    }
    FOR_EACH(p, n) {
        const nf_given_point point = nf_point_given(rows, p, lattice, limit);
        for (uint a = 0; a < DIMS; a++) {
            z_see(&seen, a, nf_word_of(point.inside[a]));
            most[a] = max(most[a], nf_word_of(point.at[a]) & ~Z_SIGN);
        }
        for (uint k = 0; k < DIMS; k++) found[Z_WRAPS] = max(found[Z_WRAPS], (uint)abs(point.w[k]));
        if (!point.is_near) found[Z_FAR] = max(found[Z_FAR], ~(uint)p);
    }
    z_find_span(&seen, found);
    if (z_find_top(most, found)) {
        FOR_EACH(p, n) {
            for (uint a = 0; a < DIMS; a++) z_find_bad(nf_word_of(rows[p * DIMS + a]), p, found);
        }
    }
    z_raise(found, all, state);
}

EACH_KERNEL void fold(__global const real *rows, ulong offset, uint n, nf_lattice_numbers given, real limit,
                      __global real *folded) {
    const nf_lattice *lattice = (const nf_lattice *)given.all;
    rows += offset;
    FOR_EACH(p, n) {
        const nf_given_point point = nf_point_given(rows, p, lattice, limit);
        for (int a = 0; a < DIMS; a++) folded[p * DIMS + (ulong)a] = point.inside[a];
    }
}
