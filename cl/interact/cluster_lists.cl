// Sums by lists of the candidates of clusters (emit_clusters.cl), for orthorhombic boxes that are periodic along all axes.
//   order --list--> lists[clusters][room], lengths[clusters], middles[clusters][3]
//   --sum_lists, sum_others--> a row of each array of sums for each point
// A list is of positions in order: all points that may be within `reach` of the box around the cluster's points, or, with `narrow`, of any of these
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
#include "search/walk_lanes.cl"
#include "search/loops.cl"
#include "interact/cluster_box.cl"
#define LIST_NONE 0xffffffffu

typedef struct nf_list_room {
    uint begin[32], before[33], wrap[32],
        rest[32]; // of rows: the first candidate, those of the rows before, where it wraps, and to where
    float4 own[WALK_POINTS]; // the points of the cluster, from its middle
    uint lanes[LANES_ROOM];
} nf_list_room;

// The candidates of a row of cells, of those in the windows y and z, that may be within `reach` of the box.
static inline nf_stretch nf_row_stretch(const walk_cloud *cloud, const nf_span *span, nf_window y,
                                        nf_window z, uint row, float reach) {
    __global const nf_grid *grid = cloud->grid;
    const nf_stretch none = {0, 0, 0, 0};
    const int kz = (int)(row / (uint)y.count), ky = (int)row - kz * y.count, cy = y.from + ky,
              cz = z.from + kz;
    const float dy = nf_row_apart(grid, DIMS > 1, span + 1, y, cy),
                dz = nf_row_apart(grid, DIMS - 1, span + 2, z, cz),
                left = reach * reach - dy * dy - (DIMS > 2 ? dz * dz : 0);
    if (!(left > 0)) return none;
    return nf_stretch_of(cloud, DIMS > 1 ? nf_wrapped(cy, (int)grid->n[DIMS > 1]) : 0,
                         DIMS > 2 ? nf_wrapped(cz, (int)grid->n[DIMS - 1]) : 0,
                         nf_window_of(grid, 0, span, sqrt(left) * (1 + 0x1p-20f)));
}

// Loads candidate number `at` of the rows of a batch.
#define LIST_LOAD(at)                                                                                        \
    if ((at) < total) {                                                                                      \
        while ((at) >= room->before[run + 1]) run++;                                                         \
        j = (at) + ((at) < room->wrap[run] ? room->begin[run] : room->rest[run]);                            \
        px = nf_plane(&cloud, 0, j);                                                                         \
        py = nf_plane(&cloud, 1, j);                                                                         \
        pz = nf_plane(&cloud, 2, j);                                                                         \
    }

// 1 if a candidate that is at d from the middle is within `reach` of a point of the cluster.
static inline int nf_is_near_any(__local const nf_list_room *room, const float *d, uint points, float reach) {
    int is = 0;
    for (uint k = 0; k < points; k++) {
        const float4 own = room->own[k];
        is |= margin_square(d[0] - own.x, d[1] - own.y, d[2] - own.z) < reach * reach;
    }
    return is;
}

