/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Each strategy in the shape of a GPU: sums, the rule, clouds that move, and what it says where it cannot run. */
#include "opencl/context.h"
#include "support/calls.h"
#include "support/device.h"
#include "support/sums/interaction_checks.h"

#include <math.h>
#include <string.h>

/* A word of the sentence that refuses the small box; 1 if it is sized by the fullest cell; 1 if it is tried in a small box.  "symmetric", which needs signs and ranges, is in test_symmetric.c. */
static const struct {
    const char *name;
    const char *small;
    int sized, small_box;
} strategies[] = {
    {"walk", NULL, 0, 0},
    {"direct", "more than one image of a point", 0, 1},
    {"clusters", NULL, 0, 1},
    {"cluster-lists", "orthorhombic boxes that are periodic along all", 0, 1},
    {"point-lists", "orthorhombic boxes that are periodic along all", 0, 1},
    {"par-part-noloop", NULL, 0, 0},
    {"par-part-loop", NULL, 0, 0},
    {"par-cell", NULL, 0, 0},
    {"par-cell-sm", NULL, 0, 0},
    {"all-in-sm", NULL, 1, 0},
    {"x-pencil", NULL, 1, 1},
    {"x-pencil-reg", NULL, 1, 0},
};
/* The first of those of D. Algis et al. (arXiv:2406.16091). */
enum { OF_PAPER = 5, STRATEGIES = sizeof strategies / sizeof *strategies };

/* A context in the shape of a GPU, and the function of the library of this name, or that of charges. */
static nf_function *start(nf_context **context, const char *name) {
    nf_function *function = NULL;
    *context = support_context(INTERACTIONS_GPU);
    support_ok(*context, nf_function_create(*context, name, name ? NULL : interactions_charges,
                                            name ? NULL : "charges.cl", &function));
    return function;
}

/* ---- sums ------------------------------------------------------------------------------------------------ */

/* Some points in other images of the box; all but 40 in one cell, which are more than a work-group has work-items and than par-cell-sm copies at a time;
   and many images in a box smaller than the cutoff, for which strategies build another program. */
enum { OUTSIDE, FULL, TINY, CLOUDS };
static const struct {
    uint64_t n;
    const nf_box *box;
    double low, high, cutoff;
    int reach;
} clouds[] = {{300, &interactions_cube, -9, 14, 0.9, 6},
              {640, &interactions_cube, 0, 4, 0.9, 1},
              {12, &interactions_tiny, 0, 1, 2.6, 4}};

static interactions_setup cloud_of(int k) {
    interactions_setup s = interactions_setup_of(clouds[k].n, 0, 3, NF_FLOAT32, clouds[k].box, clouds[k].low,
                                                 clouds[k].high, clouds[k].cutoff);
    uint64_t state = 5;
    for (uint64_t a = 3 * 40; k == FULL && a < 3 * s.n; a++)
        s.at[a] = (float)(1.2 + 0.6 * support_uniform(&state));
    return s;
}

/* 0 if the strategy refuses the cloud, and says why. */
static int serves(nf_context *context, const nf_function *charges, size_t at, const interactions_setup *s) {
    const char *word = strategies[at].sized ? "the fullest cell has" : strategies[at].small;
    interactions_arguments a;
    nf_result *result = NULL;
    interactions_prepare(&a, s);
    a.options.strategy = strategies[at].name;
    nf_cloud *cloud = support_cloud_on(context, &a.points, s->in);
    const nf_status status = nf_interact(cloud, s->cutoff, charges, &a.options, NULL, &result);
    ck_assert_msg(status == NF_OK ||
                      (status == NF_ERROR_UNSUPPORTED && word && strstr(nf_context_error(context), word)),
                  "%s: %s", strategies[at].name, nf_context_error(context));
    nf_result_free(result);
    nf_cloud_free(cloud);
    interactions_release(&a);
    return status == NF_OK;
}

