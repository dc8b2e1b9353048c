/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The box of the points: that of the file, or the one that options give. */
#ifndef NEARFIELD_POINTS_BOX_H
#define NEARFIELD_POINTS_BOX_H

#include "formats/frame.h"
#include "text/json.h"
#include "text/problem.h"

#include <stdio.h>

/* What the options say. */
typedef struct box_options {
    int open;    /* --open: without a box */
    int vectors; /* the number of cell vectors of --box; 0 without it */
    int numbers; /* that they were given as */
    double cell[3][3];
    int has_axes; /* --periodic was given */
    int periodic[3];
} box_options;

/* Parses the value of --box: 1 to 3 lengths, three lengths and three angles in degrees, or 2 x 2 or 3 x 3 components of the
 * vectors.  Both return 0 or problem->code. */
int box_parse(const char *text, box_options *options, text_problem *problem);

/* Parses the value of --periodic: letters of x, y and z, which stand for the cell vectors, or none. */
int box_parse_axes(const char *text, box_options *options, text_problem *problem);

/* Chooses the box of a frame; all zeros for open space.  Refuses a direction that is periodic without a vector, and options of
 * more directions than the points have dimensions; the library refuses vectors that are no cell.  Returns 0 or problem->code. */
int box_choose(const box_options *options, const io_frame *points, const char *source, nf_box *box,
               text_problem *problem);

/* Prints "4 x 4 x 4, periodic along x, y, z" of a periodic box, with the vectors where they are not along the axes. */
void box_print(FILE *to, const nf_box *box, int dims);

/* Prints it as a JSON object: cell and periodic. */
void box_print_json(json_out *j, const char *name, const nf_box *box, int dims);

#endif
