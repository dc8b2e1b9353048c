// Half neighbour pairs of an ordered cloud, for CPUs: counts pairs and stores the decisions, then writes the pairs.
//   planes[3][stride], places, grid --count--> totals[tiles] (--scan--> bases[tiles + 1]), and the decisions: see nf_kept
//   the same, bases, index[n] --fill--> pairs[total], those below `capacity`
//
// The order is that of search.cl: turn t of a tile writes the t-th partner of each of its points that has one, points
// ascending.  A work-item, the only one of its group, takes chunks of tiles by ticket and waits for no other.  The count
// decides 16 candidates for four points at once and stores the masks (candidates.cl) in the chunk's part of nf_kept while
// there is room.  The fill converts them to a list of partners for each point, and the lists, 16 x 16 entries at a time,
// to turns.  Tiles that were not stored are decided again.
//
//   LIST    the most pairs of a group of four points for which lists are used; tiles with more write pair by pair
//   FILTER  see near_masks.cl            the rest as in cells.cl and pair_rule.cl
#if !defined(LIST) || !defined(FILTER)
#error "search_cpu.cl needs LIST and FILTER"
#endif
#define WINDOW 2048
#include "machine/real.cl"
#include "space/cells.cl"
#include "space/pair_rule.cl"
#include "space/runs_half.cl"
#include "machine/wide.cl"
#include "search/candidates.cl"
#include "search/window.cl"

#define LIST_STRIDE (LIST + 16)
#include "search/turns.cl"

// The memory of a work-item.  The host computes its size.
typedef struct nf_room {
    int window[WINDOW_ROOM];
    uchar8 places[256]; // the set bits of each byte, ascending
    float frame[3 * FRAME_STRIDE];
    ulong masks[LIST];
    uint at[LIST];
    uint leave[LIST + 16];
    int lists[(TILE_POINTS + 3) * LIST_STRIDE]; // a group always writes four lists
} nf_room;

// Values of kept[] other than the tile's first entry in its chunk's part.
#define KEPT_NOT   0xffffffffu // decide again
#define KEPT_LARGE 0xfffffffeu // decide again and write pair by pair

// A head: the points and entries of a group of the tile.
#define HEAD(points, entries) ((points) << 28 | (entries))
#define HEAD_POINTS(head)     ((head) >> 28)
#define HEAD_ENTRIES(head)    ((head)&0xfffffffu)

#define CLOUD                                                                                                \
    __global const real *restrict planes, ulong stride, __global const nf_place *restrict places,            \
        __global const nf_grid *restrict grid, uint n, real r2, real scale, real per_cutoff
// `work` begins with a line for the ticket; the work-items' memory follows.
#define CHUNKS uint chunk_tiles, uint chunk_room, __global uint *work
#define TICKET ((volatile __global uint *)work)
#define ROOM   ((__global nf_room *)(work + 16) + get_group_id(0))
#define VIEW                                                                                                 \
    { planes, stride, places, grid, n, r2, scale, per_cutoff }

#define FOR_CHUNKS(chunk, tiles)                                                                             \
    for (uint chunk = atomic_inc(TICKET); chunk * (ulong)chunk_tiles < (tiles); chunk = atomic_inc(TICKET))

// The data of the count for the fill, in this order: masks and at of `entries` entries, heads[tiles][32], kept[tiles].
typedef struct nf_kept {
    __global ulong *masks;
    __global uint *at, *heads, *tiles;
} nf_kept;

static inline nf_kept nf_kept_at(__global ulong *buffer, ulong entries, uint tiles) {
    nf_kept kept = {buffer, (__global uint *)(buffer + entries), 0, 0};
    kept.heads = kept.at + entries;
    kept.tiles = kept.heads + (ulong)tiles * TILE_POINTS;
    return kept;
}

// Counts a tile.  Stores its entries in `entries` while they fit; returns their number, and sets *kept and *heads.
static inline uint nf_count_tile(const nf_view *view, uint tile, nf_entries entries, __global nf_room *room,
                                 __global uint *heads, __global uint *kept, __global ulong *total) {
    const nf_entries spare = {room->masks, room->at, LIST};
    nf_tile t = nf_tile_open(view, tile);
    uint used = 0, groups = 0;
    ulong pairs = 0;
    int fits = 1, large = 0;
    for (nf_group group = nf_group_next(view, &t, room->frame); group.count;
         group = nf_group_next(view, &t, room->frame)) {
        ulong found = 0;
        if (fits) {
            const nf_entries own = {entries.masks + used, entries.at + used, entries.room - used};
            const uint made = nf_decide(view, &t, room->frame, &group, own, &found);
            heads[groups++] = HEAD(group.count, made);
            used += made;
            fits = nf_is_decided(&group);
        }
        while (!nf_is_decided(&group)) nf_decide(view, &t, room->frame, &group, spare, &found);
        large |= found > LIST;
        pairs += found;
    }
    *kept = large ? KEPT_LARGE : KEPT_NOT;
    *total = pairs;
    return fits && !large ? used : KEPT_NOT;
}

