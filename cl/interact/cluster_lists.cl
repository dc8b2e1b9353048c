// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Sums by lists of the candidates of clusters (emit_clusters.cl), for orthorhombic boxes that are periodic along all axes.
//   order --list, list_narrow--> lists[clusters][room], lengths[clusters], middles[clusters][3]
//   --sum_lists, sum_others--> a row of each array of sums for each point
// A list is of positions in order: all points that may be within `reach` of the box around the cluster's points, or, by list_narrow, of any of these
// points, which takes longer and pays for lists that are kept.  Each point, also of the cluster, is in the image that is nearest to the middle of the
// box as it was when the list was made: while no point has moved further than half the skin, partners are in that image.  With LISTS_HALF lists have
// only candidates from the cluster on.  A cluster whose points are far from each other, or whose list has no room, has a length beyond the room: its
// candidates are walked as by the search (walk_lanes.cl), by a kernel of its own, as the walk takes more registers.  Of an order that was refused all
// lengths are 0.
//   TILES  clusters of a group     the rest as in search.cl
#if !defined(TILES)
#error "cluster_lists.cl needs TILES"
#endif
#if SPARSE
#error "cluster_lists.cl needs a table of cells"
#endif
#include "search/walk/walk_lanes.cl"
#include "search/loops.cl"
#include "interact/list_clusters.cl"

// The candidate at p in order, for a lane; `there`: it does not only fill a chunk up.  All points are in the image that is nearest to the middle, so
// the own ones of the cluster are where the cluster has them.
static inline nf_slot nf_listed_slot(const nf_walk_cloud *cloud, const nf_span *span, uint first, uint p,
                                     uint partner, real x, real y, real z, int there) {
    const int radix1 = cloud->grid->radix[1], radix2 = cloud->grid->radix[2];
    float image[3] = {0, 0, 0};
    nf_slot slot;
    slot.there = there;
    slot.x = nf_from_middle(span, x, image);
    slot.y = DIMS > 1 ? nf_from_middle(span + 1, y, image + 1) : 0;
    slot.z = DIMS > 2 ? nf_from_middle(span + 2, z, image + 2) : 0;
    if (!there) slot.x = -AWAY;
    slot.p = p;
    slot.partner = partner;
    slot.shift = LISTED_SHIFT;
    slot.own = nf_number((int)(p - first), 0);
    return slot;
}

// Adds the candidates of a list.  Those for which the rule must decide, which are few, come after the others of LISTED_MANY chunks: so the loop needs
// fewer registers.
#define LISTED_MANY                            32
#define LISTED(at)                             ((at) + lane < length ? list[(at) + lane] : first)
#define LISTED_SLOT(p, number, x, y, z, there) nf_listed_slot(cloud, span, first, p, number, x, y, z, there)
#define LISTED_NUMBER(p)                       (NF_FIELD_COUNT ? cloud->index[p] : 0)
TOGETHER void nf_sum_list(const nf_walk_cloud *cloud, const nf_query_point *point, nf_emitter *emitter,
                          uint first, __global const real *middle, __global const uint *list, uint length,
                          __local nf_walk_room *room) {
    const uint lane = point->lane;
    // A chunk ahead of its use are the coordinates, and two are their places in order; the first before anything else, as all wait for them.
    uint j = LISTED(0), next = LISTED(32), number = LISTED_NUMBER(j);
    real x = nf_plane(cloud, 0, j), y = nf_plane(cloud, 1, j), z = nf_plane(cloud, 2, j);
    nf_span span[3];
    for (int a = 0; a < 3; a++) span[a] = nf_frame_of(cloud, a, middle[a]);
    const nf_slot own = LISTED_SLOT(point->p, 0, nf_plane(cloud, 0, point->p), nf_plane(cloud, 1, point->p),
                                    nf_plane(cloud, 2, point->p), 1);
    const float here[3] = {own.x, own.y, own.z}, inverse = cloud->inverse,
                square = nf_margin_square(own.x * inverse, own.y * inverse, own.z * inverse);
    if (lane == 0) room->frame.blur = cloud->grid->blur + cloud->grid->crossed;
    nf_lanes_sync();
    nf_cluster_put(emitter, cloud, point, here, square, point->active, own.shift, room);
    for (uint at = 0; at < length;) {
        uint late = 0;
        const uint many = at;
        for (uint c = 0; c < LISTED_MANY && at < length; c++, at += 32) {
            const nf_slot slot = LISTED_SLOT(j, number, x, y, z, at + lane < length);
            j = next;
            x = nf_plane(cloud, 0, j);
            y = nf_plane(cloud, 1, j);
            z = nf_plane(cloud, 2, j);
            number = LISTED_NUMBER(j);
            next = LISTED(at + 64);
            late |= (uint)nf_add_slot(emitter, cloud, &slot, room) << c;
        }
        for (; late; late &= late - 1) {
            const uint p = list[many + 32 * (31 - clz(late & (0 - late))) + lane];
            const nf_slot slot = LISTED_SLOT(p, LISTED_NUMBER(p), nf_plane(cloud, 0, p),
                                             nf_plane(cloud, 1, p), nf_plane(cloud, 2, p), 1);
            nf_add_slot_close(emitter, cloud, &slot, room);
        }
    }
}

