/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Pairs and lists of few points on the host by a table of images, compared with the walk, which answers all others. */
#include "support/answers/box_checks.h"
#include "support/clouds/box_more.h"
#include "support/clouds/clouds.h"
#include "support/counting.h"
#include "support/device.h"

/* A context of the host that walks few points, too. */
static nf_context *walker(void) {
    static nf_context *host;
    if (!host)
        host = support_context_with(
            &(nf_context_options){.device = "host", .tuning = "host.PLAIN=1 host.FEW=1"});
    return host;
}

static void check(const support_boxed *boxed) {
    for (box_question question = BOX_PAIRS; question < BOX_QUESTIONS; question++)
        box_check_same(walker(), boxed, question, 0);
}

TEST(few_points_have_the_answer_of_the_walk_in_its_order) {
    for (int k = 0; k < SUPPORT_BOXES; k++)
        for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++) {
            own_boxed boxed = support_boxed_make(k, (nf_type)type);
            check(&boxed);
            support_boxed_stray(&boxed, 0, 3);
            check(&boxed);
        }
}

TEST(cells_of_many_points_have_the_answer_of_the_walk) {
    for (int k = 0; k < 8; k++) {
        own_boxed boxed = support_boxed_large(k, 1200, k % 2 ? NF_FLOAT32 : NF_FLOAT64);
        check(&boxed);
    }
}

/* The cutoff is the distance of many of them, which a test in float cannot tell from those that are nearer. */
TEST(images_at_the_cutoff_are_decided_by_the_rule) {
    for (int k = 0; k < 60; k++)
        for (int step = 1; step <= 2; step++) {
            own_boxed boxed = support_boxed_exact(k, 20, k % 2 ? NF_FLOAT32 : NF_FLOAT64);
            boxed.cutoff = step;
            check(&boxed);
        }
}

TEST(points_far_from_zero_have_the_answer_of_the_walk) {
    for (int k = 0; k < SUPPORT_BOXES; k += 3)
        for (int type = NF_FLOAT32; type <= NF_FLOAT64; type++) {
            own_boxed boxed = support_boxed_make(k, (nf_type)type);
            support_boxed_move(&boxed, type == NF_FLOAT32 ? 0x1p15 : 0x1p44);
            check(&boxed);
        }
}

TEST(query_points_and_filters_have_the_answer_of_the_walk) {
    for (int k = 0; k < SUPPORT_BOXES; k++) {
        own_boxed boxed = support_boxed_make(k, k % 2 ? NF_FLOAT32 : NF_FLOAT64);
        box_more more;
        box_add_filters(&boxed, &more, k % 16, NF_RADII_SUM);
        check(&boxed);
        box_more_free(&boxed, &more);
        box_add_queries(&boxed, &more, 30, k % 4 == 0);
        box_check_same(walker(), &boxed, BOX_PAIRS, 0);
        box_check_same(walker(), &boxed, BOX_FULL_LISTS, 0);
        box_more_free(&boxed, &more);
    }
}

/* The total, and the memory that a context keeps for later calls. */
static uint64_t kept_by(nf_context *context, const support_cloud *cloud, const nf_box *box, uint64_t *total) {
    own_cloud on = support_cloud_on(context, &cloud->points, box);
    own_result result = NULL;
    uint64_t with = 0, without = 0;
    nf_context_trim(context);
    support_ok(context, nf_lists(on, cloud->cutoff, NULL, NULL, &result));
    *total = nf_result_total(result);
    nf_context_memory(context, &with, NULL);
    nf_context_trim(context);
    nf_context_memory(context, &without, NULL);
    return with - without;
}

TEST(a_table_is_made_where_it_is_small_and_is_kept_until_the_context_is_trimmed) {
    static double far[3 * 3] = {0, 0, 0, 0.5, 0, 0, 1e9, 0, 0}, at_one[3 * 3000];
    own_points few = support_cloud_uniform(1000, 3, NF_FLOAT64, 0.2, 5),
               many = support_cloud_uniform(5000, 3, NF_FLOAT64, 0.1, 5),
               apart = support_cloud_of("far apart", far, 3, 3, NF_FLOAT64, 1),
               together = support_cloud_of("at one place", at_one, 3000, 3, NF_FLOAT64, 1);
    const struct {
        const support_cloud *cloud;
        int has_table;
    } rows[] = {{&few, 1}, {&many, 0}, {&apart, 0}, {&together, 0}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        uint64_t total = 0, walked = 0;
        const uint64_t kept = kept_by(support_host(), rows[k].cloud, NULL, &total);
        ck_assert_uint_eq(kept_by(walker(), rows[k].cloud, NULL, &walked), 0);
        ck_assert_uint_eq(total, walked);
        ck_assert_uint_gt(total, 0);
        if (rows[k].has_table) ck_assert_uint_gt(kept, rows[k].cloud->points.n * 8);
        if (k == 1) ck_assert_uint_eq(kept, 0);
    }
}

