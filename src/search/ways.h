/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The ways to search, one file each: rows of the table in search.c, and shared functions. */
#ifndef NF_SEARCH_WAYS_H
#define NF_SEARCH_WAYS_H

#include "search/search.h"

/* The first valid row is used.  Contracts are those of nf_search_count and nf_search_fill. */
typedef struct nf_way {
    int (*holds)(const nf_context *context);
    /* NULL: `fill` finds the results, and their number. */
    nf_status (*count)(nf_work *work, const nf_search *search, nf_found *found);
    nf_status (*fill)(nf_work *work, const nf_search *search, nf_found *found, const nf_emit_args *output);
    int looks_first; /* 1: does not accept a refused grid */
} nf_way;

enum { NF_SEARCH_TILE = 32 }; /* TILE_POINTS in cl/space/cells.cl */

/* ---- lanes (walk_lanes.cl) ---- */

/* The form of a walk (cl/search/walk/walk.cl), which does not change its results. */
typedef struct nf_walk_form {
    uint64_t kept;     /* the candidates whose numbers are stored, for each row of 32 lanes */
    uint64_t tiles;    /* of a work-group */
    uint64_t team;     /* the rows of lanes for each tile */
    uint64_t measured; /* the arrays that the emitter measures */
    uint64_t
        masks; /* the candidates whose masks are stored for each part of a tile (cl/search/walk/masks.cl), or 0 */
    uint64_t parts; /* the parts of a tile, with masks */
} nf_walk_form;

/* sizeof(nf_team_room) in cl/search/emit/turns_lanes.cl. */
enum { NF_TEAM_ROOM = (32 + 2 * 256) * 4 };

/* The candidates whose numbers are stored, unless the cloud is known to be dense; local memory may have room for fewer. */
uint64_t nf_search_kept(const nf_context *context);

/* The form for this search.  `teams`: the entry kernel accepts several rows of lanes for a tile. */
nf_walk_form nf_walk_form_for(const nf_search *search, int teams);

/* The rows of lanes that share a tile: more than 1 if the search has so few tiles that their latency is what it takes. */
uint64_t nf_search_team(const nf_context *context, uint64_t tiles);

/* The most tiles that have such teams. */
uint64_t nf_search_few_tiles(const nf_context *context);

/* The program of an entry kernel's file with an emitter, for example "search/emit/pairs.cl", or NULL. */
nf_status nf_search_program(const nf_search *search, const nf_walk_form *form, const char *source,
                            const char *emitter, nf_program **out);

/* The shape of a launch over all points whose partners are found. */
nf_shape nf_search_shape(const nf_search *search, const nf_walk_form *form);

/* Sets the position of the total after a kernel has put it into the status. */
void nf_search_total_in_status(nf_found *found);

int nf_once_holds(const nf_context *context);
nf_status nf_once_fill(nf_work *work, const nf_search *search, nf_found *found, const nf_emit_args *output);

nf_status nf_fill_count(nf_work *work, const nf_search *search, nf_found *found);
nf_status nf_fill_fill(nf_work *work, const nf_search *search, nf_found *found, const nf_emit_args *output);

/* ---- CPUs: a work-group is one work-item ---- */

int nf_search_is_cpu(const nf_context *context);

/* The argument `inverse` of the walk of CPUs. */
nf_arg nf_cpu_inverse(const nf_search *search);

/* nf_search_pass for CPUs. */
nf_status nf_search_cpu_pass(nf_work *work, const nf_search *search, const char *emit, const nf_arg *args,
                             size_t count);

nf_status nf_search_cpu_count(nf_work *work, const nf_search *search, nf_found *found);
nf_status nf_search_cpu_fill(nf_work *work, const nf_search *search, nf_found *found,
                             const nf_emit_args *output);

/* sizeof(nf_room) in cl/search/walk/walk_wide.cl with emit/pairs_cpu.cl, which is the largest; `list` is a multiple of 16. */
uint64_t nf_search_cpu_room_bytes(nf_space_kind kind, uint64_t list);

#endif