/* What is sized by the fullest cell serves some clouds on some devices only. */
static void check_cloud(nf_context *context, const nf_function *charges, size_t at, int k) {
    interactions_setup s = cloud_of(k);
    int served = 1;
    if (strategies[at].small ? k == TINY : strategies[at].sized && k != OUTSIDE) {
        served = serves(context, charges, at, &s);
        ck_assert(!strategies[at].small || !served);
    }
    if (served) interactions_check(context, charges, strategies[at].name, &s, clouds[k].reach);
    interactions_forget(&s);
}

TEST(sums_are_those_of_the_host_and_the_rule_decides_at_the_cutoff) {
    SUPPORT_NEEDS_GROUPS();
    own_context context = NULL;
    own_function charges = start(&context, NULL);
    for (size_t at = 0; at < STRATEGIES; at++) {
        for (int k = 0; k < CLOUDS; k++)
            if (k != TINY || strategies[at].small_box) check_cloud(context, charges, at, k);
        interactions_check_lattice(context, charges, strategies[at].name);
    }
}

/* The vectors of a box may point backwards. */
TEST(sums_in_a_mirrored_box_are_those_of_the_host) {
    SUPPORT_NEEDS_GROUPS();
    static const nf_box mirrored = {.cell = {{-4, 0, 0}, {0, 4, 0}, {0, 0, -4}}, .periodic = {1, 1, 1}};
    own_context context = NULL;
    own_function charges = start(&context, NULL);
    interactions_setup s = interactions_setup_of(300, 0, 3, NF_FLOAT32, &mirrored, 0, 4, 0.9);
    for (size_t at = 0; at < STRATEGIES; at++)
        if (!strategies[at].sized && serves(context, charges, at, &s))
            interactions_check(context, charges, strategies[at].name, &s, 2);
    interactions_forget(&s);
}

/* Work-items of `direct` have several points each. */
TEST(sums_of_more_points_by_direct_are_those_of_the_host) {
    SUPPORT_NEEDS_GROUPS();
    own_context context = NULL;
    own_function charges = start(&context, NULL);
    interactions_setup s = interactions_setup_of(2501, 0, 3, NF_FLOAT32, &interactions_cube, 0, 4, 0.4);
    interactions_check(context, charges, "direct", &s, 1);
    interactions_forget(&s);
}

/* A result names the point.  By `direct`, outputs of a call that does not wait are not numbers. */
TEST(a_point_that_is_not_finite_leaves_no_sums) {
    SUPPORT_NEEDS_GROUPS();
    enum { N = 700, BAD = 613 };
    static const char *const names[] = {"direct", "clusters", "walk"};
    float at[3 * N];
    const nf_points points = {.n = N, .dims = 3, .type = NF_FLOAT32, .rows.host = at};
    uint64_t state = 11;
    own_context context = NULL;
    own_function function = start(&context, "low-flop");
    for (int k = 0; k < 3 * N; k++) at[k] = (float)(4 * support_uniform(&state));
    at[3 * BAD + 1] = NAN;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const nf_interact_options options = {.strategy = names[k]};
        own_cloud cloud = support_cloud_on(context, &points, &interactions_cube);
        own_result result = NULL;
        support_fails(context, NF_ERROR_POINTS, "point 613 ",
                      nf_interact(cloud, 0.9, function, &options, NULL, &result));
    }
    const nf_interact_options direct = {.strategy = "direct"};
    own_cloud cloud = support_cloud_on(context, &points, &interactions_cube);
    own_buffer sums = support_buffer_of(context, NULL, N, 3 * sizeof *at);
    const nf_slice to[NF_SUMS_MOST] = {sums.at};
    support_ok(context, interact_into(cloud, 0.9, function, &direct, to, nf_at(NULL, 0), NULL));
    float got[3 * N];
    support_read(&sums, got);
    for (int k = 0; k < 3 * N; k++) ck_assert(isnan(got[k]));
}

