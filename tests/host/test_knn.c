/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The k nearest neighbours on the host, compared with brute force. */
#include "support/clouds/box_more.h"
#include "support/clouds/clouds.h"
#include "support/counting.h"
#include "support/device.h"
#include "support/answers/knn.h"
#include "support/run.h"
#include "support/reference/zorder.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(const nf_points *points, const nf_box *box, int k, const nf_knn_options *options,
                  const char *name) {
    char what[300];
    own_neighbours wanted = knn_brute(points, box, k, options), got = knn_host(points, box, k, options);
    (void)snprintf(what, sizeof what, "%s: %llu points in %dD, type %d, k %d", name,
                   (unsigned long long)points->n, points->dims, (int)points->type, k);
    knn_same(&wanted, &got, what);
}

TEST(difficult_points_have_the_neighbours_of_brute_force) {
    const uint64_t sizes[] = {0, 1, 2, 17, 300, 1500};
    for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++)
        for (int dims = 1; dims <= NF_KNN_DIMS_MOST; dims++)
            for (int size = 0; size < 5 + (dims == 3 && !support_small()); size++)
                for (int kind = 0; kind < zorder_kinds; kind++) {
                    static const int ks[] = {1, 8, 3, 40, 1024};
                    const int turn = kind + size + dims;
                    void *data = NULL;
                    const nf_points points = zorder_points(kind, sizes[size], dims, (nf_type)type, &data);
                    const nf_knn_options options = {.include_self = turn % 2, .z_order = turn % 3 == 0};
                    if (support_small() && size > 3 && turn % 4) {
                        free(data);
                        continue;
                    }
                    check(&points, NULL, size == 4 && kind % 5 ? ks[turn % 4] : ks[turn % 5], &options,
                          zorder_name(kind));
                    free(data);
                }
}

TEST(query_points_have_the_neighbours_of_brute_force) {
    for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++)
        for (int dims = 1; dims <= NF_KNN_DIMS_MOST; dims += 1 + support_small())
            for (int kind = 0; kind < zorder_kinds; kind++) {
                own_memory void *data = NULL, *query_data = NULL;
                const nf_points points = zorder_points(kind, kind % 4 ? 200 : 3, dims, (nf_type)type, &data),
                                queries = zorder_points((kind + dims) % zorder_kinds, 70, dims, (nf_type)type,
                                                        &query_data);
                const nf_knn_options options = {
                    .queries = &queries, .z_order = kind % 2, .include_self = kind % 3 == 0};
                check(&points, NULL, 1 + kind, &options, zorder_name(kind));
            }
}

TEST(boxes_have_the_images_of_brute_force) {
    static const int ks[] = {1, 6, 20, 3, 90};
    for (int b = 0; b < SUPPORT_BOXES; b++)
        for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++) {
            support_boxed boxed = support_boxed_make(b, (nf_type)type);
            box_more more;
            if (b % 4 == 1) support_boxed_move(&boxed, type == NF_FLOAT32 ? 0x1p10 : 0x1p40);
            const int with_queries = b % 3 == 0;
            if (with_queries) box_add_queries(&boxed, &more, 15, b % 2 ? 20 : 1);
            const nf_knn_options options = {.include_self = b % 2,
                                            .max_distance = b % 5 == 0 ? boxed.cutoff : 0,
                                            .z_order = b % 7 == 0,
                                            .queries = boxed.queries};
            check(&boxed.points, &boxed.box, ks[(b + type) % (support_small() ? 4 : 5)], &options,
                  boxed.name);
            if (with_queries) box_more_free(&boxed, &more);
            support_boxed_free(&boxed);
        }
}

TEST(many_points_in_boxes_have_the_images_of_brute_force) {
    for (int b = support_small(); b < 10; b += 1 + 2 * support_small()) {
        support_boxed boxed =
            support_boxed_large(b, support_small() ? 150 : 500, b % 2 ? NF_FLOAT32 : NF_FLOAT64);
        check(&boxed.points, &boxed.box, 9, NULL, boxed.name);
        support_boxed_free(&boxed);
        boxed = support_boxed_exact(b, 120, b % 2 ? NF_FLOAT32 : NF_FLOAT64); /* with ties */
        check(&boxed.points, &boxed.box, 12, NULL, boxed.name);
        support_boxed_free(&boxed);
    }
}

