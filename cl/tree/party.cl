// The walk of a party through the tree: 32 queries that are near each other, a lane a query.  Points that are near the box of the queries wait in local
// memory; all lanes test 32 of them at a time.  First come those of the own leaf, then those of its siblings, the nearest first, then all others depth first.
#pragma once
#include "machine/lanes.cl"
#include "space/packed.cl"
#include "tree/view.cl"
#define NF_KEPT 12 // keys that a column may have in the end
#define NF_ASKED_FROM                                                                                        \
    96 // leaves after which the queries are asked whether one of them needs the next one: for clustered points

#define NF_REACHED_MOST                                                                                      \
    256 // leaves; what is near more of them is left to seekers, which meet the nearest first

// The local memory of a party.  The rows come after the walk, and leave the first rows of the columns.
typedef struct nf_party_walk {
    uint column[(NF_COLUMN + 1) * 32];
    float candidate[64 * NF_WIDTH];
    uint slot[64]; // of the candidates
    uint leaf[32]; // that may be next
    float order[32];
    uint masks[NF_LEVELS];
    nf_view view __attribute__((aligned(16)));
} nf_party_walk;
typedef struct nf_party_rows {
    uint kept[NF_KEPT * 32];
    real d2[KEYS * 33];
    ushort slot[KEYS * 33];
} nf_party_rows;
typedef struct nf_party_room {
    union {
        nf_party_walk walk;
        nf_party_rows rows;
    } of __attribute__((aligned(16)));
    uint leaf[NF_PARTY_LEAVES]; // of slots
#if BOX
    int image[NF_PARTY_LEAVES];
#endif
    uint row[32];
    uint lanes[LANES_ROOM];
} nf_party_room;

typedef struct nf_party {
    uint lane;
    float twice[DIMS], square; // of the query: -2 u and |u|^2
    float most, accepted;      // s, at most; negative for lanes that gave up
    uint first, end;           // of the column, in bytes
    uint window;               // quanta by which keys may be off
    float bound;               // how far points may be from the box of the queries, its square in quanta
    uint own, other; // the leaf that comes first, and one after it that is not its sibling, or NF_NOBODY
    uint level, node, mask; // of the walk, with the children that are left
    uint above;             // children of the node above
    int enters;             // the node at which an image begins is next
    float near;             // of leaf[lane]
    uint ready;             // the leaves that are next, as bits
    real ahead[DIMS];       // the lane's point of the first of them
    uint waiting;           // candidates
    uint leaves, reached;
    int done, failed;
#if BOX
    int m[3], reach[3], image; // image: m as one number
    float edge[3];
#endif
} nf_party;
// How far points may be from the query, its square in quanta; negative if the lane gave up.
static inline float nf_party_radius(const nf_party *party) {
    return party->accepted < 0 ? -1.0f : (party->accepted - NF_BASE) + party->square + (float)party->window;
}

TOGETHER void nf_party_look(nf_party *party, __local nf_party_room *room) {
    party->bound = as_float(lanes_max(as_int(nf_party_radius(party)), room->lanes));
    // The first one is loaded already.
    party->ready &=
        lanes_ballot(party->near <= party->bound, room->lanes) | (party->ready & (0u - party->ready));
}

// A point becomes candidate number `at`.
static inline void nf_party_put(__local nf_party_walk *walk, uint at, const float *u, uint slot) {
    float put[NF_WIDTH] = {0}, sum = 0;
    for (int a = 0; a < DIMS; a++) sum = fma(u[a], u[a], sum);
    const int is = sum < INFINITY;
    for (int a = 0; a < DIMS; a++) put[a] = is ? u[a] : 0;
    put[DIMS] = NF_BASE + sum;
    for (uint a = 0; a < NF_WIDTH; a += 4)
        *(__local float4 *)(walk->candidate + at * NF_WIDTH + a) =
            (float4)(put[a], put[a + 1], put[a + 2], put[a + 3]);
    walk->slot[at] = slot;
}

// Loads the lane's point of the next leaf, a step ahead.
static inline void nf_party_fetch(nf_party *party, const nf_tree *tree, __local const nf_party_walk *walk) {
    if (!party->ready) return;
    const ulong leaf = walk->leaf[NF_FIRST_BIT(party->ready)];
    for (ulong a = 0; a < DIMS; a++)
        party->ahead[a] = tree->points[(leaf * DIMS + a) * NF_LEAF + party->lane];
}

// ---- tests -----------------------------------------------------------------------------------------------

