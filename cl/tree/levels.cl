// Builds the tree (nodes.cl) of points along a curve, a node a work-item.
//   rows, order[n] --leaves--> points, index, wraps; boxes and least of level 0
//   --upper--> boxes and least of each further level
//   GROUP, ITEMS  as in each.cl; an element is a node
//   DIMS  1 to 8      FOLDED  1: a folded tree
#if !defined(GROUP) || !defined(ITEMS) || !defined(DIMS) || !defined(FOLDED)
#error "levels.cl needs GROUP, ITEMS, DIMS and FOLDED"
#endif
#include "machine/each.cl"
#include "tree/nodes.cl"

// The box of a node.
typedef struct nf_node {
    real lo[DIMS], hi[DIMS];
    uint least;
} nf_node;

static inline void nf_node_empty(nf_node *node) {
    for (int a = 0; a < DIMS; a++) node->lo[a] = (real)INFINITY, node->hi[a] = -(real)INFINITY;
    node->least = NF_NOBODY;
}

static inline void nf_node_add(nf_node *node, int a, real lo, real hi) {
    node->lo[a] = lo < node->lo[a] ? lo : node->lo[a];
    node->hi[a] = hi > node->hi[a] ? hi : node->hi[a];
}

static inline void nf_node_put(const nf_node *node, ulong i, ulong start, __global real *boxes,
                               __global uint *least) {
    const ulong block = start + i / NF_SIBLINGS, lane = i % NF_SIBLINGS;
    for (ulong a = 0; a < DIMS; a++) {
        boxes[((block * DIMS + a) * 2) * NF_SIBLINGS + lane] = node->lo[a];
        boxes[((block * DIMS + a) * 2 + 1) * NF_SIBLINGS + lane] = node->hi[a];
    }
    least[block * NF_SIBLINGS + lane] = node->least;
}

// `nodes` is a multiple of TREE_WIDTH.  `given` are the rows as given, `rows` those that boxes are of.
EACH_KERNEL void leaves(__global const real *given, ulong offset, __global const real *rows,
                        ulong rows_offset, __global const uint *order, ulong order_offset, uint n, uint nodes,
                        real scale, __global const int *wraps_of, __global real *points, __global uint *index,
                        __global real *boxes, __global uint *least, __global int *wraps) {
    const uint filled = (n + NF_LEAF - 1) / NF_LEAF;
    given += offset;
    rows += rows_offset;
    order += order_offset;
    (void)wraps_of, (void)wraps;
    FOR_EACH(leaf, nodes) {
        nf_node node;
        nf_node_empty(&node);
        for (ulong c = 0; c < NF_LEAF; c++) {
            const ulong k = leaf * NF_LEAF + c, slot = leaf * DIMS * NF_LEAF + c;
            if (leaf >= filled) break;
            if (k >= n) {
                index[k] = NF_NOBODY;
                for (ulong a = 0; a < DIMS; a++) points[slot + a * NF_LEAF] = (real)INFINITY;
                if (FOLDED)
                    for (ulong a = 0; a < 3; a++) wraps[(leaf * 3 + a) * NF_LEAF + c] = 0;
                continue;
            }
            const uint i = order[k];
            index[k] = i;
            node.least = min(node.least, i);
            for (int a = 0; a < DIMS; a++) {
                const real own = nf_scaled(given[(ulong)i * DIMS + (ulong)a], scale),
                           inside = FOLDED ? nf_scaled(rows[(ulong)i * DIMS + (ulong)a], scale) : own;
                points[slot + (ulong)a * NF_LEAF] = own;
                nf_node_add(&node, a, inside, inside);
            }
#if FOLDED
            for (ulong a = 0; a < 3; a++) wraps[(leaf * 3 + a) * NF_LEAF + c] = wraps_of[3 * (ulong)i + a];
#endif
        }
        nf_node_put(&node, leaf, 0, boxes, least);
    }
}

// The nodes of a level, of which `filled` have children; those of the level below start at block `from`.
EACH_KERNEL void upper(ulong from, ulong to, uint filled, uint nodes, __global real *boxes,
                       __global uint *least) {
    FOR_EACH(i, nodes) {
        nf_node node;
        nf_node_empty(&node);
        if (i < filled) {
            const ulong block = from + i;
            for (int a = 0; a < DIMS; a++) {
                const ulong place = (block * DIMS + (ulong)a) * 2 * NF_SIBLINGS;
                for (ulong c = 0; c < NF_SIBLINGS; c++)
                    nf_node_add(&node, a, boxes[place + c], boxes[place + NF_SIBLINGS + c]);
            }
            for (ulong c = 0; c < NF_SIBLINGS; c++)
                node.least = min(node.least, least[block * NF_SIBLINGS + c]);
        }
        nf_node_put(&node, i, to, boxes, least);
    }
}
