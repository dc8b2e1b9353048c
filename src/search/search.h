/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The search of an ordered cloud: counting and writing pairs. */
#ifndef NF_SEARCH_H
#define NF_SEARCH_H

#include "opencl/launch.h"
#include "order/order.h"
#include "search/query/filters.h"
#include "space/rule.h"

/* The status and the total of a search: nf_search_status in cl/search/status.cl.  Scratch of the work. */
typedef struct nf_search_status {
    uint64_t total;    /* NF_UNKNOWN if the grid was refused */
    uint32_t ended;    /* nonzero: the driver ended loops; the results are invalid */
    uint32_t overflow; /* the work's number, if rows of some tiles are left, or some clusters have no list */
} nf_search_status;
_Static_assert(sizeof(nf_search_status) == 16, "nf_search_status is that of cl/search/status.cl");
nf_status nf_search_status_take(nf_work *work, cl_mem *buffer);

/* Returns NF_ERROR_DEVICE if the driver ended loops. */
nf_status nf_search_status_check(nf_context *context, const nf_search_status *status);

/* Reads the status from the device, and checks it as nf_search_status_check(), if the driver ends loops. */
nf_status nf_search_status_check_now(nf_work *work, cl_mem buffer);

/* The parts of the programs of a search, files below cl/. */
typedef struct nf_parts {
    const char *runs[NF_SPACE_KINDS]; /* the candidates of a point, for example "space/runs_half.cl" */
    const char *emit, *emit_cpu;      /* the emitter that writes results, for lanes and for CPUs */
    const char *count, *count_cpu;    /* the emitter of the first of two passes */
    const char *decision;             /* which partners are results, for emitters that ask it; or NULL */
    int stages_rows; /* 1: the emitter for lanes holds rows in local memory, not masks (NF_ROOM_ROWS) */
} nf_parts;

/* The rules of the systems of a batch, on the device: nf_system_rule in cl/search/batch.cl. */
typedef struct nf_system_rules {
    cl_mem buffer; /* NULL: the points are one system */
    int own;       /* 1: one for each system; 0: one for all */
} nf_system_rules;

/* A search for the partners of targets among sources, which have one type, dims, space and systems. */
typedef struct nf_search {
    nf_context *context;
    nf_view sources, targets;
    int apart; /* 1: the targets are other points than the sources: their kernels have QUERIES */
    const nf_rule *rule;
    nf_system_rules rules;
    uint64_t candidates; /* of a tile, to judge by the last search with such cells; 0: not known */
    const nf_parts *parts;
    int images; /* 1: the emitters also write the image of each result, in a periodic box */
    uint64_t
        measured; /* the arrays that what writes rows measures (cl/search/emit/row_entries.cl), instead of images */
    uint64_t tile_points; /* of a tile, for walks by lanes; 0: as many as the search needs */
    int cell_order;       /* 1: rows of results are by position in order, not by index */
    cl_mem before;        /* where points were when they were folded, if they have moved since; or NULL */
    const nf_filtered *filters;                   /* NULL: none */
    void (*add)(const void *what, nf_spec *spec); /* adds further parts, before the emitter; NULL: none */
    const void *what;
} nf_search;

/* The points of a tile: NF_SEARCH_TILE, or 1 if the results do not depend on tiles and are of few query points, which may all be far from each
   other (WALK_POINTS in cl/search/batch.cl). */
uint64_t nf_search_tile_points(const nf_search *search);

/* The points of a tile of rows of so many query points; 0: the rows are of the points of a cloud. */
uint64_t nf_search_row_points(const nf_context *context, uint64_t queries);

/* The tiles of these points. */
uint64_t nf_search_tile_count(const nf_search *search);

/* Consecutive tiles; end 0: all. */
typedef struct nf_tiles {
    uint64_t first, end;
} nf_tiles;

/* The arrays that a search writes, and the arguments of its emitter: EMIT_PARAMETERS. */
enum { NF_EMIT_ARGS = 24 };
typedef struct nf_emit_args {
    nf_elements array; /* the first of them; its offset counts rows */
    uint64_t capacity; /* the rows for which there is room */
    nf_tiles
        tiles; /* whose results nf_search_fill writes: from a multiple of nf_found.align to another, or to the last tile */
    nf_arg args[NF_EMIT_ARGS];
    size_t count;
} nf_emit_args;

/* Adds arguments; if they are more than NF_EMIT_ARGS, the launch is refused. */
void nf_emit_add(nf_emit_args *output, const nf_arg *args, size_t count);

/* The program of `source` for the cloud's space, the rule and the runs, with the defines of cells.cl and pair_rule.cl. */
nf_spec nf_search_spec(const nf_search *search, const char *source);

/* Launches a kernel that walks an ordered cloud.  Its first arguments are WALK_CLOUD in cl/search/cloud.cl, `inverse_` the last of the cloud;
   then come those given, then `more_`, which may be NULL:
       nf_launch_walk(work, search, program, "fill", shape, inverse, output->args, output->count, nf_in(counts), ...) */
