/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What PDB and CIF share: cells of crystals. */
#ifndef NEARFIELD_FORMATS_MOLECULES_MOLECULES_H
#define NEARFIELD_FORMATS_MOLECULES_MOLECULES_H

#include "formats/reader/input.h"
#include "formats/frame.h"

/* What else a file says of its cell. */
typedef struct io_molecule_cell {
    uint64_t line;     /* where it stands */
    const char *group; /* the space group, as the file names it */
    int part;          /* the space group makes further atoms of the cell */
    const char *more;  /* what else makes further atoms of the cell; or NULL */
    const char *of;    /* what names it: "CRYST1" */
} io_molecule_cell;

/* Whether a space group is P 1, all atoms of which are in the file: "P 1", "P1", also with a number behind, or "". */
int io_is_p1(const char *group);

/* Sets the box of the frame from lengths and angles.  A length of 0 is a direction that is open; 1 x 1 x 1 stands for no cell.  Where
 * the numbers are no cell, or the file has a part of its atoms, box_fault says so. */
void io_molecule_box(const io_input *in, const double numbers[6], const io_molecule_cell *cell,
                     io_frame *frame);

/* A matrix from x, y, z to cell vectors, row by row, that is of another cell than the box of the frame, or of one along other directions, is a
 * fault of the box.  `line` is that of the cell, `what` begins the sentence, and `of` names the cell. */
void io_molecule_check_scale(const io_input *in, const double scale[9], uint64_t line, const char *what,
                             const char *of, io_frame *frame);

#endif
