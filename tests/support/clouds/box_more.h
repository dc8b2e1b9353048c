/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Query points and filters for boxes. */
#ifndef SUPPORT_CLOUDS_BOX_MORE_H
#define SUPPORT_CLOUDS_BOX_MORE_H

#include "support/clouds/boxes.h"

/* The memory of what is added to a box; it must stay where it is while the box is used. */
typedef struct box_more {
    nf_points queries, radii, query_radii;
    nf_filters filters;
    nf_csr exclusions;
    void *data[5];
} box_more;

/* Adds query points: some at points of the cloud, the others near them, in other images of the box, `far` cells away at most. */
void box_add_queries(support_boxed *boxed, box_more *more, uint64_t n, int far);

/* Adds the filters of the bits of `which`: 1 a smallest distance, 2 radii, 4 exclusions, 8 radii that
   differ much, with which the search is asked without a cutoff; `rule` is that of the radii.  Query points must have been
   added before. */
void box_add_filters(support_boxed *boxed, box_more *more, int which, nf_radii_rule rule);

void box_more_free(support_boxed *boxed, box_more *more);

#endif
