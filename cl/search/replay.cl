// The second of two passes over an ordered cloud, for GPUs, from the masks of the first (masks.cl); rest.cl does the tiles without masks.
//   index, masks --replay--> the rows of these tiles (row_entries.cl)
// The lanes list the entries of all rows of a tile in local memory, each lane those of its row; then consecutive lanes write consecutive
// entries, of which many are on their way at the same time: a tile's latency is what limits this pass.
//   TILES   tiles of a group, which has 32 * TILES work-items; 1 with LANES_BY 0     TEAM  1
//   the rest as in masks.cl, cloud.cl and lanes.cl
#if !defined(TILES)
#error "replay.cl needs TILES"
#endif
#include "machine/real.cl"
#define WALK_INVERSE  float
#define WALK_ON_LANES 1
#include "search/cloud.cl"
#include "machine/lanes.cl"
#include "search/row_entries.cl"
#include "search/masks.cl"

// Chunks and entries at a time; entries are at least the 1024 of a chunk.
#if MEASURED
#define ROUND   8
#define ENTRIES 1280
#else
#define ROUND   16
#define ENTRIES 2048
#endif

typedef struct nf_replay_room {
    ulong rows[32]; // where the listed entries of a row are written - their place in the list
    uint number[ROUND * 32];
#if MEASURED // points as given
    real own[3][32], given[3][ROUND * 32];
#endif
#if EMIT_IMAGES
    nf_shift shift[ROUND * 32];
#endif
    ushort entries[ENTRIES]; // ENTRY
    uint lanes[LANES_ROOM];
} nf_replay_room;

#define ENTRY(lane, slot) (ushort)((lane)*ROUND * 32 + (slot))
#define ENTRY_LANE(entry) ((entry) / (ROUND * 32))
#define ENTRY_SLOT(entry) ((entry) % (ROUND * 32))

// Lists the candidates in a mask from `at` on, from both ends at the same time.
static inline void nf_list(__local ushort *entries, uint at, uint mask, uint lane, uint first) {
    uint end = at + popcount(mask);
    while (mask) {
        const uint high = clz(mask), low = clz(mask & (0 - mask));
        entries[at++] = ENTRY(lane, first + high);
        entries[--end] = ENTRY(lane, first + low);
        mask &= ~(0x80000000u >> high | 0x80000000u >> low);
    }
}

#if MEASURED
// Point `index` as given, at position p in order.  In a box that no point is outside of, and in open space, those in order are as given;
// they are read here, as lanes have consecutive positions.
static inline void nf_given_at(__local real (*given)[ROUND * 32], uint slot, const walk_cloud *cloud, uint p,
                               uint index) {
    real r[3] = {0, 0, 0};
#if SHIFTS
    const int folded = cloud->grid->lattice.wrapped > 0;
#else
    const int folded = 0;
#endif
    if (folded) nf_point_given(cloud->points, index, r);
    else
        for (int a = 0; a < DIMS; a++) r[a] = cloud->planes[(ulong)a * cloud->stride + p];
    for (int a = 0; a < 3; a++) given[a][slot] = r[a];
}
#endif

// Loads a chunk of candidates; returns the lane's mask.
static inline uint nf_replay_chunk(const walk_cloud *cloud, __global const uint *masks, uint lane, uint slot,
                                   __local nf_replay_room *room) {
    const uint p = min(masks[32 + lane], cloud->n - 1), number = cloud->index[p];
    room->number[slot + lane] = number;
#if MEASURED
    nf_given_at(room->given, slot + lane, cloud, p, number);
#endif
#if EMIT_IMAGES
    room->shift[slot + lane] = (nf_shift)masks[64 + lane];
#endif
    return masks[lane];
}

static inline void nf_replay_entry(const nf_row_entries *to, const walk_cloud *cloud, uint e,
                                   __local const nf_replay_room *room) {
    const uint entry = room->entries[e], slot = ENTRY_SLOT(entry), lane = ENTRY_LANE(entry);
#if EMIT_IMAGES
    const nf_shift shift = room->shift[slot];
#else
    const nf_shift shift = NF_SHIFT_NONE;
#endif
#if MEASURED
    const real own[3] = {room->own[0][lane], room->own[1][lane], room->own[2][lane]},
               other[3] = {room->given[0][slot], room->given[1][slot], room->given[2][slot]};
    nf_row_put_between(to, cloud, room->rows[lane] + e, room->number[slot], shift, own, other);
#else
    nf_row_put(to, cloud, 0, room->rows[lane] + e, room->number[slot], shift);
#endif
}

// Writes the entries of the next chunks of a tile; returns how many of them.
TOGETHER uint nf_replay_round(const nf_row_entries *to, const walk_cloud *cloud, __global const uint *masks,
                              uint left, uint lane, ulong *row, __local nf_replay_room *room) {
    uint mask[ROUND], count = 0, chunks = ROUND;
#pragma unroll
    for (uint c = 0; c < ROUND; c++) {
        mask[c] = c < left ? nf_replay_chunk(cloud, masks + c * MASK_WORDS, lane, c * 32, room) : 0;
        count += popcount(mask[c]);
    }
    uint total = lanes_sum(count, room->lanes);
    while (total > ENTRIES) {
        chunks /= 2;
        count = 0;
#pragma unroll
        for (uint c = 0; c < ROUND; c++) {
            if (c >= chunks) mask[c] = 0;
            count += popcount(mask[c]);
        }
        total = lanes_sum(count, room->lanes);
    }
    uint at = lanes_before(count, room->lanes);
    room->rows[lane] = *row - at;
    *row += count;
#pragma unroll
    for (uint c = 0; c < ROUND; c++) {
        nf_list(room->entries, at, mask[c], lane, c * 32);
        at += popcount(mask[c]);
    }
    lanes_sync();
#pragma unroll 4
    for (uint e = lane; e < total; e += 32) nf_replay_entry(to, cloud, e, room);
    lanes_sync();
    return chunks;
}

__kernel LANES_KERNEL __attribute__((reqd_work_group_size(32 * TILES, 1, 1))) void
replay(WALK_CLOUD, __global const uint *restrict masks, ROW_PARAMETERS) {
    __local nf_replay_room rooms[TILES];
    __local nf_replay_room *room = rooms + get_local_id(0) / 32;
    const walk_cloud WALK_ALL = WALK_CLOUD_OF;
    const uint tile = WALK_TILE(get_global_id(0)), tiles = WALK_TILES(&WALK_ALL),
               head = tile < tiles && !grid->refused ? masks[nf_masks_at(tiles) + tile] : MASKS_NONE,
               chunks = head == MASKS_NONE ? 0 : head;
    NF_AT_TILE(cloud, min(tile, tiles - 1))
    const nf_row_entries entries = ROW_ENTRIES;
    nf_point point = nf_point_of(&cloud, min(tile, tiles - 1));
    if (grid->refused) point.index = 0; // the order was not written
    ulong row = ROW_BEGIN(&point);
#if MEASURED
    real own[3];
    nf_point_given(QUERY_POINTS(&cloud), (uint)point.index, own);
    for (int a = 0; a < 3; a++) room->own[a][point.lane] = own[a];
#endif
    masks += nf_masks_at(tile);
    // No work-item returns before the last barrier: see search.cl.
    for (uint first = 0; first < chunks;)
        first += nf_replay_round(&entries, &cloud, masks + first * MASK_WORDS, chunks - first, point.lane,
                                 &row, room);
}
