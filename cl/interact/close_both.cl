// The end of symmetric sums by clusters (emit_clusters.cl, side_both.cl): what all lanes have for a point is added in fixed point.
#pragma once

// The parts of a lane in fixed point.  The largest part of an odd sum takes the difference from what the lane has given away.
static inline void nf_lane_fixed(nf_sides *sides, uint number, const sum *v, long given, int sign,
                                 long *fixed) {
    long difference = given, largest = -1;
    uint at = 0, beyond = 0;
#pragma unroll
    for (uint k = 0; k < CLUSTER; k++) {
        fixed[k] = nf_fixed_of(&sides->ranges, number, v[k], &beyond);
        difference += fixed[k];
        const long size = fixed[k] < 0 ? -fixed[k] : fixed[k];
        at = size > largest ? k : at;
        largest = max(size, largest);
    }
    if (beyond) atomic_or(sides->state, beyond);
    if (sign > 0) return;
#pragma unroll
    for (uint k = 0; k < CLUSTER; k++) fixed[k] -= at == k ? difference : 0;
}

TOGETHER void emit_close(nf_emitter *emitter, const walk_cloud *cloud, const nf_query_point *point, uint tile,
                         int walked, uint found, uint kept, __local walk_room *room) {
    const uint p = emitter->first + point->lane / PARTS;
    const int mine = point->lane % PARTS == 0 && p < TILE_END(cloud) && walked;
    nf_sides *sides = &emitter->sides;
    ulong component = 0;
    uint number = 0;
    sum v[CLUSTER];
    long fixed[CLUSTER];
    (void)tile, (void)found, (void)kept;
#define NF_COLUMN_ADD(member, sign)                                                                          \
    {                                                                                                        \
        _Pragma("unroll") for (uint k = 0; k < CLUSTER; k++) v[k] = emitter->found[k].member;                \
        nf_lane_fixed(sides, number, v, sides->given.member, sign, fixed);                                   \
        const long all = nf_column_sum(fixed, point->lane, room);                                            \
        if (mine && all) atom_add(sides->fixed + component * sides->stride + p, all);                        \
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
}