/* Strategies that need no table of all cells, that need one, and that wait for the order. */
TEST(sums_of_moved_clouds_are_right_or_unknown) {
    SUPPORT_NEEDS_GROUPS();
    static const char word[] = "only occupied ones are stored";
    own_context context = support_context(INTERACTIONS_GPU);
    interactions_check_moved(context, "par-part-loop", NULL, NULL);
    interactions_check_moved(context, "par-cell", NULL, word);
    interactions_check_moved(context, "x-pencil", word, word);
}

/* ---- what cannot run ------------------------------------------------------------------------------------- */

/* Calls nf_interact with each strategy in turn, which fails with the word: for points of this number in one cell. */
static void check_refuses(nf_context *context, uint64_t n, const char *only, const char *word,
                          const nf_points *queries, const nf_batch *systems, const nf_filters *filters) {
    nf_function *function = NULL;
    nf_result *result = NULL;
    interactions_setup s = interactions_setup_of(n, 0, 3, NF_FLOAT32, NULL, 0, 0.5, 1);
    interactions_arguments a;
    interactions_prepare(&a, &s);
    a.points.batch = systems;
    a.options = (nf_interact_options){.queries = queries, .filters = filters};
    support_ok(context, nf_function_create(context, "low-flop", NULL, NULL, &function));
    nf_cloud *cloud = support_cloud_on(context, &a.points, NULL);
    for (size_t k = 0; k < STRATEGIES; k++) {
        a.options.strategy = strategies[k].name;
        if (k < OF_PAPER && strcmp(strategies[k].name, "direct") != 0) continue;
        if (!only || strcmp(only, strategies[k].name) == 0)
            support_fails(context, NF_ERROR_UNSUPPORTED, word,
                          nf_interact(cloud, 1, function, &a.options, NULL, &result));
        ck_assert_ptr_null(result);
    }
    nf_cloud_free(cloud);
    nf_function_free(function);
    interactions_release(&a);
    interactions_forget(&s);
}

TEST(what_a_strategy_cannot_serve_is_said) {
    SUPPORT_NEEDS_GROUPS();
    const float at[3] = {0.25f, 0.25f, 0.25f};
    const uint64_t offsets[3] = {0, 5, 20};
    const nf_points query = {.n = 1, .dims = 3, .type = NF_FLOAT32, .rows.host = at};
    const nf_batch systems = {.count = 2, .offsets = offsets};
    const nf_filters filters = {.min_distance = 0.1};
    own_context context = support_context(INTERACTIONS_GPU);
    check_refuses(context, 20, NULL, "neither query points", &query, NULL, NULL);
    check_refuses(context, 20, NULL, "nor systems", NULL, &systems, NULL);
    check_refuses(context, 20, NULL, "nor filters", NULL, NULL, &filters);
    check_refuses(context, 65537, "direct", "serves at most 65536 points", NULL, NULL, NULL);
    check_refuses(context, 1100, "all-in-sm", "the fullest cell has 1100 points, and local memory holds ",
                  NULL, NULL, NULL);
    check_refuses(context, 1100, "x-pencil",
                  "x-pencil: the fullest cell has 1100 points, and a work-group takes at most ", NULL, NULL,
                  NULL);
    check_refuses(context, 1100, "x-pencil-reg", "x-pencil-reg: the fullest cell has 1100 points", NULL, NULL,
                  NULL);
    context->device.local_memory = 6144; /* 512 points */
    check_refuses(context, 200, "x-pencil", "local memory holds 480 points: 3 such cells do not fit together",
                  NULL, NULL, NULL);
    check_refuses(context, 20, "all-in-sm",
                  "local memory holds 352 points: 27 such cells do not fit together", NULL, NULL, NULL);
    context->device.local_memory = 256;
    check_refuses(context, 20, "par-cell-sm", "local memory has room for less than 32 points", NULL, NULL,
                  NULL);
    context->device.max_work_group = 16;
    check_refuses(context, 20, NULL, "it needs work-groups of several work-items", NULL, NULL, NULL);
}
