/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Brute force for few points, from the text of the public headers and in plain loops; it shares no code with the library.  The pair rule is computed in
 * the precision of the points, each operation rounded by itself: it is compiled without contraction.
 */
#ifndef RANDOM_BRUTE_BRUTE_H
#define RANDOM_BRUTE_BRUTE_H

#include "random/random.h"

/* The most points (rows and others) of a case that the brute force answers. */
enum { BRUTE_MOST = 300 };

/* A point j within reach of row i, in one of its images. */
typedef struct brute_hit {
    int32_t i, j, S[3];
    double d2, distance, D[3];
    int exact; /* 0: squares of D may underflow, so that the distance is not compared */
} brute_hit;

typedef struct brute_hits {
    brute_hit *hit; /* ascending by (i, j, S); memory of the case */
    uint64_t count, room;
} brute_hits;

/* What decides about a hit. */
typedef struct brute_rule {
    nf_type type;
    int dims, is_box;
    double H[3][3]; /* vectors that are not periodic are zeros */
    double scale;   /* a power of two */
    double cutoff;  /* results are nearer than this; 0: none */
    double minimum; /* and no nearer than this */
} brute_rule;

/* Measures D, d2 and the distance of a hit whose i, j and S are set; own and other are its rows of coordinates. */
void brute_measure32(const brute_rule *rule, const float *own, const float *other, brute_hit *hit);
void brute_measure64(const brute_rule *rule, const double *own, const double *other, brute_hit *hit);
/* 1 if d2 < length * length, all scaled. */
int brute_below32(const brute_rule *rule, double d2, double length);
int brute_below64(const brute_rule *rule, double d2, double length);
/* Either of them, by the type. */
void brute_measure(const brute_rule *rule, const void *own, uint64_t i, const void *other, uint64_t j,
                   brute_hit *hit);
int brute_below(const brute_rule *rule, double d2, double length);

/* Calls `take` for every image of point j that may be within `reach` of point i; 0 if there are more than `most`. */
int brute_images(const nf_box *box, int dims, const double *apart, double reach, uint64_t most,
                 void (*take)(void *user, const int32_t S[3]), void *user);

/* All hits of a search: rows are points or query points, each with its neighbours in all images.  0 if that is too much work. */
int brute_search(rnd_run *run, const rnd_cloud *cloud, const rnd_query *query, brute_hits *hits);
/* Adds a hit. */
void brute_add(rnd_run *run, brute_hits *hits, const brute_hit *hit);
/* 1 if the hit is the one of its two directions that half answers name. */
int brute_is_first(const brute_hit *hit);

/* ---- questions without a cutoff: nearest neighbours and links, in coordinates that are scaled by one power of two (near.c) ---- */

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
/* All images within reach of point i, its own images too; 0 if that is too much work. */
int near_images(rnd_run *run, const near_space *space, uint64_t i, brute_hits *row);
/* linked[i * n + j]: 1 if points i and j are linked; NULL if that is too much work. */
unsigned char *near_links(rnd_run *run, const near_space *space);
/* All measures of the groups of an answer about labels of friends, but for groups that percolate their percolation alone; weights: NULL for 1
   each, velocities: NULL for none. */
void near_check_groups(rnd_run *run, const near_space *space, const int32_t *labels, const nf_points *weights,
                       const nf_points *velocities, const rnd_answer *host);

#endif
