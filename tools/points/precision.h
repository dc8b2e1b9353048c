/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Converts what was read to the precision of the computation. */
#ifndef NEARFIELD_POINTS_PRECISION_H
#define NEARFIELD_POINTS_PRECISION_H

#include "formats/frame.h"
#include "text/problem.h"

/* Converts the positions of a frame of the file `name`.  `what` they are, such as "coordinate", is for the message about one beyond
 * single precision.  Returns 0 or problem->code. */
int to_precision(io_frame *frame, nf_type type, const char *name, const char *what, text_problem *problem);

/* The positions for the library. */
nf_points points_of_frame(const io_frame *frame);

#endif
