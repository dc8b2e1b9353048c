// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Exchange between 32 work-items by the functions of sub-groups: a part of lanes.cl.
#pragma once
#ifdef cl_intel_required_subgroup_size
#define LANES_KERNEL __attribute__((intel_reqd_sub_group_size(32)))
#endif

#define LANES_ROOM 1
#ifdef cl_khr_subgroups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
TOGETHER void nf_lanes_sync(void) { sub_group_barrier(CLK_LOCAL_MEM_FENCE); }
TOGETHER uint nf_lanes_get(uint v, uint l, __local uint *room) {
    (void)room;
    return sub_group_broadcast(v, l);
}
TOGETHER uint nf_lanes_sum(uint v, __local uint *room) {
    (void)room;
    return sub_group_reduce_add(v);
}
TOGETHER uint nf_lanes_ballot(int p, __local uint *room) {
    return nf_lanes_sum((uint)(p != 0) << get_sub_group_local_id(), room);
}
TOGETHER int nf_lanes_min(int v, __local uint *room) {
    (void)room;
    return sub_group_reduce_min(v);
}
TOGETHER int nf_lanes_max(int v, __local uint *room) {
    (void)room;
    return sub_group_reduce_max(v);
}
TOGETHER uint nf_lanes_before(uint v, __local uint *room) {
    (void)room;
    return sub_group_scan_exclusive_add(v);
}