// Tests `count` candidates, a multiple of NF_CHECK; `drains`: and empties the columns.  `without`: the slot that is left out.
TOGETHER void nf_party_test(nf_party *party, uint *list, uint count, int drains, uint without,
                            __local nf_party_room *room) {
    __local const nf_party_walk *walk = &room->of.walk;
    __local uchar *column = (__local uchar *)room->of.walk.column;
    for (uint c = 0; c < count; c += NF_CHECK) {
#pragma unroll
        for (uint h = 0; h < NF_CHECK; h += 4) {
            float s[4];
            const uint4 slots = *(__local const uint4 *)(walk->slot + c + h);
            const uint slot[4] = {slots.x, slots.y, slots.z, slots.w};
#pragma unroll
            for (uint i = 0; i < 4; i++) {
                float u[NF_WIDTH];
#pragma unroll
                for (uint a = 0; a < NF_WIDTH; a += 4) {
                    const float4 four =
                        *(__local const float4 *)(walk->candidate + (c + h + i) * NF_WIDTH + a);
                    u[a] = four.x, u[a + 1] = four.y, u[a + 2] = four.z, u[a + 3] = four.w;
                }
                s[i] = u[DIMS];
#pragma unroll
                for (int a = 0; a < DIMS; a++) s[i] = fma(u[a], party->twice[a], s[i]);
            }
#pragma unroll
            for (uint i = 0; i < 4; i++) {
                *(__local uint *)(column + party->end) = as_uint(s[i]) * NF_SLOTS + slot[i];
                party->end += s[i] <= party->accepted ? NF_ROW : 0;
            }
        }
        const int last = drains && c + NF_CHECK >= count;
        if (lanes_ballot(last || party->end > party->first + (NF_COLUMN - NF_CHECK) * NF_ROW, room->lanes)) {
            party->end = nf_column_merge(list, column, party->first, party->end, party->window, without);
            const float quanta = (float)(list[KEYS - 1] / NF_SLOTS + party->window);
            if (party->accepted >= 0 && list[KEYS - 1] != NF_NO_KEY)
                party->accepted = fmin(party->most, 8388608.0f + quanta);
            if (party->end > party->first + (NF_COLUMN - NF_CHECK) * NF_ROW) {
                party->end = party->first;
                party->accepted = -1;
            }
        }
    }
}

// ---- the walk --------------------------------------------------------------------------------------------

#if BOX
// The next image; the first time, `reach` is found.
static inline void nf_party_image(nf_party *party, const nf_planes *planes, __local nf_party_room *room,
                                  const nf_folds *folds) {
    __local nf_view *view = &room->of.walk.view;
    const int none[3] = {0, 0, 0};
    if (party->image == (int)NF_PACKED(none)) {
        const real edge[3] = {(real)party->edge[0], (real)party->edge[1], (real)party->edge[2]};
        nf_images_within(folds, edge,
                         party->bound < 0 ? 0 : sqrt((real)party->bound) * (real)1.001f / view->g,
                         party->reach);
        for (int k = 0; k < 3; k++) {
            if (party->reach[k] > NF_PACKED_MOST) party->failed = 1, party->reach[k] = 0;
            party->m[k] = -party->reach[k];
        }
        party->m[2]--;
    }
    do {
        if (++party->m[2] <= party->reach[2]) continue;
        party->m[2] = -party->reach[2];
        if (++party->m[1] <= party->reach[1]) continue;
        party->m[1] = -party->reach[1];
        party->m[0]++;
    } while (party->m[0] == 0 && party->m[1] == 0 && party->m[2] == 0);
    if (party->m[0] > party->reach[0]) {
        party->done = 1;
        return;
    }
    real vector[3];
    for (int a = 0; a < 3; a++) vector[a] = NF_VECTOR_ALONG(folds, party->m, a);
    const uint window = NF_BLUR + nf_image_blur(view->g, vector);
    if (party->lane == 0)
        for (int a = 0; a < 3; a++) view->vector[a] = vector[a];
    if (window > party->window) {
        const float more = (float)(window - party->window);
        party->most = fmin(NF_S_MOST, party->most + more);
        if (party->accepted >= 0) party->accepted = fmin(party->most, party->accepted + more);
        party->bound += party->bound < 0 ? 0 : 2 * more;
        party->window = window;
        if (window > NF_QUANTA / 8) party->failed = 1, party->done = 1;
    }
    party->image = (int)NF_PACKED(party->m);
    party->level = planes->levels - 1;
    party->node = party->mask = 0;
    party->enters = 1;
}
#endif

// Moves to another node.  Returns 1 if its children are looked at now.
static inline int nf_party_move(nf_party *party, const nf_planes *planes,
                                __local nf_party_room *room WALK_FOLDS) {
    if (party->enters) {
        party->enters = 0;
        return 1;
    }
    while (!party->mask && party->level + 1 < planes->levels) {
        party->level++;
        party->node /= NF_SIBLINGS;
        party->mask = room->of.walk.masks[party->level];
    }
    if (party->mask) {
        const uint child = NF_FIRST_BIT(party->mask);
        party->mask &= party->mask - 1;
        party->above = party->mask;
        party->node = party->node * NF_SIBLINGS + child;
        party->level--;
        return 1;
    }
#if BOX
    nf_party_image(party, planes, room, folds);
#else
    party->done = 1;
#endif
    return 0;
}

