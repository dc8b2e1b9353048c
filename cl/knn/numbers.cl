// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The numbers of a call for the nearest neighbours, and the density at a query.
//   DISTANCES, KTH, MEAN, DENSITY   as in knn.cl        ROOT64  as in rounded.cl
#pragma once
#include "machine/rounded.cl"
#include "space/scaled.cl"

// As in src/knn/args.h.
typedef struct nf_knn_numbers {
    real scale, unscale;
    real limit; // components of points are below it, and those of query points must be
    real start; // the largest scaled d2 that counts
    real per_k; // 1 / k
    real ball;  // the volume of the unit ball
    uint k;
    uint first;
    uint excludes; // 1: a query, by its number, is not its own neighbour
    uint z_order;  // 1: row t is that of query t; 0: that of its number
    uint bounded;  // 1: `start` bounds the images; a query with fewer than k neighbours is refused
} nf_knn_numbers;

static inline real nf_knn_density(const nf_knn_numbers *numbers, real farthest) {
    const real volume = nf_ball_volume(farthest, numbers->ball, DIMS);
    if (!(volume > 0)) return (real)INFINITY;
    return volume > REAL_MAX ? 0 : nf_normal(nf_quotient((real)numbers->k, volume));
}
