/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Questions about what is near the points of a tree: programs and launches in which a leaf is a work-item (cl/tree/linked.cl) or 32 lanes (cl/tree/lane.cl). */
#ifndef NF_TREE_LEAVES_H
#define NF_TREE_LEAVES_H

#include "tree/links.h"
#include "tree/loops.h"

/* The leaves of a tree, and what is asked about them. */
typedef struct nf_leaves {
    const nf_tree *tree;
    nf_links links;
    nf_loops loops;
    int lanes;    /* 1: in kernels of leaves 32 work-items are one, 0: one is */
    nf_tile tile; /* of leaves */
} nf_leaves;

/* Chooses lanes and tile for kernels of a family; leaves->tree is set. */
void nf_leaves_shape(nf_leaves *leaves, const nf_context *context, const nf_family *family);

/* A program of kernels of leaves: of the second source if they have lanes. */
nf_spec nf_leaves_spec(nf_context *context, const nf_leaves *leaves, const char *source,
                       const char *by_lanes);

/* Launches a kernel for nodes of a level, or for all leaves, in the tile of leaves: its arguments are TREE_PARAMETERS, the number of nodes, those given, and
   LINKS_PARAMETERS. */
#define nf_launch_nodes(work, leaves, program, kernel, nodes, ...)                                           \
    nf_launch_nodes_args(work, leaves, program, kernel, nodes, (const nf_arg[]){__VA_ARGS__},                \
                         sizeof((const nf_arg[]){__VA_ARGS__}) / sizeof(nf_arg))
#define nf_launch_leaves(work, leaves, program, kernel, ...)                                                 \
    nf_launch_nodes(work, leaves, program, kernel, nf_tree_leaves((leaves)->tree), __VA_ARGS__)
nf_status nf_launch_nodes_args(nf_work *work, const nf_leaves *leaves, nf_program *program,
                               const char *kernel, uint64_t nodes, const nf_arg *own, size_t own_count);

#endif
