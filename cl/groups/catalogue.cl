// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The catalogue of groups (space/group_sums.cl has the rule).
//   labels[n] --members--> keys[n], order[n] --sort--> the points group after group
//     --heads--> starts: of each label --tails--> flags[n]: the last points of the groups that are large enough --compact--> ends[m]
//     --sizes--> sizes[m] --sort--> ends: the largest group first --rows--> groups[m], members[m], blocks[m + 1] --scan--> blocks
//   For masses, centres and sizes: --..._blocks--> sums of each block of members --fold--> those of each block of these, if a group has more than
//   NF_GROUP_BLOCK of them, and so on --..._rows--> what is asked for
//   sums[columns][stride]: those of a row follow each other; after `fold` the first one of NF_GROUP_BLOCK is the sum of these
//   step     the distance of the sums that are left of a row, a power of NF_GROUP_BLOCK
//   wanted   which arrays are written, and whether there are weights: bits WANTS_... of catalogue_rows.cl
//   DIMS, REAL64, ROOT64, GROUP, ITEMS  as elsewhere
#if !defined(GROUP) || !defined(ITEMS) || !defined(DIMS)
#error "catalogue.cl needs GROUP, ITEMS and DIMS"
#endif
#include "machine/each.cl"
#include "machine/in_order.cl"
#include "machine/loops_ended.cl"
#include "machine/real.cl"
#include "machine/rounded.cl"
#include "space/group_sums.cl"
#include "groups/catalogue_rows.cl"

// ---- the groups ---------------------------------------------------------------------------------------------

// bad: ~ the first label that is none, or 0
EACH_KERNEL void members(__global const int *labels, ulong offset, uint n, __global uint *keys,
                         __global uint *order, volatile __global uint *bad) {
    labels += offset;
    FOR_EACH(p, n) {
        const int label = labels[p];
        keys[p] = label < 0 || (uint)label >= n ? n : (uint)label;
        order[p] = (uint)p;
        if (label < -1 || (label >= 0 && (uint)label >= n)) atomic_max(bad, ~(uint)p);
    }
}

EACH_KERNEL void heads(__global const uint *keys, uint n, __global uint *starts) {
    FOR_EACH(k, n) {
        const uint before = k == 0 ? n : keys[k - 1], key = keys[k];
        if (key < n && key != before) starts[key] = (uint)k;
    }
}

// state[1]: the members of the largest group, or 0 if its sums need no fold
EACH_KERNEL void tails(__global const uint *keys, uint n, __global const uint *starts, uint least,
                       __global uchar *flags, volatile __global uint *state) {
    FOR_EACH(k, n) {
        const uint key = keys[k], next = k + 1 < n ? keys[k + 1] : n;
        uint count = 0;
        if (key < n && key != next) count = (uint)k + 1 - starts[key];
        flags[k] = (uchar)(count > 0 && count >= least);
        if (count > NF_GROUP_BLOCK * NF_GROUP_BLOCK) atomic_max(state + 1, count);
    }
}

// Keys that ascend where sizes descend.
EACH_KERNEL void sizes(__global const uint *ends, uint m, __global const uint *keys,
                       __global const uint *starts, uint n, __global uint *less) {
    FOR_EACH(row, m) less[row] = n - (ends[row] + 1 - starts[keys[ends[row]]]);
}

EACH_KERNEL void rows(__global const uint *ends, uint m, __global const uint *keys,
                      __global const uint *starts, uint wanted, __global uint *first, __global uint *blocks,
                      __global int *groups, __global uint *count_of) {
    FOR_EACH(row, m) {
        const uint label = keys[ends[row]], start = starts[label], count = ends[row] + 1 - start;
        first[row] = start;
        blocks[row] = (count - 1) / NF_GROUP_BLOCK + 1;
        if (row + 1 == m) blocks[m] = 0;
        if (wanted & WANTS_GROUPS) groups[row] = (int)label;
        if (wanted & WANTS_MEMBERS) count_of[row] = count;
    }
}

// The row of each point of a group with far members: the others are NF_NOBODY already.
EACH_KERNEL void far_members(ROWS_PARAMETERS, __global const uint *flags,
                             __global uint *row_of LOOPS_PARAMETERS) {
    const nf_rows rows = ROWS_OF_PARAMETERS;
    FOR_EACH(b, blocks[m]) {
        const nf_block block = nf_block_of(&rows, (uint)b);
        if (!(flags[block.row] & NF_GROUP_FAR)) continue;
        for (uint k = block.begin; k < block.end; k++) row_of[order[k]] = block.row;
    }
    LOOPS_CHECK(m);
}

