// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// All-in-SM of D. Algis et al. (paper.cl), section 5.1, algorithm 4: a work-group for the targets in a sub-box of cells, which first copies all
// their sources to local memory: the points of these cells and of the ghost cells around.  Then it waits no more.
//   cells_x, cells_y, cells_z  of the targets; with the ghosts at most CELLS
//   most     the points of the fullest cell: CELLS * most may be more than SOURCES, but the cells of the sub-box times `most` are not
//   CELLS    cells for which there is room     the rest as in local.cl
// The points of a cell are [nf_start(cell), ends[cell]) in local memory; removed[cell] is what the paper removes from the place of a point
// in order to get its local place.
#if !defined(CELLS)
#error "all_in_sm.cl needs CELLS"
#endif
#if SPARSE
#error "all_in_sm.cl needs a table of cells"
#endif
#include "papers/local.cl"

typedef struct nf_loaded {
    uint ends[CELLS], removed[CELLS];
#if SHIFTS
    nf_shift shift[CELLS];
    nf_vector image[CELLS];
#endif
} nf_loaded;
#if SHIFTS
#define LOADED_SHIFT(loaded, cell) (loaded)->shift[cell]
#define LOADED_IMAGE(loaded, cell) (loaded)->image[cell]
#else
#define LOADED_SHIFT(loaded, cell) NF_SHIFT_NONE
#define LOADED_IMAGE(loaded, cell) NF_VECTOR_NONE
#endif

static inline uint nf_start(__local const nf_loaded *loaded, uint cell) {
    return cell ? loaded->ends[cell - 1] : 0;
}

// Inclusive prefix sums in place, by the paper's method (section 6, code 1): upwards sums of 2, 4, 8, ... values, downwards those in between.
// (Algorithm 6 begins the second part at half the distance, and leaves values out where n is not a power of two.)
TOGETHER void nf_prefix_in_place(__local uint *values, uint n) {
    const uint own = (uint)get_local_id(0);
    uint step = 2;
    for (; step <= n; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = (own + 1) * step - 1; k < n; k += GROUP * step) values[k] += values[k - step / 2];
    }
    for (step /= 2; step > 1; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = (own + 1) * step + step / 2 - 1; k < n; k += GROUP * step)
            values[k] += values[k - step / 2];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Copies the points of the cells from from[] on, size[0] x size[1] x size[2] of them, counted without wrapping.
TOGETHER void nf_load_box(const nf_summing *to, const int *from, const int *size, __local nf_loaded *loaded,
                          __local real *sources) {
    const uint own = (uint)get_local_id(0), cells = (uint)(size[0] * size[1] * size[2]);
    for (uint cell = own; cell < cells; cell += GROUP) {
        const int x = (int)cell % size[0], y = (int)cell / size[0] % size[1],
                  z = (int)cell / (size[0] * size[1]);
        const nf_run run = nf_cell_run(&to->cloud, from[0] + x, from[1] + y, from[2] + z);
        loaded->ends[cell] = run.end - run.begin;
        loaded->removed[cell] = run.begin;
#if SHIFTS
        loaded->shift[cell] = run.shift;
        loaded->image[cell] = run.vector;
#endif
    }
    nf_prefix_in_place(loaded->ends, cells);
    for (uint cell = own; cell < cells; cell += GROUP) loaded->removed[cell] -= nf_start(loaded, cell);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint count = loaded->ends[cells - 1];
    for (uint slot = own; slot < count; slot += GROUP) {
        uint low = 0, high = cells - 1; // the first cell that ends beyond the slot
        while (low < high) {
            const uint middle = (low + high) / 2;
            if (loaded->ends[middle] > slot) high = middle;
            else low = middle + 1;
        }
        nf_source_load(to, sources, slot, slot + loaded->removed[low]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// The sums of the target in a slot, which is of this cell of those that are loaded.
static inline void nf_sum_slot(const nf_summing *to, uint slot, int cell, const int *reach, const int *size,
                               __local const nf_loaded *loaded, __local const real *sources) {
    nf_target target;
    target.p = slot + loaded->removed[cell];
    nf_source_place(sources, slot, target.at);
    target.own = nf_source_fields(sources, slot);
    target.found = nf_sums_none();
    for (int dz = -reach[2]; dz <= reach[2]; dz++)
        for (int dy = -reach[1]; dy <= reach[1]; dy++)
            for (int dx = -reach[0]; dx <= reach[0]; dx++) {
                const uint other = (uint)(cell + dx + size[0] * (dy + size[1] * dz));
                nf_add_sources(to, &target, sources, nf_start(loaded, other), loaded->ends[other],
                               loaded->removed[other], LOADED_SHIFT(loaded, other),
                               LOADED_IMAGE(loaded, other));
            }
    nf_target_put(to, &target);
}

PAPER_KERNEL void nf_all_in_sm(WALK_CLOUD, __global nf_search_status *status, uint cells_x, uint cells_y,
                               uint cells_z, uint most, FUNCTION_PARAMETERS) {
    __local real sources[SOURCE_REALS];
    __local nf_loaded loaded;
    const nf_walk_cloud cloud = WALK_CLOUD_OF;
    const nf_summing to = SUMMING_OF(cloud);
    const nf_sub_box box = nf_sub_box_of(grid, get_group_id(0), cells_x, cells_y, cells_z);
    const int *const count = box.count;
    int reach[3], from[3], size[3];
    (void)own_carried;
    for (int a = 0; a < 3; a++) {
        reach[a] = NF_REACH(grid, a);
        from[a] = box.from[a] - reach[a];
        size[a] = count[a] + 2 * reach[a];
    }
    nf_load_box(&to, from, size, &loaded, sources);
    const uint targets = (uint)(count[0] * count[1] * count[2]) * most;
    for (uint t = (uint)get_local_id(0); t < targets; t += GROUP) {
        const int own = (int)(t / most), x = own % count[0], y = own / count[0] % count[1],
                  z = own / (count[0] * count[1]),
                  cell = x + reach[0] + size[0] * (y + reach[1] + size[1] * (z + reach[2]));
        const uint slot = nf_start(&loaded, (uint)cell) + t % most;
        if (slot < loaded.ends[cell]) nf_sum_slot(&to, slot, cell, reach, size, &loaded, sources);
    }
#ifdef LOOPS_END
    nf_loops_check(status, n);
#else
    (void)status;
#endif
}
