/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Lists of clusters with a skin: sums are those of a cloud that is searched anew, in every step. */
#include "support/calls.h"
#include "support/sums/drift.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of equal weights the numbers of neighbours are exact; of others, sums in which each neighbour counts. */
static const char weighed[] = "#pragma nearfield radial\n"
                              "#pragma nearfield field weight\n"
                              "#pragma nearfield sum pulls vector odd\n"
                              "#pragma nearfield sum counts scalar\n"
                              "#pragma nearfield sum weights scalar\n"
                              "static real interact(const fields *i, const fields *j, real d2,\n"
                              "                     const parameters *p, sums *to) {\n"
                              "    to->counts += 1;\n"
                              "    to->weights += j->weight;\n"
                              "    return j->weight;\n"
                              "}\n";
enum { COUNTS = 3, WEIGHTS }; /* columns; those before are of the pulls */

/* The strategy that keeps lists. */
static const char *strategy;

static void by_each(void (*check)(void)) {
    static const char *const strategies[] = {"cluster-lists", "point-lists"};
    for (size_t k = 0; k < sizeof strategies / sizeof *strategies; k++) {
        strategy = strategies[k];
        check();
    }
}

static void weigh(drift_scene *s) {
    for (uint64_t k = 0; k < s->n; k++) s->carried[k] = floor(support_uniform(&s->state) * 16) - 5;
}

/* A cloud that was not asked anything yet. */
static drift_scene *begin(const char *tuning, uint64_t n, double x, double y, double z) {
    drift_scene *s = drift_begin(tuning, NF_FLOAT32, weighed, "weight");
    s->skin = 0.3;
    drift_fill(s, n, x, y, z, 0);
    weigh(s);
    drift_move(s);
    return s;
}

static drift_rows wanted;

/* The sums over the host's lists. */
static void search_anew(drift_scene *s) {
    const nf_points points = drift_points(s);
    const nf_lists_options options = {.arrays = NF_WANT(NF_ARRAY_VECTORS)};
    own_cloud cloud = support_cloud_on(support_host(), &points, &s->box);
    own_result result = NULL;
    support_ok(support_host(), nf_lists(cloud, s->cutoff, &options, NULL, &result));
    const uint64_t *offsets = nf_result_array(result, NF_ARRAY_OFFSETS)->host;
    const int32_t *indices = nf_result_array(result, NF_ARRAY_INDICES)->host;
    const float *vectors = nf_result_array(result, NF_ARRAY_VECTORS)->host;
    memset(wanted, 0, sizeof wanted);
    for (uint64_t i = 0; i < s->n; i++)
        for (uint64_t k = offsets[i]; k < offsets[i + 1]; k++) {
            const double weight = s->carried[indices[k]];
            for (uint64_t a = 0; a < 3; a++) wanted[i][a] += weight * (double)vectors[3 * k + a];
            wanted[i][COUNTS] += 1;
            wanted[i][WEIGHTS] += weight;
        }
}

/* Counts and sums of integers are exact; the rounding of the others grows with the number of neighbours. */
static void same(drift_scene *s, const char *what) {
    static drift_rows got;
    drift_read(s, s->result, got);
    for (uint64_t i = 0; i < s->n; i++)
        for (int k = 0; k < DRIFT_COLUMNS; k++)
            ck_assert_msg(fabs(got[i][k] - wanted[i][k]) <= (k < COUNTS ? 2e-5 * wanted[i][COUNTS] : 0),
                          "%s: column %d of point %d: %g instead of %g", what, k, (int)i, got[i][k],
                          wanted[i][k]);
}

/* Asks with the skin, and compares with the host.  Returns 1 if lists were built. */
static int ask(drift_scene *s, const char *what) {
    const nf_numbers weight = drift_field(s);
    const uint64_t builds = nf_cloud_lists_built(s->cloud);
    const nf_interact_options kept = {
        .fields = &weight, .field_count = 1, .skin = s->skin, .strategy = strategy};
    support_ok(s->context, nf_interact(s->cloud, s->cutoff, s->function, &kept, NULL, &s->result));
    search_anew(s);
    same(s, what);
    ck_assert_uint_le(nf_cloud_lists_built(s->cloud) - builds, 1);
    return nf_cloud_lists_built(s->cloud) > builds;
}

