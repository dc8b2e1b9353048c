/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The forms of walks by lanes (search/ways.h): what a tile keeps in local memory, and the tiles of a group. */
#include "core/whole.h"
#include "opencl/keepsake.h"
#include "search/ways.h"
#include "tune/capability.h"

enum { GROUP, KEPT, TEAM };
/* If lanes exchange data through local memory, a group is one tile. */
static int fits_tiles(const nf_context *context, int value) {
    return nf_fits_group(context, value) && (nf_is_serial(context) || nf_lanes_of(context) != NF_LANES_LOCAL);
}
static int has_lanes(const nf_context *context, int value) {
    (void)value;
    return !nf_is_serial(context);
}
static int once_holds(const nf_context *context, int value) {
    return has_lanes(context, value) && nf_once_holds(context);
}
static const nf_tunable search_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 128, 1, {1, 32, 64, 128, 256}, fits_tiles}, /* 1: search_cpu */
    {"KEPT", 512, 512, {128, 256, 512, 1024}, has_lanes},
    {"TEAM", 8, 8, {8}, once_holds}, /* of a cloud that is too small to occupy the device */
};
const nf_family nf_search_family = NF_FAMILY("search", search_tunables, 0, 0);

/* The bytes of a candidate that is kept (its number, its mask, its image), and of the rest that depends on the kind. */
enum {
    AHEAD = 32 * 4,
    STAGE = 32 * 8 + 2 * 32 * 4 + 32 * 66 * 2,
    TESTED = 64 * 4,
    RUN_IMAGES = 32 * 4 + 32 * 24 + 8
};
static const struct room_row {
    uint64_t candidate, rest;
} room_rows[] = {
    [NF_ROOM_MASKS] = {4 + 4, AHEAD},
    [NF_ROOM_MASKS_BOX] = {4 + 4, AHEAD + TESTED + RUN_IMAGES},
    [NF_ROOM_MASKS_IMAGES] = {4 + 4 + 4, AHEAD + RUN_IMAGES},
    [NF_ROOM_ROWS] = {4, STAGE},
    [NF_ROOM_ROWS_BOX] = {4, STAGE + TESTED + RUN_IMAGES},
    [NF_ROOM_ROWS_IMAGES] = {4 + 4, STAGE + RUN_IMAGES},
};

uint64_t nf_search_room_bytes(nf_room_kind kind, uint64_t kept) {
    enum { RING = 64 * 16, RUNS = 64 * 4, FRAME = 56, LANES = 32 * 4, BESIDE = 8 };
    return RING + kept * room_rows[kind].candidate + RUNS + FRAME + LANES + BESIDE + room_rows[kind].rest;
}

static nf_room_kind room_of(const nf_search *search) {
    const int first = search->parts && search->parts->stages_rows ? NF_ROOM_ROWS : NF_ROOM_MASKS;
    const int box = search->sources.space->kind == NF_SPACE_OPEN ? 0 : search->images ? 2 : 1;
    return (nf_room_kind)(first + box);
}

/* A tile has about 8 candidates for each pair of a point.  Few sizes, as each needs its own program. */
enum { CANDIDATES_A_PAIR = 8 };
static const uint64_t kept_sizes[] = {1024, 1536, 2048, 3072, 4096};

/* The result of the last search. */
typedef struct search_hint {
    nf_keepsake keepsake;
    nf_cells cells;
    uint64_t pairs_a_point;
} search_hint;

static const nf_keepsake_kind kind_of_hint = {"a hint", sizeof(search_hint), NULL};

uint64_t nf_search_candidates(const nf_cloud *cloud) {
    const search_hint *hint = (const search_hint *)nf_keepsake_of(cloud->keepsakes, &kind_of_hint);
    return hint && nf_cells_equal(&hint->cells, &cloud->order.cells) ? hint->pairs_a_point * CANDIDATES_A_PAIR
                                                                     : 0;
}

static uint64_t kept_for_last(const nf_search *search) {
    const uint64_t wish = search->candidates;
    for (size_t k = 0; k < sizeof kept_sizes / sizeof *kept_sizes; k++)
        if (wish <= kept_sizes[k]) return k || wish > kept_sizes[0] / 2 ? kept_sizes[k] : 0;
    return 0; /* so many candidates are walked twice in any case */
}

