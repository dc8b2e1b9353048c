// From points to their order: keys before the sort, what the search reads after it.
//   points --keys--> keys[n], index[n] --sort--> --arrange--> planes[3][stride], places
//   ITEMS  points a work-item     GROUP  work-items a group     KEY64  1: keys are ulong, 0: uint
//   the rest as grid.cl
#if !defined(GROUP) || !defined(ITEMS) || !defined(KEY64)
#error "order.cl needs GROUP, ITEMS and KEY64"
#endif
#include "common/each.cl"
#include "common/real.cl"
#include "common/grid.cl"

#if KEY64
typedef ulong cell_key;
#else
typedef uint cell_key;
#endif

EACH_KERNEL void keys(__global const real *points, ulong offset, uint n, __global const nf_grid *grid,
                      __global cell_key *key, __global uint *index) {
    points += offset;
    if (grid->refused) return;
    FOR_EACH(p, n) {
        const nf_cell cell = nf_cell_of(grid, points[p * DIMS], DIMS > 1 ? points[p * DIMS + 1] : 0,
                                        DIMS > 2 ? points[p * DIMS + 2] : 0);
        key[p] = (cell_key)nf_cell_number(grid, cell.x, cell.y, cell.z);
        index[p] = (uint)p;
    }
}

// Of a dense grid, the number of points before each of the cells from `first` on, `step` apart.
static inline void nf_count_before(__global const cell_key *key, uint n, ulong cells, ulong first, ulong step,
                                   __global uint *ends) {
    for (ulong c = first; c <= cells; c += step) {
        uint low = 0, high = n;
        while (low < high) {
            const uint middle = low + (high - low) / 2;
            if (key[middle] < c) low = middle + 1;
            else high = middle;
        }
        ends[c] = low;
    }
}

// Sorted coordinates, an axis behind the other, and where each cell's points are: of a dense grid the number of
// points before each cell, of a sparse one the sorted keys.
EACH_KERNEL void arrange(__global const real *points, ulong offset, uint n, __global const uint *index,
                         __global const cell_key *key, __global const nf_grid *grid, __global real *planes,
                         ulong stride, __global nf_place *places) {
    points += offset;
    if (grid->refused) return;
#if SPARSE
    FOR_EACH(p, n) places[p] = key[p];
#elif GROUP == 1
    // Work-items walk their own points: cell c belongs to the first point whose cell is c or behind.
    FOR_EACH(p, n) {
        for (ulong c = p ? (ulong)key[p - 1] + 1 : 0; c <= key[p]; c++) places[c] = (uint)p;
        for (ulong c = (ulong)key[p] + 1; p + 1 == n && c <= grid->cells; c++) places[c] = n;
    }
#else
    nf_count_before(key, n, grid->cells, get_global_id(0), get_global_size(0), places);
#endif
    FOR_EACH(p, n) {
        const ulong from = (ulong)index[p] * DIMS;
        for (int a = 0; a < DIMS; a++) planes[(ulong)a * stride + p] = points[from + (ulong)a];
    }
}
