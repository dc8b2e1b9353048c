/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The brute-force images themselves, by known lattices and by a plain loop over all shifts of a large range. */
#include "support/clouds/boxes.h"
#include "support/device.h"
#include "support/reference/images.h"

#include <math.h>
#include <stdlib.h>

static void check_neighbours(const nf_box *box, double cutoff, uint64_t wanted) {
    const float origin32[3] = {0.25f, -3, 7};
    const double origin64[3] = {0.25, -3, 7};
    for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++) {
        const nf_points one = {.n = 1,
                               .dims = 3,
                               .type = (nf_type)type,
                               .rows.host = type == NF_FLOAT32 ? (const void *)origin32 : origin64};
        own_images full = images_find(&one, box, cutoff, 0), half = images_find(&one, box, cutoff, 1);
        ck_assert_uint_eq(full.count, wanted);
        ck_assert_uint_eq(half.count * 2, wanted);
    }
}

TEST(one_point_in_a_cell_has_the_shells_of_its_lattice) {
    const nf_box cubic = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}},
                 faces = {.cell = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}}, .periodic = {1, 1, 1}},
                 bodies = {.cell = {{-1, 1, 1}, {1, -1, 1}, {1, 1, -1}}, .periodic = {1, 1, 1}},
                 same = {.cell = {{1, 0, 0}, {7, 1, 0}, {-5, 9, -1}}, .periodic = {1, 1, 1}},
                 plane = {.cell = {{1, 0, 0}, {0, 0, 0}, {0, 0, 1}}, .periodic = {1, 0, 1}};
    const struct {
        const nf_box *box;
        double squares[4]; /* of the shells' radii */
        uint64_t counts[4];
    } lattices[] = {{&cubic, {1, 2, 3, 4}, {6, 18, 26, 32}},
                    {&faces, {2, 4, 6, 8}, {12, 18, 42, 54}},
                    {&bodies, {3, 4, 8, 11}, {8, 14, 26, 50}},
                    {&same, {1, 2, 3, 4}, {6, 18, 26, 32}},
                    {&plane, {1, 2, 4, 5}, {4, 8, 12, 20}}};
    for (size_t l = 0; l < sizeof lattices / sizeof *lattices; l++)
        for (int k = 0; k < 4; k++) {
            check_neighbours(lattices[l].box, sqrt(lattices[l].squares[k]) + 1e-3, lattices[l].counts[k]);
            if (k)
                check_neighbours(lattices[l].box, sqrt(lattices[l].squares[k]) - 1e-3,
                                 lattices[l].counts[k - 1]);
        }
}

/* Points 0.25 and 3.5 in a periodic line of length 4: 3.25 apart, and 0.75 across the boundary. */
TEST(a_shift_counts_cells_from_the_points_as_given) {
    const double x[] = {0.25, 3.5 + 8};
    const nf_points points = {.n = 2, .dims = 1, .type = NF_FLOAT64, .rows.host = x};
    const nf_box box = {.cell = {{4}}, .periodic = {1}};
    own_images full = images_find(&points, &box, 1, 0);
    const image wanted[] = {{0, 1, {-3, 0, 0}}, {1, 0, {3, 0, 0}}};
    double vector, distance;
    ck_assert_uint_eq(full.count, 2);
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(images_compare(&full.all[k], &wanted[k]), 0);
        ck_assert_int_eq(images_measure(&points, &box, 1, &wanted[k], &vector, &distance), 1);
        ck_assert_double_eq(vector, k ? 0.75 : -0.75);
        ck_assert_double_eq(distance, 0.75);
    }
    ck_assert_int_eq(images_measure(&points, &box, 0.75, &wanted[0], &vector, &distance), 0);
}

/* ---- a plain loop --------------------------------------------------------------------------------------- */

static long double coordinate(const support_boxed *boxed, int p, int axis) {
    const int at = p * boxed->points.dims + axis;
    return boxed->points.type == NF_FLOAT32 ? (long double)((const float *)boxed->data)[at]
                                            : (long double)((const double *)boxed->data)[at];
}

static long double plain_distance(const support_boxed *boxed, const image *at) {
    long double sum = 0;
    for (int axis = 0; axis < boxed->points.dims; axis++) {
        long double d = coordinate(boxed, at->j, axis) - coordinate(boxed, at->i, axis);
        for (int k = 0; k < boxed->points.dims; k++)
            if (at->S[k])
                d += at->S[k] * (boxed->points.type == NF_FLOAT32
                                     ? (long double)(float)boxed->box.cell[k][axis]
                                     : (long double)boxed->box.cell[k][axis]);
        sum += d * d;
    }
    return sqrtl(sum);
}

static int has(const images *found, const image *at) {
    return found->count && bsearch(at, found->all, (size_t)found->count, sizeof *at, images_compare) != NULL;
}

