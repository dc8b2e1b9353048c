/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tree/folds.h"

#include <math.h>

nf_lattice_numbers nf_folds_lattice(const nf_space *space) {
    const nf_cells any = nf_cells_for(1, space->type); /* folds do not depend on it */
    return nf_lattice_of(space, &any);
}

double nf_folds_margin(const nf_space *space, const nf_scaling *scaling) {
    const nf_slacks s = nf_slacks_of(space, scaling);
    const double most = fmax(s.most[0], fmax(s.most[1], s.most[2]));
    return 2 * (2 * most + 2 * s.a_shift); /* of two points; three axes are less than twice one */
}

nf_folds nf_folds_of(const nf_space *space, const nf_scaling *scaling) {
    const nf_lattice_numbers lattice = nf_folds_lattice(space);
    const nf_slacks s = nf_slacks_of(space, scaling);
    double numbers[NF_FOLDS - NF_LATTICE], *to = numbers;
    nf_folds folds;
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) *to++ = nf_scaling_of(scaling, space->H[k][a]);
    for (int a = 0; a < 3; a++) *to++ = space->origin[a] * scaling->scale;
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) *to++ = space->normal[k][a];
    for (int k = 0; k < 3; k++) *to++ = space->heights[k] * scaling->scale;
    for (int k = 0; k < 3; k++) *to++ = s.excess[k];
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

double nf_folds_farthest(const nf_space *space, const nf_scaling *scaling, uint64_t n, uint64_t rows) {
    const double largest = ldexp(scaling->scale, scaling->exponent);
    const uint64_t copies = rows / n + 1; /* of the points, with `rows` of them */
    double least = HUGE_VAL;
    for (int k = 0; k < 3; k++)
        if (space->heights[k] > 0)
            least = fmin(least, space->heights[k] * scaling->scale * space->stretch[k]);
    return 4 * largest + (double)copies * least;
}
