/* Lists of clusters with a skin: sums are those of a cloud that is searched anew, in every step. */
#include "support/device.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GPU "search.GROUP=32 bounds.GROUP=32 order.GROUP=32"

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
enum { PULLS, COUNTS, WEIGHTS, SUMS, MOST = 2300 };

/* The strategy that keeps lists. */
static const char *strategy;

/* A cloud that moves, and what is asked about it. */
typedef struct scene {
    nf_context *context;
    nf_cloud *cloud;
    nf_function *function;
    nf_result *result, *wanted;
    nf_type type;
    nf_box box;
    double cutoff, skin;
    uint64_t n, state;
    double at[3 * MOST], weights[MOST];
    double data[3 * MOST], field[MOST]; /* in the type */
} scene;

static void by_each(void (*check)(void)) {
    static const char *const strategies[] = {"cluster-lists", "point-lists"};
    for (size_t k = 0; k < sizeof strategies / sizeof *strategies; k++) {
        strategy = strategies[k];
        check();
    }
}

static double number(scene *s) { return (double)(support_random(&s->state) >> 11) * 0x1p-53; }

static void store(nf_type type, const double *from, uint64_t count, void *to) {
    for (uint64_t k = 0; k < count; k++)
        if (type == NF_FLOAT64) ((double *)to)[k] = from[k];
        else ((float *)to)[k] = (float)from[k];
}

static nf_points points_of(scene *s) {
    store(s->type, s->at, 3 * s->n, s->data);
    return (nf_points){.n = s->n, .dims = 3, .type = s->type, .host = s->data};
}

static nf_box box_of(double x, double y, double z) {
    return (nf_box){.origin = {0.5, -1, 0}, .cell = {{x, 0, 0}, {0, y, 0}, {0, 0, z}}, .periodic = {1, 1, 1}};
}

static void begin(scene *s, const char *tuning, nf_type type, uint64_t n, nf_box box) {
    *s = (scene){
        .context = support_context(tuning), .type = type, .box = box, .cutoff = 1, .skin = 0.3, .n = n};
    s->state = n;
    for (uint64_t k = 0; k < 3 * n; k++) s->at[k] = box.origin[k % 3] + number(s) * box.cell[k % 3][k % 3];
    for (uint64_t k = 0; k < n; k++) s->weights[k] = floor(number(s) * 16) - 5;
    const nf_points points = points_of(s);
    support_ok(s->context, nf_function_create(s->context, NULL, weighed, "weighed.cl", &s->function));
    support_ok(s->context, nf_cloud_create(s->context, &points, &s->box, NULL, &s->cloud));
}

static void end(scene *s) {
    nf_result_free(s->result);
    nf_result_free(s->wanted);
    nf_cloud_free(s->cloud);
    nf_function_free(s->function);
    nf_context_free(s->context);
}

static void move(scene *s) {
    const nf_points points = points_of(s);
    support_ok(s->context, nf_cloud_move(s->cloud, &points, &s->box, NULL));
}

static nf_numbers weight_of(scene *s) {
    store(s->type, s->weights, s->n, s->field);
    return (nf_numbers){.name = "weight", .n = s->n, .host = s->field};
}

static double value_at(nf_type type, const void *values, uint64_t k) {
    return type == NF_FLOAT64 ? ((const double *)values)[k] : (double)((const float *)values)[k];
}

static void same(scene *s, const char *what) {
    for (int k = 0; k < SUMS; k++) {
        const nf_array array = (nf_array)(NF_ARRAY_SUMS + k);
        const uint64_t count = s->n * (uint64_t)(k == PULLS ? 3 : 1);
        double got[3 * MOST], wanted[3 * MOST];
        support_ok(s->context, nf_result_read(s->result, array, 0, s->n, NULL, got));
        support_ok(s->context, nf_result_read(s->wanted, array, 0, s->n, NULL, wanted));
        for (uint64_t i = 0; i < count; i++) {
            const double a = value_at(s->type, got, i), b = value_at(s->type, wanted, i);
            ck_assert_msg(fabs(a - b) <= (k == PULLS ? (s->type == NF_FLOAT64 ? 1e-12 : 3e-4) : 0),
                          "%s: sum %d, component %d: %g instead of %g", what, k, (int)i, a, b);
        }
    }
}