/* Compares the shifts -range .. range of a pair.  Returns 1 if none near the ends of the range is near. */
static int compare_shifts(const support_boxed *boxed, const images *found, image at, int range,
                          uint64_t *near) {
    const double cutoff = boxed->points.type == NF_FLOAT32 ? (double)(float)boxed->cutoff : boxed->cutoff;
    const double slack = boxed->points.type == NF_FLOAT32 ? 2e-5 : 2e-14;
    int most[3], inside = 1;
    for (int k = 0; k < 3; k++) most[k] = k < boxed->points.dims && boxed->box.periodic[k] ? range : 0;
    for (at.S[0] = -most[0]; at.S[0] <= most[0]; at.S[0]++)
        for (at.S[1] = -most[1]; at.S[1] <= most[1]; at.S[1]++)
            for (at.S[2] = -most[2]; at.S[2] <= most[2]; at.S[2]++) {
                if (at.i == at.j && !at.S[0] && !at.S[1] && !at.S[2]) continue;
                const double distance = (double)plain_distance(boxed, &at);
                if (distance >= cutoff + slack) continue;
                for (int k = 0; k < 3; k++) inside &= most[k] == 0 || abs(at.S[k]) < range - 3;
                const int is_found = has(found, &at);
                *near += (uint64_t)is_found;
                ck_assert_msg(is_found || distance > cutoff - slack,
                              "%s: (%d, %d, %d %d %d) at %.17g is missing", boxed->name, at.i, at.j, at.S[0],
                              at.S[1], at.S[2], distance);
            }
    return inside;
}

static uint64_t check_box(const support_boxed *boxed) {
    enum { POINTS = 4, LARGEST = 200 };
    support_boxed few = *boxed;
    if (few.points.n > POINTS) few.points.n = POINTS;
    own_images found = images_find(&few.points, &few.box, few.cutoff, 0);
    uint64_t near = 0;
    for (image at = {.i = 0}; at.i < (int32_t)few.points.n; at.i++)
        for (at.j = 0; at.j < (int32_t)few.points.n; at.j++)
            for (int range = 16;; range *= 2) {
                uint64_t more = 0;
                ck_assert_int_lt(range, LARGEST);
                if (!compare_shifts(&few, &found, at, range, &more)) continue;
                near += more;
                break;
            }
    ck_assert_msg(near == found.count, "%s: %llu images within the cutoff, %llu were found", boxed->name,
                  (unsigned long long)near, (unsigned long long)found.count);
    return near;
}

TEST(no_image_is_missing_and_none_is_too_many) {
    uint64_t near = 0;
    for (int k = 0; k < SUPPORT_BOXES; k++)
        for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++) {
            own_boxed boxed = support_boxed_make(k, (nf_type)type);
            near += check_box(&boxed);
        }
    ck_assert_uint_gt(near, 8000);
}

TEST(half_and_its_mirror_are_full) {
    for (int k = 0; k < SUPPORT_BOXES; k++) {
        own_boxed boxed = support_boxed_make(k, k % 2 ? NF_FLOAT32 : NF_FLOAT64);
        own_images full = images_find(&boxed.points, &boxed.box, boxed.cutoff, 0),
                   half = images_find(&boxed.points, &boxed.box, boxed.cutoff, 1);
        ck_assert_uint_eq(2 * half.count, full.count);
        for (uint64_t p = 0; p < half.count; p++) {
            const image mirror = images_mirror(&half.all[p]);
            ck_assert_msg(has(&full, &half.all[p]) && has(&full, &mirror), "%s: (%d, %d)", boxed.name,
                          mirror.j, mirror.i);
        }
    }
}

/* ---- the boxes ------------------------------------------------------------------------------------------ */

TEST(the_boxes_have_what_is_difficult) {
    int single = 0, own = 0, beyond = 0, empty = 0, sets[4][8] = {{0}};
    for (int k = 0; k < SUPPORT_BOXES; k++) {
        own_boxed boxed = support_boxed_make(k, NF_FLOAT64);
        own_images found = images_find(&boxed.points, &boxed.box, boxed.cutoff, 0);
        int is_own = 0, is_beyond = 0;
        for (uint64_t p = 0; p < found.count; p++) {
            is_own |= found.all[p].i == found.all[p].j;
            for (int a = 0; a < 3; a++) is_beyond |= abs(found.all[p].S[a]) > 1;
        }
        const int *periodic = boxed.box.periodic;
        sets[boxed.points.dims][periodic[0] + 2 * periodic[1] + 4 * periodic[2]]++;
        single += boxed.points.n == 1 && found.count > 0;
        own += is_own;
        beyond += is_beyond;
        empty += found.count == 0;
    }
    for (int dims = 1; dims <= 3; dims++)
        for (int set = 0; set < 1 << dims; set++) ck_assert_int_ge(sets[dims][set], 10);
    ck_assert_int_ge(single, 5);
    ck_assert_int_ge(own, 50);
    ck_assert_int_ge(beyond, 60);
    ck_assert_int_le(empty, 60);
}
