/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tree/links.h"

#include "arguments/tree.h"
#include "space/constants.cl"
#include "space/duals.h"
#include "tree/folds.h"

#include <math.h>

/* The periodic vectors, scaled, and what rounding may take from a distance. */
typedef struct lattice {
    double H[3][3], heights[3], margin;
} lattice;

static lattice lattice_of(const nf_space *space, const nf_scaling *scaling) {
    lattice l = {.margin = nf_folds_margin(space, scaling)};
    for (int k = 0; k < 3; k++) {
        l.heights[k] = space->heights[k] * scaling->scale;
        for (int a = 0; a < 3; a++) l.H[k][a] = nf_scaling_of(scaling, space->H[k][a]);
    }
    return l;
}

/*
 * Points that are linked are linked in their nearest image, too, and only images that may be this one are looked at.  It is at most half of vector k away
 * along it, if that is at right angles to the others, and otherwise at most half the sum of all.  Squares that differ by less than 64 units
 * of the linking length's may be in any order.  Points in the box differ by less than a cell, 1.25 with rounding, along each vector.
 */
static double reach_of(lattice *l, int k, double r, double unit) {
    double(*H)[3] = l->H;
    const double all = nf_length(H[0]) + nf_length(H[1]) + nf_length(H[2]),
                 half = (nf_is_square(H, k) ? nf_length(H[k]) : all) / 2, most = r + l->margin,
                 nearest = sqrt(half * half + 64 * unit * most * most) + 2 * l->margin;
    return fmin(floor(fmin(most, nearest) / (l->heights[k] * (1 - 0x1p-10)) + 1.25), NF_IMAGES_MOST);
}

/* 1 if all points are linked with each other.  Reads the boxes of the last level. */
static nf_status is_whole(nf_work *work, const nf_tree *tree, double r, int *whole) {
    const nf_type type = tree->of.type;
    const size_t element = nf_type_bytes(type), width = tree->width, dims = (size_t)tree->of.dims,
                 columns = 2 * dims * width;
    const uint64_t block = tree->levels.start[tree->levels.count - 1];
    union {
        float f32[6 * NF_WIDTH_MOST];
        double f64[6 * NF_WIDTH_MOST];
    } boxes;
    double sum = 0;
    nf_status status = NF_OK;
    NF_TRY(nf_read(work, tree->boxes.buffer, block * columns * element, &boxes, columns * element));
    for (size_t a = 0; a < dims; a++) {
        double lo = HUGE_VAL, hi = -HUGE_VAL;
        for (size_t c = 0; c < width; c++) {
            const size_t low = 2 * a * width + c, high = low + width;
            lo = fmin(lo, type == NF_FLOAT32 ? (double)boxes.f32[low] : boxes.f64[low]);
            hi = fmax(hi, type == NF_FLOAT32 ? (double)boxes.f32[high] : boxes.f64[high]);
        }
        sum += (hi - lo) * (hi - lo);
    }
    *whole = sqrt(sum) < r;
done:
    return status;
}

/* There are too many images only for points far apart along an axis that is not periodic. */
static nf_status check_images(nf_work *work, const nf_tree *tree, double linking_length, double r,
                              double reach[3]) {
    int whole = 0;
    nf_status status = NF_OK;
    if ((2 * reach[0] + 1) * (2 * reach[1] + 1) * (2 * reach[2] + 1) <= NF_IMAGES_MOST) return NF_OK;
    NF_TRY(is_whole(work, tree, r, &whole));
    if (!whole) return nf_refuse_linking_length(linking_length, &work->context->error);
    for (int k = 0; k < 3; k++) reach[k] = 0;
done:
    return status;
}

/* Images of a point are at least the smallest height apart: within half of it of another point there is one at most. */
nf_status nf_links_for(nf_work *work, nf_links *links, const nf_tree *tree, double linking_length,
                       uint32_t min_points) {
    const int narrow = tree->of.type == NF_FLOAT32;
    lattice l = lattice_of(tree->of.space, &tree->scaling);
    const uint32_t n = (uint32_t)tree->of.n;
    double reach[3] = {0}, r2;
    uint32_t twice = 0;
    nf_status status = NF_OK;
    NF_TRY(
        nf_scaling_square(&tree->scaling, linking_length, "the linking length", &r2, &work->context->error));
    const double r = sqrt(r2);
    for (int k = 0; k < 3; k++)
        if (l.heights[k] > 0) {
            reach[k] = reach_of(&l, k, r, narrow ? 0x1p-24 : 0x1p-53);
            twice |= 2 * (r * (1 + 0x1p-10) + l.margin) >= l.heights[k];
        }
    NF_TRY(check_images(work, tree, linking_length, r, reach));
    const int32_t x = (int32_t)reach[0], y = (int32_t)reach[1], z = (int32_t)reach[2];
    if (narrow) links->f32 = (nf_links32){(float)r2, n, min_points, {x, y, z}, twice};
    else links->f64 = (nf_links64){r2, n, min_points, {x, y, z}, twice};
done:
    return status;
}

nf_arg nf_links_arg(nf_type type, const nf_links *links) {
    return type == NF_FLOAT32 ? nf_struct(&links->f32, sizeof links->f32)
                              : nf_struct(&links->f64, sizeof links->f64);
}
