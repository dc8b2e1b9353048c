// Half neighbour pairs of an ordered cloud, for GPUs.
//   planes, index, places, grid --once--> pairs[total], those below `capacity`, and the tally: in one launch, in
//                                         which work-groups wait for those before them
// Where nothing may look back, and of more pairs than 48 bits can count:
//   planes, index, places, grid --count--> counts[n], totals[tiles] (--scan--> bases[tiles + 1])
//   the same, counts, bases --fill--> pairs[total], those below `capacity`, and the tally
// Where the grid is refused there are no pairs, and the total is TOTAL_UNKNOWN.
// Where the driver ends loops (loops.cl) nothing looks back, and the kernel `settle` comes behind each of count and fill.
//
//   TILES      tiles a group, of 32 * TILES work-items; 1 with LANES_BY 0
//   LOOK_BACK  1: the kernel `once`; 0: the other two
//   the rest as walk.cl
#if !defined(TILES) || !defined(LOOK_BACK)
#error "search.cl needs TILES and LOOK_BACK"
#endif
#include "machine/look_back.cl"
#include "search/walk.cl"
#include "search/turns_lanes.cl"
#include "search/loops.cl"
// Pairs are counted in 48 bits; more are as many as these can say, and the host counts again: no memory has room for
// them.
#define PRECEDING_T        ulong
#define PRECEDING_BITS     48
#define PRECEDING_OP(a, b) min((a) + (b), 0xffffffffffffUL)
#define PRECEDING_IDENTITY 0
#define PRECEDING_BY_LANES (LANES_BY > 0)
#include "primitives/preceding.cl"

#define SEARCH_KERNEL __kernel LANES_KERNEL __attribute__((reqd_work_group_size(32 * TILES, 1, 1)))

// ---- the walk -------------------------------------------------------------------------------------------

// Counts the partners of the lane's point and keeps the bits of the first KEPT candidates, or, writing, puts them.
// `chunks` of candidates were there before, and are there afterwards.
TOGETHER uint nf_walk_segment(const walk_cloud *cloud, const nf_point *point, const nf_segment *segment,
                              float4 u, int writing, nf_writer *writer, uint *chunks,
                              __local walk_room *room) {
    const uint lane = point->lane, own = lane - segment->first;
    nf_margin margin = nf_margin_of(u.x, u.y, u.z);
    uint put = *chunks * 32, found = 0, later = 0x7fffffffu >> (own % 32);
    if (segment->mine) { // first the segment's points themselves: partners are those behind
        room->ring[(put + own) % 64] = u;
        room->partner[walk_slot(put + own)] = (uint)point->index;
    } else {
        margin.x = margin.y = margin.z = margin.e = 0;
        margin.c = MAXFLOAT;
    }
    lanes_sync();
    put += segment->last - segment->first + 1;
    nf_stream stream = {segment->candidates, lane, 0, 0, 0, 0, 0};
    nf_stream_load(cloud, &stream, segment, room);
    for (;;) {
        const uint waiting = put - *chunks * 32;
        if (waiting < 32 && stream.left > 0) {
            put = nf_stream_put(cloud, &stream, segment, lane, put, room);
            stream.left -= min(stream.left, 32u);
            stream.at += 32;
            nf_stream_load(cloud, &stream, segment, room);
            lanes_sync();
            continue;
        }
        if (waiting == 0) break;
        const uint first = *chunks * 32;
        if (waiting < 32) {
            if (lane >= waiting) room->ring[(first + lane) % 64] = (float4)(0, 0, 0, MAXFLOAT);
            put = first + 32;
            lanes_sync();
        }
        uint bits =
            nf_test(cloud, point, margin, room->ring + first % 64, room->partner + walk_slot(first)) & later;
        later = 0xffffffffu;
        found += popcount(bits);
        if (writing)
            for (; bits; bits ^= 0x80000000u >> clz(bits))
                nf_writer_put(writer, room->partner[walk_slot(first) + clz(bits)]);
        else if (first < KEPT) room->bits[first + lane] = bits;
        ++*chunks;
        lanes_sync();
    }
    return found;
}

