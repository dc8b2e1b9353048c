/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Data that nf_pairs keeps between searches. */
#include "support/calls.h"
#include "core/system.h"
#include "support/answers/pairs.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- one context, one cloud, many questions ----------------------------------------------------------- */

TEST(a_second_question_gives_the_same_bytes_and_sorts_nothing) {
    const nf_context_options timed = {.profile = 1,
                                      .tuning = "order.SMALL=1 order.COUNTED=1"}; /* separate stages */
    own_context context = support_context_with(&timed);
    own_points cloud = support_cloud_uniform(2000, 3, support_double(), 0.1, 3);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_result result = NULL;
    support_ok(context, nf_pairs(on, 0.1, NULL, NULL, &result));
    ck_assert_uint_gt(support_launches(context, "sort"), 0);
    ck_assert_uint_gt(support_launches(context, "bounds"), 0);
    own_pairs first = support_ask(context, result, on, 0.1, NULL);
    nf_context_reset_stages(context);
    own_pairs second = support_ask(context, result, on, 0.1, NULL);
    support_same_bytes(&first, &second, "the second answer");
    ck_assert_uint_eq(support_launches(context, "sort"), 0);
    ck_assert_uint_eq(support_launches(context, "bounds"), 0);
    ck_assert_uint_gt(support_launches(context, "search"), 0);
    /* another cutoff sorts again, and so does returning to the first */
    for (int k = 0; k < 2; k++) {
        const double cutoff = k == 0 ? 0.05 : 0.1;
        nf_context_reset_stages(context);
        own_pairs host = support_ask_once(support_host(), &cloud.points, cutoff, NULL),
                  got = support_ask(context, result, on, cutoff, NULL);
        support_same_bytes(&host, &got, "another cutoff");
        ck_assert_uint_gt(support_launches(context, "sort"), 0);
    }
}

TEST(a_cloud_that_moves_is_ordered_anew) {
    own_context context = support_context(NULL);
    own_points before = support_cloud_uniform(500, 3, NF_FLOAT32, 0.2, 1),
               after = support_cloud_uniform(700, 3, NF_FLOAT32, 0.2, 2),
               flat = support_cloud_uniform(300, 2, support_double(), 0.2, 3);
    const support_cloud *const all[] = {&before, &after, &flat, &before};
    own_cloud on = support_cloud_on(context, &before.points, NULL);
    own_result result = NULL;
    support_ok(context, nf_pairs(on, 0.2, NULL, NULL, &result));
    for (int k = 0; k < 4; k++) {
        support_ok(context, nf_cloud_move(on, &all[k]->points, NULL, NULL));
        ck_assert_uint_eq(nf_cloud_size(on), all[k]->points.n);
        own_pairs host = support_ask_once(support_host(), &all[k]->points, 0.2, NULL),
                  got = support_ask(context, result, on, 0.2, NULL);
        support_same_bytes(&host, &got, "after a move");
    }
}

TEST(a_move_that_fails_leaves_an_empty_cloud_that_can_move_again) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(200, 3, NF_FLOAT32, 0.2, 1);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    nf_points bad = cloud.points;
    bad.dims = 0;
    uint64_t count = 99;
    support_fails(context, NF_ERROR_ARGUMENT, "dims", nf_cloud_move(on, &bad, NULL, NULL));
    ck_assert_uint_eq(nf_cloud_size(on), 0);
    support_ok(context, pairs_count(on, 0.2, NULL, NULL, &count));
    ck_assert_uint_eq(count, 0);
    support_ok(context, nf_cloud_move(on, &cloud.points, NULL, NULL));
    support_ok(context, pairs_count(on, 0.2, NULL, NULL, &count));
    ck_assert_uint_gt(count, 0);
}

/* ---- no points, outliers, threads --------------------------------------------------------------------- */

