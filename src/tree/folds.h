/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The images of a tree in a periodic box: the numbers of nf_folds in cl/tree/slack.cl. */
#ifndef NF_TREE_FOLDS_H
#define NF_TREE_FOLDS_H

#include "opencl/launch.h"
#include "space/images.h"

/* After those of nf_lattice: vectors, origin, normals, heights, excesses, rounding, step and shift_slack. */
enum { NF_FOLDS = NF_LATTICE + 9 + 3 + 9 + 3 + 3 + 3 };
typedef union nf_folds {
    float f32[NF_FOLDS];
    double f64[NF_FOLDS];
} nf_folds;

nf_folds nf_folds_of(const nf_space *space, const nf_scaling *scaling);

/* By how much the distance of two points in the box and the images beside it may be off, at most, whatever their coordinates; scaled. */
double nf_folds_margin(const nf_space *space, const nf_scaling *scaling);

/* A distance, scaled, within which every query has `rows` neighbours among n points and their images: all points are closer than twice the largest
   coordinate along each axis, and then come images of them. */
double nf_folds_farthest(const nf_space *space, const nf_scaling *scaling, uint64_t n, uint64_t rows);

/* The lattice alone, and the arguments of kernels. */
nf_lattice_numbers nf_folds_lattice(const nf_space *space);
nf_arg nf_lattice_arg(const nf_space *space, const nf_lattice_numbers *lattice);
nf_arg nf_folds_arg(const nf_space *space, const nf_folds *folds);

#endif