WIDE_KERNEL void count(CLOUD, CHUNKS, __global ulong *totals, __global ulong *buffer, ulong kept_entries) {
    const nf_view view = VIEW;
    const uint tiles = (n + TILE_POINTS - 1) / TILE_POINTS;
    const nf_kept kept = nf_kept_at(buffer, kept_entries, tiles);
    FOR_CHUNKS(chunk, tiles) {
        const uint end = min((chunk + 1) * chunk_tiles, tiles);
        uint used = 0;
        for (uint tile = chunk * chunk_tiles; tile < end; tile++) {
            const ulong first = (ulong)chunk * chunk_room + used;
            const nf_entries entries = {kept.masks + first, kept.at + first, chunk_room - used};
            const uint more =
                nf_count_tile(&view, tile, entries, ROOM, kept.heads + (ulong)tile * TILE_POINTS,
                              kept.tiles + tile, totals + tile);
            if (more == KEPT_NOT) continue;
            kept.tiles[tile] = used;
            used += more;
        }
    }
}

// ---- partners by point ----------------------------------------------------------------------------------------------

// Appends to a point's list its partners among the 16 candidates from k on; always writes 16 entries.  It appends the caller's
// indices with WIDE_SQUEEZE, otherwise positions in the order, which nf_list replaces.
static inline __global int *nf_append(__global int *list, int k, uint bits, __global const uint *index,
                                      __global const uchar8 *places) {
#ifdef WIDE_SQUEEZE
    (void)places;
    STORE_INT16(list, WIDE_SQUEEZE(LOAD_INT16((__global const int *)index + k), bits));
    return list + popcount(bits);
#else
    (void)index;
    STORE_INT8(list, convert_int8(places[bits & 255]) + k);
    list += popcount(bits & 255);
    STORE_INT8(list, convert_int8(places[bits >> 8]) + (k + 8));
    return list + popcount(bits >> 8);
#endif
}

// Makes the lists of a group's points from its entries, as indices of the caller, and their lengths.
static inline void nf_list(nf_entries entries, uint points, __global const uint *restrict index,
                           __global const uchar8 *places, __global int *lists, int *counts) {
    __global int *end[4];
    UNROLL
    for (uint p = 0; p < 4; p++) end[p] = lists + p * LIST_STRIDE;
    for (uint e = 0; e < entries.room; e++) {
        const ulong mask = entries.masks[e];
        const int k = (int)entries.at[e];
        UNROLL
        for (uint p = 0; p < 4; p++)
            end[p] = nf_append(end[p], k, (uint)(mask >> 16 * p) & 0xffff, index, places);
    }
    for (uint p = 0; p < points; p++) {
        __global int *restrict list = lists + p * LIST_STRIDE;
        counts[p] = (int)(end[p] - list);
#ifndef WIDE_SQUEEZE
        for (int i = 0; i < counts[p]; i++) list[i] = (int)index[list[i]];
#endif
    }
}

// ---- pair by pair ---------------------------------------------------------------------------------------------------

// The output positions of a point's pairs: `step` further for each turn, until `until`.
typedef struct nf_course {
    ulong to;
    uint step, turn, until;
} nf_course;

static inline nf_course nf_course_at(const uint *counts, uint lane, uint turn, ulong base) {
    nf_course c = {base, 0, turn, UINT_MAX};
    for (uint l = 0; l < TILE_POINTS; l++) {
        // Lanes below have written this turn, and write the next one before this lane.
        const uint last = l < lane && counts[l] ? counts[l] - 1 : counts[l];
        c.to += min(counts[l], turn) + (uint)(l < lane && counts[l] > turn);
        c.step += last > turn;
        if (last > turn) c.until = min(c.until, last);
    }
    return c;
}

