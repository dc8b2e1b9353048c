// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// All probes that decide about fast paths in one program, so that the first start waits for the compiler once.
//   PARTS     the sum of 1: progress, 2: lanes, 4: words of 64 bits
//   LANES_BY  as in lanes.cl     GROUP  of probe_lanes     WIDE  1: with words of 64 bits
#if !defined(PARTS) || !defined(LANES_BY) || !defined(GROUP) || !defined(WIDE)
#error "self_check.cl needs PARTS, LANES_BY, GROUP and WIDE"
#endif
#include "machine/look_back.cl"
#include "machine/lanes.cl"
#define MEETS LANES_ARE_PTX
#include "machine/grid_barrier.cl"

#if PARTS & 1
// Forward progress: every work-group waits for the one with the preceding ticket, through the words of
// look_back.cl, like scan, sort and search.
// data[0], the counter of tickets, is 0 again at the end.  before[k] = the sum of the groups before that with ticket k,
// whose own value is k % 7 + 1; words[k] tells of it.  A group that has polled `most` times without success sets
// gave_up[0]; then all return, so that the kernel ends on any device.
#define PROBE_PROGRESS(name, WORD, BITS, kind)                                                               \
    __kernel void name(volatile __global uint *data, uint most) {                                            \
        volatile __global uint *gave_up = data + 1;                                                          \
        volatile __global WORD *before = (volatile __global WORD *)(data + 2);                               \
        volatile __global WORD *words = before + get_num_groups(0);                                          \
        __local uint shared;                                                                                 \
        if (get_local_id(0) == 0) shared = look_back_ticket(data, (uint)get_num_groups(0));                  \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                        \
        if (get_local_id(0) != 0) return;                                                                    \
        const uint ticket = shared;                                                                          \
        const WORD own = ticket % 7 + 1;                                                                     \
        WORD sum = 0;                                                                                        \
        look_back_store##BITS##kind(words + ticket,                                                          \
                                    LOOK_BACK_WORD##BITS(ticket ? LOOK_BACK_OWN : LOOK_BACK_ALL, own));      \
        for (uint k = ticket, turns = 0; k > 0;) {                                                           \
            const WORD word = look_back_load##BITS##kind(words + k - 1);                                     \
            if (LOOK_BACK_STATE##BITS(word) == 0) {                                                          \
                if (++turns < most && (turns % 256 || atomic_or(gave_up, 0u) == 0)) continue;                \
                atomic_or(gave_up, 1u);                                                                      \
                return;                                                                                      \
            }                                                                                                \
            sum += LOOK_BACK_VALUE##BITS(word);                                                              \
            k = LOOK_BACK_STATE##BITS(word) == LOOK_BACK_ALL ? 0 : k - 1;                                    \
        }                                                                                                    \
        if (ticket)                                                                                          \
            look_back_store##BITS##kind(words + ticket, LOOK_BACK_WORD##BITS(LOOK_BACK_ALL, sum + own));     \
        before[ticket] = sum;                                                                                \
    }
// Loads and stores of OpenCL C, and those of PTX if the lanes use it.
PROBE_PROGRESS(probe_progress_32, uint, , _plain)
#if WIDE
PROBE_PROGRESS(probe_progress_64, ulong, 64, _plain)
#endif
#if LANES_ARE_PTX
PROBE_PROGRESS(probe_progress_lanes_32, uint, , )
#if WIDE
PROBE_PROGRESS(probe_progress_lanes_64, ulong, 64, )
#endif
#endif
#endif

