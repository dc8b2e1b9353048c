/* The ways to search, one file each: rows of the table in search.c, and what they share. */
#ifndef NF_SEARCH_WAYS_H
#define NF_SEARCH_WAYS_H

#include "search/search.h"

/* The first row that holds is taken.  Contracts of nf_search_count, nf_search_fill and nf_search_bytes. */
typedef struct nf_way {
    int (*holds)(const nf_context *context);
    nf_status (*count)(nf_work *work, nf_cloud *cloud, const nf_rule *rule,
                       nf_found *found); /* NULL: `fill` finds
                                                                                      the pairs, and their number */
    nf_status (*fill)(nf_work *work, nf_cloud *cloud, const nf_rule *rule, nf_found *found, nf_slice pairs,
                      uint64_t capacity);
    uint64_t (*bytes)(nf_context *context, uint64_t n); /* of scratch, without the tally */
    int looks_first;                                    /* takes no grid that was refused */
} nf_way;

enum { NF_SEARCH_TILE = 32 }; /* TILE_POINTS in cl/space/cells.cl */

/* ---- lanes (walk_lanes.cl) ---- */

/* How many candidates of a tile keep their numbers, for this cloud. */
uint64_t nf_search_kept(const nf_cloud *cloud);

/* The program of an entry kernel's file with an emitter, "search/emit_pairs.cl". */
nf_status nf_search_program(const nf_cloud *cloud, const nf_rule *rule, uint64_t kept, const char *source,
                            const char *emitter, nf_program **out);

/* A tile of each 32 lanes. */
nf_shape nf_search_shape(const nf_context *context, uint64_t n, uint64_t kept);

/* The total, once a kernel has put it into the tally. */
void nf_search_total_in_tally(nf_found *found);

int nf_once_holds(const nf_context *context);
nf_status nf_once_fill(nf_work *work, nf_cloud *cloud, const nf_rule *rule, nf_found *found, nf_slice pairs,
                       uint64_t capacity);
uint64_t nf_once_bytes(nf_context *context, uint64_t n);

nf_status nf_fill_count(nf_work *work, nf_cloud *cloud, const nf_rule *rule, nf_found *found);
nf_status nf_fill_fill(nf_work *work, nf_cloud *cloud, const nf_rule *rule, nf_found *found, nf_slice pairs,
                       uint64_t capacity);
uint64_t nf_fill_bytes(nf_context *context, uint64_t n);

/* ---- CPUs, where a work-group is one work-item ---- */

nf_status nf_search_cpu_count(nf_work *work, nf_cloud *cloud, const nf_rule *rule, nf_found *found);
nf_status nf_search_cpu_fill(nf_work *work, nf_cloud *cloud, const nf_rule *rule, nf_found *found,
                             nf_slice pairs, uint64_t capacity);
uint64_t nf_search_cpu_bytes(nf_context *context, uint64_t n);

/* sizeof(nf_room) in cl/search/search_cpu.cl; `list` is a multiple of 16. */
uint64_t nf_search_cpu_room_bytes(uint64_t list);

#endif
