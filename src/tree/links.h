/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Which points of a tree are linked, being closer than a length, and in which images: the numbers of nf_links in cl/tree/linked.cl. */
#ifndef NF_TREE_LINKS_H
#define NF_TREE_LINKS_H

#include "opencl/launch.h"
#include "tree/tree.h"

typedef struct nf_links32 {
    float r2;
    uint32_t n, min_points;
    int32_t reach[3];
    uint32_t twice;
} nf_links32;
typedef struct nf_links64 {
    double r2;
    uint32_t n, min_points;
    int32_t reach[3];
    uint32_t twice;
} nf_links64;
typedef union nf_links {
    nf_links32 f32;
    nf_links64 f64;
} nf_links;

/* For a linking length in the units of the points.
   Errors  NF_ERROR_ARGUMENT: it is too small beside the coordinates, or reaches too many images. */
nf_status nf_links_for(nf_work *work, nf_links *links, const nf_tree *tree, double linking_length,
                       uint32_t min_points);

/* The argument of kernels for points of this type. */
nf_arg nf_links_arg(nf_type type, const nf_links *links);

#endif
