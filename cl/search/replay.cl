// The second of two passes over an ordered cloud, for GPUs, from the masks of the first (masks.cl).
//   index, masks --replay--> the emitter's results of the tiles that have masks
//   planes, index, places, grid, masks --rest--> those of the other tiles
//   REPLAY  1: the kernel `replay`, whose tiles have local memory for their results only; 0 or undefined: the kernel `rest`
//   the rest as in search.cl and masks.cl
#if !defined(TILES)
#error "replay.cl needs TILES"
#endif
#include "search/masks.cl"
#if REPLAY

// What is stored for one lane of a chunk.
typedef struct nf_masked {
    uint mask, number;
    nf_shift shift;
} nf_masked;

static inline nf_masked nf_masked_at(__global const uint *masks) {
    const uint word = masks[32];
#if EMIT_IMAGES
    const nf_shift shift = (nf_shift)masks[64];
#else
    const nf_shift shift = nf_word_shift(word);
#endif
    const nf_masked masked = {masks[0], nf_word_number(word), shift};
    return masked;
}

// Passes the masks of a tile's chunks to the emitter; those of the next chunk are loaded ahead.
TOGETHER void nf_replay(const walk_cloud *cloud, const nf_point *point, __global const uint *masks,
                        uint chunks, nf_emitter *emitter, __local walk_room *room) {
    nf_masked next = {0, 0, NF_SHIFT_NONE};
    masks += point->lane;
    if (chunks) next = nf_masked_at(masks);
    for (uint chunk = 0; chunk < chunks; chunk++) {
        const uint mask = next.mask;
        walk_store(room, chunk * 32 + point->lane, next.number, next.shift);
        if (chunk + 1 < chunks) next = nf_masked_at(masks + (chunk + 1) * MASK_WORDS);
        lanes_sync();
        emit_masked(emitter, 1, cloud, point, mask, chunk * 32, room);
        lanes_sync();
    }
}

SEARCH_KERNEL void replay(WALK_CLOUD, __global const uint *restrict masks, EMIT_PARAMETERS) {
    __local walk_room rooms[TILES];
    __local walk_room *room = rooms + get_local_id(0) / 32;
    const walk_cloud WALK_ALL = WALK_CLOUD_OF;
    const uint tile = WALK_TILE(get_global_id(0)), tiles = WALK_TILES(&WALK_ALL);
    NF_AT_TILE(cloud, min(tile, tiles - 1))
    const uint head = tile < tiles && !grid->refused ? masks[nf_masks_at(tiles) + tile] : MASKS_NONE;
    const int replays = head != MASKS_NONE;
    nf_point point = nf_point_of(&cloud, min(tile, tiles - 1));
    if (grid->refused) point.index = 0; // the order was not written, and emitters may look the point up
    nf_emitter emitter = EMIT_OF;
    // No work-item returns before the last barrier: see search.cl.
    nf_replay(&cloud, &point, masks + nf_masks_at(tile), replays ? head : 0, &emitter, room);
    emit_close(&emitter, &cloud, &point, tile, replays, 0, 1, room);
}

#else
#include "search/walk_lanes.cl"
#include "search/loops.cl"

// Few tiles have no masks, so a row of lanes looks at several.
SEARCH_KERNEL void rest(WALK_CLOUD, __global nf_tally *tally, __global const uint *restrict masks,
                        EMIT_PARAMETERS) {
    __local walk_room rooms[TILES];
    __local walk_room *room = rooms + get_local_id(0) / 32;
    const walk_cloud WALK_ALL = WALK_CLOUD_OF;
    const uint tiles = grid->refused ? 0 : WALK_TILES(&WALK_ALL), rows = (uint)(get_global_size(0) / 32);
    for (uint tile = WALK_TILE(get_global_id(0)); tile < tiles; tile += rows) {
        if (masks[nf_masks_at(tiles) + tile] != MASKS_NONE) continue;
        NF_AT_TILE(cloud, tile)
        const nf_point point = nf_point_of(&cloud, tile);
        nf_emitter emitter = EMIT_OF;
        uint kept;
        const uint found = nf_walk(&cloud, &point, tile, nf_whole(), 0, &emitter, &kept, room);
        emit_close(&emitter, &cloud, &point, tile, 1, found, kept, room);
    }
#ifdef LOOPS_END
    loops_check(tally, n);
#else
    (void)tally;
#endif
}
#endif
