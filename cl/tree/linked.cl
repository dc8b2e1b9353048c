// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Which points of the tree (nodes.cl) are closer than a length, and which nodes may have such points: for friends of friends, and whoever asks that.
//   BOX, FOLDED, DIMS   as in folded.cl
// Every bound takes the operations of the rule, each of which is monotone, so that it needs no margin.  In folded trees each component of a
// distance gets a slack (slack.cl).
#pragma once
#if !defined(BOX) || !defined(FOLDED)
#error "linked.cl needs BOX and FOLDED"
#endif
#include "tree/leaf.cl"
#include "tree/visit.cl"

// What is asked, as in src/tree/links.h.
typedef struct nf_links {
    real r2;         // scaled d2 of links are below it
    uint n;          // points
    uint min_points; // of a core point
    int reach[3];    // the images -reach to reach of the box have all links
    uint twice;      // 1: points may be linked in several of them
} nf_links;

#if BOX
#define LINKS_GIVEN  , const nf_links *links, const nf_folds *folds
#define LINKS_PASS   , links, folds
#define UNUSED_LINKS (void)links, (void)folds;
#else
#define LINKS_GIVEN  , const nf_links *links
#define LINKS_PASS   , links
#define UNUSED_LINKS (void)links;
#endif
#define LINKS_PARAMETERS , nf_links given_links WALK_PARAMETERS LOOPS_PARAMETERS
#define LINKS_TAKE                                                                                           \
    const nf_links *links = &given_links;                                                                    \
    WALK_TAKE

// ---- images -------------------------------------------------------------------------------------------------

// own: the slack of a point; 0 for boxes, which have it
#if FOLDED
#define IMAGE_SLACK(image, own) ((image)->slack + (own))
#else
#define IMAGE_SLACK(image, own) 0
#endif

// The images of the box are numbered in the order of m, m[0] most significant: the box itself is the middle one, and those after it have
// a positive first nonzero component.
static inline uint nf_images(const nf_links *links) {
    return (uint)(2 * links->reach[0] + 1) * (uint)(2 * links->reach[1] + 1) *
           (uint)(2 * links->reach[2] + 1);
}

static inline nf_image nf_image_number(uint t LINKS_GIVEN) {
    nf_image image;
#if BOX
    const int none[3] = {0, 0, 0};
    int m[3];
    for (int k = 2; k >= 0; k--) {
        const uint radix = (uint)(2 * links->reach[k] + 1);
        m[k] = (int)(t % radix) - links->reach[k];
        t /= radix;
    }
    nf_image_at(&image, folds, none, m);
#else
    image.s[0] = image.s[1] = image.s[2] = 0;
    image.is_own = 1;
#endif
    UNUSED_LINKS
    return image;
}

// ---- points -------------------------------------------------------------------------------------------------

typedef struct nf_point {
    real at[DIMS];
    int w[3]; // its wraps
} nf_point;

static inline nf_point nf_point_at(const nf_tree *tree, ulong leaf, ulong c) {
    nf_point point;
    for (ulong a = 0; a < DIMS; a++) point.at[a] = tree->points[(leaf * DIMS + a) * NF_LEAF + c];
    for (ulong k = 0; k < 3; k++) point.w[k] = FOLDED ? tree->wraps[(leaf * 3 + k) * NF_LEAF + c] : 0;
    return point;
}

// Where the point is in the box.
static inline void nf_fold_into(const nf_point *point, real *inside LINKS_GIVEN) {
#if BOX
    if (FOLDED && (point->w[0] | point->w[1] | point->w[2]) != 0) {
        for (int a = 0; a < DIMS; a++) inside[a] = point->at[a] - NF_VECTOR_ALONG(folds, point->w, a);
        return;
    }
#endif
    for (int a = 0; a < DIMS; a++) inside[a] = point->at[a];
    UNUSED_LINKS
}

// The largest slack of the point along an axis.
static inline real nf_point_slack(const nf_point *point LINKS_GIVEN) {
    real slack = 0;
#if FOLDED
    for (int a = 0; a < DIMS; a++) slack = fmax(slack, nf_slack_along(folds, point->at, point->w, a));
#endif
    (void)point;
    UNUSED_LINKS
    return slack;
}

// The lanes of the points of a leaf that are linked with a point.
static inline uint nf_linked_lanes(const nf_point *point, const nf_tree *tree, const nf_image *image,
                                   ulong leaf LINKS_GIVEN) {
    int s[3];
    UNUSED_LINKS
    for (int k = 0; k < 3; k++) s[k] = image->s[k] + point->w[k];
    uint linked = 0;
    for (uint from = 0; from < NF_LEAF; from += 16)
        linked |= nf_below(nf_leaf_d2(point->at, tree, image, s, leaf, (int)from WALK_PASS), links->r2)
                  << from;
    return linked;
}

// ---- boxes --------------------------------------------------------------------------------------------------

// The place of the lowest coordinate of child `lane` along axis a; the highest is NF_SIBLINGS places further.
#define BOX_PLACE(block, a, lane) ((((block)*DIMS + (ulong)(a)) * 2) * NF_SIBLINGS + (lane))

// The component of a distance, at least and at most, if displacements are from `low` to `high`.
#define NF_GAP(low, high, slack)  fmax(fmax(low, -(high)) - (slack), (real16)(0))
#define NF_SPAN(low, high, slack) (fmax(-(low), high) + (slack))

// The children of a block that may have points that are linked with those in the box [lo, hi]; far: the lanes whose points all are.
static inline uint nf_near_children(const nf_tree *tree, const real *lo, const real *hi,
                                    const nf_image *image, ulong block, uint *far LINKS_GIVEN) {
    uint near = 0;
    UNUSED_LINKS
    *far = 0;
    for (uint from = 0; from < NF_SIBLINGS; from += 16) {
        real16 least = 0, most = 0;
        for (int a = 0; a < DIMS; a++) {
            __global const real *box = tree->boxes + BOX_PLACE(block, a, from);
            const real16 low = displacement(a, hi[a], LOAD16(box), IMAGE_OF_BOXES(image)),
                         high = displacement(a, lo[a], LOAD16(box + NF_SIBLINGS), IMAGE_OF_BOXES(image)),
                         gap = NF_GAP(low, high, IMAGE_SLACK(image, 0)),
                         span = NF_SPAN(low, high, IMAGE_SLACK(image, 0));
            least += NF_SQUARED(gap);
            most += NF_SQUARED(span);
        }
        *far |= nf_below(most, links->r2) << from;
        near |= nf_below(least, links->r2) << from;
    }
    return near;
}

// 1 if all points of a node are linked with each other: then they are one group, and the node is whole.
static inline int nf_is_whole(const nf_tree *tree, ulong block, ulong lane LINKS_GIVEN) {
    real sum = 0;
    for (int a = 0; a < DIMS; a++) {
        __global const real *box = tree->boxes + BOX_PLACE(block, a, lane);
        real d = box[NF_SIBLINGS] - box[0];
#if FOLDED
        d += folds->shift_slack;
#endif
        sum += NF_SQUARED(d);
    }
    UNUSED_LINKS
    return sum < links->r2;
}

// The number of levels in which a leaf's ancestors, itself included, are whole.
static inline uint nf_whole_levels(const nf_tree *tree, const nf_levels *levels, ulong leaf LINKS_GIVEN) {
    uint level = 0;
    for (; level < levels->count; level++) {
        const ulong node = leaf >> NF_WIDTH_BITS * level;
        if (!nf_is_whole(tree, levels->start[level] + node / NF_SIBLINGS, node % NF_SIBLINGS LINKS_PASS))
            break;
    }
    return level;
}
