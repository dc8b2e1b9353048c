/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Where links lead to in a periodic box, by brute force: a walk through all links of a group. */
#ifndef SUPPORT_REFERENCE_CHAINS_H
#define SUPPORT_REFERENCE_CHAINS_H

#include <nearfield/nearfield.h>

/* A group as it is measured. */
typedef struct chained {
    uint64_t members;
    uint32_t percolates;
    int connected; /* links connect all members */
    int on_face; /* a member of a group that percolates is so near to a face of the box that rounding decides where it counts */
    double centre[3], inertia_radius, extent; /* the centre is that of some image */
} chained;

/* The group `label` of points in host memory, packed, with links of this length.  A group that is not connected has no places. */
chained chained_measure(const nf_points *points, const nf_box *box, double length, const int32_t *labels,
                        int32_t label);

#endif
