/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* No tunable changes a result: every shape of work-groups gives the same bytes. */
#include "support/answers/pairs.h"

#include <stdio.h>
#include <string.h>

/* First the kernels of the search, then the primitives.  At small sizes the rows of similar shapes are left out. */
static const struct {
    int similar;
    const char *words;
} tunings[] = {
    {0, "search.GROUP=32 search.KEPT=64 search.TEAM=1"},
    {1, "search.GROUP=64 search.KEPT=512 search.TEAM=1"},
    {0, "search.TEAM=2 search.KEPT=64 search.GROUP=64"}, /* teams: only on devices with lanes */
    {1, "search.TEAM=4 search.GROUP=64"},
    {1, "search.GROUP=1 search_cpu.LIST=1024"},
    {0, "search.GROUP=1 search_cpu.LIST=16"},                        /* most pairs are written one by one */
    {0, "search.GROUP=1 search_cpu.LIST=256 search_cpu.KEPT=1"},     /* little is stored of large clouds */
    {0, "search.GROUP=16777216 search.KEPT=16777216 search.TEAM=1"}, /* as large as the device allows */
    {0, "order.GROUP=64 order.SMALL=1 bounds.GROUP=64"},
    {1, "order.GROUP=256 bounds.GROUP=256"},
    {1, "order.GROUP=1 bounds.GROUP=1"},
    {0, "order.GROUP=3 bounds.GROUP=7"},
    {0, "scan.GROUP=64 scan.ITEMS=4 sort.GROUP=64 compact.GROUP=64"},
    {1, "scan.GROUP=256 scan.ITEMS=8 sort.GROUP=256 compact.GROUP=256"},
    {1, "scan.GROUP=1 scan.ITEMS=128 sort.GROUP=1 compact.GROUP=1"},
};

/* The searches: with every shape, or only if the tuning has a word, as every new program takes time to build. */
static const struct {
    const char *cloud, *word;
    nf_pairs_options options;
} questions[] = {
    {"uniform", "", {0}},
    {"33 points", "", {0}},
    {"dense cell", "search.KEPT=64", {0}},
    {"dense cell", "search_cpu", {0}},
    {"clusters", "search_cpu", {0}},
    {"all points equal", "search_cpu", {0}},
    {"clusters", "search.GROUP=32", {0}},
    {"lattice at half the cutoff", "search.TEAM", {0}}, /* small: teams walk a device's few tiles only */
    {"all points equal", "search.TEAM", {0}},
    {"clusters", "order", {0}},
    {"around 1e30", "search.GROUP=32", {0}},
    {"all points equal", "sort", {.sorted = 1}},
};

static void check_shape(const char *tuning) {
    own_context context = support_context(tuning);
    for (size_t k = 0; k < sizeof questions / sizeof *questions; k++) {
        char what[256];
        if (!strstr(tuning, questions[k].word)) continue;
        own_points cloud = support_cloud_make(support_cloud_named(questions[k].cloud), 3, NF_FLOAT32);
        own_pairs host = support_ask_once(support_host(), &cloud.points, cloud.cutoff, &questions[k].options),
                  got = support_ask_once(context, &cloud.points, cloud.cutoff, &questions[k].options);
        snprintf(what, sizeof what, "%s with %s", cloud.name, tuning);
        support_same_bytes(&host, &got, what);
    }
}

TEST(every_shape_gives_the_same_bytes) {
    for (size_t k = 0; k < sizeof tunings / sizeof *tunings; k++)
        if (!tunings[k].similar || !support_small()) check_shape(tunings[k].words);
}

TEST(words_of_tuning_that_mean_nothing_are_passed_over) {
    check_shape("nonsense search.NOTHING=3 search.GROUP search.GROUP=-5 search.GROUP=zzz ,, =");
}

TEST(a_point_with_more_partners_than_turns_keeps_them_all) {
    own_context context = support_context("search.KEPT=64 search.GROUP=64");
    const nf_type type = support_small() ? NF_FLOAT32 : support_double(); /* as the first shape's programs */
    own_points cloud = support_cloud_make(support_cloud_named("dense cell"), 3, type);
    own_reference wanted = reference_pairs(&cloud.points, cloud.cutoff);
    own_pairs got = support_ask_once(context, &cloud.points, cloud.cutoff, NULL);
    ck_assert_uint_gt(wanted.count, 400000);
    reference_same_set(&wanted, got.pairs, got.count, "dense cell with 4 turns");
    own_pairs host = support_ask_once(support_host(), &cloud.points, cloud.cutoff, NULL);
    support_same_bytes(&host, &got, "dense cell with 4 turns");
}
