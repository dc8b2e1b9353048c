// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The groups of a catalogue, their blocks of members (space/group_sums.cl), and the places and shares of members.
#pragma once
#include "machine/in_order.cl"
#include "space/group_sums.cl"
// As in src/groups/catalogue.h.
#define WANTS_GROUPS  1u
#define WANTS_MEMBERS 2u
#define WANTS_MASSES  4u
#define WANTS_CENTRES 8u
#define WANTS_SPEEDS  16u
#define WANTS_RADII   32u
#define WANTS_EXTENTS 64u
#define WANTS_CHAINS  128u // whether groups close on themselves
#define WANTS_WEIGHTS 256u

// Row r has the points order[first[r]] to order[ends[r]], in the blocks from blocks[r] on.
typedef struct nf_rows {
    __global const uint *ends, *first, *blocks;
    uint m, wanted;
} nf_rows;
#define ROWS_PARAMETERS                                                                                      \
    __global const uint *order, __global const uint *ends, __global const uint *first,                       \
        __global const uint *blocks, uint m, uint wanted
#define ROWS_OF_PARAMETERS                                                                                   \
    { ends, first, blocks, m, wanted }
NF_NUMBERS_OF(nf_group_box)
#define POSITIONS_PARAMETERS                                                                                 \
    __global const real *points, ulong offset, real scale, __global const real *images,                      \
        volatile __global uint *flags, uint has_images, nf_group_box_numbers given_box
#define POSITIONS_TAKE const nf_group_box *box = (const nf_group_box *)given_box.all;
#define VALUES_PARAMETERS                                                                                    \
    __global const real *weights, ulong weights_offset, __global const real *velocities,                     \
        ulong velocities_offset

// Members [begin, end) of the order, of group `row`.
typedef struct nf_block {
    uint row, begin, end;
} nf_block;

// The last row whose blocks begin at b or before: each row has some.
static inline uint nf_row_of(const nf_rows *rows, uint b) {
    uint low = 0, high = rows->m;
    while (high - low > 1) {
        const uint middle = low + (high - low) / 2;
        if (rows->blocks[middle] <= b) low = middle;
        else high = middle;
    }
    return low;
}

static inline nf_block nf_block_of(const nf_rows *rows, uint b) {
    const uint row = nf_row_of(rows, b), end = rows->ends[row] + 1;
    nf_block block = {row, rows->first[row] + (b - rows->blocks[row]) * NF_GROUP_BLOCK, 0};
    block.end = end - block.begin < NF_GROUP_BLOCK ? end : block.begin + NF_GROUP_BLOCK;
    return block;
}

static inline uint nf_count_of(const nf_rows *rows, uint row) {
    return rows->ends[row] + 1 - rows->first[row];
}

// Of every step-th of `count` numbers: their sum, at most a block of them, and the largest.
static inline real nf_sum_of(__global const real *sums, uint count, uint step) {
    real sum = 0;
    IN_ORDER for (uint k = 0; k < count; k += step) sum += sums[k];
    return sum;
}

static inline real nf_largest_of(__global const real *numbers, uint count, uint step) {
    real most = 0;
    for (uint k = 0; k < count; k += step) most = fmax(most, numbers[k]);
    return most;
}

static inline real nf_share_of(const nf_rows *rows, __global const real *weights, ulong own, real mass,
                               uint count) {
    const int weighs = rows->wanted & WANTS_WEIGHTS ? nf_group_weighs(mass) : 0;
    const real weight = weighs ? nf_normal(weights[own]) : (real)1, all = weighs ? mass : (real)count;
    return nf_group_share(nf_quotient(weight, all));
}

static inline void nf_member_at(__global const real *points, ulong own, real scale, real *at) {
    for (ulong a = 0; a < DIMS; a++) at[a] = nf_scaled(points[own * DIMS + a], scale);
}

// D of a member.  images: S of all members, if the group has far ones and they are known; or 0.
static inline void nf_place_of(const nf_group_box *box, __global const real *points, ulong own, real scale,
                               const real *base, __global const real *images, real *D) {
    real member[DIMS], S[3] = {0, 0, 0};
    nf_member_at(points, own, scale, member);
    if (images)
        for (ulong k = 0; k < 3; k++) S[k] = images[own * 3 + k];
    else nf_group_image(box, base, member, DIMS, S);
    nf_group_place(box, base, member, DIMS, S, D);
}

// images[n][3]: for groups with NF_GROUP_FAR in flags[m + 1]; only with has_images.  The last flag is set with those of any group.
#define IMAGES_OF(row) (has_images && flags[row] & NF_GROUP_FAR ? images : 0)
