/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Parses the comment line of an extended XYZ file, which consists of key=value words. */
#ifndef NEARFIELD_IO_XYZ_COMMENT_H
#define NEARFIELD_IO_XYZ_COMMENT_H

#include "text.h"

#include <nearfield/types.h>

/* The text behind a key such as "properties=", in any case, or NULL.  It may begin with a quote. */
const char *io_xyz_value(const char *comment, const char *key);

/* Whether a value begins with a quote or a brace that is not closed, or that closes within a word, as where it is the opening quote
 * of the next value.  Of which key. */
int io_xyz_is_unclosed(const char *comment, io_word *key);

/* Reads the box from Lattice=, Origin= and pbc=.  A lattice without pbc is periodic in all directions.  The vectors are zeros
 * when the lattice does not consist of three or nine finite numbers.  `fault` receives a sentence about a pbc, or the lattice of a
 * periodic box, that cannot be read or does not suffice for points of so many dimensions; or "". */
enum { IO_XYZ_FAULT = 120 };
void io_xyz_box(const char *comment, int dims, nf_box *box, char fault[IO_XYZ_FAULT]);

#endif
