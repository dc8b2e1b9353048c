/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Brute-force pairs of images in periodic boxes, the reference for all results in boxes.  It shares no code with the library:
 * the range of the shifts comes from a Gram matrix, and the pair rule is written again.
 *
 * Points are packed rows in host memory.  The cutoff is one that needs no scaling.
 */
#ifndef SUPPORT_REFERENCE_IMAGES_H
#define SUPPORT_REFERENCE_IMAGES_H

#include "support/own.h"

#include <nearfield/filters.h>

/* Point i, and the image of point j that is shifted by S cell vectors. */
typedef struct image {
    int32_t i, j, S[3];
} image;

/* Ascending by (i, j, S).  Release it with images_free. */
typedef struct images {
    image *all;
    uint64_t count;
} images;

/* All pairs of images; `half`: each once, i < j with any S, or i = j with the first nonzero of S positive.
   O(n^2 x the shifts within the cutoff). */
images images_find(const nf_points *points, const nf_box *box, double cutoff, int half);
void images_free(images *found);
#define own_images OWNED_BY(images_free) images

/* The same of query points `i` and points `j`, if `queries` is not NULL, and of those that meet `filters`, if they are not NULL.  Arrays of filters
   are packed, in host memory. */
images images_find_of(const nf_points *points, const nf_points *queries, const nf_box *box, double cutoff,
                      int half, const nf_filters *filters);

/* The pair rule.  `vector` (dims elements) and `distance`, of the points' type, receive D and its length. */
int images_measure(const nf_points *points, const nf_box *box, double cutoff, const image *at, void *vector,
                   void *distance);
int images_measure_of(const nf_points *points, const nf_points *queries, const nf_box *box, double cutoff,
                      const image *at, void *vector, void *distance);

/* reach[k]: images of a point are at most so many cell vectors k away along the periodic axis k; 0 for the other axes. */
void images_reach(const nf_box *box, int dims, double cutoff, double reach[3]);

/* The shifts of point j of which any may be within `cutoff` of point i of `own`: low[k] to high[k].  Also in boxes in which the points are far
   outside. */
void images_range(const nf_points *points, const nf_points *own, const nf_box *box, double cutoff, uint64_t i,
                  uint64_t j, int32_t low[3], int32_t high[3]);

/* The order of `images`, for qsort, and the sorting. */
int images_compare(const void *a, const void *b);
void images_sort(image *all, uint64_t count);

/* 1 if a half answer has the image. */
int images_is_half(const image *at);

/* The same pair from the other end: (j, i, -S). */
image images_mirror(const image *at);

#endif
