// Work-groups of GROUP work-items with ITEMS elements each, element by element.
//   GROUP  work-items a group          ITEMS  elements a work-item
// Consecutive work-items take consecutive elements; with GROUP 1, the shape for CPUs, an item's elements are
// a run.
#pragma once
#if !defined(GROUP) || !defined(ITEMS)
#error "each.cl needs GROUP and ITEMS"
#endif
#define EACH_KERNEL __kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))

// `p` runs over this work-item's elements below n.
#define FOR_EACH(p, n)                                                                                       \
    for (ulong p = (ulong)get_group_id(0) * (GROUP * ITEMS) + get_local_id(0), k_ = 0;                       \
         k_ < ITEMS && p < (n); p += GROUP, k_++)
