// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The dispersions of velocities of groups (space/group_sums.cl has the rule), from the velocities of groups.
//   means[m x DIMS] --spread_blocks--> sums of each block of members, which `fold` of catalogue.cl adds up --spread_rows--> spreads[m x DIMS]
//   sums, step, wanted  as in catalogue.cl
//   DIMS, REAL64, ROOT64, GROUP, ITEMS  as elsewhere
#if !defined(GROUP) || !defined(ITEMS) || !defined(DIMS)
#error "catalogue_spread.cl needs GROUP, ITEMS and DIMS"
#endif
#include "machine/each.cl"
#include "machine/in_order.cl"
#include "machine/loops_ended.cl"
#include "machine/real.cl"
#include "machine/rounded.cl"
#include "space/group_sums.cl"
#include "groups/catalogue_rows.cl"

EACH_KERNEL void spread_blocks(ROWS_PARAMETERS, VALUES_PARAMETERS, __global const real *all_masses,
                               __global const real *means, __global real *sums,
                               uint stride LOOPS_PARAMETERS) {
    const nf_rows rows = ROWS_OF_PARAMETERS;
    weights += weights_offset;
    velocities += velocities_offset;
    FOR_EACH(b, blocks[m]) {
        const nf_block block = nf_block_of(&rows, (uint)b);
        __global const real *mean = means + (ulong)block.row * DIMS;
        real sum[DIMS];
        for (int a = 0; a < DIMS; a++) sum[a] = 0;
        IN_ORDER for (uint k = block.begin; k < block.end; k++) {
            const ulong own = order[k];
            const real share =
                nf_share_of(&rows, weights, own, all_masses[block.row], nf_count_of(&rows, block.row));
            for (int a = 0; a < DIMS; a++) {
                const real off = velocities[own * DIMS + (ulong)a] - mean[a];
                sum[a] += nf_group_term(share * (off * off));
            }
        }
        for (int a = 0; a < DIMS; a++) sums[(ulong)a * stride + b] = sum[a];
    }
    LOOPS_CHECK(m);
}

EACH_KERNEL void spread_rows(ROWS_PARAMETERS, __global const real *sums, uint stride, uint step,
                             __global real *spreads LOOPS_PARAMETERS) {
    FOR_EACH(row, m) {
        const uint begin = blocks[row], count = blocks[row + 1] - begin;
        for (int a = 0; a < DIMS; a++)
            spreads[row * DIMS + (ulong)a] =
                nf_root(nf_sum_of(sums + (ulong)a * stride + begin, count, step));
    }
    LOOPS_CHECK(m);
    (void)order, (void)ends, (void)first, (void)wanted;
}
