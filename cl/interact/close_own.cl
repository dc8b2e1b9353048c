// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The end of one-sided sums by clusters (emit_clusters.cl): each point gets what all lanes have for it.
#pragma once

TOGETHER void nf_emit_close(nf_emitter *emitter, const nf_walk_cloud *cloud, const nf_query_point *point,
                            uint tile, int walked, uint found, uint kept, __local nf_walk_room *room) {
    const uint p = emitter->first + point->lane / PARTS;
    sums all = nf_sums_none();
    nf_sum v[CLUSTER];
    (void)tile, (void)found, (void)kept;
#define NF_COLUMN_SUM(member)                                                                                \
    _Pragma("unroll") for (uint k = 0; k < CLUSTER; k++) v[k] = emitter->found[k].member;                    \
    all.member = nf_column_sum(v, point->lane, room);
#define NF_VECTOR_COLUMNS(name, sign)                                                                        \
    NF_COLUMN_SUM(name.x)                                                                                    \
    if (DIMS > 1) { NF_COLUMN_SUM(name.y) }                                                                  \
    if (DIMS > 2) { NF_COLUMN_SUM(name.z) }
#define NF_SCALAR_COLUMN(name, sign) NF_COLUMN_SUM(name)
    NF_SUMS(NF_VECTOR_COLUMNS, NF_SCALAR_COLUMN)
    if (point->lane % PARTS || p >= TILE_END(cloud)) return;
    if (walked) nf_sums_put(&emitter->arrays, (ulong)QUERY_INDEX(cloud)[p], &all);
    else if (cloud->grid->refused) {
        all = nf_sums_unknown();
        nf_sums_put(&emitter->arrays, p, &all);
    }
}
