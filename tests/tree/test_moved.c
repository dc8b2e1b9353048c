/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Clouds that move: nf_knn() and nf_fof() take new points to be like those before, and find out where they are not. */
#include "support/calls.h"
#include "support/device.h"
#include "support/reference/fof.h"
#include "support/answers/groups.h"
#include "support/answers/knn.h"
#include "support/run.h"
#include "support/numbers.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 700, STEPS = 12, WHOLE = -1 };
static const nf_box cube = {.cell = {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}, .periodic = {1, 1, 1}};

/* What happens to points of [0, 2)^3 in each step.  `bad`: the point that is refused, or WHOLE; in a box, if it is only there. */
static const struct step {
    const char *name;
    double scale, lift; /* of all points; of every tenth point */
    int equal;          /* so many points are equal */
    int bad, in_box;
    double worst; /* a coordinate of the bad point */
} steps[STEPS] = {
    {"at first", 1, 0, 0, WHOLE, 0, 0},
    {"as expected", 1, 0, 0, WHOLE, 0, 0},
    {"larger", 16, 0, 0, WHOLE, 0, 0},
    {"smaller", 0.01, 0, 0, WHOLE, 0, 0},
    {"not finite", 0.01, 0, 0, 77, 0, NAN},
    {"after points that are not finite", 0.01, 0, 0, WHOLE, 0, 0},
    {"partly outside of the box", 1, -1, 0, WHOLE, 0, 0},
    {"outside as expected", 1, -1, 0, WHOLE, 0, 0},
    {"all inside again", 1, 0, 0, WHOLE, 0, 0},
    {"too far from the box", 1, 0, 0, 5, 1, 1e30},
    {"mostly equal", 1, 0, 600, WHOLE, 0, 0},
    {"mostly equal as expected", 1, 0, 600, WHOLE, 0, 0},
};

static int is_bad(const struct step *step, const nf_box *box) {
    return step->bad != WHOLE && (box || !step->in_box);
}

static void fill(const struct step *step, int number, const nf_box *box, nf_type type, void *data) {
    double state = 0.1 + 0.07 * number;
    for (int k = 0; k < N * 3; k++) {
        state = state * 997 - floor(state * 997);
        double at = k / 3 >= N - step->equal ? 1.25 : step->scale * state * 2 + (k / 3 % 10 ? 0 : step->lift);
        if (is_bad(step, box) && k == step->bad * 3 + 1) at = step->worst;
        support_set_number(data, type, (uint64_t)k, at);
    }
}

static void check_neighbours(nf_context *context, nf_cloud *cloud, const nf_points *points, const nf_box *box,
                             const struct step *step) {
    static const nf_knn_options self = {.include_self = 1};
    nf_result *result = NULL;
    char what[99];
    if (is_bad(step, box)) {
        (void)snprintf(what, sizeof what, "point %d", step->bad);
        support_fails(context, NF_ERROR_POINTS, what, nf_knn(cloud, 4, NULL, NULL, &result));
        ck_assert_ptr_null(result);
        return;
    }
    own_neighbours wanted = knn_host(points, box, 4, &self), got = knn_ask(context, cloud, points, 4, &self);
    knn_same(&wanted, &got, step->name);
}

static void check_groups(nf_context *context, nf_cloud *cloud, const nf_points *points, const nf_box *box,
                         const struct step *step) {
    const double length = 0.08 * step->scale;
    const fof_query all = {.arrays = GROUPS_ARRAYS};
    own_result result = NULL;
    char what[99];
    if (is_bad(step, box)) {
        (void)snprintf(what, sizeof what, "point %d", step->bad);
        support_fails(context, NF_ERROR_POINTS, what, fof_or_dbscan(cloud, length, &all, NULL, &result));
        ck_assert_ptr_null(result);
        return;
    }
    own_groups wanted = fof_host(points, box, length, NULL), got = fof_room(N);
    support_ok(context, fof_or_dbscan(cloud, length, &all, NULL, &result));
    groups_read(result, &got);
    fof_same(&wanted, &got, step->name);
}

typedef void (*check)(nf_context *, nf_cloud *, const nf_points *, const nf_box *, const struct step *);

/* Of points in the cube, and in open space if `open`. */
static void go(const char *tuning, check one, int open) {
    own_context context = support_context(tuning);
    own_memory float *data = support_allocate(N * 3 * sizeof *data);
    for (int b = 0; b <= open; b++) {
        const nf_box *box = b ? NULL : &cube;
        const nf_points points = {.rows.host = data, .n = N, .dims = 3, .type = NF_FLOAT32};
        own_cloud cloud = NULL;
        for (int k = 0; k < STEPS; k++) {
            fill(&steps[k], k, box, NF_FLOAT32, data);
            if (cloud) support_ok(context, nf_cloud_move(cloud, &points, box, NULL));
            else cloud = support_cloud_on(context, &points, box);
            one(context, cloud, &points, box, &steps[k]);
        }
    }
}

