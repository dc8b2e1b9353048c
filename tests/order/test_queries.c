/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Query points far outside of a periodic box: the cloud is ordered for them once, and the answers are those of a new cloud. */
#include "support/answers/pairs.h"
#include "support/device.h"

#include <nearfield/nearfield.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1200, QUERIES = 60 };
static const double cutoff = 0.7;
static const nf_box box = {
    .origin = {1, -2, 3}, .cell = {{5, 0, 0}, {0, 6, 0}, {0, 0, 7}}, .periodic = {1, 1, 1}};

/* Points inside the box, moved by `cells` cell vectors each. */
static nf_points points_in(uint64_t n, uint64_t seed, int cells, float *at) {
    uint64_t state = seed;
    for (uint64_t k = 0; k < 3 * n; k++)
        at[k] = (float)(box.origin[k % 3] +
                        (0.01 + 0.98 * support_uniform(&state) + cells) * box.cell[k % 3][k % 3]);
    return (nf_points){.n = n, .dims = 3, .type = NF_FLOAT32, .rows.host = at};
}

/* The offsets and indices of the points near each query point. */
static uint64_t *lists_of(nf_cloud *cloud, nf_context *context, const nf_points *queries, uint64_t *bytes) {
    const nf_lists_options options = {.queries = queries};
    own_result result = NULL;
    support_ok(context, nf_lists(cloud, cutoff, &options, NULL, &result));
    const uint64_t total = nf_result_total(result);
    uint64_t *all = support_allocate((QUERIES + 1) * 8 + total * 4 + 8);
    support_ok(context, nf_result_read(result, NF_ARRAY_OFFSETS, 0, QUERIES + 1, NULL, all));
    support_ok(context, nf_result_read(result, NF_ARRAY_INDICES, 0, total, NULL, all + QUERIES + 1));
    ck_assert_uint_gt(total, 0);
    *bytes = (QUERIES + 1) * 8 + total * 4;
    return all;
}

/* A cloud, and the points that it has. */
typedef struct scene {
    nf_context *context;
    nf_cloud *cloud;
    nf_points points;
    float xyz[3 * N], queries[3 * QUERIES];
} scene;

static void move(scene *s, uint64_t seed) {
    s->points = points_in(N, seed, 0, s->xyz);
    support_ok(s->context, nf_cloud_move(s->cloud, &s->points, &box, NULL));
}

/* Asks about query points so many cells away, and compares with a new cloud; returns how often the cloud was ordered. */
static uint64_t ask(scene *s, int cells) {
    const nf_points queries = points_in(QUERIES, 7, cells, s->queries);
    uint64_t bytes = 0, expected = 0;
    nf_context_reset_stages(s->context);
    uint64_t *got = lists_of(s->cloud, s->context, &queries, &bytes);
    const uint64_t sorts = support_launches(s->context, "keys");
    nf_cloud *fresh = support_cloud_on(s->context, &s->points, &box);
    uint64_t *wanted = lists_of(fresh, s->context, &queries, &expected);
    ck_assert_uint_eq(bytes, expected);
    ck_assert_int_eq(memcmp(got, wanted, bytes), 0);
    nf_cloud_free(fresh);
    free(got), free(wanted);
    return sorts - 1; /* of the query points */
}

TEST(a_cloud_is_ordered_once_for_far_query_points) {
    const nf_context_options options = {.profile = 1, .tuning = "order.SMALL=1 order.COUNTED=1"};
    scene *s = support_allocate(sizeof *s);
    const nf_points none = {.dims = 3, .type = NF_FLOAT32};
    s->context = support_context_with(&options);
    support_ok(s->context, nf_cloud_create(s->context, &none, &box, NULL, &s->cloud));
    move(s, 1);
    ck_assert_uint_eq(ask(s, 0), 1);
    ck_assert_uint_eq(ask(s, 1), 1); /* just outside: the origin is not paid for */
    ck_assert_uint_eq(ask(s, 1), 0);
    ck_assert_uint_eq(ask(s, 400), 1); /* further */
    ck_assert_uint_eq(ask(s, 400), 0);
    move(s, 2);
    ck_assert_uint_eq(ask(s, 400), 1);
    ck_assert_uint_eq(ask(s, 0), 1); /* inside again: without the reserve */
    ck_assert_uint_eq(ask(s, 0), 0);
    move(s, 3);
    ck_assert_uint_eq(ask(s, 0), 1);
    ck_assert_uint_eq(ask(s, 400), 1);
    ck_assert_uint_eq(ask(s, 0), 1);
    nf_cloud_free(s->cloud);
    nf_context_free(s->context);
    free(s);
}
