/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* How far the trees of points in a periodic box look for images: the same numbers for all devices and the host. */
#ifndef NF_SPACE_IMAGES_H
#define NF_SPACE_IMAGES_H

#include "space/scaled.h"

/* The most cell vectors that a point in a tree may be outside of the box. */
#define NF_FOLDS_MOST 1048576.0

/* What rounding may take from an axis of a distance, as cl/tree/slack.cl has it; scaled. */
typedef struct nf_slacks {
    double rounding, step, a_shift;
    double most[3];   /* of a point, along each axis: its coordinate, that of the origin, and the folds */
    double excess[3]; /* along each vector: how much farther than the box reaches two points may be apart */
} nf_slacks;
nf_slacks nf_slacks_of(const nf_space *space, const nf_scaling *scaling);

/*
 * The distance within which a point in a periodic box has neighbours: the largest for which the product of 2 floor(distance / height) + 1 over
 * the periodic vectors is at most NF_IMAGES_MOST.  Infinity in open space.
 */
double nf_images_reach(const nf_space *space);

/* The largest scaled d2 within it, exact in the type; it may be infinity. */
double nf_images_square(const nf_space *space, const nf_scaling *scaling);

/* NF_ERROR_ARGUMENT: the box is so small beside the coordinates that rounding alone moves points by too many images. */
nf_status nf_images_check(const nf_space *space, const nf_scaling *scaling, nf_sentence *error);

#endif