#define LANES "tree.WIDTH=32 tree.GROUP=64 knn.GROUP=64 fof.GROUP=64 knn.PACKET=1"
TEST(neighbours_of_moved_points_are_right) { go(NULL, check_neighbours, 1); }
TEST(neighbours_by_lanes_are_right) { go(LANES, check_neighbours, 1); }
/* Tests build the shapes of GPUs without optimisation on PoCL, and its users with. */
TEST(neighbours_by_lanes_that_a_driver_optimises_are_right) {
    ck_assert_int_eq(setenv("NEARFIELD_TEST_OPTIMISED", "1", 1), 0);
    go(LANES, check_neighbours, 0);
    ck_assert_int_eq(unsetenv("NEARFIELD_TEST_OPTIMISED"), 0);
}
TEST(groups_of_moved_points_are_right) { go(NULL, check_groups, 0); }
TEST(groups_by_lanes_are_right) { go(LANES, check_groups, 0); }

/* Query points of a cloud that stays: in open space a few are taken to be no larger than the points, if its tree is for these alone. */
static void check_queries(const char *tuning) {
    static const struct step turns[] = {
        {"smaller than the points", 0.5, 0, 0, WHOLE, 0, 0},
        {"as expected", 0.25, 0, 0, WHOLE, 0, 0},
        {"larger", 16, 0, 0, WHOLE, 0, 0},
        {"as large again", 16, 0, 0, WHOLE, 0, 0},
        {"much larger", 1e12, 0, 0, WHOLE, 0, 0},
        {"small after larger ones", 0.5, 0, 0, WHOLE, 0, 0},
        {"small as expected", 0.5, 0, 0, WHOLE, 0, 0},
        {"not finite", 1, 0, 0, 77, 0, NAN},
        {"infinite", 1, 0, 0, 78, 0, -INFINITY},
        {"after some that are not finite", 1, 0, 0, WHOLE, 0, 0},
    };
    own_context context = support_context(tuning);
    own_memory float *data = support_allocate(N * 3 * sizeof *data),
                     *rows = support_allocate(N * 3 * sizeof *rows);
    const nf_points points = {.rows.host = data, .n = N, .dims = 3, .type = NF_FLOAT32},
                    queries = {.rows.host = rows, .n = N - 1, .dims = 3, .type = NF_FLOAT32};
    const nf_knn_options options = {.queries = &queries};
    fill(&steps[0], 0, NULL, NF_FLOAT32, data);
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    for (size_t k = 0; k < sizeof turns / sizeof *turns; k++) {
        fill(&turns[k], (int)k + 1, NULL, NF_FLOAT32, rows);
        if (is_bad(&turns[k], NULL)) {
            nf_result *result = NULL;
            char what[99];
            (void)snprintf(what, sizeof what, "query point %d", turns[k].bad);
            support_fails(context, NF_ERROR_POINTS, what, nf_knn(cloud, 4, &options, NULL, &result));
            ck_assert_ptr_null(result);
            continue;
        }
        own_neighbours wanted = knn_host(&points, NULL, 4, &options),
                       got = knn_ask(context, cloud, &points, 4, &options);
        knn_same(&wanted, &got, turns[k].name);
    }
}

TEST(neighbours_of_query_points_are_right) { check_queries(NULL); }
TEST(neighbours_of_query_points_by_lanes_are_right) { check_queries(LANES); }

/* A cloud that becomes one of another kind: what was learned of its points holds no more. */
TEST(nothing_is_expected_of_another_kind_of_points) {
    static const nf_box tiny = {.cell = {{2e-25, 0, 0}, {0, 2e-25, 0}, {0, 0, 2e-25}}, .periodic = {1, 1, 1}};
    static const struct step outside = {"outside", 1, -1, 0, WHOLE, 0, 0},
                             small = {"tiny", 1e-25, 0, 0, WHOLE, 0, 0};
    static const struct {
        const struct step *step;
        const nf_box *box;
        int dims, is_double;
    } turns[] = {{&outside, &cube, 3, 0}, {&outside, NULL, 3, 0},  {&outside, &cube, 3, 0},
                 {&small, &tiny, 3, 0},   {&outside, &cube, 3, 0}, {&outside, NULL, 2, 0},
                 {&outside, NULL, 3, 1},  {&outside, &cube, 3, 0}};
    own_context context = support_context(NULL);
    own_memory void *data = support_allocate(N * 3 * 8);
    own_cloud cloud = NULL;
    for (size_t k = 0; k < sizeof turns / sizeof *turns; k++) {
        const nf_type type = turns[k].is_double ? support_double() : NF_FLOAT32;
        const nf_points points = {.rows.host = data, .n = N, .dims = turns[k].dims, .type = type};
        fill(turns[k].step, (int)k, turns[k].box, type, data);
        if (cloud) support_ok(context, nf_cloud_move(cloud, &points, turns[k].box, NULL));
        else cloud = support_cloud_on(context, &points, turns[k].box);
        check_groups(context, cloud, &points, turns[k].box, turns[k].step);
        check_neighbours(context, cloud, &points, turns[k].box, turns[k].step);
    }
}
