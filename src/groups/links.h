/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What links points: the numbers of nf_links in cl/groups/linked.cl. */
#ifndef NF_GROUPS_LINKS_H
#define NF_GROUPS_LINKS_H

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

/* Links of a catalogue, for the images in which they are looked for (nf_group_reach()).  *all: all groups close on themselves; then there are none.
   Errors  those of nf_links_for(). */
nf_status nf_links_for_chains(nf_links *links, const nf_tree *tree, double linking_length, int *all,
                              nf_sentence *error);

/* The argument of kernels for points of this type. */
nf_arg nf_links_arg(nf_type type, const nf_links *links);

#endif
