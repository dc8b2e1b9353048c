/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The numbers of nf_group_box in cl/space/group_sums.cl. */
#ifndef NF_SPACE_GROUP_BOX_H
#define NF_SPACE_GROUP_BOX_H

#include "space/scaled.h"

enum { NF_GROUP_BOX = 27 };
/* The images that are compared along a vector, at most, on each side. */
enum { NF_GROUP_REACH = 3 };

typedef union nf_group_box_numbers {
    float f32[NF_GROUP_BOX];
    double f64[NF_GROUP_BOX];
} nf_group_box_numbers;

/* Those of a space, in the points' type.  r: the linking length, scaled; 0 if there are no links. */
nf_group_box_numbers nf_group_box_of(const nf_space *space, const nf_scaling *scaling, double r);

/*
 * The images of the box, up to reach[k] away along each vector, in which links of length r are looked for to find the places of members and the
 * vectors around which their group closes on itself.  Without loss: where a periodic vector is shorter than r, each point is linked
 * with its own image there, and a link can be replaced by one that is shorter along it.
 * H, heights  scaled, as of nf_duals()      margin  what rounding may take from a distance
 * Returns 1 if all periodic vectors are surely shorter than r: then each group closes on itself around all of them, and reach[] is 0.
 */
int nf_group_reach(double H[3][3], const double heights[3], double r, double margin, double unit,
                   int reach[3]);

#endif
