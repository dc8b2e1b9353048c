/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nf_pairs() on the host, compared with brute force.  Other tests compare devices with the host. */
#include "support/answers/pairs.h"
#include "support/counting.h"
#include "support/calls.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_cloud(const support_cloud *cloud) {
    own_reference wanted = reference_pairs(&cloud->points, cloud->cutoff);
    for (int sorted = 0; sorted < 2; sorted++) {
        const nf_pairs_options options = {.sorted = sorted};
        char what[160];
        snprintf(what, sizeof what, "%s, %dD, type %d, sorted %d", cloud->name, cloud->points.dims,
                 (int)cloud->points.type, sorted);
        own_pairs got = support_ask_once(support_host(), &cloud->points, cloud->cutoff, &options);
        if (sorted) {
            const support_pairs in_order = {wanted.pairs, wanted.count};
            support_same_bytes(&in_order, &got, what);
        } else reference_same_set(&wanted, got.pairs, got.count, what);
    }
}

TEST(every_cloud_gives_the_pairs_of_brute_force) {
    for (int k = 0; k < support_cloud_count; k++)
        for (int dims = 1; dims <= 3; dims++)
            for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++) {
                own_points cloud = support_cloud_make(k, dims, (nf_type)type);
                if (cloud.data) check_cloud(&cloud);
            }
}

TEST(a_row_of_known_points_comes_in_the_written_order) {
    /* cells of a quarter of the cutoff: 0, 2, 1 and 3 in this order; turn by turn over the tile */
    const double x[] = {0.0, 1.2, 0.5, 1.4};
    const nf_points points = {.n = 4, .dims = 1, .type = NF_FLOAT64, .rows.host = x};
    const nf_pairs_options ascending = {.sorted = 1};
    const int32_t turns[] = {0, 2, 1, 2, 1, 3, 2, 3}, order[] = {0, 2, 1, 2, 1, 3, 2, 3};
    support_pairs got = support_ask_once(support_host(), &points, 1, NULL);
    ck_assert_uint_eq(got.count, 4);
    ck_assert_mem_eq(got.pairs, turns, sizeof turns);
    support_pairs_free(&got);
    got = support_ask_once(support_host(), &points, 1, &ascending);
    ck_assert_mem_eq(got.pairs, order, sizeof order);
    support_pairs_free(&got);
}

TEST(a_distance_of_exactly_the_cutoff_is_no_pair) {
    const double x[] = {0, 1};
    nf_points points = {.n = 2, .dims = 1, .type = NF_FLOAT64, .rows.host = x};
    support_pairs got = support_ask_once(support_host(), &points, 1, NULL);
    ck_assert_uint_eq(got.count, 0);
    support_pairs_free(&got);
    got = support_ask_once(support_host(), &points, nextafter(1, 2), NULL);
    ck_assert_uint_eq(got.count, 1);
    support_pairs_free(&got);
}

TEST(counting_gives_the_number_without_pairs) {
    own_points cloud = support_cloud_uniform(500, 3, NF_FLOAT32, 0.2, 1);
    own_pairs all = support_ask_once(support_host(), &cloud.points, cloud.cutoff, NULL);
    own_cloud on = support_cloud_on(support_host(), &cloud.points, NULL);
    uint64_t count = 0;
    support_ok(support_host(), pairs_count(on, cloud.cutoff, NULL, NULL, &count));
    ck_assert_uint_eq(count, all.count);
}

TEST(stages_of_the_host_are_timed) {
    static const char *const names[] = {"bounds", "keys", "sort", "order", "search"};
    enum { NAMES = sizeof names / sizeof *names };
    const nf_context_options options = {.device = "host", .tuning = "host.PLAIN=1", .profile = 1};
    own_context context = support_context_with(&options);
    own_points cloud = support_cloud_uniform(500, 3, NF_FLOAT32, 0.2, 1);
    own_pairs all = support_ask_once(context, &cloud.points, cloud.cutoff, NULL);
    nf_stage stages[16] = {{.size = sizeof stages[0]}};
    size_t count = 0;
    support_ok(context, nf_context_stages(context, stages, 16, &count));
    for (int k = 0; k < NAMES; k++) {
        size_t s = 0;
        while (s < count && strcmp(stages[s].name, names[k]) != 0) s++;
        ck_assert_msg(s < count, "there is no stage %s", names[k]);
        ck_assert_uint_ge(stages[s].launches,
                          1); /* a table of images is searched, and its results are written */
        ck_assert(stages[s].ms > 0);
    }
}

