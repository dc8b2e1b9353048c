/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_catalogue: the bytes of the host's catalogue, and errors. */
#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/numbers.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of all arrays, where the points have velocities. */
static void check(nf_context *context, const nf_points *points, const nf_box *box, const int32_t *labels,
                  const nf_catalogue_options *given, const char *what) {
    static const uint64_t all =
        NF_WANT(NF_ARRAY_GROUPS) | NF_WANT(NF_ARRAY_MEMBERS) | NF_WANT(NF_ARRAY_MASSES) |
        NF_WANT(NF_ARRAY_CENTRES) | NF_WANT(NF_ARRAY_INERTIA_RADII) | NF_WANT(NF_ARRAY_EXTENTS) |
        NF_WANT(NF_ARRAY_DISPERSIONS) | NF_WANT(NF_ARRAY_ORDER) | NF_WANT(NF_ARRAY_OFFSETS);
    nf_catalogue_options own = given ? *given : (nf_catalogue_options){.size = 0};
    const nf_catalogue_options *options = given ? &own : NULL;
    if (own.velocities && !own.arrays)
        own.arrays = all | (own.linking_length > 0 ? NF_WANT(NF_ARRAY_PERCOLATES) : 0);
    own_cloud cloud = support_cloud_on(context, points, box),
              host = support_cloud_on(support_host(), points, box);
    own_buffer on = support_buffer_of(context, labels, points->n, 4);
    own_result result = NULL, wanted = NULL;
    support_ok(support_host(), nf_catalogue(host, nf_from_host(labels), options, NULL, &wanted));
    support_ok(context, nf_catalogue(cloud, on.at, options, NULL, &result));
    support_same_results(wanted, result, what);
}

/* ---- groups of all kinds --------------------------------------------------------------------------------- */

/* Random points in groups of very different sizes, with and without labels, and values of many magnitudes. */
typedef struct drawn {
    nf_points points, weights, velocities;
    int32_t *labels;
    void *data[3];
} drawn;

static drawn draw(uint64_t seed, uint64_t n, int dims, nf_type type, double scale) {
    drawn d = {.labels = support_allocate(n * 4)};
    uint64_t state = seed;
    for (int k = 0; k < 3; k++) d.data[k] = support_allocate(n * 3 * 8);
    for (uint64_t p = 0; p < n; p++) {
        const double u = support_uniform(&state);
        const uint64_t group = (uint64_t)((double)n * u * u * u * u * u * u);
        d.labels[p] = p % 7 == 3 ? -1 : (int32_t)((group * 7919 + 5) % n);
        support_set_number(d.data[1], type, p,
                           support_uniform(&state) < 0.1 ? 0 : pow(10, 8 * support_uniform(&state) - 4));
        for (uint64_t a = 0; a < (uint64_t)dims; a++) {
            const double cell = floor(5 * support_uniform(&state)) - 2;
            support_set_number(d.data[0], type, p * (uint64_t)dims + a,
                               scale * ((double)(group % 17) / 17 + 0.3 * support_uniform(&state) + cell));
            support_set_number(d.data[2], type, p * (uint64_t)dims + a,
                               pow(10, 6 * support_uniform(&state) - 3) * (support_uniform(&state) - 0.5));
        }
    }
    d.points = (nf_points){.n = n, .dims = dims, .type = type, .rows.host = d.data[0]};
    d.weights = (nf_points){.n = n, .dims = 1, .type = type, .rows.host = d.data[1]};
    d.velocities = (nf_points){.n = n, .dims = dims, .type = type, .rows.host = d.data[2]};
    return d;
}

static void drawn_free(drawn *d) {
    for (int k = 0; k < 3; k++) free(d->data[k]);
    free(d->labels);
}

TEST(groups_are_the_bytes_of_the_host) {
    static const uint64_t sizes[] = {1, 2, 300, 5000};
    static const double scales[] = {1, 1e-25, 1e18};
    own_context context = support_context(NULL);
    for (int turn = 0; turn < 8; turn++) {
        const double scale = scales[turn % 3];
        drawn d = draw((uint64_t)turn + 1, sizes[turn % 4], 3, NF_FLOAT32, scale);
        const nf_box box = {.origin = {0.1 * scale, -0.2 * scale, 0.3 * scale},
                            .cell = {{scale}, {0.3 * scale, 0.9 * scale}, {0, 0, scale}},
                            .periodic = {1, 1, 1}};
        const nf_catalogue_options options = {
            .min_members = (uint32_t)turn % 6, .weights = &d.weights, .velocities = &d.velocities};
        char what[100];
        (void)snprintf(what, sizeof what, "turn %d", turn);
        check(context, &d.points, turn < 4 ? NULL : &box, d.labels, &options, what);
        drawn_free(&d);
    }
}