TEST(rows_longer_than_the_cloud_have_images_of_few_points) {
    for (int dims = 1; dims <= 3; dims++)
        for (uint64_t n = 1; n <= 3; n++) {
            const double x[9] = {0.25, 0.5, 0.125, 1.75, 2, -0.5, 7, 5, 3};
            const nf_points points = {.n = n, .dims = dims, .type = NF_FLOAT64, .rows.host = x};
            nf_box box = {.cell = {{1, 0, 0}, {0.25, 2, 0}, {0, 0.5, 0.75}}, .periodic = {1, 1, 1}};
            check(&points, &box, 1024, NULL, "tiny cell");
            box.periodic[0] = dims == 1;
            check(&points, &box, 300, NULL, "tiny cell, not periodic along x");
            box.cell[0][0] = 40;
            check(&points, &box, 300, NULL, "flat cell");
        }
}

/* What wrapping rounds away, in float more than the distances of neighbours, decides nothing. */
TEST(points_far_outside_of_the_box_keep_their_neighbours) {
    enum { N = 160 };
    for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++)
        for (int power = 2; power <= 20; power += 3) {
            static float f[N];
            static double d[N];
            const uint64_t n = power < 18 ? N : 40;
            uint64_t state = (uint64_t)power;
            for (uint64_t p = 0; p < n; p++) {
                d[p] = 0.7 * (support_uniform(&state) +
                              floor((support_uniform(&state) * 2 - 1) * (ldexp(1, power) - 1)));
                f[p] = (float)d[p];
            }
            const nf_points points = {.n = n,
                                      .dims = 1,
                                      .type = (nf_type)type,
                                      .rows.host = type == NF_FLOAT32 ? (const void *)f : d};
            const nf_box box = {.origin = {0.1}, .cell = {{0.7}}, .periodic = {1}};
            check(&points, &box, 5, NULL, "far outside");
        }
}

static nf_status ask(const nf_points *points, const nf_box *box, uint32_t k, const nf_knn_options *options) {
    own_cloud cloud = NULL;
    own_result result = NULL;
    nf_status status = nf_cloud_create(support_host(), points, box, NULL, &cloud);
    if (status == NF_OK) status = nf_knn(cloud, k, options, NULL, &result);
    return status;
}

TEST(points_too_far_from_the_box_are_named) {
    double x[] = {0.5, 0.25, -3.5, 4};
    nf_points points = {.n = 4, .dims = 1, .type = NF_FLOAT64, .rows.host = x};
    const nf_box box = {.cell = {{1}}, .periodic = {1}};
    x[2] = 0x1p20 + 0.5; /* just inside */
    support_ok(support_host(), ask(&points, &box, 3, NULL));
    x[2] = 0x1p20 + 1.5;
    support_fails(support_host(), NF_ERROR_POINTS, "point 2 is too far from the box",
                  ask(&points, &box, 3, NULL));
    const nf_points query = {.n = 1, .dims = 1, .type = NF_FLOAT64, .rows.host = x + 2};
    const nf_knn_options options = {.queries = &query};
    points.n = 2;
    support_fails(support_host(), NF_ERROR_POINTS, "query point 0 is too far from the box",
                  ask(&points, &box, 3, &options));
}

TEST(a_distance_is_a_bound_that_neighbours_do_not_reach) {
    const float x[] = {0, 1, 2, 3, 4.5f};
    const nf_points points = {.n = 5, .dims = 1, .type = NF_FLOAT32, .rows.host = x};
    nf_knn_options options = {.max_distance = 1};
    knn_answer got = knn_host(&points, NULL, 2, &options);
    for (int c = 0; c < 10; c++) ck_assert_int_eq(got.indices[c], -1);
    knn_free(&got);
    options.max_distance = 1.0000001;
    got = knn_host(&points, NULL, 2, &options);
    const int32_t wanted[] = {1, -1, 0, 2, 1, 3, 2, -1, -1, -1};
    ck_assert_int_eq(memcmp(got.indices, wanted, sizeof wanted), 0);
    ck_assert(((float *)got.distances)[1] > 1e38f && ((float *)got.kth_distances)[0] > 1e38f);
    ck_assert(((float *)got.densities)[0] == 0 && ((float *)got.mean_distances)[1] == 1);
    ck_assert(((float *)got.densities)[1] == 1); /* 2 neighbours in a length of 2 */
    knn_free(&got);
    for (int power = -90; power <= 120; power += 15) { /* any bound beside the coordinates */
        options.max_distance = ldexp(1, power);
        if (power < -96) continue;
        check(&points, NULL, 3, &options, "a bound");
    }
}