#if SPARSE
#define ALONE_AT_ONCE 4
// The partners of a point alone in one run.  Candidates are loaded some at a time: a sparse grid may have dense parts,
// and where a few points are alone beside one, nothing else hides how long loads take (a clump of 57 million pairs
// among far points, float64, on an H200: 1.6 ms instead of 2.0).
static inline uint nf_walk_run(const walk_cloud *cloud, real x, real y, real z, nf_run run, int writing,
                               nf_writer *writer) {
    uint found = 0;
    for (uint j = run.begin; j < run.end; j += ALONE_AT_ONCE) {
        real other[ALONE_AT_ONCE][3];
        uint partner[ALONE_AT_ONCE];
#pragma unroll
        for (uint k = 0; k < ALONE_AT_ONCE; k++) {
            const uint at = min(j + k, run.end - 1);
#pragma unroll
            for (int a = 0; a < 3; a++) other[k][a] = nf_plane(cloud, a, at);
            partner[k] = writing ? cloud->index[at] : 0;
        }
#pragma unroll
        for (uint k = 0; k < ALONE_AT_ONCE; k++) {
            const real d2 =
                nf_distance2(x, y, z, other[k][0], other[k][1], other[k][2], run.shift, cloud->scale);
            const int near = j + k < run.end && nf_is_pair(d2, cloud->r2);
            found += (uint)near;
            if (writing && near) nf_writer_put(writer, partner[k]);
        }
    }
    return found;
}
#endif

// The same as nf_walk_segment for a point alone, by the rule.
static inline uint nf_walk_point(const walk_cloud *cloud, const nf_point *point, int writing,
                                 nf_writer *writer) {
    const nf_cell cell = nf_point_cell(cloud, point->p);
    const real x = nf_plane(cloud, 0, point->p), y = nf_plane(cloud, 1, point->p),
               z = nf_plane(cloud, 2, point->p);
    uint found = 0;
#pragma unroll 1 // else there are nine copies of it, twice
    for (int k = 0; k < RUNS; k++) {
        const nf_run run = nf_run_of(cloud->grid, cloud->places, cloud->n, cell, point->p, k);
#if SPARSE
        found += nf_walk_run(cloud, x, y, z, run, writing, writer);
#else
#if MARGIN && !REAL64
#pragma unroll 1 // few points are alone; on an H200 the search is 4% faster so, but 2% slower in float64
#else
#pragma unroll 4
#endif
        for (uint j = run.begin; j < run.end; j++) {
            const int near = nf_is_partner_in_order(cloud, x, y, z, j, run.shift);
            found += (uint)near;
            if (writing && near) nf_writer_put(writer, cloud->index[j]);
        }
#endif
    }
    return found;
}

TOGETHER uint nf_walk(const walk_cloud *cloud, const nf_point *point, uint tile, int writing,
                      nf_writer *writer, uint *kept, __local walk_room *room) {
    const uint points = min(32u, cloud->n - tile * TILE_POINTS);
    uint found = 0, first = 0, chunks = 0, alone = 0;
#if MARGIN
    nf_segment segment;
    float4 u;
    for (uint s = 0; s < SEGMENTS_MOST && first < points; s++) {
        if (nf_segment_open(cloud, point, tile, first, &segment, &u, room))
            found += nf_walk_segment(cloud, point, &segment, u, writing, writer, &chunks, room);
        else alone |= (0xffffffffu >> (31 - segment.last)) & ~0u << first;
        first = segment.last + 1;
    }
#endif
    if (first < points) alone |= ~0u << first;
    if (point->active && alone >> point->lane & 1) found += nf_walk_point(cloud, point, writing, writer);
    *kept = alone == 0 && chunks * 32 <= KEPT;
    return found;
}

#if !LOOK_BACK
// ---- count, fill ----------------------------------------------------------------------------------------

// Bit 31 of a count: the bits of its tile are not all kept.
#define COUNT_APART 0x80000000u

SEARCH_KERNEL void count(WALK_CLOUD, __global uint *restrict counts, __global ulong *restrict totals,
                         __global nf_tally *tally) {
    __local walk_room rooms[TILES];
    __local walk_room *room = rooms + get_local_id(0) / 32;
    const walk_cloud cloud = WALK_CLOUD_OF;
    const uint tile = (uint)get_global_id(0) / 32, tiles = (n + TILE_POINTS - 1) / TILE_POINTS;
    const int walks = tile < tiles && !grid->refused;
    const nf_point point = nf_point_of(&cloud, min(tile, tiles - 1));
    uint found = 0, kept = 1;
    nf_writer none;
    // No work-item leaves before the last barrier: PoCL 6 and 7 lose what is stored behind one that others left before.
    if (walks) found = nf_walk(&cloud, &point, tile, 0, &none, &kept, room);
    if (walks && point.active) counts[point.p] = found | (kept ? 0 : COUNT_APART);
    const ulong total = lanes_total(found, room->lanes);
    if (tile < tiles && point.lane == 0) totals[tile] = total;
#ifdef LOOPS_END
    loops_check(tally, n);
#else
    (void)tally;
#endif
}

