// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// For test_emitters.c: the runs of the half stencil in eight pieces each: more than a batch of them.
#define nf_run_between nf_half_between
#define nf_run_with    nf_half_with
#include "space/runs_half.cl"
#undef nf_run_between
#undef nf_run_with
enum { HALF_RUNS = RUNS_MOST, PIECES = 8 };
#undef RUNS_MOST
#define RUNS_MOST (PIECES * HALF_RUNS)

// The own row stays whole, as nf_own_mask_16 is about its beginning.
static inline nf_run nf_piece(nf_run run, int k) {
    const uint length = run.end > run.begin ? run.end - run.begin : 0, piece = (uint)k % PIECES;
    nf_run part = run;
    if (k < PIECES) part.end = piece == 0 ? run.end : run.begin;
    else {
        part.begin = run.begin + (uint)((ulong)length * piece / PIECES);
        part.end = run.begin + (uint)((ulong)length * (piece + 1) / PIECES);
    }
    return part;
}

static inline nf_run nf_run_between(NF_GLOBAL const nf_grid *grid, NF_GLOBAL const nf_place *places, uint n,
                                    nf_cell cell, uint last, uint first, uint end, int k) {
    return nf_piece(nf_half_between(grid, places, n, cell, last, first, end, k / PIECES), k);
}

static inline nf_run nf_run_with(NF_GLOBAL const nf_grid *grid, NF_GLOBAL const nf_place *places, uint n,
                                 nf_cell cell, uint last, uint first, uint end, int k) {
    return nf_piece(nf_half_with(grid, places, n, cell, last, first, end, k / PIECES), k);
}
