/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Clusters of consecutive points in order, whose sums a row of lanes adds up together (cl/interact/emit_clusters.cl). */
#ifndef NF_INTERACT_CLUSTERS_H
#define NF_INTERACT_CLUSTERS_H

#include "interact/strategy.h"
#include "search/ways.h"

enum { NF_CLUSTER_MOST = 8 };

/* The points of a cluster: each lane has sums of its own for all of them. */
uint64_t nf_clusters_points(const nf_interaction *interaction);

/* Says in `why` what clusters cannot serve: `check` of a strategy. */
nf_status nf_clusters_check(const nf_strategy *strategy, const nf_interaction *interaction, nf_sentence *why);

/* Chooses cells so that a cluster is about as long along x as it is wide, for a known density. */
void nf_clusters_prepare(nf_interaction *interaction);

/* The search of an ordered cloud by clusters, and its form; takes the status. */
nf_status nf_clusters_begin(nf_work *work, nf_query *query, nf_search *search, nf_walk_form *form);

#endif
