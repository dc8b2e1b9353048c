/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* One cloud and every question about it: the answers of a device are the bytes of the host.  Few programs are built, as compilers of some
   platforms take seconds for each. */
#include "support/calls.h"
#include "support/answers/box_checks.h"
#include "support/device.h"
#include "support/reference/fof.h"
#include "support/answers/groups.h"
#include "support/reference/histograms.h"
#include "support/sums/interaction_checks.h"
#include "support/answers/knn.h"

enum { N = 500, NEAREST = 12, BINS = 10 };
static const double cutoff = 0.7;

static void check_lists(nf_context *context, const support_boxed *boxed) {
    box_check_same(context, boxed, BOX_PAIRS, 0);
    for (int sorted = 0; sorted < 2; sorted++) box_check_same(context, boxed, BOX_FULL_LISTS, sorted);
    box_check(context, boxed, BOX_FULL_LISTS, 1);
}

/* Groups of friends, and of core points. */
static void check_groups(nf_context *context, const support_boxed *boxed) {
    for (uint32_t least = 0; least < 8; least += 4) {
        const uint64_t without = least ? 0 : NF_WANT(NF_ARRAY_CORES); /* which nf_fof() has not */
        const fof_query options = {.min_points = least, .arrays = GROUPS_ARRAYS & ~without};
        own_groups wanted = fof_host(&boxed->points, &boxed->box, 0.3, &options), got = fof_room(N);
        own_cloud cloud = support_cloud_on(context, &boxed->points, &boxed->box);
        own_result result = NULL;
        support_ok(context, fof_or_dbscan(cloud, 0.3, &options, NULL, &result));
        groups_read(result, &got);
        ck_assert_uint_gt(got.groups, 1);
        fof_same(&wanted, &got, boxed->name);
    }
}

static void check_histogram(nf_context *context, const support_boxed *boxed) {
    own_cloud cloud = support_cloud_on(context, &boxed->points, &boxed->box),
              host = support_cloud_on(support_host(), &boxed->points, &boxed->box);
    own_result result = NULL, wanted = NULL;
    support_ok(support_host(), nf_histogram(host, cutoff, BINS, NULL, NULL, &wanted));
    support_ok(context, nf_histogram(cloud, cutoff, BINS, NULL, NULL, &result));
    ck_assert_uint_gt(nf_result_total(result), N);
    support_same_results(wanted, result, boxed->name);
}

static void check_sums(nf_context *context, const interactions_setup *s) {
    own_function function = NULL;
    support_ok(context, nf_function_create(context, NULL, interactions_charges, NULL, &function));
    interactions_check(context, function, NULL, s, 1);
}

static void check_all(const nf_box *box, nf_type type) {
    own_context context = support_context(NULL);
    interactions_setup s = interactions_setup_of(N, 0, 3, type, box, 0, 4, cutoff);
    interactions_arguments a;
    interactions_prepare(&a, &s);
    support_boxed boxed = {.points = a.points, .cutoff = cutoff, .name = "every question"};
    if (box) boxed.box = *box;
    check_lists(context, &boxed);
    check_histogram(context, &boxed);
    knn_check(context, &boxed.points, &boxed.box, NEAREST, NULL, boxed.name);
    check_groups(context, &boxed);
    check_sums(context, &s);
    interactions_release(&a);
    interactions_forget(&s);
}

TEST(every_question_is_answered_in_open_space) { check_all(NULL, NF_FLOAT32); }
TEST(every_question_is_answered_in_a_box) { check_all(&interactions_cube, support_double()); }
