// Probes of work-groups whose work-items meet at barriers, in the forms that the library's kernels have.
//   GROUP  work-items a group, a power of two
#if !defined(GROUP)
#error "probe_groups.cl needs GROUP"
#endif
#include "machine/together.cl"
#define GROUPS_KERNEL __kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))

// The sum of v over the work-items below, by a loop with barriers.
TOGETHER uint before_of(uint v, __local uint *room) {
    const uint item = (uint)get_local_id(0);
    room[item] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < GROUP; step *= 2) {
        const uint below = item >= step ? room[item - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        room[item] += below;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const uint all = room[item];
    barrier(CLK_LOCAL_MEM_FENCE);
    return all - v;
}

// Values of the group's part, which are taken from a shelf as long as there are some: a loop that all work-items leave
// in the same turn, with barriers on both of its ways round.
TOGETHER uint drain(__global const uint *in, uint count, __local uint *shelf, __local uint *room) {
    const uint item = (uint)get_local_id(0);
    uint found = 0, at = 0, filled = 0, taken = 0;
    for (;;) {
        const uint waiting = filled - taken;
        if (waiting < GROUP && at < count) {
            const uint v = at + item < count ? in[at + item] : 0;
            const uint mine = v & 1, below = before_of(mine, room);
            if (mine) shelf[(filled + below) % (2 * GROUP)] = v;
            if (item == GROUP - 1) room[0] = below + mine;
            barrier(CLK_LOCAL_MEM_FENCE);
            filled += room[0];
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

// Each group drains its part, `part` values of in[]: out[k] = what its work-items before this one found, and totals[g]
// = all of it.  Groups whose part is marked in skip[g] and those from `groups` on leave early and write nothing: PoCL 3.1
// to 7.1 lose what is stored behind a barrier where other groups store and leave before it, so no kernel of ours does.
GROUPS_KERNEL void probe_groups(__global const uint *in, uint part, __global const uint *skip, uint groups,
                                __global uint *out, __global ulong *totals) {
    __local uint shelf[2 * GROUP], room[GROUP];
    const uint g = (uint)get_group_id(0), item = (uint)get_local_id(0);
    if (g >= groups) return;
    if (skip[g]) return;
    const uint found = drain(in + g * part, part, shelf, room);
    const uint below = before_of(found, room);
    out[g * GROUP + item] = below;
    if (item == GROUP - 1) totals[g] = (ulong)below + found;
}
