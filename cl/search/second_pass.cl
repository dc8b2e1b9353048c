// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The second of two passes over an ordered cloud, for GPUs, from the masks of the first (masks.cl); overflow.cl does the tiles without masks.
//   index, masks --second_pass--> the rows of these tiles (row_entries.cl), and with CELL_ORDER the place of all rows; in the status the total, and
//   `work`, the number of the work, if there are tiles without masks
// The lanes list the entries of all rows of a tile in local memory, each lane those of its row; then consecutive lanes write consecutive
// entries.  A tile's latency is what limits this pass, so what is loaded is loaded for several chunks or entries at a time, before any of it is
// used, and without branches between the loads.
//   TILES   tiles of a group, which has 32 * TILES * TEAM work-items; 1 with LANES_BY 0 or a TEAM
//   TEAM    the rows of 32 lanes that share a tile, each some of its chunks, a divisor of ROUND; 1 with LANES_BY 0
//   the rest as in masks.cl, cloud.cl and lanes.cl
#if !defined(TILES) || !defined(TEAM)
#error "second_pass.cl needs TILES and TEAM"
#endif
#if TEAM > 1 && (TILES > 1 || LANES_BY == 0)
#error "second_pass.cl: a team has a group of its own, and lanes without barriers"
#endif
#include "machine/real.cl"
#define WALK_INVERSE  float
#define WALK_ON_LANES 1
#include "search/cloud.cl"
#include "machine/lanes.cl"
#include "search/walk/masks.cl"
#include "search/second_pass_entries.cl"
#include "search/status.cl"

// Lists the candidates in a mask from `at` on, from both ends at the same time.
static inline void nf_list(__local ushort *entries, uint at, uint mask, uint lane, uint first) {
    uint end = at + popcount(mask);
    while (mask) {
        const uint high = clz(mask), low = clz(mask & (0 - mask));
        entries[at++] = ENTRY(lane, first + high);
        entries[--end] = ENTRY(lane, first + low);
        mask &= ~(0x80000000u >> high | 0x80000000u >> low);
    }
}

#if MEASURED
// The points at some positions in order, as given, and their numbers.  In open space, and where no point is outside of the box, points in
// order are as given; they are read there, as lanes have consecutive positions.
static inline void nf_second_pass_given(const nf_second_pass *pass, const uint *p, const uint *number,
                                        nf_real4 *given) {
    const nf_walk_cloud *cloud = pass->cloud;
#if SHIFTS
    const int in_order = pass->packed;
#else
    const int in_order = 1;
#endif
    real r[BATCH][3];
    if (in_order) {
        UNROLLED
        for (uint b = 0; b < BATCH; b++) {
            for (int a = 0; a < 3; a++) r[b][a] = a < DIMS ? cloud->axes[(ulong)a * cloud->stride + p[b]] : 0;
        }
    } else {
        UNROLLED
        for (uint b = 0; b < BATCH; b++) {
            r[b][1] = r[b][2] = 0;
            nf_point_given(cloud->points, number[b], r[b]);
        }
    }
    UNROLLED
    for (uint b = 0; b < BATCH; b++)
        given[b] = (nf_real4)(r[b][0], r[b][1], r[b][2], NUMBER_BESIDE(number[b]));
}
#endif

// A chunk of those of all parts of the tile.
static inline __global const uint *nf_second_pass_chunk(const nf_second_pass *pass, uint chunk) {
#if PARTS > 1
    uint part = 0, before = 0;
    for (uint t = 1; t < PARTS; t++) {
        const uint end = pass->ends[t - 1];
        if (chunk >= end) part = t, before = end;
    }
    chunk += part * PART_CHUNKS - before;
#endif
    return pass->masks + chunk * MASK_WORDS;
}

// Loads a batch of chunks of candidates from chunk `first` of the round, which begins at `begin`, on, and the lane's masks.  The masks of
// chunks from `end` on are 0; first < end.
static inline void nf_second_pass_batch(const nf_second_pass *pass, uint begin, uint first, uint end,
                                        uint lane, uint *mask, __local nf_second_pass_room *room) {
    const nf_walk_cloud *cloud = pass->cloud;
    uint p[BATCH], number[BATCH];
#if EMIT_IMAGES
    uint image[BATCH];
#endif
    UNROLLED
    for (uint b = 0; b < BATCH; b++) {
        __global const uint *from = nf_second_pass_chunk(pass, begin + min(first + b, end - 1)) + lane;
        mask[b] = from[0];
        p[b] = min(from[32], cloud->n - 1);
#if EMIT_IMAGES
        image[b] = from[64];
#endif
    }
    UNROLLED
    for (uint b = 0; b < BATCH; b++) number[b] = cloud->index[p[b]];
#if MEASURED
    nf_real4 given[BATCH];
    nf_second_pass_given(pass, p, number, given);
#endif
    UNROLLED
    for (uint b = 0; b < BATCH; b++) {
        const uint at = (first + b) * 32 + lane;
        if (first + b >= end) {
            mask[b] = 0;
            continue;
        }
#if MEASURED
        room->given[at] = given[b];
#if SHIFTS
        if (pass->packed) {
            int s[3];
            nf_shift_image(cloud->grid, (nf_shift)image[b], s);
            image[b] = NF_PACKED(s);
        }
#endif
#else
        room->number[at] = number[b];
#endif
#if EMIT_IMAGES
        room->image[at] = image[b];
#endif
    }
}

