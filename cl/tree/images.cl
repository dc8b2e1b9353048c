// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Images of a tree, as queries see them: the tree itself, and in a periodic box its copies S.H away.
#pragma once
#include "machine/loops_ended.cl"
#include "space/constants.cl"
#include "tree/nodes.cl"
#include "tree/slack.cl"

#if BOX
#define WALK_PARAMETERS , nf_folds_numbers given_folds
#define WALK_TAKE       const nf_folds *folds = (const nf_folds *)given_folds.all;
#define WALK_PASS       , folds
#define WALK_FOLDS      , const nf_folds *folds
#else
#define WALK_PARAMETERS
#define WALK_TAKE
#define WALK_PASS
#define WALK_FOLDS
#endif

typedef struct nf_image {
    int s[3]; // S of points without wraps
#if BOX
    nf_vector vector; // S.H of points without wraps
    nf_vector boxes;  // the same for boxes
    real slack;       // of the image alone
#endif
    int is_own; // S is 0
} nf_image;

#if BOX
#define IMAGE_OF_POINTS(image) (image)->vector
#define IMAGE_OF_BOXES(image)  (image)->boxes

// The image m boxes away from queries with wraps w.
static inline void nf_image_at(nf_image *image, const nf_folds *folds, const int *w, const int *m) {
    uint most = 0;
    image->is_own = 1;
    for (int k = 0; k < 3; k++) {
        image->s[k] = m[k] + w[k];
        image->is_own &= image->s[k] == 0;
        most = max(most, abs(m[k]));
    }
    for (int a = 0; a < 3; a++) {
        image->vector.at[a] = NF_VECTOR_ALONG(folds, image->s, a);
        image->boxes.at[a] = FOLDED ? NF_VECTOR_ALONG(folds, m, a) : image->vector.at[a];
    }
    image->slack = folds->shift_slack * (real)(most + 1);
}

// How far a point, folded into the box by w, is from the faces of each periodic vector; lowers `edge`.
static inline void nf_edges_add(const real *point, const int *w, const nf_folds *folds, real *edge) {
    real at[3] = {0, 0, 0};
    for (int a = 0; a < DIMS; a++) at[a] = point[a];
    for (int k = 0; k < 3; k++) {
        const real inside = nf_coordinate(*folds, k, at[0], at[1], at[2]) - (real)w[k] * folds->height[k],
                   beyond = folds->height[k] - inside;
        edge[k] = fmin(edge[k], fmin(inside, beyond));
    }
}

// The square of the distance between the box [lo, hi] and all points, and all images of them, along the axes in which no vector has a component.
static inline real nf_beside_d2(const real *lo, const real *hi, const nf_tree *tree, const nf_levels *levels,
                                const nf_folds *folds) {
    __global const real *boxes = tree->boxes + levels->start[levels->count - 1] * DIMS * 2 * NF_SIBLINGS;
    real sum = 0;
    for (int a = 0; a < DIMS; a++) {
        real low = (real)INFINITY, high = -(real)INFINITY;
        if (folds->vectors[0][a] != 0 || folds->vectors[1][a] != 0 || folds->vectors[2][a] != 0) continue;
        for (int c = 0; c < NF_SIBLINGS; c++) {
            low = fmin(low, boxes[2 * a * NF_SIBLINGS + c]);
            high = fmax(high, boxes[(2 * a + 1) * NF_SIBLINGS + c]);
        }
        const real gap = fmax(fmax(low - hi[a], lo[a] - high), (real)0);
        sum += NF_SQUARED(gap);
    }
    return sum;
}

// How far images may be along the other axes, with what rounding may take from squares, or a negative number: no image is that near.
static inline real nf_images_distance(real bound, real beside) {
    const real square = bound * (1 + 16 * REAL_UNIT) - beside;
    return square < 0 ? -1 : sqrt(square);
}

// Along each vector the images that may be as near as `distance` to queries that are `edge` away from the faces of the box, with what rounding
// may take.
static inline void nf_images_within(const nf_folds *folds, const real *edge, real distance, int *reach) {
    const real far = distance * (real)1.001f;
    for (int k = 0; k < 3; k++) {
        const real boxes =
            folds->height[k] > 0 ? (far + folds->excess[k] - edge[k]) / folds->height[k] + 1 : 0;
        reach[k] = boxes < 0 ? 0 : boxes < NF_IMAGES_MOST ? (int)boxes : NF_IMAGES_MOST;
    }
}
#else
#define IMAGE_OF_POINTS(image) 0
#define IMAGE_OF_BOXES(image)  0
#endif
