/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Pairs that are left out: read as pairs or as rows of partners, and given to the library as rows. */
#ifndef NEARFIELD_POINTS_EXCLUSIONS_H
#define NEARFIELD_POINTS_EXCLUSIONS_H

#include "points/filters.h"

/* Reads the file as pairs, one to a row of c->files[OF_EXCLUDE]: two integers each.  The arrays offsets and indices of an
 * archive are taken for rows of partners, and its array pairs for pairs.  Returns 0 or problem->code. */
int exclusions_read(filters *c, text_problem *problem);

/* Makes c->rows of them for so many points of this source.  Returns 0 or problem->code. */
int exclusions_take(filters *c, uint64_t points, const char *source, text_problem *problem);

#endif