SEARCH_KERNEL void fill(WALK_CLOUD, __global const uint *restrict counts,
                        __global const ulong *restrict bases, __global int2 *restrict pairs, ulong first_pair,
                        ulong capacity, __global nf_tally *tally) {
    __local walk_room rooms[TILES];
    __local walk_room *room = rooms + get_local_id(0) / 32;
    const walk_cloud cloud = WALK_CLOUD_OF;
    const uint tile = (uint)get_global_id(0) / 32, tiles = (n + TILE_POINTS - 1) / TILE_POINTS;
#ifdef LOOPS_END // then the total is what settle says, and what was counted may be wrong
    if (tally->total == TOTAL_UNKNOWN || tile >= tiles) return;
#else
    if (get_global_id(0) == 0) tally->total = grid->refused ? TOTAL_UNKNOWN : bases[tiles];
    if (grid->refused || tile >= tiles) return;
#endif
    const nf_point point = nf_point_of(&cloud, tile);
    const uint counted = counts[point.p], found = point.active ? counted & ~COUNT_APART : 0;
    const nf_target target = nf_target_of(pairs, first_pair, bases[tile], capacity);
    const int apart = (counted & COUNT_APART) != 0;
    uint kept;
    nf_writer writer;
    if (LANES_BY == 0 || apart)
        writer = nf_writer_of(&point, found, target, room); // barriers are best met by all
    nf_walk(&cloud, &point, tile, apart, &writer, &kept, room);
    if (!apart) nf_put_kept(&point, found, target, room);
#ifdef LOOPS_END
    loops_check(tally, n);
#endif
}

#ifdef LOOPS_END
// The total.  Where loops were ended it is not known: that is decided between two launches, as all work-items of a group
// must agree about it.
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
settle(__global const ulong *bases, uint tiles, __global const nf_grid *grid, __global nf_tally *tally) {
    tally->total = grid->refused || tally->ended ? TOTAL_UNKNOWN : bases[tiles];
}
#endif

#else
// ---- once -----------------------------------------------------------------------------------------------

SEARCH_KERNEL void once(WALK_CLOUD, __global ulong *words, uint epoch, __global int2 *restrict pairs,
                        ulong first_pair, ulong capacity, __global nf_tally *tally) {
    __local walk_room rooms[TILES];
    __local walk_room *room = rooms + get_local_id(0) / 32;
    __local ulong totals[TILES + 1]; // the last is where the group's pairs begin
    __local uint ticket[1];
    const walk_cloud cloud = WALK_CLOUD_OF;
    const uint slot = (uint)get_local_id(0) / 32, tiles = (n + TILE_POINTS - 1) / TILE_POINTS;
    if (grid->refused) {
        if (get_global_id(0) == 0) tally->total = TOTAL_UNKNOWN;
        return;
    }
    if (get_local_id(0) == 0)
        ticket[0] = look_back_ticket((volatile __global uint *)words, (uint)get_num_groups(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint group = ticket[0], tile = group * TILES + slot;
    const nf_point point = nf_point_of(&cloud, min(tile, tiles - 1));
    nf_writer writer;
    uint found = 0, kept = 1;
    if (tile < tiles) found = nf_walk(&cloud, &point, tile, 0, &writer, &kept, room);
    const ulong own = lanes_total(found, room->lanes);
    if (point.lane == 0) totals[slot] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (slot == 0) {
        ulong all = 0;
        for (uint t = 0; t < TILES; t++) all += totals[t];
        preceding_find(words, group, epoch, all, totals + TILES);
        if (point.lane == 0 && group + 1 == get_num_groups(0))
            tally->total = PRECEDING_OP(totals[TILES], all);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    ulong base = totals[TILES];
    for (uint t = 0; t < slot; t++) base += totals[t];
    if (tile >= tiles || base >= capacity) return;
    const nf_target target = nf_target_of(pairs, first_pair, base, capacity);
    if (kept) nf_put_kept(&point, found, target, room);
    else {
        writer = nf_writer_of(&point, found, target, room);
        nf_walk(&cloud, &point, tile, 1, &writer, &kept, room);
    }
}
#endif
