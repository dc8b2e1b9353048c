// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// One pass over an ordered cloud, for CPUs: each group is one work-item, which takes chunks of tiles by ticket and waits for
// no other.
//   axes, index, places, grid --search--> the emitter's results of all pairs
// The emitter (walk_wide.cl) must define:
//   EMIT_PARAMETERS  the emitter's parameters of the kernel     EMIT_OF(tiles)  an initial emitter, from these and `cloud`
//   nf_emit_begin(emitter, room), nf_emit_chunk(emitter, chunk), nf_emit_chunk_end(emitter)   called before the first chunk, and
//                    before and after each
//   nf_emit_tile(emitter, cloud, tile, room)   called for each tile of a chunk, ascending; it walks the tile by nf_walk
#if !defined(EMIT_PARAMETERS)
#error "search_cpu.cl needs an emitter, a part before it"
#endif
#include "search/walk/walk_wide.cl"

#if !defined(TAKE_TICKET) // code of the host may be told to stop (native/opencl.h)
#define TAKE_TICKET(counter) atomic_inc(counter)
#endif

// `work` begins with a line that holds the ticket, which is the first chunk, and a 0 for emitters; the work-items' rooms follow.  Chunks from end_tile on are
// left out.
WIDE_KERNEL void nf_search(WALK_CLOUD, uint chunk_tiles, uint end_tile, __global uint *work,
                           EMIT_PARAMETERS) {
    const nf_walk_cloud cloud = WALK_CLOUD_OF;
    const uint tiles = WALK_TILES(&cloud);
    volatile __global uint *ticket = work;
    __global nf_room *room = (__global nf_room *)(work + 16) + get_group_id(0);
    nf_emitter emitter = EMIT_OF(tiles);
    nf_emit_begin(&emitter, room);
    for (uint chunk = TAKE_TICKET(ticket); chunk * (ulong)chunk_tiles < end_tile;
         chunk = TAKE_TICKET(ticket)) {
        const uint end = min((chunk + 1) * chunk_tiles, tiles);
        nf_emit_chunk(&emitter, chunk);
        for (uint tile = chunk * chunk_tiles; tile < end; tile++) {
#if SYSTEMS
            const nf_walk_cloud own = nf_at_tile(&cloud, tile);
            nf_emit_tile(&emitter, &own, tile, room);
#else
            nf_emit_tile(&emitter, &cloud, tile, room);
#endif
        }
        nf_emit_chunk_end(&emitter);
    }
}
