// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Probes of barriers, in the forms that the library's kernels use.
//   GROUP  work-items a group, a power of two
#if !defined(GROUP)
#error "probe_groups.cl needs GROUP"
#endif
#define LANES_BY 0
#include "machine/lanes.cl"
#include "machine/group.cl"

// Adds values of the group's part through a ring buffer: a loop that all work-items leave in the same iteration, with
// barriers on both of its paths.
TOGETHER uint drain(__global const uint *in, uint count, __local uint *shelf, __local uint *room) {
    const uint item = (uint)get_local_id(0);
    uint found = 0, at = 0, filled = 0, taken = 0;
    for (;;) {
        const uint waiting = filled - taken;
        if (waiting < GROUP && at < count) {
            const uint v = at + item < count ? in[at + item] : 0;
            const uint mine = v & 1, below = group_before(mine, room);
            if (mine) shelf[(filled + below) % (2 * GROUP)] = v;
            filled += group_total(room);
            at += GROUP;
            barrier(CLK_LOCAL_MEM_FENCE);
            continue;
        }
        if (waiting == 0) break;
        if (item < waiting) found += shelf[(taken + item) % (2 * GROUP)] >> 1;
        taken += min(waiting, (uint)GROUP);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return found;
}

// Each group but the last three processes its part of the values that follow a word for each group in in[]: out[k] = the
// sum of its preceding work-items, and behind all of these, totals[g] = the group's sum.  The last three groups and those
// with a nonzero word return early and write nothing: PoCL 3.1 to 7.1 lose stores after a barrier if other groups store
// and return before it, so none of our kernels does that.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void probe_groups(__global uint *out, uint part,
                                                                              __global const uint *in) {
    __local uint shelf[2 * GROUP], room[GROUP_ROOM];
    const uint g = (uint)get_group_id(0), item = (uint)get_local_id(0), groups = (uint)get_num_groups(0);
    __global ulong *totals = (__global ulong *)(out + groups * GROUP);
    if (g >= groups - 3) return;
    if (in[g]) return;
    const uint found = drain(in + groups + g * part, part, shelf, room);
    const uint below = group_before(found, room);
    out[g * GROUP + item] = below;
    if (item == GROUP - 1) totals[g] = (ulong)below + found;
}
