/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The operations of a space group, as CIF lists them. */
#ifndef NEARFIELD_FORMATS_MOLECULES_CIF_SYMMETRY_H
#define NEARFIELD_FORMATS_MOLECULES_CIF_SYMMETRY_H

#include "formats/molecules/cif_text.h"

enum { CIF_MOST_OPERATIONS = 192 };

/* x' = rotation x + shift, in cell vectors; the shift is from 0 to 1. */
typedef struct cif_operation {
    int rotation[3][3];
    double shift[3];
} cif_operation;

typedef struct cif_symmetry {
    int count;                             /* 0 or 1: the atoms are all of the cell */
    cif_operation of[CIF_MOST_OPERATIONS]; /* each once */
    char group[64];                        /* what the file names it; or "" */
    uint64_t line;                         /* where it does */
    int is_named;                          /* by name or number */
    int is_p1;                             /* it says that the cell has no symmetry, or nothing */
} cif_symmetry;

/* Reads what the block says of its symmetry.  Refuses operations that are no group, or not that which the file names.  Returns 0 or
 * the problem's code. */
int cif_read_symmetry(const cif_reader *r, cif_symmetry *symmetry);

#endif
