// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Arrays that are made of others of an answer, when these are written.
//   from[], a number each `step`             --each--> to[m x columns]
//   offsets[n + 1], and ends by ENDS          --rows--> to[m]  the row that each entry is in, counted from `first`
//   labels[n]                                 --firsts--> firsts[n]  1 where a group begins; a prefix sum makes numbers of these
//   labels[n], firsts[n]                      --numbers--> to[n]  the number of each point's group, -1 without
//   m  the smaller one of total[1] and `most`; 0 if the total is unknown.  TOTAL 0: `most`
//   IN, OUT  the types of the elements of `from` and `to`
//   ENDS     0: a row ends where the next one begins; 1: counts[n] has the length of each
//   SHARE    consecutive work-items with consecutive entries of one row; 0: there are no rows
//   GROUP, ITEMS  as in each.cl
#if !defined(IN) || !defined(OUT) || !defined(TOTAL) || !defined(ENDS) || !defined(SHARE)
#error "derived.cl needs IN, OUT, TOTAL, ENDS and SHARE"
#endif
#include "machine/each.cl"

static inline ulong nf_found(__global const ulong *total, ulong total_at, ulong most) {
#if TOTAL
    return total[total_at] == ULONG_MAX ? 0 : min(total[total_at], most); // NF_UNKNOWN
#else
    (void)total, (void)total_at;
    return most;
#endif
}

EACH_KERNEL void each(__global const IN *from, ulong first, uint step, uint columns,
                      __global const ulong *total, ulong total_at, ulong most, __global OUT *to,
                      ulong first_to) {
    const ulong count = nf_found(total, total_at, most) * columns;
    FOR_EACH(p, count) { to[first_to + p] = (OUT)from[first + p * step]; }
}

#if SHARE
EACH_KERNEL void rows(__global const ulong *offsets, ulong first_offset, __global const ulong *counts,
                      ulong first_count, ulong n, ulong first, __global const ulong *total, ulong total_at,
                      ulong most, __global OUT *to, ulong first_to) {
    const ulong m = nf_found(total, total_at, most);
    FOR_EACH(p, n * SHARE) {
        const ulong row = p / SHARE, begin = offsets[first_offset + row];
#if ENDS
        const ulong end = min(begin + counts[first_count + row], m);
#else
        const ulong end = min(offsets[first_offset + row + 1], m);
        (void)counts, (void)first_count;
#endif
        for (ulong k = begin + p % SHARE; k < end; k += SHARE) to[first_to + k] = (OUT)(first + row);
    }
}
#endif

EACH_KERNEL void firsts(__global const int *labels, ulong first, ulong n, __global uint *to) {
    FOR_EACH(p, n) { to[p] = labels[first + p] == (int)p; }
}

EACH_KERNEL void numbers(__global const int *labels, ulong first, __global const uint *firsts,
                         __global const ulong *total, ulong total_at, ulong most, __global OUT *to,
                         ulong first_to) {
    const ulong n = nf_found(total, total_at, most);
    FOR_EACH(p, n) {
        const int label = labels[first + p];
        to[first_to + p] = label < 0 ? (OUT)-1 : (OUT)firsts[label];
    }
}