TEST(no_points_have_no_pairs) {
    const nf_points none = {.n = 0, .dims = 3, .type = NF_FLOAT32};
    own_pairs got = support_ask_once(support_host(), &none, 1, NULL);
    ck_assert_uint_eq(got.count, 0);
}

/* ---- errors ------------------------------------------------------------------------------------------- */

static void check_bad(const nf_points *points, const char *word) {
    nf_context *host = support_host();
    own_cloud cloud = NULL;
    nf_result *result = NULL;
    nf_status status = nf_cloud_create(host, points, NULL, NULL, &cloud);
    if (status == NF_OK) status = nf_pairs(cloud, 1, NULL, NULL, &result);
    support_fails(host, NF_ERROR_POINTS, word, status);
    ck_assert_ptr_null(result);
}

TEST(the_first_point_that_is_not_finite_is_named) {
    float x[40] = {0};
    const nf_points points = {.n = 20, .dims = 2, .type = NF_FLOAT32, .rows.host = x};
    x[2 * 13] = (float)NAN;
    check_bad(&points, "point 13 ");
    x[2 * 7 + 1] = -(float)INFINITY;
    check_bad(&points, "point 7 ");
    x[0] = (float)INFINITY;
    check_bad(&points, "point 0 ");
}

/* ---- allocator ---------------------------------------------------------------------------------------- */

static nf_status ask_sorted(nf_context *host, const void *of) {
    const support_cloud *cloud = of;
    const nf_pairs_options options = {.sorted = 1};
    own_cloud on = NULL;
    own_result result = NULL;
    nf_status status = nf_cloud_create(host, &cloud->points, NULL, NULL, &on);
    if (status == NF_OK) status = nf_pairs(on, cloud->cutoff, &options, NULL, &result);
    ck_assert((result != NULL) == (status == NF_OK));
    return status;
}

TEST(memory_that_is_refused_leaks_nothing) {
    own_points cloud = support_cloud_uniform(300, 3, NF_FLOAT64, 0.2, 5);
    support_refuse_memory(ask_sorted, &cloud);
}

/* Fails if more than `budget` bytes would be live; notes the largest request.  Each block has its size before it. */
typedef struct limited {
    size_t budget, live, largest;
} limited;

enum { LIMITED_HEAD = 64 };

static void *limited_take(void *user, size_t bytes) {
    limited *limit = user;
    if (bytes > limit->largest) limit->largest = bytes;
    if (bytes > limit->budget - limit->live) return NULL;
    char *block = malloc(bytes + LIMITED_HEAD);
    if (!block) return NULL;
    limit->live += bytes;
    memcpy(block, &bytes, sizeof bytes);
    return block + LIMITED_HEAD;
}

static void limited_give_back(void *user, void *pointer) {
    size_t bytes;
    if (!pointer) return;
    memcpy(&bytes, (char *)pointer - LIMITED_HEAD, sizeof bytes);
    ((limited *)user)->live -= bytes;
    free((char *)pointer - LIMITED_HEAD);
}

/* The first 3,000 of 20,000 points are all pairs, 36 MB; the others have none. */
static void check_cluster_within(size_t budget, size_t most) {
    enum { N = 20000, CLUSTER = 3000 };
    static double xyz[3 * N];
    for (int p = CLUSTER; p < N; p++) xyz[3 * p] = 2.0 * p;
    own_points cloud = support_cloud_of("a cluster comes first", xyz, N, 1, NF_FLOAT64, 1);
    limited limit = {.budget = budget};
    const nf_context_options options = {
        .device = "host", .tuning = "host.PLAIN=1", .allocator = {limited_take, limited_give_back, &limit}};
    nf_context *context = support_context_with(&options);
    nf_cloud *on = support_cloud_on(context, &cloud.points, NULL);
    nf_result *result = NULL;
    support_ok(context, nf_pairs(on, cloud.cutoff, NULL, NULL, &result));
    ck_assert_str_eq(nf_context_error(context), "");
    ck_assert_uint_eq(nf_result_total(result), (uint64_t)CLUSTER * (CLUSTER - 1) / 2);
    ck_assert_uint_le(limit.largest, most);
    nf_result_free(result);
    nf_cloud_free(on);
    nf_context_free(context);
    ck_assert_uint_eq(limit.live, 0);
}

TEST(a_cluster_that_comes_first_asks_for_little_more_than_its_pairs) {
    check_cluster_within(SIZE_MAX, (size_t)72 << 20);
}

TEST(less_room_is_tried_when_memory_is_refused) { check_cluster_within((size_t)80 << 20, SIZE_MAX); }