EACH_KERNEL void mark_all(uint m, __global uint *flags, uint bits LOOPS_PARAMETERS) {
    FOR_EACH(row, m) if (flags[row]) flags[row] |= bits;
    LOOPS_CHECK(m);
}

// ---- sums of sums -------------------------------------------------------------------------------------------

// A work-item is a column of a block of sums; of the columns from `sum_columns` on it takes the largest number instead.
EACH_KERNEL void fold(ROWS_PARAMETERS, __global real *sums, uint stride, uint columns, uint sum_columns,
                      uint step LOOPS_PARAMETERS) {
    const nf_rows rows = ROWS_OF_PARAMETERS;
    const uint all = blocks[m];
    FOR_EACH(t, (ulong)columns * all) {
        const uint column = (uint)(t / all), b = (uint)(t % all), row = nf_row_of(&rows, b),
                   begin = blocks[row], at = b - begin, count = blocks[row + 1] - begin;
        if (at % (step * NF_GROUP_BLOCK)) continue;
        __global real *own = sums + (ulong)column * stride + b;
        const uint most = step * NF_GROUP_BLOCK, left = count - at < most ? count - at : most;
        own[0] = column < sum_columns ? nf_sum_of(own, left, step) : nf_largest_of(own, left, step);
    }
    LOOPS_CHECK(m);
    (void)order, (void)wanted;
}

// ---- masses -------------------------------------------------------------------------------------------------

EACH_KERNEL void mass_blocks(ROWS_PARAMETERS, VALUES_PARAMETERS, __global real *sums LOOPS_PARAMETERS) {
    const nf_rows rows = ROWS_OF_PARAMETERS;
    weights += weights_offset;
    FOR_EACH(b, blocks[m]) {
        const nf_block block = nf_block_of(&rows, (uint)b);
        real sum = 0;
        IN_ORDER for (uint k = block.begin; k < block.end; k++) sum += nf_normal(weights[order[k]]);
        sums[b] = sum;
    }
    LOOPS_CHECK(m);
    (void)velocities, (void)velocities_offset;
}

EACH_KERNEL void mass_rows(ROWS_PARAMETERS, __global const real *sums, uint step, __global real *all_masses,
                           __global real *masses LOOPS_PARAMETERS) {
    FOR_EACH(row, m) {
        real mass = (real)(ends[row] + 1 - first[row]);
        if (wanted & WANTS_WEIGHTS) mass = nf_sum_of(sums + blocks[row], blocks[row + 1] - blocks[row], step);
        all_masses[row] = mass;
        if (wanted & WANTS_MASSES) masses[row] = mass;
    }
    LOOPS_CHECK(m);
    (void)order;
}

// ---- centres and velocities ---------------------------------------------------------------------------------

EACH_KERNEL void centre_blocks(ROWS_PARAMETERS, POSITIONS_PARAMETERS, VALUES_PARAMETERS,
                               __global const real *all_masses, __global real *sums,
                               uint stride LOOPS_PARAMETERS) {
    POSITIONS_TAKE
    const nf_rows rows = ROWS_OF_PARAMETERS;
    points += offset;
    weights += weights_offset;
    velocities += velocities_offset;
    FOR_EACH(b, blocks[m]) {
        const nf_block block = nf_block_of(&rows, (uint)b);
        __global const real *chained = IMAGES_OF(block.row);
        real base[DIMS], middle[DIMS], speed[DIMS];
        int is_far = 0;
        nf_member_at(points, order[first[block.row]], scale, base);
        for (int a = 0; a < DIMS; a++) middle[a] = speed[a] = 0;
        IN_ORDER for (uint k = block.begin; k < block.end; k++) {
            const ulong own = order[k];
            const real share =
                nf_share_of(&rows, weights, own, all_masses[block.row], nf_count_of(&rows, block.row));
            real D[3];
            nf_place_of(box, points, own, scale, base, chained, D);
            is_far |= nf_group_is_far(box, D, DIMS);
            for (int a = 0; a < DIMS; a++) {
                middle[a] += nf_group_term(share * D[a]);
                if (wanted & WANTS_SPEEDS)
                    speed[a] += nf_group_term(share * velocities[own * DIMS + (ulong)a]);
            }
        }
        for (int a = 0; a < DIMS; a++) {
            sums[(ulong)a * stride + b] = middle[a];
            if (wanted & WANTS_SPEEDS) sums[(ulong)(DIMS + a) * stride + b] = speed[a];
        }
        if (is_far && !has_images) flags[block.row] = flags[m] = NF_GROUP_FAR;
    }
    LOOPS_CHECK(m);
}

