/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A search on the host, system by system: the points in order and the partners of each, tile by tile.  Each question's functions receive the partners. */
#ifndef NF_HOST_JOB_H
#define NF_HOST_JOB_H

#include "core/memory.h"
#include "host/filters.h"
#include "host/host.h"
#include "space/points.h"
#include "arguments/params.h"
#include "space/batch.h"

/* The positions of each cell's points, and the stencil, for nf_points_before and the runs. */
typedef struct nf_place {
    const uint32_t *ends; /* ends[cell]: the number of points before the cell; NULL for a sparse grid */
    const uint64_t *keys; /* the sorted keys of a sparse grid */
    uint32_t cells_x;
    int cells_yz;
} nf_place;

/* The image S of a partner: cell vectors, between the points as given. */
typedef struct host_image {
    int s[3];
} host_image;

enum { HOST_TILE = 32 }; /* TILE_POINTS in cl/space/cells.cl */

/* One call: its arguments, its arrays, its result. */
typedef struct host_job {
    const nf_host_cloud *cloud;
    const nf_allocator *allocator; /* these three are of the cloud */
    nf_sentence *error;
    const nf_points *all;
    const nf_points *queries; /* its query points; NULL: the points */
    double cutoff;
    host_filters filters;
    /* The system that is searched: all points unless the call has systems.  Indices in what follows count from its first point, those of the
       result and of filters from the first of all. */
    nf_system system;
    uint64_t query_first, query_count, query_all; /* query_all: the number of those of all systems */
    const void *points;                           /* packed rows: the caller's, or `packed` */
    void *packed;
    uint64_t n;
    nf_type type;
    nf_params params;
    nf_space space;
    int full; /* 1: the partners of a point are all; 0: those of the half stencil.  Query points have all */
    uint64_t *keys;
    uint32_t *index, *ends;
    void *axes;
    const void *
        query_points; /* packed rows: the caller's, or `query_packed`; those of the points if there are no others */
    void *query_packed, *query_axes;
    uint32_t *query_index; /* as `index`, of the query points */
    nf_place places;
    uint32_t *list;       /* partners of the points of a tile, point by point, as positions in the order */
    uint32_t tile_points; /* of a tile, at most HOST_TILE */
    size_t listed, list_room, starts[HOST_TILE + 1];
    host_image *images; /* of the partners in `list`; not used in open space */
    size_t images_room;
    /* Takes the partners of the tile of `many` points from `first` on. */
    nf_status (*take)(struct host_job *job, uint64_t first, uint32_t many);
    void *taker; /* what `take` needs */
    nf_host_times times;
} host_job;

/* Begins a search; query points and filters may be NULL.  A cutoff of 0 becomes the largest that radii allow, but not for systems. */
nf_status nf_host_begin(host_job *job, const nf_host_cloud *cloud, const nf_points *queries,
                        const nf_filters *filters, nf_pair_from from, double cutoff);

/* Calls `answer` for each system in turn, with job->system and job->space set.  It appends to the result. */
nf_status nf_host_each_system(host_job *job, nf_status (*answer)(host_job *job));

/* Orders the points of the system, and finds the partners of all of them; nothing for n = 0. */
nf_status nf_host_walk(host_job *job);

/* Makes room for `wanted` elements in an array that grows system by system: no more for the first one, which may be the only one. */
nf_status nf_host_grow(const host_job *job, void **array, size_t *room, size_t wanted, size_t size,
                       const char *what);

/* The image of partner `k` of the list; zeros in open space. */
host_image nf_host_image_of(const host_job *job, size_t k);

/* 1 if the first component of the image of partner `k` of the list that is not 0 is positive. */
int nf_host_is_positive(const host_job *job, size_t k);

/* Releases the arrays of the system, and all arrays. */
void nf_host_end_system(host_job *job);
void nf_host_end(host_job *job);

/* The milliseconds since *start; *start becomes the present time. */
double nf_host_lap(double *start);

/* A stable radix sort of keys by the bits [first, last), with values unless `values` is NULL. */
nf_status nf_host_sort(const nf_host_cloud *cloud, uint64_t *keys, uint32_t *values, uint64_t n, int first,
                       int last);

#endif
