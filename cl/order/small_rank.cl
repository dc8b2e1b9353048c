// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The places of a small cloud's points in the order, by counting.  small.cl includes this file twice: for a table in local
// memory and for one in global memory.
//   RANK_NAME   the name of the function
//   RANK_SPACE  the address space of the table     RANK_FENCE  the fence of that memory
//   cell[k] of the work-item's points --> to[k], table[c] = the number of points in the cells before c, for 0 .. cells
#if !defined(RANK_NAME) || !defined(RANK_SPACE) || !defined(RANK_FENCE)
#error "small_rank.cl needs RANK_NAME, RANK_SPACE and RANK_FENCE"
#endif

TOGETHER void RANK_NAME(volatile RANK_SPACE uint *table, uint cells, uint n, const uint *cell, uint *to,
                        __local ushort *loose, __local uint *sums) {
    const uint item = (uint)get_local_id(0);
    uint place[ITEMS], before = 0;
    for (uint c = item; c < cells; c += GROUP) table[c] = 0;
    barrier(RANK_FENCE);
    EACH if (OWN(k) < n) place[k] = atomic_inc(table + cell[k]);
    barrier(RANK_FENCE);
    for (uint start = 0; start < cells; start += GROUP * CELLS_AN_ITEM) {
        const uint first = start + item * CELLS_AN_ITEM;
        uint own[CELLS_AN_ITEM], sum = 0, all;
        for (uint k = 0; k < CELLS_AN_ITEM; k++) {
            own[k] = first + k < cells ? table[first + k] : 0;
            sum += own[k];
        }
        sum = before + group_sums(sum, &all, sums);
        for (uint k = 0; k < CELLS_AN_ITEM; k++) {
            if (first + k < cells) table[first + k] = sum;
            sum += own[k];
        }
        before += all;
    }
    if (item == 0) table[cells] = n;
    barrier(RANK_FENCE);
    EACH if (OWN(k) < n) loose[table[cell[k]] + place[k]] = (ushort)OWN(k);
    barrier(CLK_LOCAL_MEM_FENCE);
    EACH {
        const uint begin = table[cell[k]], end = OWN(k) < n ? table[cell[k] + 1] : begin;
        to[k] = begin;
#pragma unroll 1 // the cells of most clouds have few points, and each copy of the loop costs time of the first build
        for (uint other = begin; other < end; other += RANK_AHEAD)
#pragma unroll
            for (uint ahead = 0; ahead < RANK_AHEAD; ahead++)
                to[k] += other + ahead < end && loose[other + ahead] < OWN(k);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}
#undef RANK_NAME
#undef RANK_SPACE
#undef RANK_FENCE
