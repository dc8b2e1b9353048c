/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Random points in random boxes, for errors in cells, images, rounding and the order of images. */
#ifndef SUPPORT_CLOUDS_BOXES_H
#define SUPPORT_CLOUDS_BOXES_H

#include "support/own.h"

#include <nearfield/filters.h>

/* Points in host memory, a box and a cutoff, the same in every run. */
typedef struct support_boxed {
    char name[160];
    nf_points points; /* packed rows */
    nf_box box;
    double cutoff;
    void *data;                /* the memory of points.host */
    const nf_points *queries;  /* query points; NULL: none */
    const nf_filters *filters; /* NULL: none */
    int by_radii;              /* 1: the search is asked with cutoff 0; radii allow none above `cutoff` */
} support_boxed;

/* The cutoff to ask with. */
double support_boxed_cutoff(const support_boxed *boxed);

/* The number of boxes; each exists in both precisions. */
enum { SUPPORT_BOXES = 240 };

/* Box k: every shape of cell with every set of periodic axes in turn, in 3 dims, and in 1 and 2 dims; the cutoff and the
   places of the points are drawn.  Release it with support_boxed_free. */
support_boxed support_boxed_make(int k, nf_type type);

/* n points in the shape of box k, periodic along all axes, inside and outside of the cell, with about 30 images each: many cells and
   several tiles of points. */
support_boxed support_boxed_large(int k, uint64_t n, nf_type type);

/* n points on a grid whose coordinates, cell vectors and shifts by up to 8 cells are exact in float, so that moving a point
   by cell vectors rounds nothing. */
support_boxed support_boxed_exact(int k, uint64_t n, nf_type type);

/* Moves the points and the origin of the box by `by` along every axis, which rounds the points. */
void support_boxed_move(support_boxed *boxed, double by);

/* Moves point p by `boxes` of each periodic vector. */
void support_boxed_stray(support_boxed *boxed, uint64_t p, double boxes);

void support_boxed_free(support_boxed *boxed);
#define own_boxed OWNED_BY(support_boxed_free) support_boxed

#endif
