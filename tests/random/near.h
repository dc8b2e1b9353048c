/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Brute force for questions without a cutoff: nearest neighbours and links, in coordinates that are scaled by one power of two. */
#ifndef RANDOM_NEAR_H
#define RANDOM_NEAR_H

#include "random/brute.h"

/* Scaled points: no square leaves the range of the type. */
typedef struct near_space {
    const rnd_cloud *cloud;
    nf_points points, rows;
    nf_box box;
    const nf_box *in;
    double scale, reach; /* of coordinates; the length beyond which nothing is near, scaled, 0: none */
    brute_rule rule;
} near_space;

/* 0 if there are too many points, or coordinates whose digits the documentation does not promise. */
int near_begin(rnd_run *run, near_space *space, const rnd_cloud *cloud, const nf_points *rows, double reach);
/* The k nearest of row i, ascending by (d2, index); 0 if that is too much work. */
int near_row(rnd_run *run, const near_space *space, uint64_t i, int k, int with_self, brute_hits *row);
/* linked[i * n + j]: 1 if points i and j are linked; NULL if that is too much work. */
unsigned char *near_links(rnd_run *run, const near_space *space);

#endif