/* With weights 1, 1 and 2; without velocities in the answer, and without weights. */
TEST(dispersions_are_by_weight_and_along_each_axis) {
    static const float at[9] = {0, 0, 0, 0.1F, 0, 0, 0.2F, 0, 0}, v[9] = {1, 7, 0, 3, 7, 0, 5, 7, 4},
                       w[3] = {1, 1, 2};
    static const double wanted[2][3] = {{2.75, 0, 4}, {8.0 / 3, 0, 32.0 / 9}};
    static const int32_t labels[3] = {0, 0, 0};
    const nf_points points = {.n = 3, .dims = 3, .type = NF_FLOAT32, .rows.host = at},
                    velocities = {.n = 3, .dims = 3, .type = NF_FLOAT32, .rows.host = v},
                    weights = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = w};
    for (int turn = 0; turn < 4; turn++) {
        nf_context *context = turn < 2 ? support_context(NULL) : support_host();
        nf_cloud *cloud = support_cloud_on(context, &points, NULL);
        float spread[3] = {-1, -1, -1};
        const nf_output to = {.array = NF_ARRAY_DISPERSIONS, .host = spread, .capacity = 1};
        const nf_outputs outputs = {.count = 1, .arrays = &to};
        const nf_catalogue_options options = {.min_members = 1,
                                              .velocities = &velocities,
                                              .weights = turn % 2 ? NULL : &weights,
                                              .outputs = &outputs};
        support_ok(context, nf_catalogue(cloud, nf_from_host(labels), &options, NULL, NULL));
        for (int a = 0; a < 3; a++)
            ck_assert_double_lt(fabs((double)spread[a] - sqrt(wanted[turn % 2][a])), 1e-6);
        nf_cloud_free(cloud);
        if (turn < 2) nf_context_free(context);
    }
}

/* Points 0 to 9: groups 5 and 1 of three points each, group 0 of two, which is too small, and noise. */
static void check_order(nf_context *context) {
    static const float x[10] = {0};
    static const int32_t labels[10] = {0, 1, 5, -1, 1, 5, 0, 5, -1, 1};
    static const uint32_t wanted[2][10] = {{1, 4, 9, 2, 5, 7, 0, 3, 6, 8}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}};
    static const uint64_t offsets[2][3] = {{0, 3, 6}, {0}};
    const nf_points points = {.n = 10, .dims = 1, .type = NF_FLOAT32, .rows.host = x};
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    own_result result = NULL;
    for (int none = 0; none < 2; none++) {
        const nf_catalogue_options options = {.arrays = NF_WANT(NF_ARRAY_ORDER) | NF_WANT(NF_ARRAY_OFFSETS),
                                              .min_members = none ? 4 : 3};
        const uint64_t groups = none ? 0 : 2;
        uint32_t order[10];
        uint64_t starts[3];
        support_ok(context, nf_catalogue(cloud, nf_from_host(labels), &options, NULL, &result));
        ck_assert_uint_eq(nf_result_array(result, NF_ARRAY_OFFSETS)->rows, groups + 1);
        support_ok(context, nf_result_read(result, NF_ARRAY_ORDER, 0, 10, NULL, order));
        support_ok(context, nf_result_read(result, NF_ARRAY_OFFSETS, 0, groups + 1, NULL, starts));
        ck_assert_int_eq(memcmp(order, wanted[none], sizeof order), 0);
        ck_assert_int_eq(memcmp(starts, offsets[none], (groups + 1) * 8), 0);
    }
}

TEST(the_order_has_the_points_of_each_group_and_then_all_others) {
    own_context context = support_context(NULL);
    check_order(context);
    check_order(support_host());
}

/* For one group of two there is room: the offsets are those of it alone.  Offsets without room for their first row are refused. */
static void check_room_of_offsets(nf_context *context) {
    static const float x[5] = {0};
    static const int32_t labels[5] = {3, 3, 0, 3, 0};
    static const uint64_t wanted[4][4] = {{9, 9, 9, 9}, {0, 9, 9, 9}, {0, 3, 9, 9}, {0, 3, 5, 9}};
    const nf_points points = {.n = 5, .dims = 1, .type = NF_FLOAT32, .rows.host = x};
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    for (uint64_t rows = 0; rows < 4; rows++) {
        uint64_t offsets[4] = {9, 9, 9, 9};
        const nf_output to = {.array = NF_ARRAY_OFFSETS, .host = offsets, .capacity = rows};
        const nf_outputs outputs = {.count = 1, .arrays = &to};
        const nf_catalogue_options options = {.min_members = 1, .outputs = &outputs};
        const nf_status status = nf_catalogue(cloud, nf_from_host(labels), &options, NULL, NULL);
        ck_assert_int_eq(status, rows == 0 ? NF_ERROR_ARGUMENT : rows < 3 ? NF_ERROR_CAPACITY : NF_OK);
        if (rows == 0)
            ck_assert_ptr_nonnull(
                strstr(nf_context_error(context), "offsets has room for 0 rows, and there are 1 at least"));
        ck_assert_int_eq(memcmp(offsets, wanted[rows], sizeof offsets), 0);
    }
}

