/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Parses the comment line of an XYZ file.  In extended XYZ it consists of key=value pairs: blanks may stand around the =, a key may
 * be quoted, and a value is a word, a text in quotes or braces, or a list in brackets. */
#ifndef NEARFIELD_FORMATS_TRAJECTORIES_XYZ_COMMENT_H
#define NEARFIELD_FORMATS_TRAJECTORIES_XYZ_COMMENT_H

#include "text/words.h"

#include <nearfield/types.h>

enum { IO_XYZ_FAULT = 200 };

/* A key and its value.  Of a word without a value, such as one of a sentence, the value's text is NULL. */
typedef struct io_xyz_pair {
    span key, value; /* without quotes; a value in braces or brackets has them */
    int unclosed;    /* the value begins with a mark that is not closed, or that closes within a word */
} io_xyz_pair;

/* Finds the next pair.  Returns 0 at the end of the line. */
int io_xyz_next(const char **cursor, io_xyz_pair *pair);

/* What the line says about the columns and the box; the text of a word is NULL where it does not say it. */
typedef struct io_xyz_keys {
    span properties, lattice, pbc, origin;
} io_xyz_keys;

/* Finds the known keys, in any case.  Returns 1, or 0 with a sentence about a value that is not closed, a key that is given twice with
 * different values, or a word that is meant as Properties but is not it.  `box_fault` receives such a sentence about the box, or
 * "": the points can be read all the same. */
int io_xyz_find(const char *comment, io_xyz_keys *keys, char fault[IO_XYZ_FAULT],
                char box_fault[IO_XYZ_FAULT]);

/* A word ends at a blank, or at the = behind a key. */
span io_xyz_word(const char *c);

enum { IO_XYZ_PLAIN = 40, IO_XYZ_SIDES = 3 };

/* The letters that a word begins with, in lower case and without underscores.  Returns how many characters of the word they are. */
size_t io_xyz_plain(span word, char text[IO_XYZ_PLAIN]);

/* Whether a text is one of these words, which end with NULL. */
int io_xyz_is_listed(const char *text, const char *const *words);

/* Whether a line has the numbers of a cell and nothing else but, it may be, a word before them. */
int io_xyz_is_bare_cell(const char *line);

/* Whether a key with a part of a word for a cell has as many numbers as a cell, its lengths or its angles. */
int io_xyz_has_cell(const io_xyz_pair *pair);

/* Marks the key of a side, such as Lx, whose value is a length or a vector.  Returns 1 when the keys of three sides have been seen. */
int io_xyz_sees_sides(const io_xyz_pair *pair, int seen[IO_XYZ_SIDES]);

/* Whether a name, in any case and with underscores or without, is one under which files keep a box. */
int io_names_box(const char *name);

/* Reads the box.  A lattice without pbc is periodic in all directions.  The vectors are zeros when the lattice does not consist of
 * three or nine finite numbers.  `fault` receives a sentence about a pbc, or the lattice or origin of a periodic box, that cannot
 * be read or does not suffice for points of so many dimensions; or "". */
void io_xyz_box(const io_xyz_keys *keys, int dims, nf_box *box, char fault[IO_XYZ_FAULT]);

#endif
