// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The row of one query of a wide packet, by 32 lanes: its points within a distance that is known to have enough, put into order.
//   MOST  points that a row may have at first; a multiple of 128
#pragma once
#include "machine/lanes.cl"
#include "knn/nearer.cl"
#include "knn/wide_packet.cl"
#if !defined(MOST) || MOST % 128
#error "wide_packet_row.cl needs MOST, a multiple of 128"
#endif
#define NF_AT_ONCE 4 // leaves

typedef struct nf_row_sort {
    uint end[MOST] __attribute__((aligned(16))); // of the entries of a bin
    real d2[MOST];                               // bin by bin
    uint index[MOST];
} nf_row_sort;

typedef struct nf_row_list {
    real d2[MOST];
    uint index[MOST];
} nf_row_list;

// Puts the points of the leaves whose d2 is at most `most` behind each other.  Returns how many there are, which may be more than there is room for.
TOGETHER uint nf_row_meet(const nf_query *query, uint lane, real most, const nf_tree *tree,
                          __local const uint *leaves, uint count, __local nf_row_list *list,
                          __local uint *lanes) {
    const uint below = (1u << lane) - 1;
    uint found = 0;
    for (uint from = 0; from < count; from += 32) {
        const uint own = leaves[from + lane < count ? from + lane : from];
        const real near =
            nf_box_d2(query->at, query->at,
                      tree->boxes + (ulong)(own / NF_SIBLINGS) * DIMS * 2 * NF_SIBLINGS + own % NF_SIBLINGS);
        uint left = nf_lanes_ballot(from + lane < count && near <= most, lanes);
        while (left) {
            uint number[NF_AT_ONCE];
            real d2[NF_AT_ONCE];
#pragma unroll
            for (uint i = 0; i < NF_AT_ONCE; i++) {
                const ulong leaf = leaves[from + (left ? NF_FIRST_BIT(left) : 0)];
                __global const real *points = tree->points + leaf * DIMS * NF_LEAF + lane;
                real sum = 0;
                number[i] = tree->index[leaf * NF_LEAF + lane];
                for (int a = 0; a < DIMS; a++) {
                    const real d = displacement(a, query->at[a], points[a * NF_LEAF], NF_VECTOR_NONE);
                    sum += NF_SQUARED(d);
                }
                d2[i] = left ? sum : (real)INFINITY;
                left &= left - 1;
            }
#pragma unroll
            for (uint i = 0; i < NF_AT_ONCE; i++) {
                const int is = d2[i] <= most && number[i] != query->own;
                const uint met = nf_lanes_ballot(is, lanes), at = found + popcount(met & below);
                if (is && at < MOST) {
                    list->d2[at] = d2[i];
                    list->index[at] = number[i];
                }
                found += popcount(met);
            }
        }
    }
    nf_lanes_sync();
    return found;
}

static inline uint nf_row_bin(real d2, real scale) { return (uint)fmin(d2 * scale, (real)(MOST - 1)); }

// Puts `count` points into order: into bins of d2, which in space have few points each, and each behind those of its bin that are before it.
TOGETHER void nf_row_order(uint count, real most, uint k, uint lane, __local nf_row_list *list,
                           __local nf_row_sort *sort, __local uint *lanes) {
    const real scale = most > 0 ? fmin((real)MOST / most, REAL_MAX) : 0;
    for (uint i = lane; i < MOST; i += 32) sort->end[i] = 0;
    nf_lanes_sync();
    for (uint i = lane; i < count; i += 32) atomic_inc(sort->end + nf_row_bin(list->d2[i], scale));
    nf_lanes_sync();
    uint4 own[MOST / 128];
    uint sum = 0;
#pragma unroll
    for (uint i = 0; i < MOST / 128; i++) {
        const uint4 four = ((__local const uint4 *)sort->end)[lane * (MOST / 128) + i];
        own[i] = (uint4)(sum, sum + four.x, sum + four.x + four.y, sum + four.x + four.y + four.z);
        sum = own[i].w + four.w;
    }
    const uint before = nf_lanes_before(sum, lanes);
#pragma unroll
    for (uint i = 0; i < MOST / 128; i++)
        ((__local uint4 *)sort->end)[lane * (MOST / 128) + i] = own[i] + before;
    nf_lanes_sync();
    for (uint i = lane; i < count; i += 32) {
        const real d2 = list->d2[i];
        const uint at = atomic_inc(sort->end + nf_row_bin(d2, scale));
        sort->d2[at] = d2;
        sort->index[at] = list->index[i];
    }
    nf_lanes_sync();
    for (uint i = lane; i < count; i += 32) {
        const real d2 = sort->d2[i];
        const uint index = sort->index[i], bin = nf_row_bin(d2, scale), end = sort->end[bin],
                   begin = bin ? sort->end[bin - 1] : 0;
        uint rank = begin;
        for (uint j = begin; j < end; j++) rank += nf_is_before(sort->d2[j], sort->index[j], d2, index);
        list->d2[rank] = d2;
        list->index[rank] = index;
    }
    for (uint i = count + lane; i < k; i += 32) list->index[i] = NF_NOBODY, list->d2[i] = (real)INFINITY;
    nf_lanes_sync();
}
