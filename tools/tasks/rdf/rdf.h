/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The radial distribution g(r) of frames, from their histograms of distances. */
#ifndef NEARFIELD_TASKS_RDF_RDF_H
#define NEARFIELD_TASKS_RDF_RDF_H

#include "formats/frame.h"
#include "text/problem.h"

/* g of a bin is its pairs over those of an ideal gas of the same density: n / 2 x n / volume x the volume of the shell between
 * the bin's edges, for n points.  Of q query points it is q in the place of n / 2, as each of them may be paired with every
 * point.  In 2 and 1 dimensions volumes are areas and lengths. */
typedef struct rdf {
    uint32_t bins;
    double cutoff;
    uint64_t frames;
    uint64_t with_g, with_neighbours; /* how many of them have a g, or points around which the shells are */
    /* Of each bin: its middle, the mean g of the frames that have one, the pairs of all frames, and the mean number of neighbours of a point
     * or query point within its upper edge.  g and within are sums until rdf_end(). */
    double *r, *g, *within;
    uint64_t *counts;
    double volume, density; /* means of the frames */
    int bounded; /* the volume is that of the box that bounds the points along axes that are not periodic */
} rdf;

/* Begins with no frame.  Returns 0 or problem->code. */
int rdf_begin(rdf *about, uint32_t bins, double cutoff, text_problem *problem);

/* Whose pairs are counted in a frame. */
typedef struct rdf_frame {
    const io_frame *points;
    const nf_box *box; /* all zeros: open space */
    uint64_t queries;  /* the number of query points */
    int has_queries;   /* 0: pairs are of two points */
} rdf_frame;

/* Adds the counts of a frame.  Fails if its density is not known, as the points have no extent along an axis that is not
 * periodic.  Returns 0 or problem->code. */
int rdf_add(rdf *about, const uint64_t *counts, const rdf_frame *frame, text_problem *problem);

/* Turns sums into means. */
void rdf_end(rdf *about);

void rdf_free(rdf *about);

/* The volume of a box with these points: of the cell vectors along periodic axes, times the extents of the points at right
 * angles to them.  0 if there is no extent. */
double rdf_volume(const nf_box *box, const io_frame *points);

/* The bin with the largest g. */
uint32_t rdf_peak(const rdf *about);

#endif
