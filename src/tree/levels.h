/* The levels of a tree, from the points in the order of the curve. */
#ifndef NF_TREE_LEVELS_H
#define NF_TREE_LEVELS_H

#include "tree/planes.h"

/* The points of a cloud along the curve. */
typedef struct nf_curve {
    const nf_zpoints
        *inside;  /* those that boxes are of: in a folded tree the folded ones, otherwise as given */
    cl_mem wraps; /* of a folded tree */
    cl_mem order;
} nf_curve;

/* Fills the arrays of a tree whose planes are known; nodes[level]: their number. */
nf_status nf_levels_build(nf_work *work, const nf_cloud *cloud, const nf_tree *tree,
                          const uint64_t nodes[NF_LEVELS], const nf_curve *curve);

#endif
