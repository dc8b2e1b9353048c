/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The radial distribution g(r) of frames, from their histograms of distances. */
#ifndef NEARFIELD_TASKS_RDF_RDF_H
#define NEARFIELD_TASKS_RDF_RDF_H

#include "formats/frame.h"
#include "text/problem.h"

/* A distribution of points of one kind, the others, around points of another, the centres.  g of a bin is its pairs over those of an ideal gas:
 * centres x others / volume x the volume of the shell between the bin's edges; half of that where centres and others are the same
 * points, as each pair is found once.  In 2 and 1 dimensions volumes are areas and lengths.
 * Of each bin: the mean of g over the frames that have one, its standard deviation over them (not a number for one frame), the pairs of
 * all frames, and the mean number of neighbours within its upper edge: of the others around a centre, and of the centres around
 * another. */
typedef struct rdf_curve {
    double *g, *spread, *within[2];
    uint64_t *counts;
    uint64_t with_g, with_neighbours[2]; /* the frames that have a g, centres, and others */
} rdf_curve;

typedef struct rdf {
    uint32_t bins;
    double cutoff;
    uint64_t frames;
    double *r;         /* the middle of each bin */
    rdf_curve *curves; /* the first is that of all points */
    size_t count;
    double volume, density; /* means of the frames */
    double frame_volume;    /* of the frame that was begun */
    int dims;
    int bounded; /* the volume is that of the box that bounds the points along axes that are not periodic */
} rdf;

/* Begins with no frame.  Returns 0 or problem->code. */
int rdf_begin(rdf *about, uint32_t bins, double cutoff, size_t curves, text_problem *problem);

/* Begins a frame.  Fails if its density is not known, as
 * the points have no extent along an axis that is not periodic.  Returns 0 or problem->code. */
int rdf_add_frame(rdf *about, const io_frame *points, const nf_box *box, int has_queries,
                  text_problem *problem);

/* Whose pairs are counted in a curve. */
typedef struct rdf_kind {
    double centres, others;
    int same; /* they are the same points, whose pairs are found once each */
} rdf_kind;

/* Adds the counts of a curve in the frame that was begun. */
void rdf_add(rdf *about, size_t which, const uint64_t *counts, rdf_kind kind);

/* Turns sums into means. */
void rdf_end(rdf *about);

void rdf_free(rdf *about);

/* The volume of a box with these points: of the cell vectors along periodic axes, times the extents of the points at right
 * angles to them.  0 if there is no extent. */
double rdf_volume(const nf_box *box, const io_frame *points);

/* The bin with the largest g of a curve, and that with the least behind it. */
uint32_t rdf_peak(const rdf *about, size_t curve);
uint32_t rdf_gap(const rdf *about, size_t curve);

#endif