/* ---- random steps --------------------------------------------------------------------------------------- */

/* Short steps, with a drift through the faces of the box; sometimes a point jumps, or goes into another image of the box. */
static void take_step(drift_scene *s, int step) {
    const uint64_t one = support_random(&s->state) % s->n;
    for (uint64_t k = 0; k < 3 * s->n; k++)
        s->at[k] += s->skin * (0.06 * (2 * support_uniform(&s->state) - 1) + 0.02 * (k % 3 == 0));
    for (uint64_t a = 0; a < 3; a++) {
        double *x = &s->at[3 * one + a];
        if (step % 47 == 11) *x = s->box.origin[a] + support_uniform(&s->state) * s->box.cell[a][a];
        if (step % 31 == 17) *x -= s->box.cell[a][a];
    }
    for (uint64_t k = (uint64_t)step % 5; k < s->n; k += 5)
        s->carried[k] = floor(support_uniform(&s->state) * 16) - 5;
}

static void random_steps_have_the_sums_of_fresh_searches_by(void) {
    const int steps = support_small() ? 60 : 210;
    own_drift s = begin(DRIFT_GPU, 1500, 6, 6, 7);
    int builds = 0;
    for (int step = 0; step < steps; step++) {
        char what[100];
        snprintf(what, sizeof what, "step %d", step);
        take_step(s, step);
        drift_move(s);
        builds += ask(s, what);
    }
    ck_assert_msg(builds > steps / 40 && builds < steps / 3, "lists were built in %d of %d steps", builds,
                  steps);
}
TEST(random_steps_have_the_sums_of_fresh_searches) {
    SUPPORT_NEEDS_GROUPS();
    by_each(random_steps_have_the_sums_of_fresh_searches_by);
}

/* A cluster of points that are far apart along x, with a dense part elsewhere: while the points move, two of the cluster come to be further apart than
   half the box. */
static void clusters_of_scattered_points_keep_their_images_by(void) {
    static const double x[] = {0.1, 0.2, 0.3, 0.4, 0.5, 2, 4.9, 5.4};
    enum { SCATTERED = sizeof x / sizeof *x, ALL = 130, STEPS = 12 };
    own_drift s = begin(DRIFT_GPU, ALL, 10, 10, 10);
    int builds = 0;
    s->skin = 0.8;
    for (uint64_t k = 0; k < SCATTERED; k++) {
        s->at[3 * k] = s->box.origin[0] + x[k];
        for (uint64_t a = 1; a < 3; a++)
            s->at[3 * k + a] = s->box.origin[a] + 2.4 + 0.01 * support_uniform(&s->state);
    }
    for (uint64_t k = 3 * SCATTERED; k < 3 * ALL; k++)
        s->at[k] = s->box.origin[k % 3] + 5 + support_uniform(&s->state);
    for (int step = 0; step < STEPS; step++) {
        drift_move(s);
        builds += ask(s, "scattered points");
        for (uint64_t k = 5; k < SCATTERED; k++) s->at[3 * k] += 0.03;
    }
    ck_assert_int_eq(builds, 1);
}
TEST(clusters_of_scattered_points_keep_their_images) {
    SUPPORT_NEEDS_GROUPS();
    by_each(clusters_of_scattered_points_keep_their_images_by);
}

/* ---- when lists are built -------------------------------------------------------------------------------- */

