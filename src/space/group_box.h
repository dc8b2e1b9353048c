/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The numbers of nf_group_box in cl/space/group_sums.cl. */
#ifndef NF_SPACE_GROUP_BOX_H
#define NF_SPACE_GROUP_BOX_H

#include "space/scaled.h"

enum { NF_GROUP_BOX = 24 };
/* The images that are compared along a vector, at most, on each side. */
enum { NF_GROUP_REACH = 3 };

typedef union nf_group_box_numbers {
    float f32[NF_GROUP_BOX];
    double f64[NF_GROUP_BOX];
} nf_group_box_numbers;

/* Those of a space, in the points' type. */
nf_group_box_numbers nf_group_box_of(const nf_space *space, const nf_scaling *scaling);

#endif
