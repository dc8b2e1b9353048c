// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The labels of groups from the forest of their links (fof.cl).
//   parents[n] --flatten--> parents: short paths; labels: of each root, the smallest index; groups: 0
//   parents, labels --put--> label_of[n] and core_of[n] in the order of the caller, groups: their number
//   label_of[n] --keys--> keys[n], order[n]: what the order is sorted by
//   CORES         as in fof.cl
//   GROUP, ITEMS  as in each.cl; an element is a point
#if !defined(CORES) || !defined(GROUP) || !defined(ITEMS)
#error "labels.cl needs CORES, GROUP and ITEMS"
#endif
#include "machine/each.cl"
#include "machine/loops_ended.cl"
#include "groups/forest.cl"
#include "tree/nodes.cl"

// The parent of a slot need not be its root in the end: a path that another work-item halves may be written late.
EACH_KERNEL void flatten(uint n, __global const uint *index, volatile __global uint *parents,
                         volatile __global uint *labels, __global uint *groups, uint word LOOPS_PARAMETERS) {
    if (get_global_id(0) == 0) groups[word] = 0;
    FOR_EACH(slot, n) {
        const uint root = nf_find(parents, (uint)slot), own = index[slot];
        if (root == (uint)slot) continue;
        NF_SHARED_PUT(parents, slot, root);
        if (own < NF_SHARED(labels, root)) atomic_min(labels + root, own);
    }
    LOOPS_CHECK(n);
}

EACH_KERNEL void put(__global const uint *index, __global const uint *parents, __global const uint *labels,
                     uint n, __global const uint *cores, __global int *label_of, ulong label_offset,
                     uint has_core_of, __global uint *core_of, ulong core_offset,
                     volatile __global uint *groups, uint word) {
    __local uint all;
    uint roots = 0;
    label_of += label_offset;
    core_of += core_offset;
    if (get_local_id(0) == 0) all = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    FOR_EACH(slot, n) {
        const uint root = nf_find_only(parents, (uint)slot), own = index[slot],
                   is_core = CORES ? cores[slot / NF_LEAF] >> slot % NF_LEAF & 1 : 1;
        label_of[own] = (int)labels[root];
        if (has_core_of) core_of[own] = is_core;
        if (root == (uint)slot) roots += is_core;
    }
    if (roots) atomic_add(&all, roots);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && all) atomic_add(groups + word, all);
}

// Noise is last.
EACH_KERNEL void keys(__global const int *label_of, ulong label_offset, uint n, __global uint *made,
                      __global uint *order, ulong order_offset) {
    label_of += label_offset;
    order += order_offset;
    FOR_EACH(p, n) {
        const int label = label_of[p];
        made[p] = label < 0 ? n : (uint)label;
        order[p] = (uint)p;
    }
}
