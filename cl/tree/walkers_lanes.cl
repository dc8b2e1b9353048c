// The k nearest neighbours, k at most KEYS: 32 queries that are near each other walk together (party.cl).
//   tree, and with SELF its points; otherwise rows in order[n], or as they are --knn_party--> the rows that are asked for,
//   and the numbers of queries that another kernel answers (knn_lanes.cl): left[state[1]]
//   GROUP  work-items: a party has 32; LANES_BY as in lanes.cl
//   SELF, HAS_ORDER, BOX, DIMS, ROOT64, INDICES, DISTANCES, KTH, MEAN, DENSITY   as in knn.cl      KEYS  as in keys.cl
// Which points may be among the nearest is decided in the view of the party, by numbers that are off by a known amount; which are, and in
// what order, by the rule.
#if !defined(SELF) || !defined(HAS_ORDER) || !defined(BOX) || !defined(FOLDED) || !defined(INDICES) ||       \
    !defined(DISTANCES) || !defined(KTH) || !defined(MEAN) || !defined(DENSITY) || !defined(GROUP)
#error "walkers_lanes.cl needs SELF, HAS_ORDER, BOX, FOLDED, INDICES, DISTANCES, KTH, MEAN, DENSITY and GROUP"
#endif
#if FOLDED
#error "walkers_lanes.cl is for points without wraps"
#endif
#include "tree/asked.cl"
#include "tree/left.cl"
#include "tree/party.cl"
#define NF_NO_SLOT 0xffffu

// The query of a lane, scaled.  Lanes beyond the last query take the last one.
typedef struct nf_party_query {
    real at[DIMS];
    uint row, number; // where its answer goes, and what it is called
    ulong t;
    int counts;
} nf_party_query;

static inline void nf_party_query_of(nf_party_query *query, ulong party, uint lane, const nf_tree *tree,
                                     __global const real *rows, __global const uint *order, uint n,
                                     const nf_knn_asked *asked) {
    const ulong t = party * 32 + lane, last = min(t, (ulong)n - 1);
    query->t = t;
    query->counts = t < n;
#if SELF
    query->number = tree->index[last];
    for (ulong a = 0; a < DIMS; a++)
        query->at[a] = tree->points[(last / NF_LEAF * DIMS + a) * NF_LEAF + last % NF_LEAF];
    query->row = asked->z_order ? (uint)last : query->number;
    (void)rows, (void)order;
#else
    const uint row = HAS_ORDER ? order[last] : (uint)last;
    query->number = asked->first + row;
    for (int a = 0; a < DIMS; a++) query->at[a] = nf_scaled(rows[(ulong)row * DIMS + (ulong)a], asked->scale);
    query->row = asked->z_order ? (uint)last : row;
    (void)tree;
#endif
}

// ---- the view of a party ----------------------------------------------------------------------------------

