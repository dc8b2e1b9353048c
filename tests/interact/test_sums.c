/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Sums of pair functions against sums in double on the host, over all images within the cutoff. */
#include "support/device.h"
#include "support/interaction_checks.h"

#include <string.h>

static void check_setup(const char *tuning, const char *strategy, const interactions_setup *s, int reach,
                        int sum64, int fast) {
    nf_context *context = support_context(tuning);
    nf_function *function = NULL;
    support_ok(context, nf_function_create(context, NULL, interactions_charges, "charges.cl", &function));
    interactions_check(context, function, strategy, s, reach, sum64, fast);
    nf_function_free(function);
    nf_context_free(context);
}

/* Each row: points, queries, dims, box, where the points are, cutoff, how many images to look at. */
static const struct {
    uint64_t n, queries;
    int dims;
    const nf_box *box;
    double low, high, cutoff;
    int reach;
} cases[] = {
    {600, 0, 3, NULL, 0, 4, 0.8, 0},
    {700, 0, 3, &interactions_cube, 0, 4, 0.9, 1},
    {300, 0, 3, &interactions_cube, -9, 14, 0.9, 6},
    {400, 0, 3, &interactions_skewed, 0, 4, 0.9, 2},
    {12, 0, 3, &interactions_tiny, 0, 1, 2.6, 4},
    {1, 0, 3, &interactions_tiny, 0.5, 0.5, 2.6, 3},
    {500, 90, 3, &interactions_cube, 0, 4, 0.9, 1},
    {400, 70, 3, NULL, 0, 4, 0.9, 0},
    {300, 60, 2, &interactions_cube, 0, 4, 0.45, 1},
    {200, 50, 1, &interactions_tiny, 0, 1, 2.6, 4},
    {500, 0, 2, NULL, 0, 9, 0.9, 0},
    {300, 0, 1, NULL, 0, 60, 0.9, 0},
};
enum { CASES = sizeof cases / sizeof *cases };

/* Bits of cases. */
enum { EVERY = (1 << CASES) - 1, IN_CUBE = 1 << 1, SKEWED = 1 << 3, TINY = 1 << 4, QUERIES = 1 << 6 };

/* Of the cases those that the strategy serves; at small sizes only the cases of `sample`, as each builds programs of its own. */
static void check_cases(const char *tuning, const char *strategy, nf_type type, int sample) {
    for (size_t k = 0; k < CASES; k++) {
        if (support_small() && !(sample >> k & 1)) continue;
        interactions_setup s =
            interactions_setup_of(cases[k].n, cases[k].queries, cases[k].dims, type, cases[k].box,
                                  cases[k].low, cases[k].high, cases[k].cutoff);
        const int serves = !strategy || strcmp(strategy, "walk") == 0 ||
                           (!s.queries && (s.in == &interactions_cube || strcmp(strategy, "clusters") == 0));
        if (serves) check_setup(tuning, strategy, &s, cases[k].reach, 0, 0);
        interactions_forget(&s);
    }
}

START_TEST(sums_are_those_of_the_host) { check_cases(NULL, NULL, NF_FLOAT32, EVERY); }
END_TEST
START_TEST(sums_of_doubles_are_those_of_the_host) {
    check_cases(NULL, NULL, support_double(), SKEWED | QUERIES);
}
END_TEST
START_TEST(sums_in_the_shape_of_a_gpu_are_those_of_the_host) {
    check_cases(INTERACTIONS_GPU, "walk", NF_FLOAT32, IN_CUBE | QUERIES);
    check_cases(INTERACTIONS_GPU, "walk", support_double(), SKEWED);
}
END_TEST

START_TEST(sums_of_clusters_are_those_of_the_host) {
    SUPPORT_NEEDS_GROUPS();
    check_cases(INTERACTIONS_GPU, "clusters", NF_FLOAT32, SKEWED);
    check_cases(INTERACTIONS_GPU, "clusters", support_double(), IN_CUBE);
    check_cases(INTERACTIONS_GPU, "cluster-lists", NF_FLOAT32, IN_CUBE);
    check_cases(INTERACTIONS_GPU, "cluster-lists", support_double(), IN_CUBE);
    check_cases(INTERACTIONS_GPU, "point-lists", NF_FLOAT32, IN_CUBE);
    check_cases(INTERACTIONS_GPU, "point-lists", support_double(), IN_CUBE);
}
END_TEST

/* Each row: the strategy, in the shape of the device or of a GPU; sums in double; fast functions. */
static const struct {
    const char *tuning, *strategy;
    int sum64, fast;
} modes[] = {
    {NULL, NULL, 1, 0},
    {NULL, NULL, 0, 1},
    {INTERACTIONS_GPU, "clusters", 1, 1},
    {INTERACTIONS_GPU, "point-lists", 1, 1},
    {INTERACTIONS_GPU, "cluster-lists", 1, 0},
    {INTERACTIONS_GPU, "walk", 1, 1},
    {INTERACTIONS_GPU, "par-part-loop", 1, 1},
    {INTERACTIONS_GPU, "par-cell-sm", 1, 0},
    {INTERACTIONS_GPU, "all-in-sm", 1, 1},
    {INTERACTIONS_GPU, "x-pencil-reg", 1, 1},
};

START_TEST(sums_in_double_and_fast_functions) {
    SUPPORT_NEEDS_GROUPS();
    interactions_setup s = interactions_setup_of(300, 0, 3, NF_FLOAT32, &interactions_cube, 0, 4, 0.9);
    for (size_t k = 0; k < sizeof modes / sizeof *modes; k++)
        if ((support_double() == NF_FLOAT64 || !modes[k].sum64) && (k < 3 || support_is_run((int)k, 4)))
            check_setup(modes[k].tuning, modes[k].strategy, &s, 1, modes[k].sum64, modes[k].fast);
    interactions_forget(&s);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {sums_are_those_of_the_host, sums_of_doubles_are_those_of_the_host,
                                  sums_in_the_shape_of_a_gpu_are_those_of_the_host,
                                  sums_of_clusters_are_those_of_the_host, sums_in_double_and_fast_functions};
    return support_main("interact_sums", tests, sizeof tests / sizeof *tests);
}