TEST(no_points_have_no_pairs) {
    own_context context = support_context(NULL);
    for (int type = NF_FLOAT32; type <= (int)support_double(); type++) {
        const nf_points none = {.n = 0, .dims = 3, .type = (nf_type)type};
        const nf_pairs_options options = {.sorted = 1};
        uint64_t count = 99;
        own_result result = NULL;
        own_cloud on = support_cloud_on(context, &none, NULL);
        support_ok(context, nf_pairs(on, 1, &options, NULL, &result));
        ck_assert_uint_eq(nf_result_total(result), 0);
        ck_assert_ptr_null(nf_result_array(result, NF_ARRAY_PAIRS)->buffer);
        support_ok(context, nf_result_read(result, NF_ARRAY_PAIRS, 0, 0, NULL, NULL));
        support_ok(context, pairs_count(on, 1, &options, NULL, &count));
        ck_assert_uint_eq(count, 0);
    }
}

TEST(one_far_outlier_costs_neither_time_nor_memory) {
    const double far_away[] = {1e9, 1e30, -1e30};
    own_context context = support_context(NULL);
    const uint64_t n = support_small() ? 2000 : 20001;
    for (int type = NF_FLOAT32; type <= (int)support_double(); type++)
        for (int k = 0; k < 3; k++) {
            own_points cloud = support_cloud_uniform(n, 3, (nf_type)type, 0.03, 9);
            for (uint64_t axis = 0; axis < 3; axis++) {
                if (type == NF_FLOAT32) ((float *)cloud.data)[3 * 777 + axis] = (float)far_away[k];
                else ((double *)cloud.data)[3 * 777 + axis] = far_away[k];
            }
            own_pairs host = support_ask_once(support_host(), &cloud.points, 0.03, NULL),
                      got = support_ask_once(context, &cloud.points, 0.03, NULL);
            support_same_bytes(&host, &got, "a cloud with an outlier");
            own_reference wanted = reference_pairs(&cloud.points, 0.03);
            reference_same_set(&wanted, got.pairs, got.count, "a cloud with an outlier");
            const double start = nf_system_clock();
            own_pairs again = support_ask_once(context, &cloud.points, 0.03, NULL);
            const double ms = nf_system_clock() - start;
            /* without the core of the grid all points would be candidates of each other: minutes, not seconds */
            if (!support_small()) ck_assert_double_le(ms, 3000);
        }
    uint64_t now = 0, peak = 0;
    nf_context_memory(context, &now, &peak);
    ck_assert_uint_lt(peak, 64u << 20);
}

/* A thread with its own context and some searches. */
typedef struct asker {
    pthread_t thread;
    uint64_t seed, wrong;
    char message[640];
} asker;

static void *ask_in_a_thread(void *user) {
    asker *me = user;
    const nf_context_options host_options = {.device = "host"};
    own_context context = NULL, host = NULL;
    me->wrong = 1;
    if (nf_context_create(NULL, &context, me->message, sizeof me->message) != NF_OK) return NULL;
    if (nf_context_create(&host_options, &host, me->message, sizeof me->message) != NF_OK) return NULL;
    me->wrong = 0;
    for (uint64_t k = 0; k < 10; k++) {
        own_points cloud = support_cloud_uniform(500 + 100 * k, 3, NF_FLOAT32, 0.15, me->seed + k);
        own_cloud on = NULL, on_host = NULL;
        own_result result = NULL, wanted = NULL;
        own_memory int32_t *got = NULL;
        if (nf_cloud_create(host, &cloud.points, NULL, NULL, &on_host) != NF_OK ||
            nf_pairs(on_host, 0.15, NULL, NULL, &wanted) != NF_OK ||
            nf_cloud_create(context, &cloud.points, NULL, NULL, &on) != NF_OK ||
            nf_pairs(on, 0.15, NULL, NULL, &result) != NF_OK ||
            nf_result_total(result) != nf_result_total(wanted) ||
            !(got = malloc((size_t)nf_result_total(wanted) * 8)) ||
            nf_result_read(result, NF_ARRAY_PAIRS, 0, nf_result_total(wanted), NULL, got) != NF_OK ||
            memcmp(nf_result_array(wanted, NF_ARRAY_PAIRS)->host, got, (size_t)nf_result_total(wanted) * 8) !=
                0) {
            me->wrong++;
            snprintf(me->message, sizeof me->message, "question %d: %s", (int)k, nf_context_error(context));
        }
    }
    return NULL;
}