// The lane's entries in this round, of all rows of lanes of the team; *before: those in the rows of lanes before.
TOGETHER uint nf_second_pass_count(const uint *mask, uint lane, uint part, uint *before,
                                   __local nf_second_pass_room *room) {
    uint count = 0;
    UNROLLED
    for (uint c = 0; c < SHARE; c++) count += popcount(mask[c]);
    *before = 0;
#if TEAM > 1
    uint all = 0;
    room->counts[part][lane] = count;
    TEAM_SYNC();
    UNROLLED
    for (uint t = 0; t < TEAM; t++) {
        if (t == part) *before = all;
        all += room->counts[t][lane];
    }
    return all;
#else
    (void)lane, (void)part, (void)room;
    return count;
#endif
}

// Writes the entries of the chunks of a tile from `begin` on; returns how many of them.
TOGETHER uint nf_second_pass_round(const nf_second_pass *pass, uint begin, uint left, uint item, ulong *row,
                                   __local nf_second_pass_room *room) {
    const uint lane = item % 32, part = item / 32;
    uint chunks = min(left, (uint)ROUND), share = (chunks + TEAM - 1) / TEAM, first = part * share,
         mask[SHARE], before;
    UNROLLED
    for (uint c = 0; c < SHARE; c++) mask[c] = 0;
    UNROLLED
    for (uint c = 0; c < SHARE; c += BATCH)
        if (c < share && first + c < chunks)
            nf_second_pass_batch(pass, begin, first + c, min(first + share, chunks), lane, mask + c, room);
    uint count = nf_second_pass_count(mask, lane, part, &before, room),
         total = nf_lanes_sum(count, room->lanes);
    while (total > ENTRIES) {
        chunks /= 2;
        UNROLLED
        for (uint c = 0; c < SHARE; c++)
            if (first + c >= chunks) mask[c] = 0;
        TEAM_SYNC();
        count = nf_second_pass_count(mask, lane, part, &before, room);
        total = nf_lanes_sum(count, room->lanes);
    }
    const uint at = nf_lanes_before(count, room->lanes);
    if (part == 0) room->rows[lane] = *row - at;
    *row += count;
    before += at;
    UNROLLED
    for (uint c = 0; c < SHARE; c++) {
        nf_list(room->entries, before, mask[c], lane, (first + c) * 32);
        before += popcount(mask[c]);
    }
    TEAM_SYNC();
    nf_second_pass_list(pass, total, item, room);
    TEAM_SYNC();
    return chunks;
}

__kernel LANES_KERNEL __attribute__((reqd_work_group_size(32 * TILES * TEAM, 1, 1))) void
second_pass(WALK_CLOUD, __global const uint *restrict masks, __global nf_search_status *status, uint work,
            ROW_PARAMETERS) {
    __local nf_second_pass_room rooms[TILES];
    __local nf_second_pass_room *room = rooms + get_local_id(0) / ITEMS;
    const nf_walk_cloud WALK_ALL = WALK_CLOUD_OF;
    const uint item = (uint)get_local_id(0) % ITEMS;
    const uint tile = WALK_TILE(get_global_id(0)) / TEAM, tiles = WALK_TILES(&WALK_ALL),
               walked = min(tile, tiles - 1);
    __global const uint *heads = nf_heads_at(masks, tiles, walked);
    const uint head = tile < tiles && !grid->refused ? nf_heads_chunks(heads) : MASKS_NONE,
               chunks = head == MASKS_NONE ? 0 : head;
    NF_AT_TILE(cloud, walked)
    const nf_row_entries entries = ROW_ENTRIES;
    nf_second_pass pass;
    pass.cloud = &cloud;
    pass.to = entries;
    pass.masks = masks + nf_masks_at(walked);
#if PARTS > 1
    for (uint t = 0, end = 0; t < PARTS; t++) pass.ends[t] = end += chunks ? heads[t] : 0;
#endif
    nf_query_point point = nf_point_of(&cloud, walked);
    if (grid->refused) point.index = 0; // the order was not written
    ulong row = ROW_BEGIN(&point);
    if (item == 0 && tile < tiles && head == MASKS_NONE) status->overflow = work;
    if (get_global_id(0) == 0) status->total = offsets[first_offset + QUERY_COUNT(&WALK_ALL)];
#if CELL_ORDER // what `place` in rows.cl does, which would be another pass over all points
    if (tile < tiles && !grid->refused && point.active && item < 32) {
        placed[first_placed + (uint)point.index] = row;
        counts[first_count + (uint)point.index] = offsets[first_offset + point.p + 1] - row;
        if (point.p + 1 == QUERY_COUNT(&WALK_ALL))
            placed[first_placed + point.p + 1] = offsets[first_offset + point.p + 1];
    }
#endif
#if MEASURED
    if (item < 32) {
        real own[3];
        nf_point_given(QUERY_POINTS(&cloud), (uint)point.index, own);
        room->own[item] = (nf_real4)(own[0], own[1], own[2], 0);
    }
#if SHIFTS
    pass.packed = !(cloud.grid->lattice.wrapped > 0);
    for (int k = 0; k < 3; k++) {
        pass.packed &= cloud.grid->radix[k] <= 2 * NF_PACKED_MOST;
        for (int a = 0; a < 3; a++) pass.vectors[k][a] = cloud.grid->lattice.vectors[k][a];
    }
#endif
#endif
    // No work-item returns before the last barrier: see search.cl.
    for (uint first = 0; first < chunks;)
        first += nf_second_pass_round(&pass, first, chunks - first, item, &row, room);
}
