/*
 * Classes of radii: points whose radii differ much are ordered by class before cell, and each class has its own cells
 * (cl/space/classes.cl).  Which points are in which class, and how fine its cells are, is part of the order of results.
 */
#ifndef NF_SPACE_CLASSES_H
#define NF_SPACE_CLASSES_H

#include "core/fail.h"

#include "space/conditions.h"

#define NF_CLASSES 8

typedef struct nf_classes {
    int used; /* 0: the points have one grid; the rest is not used */
    nf_radii_rule rule;
    double limits[NF_CLASSES]; /* the largest radius of each class, exact in the points' type; each half of the one before */
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

/* levels[c]: how often the `cells` cells of the cloud's grid, of width `edge`, are halved for each class: as far as its radii need, while its points
   share cells with others.  Returns the last class for which that is so; the classes after it are merged into it, and counts[] with
   them.  `count` is at most NF_SAMPLE_MOST. */
int nf_classes_levels(const nf_classes *classes, double edge, int dims, int finest, uint64_t cells,
                      const nf_class_sample *points, size_t count, uint64_t counts[NF_CLASSES],
                      uint32_t levels[NF_CLASSES]);

/* The largest cutoff of pairs with a point of this class. */
double nf_classes_cutoff(const nf_classes *classes, int c, nf_type type);

#endif
