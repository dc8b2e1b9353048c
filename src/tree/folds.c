#include "tree/folds.h"

#include "space/constants.cl"

#include <math.h>

nf_lattice_numbers nf_folds_lattice(const nf_space *space) {
    const nf_cells any = nf_cells_for(1, space->type, 0); /* folds do not depend on it */
    return nf_lattice_of(space, &any);
}

/* What rounding may take from a component of a distance: folded points and query points, the S.H of the rule and of boxes, and the differences are
   each off by a few units of numbers up to A (scaled coordinates are below it), A x stretch for the wraps, or (|S| + 1) V, V the sum of the components of all vectors; 64 units
   of their sum are more than all of these. */
static double slack_of(const nf_space *space, double *per_shift) {
    const double unit = space->type == NF_FLOAT32 ? 0x1p-24 : 0x1p-53;
    double reach = 1, vectors = 0;
    for (int k = 0; k < 3; k++) {
        if (space->heights[k] > 0) reach += 4 * space->stretch[k];
        for (int a = 0; a < 3; a++) vectors += fabs(space->H[k][a]);
    }
    *per_shift = 64 * unit * vectors;
    return 64 * unit * reach;
}

nf_folds nf_folds_of(const nf_space *space, const nf_scaling *scaling) {
    const nf_lattice_numbers lattice = nf_folds_lattice(space);
    double numbers[NF_FOLDS - NF_LATTICE], *to = numbers, per_shift;
    const double slack = slack_of(space, &per_shift);
    nf_folds folds;
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) *to++ = nf_scaling_of(scaling, space->H[k][a]);
    for (int a = 0; a < 3; a++) *to++ = space->origin[a] * scaling->scale;
    for (int k = 0; k < 3; k++)
        for (int a = 0; a < 3; a++) *to++ = space->normal[k][a];
    for (int k = 0; k < 3; k++) *to++ = space->heights[k] * scaling->scale;
    *to++ = slack * ldexp(scaling->scale, scaling->exponent);
    *to++ = per_shift * scaling->scale;
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