EACH_KERNEL void centre_rows(ROWS_PARAMETERS, POSITIONS_PARAMETERS, real unscale, __global const real *sums,
                             uint stride, uint step, __global real *middles, __global real *centres,
                             __global real *speeds, __global uint *percolates LOOPS_PARAMETERS) {
    POSITIONS_TAKE
    points += offset;
    FOR_EACH(row, m) {
        const uint begin = blocks[row], count = blocks[row + 1] - begin;
        real at[3] = {0, 0, 0}, base[DIMS];
        nf_member_at(points, order[first[row]], scale, base);
        for (int a = 0; a < DIMS; a++) {
            const ulong place = row * DIMS + (ulong)a;
            const real middle = nf_group_step(nf_sum_of(sums + (ulong)a * stride + begin, count, step));
            middles[place] = middle;
            at[a] = base[a] + middle;
            if (wanted & WANTS_SPEEDS)
                speeds[place] = nf_sum_of(sums + (ulong)(DIMS + a) * stride + begin, count, step);
        }
        nf_group_fold(box, at, DIMS);
        for (int a = 0; a < DIMS && (wanted & WANTS_CENTRES); a++)
            centres[row * DIMS + (ulong)a] = nf_group_unscaled(at[a], scale, unscale);
        if (wanted & WANTS_CHAINS) percolates[row] = flags[row] & (NF_GROUP_FAR - 1);
    }
    LOOPS_CHECK(m);
    (void)ends, (void)images, (void)has_images;
}

// ---- sizes --------------------------------------------------------------------------------------------------

EACH_KERNEL void size_blocks(ROWS_PARAMETERS, POSITIONS_PARAMETERS, VALUES_PARAMETERS,
                             __global const real *all_masses, __global const real *middles,
                             __global real *sums, uint stride LOOPS_PARAMETERS) {
    POSITIONS_TAKE
    const nf_rows rows = ROWS_OF_PARAMETERS;
    points += offset;
    weights += weights_offset;
    FOR_EACH(b, blocks[m]) {
        const nf_block block = nf_block_of(&rows, (uint)b);
        __global const real *chained = IMAGES_OF(block.row);
        real base[DIMS], sum = 0, most = 0;
        nf_member_at(points, order[first[block.row]], scale, base);
        IN_ORDER for (uint k = block.begin; k < block.end; k++) {
            const ulong own = order[k];
            const real share =
                nf_share_of(&rows, weights, own, all_masses[block.row], nf_count_of(&rows, block.row));
            real D[3];
            nf_place_of(box, points, own, scale, base, chained, D);
            for (int a = 0; a < DIMS; a++) D[a] = D[a] - middles[(ulong)block.row * DIMS + (ulong)a];
            const real d2 = nf_group_square(D, DIMS);
            most = d2 > most ? d2 : most;
            sum += nf_group_term(share * d2);
        }
        sums[b] = sum;
        sums[stride + b] = most;
    }
    LOOPS_CHECK(m);
    (void)velocities, (void)velocities_offset;
}

EACH_KERNEL void size_rows(ROWS_PARAMETERS, real scale, real unscale, __global const real *sums, uint stride,
                           uint step, __global real *radii, __global real *extents LOOPS_PARAMETERS) {
    FOR_EACH(row, m) {
        const uint begin = blocks[row], count = blocks[row + 1] - begin;
        const real sum = nf_sum_of(sums + begin, count, step),
                   most = nf_largest_of(sums + stride + begin, count, step);
        if (wanted & WANTS_EXTENTS) extents[row] = nf_unscaled(nf_root(most), scale, unscale);
        if (wanted & WANTS_RADII) radii[row] = nf_unscaled(nf_root(sum), scale, unscale);
    }
    LOOPS_CHECK(m);
    (void)order, (void)ends, (void)first;
}
