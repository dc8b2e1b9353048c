/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The questions in plain C, on one thread: the reference with which every device must agree to the byte, and the answers of a context of the host.
 * The arguments are those of the public functions; the caller has checked all but what depends on the points.
 */
#ifndef NF_HOST_HOST_H
#define NF_HOST_HOST_H

#include "arguments/arrays.h"
#include "core/fail.h"
#include "space/bins.h"
#include "space/cells.h"
#include "space/space.h"

#include <nearfield/catalogue.h>
#include <nearfield/coordination.h>
#include <nearfield/fof.h>
#include <nearfield/histogram.h>
#include <nearfield/interact.h>
#include <nearfield/knn.h>
#include <nearfield/lists.h>
#include <nearfield/pairs.h>

/* The points that a question is about, and what a call works with. */
typedef struct nf_host_cloud {
    const nf_allocator *allocator;
    nf_sentence *error;
    nf_points points;       /* in host memory; the batch has offsets, cutoffs and no boxes */
    const nf_space *spaces; /* of each system, or one for all */
    int one_space;
    int (*cancelled)(void *user); /* as of nf_context_options; may be NULL */
    void *cancelled_user;
    /* Questions about at most so many points are answered by a table of images (table/table.h), if it serves them: by pairs and lists. */
    uint64_t few;
    /* Memory until the end of the call, not zeroed; or until `scratch_back` is called with what `scratch_mark` returned before. */
    nf_status (*scratch)(void *user, uint64_t bytes, void **memory);
    size_t (*scratch_mark)(void *user);
    void (*scratch_back)(void *user, size_t mark);
    void *scratch_user;
} nf_host_cloud;

/* The times of what is done before the search of pairs, lists and histograms, in milliseconds; of a batch, their sums. */
typedef struct nf_host_times {
    double bounds; /* the extent of the points */
    double keys;   /* the cell of each point */
    double sort;   /* sorting by cell */
    double order;  /* copying the points in order */
} nf_host_times;

/* What is found. */
typedef struct nf_host_answer {
    uint64_t wanted;         /* NF_WANT of the arrays that are computed */
    uint64_t total;          /* the number of results */
    void *arrays[NF_ARRAYS]; /* allocated; NULL where there is nothing to hold */
    size_t rooms[NF_ARRAYS]; /* of arrays that grow system by system: the rows that they have room for */
    nf_host_times times;
    /* If it is not NULL, arrays with a row for each result are not allocated: this writes the first `count` rows of those that are not NULL. */
    void (*write)(const void *found, uint64_t count, void *const *to);
    const void *found; /* in scratch memory */
} nf_host_answer;

/* Releases the arrays; each question does so after an error. */
void nf_host_answer_free(const nf_host_cloud *cloud, nf_host_answer *answer);

/* Makes room for an array if it is wanted. */
nf_status nf_host_answer_take(const nf_host_cloud *cloud, nf_host_answer *answer, nf_array array,
                              uint64_t rows, uint64_t row_bytes);

/* NF_ERROR_CANCELLED if the caller of the library cancels the call.  Call it for each row: the caller is asked at every 32nd. */
nf_status nf_host_go_on(const nf_host_cloud *cloud, uint64_t row);

/* The z-order of points, or query points. */
nf_status nf_host_zorder(const nf_host_cloud *cloud, const nf_points *points, uint32_t *order);

/* How pairs are ordered where it is not as by nf_pairs(). */
typedef struct nf_host_order {
    nf_cells cells;       /* by which the points are sorted */
    uint32_t tile_points; /* of a tile, at most 32; 1: the partners of one point, then those of the next */
} nf_host_order;

/* nf_pairs() and nf_lists(): of distances, vectors and shifts those that are wanted.  If neither these nor pairs or indices are, results are
   only counted.  order: NULL for that of nf_pairs(). */
nf_status nf_host_pairs(const nf_host_cloud *cloud, double cutoff, const nf_pairs_options *options,
                        const nf_host_order *order, nf_host_answer *answer);
nf_status nf_host_lists(const nf_host_cloud *cloud, double cutoff, const nf_lists_options *options,
                        nf_host_answer *answer);

/* Takes the scratch memory that nf_host_pairs() or nf_host_lists() take at most. */
nf_status nf_host_table_cost(const nf_host_cloud *cloud, uint64_t targets, int apart);

/* nf_histogram(): NF_ARRAY_COUNTS, and with weights NF_ARRAY_WEIGHTED_COUNTS. */
nf_status nf_host_histogram(const nf_host_cloud *cloud, const nf_bins *bins,
                            const nf_histogram_options *options, nf_host_answer *answer);

/* nf_coordination(): NF_ARRAY_COUNTS. */
nf_status nf_host_coordination(const nf_host_cloud *cloud, double cutoff, uint32_t type_count,
                               const nf_coordination_options *options, nf_host_answer *answer);

/* nf_zsort(): NF_ARRAY_ORDER. */
nf_status nf_host_zsort(const nf_host_cloud *cloud, nf_host_answer *answer);

/* nf_knn(). */
nf_status nf_host_knn(const nf_host_cloud *cloud, int k, const nf_knn_options *options,
                      nf_host_answer *answer);

/* nf_fof(), with min_points 0, and nf_dbscan().  length: the linking length in the units of the points. */
nf_status nf_host_fof(const nf_host_cloud *cloud, double length, uint32_t min_points, nf_host_answer *answer);

/* nf_catalogue(), with n labels. */
nf_status nf_host_catalogue(const nf_host_cloud *cloud, const int32_t *labels,
                            const nf_catalogue_options *options, nf_host_answer *answer);

/* nf_interact() with the function of the library of this name, which declares `info`: the sums that are wanted, of this type, and NF_ARRAY_TOTALS.
   All that a function takes is given, once. */
nf_status nf_host_interact(const nf_host_cloud *cloud, double cutoff, const char *name,
                           const nf_function_info *info, nf_type type, const nf_interact_options *options,
                           nf_host_answer *answer);

#endif
