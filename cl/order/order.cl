// From points to their order: keys before the sort, what the search reads after it.
//   points --keys--> keys[n], index[n] --sort--> --gather_planes--> planes[3][stride]
//   sorted keys --clear_ends, mark_ends--> ends of cells, or of a sparse grid --widen_keys--> keys as ulongs
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
    FOR_EACH(p, n) {
        const nf_cell cell = nf_cell_of(grid, points[p * DIMS], DIMS > 1 ? points[p * DIMS + 1] : 0,
                                        DIMS > 2 ? points[p * DIMS + 2] : 0);
        key[p] = (cell_key)nf_cell_number(grid, cell.x, cell.y, cell.z);
        index[p] = (uint)p;
    }
}

EACH_KERNEL void gather_planes(__global const real *points, ulong offset, uint n, __global const uint *index,
                               __global real *planes, ulong stride) {
    points += offset;
    FOR_EACH(p, n) {
        const ulong from = (ulong)index[p] * DIMS;
        for (int a = 0; a < DIMS; a++) planes[(ulong)a * stride + p] = points[from + (ulong)a];
    }
}

// Zeros, `cells` of them.  A kernel and not clEnqueueFillBuffer: of more than 4 GiB that one was seen to fill
// a part.
EACH_KERNEL void clear_ends(__global uint *ends, ulong cells) { FOR_EACH(c, cells) ends[c] = 0; }

// ends[c + 1] = the number of points up to and with cell c, for cells that have points; a running maximum
// over the zeros in between makes it right for all.
EACH_KERNEL void mark_ends(__global const cell_key *key, uint n, __global uint *ends) {
    FOR_EACH(p, n) {
        if (p + 1 == n || key[p] != key[p + 1]) ends[(ulong)key[p] + 1] = (uint)p + 1;
    }
}

// Sparse grids keep the sorted keys themselves, as ulongs.
EACH_KERNEL void widen_keys(__global const cell_key *key, uint n, __global ulong *wide) {
    FOR_EACH(p, n) wide[p] = key[p];
}