TEST(offsets_have_one_row_more_than_the_groups_that_fit) {
    own_context context = support_context(NULL);
    check_room_of_offsets(context);
    check_room_of_offsets(support_host());
}

/* Sums of one block, of several, and of several blocks of these. */
TEST(large_groups_are_the_bytes_of_the_host) {
    static const uint64_t sizes[] = {255, 256, 257, 513, 65536, 65537, 140001};
    own_context context = support_context(NULL);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        drawn d = draw(s + 9, sizes[s], 3, NF_FLOAT32, 1);
        for (uint64_t p = 0; p < sizes[s]; p++) d.labels[p] = (int32_t)(sizes[s] - 1);
        const nf_catalogue_options options = {.weights = &d.weights, .velocities = &d.velocities};
        check(context, &d.points, NULL, d.labels, &options, "one group");
        drawn_free(&d);
    }
}

/* Some masses are beyond the range of floats. */
TEST(groups_of_infinite_mass_are_the_bytes_of_the_host) {
    enum { MANY = 70000 };
    own_context context = support_context(NULL);
    for (int turn = 0; turn < 2; turn++) {
        const uint64_t n = turn ? MANY : 2000;
        drawn d = draw(21, n, 3, NF_FLOAT32, 1);
        for (uint64_t p = 0; p < n; p++) support_set_number(d.data[1], NF_FLOAT32, p, p % 3 ? 3e37 : 1e-3);
        for (uint64_t p = 0; turn && p < n; p++) d.labels[p] = 5;
        const nf_catalogue_options options = {
            .min_members = 2, .weights = &d.weights, .velocities = &d.velocities};
        check(context, &d.points, NULL, d.labels, &options, turn ? "one group" : "groups");
        drawn_free(&d);
    }
}

TEST(the_catalogue_does_not_depend_on_the_shape_of_work_groups) {
    drawn d = draw(77, 3000, 3, NF_FLOAT32, 1);
    const nf_catalogue_options options = {
        .min_members = 2, .weights = &d.weights, .velocities = &d.velocities};
    nf_context *context = support_context("catalogue.GROUP=32");
    check(context, &d.points, NULL, d.labels, &options, "groups of 32");
    nf_context_free(context);
    drawn_free(&d);
}

/* From points to the catalogue on one device; a search with query points far away in between changes the scale of the tree. */
TEST(groups_of_friends_have_a_catalogue) {
    own_context context = support_context(NULL);
    drawn d = draw(6, 4000, 3, NF_FLOAT32, 1);
    static const float far[3] = {1e20f, 0, 0};
    const nf_points query = {.n = 1, .dims = 3, .type = NF_FLOAT32, .rows.host = far};
    const nf_knn_options beside = {.queries = &query};
    nf_cloud *cloud = support_cloud_on(context, &d.points, NULL);
    const nf_catalogue_options options = {.min_members = 2};
    int32_t *labels = support_allocate(4000 * 4);
    nf_result *groups = NULL, *rows = NULL, *neighbours = NULL, *wanted = NULL;
    support_ok(context, nf_fof(cloud, 0.1, NULL, NULL, &groups));
    support_ok(context, nf_result_read(groups, NF_ARRAY_LABELS, 0, 4000, NULL, labels));
    support_ok(context, nf_knn(cloud, 1, &beside, NULL, &neighbours));
    const nf_slice at = nf_at(nf_result_array(groups, NF_ARRAY_LABELS)->buffer, 0);
    nf_cloud *host = support_cloud_on(support_host(), &d.points, NULL);
    support_ok(support_host(), nf_catalogue(host, nf_from_host(labels), &options, NULL, &wanted));
    ck_assert_uint_gt(nf_result_total(wanted), 5);
    for (int turn = 0; turn < 3; turn++) {
        support_ok(context, nf_catalogue(cloud, at, &options, NULL, &rows));
        support_same_results(wanted, rows, "friends");
    }
    free(labels);
    nf_result_free(wanted);
    nf_cloud_free(host);
    nf_result_free(groups);
    nf_result_free(rows);
    nf_result_free(neighbours);
    nf_cloud_free(cloud);
    drawn_free(&d);
}

/* ---- nothing, and errors --------------------------------------------------------------------------------- */

