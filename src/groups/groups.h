/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What nf_fof() and nf_dbscan() share: the call, and the groups while they are found. */
#ifndef NF_GROUPS_GROUPS_H
#define NF_GROUPS_GROUPS_H

#include "question/call.h"
#include "tree/leaves.h"

#include <nearfield/fof.h>

/* One call, of nf_fof() or nf_dbscan(). */
typedef struct nf_groups_call {
    nf_call call;
    double linking_length; /* the linking length, in the units of the points or in mean spacings */
    double length;         /* in the units of the points */
    uint32_t min_points;
    union {
        nf_fof_options fof;
        nf_dbscan_options dbscan;
    } options;
} nf_groups_call;

/* The groups of a cloud's points while they are found; scratch of the work.  Points are numbered as in the tree. */
typedef struct nf_groups {
    nf_leaves leaves;
    int dbscan;     /* 1: not all points are core points */
    cl_mem parents; /* n x uint32: a forest (cl/groups/forest.cl) */
    cl_mem labels;  /* n x uint32 */
    cl_mem cores;   /* uint32 for each leaf: a bit for each core point; only with dbscan, as the next one */
    cl_mem heads;   /* uint32 for each node: the first core point of whole ones */
} nf_groups;

/* For the rows of the questions.  `ask` checks the cloud and says which arrays there are. */
nf_status nf_groups_ask(nf_call *call);
nf_status nf_groups_find(nf_work *work, nf_call *call);
nf_status nf_groups_on_host(nf_call *call, const struct nf_host_cloud *cloud, struct nf_host_answer *answer);

#endif