// All lanes of a cluster return, or none: where they have barriers, PoCL 6 and 7 lose stores after one if some work-items returned before it.
#if LANES_BY == 0
#define RETURN_UNLESS(is)
#else
#define RETURN_UNLESS(is)                                                                                    \
    if (!(is)) return;
#endif

// Of the clusters that have lists; and, if the grid was refused, what says so in all rows.
SEARCH_KERNEL void nf_sum_lists(WALK_CLOUD, uint list_room, __global const uint *restrict lists,
                                __global const uint *restrict lengths, __global const real *restrict middles,
                                __global nf_search_status *status, EMIT_PARAMETERS) {
    __local nf_walk_room rooms[TILES];
    __local nf_walk_room *room = rooms + get_local_id(0) / 32;
    const nf_walk_cloud cloud = WALK_CLOUD_OF;
    const uint tiles = WALK_TILES(&cloud), tile = WALK_TILE(get_global_id(0)), own = min(tile, tiles - 1),
               length = lengths[own];
    const int walks = tile < tiles && !grid->refused && length <= list_room;
    RETURN_UNLESS(walks || grid->refused)
    nf_query_point point = nf_point_of(&cloud, own);
    if (grid->refused) point.index = 0;
    nf_emitter emitter = EMIT_OF;
    if (walks)
        nf_sum_list(&cloud, &point, &emitter, own * WALK_POINTS, middles + (ulong)own * 3,
                    lists + (ulong)own * list_room, length, room);
    nf_emit_close(&emitter, &cloud, &point, tile, walks, 0, 0, room);
#ifdef LOOPS_END
    nf_loops_check(status, n);
#else
    (void)status;
#endif
}

// Of the other clusters, if there are any in this work.  They are few, so a row of lanes looks at several, each lane at one, and groups are few.
SEARCH_KERNEL void nf_sum_others(WALK_CLOUD, uint list_room, __global const uint *restrict lengths,
                                 __global nf_search_status *status, uint work, EMIT_PARAMETERS) {
    __local nf_walk_room rooms[TILES];
    __local nf_walk_room *room = rooms + get_local_id(0) / 32;
    const nf_walk_cloud cloud = WALK_CLOUD_OF;
#ifdef LOOPS_END
    const int is = 1; // kernels before this one may not have ended
    (void)work;
#else
    const int is = status->overflow == work;
#endif
    const uint tiles = !is || grid->refused ? 0 : WALK_TILES(&cloud), rows = (uint)(get_global_size(0) / 32),
               lane = (uint)get_local_id(0) % 32;
    for (uint first = WALK_TILE(get_global_id(0)); first < tiles; first += 32 * rows) {
        const uint own = first + lane * rows;
        uint without = nf_lanes_ballot(own < tiles && lengths[min(own, tiles - 1)] > list_room, room->lanes);
        for (; without; without &= without - 1) {
            const uint tile = first + (31 - clz(without & (0 - without))) * rows;
            const nf_query_point point = nf_point_of(&cloud, tile);
            nf_emitter emitter = EMIT_OF;
            uint kept;
            (void)nf_walk(&cloud, &point, tile, nf_whole(), 0, &emitter, &kept, room);
            nf_emit_close(&emitter, &cloud, &point, tile, 1, 0, kept, room);
        }
    }
#ifdef LOOPS_END
    nf_loops_check(status, n);
#else
    (void)status;
#endif
}