/* Asks with the skin, and compares with another cloud by another strategy.  Returns 1 if lists were built. */
static int ask(scene *s, const char *what) {
    const nf_numbers weight = weight_of(s);
    const uint64_t builds = nf_cloud_builds(s->cloud);
    const nf_interact_options kept = {.fields = &weight,
                                      .field_count = 1,
                                      .skin = s->skin,
                                      .strategy = strategy},
                              fresh = {.fields = &weight, .field_count = 1, .strategy = "clusters"};
    const nf_points points = points_of(s);
    nf_cloud *other = NULL;
    support_ok(s->context, nf_cloud_create(s->context, &points, &s->box, NULL, &other));
    support_ok(s->context, nf_interact(s->cloud, s->cutoff, s->function, &kept, NULL, &s->result));
    support_ok(s->context, nf_interact(other, s->cutoff, s->function, &fresh, NULL, &s->wanted));
    nf_cloud_free(other);
    same(s, what);
    ck_assert_uint_le(nf_cloud_builds(s->cloud) - builds, 1);
    return nf_cloud_builds(s->cloud) > builds;
}

/* ---- random steps --------------------------------------------------------------------------------------- */

/* Short steps, with a drift through the faces of the box; sometimes a point jumps, or goes into another image of the box. */
static void take_step(scene *s, int step) {
    const uint64_t one = support_random(&s->state) % s->n;
    for (uint64_t k = 0; k < 3 * s->n; k++)
        s->at[k] += s->skin * (0.06 * (2 * number(s) - 1) + 0.02 * (k % 3 == 0));
    for (uint64_t a = 0; a < 3; a++) {
        double *x = &s->at[3 * one + a];
        if (step % 47 == 11) *x = s->box.origin[a] + number(s) * s->box.cell[a][a];
        if (step % 31 == 17) *x -= s->box.cell[a][a];
    }
    for (uint64_t k = (uint64_t)step % 5; k < s->n; k += 5) s->weights[k] = floor(number(s) * 16) - 5;
}

static void walk(nf_type type, uint64_t n, nf_box box, int steps) {
    scene *s = support_allocate(sizeof *s);
    int builds = 0;
    begin(s, GPU, type, n, box);
    for (int step = 0; step < steps; step++) {
        char what[100];
        snprintf(what, sizeof what, "%d points, step %d", (int)n, step);
        take_step(s, step);
        move(s);
        builds += ask(s, what);
    }
    ck_assert_msg(builds > steps / 40 && builds < steps / 3, "lists were built in %d of %d steps", builds,
                  steps);
    end(s);
    free(s);
}

static void random_steps_have_the_sums_of_fresh_searches_by(void) {
    walk(NF_FLOAT32, 1500, box_of(6, 6, 7), 210);
    if (!support_small()) walk(support_double(), 700, box_of(5, 6, 5), 60);
}
START_TEST(random_steps_have_the_sums_of_fresh_searches) {
    by_each(random_steps_have_the_sums_of_fresh_searches_by);
}
END_TEST

/* ---- when lists are built -------------------------------------------------------------------------------- */

static void whatever_else_changes_builds_the_lists_by(void) {
    scene *s = support_allocate(sizeof *s);
    begin(s, GPU, NF_FLOAT32, 1500, box_of(6, 6, 7));
    ck_assert(ask(s, "first"));
    ck_assert(!ask(s, "again"));
    move(s);
    ck_assert(!ask(s, "the same places"));
    s->at[30] += 2;
    move(s);
    ck_assert(ask(s, "a point across the box"));
    ck_assert(!ask(s, "again"));
    s->cutoff = 1.05;
    ck_assert(ask(s, "another cutoff"));
    s->skin = 0.25;
    ck_assert(ask(s, "another skin"));
    s->box = box_of(6, 6, 7.125);
    move(s);
    ck_assert(ask(s, "another box"));
    s->n = 1499;
    move(s);
    ck_assert(ask(s, "fewer points"));
    ck_assert(!ask(s, "again"));
    nf_result *lists = NULL; /* another order of the same cloud does not change what is kept */
    support_ok(s->context, nf_lists(s->cloud, 0.4, NULL, NULL, &lists));
    nf_result_free(lists);
    s->at[33] += 0.1;
    move(s);
    ck_assert(!ask(s, "after other questions"));
    s->at[33] = NAN;
    move(s);
    const nf_numbers weight = weight_of(s);
    const nf_interact_options kept = {.fields = &weight, .field_count = 1, .skin = s->skin};
    support_fails(s->context, NF_ERROR_POINTS, "point 11",
                  nf_interact(s->cloud, s->cutoff, s->function, &kept, NULL, &s->result));
    s->at[33] = 1;
    move(s);
    ck_assert(ask(s, "good points"));
    end(s);
    free(s);
}
START_TEST(whatever_else_changes_builds_the_lists) { by_each(whatever_else_changes_builds_the_lists_by); }
END_TEST

