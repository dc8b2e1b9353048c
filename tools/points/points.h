/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What is made of points that were read: fewer dimensions, as of runs in a plane, and another precision. */
#ifndef NEARFIELD_POINTS_POINTS_H
#define NEARFIELD_POINTS_POINTS_H

#include "formats/frame.h"
#include "text/problem.h"

/* Leaves out the coordinates from `dims` on, which must be the same for all points, and the box along them, and these components of the
 * column named `vectors`, or NULL; 0, or as many as the points have, leaves all.  Returns 0 or problem->code. */
int dims_reduce(io_frame *points, int dims, const char *vectors, const char *name, text_problem *problem);

/* What images through a thin side do to an answer. */
typedef enum dims_doubt {
    DIMS_SURE,
    DIMS_DOUBTFUL, /* points in a plane have images through the box within reach: of a layered crystal, or of a run in a plane */
    DIMS_THIN /* they are nearer than points in the plane are: the run has two dimensions */
} dims_doubt;

/* Whether all points have the same z but for rounding, and their images along z are nearer than `reach`.  *thickness receives that of the
 * box; *same is 1 if all z are equal, and 0 if they differ by rounding. */
dims_doubt dims_check(const io_frame *points, const nf_box *box, double reach, double *thickness, int *same);

/* Converts the positions of a frame of the file `name`.  `what` they are, such as "coordinate", is for the message about one beyond
 * single precision.  Returns 0 or problem->code. */
int to_precision(io_frame *frame, nf_type type, const char *name, const char *what, text_problem *problem);

/* The positions, and the types if they were read, for the library. */
nf_points points_of_frame(const io_frame *frame);

#endif
