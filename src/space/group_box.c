/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "space/group_box.h"

#include "space/duals.h"

#include <math.h>

/* The nearest image of a point is at most half of vector k away along it, if that is at right angles to the others, and otherwise at most half
   the sum of all, and its rounded place half a cell more. */
static double reach_of(double H[3][3], const double heights[3], int k) {
    double lengths = 0;
    if (!(heights[k] > 0)) return 0;
    if (nf_is_square(H, k)) return 1;
    for (int j = 0; j < 3; j++) lengths += sqrt(H[j][0] * H[j][0] + H[j][1] * H[j][1] + H[j][2] * H[j][2]);
    return fmin(floor(lengths / 2 / heights[k] + 0.5), NF_GROUP_REACH);
}

nf_group_box_numbers nf_group_box_of(const nf_space *space, const nf_scaling *scaling) {
    double numbers[NF_GROUP_BOX] = {0}, *to = numbers, H[3][3], dual[3][3], heights[3];
    nf_group_box_numbers box;
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) H[k][a] = nf_scaling_of(scaling, space->H[k][a]);
    nf_duals(space, H, dual, heights);
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) *to++ = H[k][a];
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) *to++ = dual[k][a];
    for (int a = 0; a < 3; a++) { /* the origin along other axes does not matter, and may be of any size */
        const double most = fmax(fabs(dual[0][a]), fmax(fabs(dual[1][a]), fabs(dual[2][a])));
        *to++ = most > 0 ? nf_scaling_of(scaling, space->origin[a]) : 0;
    }
    for (int k = 0; k < 3; k++) *to++ = reach_of(H, heights, k);
    for (int k = 0; k < NF_GROUP_BOX; k++) {
        if (space->type == NF_FLOAT32) box.f32[k] = (float)numbers[k];
        else box.f64[k] = numbers[k];
    }
    return box;
}