/* Half the skin is a step that keeps the lists, also through a face of the box; a longer one is not. */
static void a_step_of_half_the_skin_keeps_the_lists_by(void) {
    scene *s = support_allocate(sizeof *s);
    begin(s, GPU, NF_FLOAT32, 1300, box_of(6, 6, 6));
    s->skin = 0.5;
    for (uint64_t k = 0; k < 3 * s->n; k++) s->at[k] = floor(s->at[k] * 64) / 64;
    move(s);
    ck_assert(ask(s, "first"));
    for (int turn = 0; turn < 2; turn++) {
        for (uint64_t k = 0; k < 3 * s->n; k += 3) s->at[k] += (turn ? -2 : 1) * (k % 2 ? 0.249 : -0.249);
        move(s);
        ck_assert(!ask(s, "half the skin"));
    }
    for (uint64_t k = 0; k < 3 * s->n; k += 3) s->at[k] += k % 2 ? 0.249 : -0.249;
    s->at[40] += 0.2501;
    move(s);
    ck_assert(ask(s, "more than half the skin"));
    end(s);
    free(s);
}
START_TEST(a_step_of_half_the_skin_keeps_the_lists) { by_each(a_step_of_half_the_skin_keeps_the_lists_by); }
END_TEST

/* A lattice whose distances are the cutoff, some points a box further: the rule decides from points as given, which have gone through faces. */
static void the_rule_decides_about_points_that_have_moved_by(void) {
    enum { LENGTH = 12, SIDE = 6, N = LENGTH * SIDE * SIDE };
    scene *s = support_allocate(sizeof *s);
    for (int outside = 0; outside < 2; outside++) {
        nf_result *lists = NULL;
        uint64_t offsets[N + 1];
        float counts[N];
        begin(s, GPU, NF_FLOAT32, N, box_of(LENGTH, SIDE, SIDE));
        for (int k = 0; k < 3 * N; k++) {
            const int cell[3] = {k / 3 % LENGTH, k / 3 / LENGTH % SIDE, k / 3 / LENGTH / SIDE};
            s->at[k] = s->box.origin[k % 3] + cell[k % 3] + (floor(number(s) * 3) + 2) * 0x1p-20 + 0.0625 +
                       (outside && k % 7 == 0 ? s->box.cell[k % 3][k % 3] : 0);
        }
        move(s);
        ck_assert(ask(s, "first"));
        for (int k = 0; k < 3 * N; k++) s->at[k] += (floor(number(s) * 3) - 1) * 0x1p-20 - 0.0703125;
        move(s);
        const nf_points points = points_of(s);
        nf_cloud *other = NULL;
        support_ok(s->context, nf_cloud_create(s->context, &points, &s->box, NULL, &other));
        support_ok(s->context, nf_lists(other, s->cutoff, NULL, NULL, &lists));
        ck_assert(!ask(s, "through faces"));
        support_ok(s->context, nf_result_read(lists, NF_ARRAY_OFFSETS, 0, N + 1, NULL, offsets));
        support_ok(s->context,
                   nf_result_read(s->result, (nf_array)(NF_ARRAY_SUMS + COUNTS), 0, N, NULL, counts));
        for (int i = 0; i < N; i++)
            ck_assert_double_eq((double)counts[i], (double)(offsets[i + 1] - offsets[i]));
        ck_assert_uint_gt(offsets[N], N);
        ck_assert_uint_lt(offsets[N], 5 * N);
        nf_result_free(lists);
        nf_cloud_free(other);
        end(s);
    }
    free(s);
}
START_TEST(the_rule_decides_about_points_that_have_moved) {
    by_each(the_rule_decides_about_points_that_have_moved_by);
}
END_TEST

