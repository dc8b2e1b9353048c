// One pass over an ordered cloud, for CPUs: a work-item takes chunks of tiles by ticket, alone in its group, and waits for
// nobody.
//   planes, index, places, grid --search--> what the emitter makes of all pairs
// Of the emitter (walk_wide.cl):
//   EMIT_PARAMETERS  what the kernel takes for it          EMIT_OF(tiles)  makes one from them
//   emit_begin(emitter, room), emit_chunk(emitter, chunk), emit_chunk_end(emitter)
//   emit_tile(emitter, cloud, tile, room)   tiles of a chunk, ascending: walks the tile (nf_walk), where it needs that
#if !defined(EMIT_PARAMETERS)
#error "search_cpu.cl needs an emitter, a part before it"
#endif
#include "search/walk_wide.cl"

// `work` begins with a line that holds the ticket; the work-items' rooms follow.
WIDE_KERNEL void search(WALK_CLOUD, uint chunk_tiles, __global uint *work, EMIT_PARAMETERS) {
    const walk_cloud cloud = WALK_CLOUD_OF;
    const uint tiles = (n + TILE_POINTS - 1) / TILE_POINTS;
    volatile __global uint *ticket = work;
    __global nf_room *room = (__global nf_room *)(work + 16) + get_group_id(0);
    nf_emitter emitter = EMIT_OF(tiles);
    emit_begin(&emitter, room);
    for (uint chunk = atomic_inc(ticket); chunk * (ulong)chunk_tiles < tiles; chunk = atomic_inc(ticket)) {
        const uint end = min((chunk + 1) * chunk_tiles, tiles);
        emit_chunk(&emitter, chunk);
        for (uint tile = chunk * chunk_tiles; tile < end; tile++) emit_tile(&emitter, &cloud, tile, room);
        emit_chunk_end(&emitter);
    }
}
