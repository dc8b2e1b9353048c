/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Small texts as other programs and people write them: each has the pairs that its author means, or is refused with words that
 * say why. */
#ifndef NEARFIELD_TESTS_READERS_WILD_H
#define NEARFIELD_TESTS_READERS_WILD_H

#include "tools/formats/readers.h"

enum { REFUSED = -1 };

typedef struct wild {
    const char *name, *text;
    double cutoff;
    int pairs;        /* or REFUSED */
    const char *says; /* a part of the refusal, or of the note and the warning; or "" */
} wild;

/* A box that cannot be read is refused where it is chosen, unless an option gives another. */
void check_wild(const wild *row);

#define CHECK_ALL(rows)                                                                                      \
    for (size_t k = 0; k < sizeof(rows) / sizeof *(rows); k++) check_wild(&(rows)[k])

/* A cube as the cell of extended xyz. */
#define CELL    "2.5 0 0 0 2.5 0 0 0 2.5"
#define LATTICE "Lattice=\"" CELL "\" "

#endif