/* The number of tiles in a wave: a group has a multiple of it. */
static uint64_t tiles_a_wave(const nf_context *context) {
    const uint32_t wave = nf_lanes_wave(nf_lanes_of(context));
    return wave > NF_SEARCH_TILE ? wave / NF_SEARCH_TILE : 1;
}

uint64_t nf_search_kept(const nf_context *context) {
    return (uint64_t)nf_tuned(context, &nf_search_family, KEPT) / 64 * 64;
}

/* KEPT, or more for a cloud known to be dense, within the limits of local memory: some drivers abort the process if a
   kernel needs more. */
static uint64_t kept_for(const nf_search *search) {
    const nf_context *context = search->context;
    const nf_room_kind kind = room_of(search);
    const uint64_t room = context->device.local_memory / 4 * 3 / tiles_a_wave(context),
                   dense = kept_for_last(search);
    uint64_t kept = nf_search_kept(context);
    if (dense > kept && nf_search_room_bytes(kind, dense) <= room) kept = dense;
    if (nf_search_room_bytes(kind, kept) > room)
        kept = room > nf_search_room_bytes(kind, 0)
                   ? (room - nf_search_room_bytes(kind, 0)) / room_rows[kind].candidate / 64 * 64
                   : 0;
    return kept < 64 ? 64 : kept;
}

void nf_search_learn(nf_cloud *cloud, uint64_t total) {
    nf_keepsake *kept = NULL;
    if (nf_keepsake_take(cloud->context, &cloud->keepsakes, &kind_of_hint, &kept) != NF_OK) {
        cloud->context->error.text[0] = 0; /* the search does not need it */
        return;
    }
    search_hint *hint = (search_hint *)kept;
    hint->cells = cloud->order.cells;
    hint->pairs_a_point = cloud->n ? total / cloud->n : 0;
}

uint64_t nf_search_tiles_for(const nf_context *context, uint64_t room) {
    const nf_device_info *device = &context->device;
    const uint64_t wave = tiles_a_wave(context);
    if (nf_lanes_of(context) == NF_LANES_LOCAL) return 1;
    const uint64_t fit = nf_min(device->max_work_group / NF_SEARCH_TILE, device->local_memory / 2 / room);
    const uint64_t tiles =
        nf_min((uint64_t)nf_tuned(context, &nf_search_family, GROUP) / NF_SEARCH_TILE, fit);
    return tiles < wave ? wave : tiles / wave * wave;
}

uint64_t nf_search_tiles(const nf_context *context, nf_room_kind kind, uint64_t kept) {
    return nf_search_tiles_for(context, nf_search_room_bytes(kind, kept));
}

uint64_t nf_search_few_tiles(const nf_context *context) {
    enum { FEW_TILES = 4 };
    return nf_lanes_of(context) == NF_LANES_LOCAL ? 0 : (uint64_t)context->device.compute_units * FEW_TILES;
}

uint64_t nf_search_team(const nf_context *context, uint64_t tiles) {
    if (tiles > nf_search_few_tiles(context)) return 1;
    return nf_min((uint64_t)nf_tuned(context, &nf_search_family, TEAM), 8);
}

nf_walk_form nf_walk_form_for(const nf_search *search, int teams) {
    enum { TEAM_ROW = 33 * 4 }; /* local memory in cl/search/once.cl */
    const nf_context *context = search->context;
    const nf_room_kind kind = room_of(search);
    nf_walk_form form = {.kept = kept_for(search),
                         .team = teams ? nf_search_team(context, nf_search_tile_count(search)) : 1};
    while (form.team > 1) {
        /* Twice the equal share: the candidates that are near are not evenly distributed over the parts. */
        const uint64_t kept = nf_max(form.kept * 2 / form.team / 64 * 64, 128);
        if (form.team * NF_SEARCH_TILE <= context->device.max_work_group &&
            form.team * (nf_search_room_bytes(kind, kept) + TEAM_ROW) + NF_TEAM_ROOM <=
                context->device.local_memory / 4 * 3) {
            form.kept = kept;
            form.tiles = 1;
            return form;
        }
        form.team /= 2;
    }
    form.tiles = nf_search_tiles(context, kind, form.kept);
    return form;
}
