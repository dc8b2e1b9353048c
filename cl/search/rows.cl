// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Entries of rows as keys, to sort each row.
//   offsets[n + 1], indices[total] --join--> keys[total] (--sort--> keys) --part--> indices[total]
//   GROUP, ITEMS  as in each.cl
#include "machine/each.cl"
#include "search/status.cl"

// The row of an entry is found by bisection, so that no loop is as long as a row.
EACH_KERNEL void join(__global const ulong *offsets, ulong first_offset, ulong n, __global const int *indices,
                      ulong first_index, ulong total, __global ulong *keys) {
    offsets += first_offset;
    FOR_EACH(k, total) {
        ulong low = 0, high = n; // offsets[low] <= k < offsets[high]
        while (high - low > 1) {
            const ulong middle = low + (high - low) / 2;
            if (offsets[middle] <= k) low = middle;
            else high = middle;
        }
        keys[k] = low << 32 | (uint)indices[first_index + k];
    }
}

EACH_KERNEL void part(__global const ulong *keys, ulong total, __global int *indices, ulong first_index) {
    FOR_EACH(k, total) indices[first_index + k] = (int)(uint)keys[k];
}

// Of n rows in cell order, starts[n + 1], index[n] of the point of each row: the offsets[n + 1] and counts[n] by the caller's index.  If the
// grid was refused, nobody wrote the index.
EACH_KERNEL void place(__global const ulong *starts, __global const uint *index, ulong n,
                       __global ulong *offsets, ulong first_offset, __global ulong *counts,
                       ulong first_count) {
    const ulong places = starts[n] == TOTAL_UNKNOWN ? 0 : n;
    FOR_EACH(p, places) {
        const uint own = index[p];
        offsets[first_offset + own] = starts[p];
        counts[first_count + own] = starts[p + 1] - starts[p];
        if (p + 1 == n) offsets[first_offset + n] = starts[n];
    }
}

// The offsets of the n rows from `first` on, counted from the first of them: part_offsets[n + 1].
EACH_KERNEL void rebase(__global const ulong *offsets, ulong first, ulong n, __global ulong *part_offsets,
                        ulong first_part) {
    FOR_EACH(k, n + 1) { part_offsets[first_part + k] = offsets[first + k] - offsets[first]; }
}
