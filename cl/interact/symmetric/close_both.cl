// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The end of symmetric sums by clusters (emit_clusters.cl, side_both.cl): what all lanes have for a point is added in fixed point.
#pragma once

// The sum over all lanes.
TOGETHER long nf_long_sum(long v, __local uint *lanes) {
    const ulong low = nf_lanes_total((uint)v, lanes), high = nf_lanes_sum((uint)((ulong)v >> 32), lanes);
    return (long)(low + (high << 32)); // modulo 2^64
}

// The part of the lane's point in fixed point, or 0 if the lane has none.  For an odd sum the largest part takes the difference between what the lanes have
// kept and given away, which is as large as its rounding.
TOGETHER long nf_part_fixed(nf_sides *sides, uint number, nf_sum part, long given, int sign, int mine,
                            uint lane, __local uint *lanes) {
    const long fixed = mine ? nf_fixed_of(&sides->ranges, number, part, &sides->beyond) : 0;
    if (sign > 0) return fixed;
    const long all = nf_long_sum(fixed + given, lanes);
    const int size = mine ? as_int(fabs((float)fixed)) : -1, most = nf_lanes_max(size, lanes);
    const uint largest = nf_lanes_ballot(size == most, lanes);
    return lane == 31 - clz(largest & (0 - largest)) ? fixed - all : fixed;
}

TOGETHER void nf_emit_close(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                            uint tile, int walked, uint found, uint kept, __local nf_walk_room *room) {
    const uint p = emitter->first + point->lane / PARTS;
    const int mine = point->lane % PARTS == 0 && p < TILE_END(cloud) && walked;
    nf_sides *sides = &emitter->sides;
    ulong component = 0;
    uint number = 0;
    nf_sum v[CLUSTER];
    (void)tile, (void)found, (void)kept;
#define NF_COLUMN_ADD(member, sign)                                                                          \
    {                                                                                                        \
        _Pragma("unroll") for (uint k = 0; k < CLUSTER; k++) v[k] = emitter->found[k].member;                \
        const nf_sum part = nf_column_sum(v, point->lane, room);                                             \
        const long fixed =                                                                                   \
            nf_part_fixed(sides, number, part, sides->given.member, sign, mine, point->lane, room->lanes);   \
        if (fixed) atom_add(sides->fixed + component * sides->stride + p, fixed);                            \
        component++;                                                                                         \
    }
#define NF_VECTOR_COLUMNS(name, sign)                                                                        \
    NF_COLUMN_ADD(name.x, sign)                                                                              \
    if (DIMS > 1) NF_COLUMN_ADD(name.y, sign)                                                                \
    if (DIMS > 2) NF_COLUMN_ADD(name.z, sign)                                                                \
    number++;
#define NF_SCALAR_COLUMN(name, sign)                                                                         \
    NF_COLUMN_ADD(name, sign)                                                                                \
    number++;
    NF_SUMS(NF_VECTOR_COLUMNS, NF_SCALAR_COLUMN)
    if (sides->beyond) atomic_or(sides->state, sides->beyond);
}