#if SELF
// The box of the queries is that of their leaf; returns the largest d2 in it.
TOGETHER real nf_party_box(nf_party *party, const nf_tree *tree, real *lo, real *hi) {
    real span = 0;
    for (ulong a = 0; a < DIMS; a++) {
        __global const real *box = tree->boxes + ((party->own / NF_SIBLINGS * DIMS + a) * 2) * NF_SIBLINGS +
                                   party->own % NF_SIBLINGS;
        lo[a] = box[0];
        hi[a] = box[NF_SIBLINGS];
        span += NF_SQUARED(hi[a] - lo[a]);
    }
    return span;
}
#else
#define NF_TRIED_MOST 24 // nodes, for one leaf
// A leaf that is near a query: at each level the box whose farthest corner is the nearest, as boxes that the curve jumps in contain many queries.
// What is in such a box may all be far from the query, so nodes that may have something much nearer than the best leaf so far are tried as well.
TOGETHER uint nf_party_leaf(const nf_tree *tree, const nf_planes *planes, const real *at, uint lane,
                            __local nf_party_room *room) {
    __local uint *masks = room->of.walk.masks;
    uint node = 0, leaf = 0, level = planes->levels - 1, seen = 0;
    float best = INFINITY;
    for (uint tried = 0; tried < NF_TRIED_MOST && level < planes->levels; tried++) {
        __global const real *box =
            tree->boxes + (planes->start[level] + node) * DIMS * 2 * NF_SIBLINGS + lane;
        float near = 0, far = 0;
        for (int a = 0; a < DIMS; a++) {
            const float lo = (float)(box[2 * a * NF_SIBLINGS] - at[a]),
                        hi = (float)(at[a] - box[(2 * a + 1) * NF_SIBLINGS]), gap = fmax(fmax(lo, hi), 0.0f),
                        corner = fmax(-lo, -hi);
            near = fma(gap, gap, near);
            far = fma(corner, corner, far);
        }
        const int is = !(seen >> lane & 1) && 4 * near < best,
                  first = lanes_min(is ? (as_int(far) & ~31) | (int)lane : INT_MAX, room->lanes);
        const uint child = node * NF_SIBLINGS + ((uint)first & 31);
        const float nearest = as_float(first & ~31);
        if (first != INT_MAX && level > 0) {
            if (lane == 0) masks[level] = seen | 1u << (child & 31);
            node = child;
            level--;
            seen = 0;
        } else {
            if (first != INT_MAX && nearest < best) {
                best = nearest;
                leaf = child;
            }
            node /= NF_SIBLINGS;
            level++;
            if (level < planes->levels) seen = masks[level];
        }
        lanes_sync();
    }
    return leaf;
}

// The largest d2 between the queries and the points of the leaf with which they begin.
TOGETHER real nf_party_box(nf_party *party, const nf_party_query *query, const nf_tree *tree,
                           const nf_planes *planes, real *lo, real *hi, __local nf_party_room *room) {
    __local real *at = room->of.rows.d2;
    real first[DIMS], last[DIMS], span = 0;
    for (int a = 0; a < DIMS; a++) {
        at[party->lane] = query->at[a];
        lanes_sync();
        lo[a] = hi[a] = at[0];
        for (uint l = 1; l < 32; l++) {
            lo[a] = fmin(lo[a], at[l]);
            hi[a] = fmax(hi[a], at[l]);
        }
        first[a] = at[0];
        last[a] = at[31];
        lanes_sync();
    }
    party->own = nf_party_leaf(tree, planes, first, party->lane, room);
    party->other = nf_party_leaf(tree, planes, last, party->lane, room);
    if (party->other / NF_SIBLINGS == party->own / NF_SIBLINGS) party->other = NF_NOBODY;
    for (ulong a = 0; a < DIMS; a++) {
        __global const real *box = tree->boxes + ((party->own / NF_SIBLINGS * DIMS + a) * 2) * NF_SIBLINGS +
                                   party->own % NF_SIBLINGS;
        span += NF_SQUARED(fmax(hi[a] - box[0], box[NF_SIBLINGS] - lo[a]));
    }
    return span;
}
#endif

// Returns 1 if no point that counts is farther than what is looked at.
TOGETHER int nf_party_begin(nf_party *party, const nf_party_query *query, const real *lo, const real *hi,
                            real span, real start, __local nf_party_room *room WALK_FOLDS) {
    __local nf_view *view = &room->of.walk.view;
    const int fits = nf_view_of(view, lo, hi, span, party->lane == 0);
    float square = 0;
    lanes_sync();
    for (int a = 0; a < DIMS; a++) {
        const float u = nf_viewed(view, a, query->at[a]);
        party->twice[a] = -2 * u;
        square = fma(u, u, square);
    }
    party->square = square;
    nf_party_divide(party, room);
    party->window = NF_BLUR;
    party->most = NF_S_MOST;
    const real reach = start * view->g * view->g;
    const int all = fits && start < span * (real)0.5f;
    if (all) party->most = fmin(party->most, ceil(NF_BASE + ((float)reach * 1.000001f - square)) + NF_BLUR);
    party->accepted = fits && query->counts ? party->most : -1;
    party->first = party->end = party->lane * 4;
    party->done = party->failed = 0;
    for (int a = 0; a < DIMS; a++) party->ahead[a] = 0;
    party->node = party->mask = party->above = party->ready = party->reached = 0;
#if BOX
    const int none[3] = {0, 0, 0};
    real edge[3] = {REAL_MAX, REAL_MAX, REAL_MAX};
    party->image = (int)NF_PACKED(none);
    nf_edges_add(query->at, none, folds, edge);
    for (int k = 0; k < 3; k++)
        party->edge[k] = as_float(
            lanes_min(as_int(fmax((float)fmin(edge[k], (real)FLT_MAX) * 0.999999f, 0.0f)), room->lanes));
#endif
    return all;
}