static void whatever_else_changes_builds_the_lists_by(void) {
    own_drift s = begin(DRIFT_GPU, 1500, 6, 6, 7);
    ck_assert(ask(s, "first"));
    ck_assert(!ask(s, "again"));
    drift_move(s);
    ck_assert(!ask(s, "the same places"));
    s->at[30] += 2;
    drift_move(s);
    ck_assert(ask(s, "a point across the box"));
    ck_assert(!ask(s, "again"));
    s->cutoff = 1.05;
    ck_assert(ask(s, "another cutoff"));
    s->skin = 0.25;
    ck_assert(ask(s, "another skin"));
    s->box = drift_box(6, 6, 7.125);
    drift_move(s);
    ck_assert(ask(s, "another box"));
    s->n = 1499;
    drift_move(s);
    ck_assert(ask(s, "fewer points"));
    ck_assert(!ask(s, "again"));
    const nf_numbers weight = drift_field(s);
    const nf_interact_options other = {.fields = &weight, .field_count = 1, .strategy = "par-part-loop"};
    /* Another order of the same cloud does not change what is kept. */
    support_ok(s->context, nf_interact(s->cloud, 0.4, s->function, &other, NULL, &s->result));
    s->at[33] += 0.1;
    drift_move(s);
    ck_assert(!ask(s, "after other questions"));
    const nf_parameter wrong = {"weigth", 1};
    float counts[DRIFT_MOST];
    const nf_output output = {.array = NF_ARRAY_SUM(1), .host = counts, .capacity = DRIFT_MOST};
    const nf_outputs counted = {.count = 1, .arrays = &output};
    nf_interact_options kept = {.fields = &weight, .field_count = 1, .skin = s->skin};
    kept.parameters = &wrong;
    kept.parameter_count = 1;
    support_fails(s->context, NF_ERROR_ARGUMENT, "weigth",
                  nf_interact(s->cloud, s->cutoff, s->function, &kept, NULL, &s->result));
    kept.outputs = &counted;
    support_fails(s->context, NF_ERROR_ARGUMENT, "weigth",
                  nf_interact(s->cloud, s->cutoff, s->function, &kept, NULL, NULL));
    kept.outputs = NULL;
    ck_assert(!ask(s, "after calls that were refused"));
    kept.parameter_count = 0;
    s->at[33] = NAN;
    drift_move(s);
    support_fails(s->context, NF_ERROR_POINTS, "point 11",
                  nf_interact(s->cloud, s->cutoff, s->function, &kept, NULL, &s->result));
    s->at[33] = 1;
    drift_move(s);
    ck_assert(ask(s, "good points"));
}
TEST(whatever_else_changes_builds_the_lists) {
    SUPPORT_NEEDS_GROUPS();
    by_each(whatever_else_changes_builds_the_lists_by);
}

/* Half the skin is a step that keeps the lists, also through a face of the box; a longer one is not. */
static void a_step_of_half_the_skin_keeps_the_lists_by(void) {
    own_drift s = begin(DRIFT_GPU, 1300, 6, 6, 6);
    s->skin = 0.5;
    for (uint64_t k = 0; k < 3 * s->n; k++) s->at[k] = floor(s->at[k] * 64) / 64;
    drift_move(s);
    ck_assert(ask(s, "first"));
    for (int turn = 0; turn < 2; turn++) {
        for (uint64_t k = 0; k < 3 * s->n; k += 3) s->at[k] += (turn ? -2 : 1) * (k % 2 ? 0.249 : -0.249);
        drift_move(s);
        ck_assert(!ask(s, "half the skin"));
    }
    for (uint64_t k = 0; k < 3 * s->n; k += 3) s->at[k] += k % 2 ? 0.249 : -0.249;
    s->at[40] += 0.2501;
    drift_move(s);
    ck_assert(ask(s, "more than half the skin"));
}
TEST(a_step_of_half_the_skin_keeps_the_lists) {
    SUPPORT_NEEDS_GROUPS();
    by_each(a_step_of_half_the_skin_keeps_the_lists_by);
}

/* A lattice whose distances are the cutoff, some points a box further: the rule decides from points as given, which have gone through faces. */
static void the_rule_decides_about_points_that_have_moved_by(void) {
    own_drift s = begin(DRIFT_GPU, 1, 12, 6, 6);
    drift_fill_lattice(s);
    weigh(s);
    drift_move(s);
    ck_assert(ask(s, "first"));
    for (uint64_t k = 0; k < 3 * s->n; k++)
        s->at[k] += (floor(support_uniform(&s->state) * 3) - 1) * 0x1p-20 - 0.0703125;
    drift_move(s);
    ck_assert(!ask(s, "through faces"));
    drift_counts_are_those_of_lists(s, COUNTS);
}
TEST(the_rule_decides_about_points_that_have_moved) {
    SUPPORT_NEEDS_GROUPS();
    by_each(the_rule_decides_about_points_that_have_moved_by);
}

