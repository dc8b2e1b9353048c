// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The order of points along the z-order curve (space/zorder.cl): sorted by keys of some levels; ties, that is consecutive points with
// one key, are compared to the end if they are short, and sorted by the levels below if they are long.
//   points[n x DIMS] --look--> state: the span of levels in which points differ, the largest, and whether one is bad
//     --keys, sort--> keys[n], order[n] --settle--> order in short ties, flags[n] of the points in long ones and their number
//   As long as there are m of these:
//     flags --compact--> kept[m] --gather_ties--> positions[m], rows[m x DIMS], ties[m] --scan--> ties[m] --measure--> level[ties], state
//     --tie_keys--> keys[m], values[m] --sort, settle--> values[m], flags[m] --put--> order
//   GROUP, ITEMS  as in each.cl
//   REAL64   1: double, 0: float     DIMS  1 to 8
//   KEY64    1: keys are ulong, 0: uint
//   COUNTED  1: `keys` also counts their digits (digits.cl)     NUMBERED  1: it also writes the index
//   SHORT    the most points of a short tie, a power of two for Hilbert's curve
//   HILBERT  1: keys are those of Hilbert's curve through the same cells (hilbert.cl), for trees, whose order changes no answer; short
//            ties stay as they are.  2 or 3 dimensions
#if !defined(GROUP) || !defined(ITEMS) || !defined(REAL64) || !defined(DIMS) || !defined(KEY64) ||           \
    !defined(COUNTED) || !defined(NUMBERED) || !defined(SHORT) || !defined(HILBERT)
#error "zsort.cl needs GROUP, ITEMS, REAL64, DIMS, KEY64, COUNTED, NUMBERED, SHORT and HILBERT"
#endif
#include "machine/each.cl"
#include "machine/shared.cl"
#include "primitives/make_keys.cl"
#include "tree/look.cl"

#if KEY64
typedef ulong z_key;
#else
typedef uint z_key;
#endif
#if HILBERT
#include "tree/hilbert.cl"
#define Z_CURVE_TAKE                                                                                         \
    __local uchar curve[NF_HILBERT_ROOM];                                                                    \
    nf_hilbert_take(curve);
#define Z_CURVE(cell, levels) nf_hilbert(cell, levels, curve)
#else
#define Z_CURVE_TAKE
#define Z_CURVE(cell, levels) (cell)
#endif

static inline nf_z z_at(__global const z_word *points, ulong p, uint a) {
    return nf_z_of(points[p * DIMS + a], REAL64);
}

static inline nf_z_order z_compare(__global const z_word *points, ulong p, ulong q) {
    nf_z_order order = {0, 0};
    for (uint a = 0; a < DIMS; a++) nf_z_compare(&order, z_at(points, p, a), z_at(points, q, a), REAL64);
    return order;
}

// The bits of `count` levels of a point, from the highest level down one of each dimension in turn.  Words of 32 bits are faster and wide enough
// for floats, of which no key has 32 levels unless they have one dimension.
static inline z_key z_cell_of(__global const z_word *points, ulong p, nf_z_span span, uint count) {
    z_key key = 0;
    for (uint a = 0; a < DIMS; a++) {
#if REAL64 || DIMS == 1
        const ulong bits = nf_z_bits(z_at(points, p, a), span, (int)count);
#else
        const uint bits = nf_z_bits_narrow(points[p * DIMS + a], span, (int)count);
#endif
        // The compiler uses words of 32 bits for narrow keys, once it knows how narrow their parts are.
        key |= (z_key)nf_z_spread(KEY64 ? bits : bits & (uint)((1ul << 32 / DIMS) - 1), DIMS)
               << (DIMS - 1 - a);
    }
    return key;
}

// The levels in which any two points differ are those in which any differs from the first.
EACH_KERNEL void look(__global const z_word *points, ulong offset, uint n, volatile __global uint *state) {
    __local uint all[Z_WORDS];
    uint found[Z_WORDS] = {0};
    z_seen seen;
    points += offset;
    for (uint a = 0; a < DIMS; a++) z_see_first(&seen, a, points[a]);
    FOR_EACH(p, n) {
        for (uint a = 0; a < DIMS; a++) z_see(&seen, a, points[p * DIMS + a]);
    }
    z_find_span(&seen, found);
    if (z_find_top(seen.most, found)) {
        FOR_EACH(p, n) {
            for (uint a = 0; a < DIMS; a++) z_find_bad(points[p * DIMS + a], p, found);
        }
    }
    z_raise(found, all, state);
}

// The key of each point: its first `count` levels.  The groups, of any number, take points in turns.
EACH_KERNEL void keys(__global const z_word *points, ulong offset, uint n, __global const uint *state,
                      uint count, __global z_key *made, ulong made_offset, __global uint *values,
                      ulong values_offset, volatile __global uint *counts, __global uint *words,
                      ulong word_count) {
    const nf_z_span span = {(int)state[Z_LEVEL], (int)state[Z_SIGNS]};
    Z_CURVE_TAKE
    points += offset;
    MAKE_KEYS(z_key, n, Z_CURVE(z_cell_of(points, p, span, count), count))
}

#if HILBERT
// 1 if the tie of point k has more than SHORT points.
static inline int z_is_long(__global const z_key *key, ulong k, uint n) {
    const z_key own = key[k];
    ulong first = k;
    if ((k < SHORT / 2 || key[k - SHORT / 2] != own) && (k + SHORT / 2 >= n || key[k + SHORT / 2] != own))
        return 0;
    for (ulong step = SHORT; step > 0; step /= 2) // the first of the tie that is at most SHORT before k
        if (first >= step && k - (first - step) <= SHORT)
            if (key[first - step] == own) first -= step;
    return first + SHORT < n ? key[first + SHORT] == own : 0;
}
#else
// The points with the key of point k that precede it or follow it, `most` at most.
static inline uint z_before(__global const z_key *key, ulong k, uint most) {
    uint count = 0;
    while (count < most && count < k && key[k - count - 1] == key[k]) count++;
    return count;
}

