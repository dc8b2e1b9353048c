/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What nf_fof() and nf_dbscan() share: the call, the groups while they are found, and launches about the leaves of the tree. */
#ifndef NF_GROUPS_GROUPS_H
#define NF_GROUPS_GROUPS_H

#include "groups/links.h"
#include "question/call.h"
#include "tree/loops.h"

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
    nf_cloud *cloud;
    const nf_tree *tree;
    nf_links links;
    nf_loops loops;
    int lanes;      /* 1: in kernels of leaves 32 work-items are one, 0: one is */
    nf_tile tile;   /* of leaves */
    int dbscan;     /* 1: not all points are core points */
    cl_mem parents; /* n x uint32: a forest (cl/groups/forest.cl) */
    cl_mem labels;  /* n x uint32 */
    cl_mem cores;   /* uint32 for each leaf: a bit for each core point; only with dbscan, as the next one */
    cl_mem heads;   /* uint32 for each node: the first core point of whole ones */
} nf_groups;

/* A program of cl/tree for these groups: adds the defines that all of them need. */
nf_spec nf_groups_spec(const nf_groups *groups, const char *source, nf_tile tile);

/* A program of kernels of leaves for these groups: of the second source if they have lanes. */
nf_spec nf_groups_leaves_spec(const nf_groups *groups, const char *source, const char *by_lanes);

/* Launches a kernel for nodes of a level, or for all leaves, in the tile of leaves: its arguments are TREE_PARAMETERS, the number of nodes, those given, and
   LINKS_PARAMETERS. */
#define nf_launch_nodes(work, groups, program, kernel, nodes, ...)                                           \
    nf_launch_nodes_args(work, groups, program, kernel, nodes, (const nf_arg[]){__VA_ARGS__},                \
                         sizeof((const nf_arg[]){__VA_ARGS__}) / sizeof(nf_arg))
#define nf_launch_leaves(work, groups, program, kernel, ...)                                                 \
    nf_launch_nodes(work, groups, program, kernel, nf_ceiling((groups)->cloud->n, (groups)->tree->width),    \
                    __VA_ARGS__)
nf_status nf_launch_nodes_args(nf_work *work, const nf_groups *groups, nf_program *program,
                               const char *kernel, uint64_t nodes, const nf_arg *own, size_t count);

/* For the rows of the questions.  `ask` checks the cloud and says which arrays there are. */
nf_status nf_groups_ask(nf_call *call);
nf_status nf_groups_find(nf_work *work, nf_call *call);
nf_status nf_groups_on_host(nf_call *call, const struct nf_host_cloud *cloud, struct nf_host_answer *answer);

#endif
