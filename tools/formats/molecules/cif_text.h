/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Reads the data blocks of a CIF file, and keeps the items of them that the atoms need. */
#ifndef NEARFIELD_FORMATS_MOLECULES_CIF_TEXT_H
#define NEARFIELD_FORMATS_MOLECULES_CIF_TEXT_H

#include "formats/reader/rows.h"
#include "text/words.h"

/* What the items are; several tags may mean the same. */
typedef enum cif_item {
    CIF_CELL,                         /* a, b, c, alpha, beta, gamma */
    CIF_FRACTION = CIF_CELL + 6,      /* of an atom: x, y, z in cell vectors */
    CIF_CARTESIAN = CIF_FRACTION + 3, /* x, y, z in angstroms */
    CIF_MATRIX = CIF_CARTESIAN + 3,   /* from x, y, z to cell vectors, row by row */
    CIF_OCCUPANCY = CIF_MATRIX + 9,
    CIF_DISORDER, /* the group, or the letter of an alternate */
    CIF_DUMMY,    /* "dum": no atom */
    CIF_MODEL,
    CIF_OPERATION, /* of symmetry: "x,y,z" */
    CIF_GROUP,     /* the name of the space group */
    CIF_GROUP_NUMBER,
    CIF_HALL,     /* another name of it */
    CIF_OTHER,    /* symmetry of another kind: magnetic, modulated */
    CIF_ASSEMBLY, /* operations that make an assembly */
    CIF_NCS,      /* operations that make further atoms of the cell: "given" or "generate" */
    CIF_ITEMS
} cif_item;

/* A data block: the text of each value, one behind the other, and where each begins. */
typedef struct cif_block {
    char *text;
    size_t used, room;
    io_rows values[CIF_ITEMS];
} cif_block;

/* Where the file is read. */
typedef struct cif_reader {
    io_input *in;
    cif_block block;
    char *line; /* the line that is being read; or NULL */
    const char *at;
    char *long_text; /* of a text in several lines */
    size_t long_room;
    int started; /* the first heading has been read */
    int begun;   /* the heading of the next block has been read */
} cif_reader;

/* Reads the next block with atoms into the place of the block before.  *found is 0 where there is none.  Returns 0 or
 * in->problem->code. */
int cif_next_block(cif_reader *r, int *found);

/* How many values an item has, one of them, and the line where it stands.  "" for the values ? and . that stand for none. */
uint64_t cif_count(const cif_block *block, int item);
const char *cif_value(const cif_block *block, int item, uint64_t k);
uint64_t cif_line(const cif_block *block, int item, uint64_t k);

/* Sets the problem "NAME:LINE: ..." of a value. */
int cif_fail(const cif_reader *r, int item, uint64_t k, const char *format, ...);

/* Parses a value that may have its uncertainty in brackets, "5.640(1)". */
int cif_number(const cif_block *block, int item, uint64_t k, double *number);

void cif_free(cif_reader *r);

#endif
