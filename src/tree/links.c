#include "tree/links.h"

#include "tree/folds.h"

#include <math.h>

static double length(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/* The periodic vectors, scaled, and what rounding may take from a distance. */
typedef struct lattice {
    double H[3][3], heights[3], margin;
} lattice;

/* The last two numbers of the folds are slacks of a component, of which a distance has three. */
static lattice lattice_of(const nf_space *space, const nf_scaling *scaling) {
    const nf_folds folds = nf_folds_of(space, scaling);
    const int narrow = space->type == NF_FLOAT32;
    const double fixed = narrow ? (double)folds.f32[NF_FOLDS - 2] : folds.f64[NF_FOLDS - 2],
                 a_shift = narrow ? (double)folds.f32[NF_FOLDS - 1] : folds.f64[NF_FOLDS - 1];
    lattice l = {.margin = 2 * (fixed + 2 * a_shift)};
    for (int k = 0; k < 3; k++) {
        l.heights[k] = space->heights[k] * scaling->scale;
        for (int a = 0; a < 3; a++) l.H[k][a] = nf_scaling_of(scaling, space->H[k][a]);
    }
    return l;
}

/* 1 if vector k has components only where no other has. */
static int is_square(const lattice *l, int k) {
    for (int j = 0; j < 3; j++)
        for (int a = 0; a < 3 && j != k; a++)
            if (fabs(l->H[j][a] * l->H[k][a]) > 0) return 0;
    return 1;
}

/*
 * Points that are linked are linked in their nearest image, too, and only images that may be this one are looked at.  It is at most half of vector k away
 * along it, if that is at right angles to the others, and otherwise at most half the sum of all.  Squares that differ by less than 64 units
 * of the linking length's may be in any order.  Points in the box differ by less than a cell, 1.25 with rounding, along each vector.
 */
static int reach_of(const lattice *l, int k, double r, double unit) {
    const double all = length(l->H[0]) + length(l->H[1]) + length(l->H[2]),
                 half = (is_square(l, k) ? length(l->H[k]) : all) / 2, most = fmin(r, all) + l->margin,
                 nearest = sqrt(half * half + 64 * unit * most * most) + 2 * l->margin;
    return (int)(fmin(most, nearest) / (l->heights[k] * (1 - 0x1p-10)) + 1.25);
}

/* Images of a point are at least the smallest height apart: within half of it of another point there is one at most. */
nf_status nf_links_for(nf_links *links, const nf_cloud *cloud, const nf_tree *tree, double linking_length,
                       uint32_t min_points) {
    const int narrow = cloud->type == NF_FLOAT32;
    const lattice l = lattice_of(&cloud->space, &tree->scaling);
    const uint32_t n = (uint32_t)cloud->n;
    int32_t reach[3] = {0};
    uint32_t twice = 0;
    double r2;
    nf_status status = NF_OK;
    NF_TRY(
        nf_scaling_square(&tree->scaling, linking_length, "the linking length", &r2, &cloud->context->error));
    for (int k = 0; k < 3; k++)
        if (l.heights[k] > 0) {
            const double r = sqrt(r2);
            reach[k] = reach_of(&l, k, r, narrow ? 0x1p-24 : 0x1p-53);
            twice |= 2 * (r * (1 + 0x1p-10) + l.margin) >= l.heights[k];
        }
    if (narrow) links->f32 = (nf_links32){(float)r2, n, min_points, {reach[0], reach[1], reach[2]}, twice};
    else links->f64 = (nf_links64){r2, n, min_points, {reach[0], reach[1], reach[2]}, twice};
done:
    return status;
}

nf_arg nf_links_arg(const nf_cloud *cloud, const nf_links *links) {
    return cloud->type == NF_FLOAT32 ? nf_struct(&links->f32, sizeof links->f32)
                                     : nf_struct(&links->f64, sizeof links->f64);
}
