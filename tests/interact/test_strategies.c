/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The strategies of D. Algis et al. (arXiv:2406.16091): the rule, clouds that move, and what they say where they cannot run. */
#include "opencl/context.h"
#include "support/device.h"
#include "support/interaction_checks.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int waits, table; /* 1: the call waits for the order; 1: it needs a table of all cells */
} strategies[] = {
    {"par-part-noloop", 0, 0}, {"par-part-loop", 0, 0}, {"par-cell", 0, 1},     {"par-cell-sm", 0, 1},
    {"all-in-sm", 1, 1},       {"x-pencil", 1, 1},      {"x-pencil-reg", 1, 1},
};
enum { STRATEGIES = sizeof strategies / sizeof *strategies };

/* ---- sums ------------------------------------------------------------------------------------------------ */

/* In a triclinic box, and in the shape of the device. */
START_TEST(sums_in_any_box_are_those_of_the_host) {
    SUPPORT_NEEDS_GROUPS();
    nf_context *context = support_context(NULL);
    nf_function *function = NULL;
    interactions_setup s = interactions_setup_of(200, 0, 3, NF_FLOAT32, &interactions_skewed, 0, 4, 0.9);
    support_ok(context, nf_function_create(context, NULL, interactions_charges, "charges.cl", &function));
    for (size_t k = 0; k < STRATEGIES; k++)
        interactions_check(context, function, strategies[k].name, &s, 2, 0, 0);
    interactions_forget(&s);
    nf_function_free(function);
    nf_context_free(context);
}
END_TEST

START_TEST(the_rule_decides_at_the_cutoff) {
    SUPPORT_NEEDS_GROUPS();
    for (size_t k = 0; k < STRATEGIES; k++)
        for (int outside = 0; outside < 2 && support_is_run((int)k, 2); outside++) {
            interactions_check_lattice(INTERACTIONS_GPU, strategies[k].name, NF_FLOAT32, outside);
            if (!support_small())
                interactions_check_lattice(INTERACTIONS_GPU, strategies[k].name, support_double(), outside);
        }
}
END_TEST

START_TEST(sums_of_moved_clouds_are_right_or_unknown) {
    SUPPORT_NEEDS_GROUPS();
    static const char word[] = "only occupied ones are stored";
    for (size_t k = 0; k < STRATEGIES; k++)
        if (support_is_run((int)k, 2))
            interactions_check_moved(strategies[k].name, strategies[k].waits ? word : NULL,
                                     strategies[k].table ? word : NULL);
}
END_TEST

/* ---- what cannot run ------------------------------------------------------------------------------------- */

/* Calls nf_interact with each strategy in turn, which fails with the word: for points of this number in one cell. */
static void check_refuses(nf_context *context, uint64_t n, const char *only, const char *word,
                          const nf_points *queries, const nf_systems *systems,
                          const nf_conditions *conditions) {
    nf_function *function = NULL;
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    interactions_setup s = interactions_setup_of(n, 0, 3, NF_FLOAT32, NULL, 0, 0.5, 1);
    interactions_asked a;
    interactions_prepare(&a, &s);
    a.points.systems = systems;
    a.options = (nf_interact_options){.queries = queries, .conditions = conditions};
    support_ok(context, nf_function_create(context, "low-flop", NULL, NULL, &function));
    support_ok(context, nf_cloud_create(context, &a.points, NULL, NULL, &cloud));
    for (size_t k = 0; k < STRATEGIES; k++) {
        a.options.strategy = strategies[k].name;
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

START_TEST(what_a_strategy_cannot_serve_is_said) {
    SUPPORT_NEEDS_GROUPS();
    const float at[3] = {0.25f, 0.25f, 0.25f};
    const uint64_t offsets[3] = {0, 5, 20};
    const nf_points query = {.n = 1, .dims = 3, .type = NF_FLOAT32, .host = at};
    const nf_systems systems = {.count = 2, .offsets = offsets};
    const nf_conditions conditions = {.min_distance = 0.1};
    nf_context *context = support_context(INTERACTIONS_GPU);
    check_refuses(context, 20, NULL, "neither query points", &query, NULL, NULL);
    check_refuses(context, 20, NULL, "nor systems", NULL, &systems, NULL);
    check_refuses(context, 20, NULL, "nor conditions", NULL, NULL, &conditions);
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
    nf_context_free(context);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {sums_in_any_box_are_those_of_the_host, the_rule_decides_at_the_cutoff,
                                  sums_of_moved_clouds_are_right_or_unknown,
                                  what_a_strategy_cannot_serve_is_said};
    return support_main("interact_strategies", tests, sizeof tests / sizeof *tests);
}
