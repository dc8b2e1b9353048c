/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "host/tree/near.h"

#include "space/constants.cl"
#include "space/duals.h"
#include "space/points.h"

#include <math.h>

/* ---- the lattice ---------------------------------------------------------------------------------------- */

static void make_lattice(host_near *near) {
    near->is_box = near->space.kind == NF_SPACE_BOX;
    near->unit = near->space.type == NF_FLOAT32 ? 0x1p-24 : 0x1p-53;
    for (int k = 0; k < 3; k++) {
        near->origin[k] = near->space.origin[k] * near->scaling.scale;
        for (int a = 0; a < 3; a++) near->H[k][a] = nf_scaling_of(&near->scaling, near->space.H[k][a]);
    }
    nf_duals(&near->space, near->H, near->dual, near->heights);
}

/* ---- points --------------------------------------------------------------------------------------------- */

/* The coordinate of a point along vector k, in cells. */
static double cells_along(const host_near *near, const double *r, int k) {
    double cells = 0;
    for (int a = 0; a < near->dims; a++)
        if (fabs(near->dual[k][a]) > 0) cells += (r[a] - near->origin[a]) * near->dual[k][a];
    return cells;
}

/* Folds a point that is `r` times into the box: again, as far away coordinates round.  0: it is too far away. */
static int fold(const host_near *near, const double *r, double *folded, int32_t wraps[3]) {
    for (int turn = 0; turn < 3; turn++) {
        int moved = 0;
        for (int k = 0; k < near->dims; k++) {
            if (!(near->heights[k] > 0)) continue;
            const double cells = floor(cells_along(near, folded, k));
            if (!(fabs(cells) <= 2 * NF_FOLDS_MOST)) return 0;
            wraps[k] += (int32_t)cells;
            moved |= fabs(cells) > 0;
        }
        if (!moved) break;
        for (int a = 0; a < near->dims; a++)
            folded[a] = r[a] - (((double)wraps[0] * near->H[0][a] + (double)wraps[1] * near->H[1][a]) +
                                (double)wraps[2] * near->H[2][a]);
    }
    return fabs((double)wraps[0]) <= NF_FOLDS_MOST && fabs((double)wraps[1]) <= NF_FOLDS_MOST &&
           fabs((double)wraps[2]) <= NF_FOLDS_MOST;
}

static nf_status fold_all(host_near *near, host_set *set) {
    const size_t dims = (size_t)near->dims;
    nf_status status = NF_OK;
    NF_TRY(nf_allocate(near->allocator, (size_t)set->n, 3 * sizeof *set->wraps, "the wraps of points",
                       (void **)&set->wraps, near->error));
    for (uint64_t p = 0; p < set->n; p++) {
        double *folded = set->folded + p * dims, unfolded[3] = {0};
        int32_t *wraps = set->wraps + 3 * p;
        for (size_t a = 0; a < dims; a++) unfolded[a] = folded[a];
        if (!fold(near, unfolded, folded, wraps))
            NF_TRY(nf_space_refuse(&near->space, set->name, (int)p,
                                   (const char *)set->scaled + p * dims * nf_type_bytes(near->space.type),
                                   near->error));
        if (set == &near->points) near->slackest = fmax(near->slackest, nf_host_slack(near, folded, wraps));
    }
done:
    return status;
}

/* Copies the points, and looks at them. */
static nf_status take(host_near *near, host_set *set, const nf_points *points, const char *name,
                      double *largest) {
    const size_t dims = (size_t)near->dims;
    nf_status status = NF_OK;
    set->name = name;
    set->n = points->n;
    NF_TRY(nf_allocate_raw(near->allocator, (size_t)points->n * dims, nf_type_bytes(points->type),
                           "the scaled points", &set->scaled, near->error));
    NF_TRY(nf_allocate_raw(near->allocator, (size_t)points->n * dims, sizeof *set->folded,
                           "the folded points", (void **)&set->folded, near->error));
    nf_points_pack(points, 0, points->n, set->scaled);
    const uint64_t bad = near->kind->look(set->scaled, points->n, near->dims, largest);
    if (bad < points->n) status = nf_points_not_finite(name, (int)bad, near->error);
done:
    return status;
}

nf_status nf_host_near_begin(host_near *near, const nf_host_cloud *cloud, const nf_points *queries) {
    const nf_points *points = &cloud->points;
    host_set *sets[] = {&near->points, queries ? &near->queries : NULL};
    double largest = 0;
    nf_status status = NF_OK;
    near->dims = points->dims;
    near->kind = points->type == NF_FLOAT32 ? &nf_host_near_f32 : &nf_host_near_f64;
    near->allocator = cloud->allocator;
    near->error = cloud->error;
    near->space = *cloud->spaces;
    NF_TRY(take(near, &near->points, points, "point", &largest));
    if (queries) NF_TRY(take(near, &near->queries, queries, "query point", &largest));
    NF_TRY(nf_scaling_for(&near->scaling, &near->space, largest, near->error));
    make_lattice(near);
    for (int s = 0; s < 2 && sets[s]; s++) {
        near->kind->scale(sets[s]->scaled, sets[s]->n * (uint64_t)near->dims, near->scaling.scale,
                          sets[s]->folded);
        if (near->is_box) NF_TRY(fold_all(near, sets[s]));
    }
done:
    return status;
}

