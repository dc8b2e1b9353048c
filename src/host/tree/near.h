/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Points for the k nearest neighbours and the groups of friends on the host: scaled, folded into the box, and in a tree of halves.
 * The tree only leaves out what cannot matter; points as given, and the pair rule, decide.
 */
#ifndef NF_HOST_NEAR_H
#define NF_HOST_NEAR_H

#include "core/memory.h"
#include "host/host.h"
#include "space/group_box.h"
#include "space/images.h"
#include "space/scaled.h"

/* The most points of a leaf. */
enum { HOST_LEAF = 16 };

/* The points, or the query points. */
typedef struct host_set {
    const char *name; /* of one, for messages */
    uint64_t n;
    void *scaled;   /* n x dims, of the points' type */
    double *folded; /* n x dims: the image inside the box; in open space the scaled points */
    int32_t *wraps; /* n x 3: scaled = folded + wraps.H; NULL in open space */
} host_set;

struct host_kind;

typedef struct host_near {
    const nf_allocator *allocator;
    nf_sentence *error;
    const struct host_kind *kind;
    int dims;
    nf_space space;
    nf_scaling scaling;
    host_set points, queries; /* the points are in the order of the tree */

    /* The lattice of the scaled coordinates, for the axes that are periodic. */
    int is_box;
    double H[3][3]; /* exact in the points' type */
    double dual[3][3], heights[3], origin[3];
    double unit;     /* half of the distance from 1 to the next number of the type */
    double slackest; /* the largest nf_host_slack() of the points */

    /* The tree: 2^levels leaves; the children of a node are 2 node + 1 and 2 node + 2, and have one half of its points each. */
    int levels;
    uint32_t *index; /* n: the points in its order */
    double *bounds;  /* of the folded points of each node, the lowest and the highest: nodes x 2 x dims */
    double *slacks;  /* of each node, the largest nf_host_slack() of its points; NULL in open space */
    uint8_t *equals; /* of each node, 1: all its points are equal, and ascend by index */
} host_near;

/* A search of the tree for the neighbours of one point. */
typedef struct host_search {
    const host_near *near;
    const void *own;      /* the point, scaled */
    const int32_t *wraps; /* its wraps, or NULL */
    const double *folded;
    int m[3];     /* the image of the box that is searched: S = m + own wraps - other wraps */
    double at[8]; /* the folded point relative to that image */
    double slack; /* nf_host_slack() of the point */
    double
        reach; /* nodes at a larger distance, less their slack, are left out; the functions below may lower it */
    /* 0: the node with the points [first, end) is left out; NULL: none is. */
    int (*enter)(struct host_search *search, uint64_t node, uint64_t first, uint64_t end);
    /* Takes the points of a leaf. */
    void (*take)(struct host_search *search, uint64_t first, uint64_t count);
    void *of; /* what these work on */
} host_search;

/* Takes the points of a cloud and the query points, which may be NULL.  Release it with nf_host_near_end, also after an error. */
nf_status nf_host_near_begin(host_near *near, const nf_host_cloud *cloud, const nf_points *queries);
void nf_host_near_end(host_near *near);

/* Builds the tree of the points, and brings them into its order. */
nf_status nf_host_tree_build(host_near *near);

/* Searches image search->m of the box. */
void nf_host_tree_search(host_search *search);

/* Begins a search for the neighbours of point p of a set. */
host_search nf_host_search_of(const host_near *near, const host_set *set, uint64_t p);

/* By how much the distance of two folded points may differ from that of the rule, beside 32 units of itself, in images up to reach[k] boxes away:
   the slack of both points and that of the images.  Each point has its own, so that one far away does not make all others search far. */
double nf_host_slack(const host_near *near, const double *folded, const int32_t *wraps);
double nf_host_image_slack(const host_near *near, const int reach[3]);

/* The distance that folded points may have if the squared distance of the rule is d2, with the slack that is given. */
double nf_host_reach(const host_near *near, double d2, double slack);

/* The square of the distance between a point and all points, and all images of them, along the axes in which no vector has a component. */
double nf_host_beside(const host_search *search);

/* reach[k]: no image that is farther away along vector k is closer than this distance, unless there are more than NF_IMAGES_MOST up to reach[],
   with which a search would not end in time. */
void nf_host_images(const host_near *near, double distance, int reach[3]);
int nf_host_are_too_many(const int reach[3]);

/* The distance within which there are no images but those up to reach[k]. */
double nf_host_covers(const host_near *near, const int reach[3]);

/* ---- what depends on the type ---------------------------------------------------------------------------- */

/* A neighbour. */
typedef struct host_neighbour {
    double d2; /* scaled, exact in the type */
    uint32_t index;
} host_neighbour;

/* The arrays of the k nearest neighbours of one call, and their constants. */
typedef struct host_rows {
    int k, dims;
    int32_t *indices;
    void *distances, *kth_distances, *mean_distances, *densities;
    double scale, unscale, ball, inverse;
} host_rows;

/* A group of the catalogue that is measured. */
typedef struct host_group {
    const host_near *near; /* without a tree: the points are in their own order */
    nf_group_box_numbers box;
    const void *weights, *velocities; /* packed, or NULL */
    const uint32_t *members;
    uint64_t count;
    void *shares, *terms, *places; /* room for count, count, and count x dims elements */
    uint32_t *flags; /* of the group: NF_GROUP_FAR is added where a member is far, and no places are known */
    const uint32_t *parts; /* as of host_chains; NULL: not known */
    const int64_t *steps;
    const nf_host_answer *to;
    uint64_t row;
} host_group;

typedef struct host_kind {
    /* The first of n packed points that is not finite, or n; *largest becomes the largest |component|, if it is larger. */
    uint64_t (*look)(const void *rows, uint64_t n, int dims, double *largest);
    /* Scales `count` coordinates in place, and copies them. */
    void (*scale)(void *coordinates, uint64_t count, double scale, double *copy);
    /* The squared distances of `count` points from `first` on: at most HOST_LEAF. */
    void (*measure)(const host_search *search, uint64_t first, uint64_t count, double *d2);
    /* Writes a row with `count` neighbours in order. */
    void (*put)(const host_rows *rows, uint64_t row, const host_neighbour *found, int count);
    /* Measures a group, and writes its row. */
    void (*measure_group)(const host_group *group);
} host_kind;

/* The entries of rows of neighbours, whose vectors and shifts are found. */
typedef struct host_entries {
    const host_near *near;
    int k, leaves_itself;
    const void *points, *queries; /* packed, as given; both may be the same */
    const int32_t *indices;
    const void *distances;
    void *vectors;   /* rows x k x dims, or NULL */
    int32_t *shifts; /* rows x k x 3, or NULL */
} host_entries;

/* Those of a row, of query i (entries_variant.h). */
void nf_host_entries_f32(const host_entries *of, uint64_t row, uint64_t i);
void nf_host_entries_f64(const host_entries *of, uint64_t row, uint64_t i);

extern const host_kind nf_host_near_f32, nf_host_near_f64; /* near_variant.h */

#endif
