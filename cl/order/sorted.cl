// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The order of points: keys before the sort, and the data of the search after it.
//   points --keys--> keys[n], index[n] --sort--> --arrange--> axes[3][stride], places
//   query points: the same with --arrange_queries--> axes[3][stride]
//   ITEMS  points of a work-item  GROUP  work-items in a group  KEY64  1: keys are ulong, 0: uint
//   COUNTED  1: the kernel `keys` also counts their digits (digits.cl)     NUMBERED  1: it also writes the index
//   nf_key_of, nf_store_folded  are in a part such as keys_cells.cl
//   the rest as in cells.cl
#if !defined(GROUP) || !defined(ITEMS) || !defined(KEY64) || !defined(COUNTED) || !defined(NUMBERED)
#error "sorted.cl needs GROUP, ITEMS, KEY64, COUNTED and NUMBERED"
#endif
#include "machine/each.cl"
#include "machine/real.cl"
#include "space/cells.cl"

#if KEY64
typedef ulong cell_key;
#else
typedef uint cell_key;
#endif
#include "primitives/make_keys.cl"
// The grid of point p, whose system is that of the p-th point in order.
#if SYSTEMS
#define SYSTEM_OF  , __global const uint *system
#define GRID_AT(p) (grid + system[p])
#else
#define SYSTEM_OF
#define GRID_AT(p) grid
#endif

// The key of each point.  The groups, of any number, take points in turns.
EACH_KERNEL void keys(__global const real *points, ulong offset, uint n, __global const nf_grid *grid,
                      __global cell_key *made, ulong made_offset, __global uint *values, ulong values_offset,
                      volatile __global uint *counts, __global uint *words, ulong word_count SYSTEM_OF) {
    points += offset;
    MAKE_KEYS(cell_key, n, nf_key_of(GRID_AT(p), points + p * DIMS))
}

// table[c] = the number of keys below c << shift, for c up to `last`.
static inline void nf_count_before(__global const cell_key *key, uint n, uint shift, ulong last,
                                   __global nf_place *table) {
#if GROUP == 1
    // Each work-item scans its own points: entry c is the position of the first point whose key is not below c << shift.
    FOR_EACH(p, n) {
        const ulong own = (ulong)key[p] >> shift;
        for (ulong c = p ? ((ulong)key[p - 1] >> shift) + 1 : 0; c <= own; c++) table[c] = (nf_place)p;
        for (ulong c = own + 1; p + 1 == n && c <= last; c++) table[c] = (nf_place)n;
    }
#else
    for (ulong c = get_global_id(0); c <= last; c += get_global_size(0)) {
        uint low = 0, high = n;
        while (low < high) {
            const uint middle = low + (high - low) / 2;
            if ((ulong)key[middle] >> shift < c) low = middle + 1;
            else high = middle;
        }
        table[c] = low;
    }
#endif
}

// Writes the sorted coordinates, axis by axis, and the positions of cells (cells.cl).
EACH_KERNEL void arrange(__global const real *points, ulong offset, uint n, __global const uint *index,
                         __global const cell_key *key, __global const nf_grid *grid, __global real *axes,
                         ulong stride, __global nf_place *places SYSTEM_OF) {
    points += offset;
    if (grid->refused) return;
#if SPARSE
    FOR_EACH(p, n) places[p] = key[p];
    nf_count_before(key, n, grid->shift, (grid->cells >> grid->shift) + 1, places + n);
#else
    nf_count_before(key, n, 0, grid->cells, places);
#endif
    FOR_EACH(p, n) { nf_store_folded(GRID_AT(p), points + (ulong)index[p] * DIMS, axes, stride, p); }
}

// The same of query points, whose cells have no places of their own; `first` is added to their indices.
EACH_KERNEL void arrange_queries(__global const real *points, ulong offset, uint n, uint first,
                                 __global uint *index, __global const nf_grid *grid, __global real *axes,
                                 ulong stride SYSTEM_OF) {
    points += offset;
    FOR_EACH(p, n) {
        const uint own = index[p];
        nf_store_folded(GRID_AT(p), points + (ulong)own * DIMS, axes, stride, p);
        index[p] = own + first;
    }
}