SEARCH_KERNEL void list(WALK_CLOUD, float reach, uint narrow, uint list_room, __global uint *restrict lists,
                        __global uint *restrict lengths, __global real *restrict middles) {
    __local nf_list_room rooms[TILES];
    __local nf_list_room *room = rooms + get_local_id(0) / 32;
    const walk_cloud cloud = WALK_CLOUD_OF;
    const uint lane = (uint)get_local_id(0) % 32, clusters = (n + WALK_POINTS - 1) / WALK_POINTS,
               own = WALK_TILE(get_global_id(0)), cluster = min(own, clusters - 1),
               first = cluster * WALK_POINTS;
    if (grid->refused) { // for all lanes
        if (lane == 0 && own < clusters) lengths[cluster] = 0;
        return;
    }
    nf_span span[3];
    const uint mine = min((uint)WALK_POINTS, n - first);
    const float blur = grid->blur + grid->crossed; // folded points are off
    reach += blur / inverse;
    int simple = blur <= MARGIN_BLUR;
    for (int a = 0; a < 3; a++) {
        span[a] = nf_span_of(&cloud, a, first, mine, lane, room->lanes);
        if (a < DIMS && !(span[a].wide + reach < 0.499f * span[a].period)) simple = 0;
        if (span[a].wide > 8 * reach) simple = 0;
    }
    if (lane < mine) {
        float at[3] = {0, 0, 0}, image;
        for (int a = 0; a < DIMS; a++)
            at[a] = nf_from_middle(span + a, nf_plane(&cloud, a, first + lane), &image);
        room->own[lane] = (float4)(at[0], at[1], at[2], 0);
    }
    lanes_sync();
    const nf_window all = {0, 1}, y = DIMS > 1 ? nf_window_of(grid, DIMS > 1, span + 1, reach) : all,
                    z = DIMS > 2 ? nf_window_of(grid, DIMS - 1, span + 2, reach) : all;
    const uint rows = simple ? (uint)(y.count * z.count) : 0;
    __global uint *list = lists + (ulong)cluster * list_room;
    const uint least = LISTS_HALF ? first : 0; // of the positions that a list has
    uint put = 0;
    for (uint batch = 0; batch < rows; batch += 32) {
        nf_stretch s = {0, 0, 0, 0};
        const uint row = batch + lane;
        if (row < rows) s = nf_row_stretch(&cloud, span, y, z, row, reach);
        const uint before = lanes_before(s.length, room->lanes), total = lanes_sum(s.length, room->lanes);
        room->begin[lane] = s.begin - before;
        room->before[lane + 1] = before + s.length;
        room->wrap[lane] = before + s.first;
        room->rest[lane] = s.wrap - s.first - before;
        lanes_sync();
        uint run = 0, j = 0;
        real px = 0, py = 0, pz = 0;
        LIST_LOAD(lane)
        for (uint at = lane; at - lane < total; at += 32) {
            float image, out = 0;
            const uint own_j = j;
            float d[3] = {nf_from_middle(span, px, &image),
                          DIMS > 1 ? nf_from_middle(span + 1, py, &image) : 0,
                          DIMS > 2 ? nf_from_middle(span + 2, pz, &image) : 0};
            LIST_LOAD(at + 32)
#pragma unroll
            for (int a = 0; a < DIMS; a++) {
                const float beside = fmax(fabs(d[a]) - span[a].wide, 0.0f);
                out += beside * beside;
            }
            int near = at < total && out < reach * reach && own_j >= least;
            if (near && narrow) near = nf_is_near_any(room, d, mine, reach);
            const uint mask = lanes_ballot(near, room->lanes), to = put + popcount(mask & ((1u << lane) - 1));
            if (near && to < list_room && own < clusters) list[to] = own_j;
            put += popcount(mask);
        }
        lanes_sync();
    }
    if (lane == 0 && own < clusters) {
        lengths[cluster] = simple ? put : LIST_NONE;
        for (uint a = 0; a < 3; a++) middles[cluster * 3 + a] = span[a].middle;
    }
}

// Puts the candidate at j in order into the lane's slot of the ring; `there`: it does not only fill a chunk up.
static inline nf_slot nf_put_slot(const nf_emitter *emitter, const walk_cloud *cloud, const nf_span *span,
                                  uint lane, uint j, real x, real y, real z, int there,
                                  __local walk_room *room) {
    const int radix1 = cloud->grid->radix[1], radix2 = cloud->grid->radix[2];
    float image[3] = {0, 0, 0};
    float4 v = nf_from_box(span, x, y, z, cloud->inverse, image);
    v.w = there ? 0 : MAXFLOAT;
    room->ring[lane] = v;
    room->place[lane] = j;
    room->shift[lane] = LISTED_SHIFT;
#if NF_FIELD_COUNT
    room->partner[lane] = cloud->index[j];
#endif
    return nf_slot_of(emitter, lane, room); // no lane reads the slot of another
}

