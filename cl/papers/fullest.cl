// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The points of the fullest cell, and the shape of the grid, for strategies that are sized by them.
//   places, grid --fullest--> nf_filling, whose `most` is 0 before
//   GROUP  work-items of a group     the rest as in cells.cl
#if !defined(GROUP)
#error "fullest.cl needs GROUP"
#endif
#if SPARSE
#error "fullest.cl needs a table of cells"
#endif
#include "machine/real.cl"
#include "space/cells.cl"

// The same struct as nf_filling in src/papers/strategies.c.
typedef struct nf_filling {
    uint most;
    uint n[3], reach[3]; // of the grid; the cells around that have partners of a point
} nf_filling;

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
fullest(__global const nf_place *restrict places, __global const nf_grid *restrict grid,
        __global nf_filling *filling) {
    uint most = 0;
    for (ulong cell = get_global_id(0); cell < grid->cells; cell += get_global_size(0))
        most = max(most, places[cell + 1] - places[cell]);
    if (most) atomic_max(&filling->most, most);
    if (get_global_id(0) == 0)
        for (int a = 0; a < 3; a++) {
            filling->n[a] = grid->n[a];
#if SHIFTS
            filling->reach[a] = (uint)grid->reach[a];
#else
            filling->reach[a] = a < DIMS ? 1 : 0;
#endif
        }
}
