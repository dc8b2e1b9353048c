/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "space/group_box.h"

#include "space/constants.cl"
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

/*
 * Let h be the height of the box along vector k, l the linking length, and limit = (1 - l / h) / 2.  If the nearest image of every member is less
 * than `limit` cells from the base, two of these images are less than h - l apart.  Then no link leads from one of them to another image of
 * a member, and links lead to these images.
 * Rounding is small beside 1/1024 of a cell but for points far away.
 */
static double limit_of(const nf_space *space, const nf_scaling *scaling, const double heights[3], double r,
                       int k) {
    const double unit = space->type == NF_FLOAT32 ? 0x1p-24 : 0x1p-53;
    double far = ldexp(scaling->scale, scaling->exponent);
    if (!(r > 0) || !(heights[k] > 0)) return 0x1p100;
    for (int a = 0; a < 3; a++) far += fabs(space->origin[a]) * scaling->scale;
    return fmax(0, (1 - 0x1p-10 - r / heights[k]) / 2 - 64 * unit * far / heights[k]);
}

int nf_group_reach(double H[3][3], const double heights[3], double r, double margin, double unit,
                   int reach[3]) {
    const double far = r + margin;
    int all = 1;
    for (int k = 0; k < 3; k++) {
        const double length = nf_length(H[k]), half = length / 2,
                     nearest = sqrt(half * half + 64 * unit * far * far) + 2 * margin;
        reach[k] = 0;
        if (!(heights[k] > 0)) continue;
        const int is_short = length * (1 + 0x1p-10) + margin < r;
        const double most = is_short && nf_is_square(H, k) ? fmin(far, nearest) : far;
        reach[k] = (int)fmin(floor(most / (heights[k] * (1 - 0x1p-10)) + 1.25), NF_IMAGES_MOST);
        all &= is_short;
    }
    for (int k = 0; k < 3 && all; k++) reach[k] = 0;
    return all;
}

nf_group_box_numbers nf_group_box_of(const nf_space *space, const nf_scaling *scaling, double r) {
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
    for (int k = 0; k < 3; k++) *to++ = limit_of(space, scaling, heights, r, k);
    for (int k = 0; k < NF_GROUP_BOX; k++) {
        if (space->type == NF_FLOAT32) box.f32[k] = (float)numbers[k];
        else box.f64[k] = numbers[k];
    }
    return box;
}
