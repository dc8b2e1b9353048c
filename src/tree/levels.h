/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The levels of a tree, from the points in the order of the curve. */
#ifndef NF_TREE_LEVELS_H
#define NF_TREE_LEVELS_H

#include "tree/tree.h"

/* Fills the arrays of a tree whose levels are known; nodes[level]: their number; order: that of the points along the curve. */
nf_status nf_levels_build(nf_work *work, const nf_tree *tree, const uint64_t nodes[NF_LEVELS], cl_mem order);

#endif
