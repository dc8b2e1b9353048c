/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The tree of a cloud: its points along a curve in leaves, and levels of boxes over them.  cl/tree/nodes.cl says how they are stored.
 * The cloud keeps it until it is moved, and then what it has learned.
 */
#ifndef NF_TREE_TREE_H
#define NF_TREE_TREE_H

#include "question/budget.h"
#include "opencl/keepsake.h"
#include "space/scaled.h"
#include "tree/look.h"

/* The most points of a leaf and children of a node: 16 on CPUs, whose vectors have so many, and 32 on GPUs, whose lanes are so many. */
enum { NF_WIDTH_MOST = 32, NF_LEVELS = 8 };

/* Where the levels start, in blocks; the layout of nf_levels in nodes.cl. */
typedef struct nf_levels {
    uint64_t start[NF_LEVELS];
    uint32_t count, reserved;
} nf_levels;

/* Of the points of a tree: what was learned holds for others of this kind. */
typedef struct nf_tree_kind {
    nf_type type;
    int dims;
    nf_space_kind space;
} nf_tree_kind;

typedef struct nf_tree {
    nf_keepsake keepsake;
    int built;
    int foresees; /* 1: points that move are expected to be like those of the last tree: see nf_tree_confirm */
    nf_tree_kind kind;
    nf_view of;           /* the points that it is built from, in any order; valid until they move */
    int unseen;           /* 1: it was built with what was expected */
    uint64_t moves, lost; /* of the cloud, and nf_work_lost(), when it was built */
    uint32_t top;         /* of the look (cl/tree/found.cl) */
    int own_exponent;     /* of the points alone: they are below 2^own_exponent */
    nf_scaling scaling;
    int hilbert;    /* 1: along Hilbert's curve, 0: in z-order */
    int folded;     /* 1: some points are outside of the periodic box */
    uint32_t width; /* TREE_WIDTH in nodes.cl; no result depends on it */
    nf_levels levels;
    nf_kept points, index, boxes, least, wraps;
    nf_kept found; /* nf_tree_found */
} nf_tree;

/* On the device. */
typedef struct nf_tree_found {
    nf_zfound points; /* about them */
    uint32_t own;     /* of the user of the tree */
} nf_tree_found;
enum { NF_TREE_OWN_WORD = NF_ZFOUND_BYTES / 4 };

/* Builds the tree of a cloud if needed, for query points below 2^exponent, or INT_MIN if there are none.  The cloud has points.  z_order: 1 for
   a tree whose points are in z-order; 0: any, no answer depends on it.  Waits for the device if it builds, unless `expects` is 1: then the points may be
   taken to have the same exponent as those of the last tree, and to be outside of the box if those were.  nf_tree_confirm() tells when the
   tree has been used; until then what is made from it may be wrong. */
nf_status nf_tree_build(nf_work *work, nf_cloud *cloud, int exponent, int z_order, int expects,
                        const nf_tree **out);

/* The tree that the cloud has kept for its points and knows, or NULL: then nf_tree_build() builds one.  z_order: as there. */
const nf_tree *nf_tree_kept(const nf_cloud *cloud, int z_order);

/* *serves: nf_tree_build() would use the tree, which the cloud has kept, for query points below 2^exponent, or INT_MIN for none. */
nf_status nf_tree_serves(nf_context *context, const nf_tree *tree, int exponent, int *serves);

/* After use of a tree, which ended with the status `used`: waits for what its points are, if it was built with what was expected.  *again: they are
   not as expected; the use must be repeated from nf_tree_build() on.  NF_ERROR_POINTS as of nf_tree_build().  own: the user's word, or NULL; it
   waits for that in any case. */
nf_status nf_tree_confirm(nf_work *work, nf_cloud *cloud, nf_status used, uint32_t *own, int *again);

/* The arguments TREE_PARAMETERS of kernels. */
enum { NF_TREE_ARGS = 6 };
void nf_tree_args(const nf_tree *tree, nf_arg *args);

/* Adds the defines and the part of the space that kernels on the tree need. */
void nf_tree_define(nf_spec *spec, const nf_tree *tree);

/* A program of such kernels in a tile. */
nf_spec nf_tree_spec(nf_context *context, const nf_tree *tree, const char *source, nf_tile tile);

/* The number of leaves. */
uint64_t nf_tree_leaves(const nf_tree *tree);

/* The width of trees that are built, and the tunables of the kernels that do it (levels.c). */
uint32_t nf_tree_width(const nf_context *context);
extern const nf_family nf_tree_family;

/* The tile of kernels in which 32 lanes are a leaf or a node, from that of those in which a work-item is: its elements are leaves. */
nf_tile nf_lanes_tile(const nf_context *context, nf_tile tile);

/* What the cloud keeps of its tree, or of the tree before. */
nf_stock nf_tree_stock(const nf_cloud *cloud);

#endif
