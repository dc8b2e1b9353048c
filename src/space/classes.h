/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Classes of radii: points whose radii differ much are ordered by class before cell, and each class has its own cells
 * (cl/space/classes.cl).  Which points are in which class, and how fine its cells are, is part of the order of results.
 */
#ifndef NF_SPACE_CLASSES_H
#define NF_SPACE_CLASSES_H

#include "core/fail.h"

#include "space/conditions.h"
#include "space/space.h"

#define NF_CLASSES 8

/* The grids of a cloud with classes: of each class, and of the candidates with smaller radii of each: 2 x NF_CLASSES. */
#define NF_CLASS_GRIDS 16

typedef struct nf_classes {
    int used; /* 0: the points have one grid; the rest is not used */
    nf_radii_rule rule;
    double limits
        [NF_CLASSES]; /* the largest radius of each class, exact in the points' type; each half of the one before */
} nf_classes;

/* The classes of radii up to `most`, of which `small` of `all` are at most half of it: used if at least half are, and the search has
   no cutoff of its own. */
nf_classes nf_classes_for(nf_radii_rule rule, double most, nf_type type, uint64_t small, uint64_t all);

/* The class of each of n packed radii, to `marks`, which may be NULL, and the points of each class, added to `counts`.  Without radii all
   are in the last one. */
void nf_classes_mark(const nf_classes *classes, nf_type type, const void *radii, uint64_t n, int last,
                     uint8_t *marks, uint64_t counts[NF_CLASSES]);

/* The classes of radii in host memory, of which `most` is the largest. */
nf_classes nf_radii_classes(const nf_conditions *given, const nf_conditions_case *of, double most);

/* The number of radii that are at most half of `most`. */
uint64_t nf_radii_small(const nf_points *radii, double most);

/* How often the cells of a grid with n[] of them along each axis can be halved. */
int nf_classes_finest(int dims, nf_type type, const uint32_t n[3]);

/* A point of a sample: its cell, of those of the cloud's grid halved nf_classes_finest() times, and its class. */
typedef struct nf_class_sample {
    uint32_t cell[3], mark;
} nf_class_sample;

/* What is known about a cloud for its levels. */
typedef struct nf_class_cloud {
    int dims, finest;
    uint64_t cells;  /* of its grid */
    double edge;     /* their width */
    int has_queries; /* 1: query points, of any class, are others */
    size_t sampled;  /* at most NF_SAMPLE_MOST */
    const nf_class_sample *sample;
} nf_class_cloud;

/* The grids of the classes of a cloud. */
typedef struct nf_class_plan {
    int last;                    /* the last class that has points; the classes after it are merged into it */
    uint64_t counts[NF_CLASSES]; /* the points of each class */
    uint32_t levels[NF_CLASS_GRIDS];      /* how often the cells of the cloud's grid are halved */
    uint64_t from[NF_CLASS_GRIDS];        /* the first point of each grid, of those sorted by class */
    uint64_t offsets[NF_CLASS_GRIDS + 1]; /* the points of all grids before */
} nf_class_plan;

/* The width of the cells of a cloud's grid with n[] of them along each axis. */
double nf_classes_edge(const nf_space *space, const nf_cells *cells, const uint32_t n[3]);

/* Plans the grids for counts[] points of each class: cells are halved until they are as wide as the radii need, while points share cells with
   others, and once more if they share them with many. */
nf_class_plan nf_classes_plan_for(const nf_classes *classes, const nf_class_cloud *cloud,
                                  const uint64_t counts[NF_CLASSES]);

/* The largest cutoff of pairs with a point of this class. */
double nf_classes_cutoff(const nf_classes *classes, int c, nf_type type);

#endif