#if PARTS & 1 && LANES_ARE_PTX
// Barriers of all groups: in every round each group writes slots[its number], and each work-item adds up another group's, which it has read in the
// round before, too.  out[] = the sums of the groups.  words[1] is set by a group that has waited for `most` reads; then all return.
__kernel void probe_grid_barrier(__global uint *words, uint most) {
    const uint groups = (uint)get_num_groups(0), group = (uint)get_group_id(0), item = (uint)get_local_id(0),
               size = (uint)get_local_size(0);
    __global uint *out = words + 2, *slots = out + groups;
    __local uint total, met;
    uint sum = 0;
    if (item == 0) total = 0;
    for (uint round = 0; round < 128; round++) { // odd ones: the words may be written again
        if (round % 2 == 0 && item == round / 2 % size) slots[group] = group * 31 + round / 2;
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (item == 0) {
            met = (uint)(grid_meets(words, most) && words[1] == 0);
            if (!met) atomic_or(words + 1, 1u);
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (!met) return;
        if (round % 2 == 0) sum += slots[(group + 1 + item) % groups];
    }
    atomic_add(&total, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) out[group] = total;
}
#endif

#if PARTS & 2
// The operations of lanes.cl in groups of GROUP: `results` = 8 for each value of in[]: ballot, before, sum, min, max, all of
// get's lanes, match, uneven.  With LANES_BY 3 probe_lanes_shuffled does the same with the reductions of LANES_BY 2.

// 0 to 6 rounds, with different numbers for consecutive 32 work-items: if both belong to one wave, as with LANES_BY 4, its
// halves leave the loop at different times, and some do not enter it.  shelf: that of these 32.
TOGETHER uint probe_lanes_uneven(uint v, uint row, uint lane, __local uint *shelf, __local uint *room) {
    const uint rounds = 5 * row % 7;
    for (uint k = 0; k < rounds; k++) {
        shelf[lane] = v;
        nf_lanes_sync();
        const uint next = shelf[(lane + 1) % 32];
        nf_lanes_sync();
        const uint ballot = nf_lanes_ballot((int)(v >> k & 1), room), before = nf_lanes_before(v, room);
        v = ballot ^ before ^ (next + nf_lanes_get(v, (row + 9 * k) % 32, room));
    }
    return v ^ nf_lanes_ballot((int)(v & 1), room);
}

#define PROBE_LANES_KERNEL(name, fold_sum, fold_min, fold_max)                                               \
    __kernel LANES_KERNEL __attribute__((reqd_work_group_size(GROUP, 1, 1))) void name(                      \
        __global uint *out, uint results, __global const uint *in) {                                         \
        __local uint rooms[GROUP / 32 * LANES_ROOM], shelf[GROUP];                                           \
        const uint i = (uint)get_global_id(0), lane = (uint)get_local_id(0) % 32;                            \
        __local uint *room = rooms + get_local_id(0) / 32 * LANES_ROOM;                                      \
        const uint v = in[i];                                                                                \
        out += results * i;                                                                                  \
        out[0] = nf_lanes_ballot((v & 64) != 0, room);                                                       \
        out[1] = nf_lanes_before(v, room);                                                                   \
        out[2] = fold_sum(v, room);                                                                          \
        out[3] = (uint)fold_min((int)v, room);                                                               \
        out[4] = (uint)fold_max((int)v, room);                                                               \
        uint all = 0;                                                                                        \
        for (uint l = 0; l < 32; l++) all = all * 31 + nf_lanes_get(v, l, room);                             \
        out[5] = all;                                                                                        \
        out[6] = nf_lanes_match(v % 8, 3, room);                                                             \
        out[7] = probe_lanes_uneven(v, i / 32, lane, shelf + get_local_id(0) / 32 * 32, room);               \
    }

PROBE_LANES_KERNEL(probe_lanes, nf_lanes_sum, nf_lanes_min, nf_lanes_max)
#if LANES_BY == 3
PROBE_LANES_KERNEL(probe_lanes_shuffled, nf_lanes_sum_shuffled, nf_lanes_min_shuffled, nf_lanes_max_shuffled)
#endif
#endif

#if PARTS & 4
// 64-bit words that all work-groups share: cells[1] counts beyond 32 bits, [2] adds; the words after them are written and
// read by all work-items at once, each with two equal halves: cells[0] counts reads with different halves.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
__kernel void probe_atomics64(volatile __global ulong *cells, uint rounds) {
    const uint k = (uint)get_global_id(0);
    atom_add(cells + 1, 0x100000001UL);
    atom_add(cells + 2, (ulong)k << 20);
    for (uint round = 0; round < rounds; round++) {
        volatile __global ulong *word = cells + 3 + (k + round) % 8;
        const ulong part = k * 2654435761u + round;
        look_back_store64_plain(word, part << 32 | part);
        const ulong seen = look_back_load64_plain(word);
        if ((uint)(seen >> 32) != (uint)seen) atom_inc(cells);
    }
}
#endif