#define nf_launch_walk(work, search, program, kernel, shape, inverse_, more_, more_count_, ...)              \
    nf_launch_walk_args(work, search, program, kernel, shape, inverse_, (const nf_arg[]){__VA_ARGS__},       \
                        sizeof((const nf_arg[]){__VA_ARGS__}) / sizeof(nf_arg), more_, more_count_)
nf_status nf_launch_walk_args(nf_work *work, const nf_search *search, nf_program *program, const char *kernel,
                              nf_shape shape, nf_arg inverse, const nf_arg *own, size_t own_count,
                              const nf_arg *more, size_t more_count);

/* The argument `inverse` of walks by lanes. */
nf_arg nf_lanes_inverse(const nf_search *search);

/* When the rows of tiles without masks are written (search/second_pass.h). */
typedef enum nf_overflow {
    NF_OVERFLOW_NOW,   /* after the others, as it is not known whether there are any */
    NF_OVERFLOW_ASKED, /* the host reads whether there are any, and then writes them */
    NF_OVERFLOW_NONE
} nf_overflow;

/* What a search has found, for the step that writes; scratch of the work. */
typedef struct nf_found {
    const struct nf_way *way; /* the way of the search (search/ways.h) */
    size_t mark;              /* of the scratch before the count */
    uint64_t kept;            /* the candidates stored for each tile, or part of one, in the count */
    uint64_t align;           /* the tiles of a work-group, or of a chunk of CPUs */
    cl_mem counts;            /* n x uint32: pairs of each point (search), or decisions (search_cpu) */
    cl_mem masks; /* of rows: what the count has stored for the second pass (search/second_pass.h), or NULL */
    uint64_t parts; /* of a tile in masks */
    nf_overflow overflow;
    cl_mem bases; /* tiles + 1 x uint64: the start of each tile's pairs; the last is the total */
    cl_mem status;
    cl_mem total;      /* the buffer that holds the total: the status, or bases */
    uint64_t total_at; /* its index in it, in uint64 */
    int tells;         /* 1: the total is NF_UNKNOWN if the grid was refused */
} nf_found;

/* One pass over the cloud with an emitter, for lanes and for CPUs, and the arguments of its EMIT_PARAMETERS.  If the grid was
   refused nothing is done. */
nf_status nf_search_pass(nf_work *work, const nf_search *search, const char *emit, const char *emit_cpu,
                         cl_mem search_status, const nf_arg *args, size_t count);

/* Counts the results, without a limit. */
nf_status nf_search_count(nf_work *work, const nf_search *search, nf_found *found);

/* Writes what was counted or found, up to the capacity, which is not 0.  The total is in the status afterwards, except with
   search_cpu. */
nf_status nf_search_fill(nf_work *work, const nf_search *search, nf_found *found, const nf_emit_args *output);

/* Counts and writes, in one launch if work-groups may wait for others; this launch counts at most NF_SEARCH_ONCE_MOST
   results.  With a capacity of 0 nothing is written. */
#define NF_SEARCH_ONCE_MOST ((UINT64_C(1) << 48) - 1)
nf_status nf_search_write(nf_work *work, const nf_search *search, const nf_emit_args *output,
                          nf_found *found);

/* 1 if the host must read the grid before it enqueues a search: the kernels for CPUs do not accept a refused grid. */
int nf_search_looks_first(const nf_context *context);

/* What the local memory of a tile holds (nf_walk_room in cl/search/walk/walk.cl). */
typedef enum nf_room_kind {
    NF_ROOM_MASKS, /* masks of all candidates; the next two are for periodic boxes, the last one with the images of all */
    NF_ROOM_MASKS_BOX,
    NF_ROOM_MASKS_IMAGES,
    NF_ROOM_ROWS, /* a part of the rows; the next two are as above */
    NF_ROOM_ROWS_BOX,
    NF_ROOM_ROWS_IMAGES
} nf_room_kind;

/* The number of tiles of a group whose tiles have so many bytes of local memory, and of one that stores so many candidates for each. */
uint64_t nf_search_tiles_for(const nf_context *context, uint64_t room);
uint64_t nf_search_tiles(const nf_context *context, nf_room_kind kind, uint64_t kept);

/* Remembers the result of the last search with such cells, for the shape of the next one; does nothing if out of memory. */
void nf_search_learn(nf_cloud *cloud, uint64_t total);

/* The candidates of a tile, to judge by the last search with the cells of the cloud's order; 0: not known. */
uint64_t nf_search_candidates(const nf_cloud *cloud);

/* sizeof(nf_walk_room) in cl/search/walk/walk.cl, and the kernels' other local memory. */
uint64_t nf_search_room_bytes(nf_room_kind kind, uint64_t kept);

/* The tunables of the kernels (tune/tunable.h). */
extern const nf_family nf_search_family, nf_search_cpu_family;

#endif
