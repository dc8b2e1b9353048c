/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Puts the atoms of a frame in ascending order of their ids, so that a number means the same atom in every frame. */
#ifndef NEARFIELD_FORMATS_READER_IDS_H
#define NEARFIELD_FORMATS_READER_IDS_H

#include "formats/reader/named.h"
#include "formats/reader/rows.h"
#include "text/words.h"

/* The ids of the atoms in the order of the file, each in a line behind the one before.  Begins with .ids.row_bytes = 8 and
 * zeros. */
typedef struct io_ids {
    io_rows ids;         /* int64_t */
    uint64_t first_line; /* of the first atom */
    int unsorted;        /* an id is not above the one before */
} io_ids;

/* Both return 0 or in->problem->code.  io_ids_add() takes the id of the atom in the last line that was read. */
int io_ids_add(io_ids *ids, span word, io_input *in);

/* The same for ids that do not stand in lines. */
int io_ids_add_number(io_ids *ids, int64_t id, io_input *in);

/* Sorts positions and columns, which have a row for each id, or for none: no ids were added.  Does nothing where the ids
 * ascend.  Refuses an id that two atoms have.  Frees the ids, also when failed is not 0, which it returns then. */
int io_ids_sort(io_ids *ids, io_input *in, int failed, io_rows *positions, io_named *named);

#endif
