/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "space/images.h"

#include "space/constants.cl"

#include <float.h>
#include <math.h>

_Static_assert(NF_IMAGES_MOST == 16777216, "messages and headers say 2^24 images");

/* ---- what rounding takes ----------------------------------------------------------------------------------- */

/* 1 if the axes along which some vector has a component are as many as the vectors: then points that are few cells outside of the box
   are near it along these axes.  Along others the vectors round nothing. */
static int is_spanned(const nf_space *space) {
    int vectors = 0, axes = 0;
    for (int k = 0; k < 3; k++) {
        vectors += space->heights[k] > 0;
        axes += fabs(space->H[0][k]) > 0 || fabs(space->H[1][k]) > 0 || fabs(space->H[2][k]) > 0;
    }
    return vectors == axes;
}

nf_slacks nf_slacks_of(const nf_space *space, const nf_scaling *scaling) {
    const double unit = space->type == NF_FLOAT32 ? 0x1p-24 : 0x1p-53, most = NF_FOLDS_MOST + 4;
    const int spanned = is_spanned(space);
    nf_slacks s = {.rounding = 12 * unit, .step = nf_scaling_step(scaling)};
    double far[3], wraps[3] = {0}, all = 0, vectors = 0;
    for (int a = 0; a < 3; a++) {
        const double origin = fabs(space->origin[a] * scaling->scale);
        double within = origin;
        for (int k = 0; k < 3; k++) within += most * fabs(space->H[k][a]) * scaling->scale;
        far[a] = (spanned ? fmin(scaling->largest, within) : scaling->largest) + origin;
    }
    for (int k = 0; k < 3; k++) {
        if (!(space->heights[k] > 0)) continue;
        for (int a = 0; a < 3; a++) wraps[k] += far[a] * fabs(space->normal[k][a]);
        wraps[k] = fmin(wraps[k] / (space->heights[k] * scaling->scale) + 2, most);
        all += wraps[k];
    }
    for (int a = 0; a < 3; a++) {
        double moved = 0;
        for (int k = 0; k < 3; k++) {
            const double along = fabs(space->H[k][a]) * scaling->scale;
            moved += wraps[k] * along;
            vectors += along;
        }
        s.most[a] = s.rounding * (far[a] + moved) + s.step * all;
    }
    s.a_shift = 64 * unit * vectors;
    for (int k = 0; k < 3; k++) {
        s.excess[k] = s.a_shift;
        for (int a = 0; a < 3; a++) s.excess[k] += 2 * s.most[a] * fabs(space->normal[k][a]);
    }
    return s;
}

/* ---- how far ----------------------------------------------------------------------------------------------- */

double nf_images_reach(const nf_space *space) {
    double low = 0, high = HUGE_VAL;
    for (int k = 0; k < 3; k++)
        if (space->heights[k] > 0) high = fmin(high, fmin(space->heights[k] * NF_IMAGES_MOST, DBL_MAX));
    if (high > DBL_MAX) return high;
    for (;;) {
        const double middle = low + (high - low) / 2;
        double images = 1;
        if (!(middle > low && middle < high)) return low;
        for (int k = 0; k < 3; k++)
            if (space->heights[k] > 0) images *= 2 * floor(middle / space->heights[k]) + 1;
        if (images <= NF_IMAGES_MOST) low = middle;
        else high = middle;
    }
}

double nf_images_square(const nf_space *space, const nf_scaling *scaling) {
    const double reach = nf_images_reach(space) * scaling->scale, square = reach * reach;
    if (scaling->type != NF_FLOAT32) return square;
    if (square > (double)FLT_MAX) return HUGE_VAL;
    const float narrow = (float)square;
    return (double)((double)narrow > square ? nextafterf(narrow, 0) : narrow);
}

/* Points may be off by four times the excess where they are compared in another order. */
nf_status nf_images_check(const nf_space *space, const nf_scaling *scaling, nf_sentence *error) {
    const nf_slacks s = nf_slacks_of(space, scaling);
    double images = 1, most = 0;
    int worst = 0;
    for (int k = 0; k < 3; k++) {
        if (!(space->heights[k] > 0)) continue;
        const double cells = 4 * s.excess[k] / (space->heights[k] * scaling->scale);
        images *= 2 * floor(cells) + 1;
        if (cells > most) most = cells, worst = k;
    }
    if (images <= NF_IMAGES_MOST) return NF_OK;
    return nf_scaling_refuse(scaling, worst, error);
}