// ---- rows --------------------------------------------------------------------------------------------------

static inline real nf_slot_d2(const real *at, const nf_tree *tree, uint slot,
                              __local const nf_party_room *room WALK_FOLDS) {
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

static inline uint nf_slot_index(const nf_tree *tree, uint slot, __local const nf_party_room *room) {
    return tree->index[(ulong)room->leaf[slot / 32] * NF_LEAF + slot % 32];
}

// Puts a slot into the row of the lane, which has `count` in order; returns their new number, at most k.
static inline uint nf_row_add(const real *at, uint slot, uint count, const nf_knn_asked *asked, uint lane,
                              const nf_tree *tree, __local nf_party_room *room WALK_FOLDS) {
    __local real *row = room->of.rows.d2 + lane;
    __local ushort *slots = room->of.rows.slot + lane;
    const real d2 = nf_slot_d2(at, tree, slot, room WALK_PASS);
    uint i = count;
    if (!(d2 <= asked->start)) return count;
    for (; i > 0; i--) {
        const real other = row[33 * (i - 1)];
        const uint previous = slots[33 * (i - 1)];
        if (other < d2) break;
        if (other == d2 && nf_slot_index(tree, previous, room) <= nf_slot_index(tree, slot, room)) break;
        if (i == asked->k) continue;
        row[33 * i] = other;
        slots[33 * i] = (ushort)previous;
    }
    if (i == asked->k) return count;
    row[33 * i] = d2;
    slots[33 * i] = (ushort)slot;
    return min(count + 1, asked->k);
}

// The row of the lane: what is in its list and in its column, in order.  Returns how many there are.
TOGETHER uint nf_party_row(const nf_party *party, const real *at, const uint *list, const nf_knn_asked *asked,
                           const nf_tree *tree, __local nf_party_room *room WALK_FOLDS) {
    __local nf_party_rows *rows = &room->of.rows;
    const uint kept = (party->end - party->first) / NF_ROW;
    uint count = 0, listed = 0;
#pragma unroll
    for (uint i = 0; i < KEYS; i++)
        if (i >= KEYS - asked->k && list[i] != NF_NO_KEY)
            rows->slot[33 * (listed++) + party->lane] = (ushort)(list[i] % NF_SLOTS);
    for (uint i = 0; i < listed + kept; i++) {
        const uint slot = i < listed ? rows->slot[33 * i + party->lane]
                                     : rows->kept[32 * (i - listed) + party->lane] % NF_SLOTS;
        count = nf_row_add(at, slot, count, asked, party->lane, tree, room WALK_PASS);
    }
    for (uint i = count; i < asked->k; i++) rows->slot[33 * i + party->lane] = NF_NO_SLOT;
    return count;
}

// What each lane tells of its own row, in which distances take the place of their squares.
static inline void nf_party_write_row(const nf_party_query *query, uint lane, const nf_knn_asked *asked,
                                      __local nf_party_room *room, __global real *kth, __global real *mean,
                                      __global real *density) {
#if DISTANCES | KTH | MEAN | DENSITY
    __local nf_party_rows *rows = &room->of.rows;
    real distance = 0, sum = 0;
    for (uint i = DISTANCES | MEAN ? 0 : asked->k - 1; i < asked->k; i++) {
        const uint slot = rows->slot[33 * i + lane];
        distance = slot == NF_NO_SLOT
                       ? (real)INFINITY
                       : nf_unscaled(nf_root(rows->d2[33 * i + lane]), asked->scale, asked->unscale);
        rows->d2[33 * i + lane] = distance;
        sum += distance;
    }
    (void)sum;
#endif
#if KTH
    kth[query->row] = distance;
#endif
#if MEAN
    mean[query->row] = nf_mean_distance(sum, asked->per_k);
#endif
#if DENSITY
    density[query->row] = nf_knn_density(asked, distance);
#endif
    (void)query, (void)lane, (void)asked, (void)room, (void)kth, (void)mean, (void)density;
}

// Writes the rows of the lanes whose bits are set; consecutive lanes write consecutive numbers.
static inline void nf_party_write(uint which, uint lane, const nf_knn_asked *asked, const nf_tree *tree,
                                  __local nf_party_room *room, __global int *indices,
                                  __global real *distances) {
    const uint k = asked->k;
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

__kernel LANES_KERNEL __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
knn_party(TREE_PARAMETERS, __global const real *rows, ulong rows_offset, __global const uint *order,
          ulong order_offset, uint n, nf_knn_asked asked, __global int *indices, ulong indices_offset,
          __global real *distances, ulong distances_offset, __global real *kth, ulong kth_offset,
          __global real *mean, ulong mean_offset, __global real *density, ulong density_offset,
          volatile __global uint *state, __global uint *left WALK_PARAMETERS) {
    __local nf_party_room rooms[GROUP / 32];
    __local nf_party_room *room = rooms + get_local_id(0) / 32;
    const ulong which = (ulong)get_group_id(0) * (GROUP / 32) + get_local_id(0) / 32;
    const nf_tree tree = TREE_OF_PARAMETERS;
    PLANES_TAKE
    WALK_TAKE
    nf_party party;
    nf_party_query query;
    real lo[DIMS], hi[DIMS];
    uint list[KEYS];
    if (which * 32 >= n) return;
    party.lane = get_local_id(0) % 32;
    nf_party_query_of(&query, which, party.lane, &tree, rows + rows_offset, order + order_offset, n, &asked);
#if SELF
    // The next and the previous leaf, if they are no siblings: the curve may jump within the own one.
    party.own = (uint)which;
    party.other = which % NF_SIBLINGS == NF_SIBLINGS - 1 && (which + 1) * 32 < n ? (uint)which + 1
                  : which % NF_SIBLINGS == 0 && which > 0                        ? (uint)which - 1
                                                                                 : NF_NOBODY;
    const real span = nf_party_box(&party, &tree, lo, hi);
#else
    const real span = nf_party_box(&party, &query, &tree, &planes, lo, hi, room);
#endif
    const int all = nf_party_begin(&party, &query, lo, hi, span, asked.start, room WALK_PASS);
    nf_list_begin(list, asked.k);
    nf_party_go(&party, list, &tree, &planes, SELF && asked.excludes ? party.lane : NF_NO_KEY,
                room WALK_PASS);
    const uint end = party.first + NF_KEPT * NF_ROW;
    int is = query.counts && !party.failed && party.accepted >= 0 && party.end <= end;
    nf_party_query_of(&query, which, party.lane, &tree, rows + rows_offset, order + order_offset, n, &asked);
    if (is) is = nf_party_row(&party, query.at, list, &asked, &tree, room WALK_PASS) == asked.k || all;
    if (is)
        nf_party_write_row(&query, party.lane, &asked, room, kth + kth_offset, mean + mean_offset,
                           density + density_offset);
    room->row[party.lane] = query.row;
    lanes_sync();
    nf_party_write(lanes_ballot(is, room->lanes), party.lane, &asked, &tree, room, indices + indices_offset,
                   distances + distances_offset);
    nf_leave(lanes_ballot(query.counts && !is, room->lanes), query.t, party.lane, state, left, room->lanes);
}
