// The walk of a query through the tree and its images (knn.cl).
#pragma once
#include "tree/nodes.cl"
#include "tree/nearest.cl"

#if BOX
// The images of the tree: the lattice of the points as given, and scaled numbers; as in src/tree/folds.h.
typedef struct nf_folds {
    nf_lattice lattice; // not scaled
    real vectors[3][3]; // H
    real origin[3];
    real normal[3][3];
    real height[3]; // 0 along axes that are not periodic
    real slack,
        shift_slack; // of a component of a distance to a folded box: slack + shift_slack x (the largest |S| + 1)
} nf_folds;
#define WALK_PARAMETERS , nf_folds given_folds
#define WALK_TAKE       const nf_folds *folds = &given_folds;
#define WALK_PASS       , folds
#define WALK_FOLDS      , const nf_folds *folds
#else
#define WALK_PARAMETERS
#define WALK_TAKE
#define WALK_PASS
#define WALK_FOLDS
#endif

// A query, scaled.
typedef struct nf_query {
    real at[DIMS];
    uint own;  // its number if it is not its own neighbour
    uint leaf; // its own leaf, or NF_NOBODY
    int w[3];  // its wraps
} nf_query;

static inline void nf_query_given(nf_query *query, __global const real *row, real scale WALK_FOLDS) {
    query->leaf = NF_NOBODY;
    for (int a = 0; a < DIMS; a++) query->at[a] = nf_scaled(row[a], scale);
    query->w[0] = query->w[1] = query->w[2] = 0;
#if BOX
    real at[3] = {0, 0, 0};
    for (int a = 0; a < DIMS; a++) at[a] = row[a];
    for (int k = 0; k < DIMS; k++)
        query->w[k] =
            (int)NF_WRAPS(nf_coordinate(folds->lattice, k, at[0], at[1], at[2]), folds->lattice.inverse[k]);
#endif
}

static inline void nf_query_of_tree(nf_query *query, const nf_tree *tree, ulong slot) {
    const ulong leaf = slot / NF_LEAF, c = slot % NF_LEAF;
    query->leaf = (uint)leaf;
    for (ulong a = 0; a < DIMS; a++) query->at[a] = tree->points[(leaf * DIMS + a) * NF_LEAF + c];
    for (ulong a = 0; a < 3; a++) query->w[a] = FOLDED ? tree->wraps[(leaf * 3 + a) * NF_LEAF + c] : 0;
}

// An image of the tree, as a query sees it.
typedef struct nf_image {
    int s[3];        // S of points that are not wrapped
    real from[DIMS]; // the query where boxes are looked at from
#if BOX
    nf_vector vector; // S.H, scaled, of points that are not wrapped
    nf_vector boxes;  // the same for boxes
    real slack;
#endif
    int is_own; // S is 0
} nf_image;

#if BOX
#define IMAGE_OF_POINTS(image) (image)->vector
#define IMAGE_OF_BOXES(image)  (image)->boxes
#else
#define IMAGE_OF_POINTS(image) 0
#define IMAGE_OF_BOXES(image)  0
#endif

// The d2 of the 16 points of a leaf.
static inline real16 nf_leaf_d2(const nf_query *query, const nf_tree *tree, const nf_image *image,
                                uint leaf WALK_FOLDS) {
    __global const real *points = tree->points + (ulong)leaf * DIMS * NF_LEAF;
    real16 sum = 0;
#if FOLDED
    real16 s[3];
    for (int k = 0; k < 3; k++) {
        int w[NF_LEAF];
        real own[NF_LEAF];
        for (int c = 0; c < NF_LEAF; c++)
            w[c] = tree->wraps[((ulong)leaf * 3 + (ulong)k) * NF_LEAF + (ulong)c];
        for (int c = 0; c < NF_LEAF; c++) own[c] = (real)(image->s[k] - w[c]);
        s[k] = vload16(0, own);
    }
#endif
    for (int a = 0; a < DIMS; a++) {
        const real16 other = LOAD16(points + a * NF_LEAF);
#if FOLDED
        const real16 vector =
            (s[0] * folds->vectors[0][a] + s[1] * folds->vectors[1][a]) + s[2] * folds->vectors[2][a];
        const real16 d = (other - query->at[a]) + vector;
#else
        const real16 d = displacement(a, query->at[a], other, IMAGE_OF_POINTS(image));
#endif
        sum += NF_SQUARED(d);
    }
    return sum;
}

