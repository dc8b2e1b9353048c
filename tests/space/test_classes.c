/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Classes of radii: which are used, and how fine their cells are. */
#include "space/classes.h"
#include "support/clouds.h"
#include "support/device.h"

#include <math.h>

enum { SAMPLED = 1000, FINEST = 7 };

static uint32_t level_of(const nf_class_plan *plan, int c) { return plan->levels[c]; }

/* A sample of a cube of 4^3 cells: everywhere, or in its `dense`-th part along each axis; half in class 0, half in class 3. */
static void fill(nf_class_sample *sample, uint32_t dense) {
    uint64_t state = dense;
    for (size_t k = 0; k < SAMPLED; k++) {
        for (int a = 0; a < 3; a++)
            sample[k].cell[a] = (uint32_t)(support_uniform(&state) * (4 << FINEST) / dense);
        sample[k].mark = k % 2 ? 3 : 0;
    }
}

static nf_class_plan plan_of(uint64_t cells, uint64_t n, uint32_t dense, nf_radii_rule rule) {
    static nf_class_sample sample[SAMPLED];
    const nf_classes classes = nf_classes_for(rule, 1, NF_FLOAT32, 1, 1);
    const nf_class_cloud cloud = {
        .dims = 3, .finest = FINEST, .cells = cells, .edge = 2, .sampled = SAMPLED, .sample = sample};
    const uint64_t counts[NF_CLASSES] = {n / 2, 0, 0, n / 2};
    fill(sample, dense);
    return nf_classes_plan_for(&classes, &cloud, counts);
}

START_TEST(classes_are_used_where_half_of_the_radii_are_small) {
    ck_assert_int_eq(nf_classes_for(NF_RADII_SUM, 1, NF_FLOAT32, 5, 10).used, 1);
    ck_assert_int_eq(nf_classes_for(NF_RADII_SUM, 1, NF_FLOAT32, 4, 10).used, 0);
    ck_assert_int_eq(nf_classes_for(NF_RADII_SUM, 0, NF_FLOAT32, 0, 0).used, 0);
    ck_assert_int_eq(nf_classes_for(NF_RADII_SUM, 1e-37, NF_FLOAT32, 5, 10).used, 0); /* subnormal limits */
    ck_assert_int_eq(nf_classes_for(NF_RADII_SUM, 1e-37, NF_FLOAT64, 5, 10).used, 1);
}
END_TEST

/* 0.7 and its halves, in float and in double. */
START_TEST(a_radius_at_a_limit_is_in_the_class_with_that_limit) {
    enum { N = 7 };
    static const uint8_t wanted[N] = {0, 0, 1, 1, 2, 7, 7};
    static const double limits[N] = {1, 0.5, 0.5, 0.25, 0.25, 1.0 / 128, 0};
    for (int wide = 0; wide < 2; wide++) {
        const nf_type type = wide ? NF_FLOAT64 : NF_FLOAT32;
        const double most = wide ? 0.7 : (double)0.7f;
        const nf_classes classes = nf_classes_for(NF_RADII_SUM, most, type, 1, 1);
        uint64_t counts[NF_CLASSES] = {0}, merged[NF_CLASSES] = {0};
        uint8_t marks[N];
        double doubles[N];
        float floats[N];
        for (int k = 0; k < N; k++) {
            const int above = k == 1 || k == 3;
            doubles[k] = above ? nextafter(limits[k] * most, 1) : limits[k] * most;
            floats[k] = above ? nextafterf((float)(limits[k] * most), 1) : (float)(limits[k] * most);
        }
        const void *radii = wide ? (const void *)doubles : floats;
        const nf_points given = {.n = N, .dims = 1, .type = type, .host = radii};
        nf_classes_mark(&classes, type, radii, N, NF_CLASSES - 1, marks, counts);
        for (int k = 0; k < N; k++) ck_assert_int_eq(marks[k], wanted[k]);
        nf_classes_mark(&classes, type, radii, N, 1, NULL, merged);
        ck_assert_uint_eq(counts[7], 2);
        ck_assert_uint_eq(merged[1], N - 2);
        ck_assert_uint_eq(nf_radii_small(&given, most), N - 2);
        nf_classes_mark(&classes, type, NULL, N, 3, marks, counts);
        ck_assert_uint_eq(counts[3], N);
    }
}
END_TEST

START_TEST(cells_are_as_fine_as_radii_need_and_points_fill) {
    const nf_class_plan many = plan_of(64, 4000000, 1, NF_RADII_SUM),
                        few = plan_of(64, 10000, 1, NF_RADII_SUM);
    ck_assert_int_eq(many.last, 3);
    ck_assert_uint_eq(level_of(&many, 0), 2); /* of radius 1, in cells of 2: of many points half as wide */
    ck_assert_uint_eq(level_of(&many, 3), 4); /* of radius 1 / 8, whose cells have fewer */
    ck_assert_uint_eq(level_of(&few, 0), 1);
    ck_assert_int_lt((int)level_of(&few, 3), 4);
}
END_TEST

/* Of few points in a part of the cloud each has as many others in its cell as of many everywhere. */
START_TEST(cells_follow_the_density_where_the_points_are) {
    const nf_class_plan plan = plan_of(64, 20000, 16, NF_RADII_SUM);
    ck_assert_int_eq(plan.last, 3);
    ck_assert_uint_eq(level_of(&plan, 3), 5);
}
END_TEST

/* Class 3 again, behind the points of all classes, for class 0; with one-sided radii all points for each class. */
START_TEST(points_with_smaller_radii_are_in_a_grid_of_their_own) {
    const nf_class_plan plan = plan_of(64, 4000000, 1, NF_RADII_SUM),
                        all = plan_of(64, 4000000, 1, NF_RADII_QUERY);
    ck_assert_uint_eq(plan.offsets[NF_CLASSES], 4000000);
    ck_assert_uint_eq(plan.offsets[NF_CLASS_GRIDS], 6000000);
    ck_assert_uint_eq(plan.from[NF_CLASSES], 2000000);
    ck_assert_uint_eq(all.offsets[NF_CLASS_GRIDS], 12000000);
    ck_assert_uint_eq(all.from[NF_CLASSES + 3], 0);
    ck_assert_uint_eq(level_of(&all, 3), level_of(&all, NF_CLASSES + 3));
}
END_TEST

START_TEST(too_many_cells_or_points_are_one_class) {
    const nf_class_plan cells = plan_of(UINT64_C(1) << 59, 4000000, 16, NF_RADII_SUM),
                        points = plan_of(64, 3000000000, 1, NF_RADII_SUM);
    ck_assert_int_eq(cells.last, 0);
    for (int g = 0; g < NF_CLASS_GRIDS; g++) ck_assert_uint_eq(cells.levels[g], 0);
    ck_assert_int_eq(points.last, 0);
    ck_assert_uint_eq(points.offsets[NF_CLASS_GRIDS], 3000000000);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {classes_are_used_where_half_of_the_radii_are_small,
                                  a_radius_at_a_limit_is_in_the_class_with_that_limit,
                                  cells_are_as_fine_as_radii_need_and_points_fill,
                                  cells_follow_the_density_where_the_points_are,
                                  points_with_smaller_radii_are_in_a_grid_of_their_own,
                                  too_many_cells_or_points_are_one_class};
    return support_main("classes", tests, sizeof tests / sizeof *tests);
}
