/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Parses the comment line of an XYZ file.  In extended XYZ it consists of key=value pairs: blanks may stand around the =, a key may
 * be quoted, and a value is a word, a text in quotes or braces, or a list in brackets. */
#ifndef NEARFIELD_FORMATS_TRAJECTORIES_XYZ_COMMENT_H
#define NEARFIELD_FORMATS_TRAJECTORIES_XYZ_COMMENT_H

#include "text/words.h"

#include <nearfield/types.h>

enum { IO_XYZ_FAULT = 200 };

/* What the line says about the columns and the box; the text of a word is NULL where it does not say it. */
typedef struct io_xyz_keys {
    span properties, lattice, pbc, origin;
} io_xyz_keys;

/* Finds the known keys, in any case; the rest of the line is a comment.  Returns 1, or 0 with a sentence about a value that is not closed,
 * or a key that is given twice with different values.  `box_fault` receives such a sentence about the box, or "": the points can be
 * read all the same. */
int io_xyz_find(const char *comment, io_xyz_keys *keys, char fault[IO_XYZ_FAULT],
                char box_fault[IO_XYZ_FAULT]);

/* Reads the box.  A lattice without pbc is periodic in all directions.  The vectors are zeros when the lattice does not consist of
 * three or nine finite numbers.  `fault` receives a sentence about a pbc, or the lattice or origin of a periodic box, that cannot
 * be read or does not suffice for points of so many dimensions; or "". */
void io_xyz_box(const io_xyz_keys *keys, int dims, nf_box *box, char fault[IO_XYZ_FAULT]);

#endif