static inline int nf_is_own(const nf_query *query, const nf_tree *tree, const nf_image *image, uint leaf,
                            uint c, uint number) {
    if (number != query->own) return 0;
#if FOLDED
    for (int k = 0; k < 3; k++)
        if (image->s[k] != tree->wraps[((ulong)leaf * 3 + (ulong)k) * NF_LEAF + c]) return 0;
    return 1;
#else
    (void)tree, (void)leaf, (void)c;
    return image->is_own;
#endif
}

static inline void nf_leaf_meet(const nf_query *query, const nf_tree *tree, const nf_image *image, uint leaf,
                                nf_nearest *nearest WALK_FOLDS) {
    const real16 d2 = nf_leaf_d2(query, tree, image, leaf WALK_PASS);
    uint near = nf_at_most(d2, nearest->bound);
    real each[NF_LEAF];
    if (!near) return;
    vstore16(d2, 0, each);
    for (; near; near &= near - 1) {
        const uint c = NF_FIRST_BIT(near), number = tree->index[(ulong)leaf * NF_LEAF + c];
        if (!nf_is_own(query, tree, image, leaf, c, number)) nf_nearest_add(nearest, each[c], number);
    }
    nf_nearest_tidy(nearest);
}

// The d2 of the boxes of a block of 16 siblings: at most that of any point in them.
static inline real16 nf_block_d2(const nf_tree *tree, const nf_image *image, ulong block) {
    __global const real *boxes = tree->boxes + block * DIMS * 2 * NF_SIBLINGS;
    real16 sum = 0;
    for (int a = 0; a < DIMS; a++) {
        const real16 lo = displacement(a, image->from[a], LOAD16(boxes + 2 * a * NF_SIBLINGS),
                                       IMAGE_OF_BOXES(image)),
                     hi = displacement(a, image->from[a], LOAD16(boxes + (2 * a + 1) * NF_SIBLINGS),
                                       IMAGE_OF_BOXES(image));
#if FOLDED
        const real16 gap = fmax(fmax(lo, -hi) - image->slack, (real16)(0));
#else
        const real16 gap = fmax(fmax(lo, -hi), (real16)(0));
#endif
        sum += NF_SQUARED(gap);
    }
    return sum;
}

// Depth first, of siblings the nearest first.
static inline void nf_walk(const nf_query *query, const nf_tree *tree, const nf_planes *planes,
                           const nf_image *image, uint skip, nf_nearest *nearest WALK_FOLDS) {
    real d2[NF_LEVELS][NF_SIBLINGS];
    uint near[NF_LEVELS], block[NF_LEVELS];
    int level = (int)planes->levels - 1, enter = 1;
    block[level] = 0;
    while (level < (int)planes->levels) {
        const ulong at = planes->start[level] + block[level];
        if (enter) {
            const real16 all = nf_block_d2(tree, image, at);
            near[level] = nf_at_most(all, nearest->bound);
            vstore16(all, 0, d2[level]);
            enter = 0;
        }
        if (!near[level]) {
            level++;
            continue;
        }
        uint child = NF_FIRST_BIT(near[level]);
        for (uint rest = near[level] & (near[level] - 1); rest; rest &= rest - 1) {
            const uint c = NF_FIRST_BIT(rest);
            if (d2[level][c] < d2[level][child]) child = c;
        }
        const real distance = d2[level][child];
        if (distance > nearest->bound) {
            level++;
            continue;
        }
        near[level] ^= 1u << child;
        if (distance == nearest->bound && tree->least[at * NF_SIBLINGS + child] >= nearest->last) continue;
        const uint node = block[level] * NF_SIBLINGS + child;
        if (level > 0) {
            block[--level] = node;
            enter = 1;
        } else if (node != skip) nf_leaf_meet(query, tree, image, node, nearest WALK_PASS);
    }
}

