/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The groups of a frame: their sizes, from the labels as they pass, and what the catalogue is made from. */
#ifndef NEARFIELD_TASKS_FOF_GROUPS_H
#define NEARFIELD_TASKS_FOF_GROUPS_H

#include "formats/frame.h"
#include "text/problem.h"

#include <nearfield/nearfield.h>

enum { CATALOGUE_ARRAYS = NF_ARRAY_PERCOLATES + 1 }; /* above all arrays of a catalogue */

/* The catalogue: a row for each group in the arrays that there are. */
typedef struct catalogue {
    uint64_t count;
    void *arrays[CATALOGUE_ARRAYS];
    size_t bytes[CATALOGUE_ARRAYS];
} catalogue;

typedef struct groups {
    uint32_t *members; /* of the group with each label; n numbers */
    int32_t *labels;   /* n, if they were asked for; or NULL */
    uint64_t n, taken;
    /* groups_end() counts: groups, those with min_members and their points, groups of one point, and points of no group. */
    uint64_t all, counted, points, singles, noise;
    uint32_t largest;
    /* In the precision of the points; positions are NULL without. */
    io_frame masses, velocities;
    const catalogue *catalogue; /* that of the answer; or NULL */
} groups;

/* Finds the masses and velocities among the columns of the frame, and converts them to the type of its points: the columns of these
 * names, velocities in one or several; without names those of a snapshot.  Returns 0 or problem->code. */
int groups_read(groups *g, io_frame *points, const char *masses, const char *velocities, const char *source,
                text_problem *problem);

/* Begins for n points.  Returns 0 or problem->code. */
int groups_begin(groups *g, uint64_t n, int keep_labels, text_problem *problem);

/* Takes `count` labels.  Returns 0 if one is neither that of a point nor -1. */
int groups_take(groups *g, const int32_t *labels, uint64_t count);

void groups_end(groups *g, uint32_t min_members);

void groups_free(groups *g);

#endif