TEST(no_groups_are_an_empty_catalogue) {
    static const float x[] = {1, 2, 3};
    static const int32_t noise[] = {-1, -1, -1};
    own_context context = support_context(NULL);
    const nf_points points = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = x},
                    none = {.n = 0, .dims = 1, .type = NF_FLOAT32};
    nf_cloud *cloud = support_cloud_on(context, &none, NULL);
    nf_result *result = NULL;
    support_ok(context, nf_catalogue(cloud, nf_at(NULL, 0), NULL, NULL, &result));
    ck_assert_uint_eq(nf_result_total(result), 0);
    nf_result_free(result);
    nf_cloud_free(cloud);
    check(context, &points, NULL, noise, NULL, "noise");
}

static void check_bad_arguments(nf_context *context) {
    static const float x[] = {1, 2, 3, INFINITY}, bad[] = {1, -1, INFINITY}, plane[] = {1, 2, 3, 4, NAN, 6};
    static const int32_t labels[] = {0, 0, 2, 0}, high[] = {0, 3, 0}, low[] = {0, 0, -2};
    static const double one[] = {1};
    const nf_points three = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = x},
                    infinite = {.n = 4, .dims = 1, .type = NF_FLOAT32, .rows.host = x},
                    none = {.n = 0, .dims = 1, .type = NF_FLOAT32},
                    weights = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = bad},
                    few = {.n = 2, .dims = 1, .type = NF_FLOAT32, .rows.host = x},
                    wide = {.n = 3, .dims = 2, .type = NF_FLOAT32, .rows.host = plane},
                    precise = {.n = 1, .dims = 1, .type = NF_FLOAT64, .rows.host = one};
    const struct {
        nf_status status;
        const char *word;
        const nf_points *points;
        const int32_t *labels;
        nf_catalogue_options options;
    } rows[] = {
        {NF_ERROR_ARGUMENT, "labels: neither host nor buffer is set", &three, NULL, {.min_members = 1}},
        {NF_ERROR_ARGUMENT,
         "label 1 is 3: it must be the index of one of the 3 points, or -1",
         &three,
         high,
         {.min_members = 1}},
        {NF_ERROR_ARGUMENT, "label 2 is -2", &three, low, {.min_members = 1}},
        {NF_ERROR_ARGUMENT, "weight 1 is -1", &three, labels, {.weights = &weights}},
        {NF_ERROR_ARGUMENT, "weights are 2 x 1", &three, labels, {.weights = &few}},
        {NF_ERROR_ARGUMENT,
         "weights are 1 x 1 float64: they must be 3 x 1 float32",
         &three,
         labels,
         {.weights = &precise}},
        {NF_ERROR_ARGUMENT, "velocities are 3 x 2", &three, labels, {.velocities = &wide}},
        {NF_ERROR_ARGUMENT, "velocity 2 has a component", &three, labels, {.velocities = &weights}},
        {NF_ERROR_ARGUMENT, "set velocities", &three, labels, {.arrays = NF_WANT(NF_ARRAY_VELOCITIES)}},
        {NF_ERROR_ARGUMENT, "set velocities", &three, labels, {.arrays = NF_WANT(NF_ARRAY_DISPERSIONS)}},
        {NF_ERROR_ARGUMENT,
         "arrays names the pairs, which nf_catalogue does not have",
         &three,
         labels,
         {.arrays = NF_WANT(NF_ARRAY_PAIRS)}},
        {NF_ERROR_ARGUMENT,
         "a linking length in spacings needs a box",
         &none,
         NULL,
         {.linking_length = 0.2, .in_spacings = 1}},
        {NF_ERROR_POINTS, "point 3 has a coordinate", &infinite, labels, {.min_members = 0}},
    };
    nf_result *result = NULL;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        own_cloud cloud = support_cloud_on(context, rows[r].points, NULL);
        support_fails(context, rows[r].status, rows[r].word,
                      nf_catalogue(cloud, nf_from_host(rows[r].labels), &rows[r].options, NULL, &result));
        ck_assert_ptr_null(result);
    }
    ck_assert_int_eq(nf_catalogue(NULL, nf_at(NULL, 0), NULL, NULL, &result), NF_ERROR_ARGUMENT);
}

TEST(bad_arguments_are_refused) {
    static const float x[] = {1, 2, 3};
    static const int32_t high[] = {0, 3, 0};
    const nf_points points = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = x};
    own_context context = support_context(NULL);
    own_cloud cloud = support_cloud_on(context, &points, NULL);
    own_buffer labels = support_buffer_of(context, high, 3, 4);
    nf_result *result = NULL;
    check_bad_arguments(context);
    check_bad_arguments(support_host());
    support_fails(context, NF_ERROR_ARGUMENT, "label 1 is 3",
                  nf_catalogue(cloud, labels.at, NULL, NULL, &result));
    support_fails(context, NF_ERROR_ARGUMENT, "labels",
                  nf_catalogue(cloud, nf_at(labels.at.buffer, UINT64_MAX), NULL, NULL, &result));
    ck_assert_ptr_null(result);
}
