/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Batches on a device: what is refused, with the number of the system. */
#include "support/calls.h"
#include "support/device.h"

#include <math.h>
#include <string.h>

#include <nearfield/nearfield.h>

enum { POINTS = 6 };
static const uint64_t halves[3] = {0, 3, POINTS}, thirds[4] = {0, 2, 4, 6};
static const nf_box cubes[2] = {{.cell = {{4}}, .periodic = {1}}, {.cell = {{0}}, .periodic = {1}}};
static const double cutoffs[2] = {1, -1}, ones[2] = {1, 1};

START_TEST(bad_systems_are_refused_with_their_numbers) {
    static const struct {
        const char *says;
        nf_batch systems;
        int boxed;
    } rows[] = {
        {"points have 0 systems", {.count = 0, .offsets = halves}, 0},
        {"the systems of the points have no offsets", {.count = 2}, 0},
        {"begin with 3, not 0", {.count = 1, .offsets = halves + 1}, 0},
        {"end with 4, and there are 6", {.count = 2, .offsets = thirds}, 0},
        {"a box is given for all systems, and one for each",
         {.count = 2, .offsets = halves, .boxes = cubes},
         1},
        {"system 1: the periodic vectors of the box are zero",
         {.count = 2, .offsets = halves, .boxes = cubes},
         0},
        {"system 1: the cutoff is -1", {.count = 2, .offsets = halves, .cutoffs = cutoffs}, 0},
    };
    nf_context *context = support_context(NULL);
    const float x[POINTS] = {0, 1, 2, 3, 4, 5};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const nf_points points = {
            .n = POINTS, .dims = 1, .type = NF_FLOAT32, .host = x, .batch = &rows[k].systems};
        nf_cloud *cloud = NULL;
        support_fails(context, NF_ERROR_ARGUMENT, rows[k].says,
                      nf_cloud_create(context, &points, rows[k].boxed ? cubes : NULL, NULL, &cloud));
        ck_assert_ptr_null(cloud);
    }
    const nf_batch none = {.offsets = halves}; /* the memory functions use the number of systems */
    const nf_points points = {.n = POINTS, .dims = 1, .type = NF_FLOAT32, .batch = &none};
    uint64_t bytes = 0;
    support_fails(context, NF_ERROR_ARGUMENT, "points have 0 systems",
                  lists_cost(context, &points, NULL, 0, &bytes));
    nf_context_free(context);
}
END_TEST

START_TEST(bad_searches_of_a_batch_name_the_system) {
    nf_context *context = support_context(NULL);
    float x[POINTS] = {0, 1, 2, 3, 4, 5}, bad = NAN;
    const nf_batch two = {.count = 2, .offsets = halves},
                   own = {.count = 2, .offsets = halves, .cutoffs = ones},
                   one = {.count = 1, .offsets = thirds};
    nf_points points = {.n = POINTS, .dims = 1, .type = NF_FLOAT32, .host = x, .batch = &two};
    const nf_points query = {.n = 1, .dims = 1, .type = NF_FLOAT32, .host = &bad},
                    of_one = {.n = 2, .dims = 1, .type = NF_FLOAT32, .host = x, .batch = &one};
    const nf_pairs_options potential = {.method = NF_PAIRS_POTENTIAL}, alone = {.queries = &query},
                           fewer = {.queries = &of_one};
    const nf_lists_options skin = {.skin = 1};
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    support_ok(context, nf_cloud_create(context, &points, NULL, NULL, &cloud));
    support_fails(context, NF_ERROR_UNSUPPORTED, "NF_PAIRS_POTENTIAL knows no systems",
                  nf_pairs(cloud, 1, &potential, NULL, &result));
    support_fails(context, NF_ERROR_UNSUPPORTED, "a list with a skin is that of one system",
                  nf_lists(cloud, 1, &skin, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "the cutoff is 0", nf_pairs(cloud, 0, NULL, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "the query points have no systems, and the points have",
                  nf_pairs(cloud, 1, &alone, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "the query points have 1 systems, and the points 2",
                  nf_pairs(cloud, 1, &fewer, NULL, &result));
    points.batch = &own;
    support_ok(context, nf_cloud_move(cloud, &points, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "the systems have cutoffs of their own: it must be 0",
                  nf_pairs(cloud, 1, NULL, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "the systems have cutoffs of their own: it must be 0",
                  nf_cloud_prepare(cloud, (double)NAN, 0, NULL));
    support_fails(context, NF_ERROR_UNSUPPORTED, "a histogram has one cutoff",
                  nf_histogram(cloud, 0, 4, NULL, NULL, &result));
    x[4] = INFINITY;
    support_ok(context, nf_cloud_move(cloud, &points, NULL, NULL));
    support_fails(context, NF_ERROR_POINTS, "system 1: point 4 has a coordinate that is not finite",
                  nf_cloud_prepare(cloud, 0, 0, NULL));
    support_fails(context, NF_ERROR_POINTS, "system 1: point 4 has a coordinate that is not finite",
                  nf_pairs(cloud, 0, NULL, NULL, &result));
    ck_assert_ptr_null(result);
    nf_cloud_free(cloud);
    nf_context_free(context);
}
END_TEST

/* 2^20 cells along each of three axes, in so many systems. */
START_TEST(systems_of_too_many_cells_are_refused) {
    enum { SYSTEMS = 16 };
    float x[6 * SYSTEMS];
    uint64_t offsets[SYSTEMS + 1];
    for (int s = 0; s <= SYSTEMS; s++) offsets[s] = 2 * (uint64_t)s;
    for (int k = 0; k < 6 * SYSTEMS; k++) x[k] = k / 3 % 2 ? 1e30f : 0;
    const nf_batch systems = {.count = SYSTEMS, .offsets = offsets};
    const nf_points points = {.n = 2 * SYSTEMS, .dims = 3, .type = NF_FLOAT32, .host = x, .batch = &systems};
    nf_context *context = support_context(NULL);
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    support_ok(context, nf_cloud_create(context, &points, NULL, NULL, &cloud));
    support_fails(context, NF_ERROR_UNSUPPORTED, "the systems have more than 2^62 cells in all",
                  nf_pairs(cloud, 1, NULL, NULL, &result));
    nf_cloud_free(cloud);
    nf_context_free(context);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {bad_systems_are_refused_with_their_numbers,
                                  bad_searches_of_a_batch_name_the_system,
                                  systems_of_too_many_cells_are_refused};
    return support_main("systems_errors", tests, sizeof tests / sizeof *tests);
}
