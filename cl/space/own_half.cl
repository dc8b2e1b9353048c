// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The own row of a half stencil: a point's candidates in it are the points after it.
//   nf_run_from   run k from the candidate at `own` on in the own row, defined before
#define OWN_FIRST        1
#define nf_own_mask(own) (0x7fffffffu >> (own))
#ifdef __OPENCL_C_VERSION__
static inline ulong nf_own_mask_16(uint first, uint k, nf_shift shift) {
    return shift == NF_SHIFT_NONE && k == first + 1 ? 0xfff8fffcfffeffffUL : ~0UL;
}
#endif

static inline nf_run nf_run_between(NF_GLOBAL const nf_grid *grid, NF_GLOBAL const nf_place *places, uint n,
                                    nf_cell cell, uint last, uint first, uint end, int k) {
    (void)first;
    return nf_run_from(grid, places, n, cell, last, end, k);
}

static inline nf_run nf_run_with(NF_GLOBAL const nf_grid *grid, NF_GLOBAL const nf_place *places, uint n,
                                 nf_cell cell, uint last, uint first, uint end, int k) {
    (void)end;
    return nf_run_from(grid, places, n, cell, last, first + 1, k);
}
