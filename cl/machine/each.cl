// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A loop over elements: work-groups of GROUP work-items with ITEMS elements each.
//   GROUP  work-items in a group       ITEMS  elements of a work-item
// Consecutive work-items take consecutive elements.  With GROUP 1, the shape for CPUs, the elements of a work-item are
// consecutive.
#pragma once
#if !defined(GROUP) || !defined(ITEMS)
#error "each.cl needs GROUP and ITEMS"
#endif
#define EACH_KERNEL __kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))

// Loops with `p` over this work-item's elements below n.
#define FOR_EACH(p, n)                                                                                       \
    for (ulong p = (ulong)get_group_id(0) * (GROUP * ITEMS) + get_local_id(0), k_ = 0;                       \
         k_ < ITEMS && p < (n); p += GROUP, k_++)
