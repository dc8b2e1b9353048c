/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Groups on the device, and clouds for them.  On any error these functions fail the calling test. */
#ifndef SUPPORT_GROUPS_H
#define SUPPORT_GROUPS_H

#include "support/clouds.h"
#include "support/fof.h"

#include <nearfield/nearfield.h>

/* The arrays that nf_fof() may be asked for. */
#define GROUPS_ARRAYS (NF_WANT(NF_ARRAY_LABELS) | NF_WANT(NF_ARRAY_CORES) | NF_WANT(NF_ARRAY_ORDER))

/* Reads them from a result; `got` has room for n points. */
void groups_read(nf_result *result, fof_answer *got);

/* A cloud in a box, which may be NULL. */
nf_cloud *groups_cloud(nf_context *context, const nf_points *points, const nf_box *box);

/* n points in blobs of sizes from far below the linking length to far above it, and single points. */
support_cloud groups_blobs(uint64_t n, int dims, nf_type type, uint64_t seed);

#endif