// 1 for a node whose leaves came first.
static inline int nf_party_has_met(const nf_party *party, uint child) {
#if BOX
    const int none[3] = {0, 0, 0};
    if (party->image != (int)NF_PACKED(none)) return 0;
#endif
    return (party->level == 1 && child == party->own / NF_SIBLINGS) ||
           (party->level == 0 && child == party->other);
}

// Exchange between lanes is not behind a branch where it is by barriers, which some compilers cannot.
#define NF_LANES_IF(condition) if (LANES_BY == 0 || (condition))

// One step: to a node, to a leaf, or both.
TOGETHER void nf_party_step(nf_party *party, const nf_tree *tree, const nf_planes *planes,
                            __local nf_party_room *room WALK_FOLDS) {
    __local nf_party_walk *walk = &room->of.walk;
    __local const nf_view *view = &walk->view;
    const uint below = (1u << party->lane) - 1;
    float u[DIMS], near = INFINITY;
    const int looks = !party->ready && nf_party_move(party, planes, room WALK_PASS);
    NF_LANES_IF(looks) {
        const uint child = party->node * NF_SIBLINGS + party->lane;
        if (looks && !nf_party_has_met(party, child))
            near = nf_viewed_box(
                view, tree->boxes + (planes->start[party->level] + party->node) * DIMS * 2 * NF_SIBLINGS +
                          party->lane);
        const uint mask = lanes_ballot(near <= party->bound, room->lanes);
        // Not before all lanes have read it.
        if (looks && party->lane == 0 && party->level + 1 < planes->levels)
            walk->masks[party->level + 1] = party->above;
        if (looks && party->level > 0) party->mask = mask;
        if (looks && party->level == 0) {
            party->mask = 0;
            party->ready = mask;
            party->near = near;
            walk->leaf[party->lane] = child;
        }
        lanes_sync();
        if (looks) nf_party_fetch(party, tree, walk);
    }
    const int takes = party->ready != 0;
    const uint leaf = takes ? walk->leaf[NF_FIRST_BIT(party->ready)] : 0;
    int needs = takes;
    for (int a = 0; a < DIMS; a++) u[a] = nf_viewed(view, a, party->ahead[a]);
    party->ready &= party->ready - 1;
    party->reached += (uint)takes;
    nf_party_fetch(party, tree, walk);
    NF_LANES_IF(party->reached > NF_ASKED_FROM) {
        if (takes && party->reached > NF_ASKED_FROM)
            needs = nf_viewed_box_from(view, party->twice,
                                       tree->boxes + ((ulong)leaf / NF_SIBLINGS) * DIMS * 2 * NF_SIBLINGS +
                                           leaf % NF_SIBLINGS) <= nf_party_radius(party);
        needs = lanes_ballot(needs, room->lanes) != 0;
    }
    near = needs ? nf_viewed_gap(view, u, u) : INFINITY;
    const uint met = lanes_ballot(near <= party->bound, room->lanes);
    if (near <= party->bound)
        nf_party_put(walk, party->waiting + popcount(met & below), u, party->leaves * 32 + party->lane);
    if (met) {
        if (party->lane == 0) room->leaf[party->leaves] = leaf;
#if BOX
        if (party->lane == 0) room->image[party->leaves] = party->image;
#endif
        party->waiting += popcount(met);
        party->leaves++;
    }
    if (party->leaves == NF_PARTY_LEAVES || party->reached == NF_REACHED_MOST)
        party->failed = 1, party->done = 1;
    lanes_sync();
}

// How far a box is from the middles of the queries' boxes.
static inline float nf_party_nearness(__local const nf_view *view, __global const real *box) {
    float nearest = INFINITY;
    for (uint part = 0; part < 2; part++) {
        float sum = 0;
        for (int a = 0; a < DIMS; a++) {
            const float middle = 0.5f * (view->lo[part * DIMS + (uint)a] + view->hi[part * DIMS + (uint)a]),
                        lo = nf_viewed(view, a, box[2 * a * NF_SIBLINGS]) - middle,
                        hi = nf_viewed(view, a, box[(2 * a + 1) * NF_SIBLINGS]) - middle,
                        gap = fmax(fmax(lo, -hi), 0.0f);
            sum = fma(gap, gap, sum);
        }
        nearest = fmin(nearest, sum);
    }
    return nearest;
}

