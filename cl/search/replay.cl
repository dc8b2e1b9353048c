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
#include "space/packed.cl"
#include "search/row_entries.cl"
#include "search/masks.cl"

// Chunks and entries at a time; entries are at least the 1024 of a chunk.
#define ROUND   16
#define ENTRIES 2048

typedef struct nf_replay_room {
#if MEASURED
    real4 own[32], given[ROUND * 32]; // points as given; beside a candidate its number
#else
    uint number[ROUND * 32];
#endif
    ulong rows[32]; // where the listed entries of a row are written - their place in the list
#if EMIT_IMAGES
    uint image[ROUND * 32]; // of candidates: S if `packed`, otherwise the shift
#endif
    ushort entries[ENTRIES]; // ENTRY
    uint lanes[LANES_ROOM];
} nf_replay_room;

// What holds for all entries of a tile.
typedef struct nf_replay {
    const walk_cloud *cloud;
    nf_row_entries to;
#if MEASURED && SHIFTS
    int packed;         // no point is outside of the box, so that a shift is S, and components of S are short
    real vectors[3][3]; // of the box
#endif
} nf_replay;

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
#if REAL64
#define NUMBER_BESIDE(number) as_double((ulong)(number))
#define NUMBER_OF(given)      (uint) as_ulong((given).w)
#else
#define NUMBER_BESIDE(number) as_float(number)
#define NUMBER_OF(given)      as_uint((given).w)
#endif

// Point `number` as given, at position p in order.  In open space, and where no point is outside of the box, points in order are as given;
// they are read here, as lanes have consecutive positions.
static inline real4 nf_given_at(const nf_replay *replay, uint p, uint number) {
    const walk_cloud *cloud = replay->cloud;
    real r[3] = {0, 0, 0};
#if SHIFTS
    const int in_order = replay->packed;
#else
    const int in_order = 1;
#endif
    if (in_order)
        for (int a = 0; a < DIMS; a++) r[a] = cloud->planes[(ulong)a * cloud->stride + p];
    else nf_point_given(cloud->points, number, r);
    return (real4)(r[0], r[1], r[2], NUMBER_BESIDE(number));
}
#endif

// Loads a chunk of candidates; returns the lane's mask.
static inline uint nf_replay_chunk(const nf_replay *replay, __global const uint *masks, uint lane, uint c,
                                   __local nf_replay_room *room) {
    const walk_cloud *cloud = replay->cloud;
    const uint mask = masks[lane], p = min(masks[32 + lane], cloud->n - 1), number = cloud->index[p];
#if MEASURED
    room->given[c * 32 + lane] = nf_given_at(replay, p, number);
#else
    room->number[c * 32 + lane] = number;
#endif
#if EMIT_IMAGES
    uint image = masks[64 + lane];
#if MEASURED
    if (replay->packed) {
        int s[3];
        nf_shift_image(cloud->grid, (nf_shift)image, s);
        image = NF_PACKED(s);
    }
#endif
    room->image[c * 32 + lane] = image;
#endif
    return mask;
}

// Writes entry e of the list.
static inline void nf_replay_entry(const nf_replay *replay, uint e, __local const nf_replay_room *room) {
    const uint entry = room->entries[e], slot = ENTRY_SLOT(entry), lane = ENTRY_LANE(entry);
    const ulong k = room->rows[lane] + e;
#if MEASURED
    const real4 from = room->own[lane], to = room->given[slot];
    const real own[3] = {from.x, from.y, from.z}, other[3] = {to.x, to.y, to.z};
#if SHIFTS
    const uint image = room->image[slot];
    if (!replay->packed) {
        nf_row_put_between(&replay->to, replay->cloud, k, NUMBER_OF(to), (nf_shift)image, own, other);
        return;
    }
    const int s[3] = {NF_PACKED_AT(image, 0), NF_PACKED_AT(image, 1), NF_PACKED_AT(image, 2)};
    nf_vector vector;
    for (int a = 0; a < 3; a++) vector.at[a] = NF_VECTOR_ALONG(replay, s, a);
#else
    const int s[3] = {0, 0, 0};
    const nf_vector vector = NF_VECTOR_NONE;
#endif
    if (k >= replay->to.capacity) return;
    replay->to.indices[k] = (int)NUMBER_OF(to);
    nf_measure(&replay->to.measures, k, own, other, s, vector, replay->cloud->scale, replay->to.unscale);
#else
#if EMIT_IMAGES
    const nf_shift shift = (nf_shift)room->image[slot];
#else
    const nf_shift shift = NF_SHIFT_NONE;
#endif
    nf_row_put(&replay->to, replay->cloud, 0, k, room->number[slot], shift);
#endif
}

#if LANES_BY == 0 // compilers for CPUs take long for copies of loops between barriers
#define EACH_CHUNK
#else // masks are in registers
#define EACH_CHUNK _Pragma("unroll")
#endif

// Writes the entries of the next chunks of a tile; returns how many of them.
TOGETHER uint nf_replay_round(const nf_replay *replay, __global const uint *masks, uint left, uint lane,
                              ulong *row, __local nf_replay_room *room) {
    uint mask[ROUND], count = 0, chunks = ROUND;
    EACH_CHUNK
    for (uint c = 0; c < ROUND; c++) {
        mask[c] = c < left ? nf_replay_chunk(replay, masks + c * MASK_WORDS, lane, c, room) : 0;
        count += popcount(mask[c]);
    }
    uint total = lanes_sum(count, room->lanes);
    while (total > ENTRIES) {
        chunks /= 2;
        count = 0;
        EACH_CHUNK
        for (uint c = 0; c < ROUND; c++) {
            if (c >= chunks) mask[c] = 0;
            count += popcount(mask[c]);
        }
        total = lanes_sum(count, room->lanes);
    }
    uint at = lanes_before(count, room->lanes);
    room->rows[lane] = *row - at;
    *row += count;
    EACH_CHUNK
    for (uint c = 0; c < ROUND; c++) {
        nf_list(room->entries, at, mask[c], lane, c * 32);
        at += popcount(mask[c]);
    }
    lanes_sync();
#pragma unroll 4
    for (uint e = lane; e < total; e += 32) nf_replay_entry(replay, e, room);
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
    nf_replay replay;
    replay.cloud = &cloud;
    replay.to = entries;
    nf_point point = nf_point_of(&cloud, min(tile, tiles - 1));
    if (grid->refused) point.index = 0; // the order was not written
    ulong row = ROW_BEGIN(&point);
#if MEASURED
    real own[3];
    nf_point_given(QUERY_POINTS(&cloud), (uint)point.index, own);
    room->own[point.lane] = (real4)(own[0], own[1], own[2], 0);
#if SHIFTS
    replay.packed = !(cloud.grid->lattice.wrapped > 0);
    for (int k = 0; k < 3; k++) {
        replay.packed &= cloud.grid->radix[k] <= 2 * NF_PACKED_MOST;
        for (int a = 0; a < 3; a++) replay.vectors[k][a] = cloud.grid->lattice.vectors[k][a];
    }
#endif
#endif
    masks += nf_masks_at(tile);
    // No work-item returns before the last barrier: see search.cl.
    for (uint first = 0; first < chunks;)
        first += nf_replay_round(&replay, masks + first * MASK_WORDS, chunks - first, point.lane, &row, room);
}