TEST(later_calls_take_no_more_memory) {
    own_points few = support_cloud_uniform(1000, 3, NF_FLOAT64, 0.2, 5);
    own_context context = support_context_with(&(nf_context_options){.device = "host"});
    own_cloud on = support_cloud_on(context, &few.points, NULL);
    own_result result = NULL;
    uint64_t first = 0, now = 0;
    for (int turn = 0; turn < 4; turn++) {
        support_ok(context, nf_lists(on, few.cutoff, NULL, NULL, &result));
        nf_context_memory(context, &now, NULL);
        if (turn == 0) first = now;
        ck_assert_uint_eq(now, first);
    }
}

/* The memory that a context keeps behind lists of `count` systems of 50 points. */
static uint64_t kept_by_systems(uint64_t count) {
    enum { EACH = 50, MOST = 64 };
    uint64_t offsets[MOST + 1];
    own_points points = support_cloud_uniform(EACH * count, 3, NF_FLOAT64, 0.4, 5);
    own_context context = support_context_with(&(nf_context_options){.device = "host"});
    own_cloud on = NULL;
    own_result result = NULL;
    uint64_t with = 0, without = 0;
    for (uint64_t s = 0; s <= count; s++) offsets[s] = EACH * s;
    points.points.batch = &(nf_batch){.count = count, .offsets = offsets};
    support_ok(context, nf_cloud_create(context, &points.points, NULL, NULL, &on));
    support_ok(context, nf_lists(on, 0.4, NULL, NULL, &result));
    nf_context_memory(context, &with, NULL);
    nf_context_trim(context);
    nf_context_memory(context, &without, NULL);
    return with - without;
}

TEST(the_systems_of_a_batch_have_their_tables_in_the_same_memory) {
    const uint64_t one = kept_by_systems(1);
    ck_assert_uint_gt(one, 0);
    ck_assert_uint_lt(kept_by_systems(64), 3 * one);
}

/* A budget of what a batch is said to take is enough, and the table counts. */
TEST(a_cost_of_a_batch_has_room_for_its_largest_table) {
    enum { SYSTEMS = 3 };
    const uint64_t offsets[SYSTEMS + 1] = {0, 10, 900, 1000};
    own_points points = support_cloud_uniform(1000, 3, NF_FLOAT64, 0.2, 5);
    points.points.batch = &(nf_batch){.count = SYSTEMS, .offsets = offsets};
    for (int of_pairs = 0; of_pairs < 2; of_pairs++) {
        own_context context = support_context_with(&(nf_context_options){.device = "host"});
        own_cloud on = support_cloud_on(context, &points.points, NULL);
        own_result result = NULL;
        nf_cost cost = {.size = 0};
        const nf_pairs_options pairs = {.cost = &cost};
        const nf_lists_options lists = {.cost = &cost};
        uint64_t peak = 0;
        if (of_pairs) support_ok(context, nf_pairs(on, 0.2, NULL, NULL, &result));
        else support_ok(context, nf_lists(on, 0.2, NULL, NULL, &result));
        nf_context_memory(context, NULL, &peak);
        cost.assumed = nf_result_total(result);
        if (of_pairs) support_ok(context, nf_pairs(on, 0.2, &pairs, NULL, NULL));
        else support_ok(context, nf_lists(on, 0.2, &lists, NULL, NULL));
        ck_assert_uint_le(peak, cost.bytes);
        ck_assert_uint_gt(peak, 1000 * 24 + cost.assumed * 8);
    }
}

/* ---- memory that is refused --------------------------------------------------------------------------------- */

static nf_status ask_lists(nf_context *host, const void *of) {
    const support_cloud *cloud = of;
    const nf_box box = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
    const nf_lists_options options = {.arrays = NF_WANT(NF_ARRAY_INDICES) | NF_WANT(NF_ARRAY_VECTORS)};
    own_cloud on = NULL;
    own_result lists = NULL, pairs = NULL;
    nf_status status = nf_cloud_create(host, &cloud->points, &box, NULL, &on);
    if (status == NF_OK) status = nf_lists(on, cloud->cutoff, &options, NULL, &lists);
    if (status == NF_OK) status = nf_pairs(on, cloud->cutoff, NULL, NULL, &pairs);
    return status;
}

TEST(a_table_whose_memory_is_refused_leaks_nothing) {
    own_points cloud = support_cloud_uniform(300, 3, NF_FLOAT64, 0.2, 5);
    support_refuse_memory(ask_lists, &cloud);
}
