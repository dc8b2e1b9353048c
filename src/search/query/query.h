/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A search with a cutoff about a cloud: building the order, finding the results, writing them. */
#ifndef NF_SEARCH_QUERY_H
#define NF_SEARCH_QUERY_H

#include "search/measure.h"
#include "search/search.h"
#include "question/call.h"
#include "arguments/params.h"

struct nf_query;

/* How the results of a search are found and written. */
typedef struct nf_method {
    int expects; /* 1: accepts an order whose grid the host has not read */
    nf_status (*find)(nf_work *work, struct nf_query *query, const nf_emit_args *output);
    nf_status (*write)(nf_work *work, struct nf_query *query, const nf_emit_args *output, int fits);
    /* The rows that `find` left out (nf_overflow); or NULL. */
    nf_status (*overflow)(nf_work *work, struct nf_query *query, const nf_emit_args *output);
    int rows; /* 1: `find` counts the results of each point, from which `write` knows where they go (search/rows.h) */
    int kept; /* 1: no order is needed, as for results of a kept list (search/skin.h), and `write` also measures */
} nf_method;

/* Results in the order of tiles: one or two passes over the cloud. */
extern const nf_method nf_method_search;

/* One pass over the cloud with the emitter that writes results; their number is not found. */
extern const nf_method nf_method_pass;

/* What a search has whose results are rows (search/rows.h); n of them. */
typedef struct nf_query_rows {
    uint64_t first;      /* the index of the query point whose row is the first of `offsets` */
    nf_elements offsets; /* n + 1 x uint64 */
    struct {
        nf_elements offsets, counts;
    } to; /* of rows in cell order: the offsets, n + 1, and counts, n, by the index of the points; uint64 */
    int counts_only; /* 1: rows are not written by this search, or others than those that it counts */
} nf_query_rows;

typedef struct nf_query {
    nf_cloud *cloud;
    nf_params params;
    nf_system_rules rules;
    const nf_parts *parts;
    const nf_method *method;
    nf_found found; /* the output of the search */
    nf_measures measures;
    int has_queries; /* 1: the query points are others than the cloud's */
    nf_view queries;
    nf_filtered filters;
    nf_query_rows rows;
    const struct nf_weighted *weighted; /* the weights of a histogram (questions/weights.h), or NULL */
    int reads_total;                    /* 1: the host reads the total that is found */
    int written;                        /* 1: the results that fit were already written by nf_query_find */
    uint64_t total;                     /* if it is known */
    uint64_t assumed;                   /* the results, where costs are added up (opencl/memory/cost.h) */
} nf_query;

/* Begins a search: checks and takes query points and filters, either of which may be NULL, and tells the call what is read of them.  *cutoff,
   if it is 0 and there are radii, becomes the largest that they allow.  work: NULL to check alone what the host knows. */
nf_status nf_query_begin(nf_work *work, nf_query *query, nf_call *call, const nf_points *queries,
                         const nf_filters *filters, nf_pair_from from, double *cutoff);

/* Checks the number of types of an answer by type. */
nf_status nf_query_check_type_count(const nf_cloud *cloud, const nf_points *queries, uint32_t count);

/* The types of the points whose partners are found. */
nf_elements nf_query_types(const nf_query *query);

/* The space for the checks of a search; those of a batch are done by nf_query_begin. */
const nf_space *nf_query_space(const nf_cloud *cloud);

nf_search nf_query_search(const nf_query *query);

/* The number of points whose partners are found: rows of lists. */
uint64_t nf_query_count(const nf_query *query);

/* These points: after nf_query_find in order. */
nf_view nf_query_targets(const nf_query *query);

/* Orders the cloud and finds the results.  If the method can do both at once, it also writes the output, up to its capacity. */
nf_status nf_query_find(nf_work *work, nf_query *query, const nf_emit_args *output, nf_wait wait);

/* Writes the output, up to its capacity, unless it is written.  `fits`: the total is known and at most the capacity. */
nf_status nf_query_write(nf_work *work, nf_query *query, const nf_emit_args *output, int fits);

/* 1 if the search gives the image of each result, for measures in a periodic box. */
int nf_query_has_images(const nf_query *query);

/* 1 if what writes rows measures them, too: on GPUs, unless rows are sorted afterwards. */
int nf_query_measures_rows(const nf_query *query);

/* Adds the arguments of the emitters: the places of measures, or the buffer of images, query->measures.images; any other buffer stands for
   those where nothing is written. */
void nf_query_add_measures(const nf_query *query, nf_emit_args *output);

/* Measures the results that were written, at most `most`. */
nf_status nf_query_measure(nf_work *work, const nf_query *query, nf_elements entries, uint64_t most);

/* A call whose question is a search with a cutoff. */
typedef struct nf_search_call {
    nf_call call;
    double cutoff;
} nf_search_call;

/* Sets what the call says about the answer: `entries` (pairs or indices) and what is measured of them have a row for each result.  Refuses a cost of more
   results than there can be bytes. */
nf_status nf_query_answers(nf_query *query, nf_call *call, nf_array entries);

/* Tells the call what nf_query_find() has found. */
void nf_query_found(const nf_query *query, nf_call *call);

#endif
