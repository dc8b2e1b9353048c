/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The k nearest neighbours in periodic boxes. */
#include "support/clouds/boxes.h"
#include "support/device.h"
#include "support/answers/knn.h"
#include "support/clouds/clouds.h"
#include "support/run.h"

#include <math.h>

static const char *const tunings[] = {NULL, "knn.GROUP=32 knn.PACKET=1000000 tree.WIDTH=32 tree.GROUP=32"};
enum { TUNINGS = 2 };

/* Points far outside of the box, of which float32 knows little more than in which cell they are, have the neighbours of the rule. */
static void stray(support_boxed *boxed, int b) {
    for (uint64_t p = (uint64_t)(b % 5); p < boxed->points.n; p += 37)
        support_boxed_stray(boxed, p, (p % 2 ? 1 : -1) * ldexp(1, 3 + (int)(p + (uint64_t)b) % 15));
}

TEST(boxes_have_the_images_of_the_host) {
    for (int t = 0; t < TUNINGS; t++) {
        own_context context = support_context(tunings[t]);
        for (int b = 3 * t; b < 10; b += t ? 10 : 3) { /* lanes take long where they are not optimised */
            support_boxed boxed = support_boxed_large(b, 150, NF_FLOAT32);
            knn_check(context, &boxed.points, &boxed.box, 7, NULL, boxed.name);
            stray(&boxed, b);
            knn_check(context, &boxed.points, &boxed.box, 1 + b % 6, NULL, boxed.name);
            support_boxed_free(&boxed);
            boxed = support_boxed_exact(b, 120, NF_FLOAT32); /* with ties */
            knn_check(context, &boxed.points, &boxed.box, 8, NULL, boxed.name);
            support_boxed_free(&boxed);
        }
    }
}

TEST(points_have_their_own_images_as_neighbours) {
    const float x[] = {0.1f, 0.2f, 0.3f};
    const nf_points points = {.n = 1, .dims = 3, .type = NF_FLOAT32, .rows.host = x};
    const nf_box box = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    for (int t = 0; t < TUNINGS; t++) {
        own_context context = support_context(tunings[t]);
        knn_check(context, &points, &box, 8, NULL, "one point inside");
    }
}

/* One such point among many must not make them all look at its images: 6,000 took minutes. */
TEST(a_point_far_outside_of_the_box_costs_the_others_nothing) {
    enum { N = 6000 };
    static float x[3 * N];
    own_context context = support_context(NULL);
    const nf_box box = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    uint64_t state = 7;
    for (int k = 0; k < 3 * N; k++) x[k] = (float)support_uniform(&state);
    x[3 * 1000] += 2e5f;
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .rows.host = x};
    knn_check(context, &points, &box, 3, NULL, "a point 200,000 boxes away");
}

/* Rounding may bring an image nearer that is beyond those that the distance reaches. */
TEST(images_are_found_that_only_rounding_brings_near) {
    enum { N = 2000 };
    static float q[3 * N];
    const float x[] = {0.085f, 0, 0, 1000000, 0, 0};
    const nf_points points = {.n = 2, .dims = 3, .type = NF_FLOAT32, .rows.host = x},
                    queries = {.n = N, .dims = 3, .type = NF_FLOAT32, .rows.host = q};
    const nf_box box = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 0, 0}};
    const nf_knn_options options = {.queries = &queries};
    own_context context = support_context(NULL);
    for (int p = 0; p < N; p++) q[3 * p] = (float)p / N;
    for (int k = 1; k <= 8; k++) knn_check(context, &points, &box, k, &options, "images near by rounding");
}

/* In a box that is periodic along all axes no point is refused as one that reaches too many images. */
TEST(three_points_are_answered_of_which_one_is_a_million_boxes_away) {
    const float x[] = {0.1f, 0.1f, 0.1f, 1000000.5f, 0.3f, 0.3f, 0.2f, 0.2f, 0.2f};
    const nf_points points = {.n = 3, .dims = 3, .type = NF_FLOAT32, .rows.host = x};
    const nf_box box = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    own_context context = support_context(NULL);
    for (int k = 2; k <= 8; k += 3) knn_check_long(context, &points, &box, k, NULL, "a million boxes away");
}

/* The distance R of the header is just below 2^23 heights of one vector, and just below 2^11 of each of two. */
static const struct {
    int vectors; /* of height 1, along the first axes; the query point is away along the next one */
    double away, max_distance;
    nf_status status;
} reaches[] = {
    {2, 2047.5, 0, NF_OK},
    {2, 2048, 0, NF_ERROR_POINTS},
    {1, 8388607.5, 0, NF_OK},
    {1, 8388608, 0, NF_ERROR_POINTS},
    {1, 8388608, 8388607.5, NF_OK}, /* without neighbours */
    {1, 8388608, 9e6, NF_ERROR_POINTS},
    {1, 3, 3, NF_OK}, /* without neighbours: none is closer */
};

static void check_reach(nf_context *context, int r) {
    const float x[3] = {0.5f, reaches[r].vectors > 1 ? 0.5f : 0, 0};
    float q[3] = {x[0], x[1], x[2]};
    q[reaches[r].vectors] = (float)reaches[r].away;
    const nf_box box = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                        .periodic = {1, reaches[r].vectors > 1, 0}};
    const nf_points points = {.n = 1, .dims = 3, .type = NF_FLOAT32, .rows.host = x},
                    query = {.n = 1, .dims = 3, .type = NF_FLOAT32, .rows.host = q};
    const nf_knn_options options = {.max_distance = reaches[r].max_distance, .queries = &query};
    if (reaches[r].status == NF_OK) {
        knn_check_long(context, &points, &box, 1, &options, "within the reach");
        return;
    }
    own_cloud cloud = support_cloud_on(context, &points, &box),
              host = support_cloud_on(support_host(), &points, &box);
    nf_result *result = NULL;
    support_fails(support_host(), reaches[r].status, "", nf_knn(host, 1, &options, NULL, &result));
    const nf_status device = nf_knn(cloud, 1, &options, NULL, &result);
    if (!support_is_ended(context, device))
        support_fails(context, reaches[r].status, nf_context_error(support_host()), device);
}

TEST(the_device_refuses_beyond_2_24_images_as_the_host_does) {
    enum { ROWS = sizeof reaches / sizeof *reaches };
    for (int t = 0; t < TUNINGS; t++) {
        own_context context = support_context(tunings[t]);
        for (int r = 0; r < ROWS; r++) check_reach(context, r);
    }
}

/* A point far from the origin, and not along the vector of a tilted box, is inside of it; but its coordinates round by 2^24 images. */
TEST(coordinates_that_round_by_2_24_images_are_refused) {
    const float near_by[] = {0.1f, 0.2f, 0.3f, 0.4f}, far[] = {0.1f, 0.2f, 1e13f, -1e13f};
    const nf_box box = {.cell = {{1, 1, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 0, 0}};
    own_context context = support_context(NULL);
    for (int is_far = 0; is_far < 2; is_far++) {
        const nf_points points = {.n = 2, .dims = 2, .type = NF_FLOAT32, .rows.host = is_far ? far : near_by};
        const nf_status status = is_far ? NF_ERROR_ARGUMENT : NF_OK;
        own_cloud cloud = support_cloud_on(context, &points, &box),
                  host = support_cloud_on(support_host(), &points, &box);
        own_result result = NULL, wanted = NULL;
        support_fails(support_host(), status, "", nf_knn(host, 1, NULL, NULL, &wanted));
        support_fails(context, status, is_far ? nf_context_error(support_host()) : "",
                      nf_knn(cloud, 1, NULL, NULL, &result));
    }
}