TEST(the_last_of_a_power_of_two_and_one_points_is_sorted_by_its_highest_bit) {
    const nf_pairs_options sorted = {.sorted = 1};
    own_context context = support_context(NULL);
    for (uint64_t n = 3; n <= 65; n = 2 * n - 1) {
        support_cloud cloud = support_cloud_uniform(n, 1, NF_FLOAT32, 2, n); /* all points are pairs */
        own_pairs got = support_ask_once(context, &cloud.points, cloud.cutoff, &sorted);
        ck_assert_uint_eq(got.count, n * (n - 1) / 2);
        for (uint64_t i = 0, at = 0; i < n; i++)
            for (uint64_t j = i + 1; j < n; j++, at++)
                ck_assert_msg(got.pairs[2 * at] == (int32_t)i && got.pairs[2 * at + 1] == (int32_t)j,
                              "%d points: pair %d", (int)n, (int)at);
        support_cloud_free(&cloud);
    }
}

TEST(two_threads_with_a_context_each_do_not_disturb_one_another) {
    asker askers[] = {{.seed = 1}, {.seed = 1000}};
    size_t devices = 0;
    /* once before the threads: PoCL 3.1 lists no device to a thread that asks while another makes it start up
     */
    ck_assert_int_eq(nf_devices(NULL, 0, &devices, NULL, 0), NF_OK);
    for (int k = 0; k < 2; k++)
        ck_assert_int_eq(pthread_create(&askers[k].thread, NULL, ask_in_a_thread, &askers[k]), 0);
    for (int k = 0; k < 2; k++) ck_assert_int_eq(pthread_join(askers[k].thread, NULL), 0);
    for (int k = 0; k < 2; k++)
        ck_assert_msg(askers[k].wrong == 0, "thread %d, %d wrong: %s", k, (int)askers[k].wrong,
                      askers[k].message);
}

/* With far outliers the cells depend on the cutoff, rounded to the points' type. */
TEST(cutoffs_that_differ_beyond_the_precision_of_the_points_are_one_cutoff) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_make(support_cloud_named("outliers on all sides"), 1, NF_FLOAT32);
    const double close[] = {0.03, 0.03 * (1 + 1e-12), 0.03 * (1 + 1e-7)};
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    own_result result = NULL;
    support_ok(context, nf_pairs(on, 0.5, NULL, NULL, &result));
    for (size_t k = 0; k < sizeof close / sizeof *close; k++) {
        own_pairs wanted = support_ask_once(support_host(), &cloud.points, close[k], NULL);
        own_pairs got = support_ask(context, result, on, close[k], NULL);
        support_same_bytes(&wanted, &got, "a close cutoff");
    }
}

TEST(a_missing_argument_is_named_and_no_old_sentence_stays) {
    own_context context = support_context(NULL);
    own_points cloud = support_cloud_uniform(10, 3, NF_FLOAT32, 0.3, 1);
    own_cloud on = support_cloud_on(context, &cloud.points, NULL);
    nf_result *result = NULL;
    ck_assert_int_eq(nf_pairs(on, -1, NULL, NULL, &result), NF_ERROR_ARGUMENT);
    support_fails(context, NF_ERROR_ARGUMENT, "result is NULL", nf_pairs(on, 0.3, NULL, NULL, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "out is NULL",
                  nf_cloud_create(context, &cloud.points, NULL, NULL, NULL));
}
