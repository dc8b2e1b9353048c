// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Sources in local memory, for the strategies of D. Algis et al. (paper.cl): positions and fields, each component of all sources together.
//   SOURCES  those for which there is room
#pragma once
#if !defined(SOURCES)
#error "local.cl needs SOURCES"
#endif
#include "papers/paper.cl"

#define SOURCE_REALS ((DIMS + NF_FIELD_COUNT) * SOURCES)

static inline void nf_source_store(__local real *sources, uint slot, const real *at, const fields *carried) {
    for (int a = 0; a < DIMS; a++) sources[a * SOURCES + slot] = at[a];
#if NF_FIELD_COUNT
#define NF_SOURCE_STORE(name) sources[(DIMS + nf_field_##name) * SOURCES + slot] = carried->name;
    NF_FIELDS(NF_SOURCE_STORE)
#else
    (void)carried;
#endif
}

static inline void nf_source_place(__local const real *sources, uint slot, real *at) {
    for (int a = 0; a < 3; a++) at[a] = a < DIMS ? sources[(a < DIMS ? a : 0) * SOURCES + slot] : 0;
}

static inline fields nf_source_fields(__local const real *sources, uint slot) {
    fields carried;
#if NF_FIELD_COUNT
#define NF_SOURCE_FETCH(name) carried.name = sources[(DIMS + nf_field_##name) * SOURCES + slot];
    NF_FIELDS(NF_SOURCE_FETCH)
#else
    carried.none = 0;
    (void)sources, (void)slot;
#endif
    return carried;
}

// Copies point q of the order.
static inline void nf_source_load(const nf_summing *to, __local real *sources, uint slot, uint q) {
    real at[3];
    nf_position(&to->cloud, q, at);
    const fields carried = nf_fields_of(to->carried, NF_FIELD_COUNT ? to->cloud.index[q] : 0);
    nf_source_store(sources, slot, at, &carried);
}

// Adds what the sources in the slots [from, end) do to the target; the one in slot s is point s + removed of the order.
static inline void nf_add_sources(const nf_summing *to, nf_target *target, __local const real *sources,
                                  uint from, uint end, uint removed, nf_shift shift, nf_vector image) {
    for (uint slot = from; slot < end; slot++) {
        real at[3];
        vector D;
        nf_source_place(sources, slot, at);
        if (!nf_is_source(to, target, slot + removed, at, shift, image, &D)) continue;
        const fields theirs = nf_source_fields(sources, slot);
        nf_apply(&target->own, &theirs, D, &to->given, &target->found);
    }
}

// A row of sources for the targets in a sub-box, in one image along x.
typedef struct nf_source_row {
    int number, y, z, piece;
    nf_run run;
} nf_source_row;

// The first one from `number` on that has points; beyond the last one its number is nf_source_rows.  (Kernels do not skip rows by a condition around
// barriers: PoCL 3.1 loses values then.)
static inline int nf_source_rows(__global const nf_grid *grid, const nf_sub_box *box) {
    return (box->count[1] + 2 * NF_REACH(grid, 1)) * (box->count[2] + 2 * NF_REACH(grid, 2)) *
           NF_PIECES(grid);
}
static inline nf_source_row nf_source_row_from(const nf_walk_cloud *cloud, const nf_sub_box *box,
                                               int number) {
    __global const nf_grid *grid = RARE_GRID(cloud);
    const int rows = nf_source_rows(grid, box), pieces = NF_PIECES(grid),
              width = box->count[1] + 2 * NF_REACH(grid, 1);
    nf_source_row row;
    for (row.number = number; row.number < rows; row.number++) {
        row.piece = row.number % pieces;
        row.y = box->from[1] - NF_REACH(grid, 1) + row.number / pieces % width;
        row.z = box->from[2] - NF_REACH(grid, 2) + row.number / pieces / width;
        row.run = nf_row_run(cloud, box->from[0], box->from[0] + box->count[0] - 1, row.y, row.z, row.piece);
        if (row.run.begin < row.run.end) break;
    }
    return row;
}

// Adds the sources of a row, which are in local memory, to a target in cell x.
static inline void nf_add_row(const nf_summing *to, nf_target *target, __local const real *sources,
                              const nf_source_row *row, uint x) {
    const nf_run own = nf_row_run(&to->cloud, (int)x, (int)x, row->y, row->z, row->piece);
    nf_add_sources(to, target, sources, own.begin - row->run.begin, own.end - row->run.begin, row->run.begin,
                   row->run.shift, row->run.vector);
}
