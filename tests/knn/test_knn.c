/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The k nearest neighbours on the device, compared with the host, which is compared with brute force (tests/host/test_knn.c). */
#include "support/calls.h"
#include "support/device.h"
#include "support/answers/knn.h"
#include "support/run.h"
#include "support/reference/zorder.h"

#include <stdlib.h>

TEST(difficult_points_have_the_neighbours_of_the_host) {
    own_context context = support_context(NULL);
    for (int kind = 0; kind < zorder_kinds; kind++) {
        own_memory void *data = NULL;
        const nf_points points = zorder_points(kind, 300, 3, NF_FLOAT32, &data);
        const nf_knn_options options = {.z_order = kind % 3 == 0};
        knn_check(context, &points, NULL, 8, &options, zorder_name(kind));
    }
}

/* The most dims, and the most neighbours. */
TEST(the_limits_have_the_neighbours_of_the_host) {
    static const struct { int dims, k; } rows[] = {{NF_KNN_DIMS_MOST, 8}, {3, 1024}};
    own_context context = support_context(NULL);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        own_memory void *data = NULL;
        const nf_points points = zorder_points(1, 1500, rows[r].dims, NF_FLOAT32, &data);
        knn_check(context, &points, NULL, rows[r].k, NULL, zorder_name(1));
    }
}

/* Moving a cloud, query points of other sizes and searches with a cutoff in between: each answer is that of a new cloud. */
TEST(a_cloud_answers_again_after_other_questions) {
    own_context context = support_context(NULL);
    void *data[2] = {NULL};
    const nf_points a = zorder_points(1, 900, 3, NF_FLOAT32, &data[0]),
                    b = zorder_points(2, 400, 3, NF_FLOAT32, &data[1]);
    const float large[] = {1e9f, 2, 3, 4, 5, 6};
    const nf_points far = {.n = 2, .dims = 3, .type = NF_FLOAT32, .rows.host = large};
    const nf_knn_options from_far = {.queries = &far};
    nf_cloud *cloud = support_cloud_on(context, &a, NULL);
    for (int turn = 0; turn < 3; turn++) {
        knn_answer wanted = knn_host(&a, NULL, 7, NULL), got = knn_ask(context, cloud, &a, 7, NULL);
        knn_same(&wanted, &got, "points");
        knn_free(&got);
        knn_free(&wanted);
        wanted = knn_host(&a, NULL, 3, &from_far);
        got = knn_ask(context, cloud, &a, 3, &from_far);
        knn_same(&wanted, &got, "query points far away");
        knn_free(&got);
        knn_free(&wanted);
        uint64_t pairs = 0;
        support_ok(context, pairs_count(cloud, 0.1, NULL, NULL, &pairs));
        support_ok(context, nf_cloud_move(cloud, &b, NULL, NULL));
        wanted = knn_host(&b, NULL, 7, NULL);
        got = knn_ask(context, cloud, &b, 7, NULL);
        knn_same(&wanted, &got, "moved");
        knn_free(&got);
        knn_free(&wanted);
        support_ok(context, nf_cloud_move(cloud, &a, NULL, NULL));
    }
    nf_cloud_free(cloud);
    for (int k = 0; k < 2; k++) free(data[k]);
}

/* A query point that reaches too many images is refused with this sentence, or as one whose loops were ended. */
static void refuses_far(nf_context *context, nf_cloud *cloud, const nf_knn_options *options,
                        const char *sentence) {
    nf_result *result = NULL;
    const nf_status status = nf_knn(cloud, 1, options, NULL, &result);
    if (!support_is_ended(context, status)) support_fails(context, NF_ERROR_POINTS, sentence, status);
    ck_assert_ptr_null(result);
}

/* Images are looked at as far as each height needs, and points for which they would be too many are refused. */
TEST(cells_may_be_thin_beside_the_distances) {
    own_context context = support_context(NULL);
    const float x[] = {0.1f, 0.2f, 0.3f, 0.4f, 0.15f, 0.35f, 0.9f, 0.8f, 0.7f, 0.95f, 0.05f, 0.5f};
    const nf_points points = {.n = 4, .dims = 3, .type = NF_FLOAT32, .rows.host = x};
    for (int k = 0; k < 3; k++) {
        nf_box box = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
        box.cell[k][k] = 1.0 / 512;
        knn_check_long(context, &points, &box, 200, NULL, "a thin cell");
        box.periodic[(k + 1) % 3] = 0;
        knn_check_long(context, &points, &box, 200, NULL, "a thin cell, not periodic along another axis");
    }
    const float far[] = {0, 0, 0, 0, 0, 0, 3000, 0, 0};
    const nf_points apart = {.n = 3, .dims = 3, .type = NF_FLOAT32, .rows.host = far};
    const nf_box thin = {.cell = {{0}, {0, 0.25, 0}, {0, 0, 0.25}}, .periodic = {0, 1, 1}};
    const nf_knn_options close = {.max_distance = 2};
    own_cloud cloud = support_cloud_on(context, &apart, &thin);
    own_result result = NULL;
    knn_check(context, &apart, &thin, 8, &close, "points apart along an axis that is not periodic");
    const nf_knn_options from_far = {
        .queries = &(nf_points){.n = 1, .dims = 3, .type = NF_FLOAT32, .rows.host = far + 6}};
    support_ok(context,
               nf_cloud_move(cloud, &(nf_points){.n = 2, .dims = 3, .type = NF_FLOAT32, .rows.host = far},
                             &thin, NULL));
    refuses_far(context, cloud, &from_far, "query point 0 has fewer than k neighbours within 512");
    /* Along the z-order it is the last one. */
    const float mixed[] = {0, 0, 0, 3000, 0, 0, 1, 0, 0};
    const nf_knn_options along = {
        .z_order = 1, .queries = &(nf_points){.n = 3, .dims = 3, .type = NF_FLOAT32, .rows.host = mixed}};
    refuses_far(context, cloud, &along, "query point 1 has fewer than k neighbours within 512");
    support_ok(context, nf_knn(cloud, 1, NULL, NULL, &result));
}
