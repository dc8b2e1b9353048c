// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A packet: 32 queries that are near each other and walk through the tree together, a lane a query; its local memory, and its candidates.
#pragma once
#include "machine/lanes.cl"
#include "machine/packed.cl"
#include "knn/packet/frame.cl"
#if !defined(NF_EXTENT)
#error "packet/state.cl needs an extent: packet/extent_box.cl or packet/extent_boxes.cl"
#endif
#define NF_KEPT 12 // keys that a column may have in the end
// Leaves after which the queries are asked whether one of them needs the next one, for clustered points.
#define NF_ASKED_FROM (KEYS > 16 ? 96 : 64)
// The most leaves of a packet.  Queries that are near more are left to singles, which meet the nearest first.
#define NF_REACHED_MOST 256

// Where a packet is among the nodes.
typedef struct nf_packet_way {
    uint level, node, mask; // with the children that are left
    uint above;             // children of the node above
    int enters;             // the node at which an image begins is next
} nf_packet_way;

// The local memory of a walk.  What is seldom used, or the same in all lanes, is here and not in registers, which limit how many packets a
// device runs at a time.
typedef struct nf_packet_walk {
    uint column[(NF_COLUMN + 1 + NF_PADS) * 32];
    float candidate[64 * NF_WIDTH];
    uint slot[64]; // of the candidates
    uint leaf[32]; // that may be next
    int order[32];
    uint masks[NF_LEVELS];
    nf_packet_way way;
    uint own, other; // the leaf that comes first, and one after it that is not its sibling, or NF_NOBODY
    float square[32], most[32]; // of each lane: |u|^2 of its query, and the largest s
    nf_view view __attribute__((aligned(16)));
    nf_extent extent __attribute__((aligned(16)));
} nf_packet_walk;
// That of the rows, which come after the walk and leave the first rows of the columns.
typedef struct nf_packet_rows {
    uint kept[NF_KEPT * 32];
    real d2[KEYS * 33];
    ushort slot[KEYS * 33];
} nf_packet_rows;
typedef struct nf_packet_room {
    union {
        nf_packet_walk walk;
        nf_packet_rows rows;
    } of __attribute__((aligned(16)));
    uint leaf[NF_PACKET_LEAVES]; // of slots
#if BOX
    int image[NF_PACKET_LEAVES];
#endif
    uint row[32];
    uint lanes[LANES_ROOM];
} nf_packet_room;

typedef struct nf_packet {
    uint lane;
    float twice[DIMS]; // of the query: -2 u
    float accepted;    // s, at most; negative for lanes whose column overflowed
    uint first, end;   // of the column: places
    uint window;       // quanta by which keys may be off
    float bound;       // how far points may be from the box of the queries, its square in quanta
    float near;        // of leaf[lane]
    uint ready;        // the leaves that are next, as bits
    uint next;         // the first of them
    real ahead[DIMS];  // the lane's point of it
    uint waiting;      // candidates
    uint leaves, reached;
    int done, failed;
#if BOX
    int m[3], reach[3], image; // image: m as one number
    float edge[3];             // of the box: how far it is from the queries at least, in the view
#endif
} nf_packet;
// How far points may be from the query, its square in quanta; negative if the column of the lane overflowed.
static inline float nf_packet_radius(const nf_packet *packet, __local const nf_packet_walk *walk) {
    return packet->accepted < 0
               ? -1.0f
               : (packet->accepted - NF_BASE) + walk->square[packet->lane] + (float)packet->window;
}

// A d2 within which the query has its neighbours: `last` is the last key of its list, which is off by less than the window.
static inline real nf_packet_most(const nf_packet *packet, uint last, real start,
                                  __local const nf_packet_walk *walk) {
    const real g = walk->view.g;
    const float quanta = (float)(last / NF_SLOTS + packet->window),
                radius =
                    ((8388608.0f + quanta) - NF_BASE) + walk->square[packet->lane] + (float)packet->window;
    if (last == NF_NO_KEY || !(g > 0)) return start;
    return fmin(start, (real)radius / (g * g) * (real)1.00001f);
}

// How far a box is from the queries.
static inline float nf_packet_gap(__local const nf_packet_walk *walk, __global const real *box) {
    float lo[DIMS], hi[DIMS];
    nf_viewed_box(&walk->view, box, lo, hi);
    return nf_extent_box(&walk->extent, lo, hi);
}

// 1 if the lane's query may need what is in a box.
static inline int nf_packet_needs(const nf_packet *packet, __local const nf_packet_walk *walk,
                                  __global const real *box) {
    float lo[DIMS], hi[DIMS], sum = 0;
    nf_viewed_box(&walk->view, box, lo, hi);
    for (int a = 0; a < DIMS; a++) {
        const float at = -0.5f * packet->twice[a], gap = fmax(fmax(lo[a] - at, at - hi[a]), 0.0f);
        sum = fma(gap, gap, sum);
    }
    return sum <= nf_packet_radius(packet, walk);
}

TOGETHER void nf_packet_look(nf_packet *packet, __local nf_packet_room *room) {
    packet->bound = as_float(nf_lanes_max(as_int(nf_packet_radius(packet, &room->of.walk)), room->lanes));
    // The first one is loaded already.
    packet->ready &=
        nf_lanes_ballot(packet->near <= packet->bound, room->lanes) | (packet->ready & (0u - packet->ready));
}

// A point becomes candidate number `at`.
static inline void nf_packet_put(__local nf_packet_walk *walk, uint at, const float *u, uint slot) {
    float put[NF_WIDTH] = {0}, sum = 0;
    for (int a = 0; a < DIMS; a++) sum = fma(u[a], u[a], sum);
    for (int a = 0; a < DIMS; a++) put[a] = u[a];
    put[DIMS] = NF_BASE + sum;
    for (uint a = 0; a < NF_WIDTH; a += 4)
        *(__local float4 *)(walk->candidate + at * NF_WIDTH + a) =
            (float4)(put[a], put[a + 1], put[a + 2], put[a + 3]);
    walk->slot[at] = slot;
}

// Loads the lane's point of the next leaf, a step ahead.
static inline void nf_packet_fetch(nf_packet *packet, const nf_tree *tree,
                                   __local const nf_packet_walk *walk) {
    if (!packet->ready) return;
    packet->next = walk->leaf[NF_FIRST_BIT(packet->ready)];
    const ulong leaf = packet->next;
    for (ulong a = 0; a < DIMS; a++)
        packet->ahead[a] = tree->points[(leaf * DIMS + a) * NF_LEAF + packet->lane];
}