/* A dense part, for whose lists there is no room at first. */
static void clouds_that_can_have_no_lists_are_summed_anew_by(void) {
    own_drift s = begin(DRIFT_GPU, 2300, 6, 6, 6);
    s->skin = 0.1;
    for (uint64_t k = 0; k < 3 * 1000; k++) s->at[k] = 3 + 0.3 * support_uniform(&s->state);
    drift_move(s);
    ck_assert(!ask(s, "a dense part"));
    for (int step = 0; step < 3; step++) ck_assert_int_eq(ask(s, "a dense part, with more room"), step == 0);
}
TEST(clouds_that_can_have_no_lists_are_summed_anew) {
    SUPPORT_NEEDS_GROUPS();
    by_each(clouds_that_can_have_no_lists_are_summed_anew_by);
}

/* ---- without waiting ------------------------------------------------------------------------------------- */

/* The numbers of neighbours from a call whose outputs are buffers, so that it waits for no lists that are kept. */
static void count_into(drift_scene *s, float *counts) {
    const nf_numbers weight = drift_field(s);
    support_buffer pulls = support_buffer_of(s->context, NULL, s->n, 12),
                   number_of = support_buffer_of(s->context, NULL, s->n, 4),
                   weights = support_buffer_of(s->context, NULL, s->n, 4);
    const nf_slice sums[DRIFT_SUMS] = {pulls.at, number_of.at, weights.at}, none = NF_DEFAULTS;
    const nf_interact_options options = {
        .fields = &weight, .field_count = 1, .skin = s->skin, .strategy = strategy};
    support_ok(s->context, interact_into(s->cloud, s->cutoff, s->function, &options, sums, none, NULL));
    support_read(&number_of, counts);
    support_release(&pulls), support_release(&number_of), support_release(&weights);
}

/* From one whose outputs are in host memory, so that it waits. */
static void count_at_host(drift_scene *s, float *counts) {
    static float pulls[3 * DRIFT_MOST], weights[DRIFT_MOST];
    const nf_numbers weight = drift_field(s);
    const nf_output arrays[DRIFT_SUMS] = {{.array = NF_ARRAY_SUM(0), .host = pulls, .capacity = s->n},
                                          {.array = NF_ARRAY_SUM(1), .host = counts, .capacity = s->n},
                                          {.array = NF_ARRAY_SUM(2), .host = weights, .capacity = s->n}};
    const nf_outputs outputs = {.count = DRIFT_SUMS, .arrays = arrays};
    const nf_interact_options options = {
        .fields = &weight, .field_count = 1, .skin = s->skin, .strategy = strategy, .outputs = &outputs};
    support_ok(s->context, nf_interact(s->cloud, s->cutoff, s->function, &options, NULL, NULL));
}

static void a_call_that_does_not_wait_gives_sums_or_nan_by(void) {
    own_drift s = begin(DRIFT_GPU, 1500, 6, 6, 7);
    static float counts[DRIFT_MOST];
    ck_assert(ask(s, "first"));
    for (int far = 0; far < 3; far++) {
        s->at[100] += far == 1 ? 2 : 0.05;
        drift_move(s);
        count_into(s, counts);
        ck_assert_int_eq(ask(s, "afterwards"), far == 1);
        for (uint64_t i = 0; i < s->n; i++)
            if (far == 1) ck_assert(isnan(counts[i]));
            else ck_assert_double_eq((double)counts[i], wanted[i][COUNTS]);
    }
}
TEST(a_call_that_does_not_wait_gives_sums_or_nan) {
    SUPPORT_NEEDS_GROUPS();
    by_each(a_call_that_does_not_wait_gives_sums_or_nan_by);
}

