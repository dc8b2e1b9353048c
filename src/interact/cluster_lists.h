/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Lists of the candidates of clusters (cl/interact/cluster_lists.cl), for the strategies that have them. */
#ifndef NF_INTERACT_CLUSTER_LISTS_H
#define NF_INTERACT_CLUSTER_LISTS_H

#include "interact/kept_lists.h"
#include "interact/strategy.h"
#include "search/ways.h"

/* The lists of a call, and the walk by which they are summed. */
typedef struct nf_cluster_lists {
    nf_search search;
    nf_walk_form form;
    nf_program *program;
    nf_shape shape; /* a row of lanes for each cluster */
    uint64_t room;  /* of a list, in entries */
    cl_mem lists, lengths, middles;
} nf_cluster_lists;

/* Says in `why` what lists of clusters cannot serve: `check` of a strategy. */
nf_status nf_cluster_lists_check(const nf_strategy *strategy, const nf_interaction *c, nf_sentence *why);

/* Begins a search of a cloud in order, with the kernels of `source`, which includes interact/cluster_lists.cl.  before: where points were when they
   were folded, if they move, or NULL. */
nf_status nf_cluster_lists_open(nf_work *work, nf_interaction *c, const nf_view *points, const char *source,
                                cl_mem before, nf_cluster_lists *lists);

/* Begins a search of the cloud of the call as nf_cluster_lists_open() does, and makes lists of the points within `reach`, in scratch, with room for at least `least` entries, if the device has. */
nf_status nf_cluster_lists_make(nf_work *work, nf_interaction *c, const char *source, double reach,
                                uint64_t least, cl_mem before, nf_cluster_lists *lists);

/* Sums of the points of clusters that have no list. */
nf_status nf_cluster_lists_others(nf_work *work, const nf_interaction *c, const nf_cluster_lists *lists);

/* Sums by the lists that the cloud keeps for clusters of so many points, for `again` of a strategy, whose `kernels` and `sum` these are. */
typedef nf_status nf_sum_kept(nf_work *work, const nf_interaction *c, const nf_cluster_lists *lists,
                              const nf_kept_lists *kept);
nf_status nf_cluster_lists_step(nf_work *work, nf_interaction *c, uint64_t cluster, const char *kernels,
                                nf_sum_kept *sum, nf_wait wait, int *done);

/* `find` of the method of the strategy, and its `again`. */
nf_status nf_cluster_lists_find(nf_work *work, nf_query *query, const nf_emit_args *output);
nf_status nf_cluster_lists_again(nf_work *work, nf_interaction *c, nf_wait wait, int *done);

#endif
