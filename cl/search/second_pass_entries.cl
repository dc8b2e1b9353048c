// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The list of a tile's entries in local memory, and how it is written, for second_pass.cl.
#pragma once
#include "search/emit/row_entries.cl"
#include "machine/packed.cl"

// Chunks and entries at a time; entries are at least the 1024 of a chunk.
#define ROUND   16
#define ENTRIES 2048
// The chunks of a row of lanes in a round; chunks that it loads, and entries that a lane reads, at a time.
#define SHARE   (ROUND / TEAM)
#define BATCH   (SHARE < 4 ? SHARE : SHARE < 8 || MEASURED ? 4 : 8)
#define AT_ONCE (MEASURED ? 2 : 4)

#define ITEMS   (32 * TEAM)
#if TEAM > 1
#define TEAM_SYNC() barrier(CLK_LOCAL_MEM_FENCE)
#else
#define TEAM_SYNC() nf_lanes_sync()
#endif

#if LANES_BY == 0 // compilers for CPUs take long for copies of loops between barriers
#define UNROLLED
#else // arrays of the elements are in registers
#define UNROLLED _Pragma("unroll")
#endif

typedef struct nf_second_pass_room {
#if MEASURED
    nf_real4 own[32], given[ROUND * 32]; // points as given; beside a candidate its number
#else
    uint number[ROUND * 32];
#endif
    ulong rows[32]; // where the listed entries of a row are written - their place in the list
#if EMIT_IMAGES
    uint image[ROUND * 32]; // of candidates: S if `packed`, otherwise the shift
#endif
    ushort entries[ENTRIES]; // ENTRY
#if TEAM > 1
    uint counts[TEAM][32]; // of the lanes' masks
#endif
    uint lanes[LANES_ROOM];
} nf_second_pass_room;

// What holds for all entries of a tile.
typedef struct nf_second_pass {
    const nf_walk_cloud *cloud;
    nf_row_entries to;
    __global const uint *masks; // of the tile
#if PARTS > 1
    uint ends[PARTS]; // of the parts' chunks
#endif
#if MEASURED && SHIFTS
    int packed;         // no point is outside of the box, so that a shift is S, and components of S are short
    real vectors[3][3]; // of the box
#endif
} nf_second_pass;

#define ENTRY(lane, slot) (ushort)((lane)*ROUND * 32 + (slot))
#define ENTRY_LANE(entry) ((entry) / (ROUND * 32))
#define ENTRY_SLOT(entry) ((entry) % (ROUND * 32))

#if MEASURED
#if REAL64
#define NUMBER_BESIDE(number) as_double((ulong)(number))
#define NUMBER_OF(given)      (uint) as_ulong((given).w)
#else
#define NUMBER_BESIDE(number) as_float(number)
#define NUMBER_OF(given)      as_uint((given).w)
#endif
#endif

// An entry of the list.
typedef struct nf_second_pass_entry {
    ulong k;
    uint number;
#if MEASURED
    nf_apart apart;
#endif
#if EMIT_IMAGES
    uint image; // as in the room
#endif
} nf_second_pass_entry;

// Entry e of the list; in a box with MEASURED only if `packed`.
static inline nf_second_pass_entry nf_second_pass_read(const nf_second_pass *pass, uint e,
                                                       __local const nf_second_pass_room *room) {
    const uint entry = room->entries[e], slot = ENTRY_SLOT(entry), lane = ENTRY_LANE(entry);
    nf_second_pass_entry read;
    read.k = room->rows[lane] + e;
#if MEASURED
    const nf_real4 from = room->own[lane], to = room->given[slot];
    const real own[3] = {from.x, from.y, from.z}, other[3] = {to.x, to.y, to.z};
    nf_vector vector = NF_VECTOR_NONE;
#if SHIFTS
    read.image = room->image[slot];
    // Of most entries it is none; but a component of a vector may be -0 with another sum of zeros.
    if (VECTORS || read.image != NF_PACKED_NONE) {
        const int s[3] = {NF_PACKED_AT(read.image, 0), NF_PACKED_AT(read.image, 1),
                          NF_PACKED_AT(read.image, 2)};
        for (int a = 0; a < 3; a++) vector.at[a] = NF_VECTOR_ALONG(pass, s, a);
    }
#endif
    read.number = NUMBER_OF(to);
    read.apart = nf_apart_of(own, other, vector, pass->cloud->scale, pass->to.unscale);
#else
    (void)pass;
    read.number = room->number[slot];
#if EMIT_IMAGES
    read.image = room->image[slot];
#endif
#endif
    return read;
}

// Writes all entries of the list.
static inline void nf_second_pass_entries(const nf_second_pass *pass, uint total, uint item,
                                          __local const nf_second_pass_room *room) {
    for (uint first = item; first < total; first += ITEMS * AT_ONCE) {
        nf_second_pass_entry read[AT_ONCE];
        UNROLLED
        for (uint u = 0; u < AT_ONCE; u++)
            read[u] = nf_second_pass_read(pass, min(first + ITEMS * u, total - 1), room);
        UNROLLED
        for (uint u = 0; u < AT_ONCE; u++) {
            const ulong k = read[u].k;
            if (first + ITEMS * u >= total || k >= pass->to.capacity) continue;
            pass->to.indices[k] = (int)read[u].number;
#if MEASURED
            nf_apart_put(&pass->to.measures, k, &read[u].apart);
#if IMAGES
#if SHIFTS
            const int s[3] = {NF_PACKED_AT(read[u].image, 0), NF_PACKED_AT(read[u].image, 1),
                              NF_PACKED_AT(read[u].image, 2)};
#else
            const int s[3] = {0, 0, 0};
#endif
            nf_shift_put(&pass->to.measures, k, s);
#endif
#elif EMIT_IMAGES
            pass->to.images[k] = (nf_shift)read[u].image;
#endif
        }
    }
}

#if MEASURED && SHIFTS
// The same for entries of points outside of the box.
static inline void nf_second_pass_unfolded(const nf_second_pass *pass, uint total, uint item,
                                           __local const nf_second_pass_room *room) {
    for (uint e = item; e < total; e += ITEMS) {
        const uint entry = room->entries[e], slot = ENTRY_SLOT(entry);
        const nf_real4 from = room->own[ENTRY_LANE(entry)], to = room->given[slot];
        const real own[3] = {from.x, from.y, from.z}, other[3] = {to.x, to.y, to.z};
        nf_row_put_between(&pass->to, pass->cloud, room->rows[ENTRY_LANE(entry)] + e, NUMBER_OF(to),
                           (nf_shift)room->image[slot], own, other);
    }
}
#endif

static inline void nf_second_pass_list(const nf_second_pass *pass, uint total, uint item,
                                       __local const nf_second_pass_room *room) {
#if MEASURED && SHIFTS
    if (!pass->packed) {
        nf_second_pass_unfolded(pass, total, item, room);
        return;
    }
#endif
    nf_second_pass_entries(pass, total, item, room);
}