TEST(clouds_without_points_give_rows_without_neighbours) {
    const float x[] = {1, 2, 3};
    const nf_points none = {.n = 0, .dims = 1, .type = NF_FLOAT32},
                    some = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = x};
    const nf_box box = {.cell = {{1}}, .periodic = {1}};
    nf_knn_options options = {.queries = &some};
    knn_answer got = knn_host(&none, &box, 2, &options);
    for (int c = 0; c < 6; c++) ck_assert(got.indices[c] == -1 && ((float *)got.distances)[c] > 1e38f);
    knn_free(&got);
    options.queries = &none;
    got = knn_host(&some, NULL, 2, &options);
    knn_free(&got);
}

TEST(points_and_query_points_are_taken_from_every_place) {
    enum { N = 60 };
    own_memory void *data = NULL;
    const nf_points packed = zorder_points(1, N, 3, NF_FLOAT64, &data);
    const double *x = packed.rows.host;
    double rows[4 * N], apart[3][N];
    for (int p = 0; p < N; p++) {
        rows[4 * p + 3] = (double)NAN;
        for (int a = 0; a < 3; a++) rows[4 * p + a] = apart[a][p] = x[3 * p + a];
    }
    const nf_points strided = {.n = N, .dims = 3, .type = NF_FLOAT64, .rows.host = rows, .stride = 4},
                    axes = {.n = N,
                            .dims = 3,
                            .type = NF_FLOAT64,
                            .axes = {{.host = apart[0]}, {.host = apart[1]}, {.host = apart[2]}}};
    const nf_knn_options options = {.queries = &packed, .z_order = 1},
                         from_strided = {.queries = &strided, .z_order = 1};
    own_neighbours wanted = knn_brute(&packed, NULL, 5, &options);
    own_neighbours got = knn_host(&axes, NULL, 5, &from_strided);
    knn_same(&wanted, &got, "points in arrays, query points in long rows");
}

/* Arrays that are not asked for are not touched, and those that are do not depend on the others. */
TEST(arrays_are_written_where_they_are_asked_for) {
    const float x[] = {0, 1, 3};
    const nf_points points = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = x};
    float kth[3], mean[3];
    const nf_output outputs[] = {{.array = NF_ARRAY_KTH_DISTANCES, .host = kth, .capacity = 3},
                                 {.array = NF_ARRAY_MEAN_DISTANCES, .host = mean, .capacity = 3}};
    own_cloud cloud = support_cloud_on(support_host(), &points, NULL);
    for (int k = 0; k < 2; k++) {
        const nf_outputs one = {.count = 1, .arrays = &outputs[k]};
        const nf_knn_options options = {.outputs = &one};
        support_ok(support_host(), nf_knn(cloud, 2, &options, NULL, NULL));
    }
    ck_assert(kth[0] == 3 && kth[1] == 2 && kth[2] == 3);
    ck_assert(mean[0] == 2 && mean[1] == 1.5f && mean[2] == 2.5f);
}

/* A query point that is far from a box of thin cells reaches too many images to look at. */
TEST(too_many_images_are_refused) {
    const double x[] = {0, 0}, q[] = {0, 1e12};
    const nf_points points = {.n = 1, .dims = 2, .type = NF_FLOAT64, .rows.host = x},
                    query = {.n = 1, .dims = 2, .type = NF_FLOAT64, .rows.host = q};
    const nf_box box = {.cell = {{1e-6, 0}}, .periodic = {1}};
    const nf_knn_options options = {.queries = &query};
    support_fails(support_host(), NF_ERROR_POINTS, "query point 0 has fewer than k neighbours within 8.38861",
                  ask(&points, &box, 2, &options));
}

/* Points away from the cluster find only their own images, which are many in so slanted a cell; the last of them is the first in the tree. */
TEST(of_points_with_too_many_images_the_smallest_index_is_named) {
    enum { K = 600, N = K + 60 };
    double x[N][3] = {{0}};
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT64, .rows.host = x};
    const nf_box box = {.cell = {{1}, {0.6180339887, 2e-5}, {0, 0, 1}}, .periodic = {1, 1}};
    for (int p = 0; p < N; p++) x[p][0] = 0.5 + 1e-7 * p;
    support_ok(support_host(), ask(&points, &box, K, NULL));
    x[1][2] = 3;
    x[3][2] = 2;
    x[N - 1][2] = -3;
    support_fails(support_host(), NF_ERROR_POINTS, "", ask(&points, &box, K, NULL));
    const char *message = nf_context_error(support_host());
    ck_assert_msg(strncmp(message, "point 1 has fewer than k neighbours", 35) == 0, "%s", message);
}