// The boxes of the queries before and after the largest jump between them: the curve often jumps within a leaf, also across the whole cloud, and the
// box of all queries would meet two to many times as many points.
TOGETHER void nf_party_divide(const nf_party *party, __local nf_party_room *room) {
    __local nf_view *view = &room->of.walk.view;
    __local float *u = room->of.walk.candidate;
    const uint lane = party->lane, axis = lane / 4, part = lane / 2 % 2, is_high = lane % 2;
    float jump = 0;
    for (uint a = 0; a < DIMS; a++) u[32 * a + lane] = -0.5f * party->twice[a];
    lanes_sync();
    for (uint a = 0; a < DIMS && lane > 0; a++) {
        const float step = u[32 * a + lane] - u[32 * a + lane - 1];
        jump = fma(step, step, jump);
    }
    const uint at = max((uint)lanes_max((as_int(jump) & ~31) | (int)lane, room->lanes) & 31, 1u);
    if (lane < 4 * DIMS) {
        float most = -INFINITY;
        const uint end = part ? 32 : at;
        for (uint l = part ? at : 0; l < end; l++) {
            const float x = u[32 * axis + l];
            most = fmax(most, is_high ? x : -x);
        }
        if (is_high) view->hi[part * DIMS + axis] = most;
        else view->lo[part * DIMS + axis] = -most;
    }
    lanes_sync();
}

// The own leaf's points become candidates, and its siblings the next leaves, the nearest first.
TOGETHER void nf_party_open(nf_party *party, const nf_tree *tree, const nf_planes *planes,
                            __local nf_party_room *room) {
    __local nf_party_walk *walk = &room->of.walk;
    const uint lane = party->lane, sibling = party->own / NF_SIBLINGS * NF_SIBLINGS + lane,
               child = sibling == party->own ? party->other : sibling;
    float near = INFINITY, order = 0;
    if (sibling != party->own) {
        __global const real *box =
            tree->boxes + (ulong)(party->own / NF_SIBLINGS) * DIMS * 2 * NF_SIBLINGS + lane;
        near = nf_viewed_box(&walk->view, box);
        order = near < INFINITY ? nf_party_nearness(&walk->view, box) : INFINITY;
    } else if (child != NF_NOBODY) near = 0;
    else order = INFINITY;
    float u[DIMS];
    uint rank = 0;
    for (ulong a = 0; a < DIMS; a++)
        u[a] = nf_viewed(&walk->view, (int)a, tree->points[((ulong)party->own * DIMS + a) * NF_LEAF + lane]);
    nf_party_put(walk, lane, u, lane);
    walk->order[lane] = order;
    if (lane == 0) room->leaf[0] = party->own;
#if BOX
    if (lane == 0) room->image[0] = party->image;
#endif
    lanes_sync();
    for (uint l = 0; l < 32; l++) {
        const float other = walk->order[l];
        rank += other < order || (other == order && l < lane);
    }
    lanes_sync();
    walk->leaf[rank] = child;
    walk->order[rank] = near;
    lanes_sync();
    party->near = walk->order[lane];
    party->ready = lanes_ballot(party->near < INFINITY, room->lanes);
    party->waiting = 32;
    party->leaves = 1;
    party->level = planes->levels - 1;
    party->enters = planes->levels > 1;
    nf_party_fetch(party, tree, walk);
}

// Walks the tree for the queries.  `without`: the slot of the own point, if it does not count.
TOGETHER void nf_party_go(nf_party *party, uint *list, const nf_tree *tree, const nf_planes *planes,
                          uint without, __local nf_party_room *room WALK_FOLDS) {
    __local nf_party_walk *walk = &room->of.walk;
    const uint lane = party->lane;
    int opens = 1;
    nf_party_open(party, tree, planes, room);
    while (party->waiting > 0) {
        const uint count = min(party->waiting, 32u), left = party->waiting - count;
        if (lane >= count) walk->candidate[lane * NF_WIDTH + DIMS] = INFINITY;
        lanes_sync();
        nf_party_test(party, list, (count + NF_CHECK - 1) / NF_CHECK * NF_CHECK, opens || party->done,
                      opens ? without : NF_NO_KEY, room);
        nf_party_look(party, room);
        float u[NF_WIDTH];
        const uint slot = walk->slot[32 + lane];
        for (uint a = 0; a < NF_WIDTH; a++) u[a] = walk->candidate[(32 + lane) * NF_WIDTH + a];
        lanes_sync();
        if (lane < left) {
            for (uint a = 0; a < NF_WIDTH; a++) walk->candidate[lane * NF_WIDTH + a] = u[a];
            walk->slot[lane] = slot;
        }
        lanes_sync();
        party->waiting = left;
        opens = 0;
        while (party->waiting < 32 && !party->done) nf_party_step(party, tree, planes, room WALK_PASS);
    }
}