/* Also after a call that did not wait, of which all sums are NaN. */
static void a_call_into_host_memory_waits_and_builds_lists_by(void) {
    own_drift s = begin(DRIFT_GPU, 1500, 6, 6, 7);
    static float counts[DRIFT_MOST];
    for (int step = 0; step < 4; step++) {
        const uint64_t builds = nf_cloud_lists_built(s->cloud);
        if (step == 3) count_into(s, counts);
        if (step == 3) ck_assert(isnan(counts[0]));
        count_at_host(s, counts);
        ck_assert_uint_eq(nf_cloud_lists_built(s->cloud) - builds, step != 1);
        search_anew(s);
        for (uint64_t i = 0; i < s->n; i++)
            ck_assert_msg(counts[i] == (float)wanted[i][COUNTS], "step %d, point %d: %g", step, (int)i,
                          (double)counts[i]);
        s->at[100] += step ? 2 : 0.05;
        drift_move(s);
    }
}
TEST(a_call_into_host_memory_waits_and_builds_lists) {
    SUPPORT_NEEDS_GROUPS();
    by_each(a_call_into_host_memory_waits_and_builds_lists_by);
}

static void count_steps(drift_scene *s, const char *what) {
    static float counts[DRIFT_MOST];
    for (int step = 0; step < 3; step++) {
        drift_move(s);
        count_into(s, counts);
        search_anew(s);
        for (uint64_t i = 0; i < s->n; i++)
            ck_assert_msg(counts[i] == (float)wanted[i][COUNTS], "%s, step %d, point %d: %g", what, step,
                          (int)i, (double)counts[i]);
        for (uint64_t k = 0; k < 3 * s->n; k++) s->at[k] += 0.01 * (2 * support_uniform(&s->state) - 1);
    }
    drift_end(s);
}

/* A dense part for whose lists there is no room at first, by calls that do not wait alone. */
static void calls_that_do_not_wait_give_sums_where_there_are_no_lists_by(void) {
    drift_scene *s = begin(DRIFT_GPU, 1300, 6, 6, 6);
    for (uint64_t k = 0; k < 3 * 700; k++) s->at[k] = 3 + 0.3 * support_uniform(&s->state);
    count_steps(s, "a dense part");
}
TEST(calls_that_do_not_wait_give_sums_where_there_are_no_lists) {
    SUPPORT_NEEDS_GROUPS();
    by_each(calls_that_do_not_wait_give_sums_where_there_are_no_lists_by);
}

TEST(nothing_is_kept_in_a_box_too_small_for_lists) {
    SUPPORT_NEEDS_GROUPS();
    strategy = "cluster-lists";
    drift_scene *s = begin(DRIFT_GPU, 100, 2.5, 4, 4);
    for (int step = 0; step < 3; step++) ck_assert(!ask(s, "a small box"));
    drift_end(s);
    count_steps(begin(DRIFT_GPU, 100, 2.5, 4, 4), "a small box");
}

TEST(a_skin_is_accepted_where_nothing_is_kept) {
    own_drift s = begin(NULL, 300, 5, 4, 6);
    const nf_numbers weight = drift_field(s);
    nf_interact_options options = {.fields = &weight, .field_count = 1, .skin = 0.3};
    uint64_t with = 0, without = 0;
    const nf_points points = drift_points(s);
    support_ok(s->context, nf_interact(s->cloud, 1, s->function, &options, NULL, &s->result));
    support_ok(s->context, interact_cost(s->context, &points, s->function, &options, &with));
    options.skin = 0;
    support_ok(s->context, interact_cost(s->context, &points, s->function, &options, &without));
    search_anew(s);
    same(s, "with a skin");
    ck_assert_uint_ge(with, without);
    const double wrong[] = {-1, NAN, INFINITY};
    for (int k = 0; k < 3; k++) {
        options.skin = wrong[k];
        support_fails(s->context, NF_ERROR_ARGUMENT, "skin",
                      nf_interact(s->cloud, 1, s->function, &options, NULL, &s->result));
    }
}