void nf_host_near_end(host_near *near) {
    host_set *sets[] = {&near->points, &near->queries};
    for (int s = 0; s < 2; s++) {
        nf_release(near->allocator, sets[s]->scaled);
        nf_release(near->allocator, sets[s]->folded);
        nf_release(near->allocator, sets[s]->wraps);
    }
    nf_release(near->allocator, near->index);
    nf_release(near->allocator, near->bounds);
    nf_release(near->allocator, near->slacks);
    nf_release(near->allocator, near->equals);
}

/* ---- distances and images ------------------------------------------------------------------------------- */

host_search nf_host_search_of(const host_near *near, const host_set *set, uint64_t p) {
    const size_t dims = (size_t)near->dims;
    return (host_search){.near = near,
                         .own = (const char *)set->scaled + p * dims * nf_type_bytes(near->space.type),
                         .wraps = set->wraps ? set->wraps + 3 * p : NULL,
                         .folded = set->folded + p * dims,
                         .slack = set->wraps ? nf_host_slack(near, set->folded + p * dims, set->wraps + 3 * p)
                                             : 0};
}

/* With u the unit of the type, x the |coordinates| of both points along an axis, w and m the |boxes| that they and the image are away, and L = (w + m)
   |H|, summed over the vectors: the rule is off by at most u (x + 4 L), and each fold and the place of the image by 4 u (x + L), which is far less
   for floats, as they are folded in double.  Axes along which no vector has a component are exact.  All of this is a sum of what each point
   and the image add. */
static double share_of(const host_near *near) {
    return (near->space.type == NF_FLOAT32 ? 4 : 16) * near->unit;
}

double nf_host_slack(const host_near *near, const double *folded, const int32_t *wraps) {
    const double share = share_of(near);
    double sum = 0;
    for (int a = 0; a < near->dims; a++) {
        double moved = 0, off = 0;
        for (int k = 0; k < 3; k++) {
            off += fabs(near->H[k][a]);
            moved += fabs((double)wraps[k]) * fabs(near->H[k][a]);
        }
        if (!(off > 0)) continue;
        off = share * (fabs(folded[a]) + 2 * moved); /* the coordinate is at most folded + moved */
        sum += off * off;
    }
    return sqrt(sum);
}

double nf_host_image_slack(const host_near *near, const int reach[3]) {
    const double share = share_of(near);
    double sum = 0;
    for (int a = 0; a < 3 && near->is_box; a++) {
        double moved = 0;
        for (int k = 0; k < 3; k++) moved += (reach[k] + 2) * fabs(near->H[k][a]);
        sum += share * moved * share * moved;
    }
    return sqrt(sum);
}

double nf_host_reach(const host_near *near, double d2, double slack) {
    return sqrt(d2) * (1 + 32 * near->unit) + slack;
}

double nf_host_beside(const host_search *search) {
    const host_near *near = search->near;
    const double *low = near->bounds, *high = low + near->dims; /* of the first node */
    double sum = 0;
    for (int a = 0; a < near->dims; a++) {
        if (fabs(near->H[0][a]) > 0 || fabs(near->H[1][a]) > 0 || fabs(near->H[2][a]) > 0) continue;
        const double gap = fmax(fmax(low[a] - search->folded[a], search->folded[a] - high[a]), 0);
        sum += gap * gap;
    }
    return sum;
}

/* The places of folded points differ by at most 1.25 cells along each vector, their rounding included, and heights are off by much less than
   one in a thousand. */
#define PLACES  1.25
#define HEIGHTS (1 - 0x1p-10)

void nf_host_images(const host_near *near, double distance, int reach[3]) {
    for (int k = 0; k < 3; k++) {
        const double height = near->heights[k] * HEIGHTS;
        reach[k] = height > 0 ? (int)fmin(distance / height + PLACES, NF_IMAGES_MOST) : 0;
    }
}

int nf_host_are_too_many(const int reach[3]) {
    return (2.0 * reach[0] + 1) * (2.0 * reach[1] + 1) * (2.0 * reach[2] + 1) > NF_IMAGES_MOST;
}

double nf_host_covers(const host_near *near, const int reach[3]) {
    double covered = HUGE_VAL;
    for (int k = 0; k < 3; k++)
        if (near->heights[k] > 0)
            covered = fmin(covered, near->heights[k] * HEIGHTS * (reach[k] + 1 - PLACES));
    return covered;
}
