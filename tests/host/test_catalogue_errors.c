/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The catalogue of groups on the host: what is refused, and what remains of it. */
#include "support/boxes.h"
#include "support/counting.h"
#include "support/device.h"
#include "support/host_calls.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <string.h>

START_TEST(bad_arguments_are_refused) {
    static float x[] = {1, 2, 3, INFINITY}, w[] = {1, -1, 1, 1}, v[] = {1, 1, NAN, 1};
    static int32_t labels[] = {0, 0, 0, 0}, high[] = {0, 4, 0, 0}, low[] = {0, 0, -2, 0};
    const nf_points points = {.n = 3, .dims = 1, .type = NF_FLOAT32, .host = x},
                    infinite = {.n = 4, .dims = 1, .type = NF_FLOAT32, .host = x},
                    negative = {.n = 3, .dims = 1, .type = NF_FLOAT32, .host = w},
                    undefined = {.n = 3, .dims = 1, .type = NF_FLOAT32, .host = v},
                    none = {.n = 0, .dims = 1, .type = NF_FLOAT32, .host = x},
                    wide = {.n = 1, .dims = 1, .type = NF_FLOAT64, .host = w};
    const struct {
        nf_status status;
        const char *word;
        const nf_points *points;
        const int32_t *labels;
        nf_catalogue_options options;
    } rows[] = {
        {NF_ERROR_ARGUMENT, "points is NULL", NULL, labels, {.min_members = 0}},
        {NF_ERROR_ARGUMENT, "labels is a NULL buffer", &points, NULL, {.min_members = 0}},
        {NF_ERROR_ARGUMENT, "label 1 is 4", &points, high, {.min_members = 0}},
        {NF_ERROR_ARGUMENT, "label 2 is -2", &points, low, {.min_members = 0}},
        {NF_ERROR_ARGUMENT,
         "arrays names the pairs, which nf_catalogue does not have",
         &points,
         labels,
         {.arrays = NF_WANT(NF_ARRAY_PAIRS)}},
        {NF_ERROR_ARGUMENT, "set velocities", &points, labels, {.arrays = NF_WANT(NF_ARRAY_VELOCITIES)}},
        {NF_ERROR_ARGUMENT,
         "weights are 1 x 1 float64: they must be 3 x 1 float32",
         &points,
         labels,
         {.weights = &wide}},
        {NF_ERROR_ARGUMENT, "velocities are 1 x 1", &points, labels, {.velocities = &wide}},
        {NF_ERROR_POINTS, "weight 1 is -1", &points, labels, {.weights = &negative}},
        {NF_ERROR_POINTS, "velocity 2 has a component", &points, labels, {.velocities = &undefined}},
        {NF_ERROR_ARGUMENT,
         "a linking length in spacings needs a box",
         &none,
         NULL,
         {.linking_length = 0.2, .in_spacings = 1}},
        {NF_ERROR_POINTS, "point 3 has a coordinate", &infinite, labels, {.min_members = 0}},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        host_groups groups;
        char message[640] = "";
        const nf_status status = host_catalogue(rows[r].points, NULL, rows[r].labels, &rows[r].options, NULL,
                                                &groups, message, 640);
        ck_assert_msg(status == rows[r].status && strstr(message, rows[r].word), "%d: %s, not \"%s\"",
                      (int)status, message, rows[r].word);
        ck_assert_ptr_null(groups.groups);
    }
}
END_TEST

START_TEST(memory_that_is_refused_leaks_nothing) {
    enum { N = 50 };
    support_boxed boxed = support_boxed_large(3, N, NF_FLOAT32);
    float w[N];
    int32_t labels[N];
    for (int p = 0; p < N; p++) {
        w[p] = 1;
        labels[p] = p % 2;
    }
    const nf_points weights = {.n = N, .dims = 1, .type = NF_FLOAT32, .host = w};
    const nf_catalogue_options options = {.weights = &weights, .velocities = &boxed.points};
    nf_status status = NF_ERROR_MEMORY;
    for (long left = 0; status != NF_OK; left++) {
        support_counting counting = {.left = left};
        const nf_allocator allocator = support_counting_allocator(&counting);
        host_groups groups;
        char message[640];
        status = host_catalogue(&boxed.points, &boxed.box, labels, &options, &allocator, &groups, message,
                                sizeof message);
        void *const all[] = {groups.groups,     groups.members,       groups.masses, groups.centres,
                             groups.velocities, groups.inertia_radii, groups.extents};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
            ck_assert((all[k] != NULL) == (status == NF_OK));
            support_counting_release(&counting, all[k]);
        }
        ck_assert_int_eq(counting.out, 0);
        ck_assert(status == NF_OK || (status == NF_ERROR_MEMORY && strstr(message, "bytes")));
        ck_assert_int_lt(left, 100);
    }
    support_boxed_free(&boxed);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {bad_arguments_are_refused, memory_that_is_refused_leaks_nothing};
    return support_main("host_catalogue_errors", tests, sizeof tests / sizeof *tests);
}
