/* Sums by lists of the candidates of clusters (cl/interact/cluster_lists.cl), for the strategies that have them. */
#ifndef NF_INTERACT_CLUSTER_LISTS_H
#define NF_INTERACT_CLUSTER_LISTS_H

#include "interact/strategy.h"

/* Says in `why` what lists of clusters cannot serve, for the strategy of this name. */
nf_status nf_cluster_lists_check(const nf_interaction *c, const char *name, nf_sentence *why);

/* `find` of the method, and `again` of the strategy. */
nf_status nf_cluster_lists_find(nf_work *work, nf_asked *asked, const nf_output *output);
nf_status nf_cluster_lists_again(nf_work *work, nf_interaction *c, nf_knowing knowing, int *done);

#endif