static nf_status ask_in_z_order(nf_context *host, const void *of) {
    const support_boxed *boxed = of;
    const nf_knn_options options = {.z_order = 1, .queries = &boxed->points};
    own_cloud cloud = NULL;
    own_result result = NULL;
    nf_status status = nf_cloud_create(host, &boxed->points, &boxed->box, NULL, &cloud);
    if (status == NF_OK) status = nf_knn(cloud, 4, &options, NULL, &result);
    return status;
}

TEST(memory_that_is_refused_leaks_nothing) {
    own_boxed boxed = support_boxed_large(3, 200, NF_FLOAT32);
    support_refuse_memory(ask_in_z_order, &boxed);
}

/* ---- points that many programs are slow for --------------------------------------------------------------- */

/* Of points at two places, and of query points elsewhere that are equally far from many: those of smallest index.  A search that looks at all equal
   points does not end within the time of a test. */
TEST(many_equal_points_are_answered_in_time) {
    enum { MANY = 200000, QUERIES = 50000, K = 4 };
    static const nf_box boxes[] = {{.periodic = {0}},
                                   {.cell = {{3, 0, 0}, {0, 3, 0}, {0, 0, 3}}, .periodic = {1, 1, 1}}};
    float(*r)[3] = support_allocate(MANY * sizeof *r), (*q)[3] = support_allocate(QUERIES * sizeof *q);
    for (int p = 0; p < MANY; p++) r[p][0] = r[p][1] = r[p][2] = p % 2 ? 1 : 0.5F;
    for (int p = 0; p < QUERIES; p++) q[p][0] = q[p][1] = q[p][2] = 1.25F;
    const nf_points points = {.n = MANY, .dims = 3, .type = NF_FLOAT32, .rows.host = r},
                    queries = {.n = QUERIES, .dims = 3, .type = NF_FLOAT32, .rows.host = q};
    const nf_knn_options beside = {.queries = &queries};
    for (int b = 0; b < 2; b++) {
        own_neighbours own = knn_host(&points, &boxes[b], K, NULL),
                       of_queries = knn_host(&points, &boxes[b], K, &beside);
        for (int p = 0; p < MANY; p++)
            for (int k = 0; k < K; k++)
                ck_assert_int_eq(own.indices[p * K + k], p % 2 + 2 * (k + (p / 2 < K && k >= p / 2)));
        for (int p = 0; p < QUERIES; p++)
            for (int k = 0; k < K; k++) ck_assert_int_eq(of_queries.indices[p * K + k], 1 + 2 * k);
    }
    free(r);
    free(q);
}

/* The coordinates of that point are rounded to a sixteenth of a cell, but not those of the others, which have the neighbours that they have without it. */
TEST(one_point_far_outside_of_the_box_does_not_make_others_slow) {
    enum { MANY = 40000, K = 6 };
    const nf_box box = {.cell = {{1, 0, 0}, {0.2, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    float(*r)[3] = support_allocate(MANY * sizeof *r);
    uint64_t state = 8;
    int others = 0;
    for (int p = 0; p < MANY; p++)
        for (int a = 0; a < 3; a++) r[p][a] = (float)support_uniform(&state);
    for (int a = 0; a < 3; a++) r[MANY - 1][a] = 8e5F + (float)a;
    const nf_points points = {.n = MANY, .dims = 3, .type = NF_FLOAT32, .rows.host = r},
                    without = {.n = MANY - 1, .dims = 3, .type = NF_FLOAT32, .rows.host = r};
    own_neighbours all = knn_host(&points, &box, K, NULL), wanted = knn_host(&without, &box, K, NULL);
    for (int p = 0; p < MANY - 1; p++) {
        int has_far = 0;
        for (int k = 0; k < K; k++) has_far |= all.indices[p * K + k] == MANY - 1;
        others += has_far;
        if (!has_far) ck_assert_mem_eq(all.indices + p * K, wanted.indices + p * K, K * sizeof *all.indices);
    }
    ck_assert_int_lt(others, 100);
    free(r);
}