#if BOX
static inline void nf_image_at(nf_image *image, const nf_query *query, const nf_folds *folds, const int *m) {
    uint most = 0;
    image->is_own = 1;
    for (int k = 0; k < 3; k++) {
        image->s[k] = m[k] + query->w[k];
        image->is_own &= image->s[k] == 0;
        most = max(most, abs(m[k]));
    }
    for (int a = 0; a < 3; a++) {
        image->vector.at[a] = NF_VECTOR_ALONG(folds, image->s, a);
        image->boxes.at[a] = FOLDED ? NF_VECTOR_ALONG(folds, m, a) : image->vector.at[a];
    }
    for (int a = 0; a < DIMS; a++)
        image->from[a] = FOLDED ? query->at[a] - NF_VECTOR_ALONG(folds, query->w, a) : query->at[a];
    image->slack = folds->slack + folds->shift_slack * (real)(most + 1);
}

// The distance, at least, of images m with a largest |m| of `shell` from a query that is `edge` away from the next face of its box, less what
// rounding may take.
static inline real nf_shell_distance(const nf_folds *folds, int shell, const real *edge, real slack) {
    real least = REAL_MAX;
    for (int k = 0; k < DIMS; k++)
        if (folds->height[k] > 0) {
            const real far = (real)(shell - 1) * folds->height[k] + edge[k];
            least = far < least ? far : least;
        }
    return least * (real)0.999f - slack;
}

// How far the query, folded into the box, is from the faces of each periodic vector.
static inline void nf_edges_of(const nf_query *query, const nf_folds *folds, real *edge) {
    real at[3] = {0, 0, 0};
    for (int a = 0; a < DIMS; a++) at[a] = query->at[a];
    for (int k = 0; k < 3; k++) {
        const real inside =
                       nf_coordinate(*folds, k, at[0], at[1], at[2]) - (real)query->w[k] * folds->height[k],
                   beyond = folds->height[k] - inside;
        edge[k] = inside < beyond ? inside : beyond;
    }
}

static inline void nf_walk_images(nf_query *query, const nf_tree *tree, const nf_planes *planes,
                                  nf_nearest *nearest WALK_FOLDS) {
    nf_image image;
    real edge[3];
    int m[3] = {0, 0, 0}, span[3];
    nf_image_at(&image, query, folds, m);
    if (query->leaf != NF_NOBODY) nf_leaf_meet(query, tree, &image, query->leaf, nearest WALK_PASS);
    nf_walk(query, tree, planes, &image, query->leaf, nearest WALK_PASS);
    nf_edges_of(query, folds, edge);
    for (int shell = 1;; shell++) {
        const real far = nf_shell_distance(folds, shell, edge, folds->slack * 4);
        if (far > 0)
            if (far * far > nearest->bound) break;
        for (int k = 0; k < 3; k++) span[k] = folds->height[k] > 0 ? shell : 0;
        for (m[0] = -span[0]; m[0] <= span[0]; m[0]++)
            for (m[1] = -span[1]; m[1] <= span[1]; m[1]++)
                for (m[2] = -span[2]; m[2] <= span[2]; m[2]++) {
                    if (max(max(abs(m[0]), abs(m[1])), abs(m[2])) != (uint)shell) continue;
                    nf_image_at(&image, query, folds, m);
                    nf_walk(query, tree, planes, &image, NF_NOBODY, nearest WALK_PASS);
                }
    }
}
#else
static inline void nf_walk_images(nf_query *query, const nf_tree *tree, const nf_planes *planes,
                                  nf_nearest *nearest) {
    nf_image image;
    image.is_own = 1;
    for (int a = 0; a < DIMS; a++) image.from[a] = query->at[a];
    if (query->leaf != NF_NOBODY) nf_leaf_meet(query, tree, &image, query->leaf, nearest);
    nf_walk(query, tree, planes, &image, query->leaf, nearest);
}
#endif
