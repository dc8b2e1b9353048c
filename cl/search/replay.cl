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

#define ROUND   16   // chunks at a time
#define ENTRIES 2048 // entries at a time, at least the 1024 of a chunk

typedef struct nf_replay_room {
    ulong rows[32]; // where the listed entries of a row are written - their place in the list
    uint number[ROUND * 32];
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

// Writes the entries of the next chunks of a tile; returns how many of them.
TOGETHER uint nf_replay_round(const nf_row_entries *to, __global const uint *masks, uint left, uint lane,
                              ulong *row, __local nf_replay_room *room) {
    uint mask[ROUND], count = 0, chunks = ROUND;
#pragma unroll
    for (uint c = 0; c < ROUND; c++) {
        mask[c] = 0;
        if (c >= left) continue;
        mask[c] = masks[c * MASK_WORDS + lane];
        room->number[c * 32 + lane] = masks[c * MASK_WORDS + 32 + lane];
#if EMIT_IMAGES
        room->shift[c * 32 + lane] = (nf_shift)masks[c * MASK_WORDS + 64 + lane];
#endif
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
    for (uint e = lane; e < total; e += 32) {
        const uint entry = room->entries[e], slot = ENTRY_SLOT(entry);
#if EMIT_IMAGES
        const nf_shift shift = room->shift[slot];
#else
        const nf_shift shift = NF_SHIFT_NONE;
#endif
        nf_row_put(to, room->rows[ENTRY_LANE(entry)] + e, room->number[slot], shift);
    }
    lanes_sync();
    return chunks;
}

__kernel LANES_KERNEL __attribute__((reqd_work_group_size(32 * TILES, 1, 1))) void
replay(WALK_CLOUD, __global const uint *restrict masks, ROW_PARAMETERS) {
    __local nf_replay_room rooms[TILES];
    const nf_row_entries entries = ROW_ENTRIES;
    const walk_cloud WALK_ALL = WALK_CLOUD_OF;
    const uint tile = WALK_TILE(get_global_id(0)), tiles = WALK_TILES(&WALK_ALL),
               head = tile < tiles && !grid->refused ? masks[nf_masks_at(tiles) + tile] : MASKS_NONE,
               chunks = head == MASKS_NONE ? 0 : head;
    NF_AT_TILE(cloud, min(tile, tiles - 1))
    nf_point point = nf_point_of(&cloud, min(tile, tiles - 1));
    if (grid->refused) point.index = 0; // the order was not written
    ulong row = ROW_BEGIN(&point);
    masks += nf_masks_at(tile);
    // No work-item returns before the last barrier: see search.cl.
    for (uint first = 0; first < chunks;)
        first += nf_replay_round(&entries, masks + first * MASK_WORDS, chunks - first, point.lane, &row,
                                 rooms + get_local_id(0) / 32);
}
