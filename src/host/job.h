/* A search on the host: the points in order and the partners of each, tile by tile.  pairs.c and lists.c take the partners. */
#ifndef NF_HOST_JOB_H
#define NF_HOST_JOB_H

#include "core/fail.h"
#include "core/memory.h"
#include "host/conditions.h"
#include "space/points.h"
#include "space/question.h"

#include <nearfield/host.h>

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

/* One call: its arguments, its arrays, its result. */
typedef struct host_job {
    const nf_allocator *allocator;
    nf_sentence *error;
    const void *points; /* packed rows: the caller's, or `packed` */
    void *packed;
    uint64_t n;
    nf_type type;
    nf_question question;
    nf_space space;
    int full; /* 1: the partners of a point are all; 0: those of the half stencil.  Query points have all */
    uint64_t *keys;
    uint32_t *index, *ends;
    void *planes;
    const nf_points *queries; /* the query points; NULL: the points */
    const void *
        query_points; /* packed rows: the caller's, or `query_packed`; those of the points if there are no others */
    void *query_packed, *query_planes;
    uint64_t query_count;
    uint32_t *query_index; /* as `index`, of the query points */
    host_conditions conditions;
    nf_place places;
    uint32_t *list; /* partners of the points of a tile, point by point, as positions in the order */
    size_t listed, list_room, starts[33];
    host_image *images; /* of the partners in `list`; NULL in open space */
    size_t images_room;
    /* Takes the partners of the tile of `many` points from `first` on. */
    nf_status (*take)(struct host_job *job, uint64_t first, uint32_t many);
    void *taker; /* what pairs.c and lists.c hold */
    nf_host_times times;
} host_job;

/* Checks the arguments that all searches share, and sets job->space, query points and conditions, which may be NULL.  *cutoff, if 0, becomes the
   largest that radii allow.  each_once: the answer has each pair once. */
nf_status host_check(host_job *job, const nf_points *points, const nf_box *box, const nf_points *queries,
                     const nf_conditions *conditions, int each_once, double *cutoff);

/* Orders the points, and finds the partners of all of them; nothing for n = 0. */
nf_status host_walk(host_job *job, const nf_points *points);

/* The image of partner `k` of the list; zeros in open space. */
host_image host_image_of(const host_job *job, size_t k);

/* 1 if the first component of the image of partner `k` of the list that is not 0 is positive. */
int host_is_positive(const host_job *job, size_t k);

void host_end(host_job *job);

/* The milliseconds since *start; *start becomes the present time. */
double host_lap(double *start);

/* A stable radix sort of keys by the bits [first, last), with values unless `values` is NULL. */
nf_status host_sort(const host_job *job, uint64_t *keys, uint32_t *values, uint64_t n, int first, int last);

#endif
