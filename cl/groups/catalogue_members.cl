// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The members of the groups of a catalogue, whose groups and points by label are known (catalogue.cl).
//   ends[m], keys[n] --number--> row_of: the row of each label; the others are m already
//   labels[n], row_of --keys_by_row--> made[n], order[n] --sort--> the points row after row, and then all others
//   ends[m], keys, starts --counts--> counts[m + 1] --scan--> where the members of each row begin
//   GROUP, ITEMS  as in each.cl; an element is a row or a point
#if !defined(GROUP) || !defined(ITEMS)
#error "catalogue_members.cl needs GROUP and ITEMS"
#endif
#include "machine/each.cl"

EACH_KERNEL void number(__global const uint *ends, uint m, __global const uint *keys, __global uint *row_of) {
    FOR_EACH(row, m) row_of[keys[ends[row]]] = (uint)row;
}

EACH_KERNEL void keys_by_row(__global const int *labels, ulong offset, uint n, __global const uint *row_of,
                             uint m, __global uint *made, __global uint *order) {
    labels += offset;
    FOR_EACH(p, n) {
        const int label = labels[p];
        made[p] = label < 0 ? m : row_of[label];
        order[p] = (uint)p;
    }
}

EACH_KERNEL void counts(__global const uint *ends, uint m, __global const uint *keys,
                        __global const uint *starts, __global ulong *of_rows) {
    FOR_EACH(row, m) {
        of_rows[row] = ends[row] + 1 - starts[keys[ends[row]]];
        if (row + 1 == m) of_rows[m] = 0;
    }
}
