// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The rows of a packet after its walk, in the order of the rule, and how they are written.
//   KEYS, ROOT64, INDICES, DISTANCES, KTH, MEAN, DENSITY   as in walks_lanes.cl
#pragma once
#include "machine/in_order.cl"
#include "knn/packet/query.cl"
#define NF_NO_SLOT 0xffffu

static inline real nf_slot_d2(const real *at, const nf_tree *tree, uint slot,
                              __local const nf_packet_room *room WALK_FOLDS) {
    __global const real *points = tree->points + (ulong)room->leaf[slot / 32] * DIMS * NF_LEAF + slot % 32;
    real sum = 0;
#if BOX
    const int code = room->image[slot / 32],
              s[3] = {NF_PACKED_AT(code, 0), NF_PACKED_AT(code, 1), NF_PACKED_AT(code, 2)};
    nf_vector vector;
    for (int a = 0; a < 3; a++) vector.at[a] = NF_VECTOR_ALONG(folds, s, a);
#endif
    for (int a = 0; a < DIMS; a++) {
        const real d = displacement(a, at[a], points[a * NF_LEAF], vector);
        sum += NF_SQUARED(d);
    }
    return sum;
}

static inline uint nf_slot_index(const nf_tree *tree, uint slot, __local const nf_packet_room *room) {
    return tree->index[(ulong)room->leaf[slot / 32] * NF_LEAF + slot % 32];
}

// Puts a slot into the row of the lane, which has `count` in order; returns their new number, at most k.
static inline uint nf_row_add(const real *at, uint slot, uint count, const nf_knn_numbers *numbers, uint lane,
                              const nf_tree *tree, __local nf_packet_room *room WALK_FOLDS) {
    __local real *row = room->of.rows.d2 + lane;
    __local ushort *slots = room->of.rows.slot + lane;
    const real d2 = nf_slot_d2(at, tree, slot, room WALK_PASS);
    uint i = count;
    if (!(d2 <= numbers->start)) return count;
    for (; i > 0; i--) {
        const real other = row[33 * (i - 1)];
        const uint previous = slots[33 * (i - 1)];
        if (other < d2) break;
        if (other == d2 && nf_slot_index(tree, previous, room) <= nf_slot_index(tree, slot, room)) break;
        if (i == numbers->k) continue;
        row[33 * i] = other;
        slots[33 * i] = (ushort)previous;
    }
    if (i == numbers->k) return count;
    row[33 * i] = d2;
    slots[33 * i] = (ushort)slot;
    return min(count + 1, numbers->k);
}

// The row of the lane: what is in its list and in its column, in order.  Returns how many there are.
TOGETHER uint nf_packet_row(const nf_packet *packet, const real *at, const uint *list,
                            const nf_knn_numbers *numbers, const nf_tree *tree,
                            __local nf_packet_room *room WALK_FOLDS) {
    __local nf_packet_rows *rows = &room->of.rows;
    const uint kept = (packet->end - packet->first) / NF_ROW;
    uint count = 0, listed = 0;
#pragma unroll
    for (uint i = 0; i < KEYS; i++)
        if (i >= KEYS - numbers->k && list[i] != NF_NO_KEY)
            rows->slot[33 * (listed++) + packet->lane] = (ushort)(list[i] % NF_SLOTS);
    for (uint i = 0; i < listed + kept; i++) {
        const uint slot = i < listed ? rows->slot[33 * i + packet->lane]
                                     : rows->kept[32 * (i - listed) + packet->lane] % NF_SLOTS;
        count = nf_row_add(at, slot, count, numbers, packet->lane, tree, room WALK_PASS);
    }
    for (uint i = count; i < numbers->k; i++) rows->slot[33 * i + packet->lane] = NF_NO_SLOT;
    return count;
}

// What each lane tells of its own row, in which distances take the place of their squares.
static inline void nf_packet_write_row(const nf_packet_query *query, uint lane, const nf_knn_numbers *numbers,
                                       __local nf_packet_room *room, __global real *kth, __global real *mean,
                                       __global real *density) {
#if DISTANCES | KTH | MEAN | DENSITY
    __local nf_packet_rows *rows = &room->of.rows;
    real distance = 0, sum = 0;
    IN_ORDER for (uint i = DISTANCES | MEAN ? 0 : numbers->k - 1; i < numbers->k; i++) {
        const uint slot = rows->slot[33 * i + lane];
        distance = slot == NF_NO_SLOT
                       ? (real)INFINITY
                       : nf_unscaled(nf_root(rows->d2[33 * i + lane]), numbers->scale, numbers->unscale);
        rows->d2[33 * i + lane] = distance;
        sum += distance;
    }
    (void)sum;
#endif
#if KTH
    kth[query->row] = distance;
#endif
#if MEAN
    mean[query->row] = nf_mean_distance(sum, numbers->per_k);
#endif
#if DENSITY
    density[query->row] = nf_knn_density(numbers, distance);
#endif
    (void)query, (void)lane, (void)numbers, (void)room, (void)kth, (void)mean, (void)density;
}

// Writes the rows of the lanes whose bits are set; consecutive lanes write consecutive numbers.
static inline void nf_packet_write(uint which, uint lane, const nf_knn_numbers *numbers, const nf_tree *tree,
                                   __local nf_packet_room *room, __global int *indices,
                                   __global real *distances) {
    const uint k = numbers->k;
#if INDICES | DISTANCES
    for (uint e = lane; e < 32 * KEYS; e += 32) {
        const uint q = e / KEYS, j = e % KEYS;
        if (j >= k || !(which >> q & 1)) continue;
        const ulong to = (ulong)room->row[q] * k + j;
#if INDICES
        const uint slot = room->of.rows.slot[33 * j + q];
        indices[to] = slot == NF_NO_SLOT ? -1 : (int)nf_slot_index(tree, slot, room);
#endif
#if DISTANCES
        distances[to] = room->of.rows.d2[33 * j + q];
#endif
    }
#endif
    (void)k, (void)which, (void)lane, (void)tree, (void)room, (void)indices, (void)distances;
}