// Adds the candidates of a list.  Those for which the rule must decide, which are few, come after the others of LISTED_MANY chunks: so the loop needs
// fewer registers.
#define LISTED_MANY 32
#define LISTED(at)  ((at) + lane < length ? list[(at) + lane] : first)
TOGETHER void nf_sum_list(const walk_cloud *cloud, const nf_query_point *point, nf_emitter *emitter,
                          uint first, __global const real *middle, __global const uint *list, uint length,
                          __local walk_room *room) {
    const uint lane = point->lane;
    nf_span span[3];
    for (int a = 0; a < 3; a++) span[a] = nf_frame_of(cloud, a, middle[a]);
    float image[3] = {0, 0, 0};
    float4 u = nf_from_box(span, nf_plane(cloud, 0, point->p), nf_plane(cloud, 1, point->p),
                           nf_plane(cloud, 2, point->p), cloud->inverse, image);
    u.w = margin_square(u.x, u.y, u.z);
    const int radix1 = cloud->grid->radix[1], radix2 = cloud->grid->radix[2];
    if (lane == 0) room->frame.blur = cloud->grid->blur + cloud->grid->crossed;
    lanes_sync();
    nf_cluster_put(emitter, cloud, point, u, point->active, LISTED_SHIFT, room);
    // A chunk ahead of its use are the coordinates, and two are their places in order.
    uint j = LISTED(0), next = LISTED(32);
    real x = nf_plane(cloud, 0, j), y = nf_plane(cloud, 1, j), z = nf_plane(cloud, 2, j);
    for (uint at = 0; at < length;) {
        uint late = 0;
        const uint many = at;
        for (uint c = 0; c < LISTED_MANY && at < length; c++, at += 32) {
            const nf_slot slot =
                nf_put_slot(emitter, cloud, span, lane, j, x, y, z, at + lane < length, room);
            j = next;
            x = nf_plane(cloud, 0, j);
            y = nf_plane(cloud, 1, j);
            z = nf_plane(cloud, 2, j);
            next = LISTED(at + 64);
            late |= (uint)nf_add_slot(emitter, cloud, &slot, room) << c;
        }
        for (; late; late &= late - 1) {
            const uint before = list[many + 32 * (31 - clz(late & (0 - late))) + lane];
            const nf_slot slot = nf_put_slot(emitter, cloud, span, lane, before, nf_plane(cloud, 0, before),
                                             nf_plane(cloud, 1, before), nf_plane(cloud, 2, before), 1, room);
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
SEARCH_KERNEL void sum_lists(WALK_CLOUD, uint list_room, __global const uint *restrict lists,
                             __global const uint *restrict lengths, __global const real *restrict middles,
                             __global nf_tally *tally, EMIT_PARAMETERS) {
    __local walk_room rooms[TILES];
    __local walk_room *room = rooms + get_local_id(0) / 32;
    const walk_cloud cloud = WALK_CLOUD_OF;
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
    emit_close(&emitter, &cloud, &point, tile, walks, 0, 0, room);
#ifdef LOOPS_END
    loops_check(tally, n);
#else
    (void)tally;
#endif
}

// Of the other clusters.  They are few, so a row of lanes looks at several, each lane at one, and groups are few.
SEARCH_KERNEL void sum_others(WALK_CLOUD, uint list_room, __global const uint *restrict lengths,
                              __global nf_tally *tally, EMIT_PARAMETERS) {
    __local walk_room rooms[TILES];
    __local walk_room *room = rooms + get_local_id(0) / 32;
    const walk_cloud cloud = WALK_CLOUD_OF;
    const uint tiles = grid->refused ? 0 : WALK_TILES(&cloud), rows = (uint)(get_global_size(0) / 32),
               lane = (uint)get_local_id(0) % 32;
    for (uint first = WALK_TILE(get_global_id(0)); first < tiles; first += 32 * rows) {
        const uint own = first + lane * rows;
        uint without = lanes_ballot(own < tiles && lengths[min(own, tiles - 1)] > list_room, room->lanes);
        for (; without; without &= without - 1) {
            const uint tile = first + (31 - clz(without & (0 - without))) * rows;
            const nf_query_point point = nf_point_of(&cloud, tile);
            nf_emitter emitter = EMIT_OF;
            uint kept;
            (void)nf_walk(&cloud, &point, tile, nf_whole(), 0, &emitter, &kept, room);
            emit_close(&emitter, &cloud, &point, tile, 1, 0, kept, room);
        }
    }
#ifdef LOOPS_END
    loops_check(tally, n);
#else
    (void)tally;
#endif
}
