/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tree/folds.h"

#include "space/constants.cl"

#include <math.h>

nf_lattice_numbers nf_folds_lattice(const nf_space *space) {
    const nf_cells any = nf_cells_for(1, space->type, 0); /* folds do not depend on it */
    return nf_lattice_of(space, &any);
}

/* What rounding may take from an axis of a distance, as cl/tree/slack.cl has it; scaled. */
typedef struct slacks {
    double rounding, step, a_shift;
    double most
        [3]; /* of a point, along each axis: its coordinate, that of the origin, and what it is folded by */
} slacks;

static slacks slacks_of(const nf_space *space, const nf_scaling *scaling) {
    const double unit = space->type == NF_FLOAT32 ? 0x1p-24 : 0x1p-53, largest = scaling->largest;
    slacks s = {.rounding = 12 * unit, .step = nf_scaling_step(scaling)};
    double far[3], wraps[3] = {0}, all = 0, vectors = 0;
    for (int a = 0; a < 3; a++) far[a] = largest + fabs(space->origin[a] * scaling->scale);
    for (int k = 0; k < 3; k++) {
        if (!(space->heights[k] > 0)) continue;
        for (int a = 0; a < 3; a++) wraps[k] += far[a] * fabs(space->normal[k][a]);
        wraps[k] = wraps[k] / (space->heights[k] * scaling->scale) + 2;
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
    return s;
}

double nf_folds_margin(const nf_space *space, const nf_scaling *scaling) {
    const slacks s = slacks_of(space, scaling);
    const double most = fmax(s.most[0], fmax(s.most[1], s.most[2]));
    return 2 * (2 * most + 2 * s.a_shift); /* of two points; three axes are less than twice one */
}

nf_folds nf_folds_of(const nf_space *space, const nf_scaling *scaling) {
    const nf_lattice_numbers lattice = nf_folds_lattice(space);
    const slacks s = slacks_of(space, scaling);
    double numbers[NF_FOLDS - NF_LATTICE], *to = numbers;
    nf_folds folds;
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) *to++ = nf_scaling_of(scaling, space->H[k][a]);
    for (int a = 0; a < 3; a++) *to++ = space->origin[a] * scaling->scale;
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) *to++ = space->normal[k][a];
    for (int k = 0; k < 3; k++) *to++ = space->heights[k] * scaling->scale;
    for (int k = 0; k < 3; k++) {
        *to = s.a_shift;
        for (int a = 0; a < 3; a++) *to += 2 * s.most[a] * fabs(space->normal[k][a]);
        to++;
    }
    *to++ = s.rounding;
    *to++ = s.step;
    *to++ = s.a_shift;
    for (int k = 0; k < NF_FOLDS; k++) {
        if (space->type == NF_FLOAT32)
            folds.f32[k] = k < NF_LATTICE ? lattice.f32[k] : (float)numbers[k - NF_LATTICE];
        else folds.f64[k] = k < NF_LATTICE ? lattice.f64[k] : numbers[k - NF_LATTICE];
    }
    return folds;
}

nf_arg nf_lattice_arg(const nf_space *space, const nf_lattice_numbers *lattice) {
    return space->type == NF_FLOAT32 ? nf_struct(lattice->f32, sizeof lattice->f32)
                                     : nf_struct(lattice->f64, sizeof lattice->f64);
}

nf_arg nf_folds_arg(const nf_space *space, const nf_folds *folds) {
    return space->type == NF_FLOAT32 ? nf_struct(folds->f32, sizeof folds->f32)
                                     : nf_struct(folds->f64, sizeof folds->f64);
}

int nf_folds_are_few(const nf_space *space, const nf_scaling *scaling, uint64_t n, uint64_t rows,
                     double most) {
    const double largest = ldexp(scaling->scale, scaling->exponent);
    const uint64_t copies = rows / n + 1; /* of the points, with `rows` of them */
    double far = 4 * largest, least = HUGE_VAL, images = 1;
    for (int k = 0; k < 3; k++)
        if (space->heights[k] > 0) {
            const double length = space->heights[k] * scaling->scale * space->stretch[k];
            least = fmin(least, length);
        }
    far = fmin(far + (double)copies * least, most);
    for (int k = 0; k < 3; k++)
        if (space->heights[k] > 0) images *= 2 * (1.5 * far / (space->heights[k] * scaling->scale) + 2) + 1;
    return images <= NF_IMAGES_MOST;
}
