/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Groups on the device, and clouds for them.  On any error these functions fail the calling test. */
#ifndef SUPPORT_ANSWERS_GROUPS_H
#define SUPPORT_ANSWERS_GROUPS_H

#include "support/own.h"
#include "support/clouds/clouds.h"
#include "support/reference/fof.h"

#include <nearfield/nearfield.h>

/* The arrays that nf_fof() may be asked for. */
#define GROUPS_ARRAYS (NF_WANT(NF_ARRAY_LABELS) | NF_WANT(NF_ARRAY_CORES) | NF_WANT(NF_ARRAY_ORDER))

/* Reads them from a result; `got` has room for n points. */
void groups_read(nf_result *result, fof_answer *got);

/* The answer of the host. */
fof_answer fof_host(const nf_points *points, const nf_box *box, double linking_length,
                    const fof_query *options);

/* A catalogue of the host, whose arrays are those of the result: NULL if they have no rows.  Release it with groups_catalogue_free. */
typedef struct groups_catalogue {
    nf_result *result;
    uint64_t count;
    const int32_t *groups;
    const uint32_t *members, *percolates;
    const void *masses, *centres, *velocities, *inertia_radii, *extents;
} groups_catalogue;
groups_catalogue groups_catalogue_of(const nf_points *points, const nf_box *box, const int32_t *labels,
                                     const nf_catalogue_options *options);
void groups_catalogue_free(groups_catalogue *catalogue);
#define own_catalogue OWNED_BY(groups_catalogue_free) groups_catalogue

/* n points in blobs of sizes from far below the linking length to far above it, and single points. */
support_cloud groups_blobs(uint64_t n, int dims, nf_type type, uint64_t seed);

#endif