WIDE_APART void nf_put_large(const nf_view *view, uint tile, __global nf_room *room,
                             __global const uint *index, __global int2 *pairs, ulong base, ulong capacity) {
    const nf_entries spare = {room->masks, room->at, LIST};
    uint counts[TILE_POINTS];
    for (uint l = 0; l < TILE_POINTS; l++) counts[l] = 0;
    for (int writes = 0; writes < 2; writes++) {
        nf_tile t = nf_tile_open(view, tile);
        for (nf_group group = nf_group_next(view, &t, room->frame); group.count;
             group = nf_group_next(view, &t, room->frame)) {
            nf_course course[4];
            const uint lane = group.first - t.first;
            ulong found = 0;
            for (uint p = 0; p < group.count; p++) course[p] = nf_course_at(counts, lane + p, 0, base);
            while (!nf_is_decided(&group)) {
                const uint made = nf_decide(view, &t, room->frame, &group, spare, &found);
                for (uint p = 0; p < group.count; p++)
                    for (uint e = 0; e < made; e++) {
                        uint bits = (uint)(spare.masks[e] >> 16 * p) & 0xffff;
                        if (!writes) counts[lane + p] += popcount(bits);
                        else
                            for (; bits; bits &= bits - 1) {
                                const int own = (int)index[group.first + p],
                                          partner = (int)index[spare.at[e] + 31 - clz(bits & (0 - bits))];
                                if (course[p].turn == course[p].until)
                                    course[p] = nf_course_at(counts, lane + p, course[p].turn, base);
                                if (course[p].to < capacity)
                                    pairs[course[p].to] = (int2)(min(own, partner), max(own, partner));
                                course[p].to += course[p].step;
                                course[p].turn++;
                            }
                    }
            }
        }
    }
}

// ---- fill -----------------------------------------------------------------------------------------------------------

// The lists of a tile and their lengths, from stored decisions or decided again.
WIDE_APART void nf_list_tile(const nf_view *view, uint tile, __global nf_room *room,
                             __global const uint *restrict index, __global const uint *heads,
                             nf_entries entries, int *counts) {
    const uint count = min(view->n - tile * TILE_POINTS, (uint)TILE_POINTS);
    if (entries.masks) {
        for (uint lane = 0; lane < count; heads++) {
            entries.room = HEAD_ENTRIES(*heads);
            nf_list(entries, HEAD_POINTS(*heads), index, room->places, room->lists + lane * LIST_STRIDE,
                    counts + lane);
            entries.masks += entries.room;
            entries.at += entries.room;
            lane += HEAD_POINTS(*heads);
        }
        return;
    }
    nf_tile t = nf_tile_open(view, tile);
    for (nf_group group = nf_group_next(view, &t, room->frame); group.count;
         group = nf_group_next(view, &t, room->frame)) {
        nf_entries spare = {room->masks, room->at, LIST};
        const uint lane = group.first - t.first;
        ulong found = 0;
        spare.room = nf_decide(view, &t, room->frame, &group, spare, &found);
        nf_list(spare, group.count, index, room->places, room->lists + lane * LIST_STRIDE, counts + lane);
    }
}

static inline void nf_places(__global uchar8 *places) {
    for (uint byte = 0; byte < 256; byte++) {
        uint count = 0;
        for (uint bit = 0; bit < 8; bit++) {
            ((__global uchar *)(places + byte))[count] = (uchar)bit;
            count += byte >> bit & 1;
        }
    }
}

WIDE_KERNEL void fill(CLOUD, CHUNKS, __global const uint *restrict index, __global const ulong *bases,
                      __global ulong *buffer, ulong kept_entries, __global int2 *pairs, ulong first_pair,
                      ulong capacity) {
    const nf_view view = VIEW;
    const uint tiles = (n + TILE_POINTS - 1) / TILE_POINTS;
    const nf_kept all = nf_kept_at(buffer, kept_entries, tiles);
    __global nf_room *room = ROOM;
    int counts[TILE_POINTS], own[TILE_POINTS];
    pairs += first_pair;
    nf_places(room->places);
    for (uint t = 0; t < LIST + 16; t++) room->leave[t] = 0;
    FOR_CHUNKS(chunk, tiles) {
        const uint end = min((chunk + 1) * chunk_tiles, tiles);
        nf_window w;
        int open = 0;
        for (uint tile = chunk * chunk_tiles; tile < end; tile++) {
            const uint kept = all.tiles[tile];
            const ulong first = (ulong)chunk * chunk_room + kept;
            const nf_entries again = {0, 0, 0}, entries = {all.masks + first, all.at + first, 0};
            if (kept == KEPT_LARGE || bases[tile + 1] > capacity) {
                if (open) nf_window_close(&w);
                open = 0;
                if (bases[tile] < capacity)
                    nf_put_large(&view, tile, room, index, pairs, bases[tile], capacity);
                continue;
            }
            if (!open) w = nf_window_open(room->window, pairs + bases[tile]);
            open = 1;
            for (uint l = 0; l < TILE_POINTS; l++) {
                counts[l] = 0;
                own[l] = tile * TILE_POINTS + l < n ? (int)index[tile * TILE_POINTS + l] : 0;
            }
            nf_list_tile(&view, tile, room, index, all.heads + (ulong)tile * TILE_POINTS,
                         kept == KEPT_NOT ? again : entries, counts);
            nf_put_tile(room->lists, counts, own, room->leave, &w);
        }
        if (open) nf_window_close(&w);
    }
}
