/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The measures of a group by their definition, in long double. */
#ifndef SUPPORT_REFERENCE_GROUP_MEASURES_H
#define SUPPORT_REFERENCE_GROUP_MEASURES_H

#include <nearfield/nearfield.h>

typedef struct group_measures {
    uint64_t members;
    long double mass, centre[3], velocity[3], radius, extent; /* the centre is relative to the first member */
    uint64_t first;
} group_measures;

/* Measures the group `label`.  weights and velocities may be NULL. */
group_measures groups_measure(const nf_points *points, const nf_box *box, const int32_t *labels,
                              int32_t label, const nf_points *weights, const nf_points *velocities);

#endif