/* A dense part, for whose lists there is no room at first; and a box too small for lists, where nothing is kept. */
static void clouds_that_can_have_no_lists_are_summed_anew_by(void) {
    scene *s = support_allocate(sizeof *s);
    begin(s, GPU, NF_FLOAT32, 2300, box_of(6, 6, 6));
    s->skin = 0.1;
    for (uint64_t k = 0; k < 3 * 1000; k++) s->at[k] = 3 + 0.3 * number(s);
    move(s);
    ck_assert(!ask(s, "a dense part"));
    for (int step = 0; step < 3; step++) ck_assert_int_eq(ask(s, "a dense part, with more room"), step == 0);
    end(s);
    begin(s, GPU, NF_FLOAT32, 100, box_of(2.5, 4, 4));
    for (int step = 0; step < 3; step++) ck_assert(!ask(s, "a small box"));
    end(s);
    free(s);
}
START_TEST(clouds_that_can_have_no_lists_are_summed_anew) {
    by_each(clouds_that_can_have_no_lists_are_summed_anew_by);
}
END_TEST

/* ---- without waiting ------------------------------------------------------------------------------------- */

static void a_call_that_does_not_wait_gives_sums_or_nan_by(void) {
    scene *s = support_allocate(sizeof *s);
    begin(s, GPU, NF_FLOAT32, 1500, box_of(6, 6, 7));
    float counts[MOST], wanted[MOST];
    ck_assert(ask(s, "first"));
    support_buffer pulls = support_buffer_of(s->context, NULL, s->n, 12),
                   number_of = support_buffer_of(s->context, NULL, s->n, 4),
                   weights = support_buffer_of(s->context, NULL, s->n, 4);
    const nf_slice places[SUMS] = {pulls.at, number_of.at, weights.at};
    for (int far = 0; far < 3; far++) {
        const nf_numbers weight = weight_of(s);
        const nf_interact_options into = {
            .fields = &weight, .field_count = 1, .skin = s->skin, .strategy = strategy, .places = places};
        s->at[100] += far == 1 ? 2 : 0.05;
        move(s);
        support_ok(s->context, nf_interact_into(s->cloud, s->cutoff, s->function, &into, NULL));
        support_read(&number_of, counts);
        ck_assert_int_eq(ask(s, "afterwards"), far == 1);
        support_ok(s->context,
                   nf_result_read(s->result, (nf_array)(NF_ARRAY_SUMS + COUNTS), 0, s->n, NULL, wanted));
        for (uint64_t i = 0; i < s->n; i++)
            if (far == 1) ck_assert(isnan(counts[i]));
            else ck_assert_mem_eq(counts + i, wanted + i, sizeof *counts);
    }
    support_release(&pulls), support_release(&number_of), support_release(&weights);
    end(s);
    free(s);
}
START_TEST(a_call_that_does_not_wait_gives_sums_or_nan) {
    by_each(a_call_that_does_not_wait_gives_sums_or_nan_by);
}
END_TEST

START_TEST(a_skin_is_accepted_where_nothing_is_kept) {
    scene *s = support_allocate(sizeof *s);
    begin(s, NULL, NF_FLOAT32, 300, box_of(5, 4, 6));
    const nf_numbers weight = weight_of(s);
    nf_interact_options options = {.fields = &weight, .field_count = 1, .skin = 0.3};
    uint64_t with = 0, without = 0;
    const nf_points points = points_of(s);
    support_ok(s->context, nf_interact(s->cloud, 1, s->function, &options, NULL, &s->result));
    support_ok(s->context, nf_interact_memory(s->context, &points, s->function, &options, &with));
    options.skin = 0;
    support_ok(s->context, nf_interact(s->cloud, 1, s->function, &options, NULL, &s->wanted));
    support_ok(s->context, nf_interact_memory(s->context, &points, s->function, &options, &without));
    same(s, "with and without a skin");
    ck_assert_uint_ge(with, without);
    const double wrong[] = {-1, NAN, INFINITY};
    for (int k = 0; k < 3; k++) {
        options.skin = wrong[k];
        support_fails(s->context, NF_ERROR_ARGUMENT, "skin",
                      nf_interact(s->cloud, 1, s->function, &options, NULL, &s->result));
    }
    end(s);
    free(s);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {
        random_steps_have_the_sums_of_fresh_searches,  whatever_else_changes_builds_the_lists,
        a_step_of_half_the_skin_keeps_the_lists,       the_rule_decides_about_points_that_have_moved,
        clouds_that_can_have_no_lists_are_summed_anew, a_call_that_does_not_wait_gives_sums_or_nan,
        a_skin_is_accepted_where_nothing_is_kept};
    return support_main("interact_kept_lists", tests, sizeof tests / sizeof *tests);
}