static inline uint z_after(__global const z_key *key, ulong k, uint n, uint most) {
    uint count = 0;
    while (count < most && k + count + 1 < n && key[k + count + 1] == key[k]) count++;
    return count;
}

// Sorts a short tie by insertion; equal points keep their order.
static inline void z_insert(__global const z_word *points, __global uint *order, uint count) {
    for (uint k = 1; k < count; k++) {
        const uint own = order[k];
        uint at = k;
        for (; at > 0 && z_compare(points, own, order[at - 1]).less; at--) order[at] = order[at - 1];
        order[at] = own;
    }
}
#endif

// key[n] and order[n] are sorted by key.  Bits `shift` and more of a key are the number of the tie whose points were sorted, and
// which differ from level[] on; where this is 0 they are equal, and the tie is done.
EACH_KERNEL void settle(__global const z_word *points, ulong offset, __global const z_key *restrict key,
                        uint n, uint shift, __global const uint *level, __global uint *order,
                        ulong order_offset, __global uchar *restrict flags, volatile __global uint *state) {
    __local uint all;
    uint own = 0;
    if (get_local_id(0) == 0) all = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
#if HILBERT
    (void)points, (void)order;
    FOR_EACH(k, n) {
        const int is_long = z_is_long(key, k, n) ? level[(ulong)key[k] >> shift] != 0 : 0;
        flags[k] = (uchar)is_long;
        own += (uint)is_long;
    }
#else
    points += offset;
    order += order_offset;
    FOR_EACH(k, n) {
        const uint before = z_before(key, k, SHORT), after = z_after(key, k, n, SHORT - before);
        const int differ = before + after > 0 ? level[(ulong)key[k] >> shift] != 0 : 0,
                  is_long = before + after >= SHORT ? differ : 0;
        flags[k] = (uchar)is_long;
        own += (uint)is_long;
        if (differ > is_long) {
            if (before == 0) z_insert(points, order + k, after + 1);
        }
    }
#endif
    if (own) atomic_add(&all, own);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && all) atomic_add(state + Z_LONG, all);
}

// Of the kept points, which are in long ties: their positions in the order, 1 for the first one of a tie, and their coordinates, as
// they are read several times.
EACH_KERNEL void gather_ties(__global const z_word *points, ulong offset, __global const uint *order,
                             ulong order_offset, __global const z_key *key, __global const uint *kept, uint n,
                             __global const uint *from, uint has_from, __global uint *positions,
                             __global uint *heads, __global z_word *rows) {
    points += offset;
    order += order_offset;
    FOR_EACH(k, n) {
        const uint own = kept[k], position = has_from ? from[own] : own;
        const ulong point = order[position];
        positions[k] = position;
        heads[k] = k == 0 ? 1 : key[own] != key[kept[k - 1]];
        for (uint a = 0; a < DIMS; a++) rows[k * DIMS + a] = points[point * DIMS + a];
    }
}

// The highest level in which any two points of a tie differ is that in which neighbours do.  (Signs do not differ: if they do anywhere,
// the first keys have them.)  A group's points are mostly of one tie, that of the first one: for these it uses one atomic.
// Others ask first whether the level is higher: what they read may be too low, and then costs an atomic more.
EACH_KERNEL void measure(__global const z_word *rows, __global const uint *ties, uint n,
                         volatile __global uint *level, volatile __global uint *state) {
    const uint first = ties[get_group_id(0) * KEYS_TURN];
    __local uint of_first, of_all;
    uint own_first = 0, own_all = 0;
    if (get_local_id(0) == 0) of_first = of_all = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    FOR_EACH(k, n) {
        const uint tie = ties[k];
        if (k + 1 == n) state[Z_TIES] = tie;
        if (k == 0 ? 1 : ties[k - 1] != tie) continue;
        const uint own = (uint)z_compare(rows, k, k - 1).level;
        own_all = max(own_all, own);
        if (tie == first) own_first = max(own_first, own);
        else if (own > NF_SHARED(level, tie - 1)) atomic_max(level + tie - 1, own);
    }
    if (own_first) atomic_max(&of_first, own_first);
    if (own_all) atomic_max(&of_all, own_all);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) != 0) return;
    if (of_first) atomic_max(level + first - 1, of_first);
    if (of_all) atomic_max(state + Z_LEVEL, of_all);
}

// The keys of points in long ties: the number of the tie above the bits of `count` levels, from its own on.
EACH_KERNEL void tie_keys(__global const z_word *rows, __global const uint *ties, uint n,
                          __global const uint *level, uint count, __global const uint *order,
                          ulong order_offset, __global const uint *positions, __global ulong *made,
                          __global uint *values) {
    Z_CURVE_TAKE
    order += order_offset;
    FOR_EACH(k, n) {
        const uint tie = ties[k] - 1;
        const nf_z_span span = {(int)level[tie], 0};
        made[k] = (ulong)tie << count * DIMS | (ulong)Z_CURVE(z_cell_of(rows, k, span, count), count);
        values[k] = order[positions[k]];
    }
}

// Puts the sorted points of ties into their positions.
EACH_KERNEL void put(__global const uint *positions, __global const uint *values, uint n,
                     __global uint *order, ulong order_offset) {
    order += order_offset;
    FOR_EACH(k, n) order[positions[k]] = values[k];
}
