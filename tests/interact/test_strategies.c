/* The strategies of paper 004 on awkward clouds, and what they say where they cannot run. */
#include "opencl/context.h"
#include "support/device.h"
#include "support/interaction_checks.h"

#include <math.h>
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

/* ---- clouds ---------------------------------------------------------------------------------------------- */

#define SIDE 4

typedef void placing(interactions_setup *s, uint64_t *state);

static double *place_of(interactions_setup *s, uint64_t i) { return s->at + i * (uint64_t)s->dims; }

/* Two clumps in opposite corners, and nothing between. */
static void clumps(interactions_setup *s, uint64_t *state) {
    for (uint64_t i = 0; i < s->n; i++)
        for (int a = 0; a < s->dims; a++)
            place_of(s, i)[a] = (float)((i % 2 ? SIDE - 1 : 0) + interactions_number(state));
}

/* All points but 40 in one cell: more than a work-group has work-items, and than par-cell-sm copies at a time. */
static void full_cell(interactions_setup *s, uint64_t *state) {
    for (uint64_t i = 0; i < s->n; i++)
        for (int a = 0; a < s->dims; a++)
            place_of(s, i)[a] =
                (float)(i < 40 ? SIDE * interactions_number(state) : 1.2 + 0.6 * interactions_number(state));
}

/* On the faces of cells and in the middle, several at one place. */
static void faces(interactions_setup *s, uint64_t *state) {
    const double edge = s->in ? 1 : s->cutoff * (1 + 1.0 / 256);
    for (uint64_t i = 0; i < s->n; i++)
        for (int a = 0; a < s->dims; a++)
            place_of(s, i)[a] = (float)(edge / 2 * (double)(support_random(state) % (2 * SIDE)));
}

/* A thousand times denser along x at one end than at the other. */
static void gradient(interactions_setup *s, uint64_t *state) {
    for (uint64_t i = 0; i < s->n; i++)
        for (int a = 0; a < s->dims; a++) {
            const double u = interactions_number(state);
            place_of(s, i)[a] = (float)(SIDE * (a ? u : pow(1000, -u)));
        }
}

static const nf_box slab = {.cell = {{SIDE, 0, 0}, {0, SIDE, 0}, {0, 0, SIDE}}, .periodic = {1, 0, 0}},
                    two_cells = {.cell = {{2, 0, 0}, {0, SIDE, 0}, {0, 0, SIDE}}, .periodic = {1, 1, 1}};

/* Each row: points, box, where they are (or by a function), cutoff, how many images to look at. */
static const struct {
    uint64_t n;
    const nf_box *box;
    double low, high, cutoff;
    int reach;
    placing *place;
} clouds[] = {
    {260, NULL, 0, SIDE, 0.9, 0, NULL},
    {200, NULL, 0, 0, 0.45, 0, clumps},
    {640, NULL, 0, 0, 0.9, 0, full_cell},
    {200, NULL, 0, 0, 0.9, 0, faces},
    {500, NULL, 0, 0, 0.45, 0, gradient},
    {1, NULL, 0, 1, 0.9, 0, NULL},
    {250, &interactions_cube, 0, SIDE, 0.9, 1, NULL},
    {60, &interactions_cube, -9, 14, 0.9, 6, NULL},
    {200, &interactions_cube, 0, 0, 0.9, 1, faces},
    {250, &interactions_cube, 0, 0, 0.45, 1, gradient},
    {200, &slab, 0, 0, 0.45, 1, clumps},
    {120, &two_cells, 0, 2, 0.95, 1, NULL},
    {12, &interactions_tiny, 0, 1, 2.6, 4, NULL},
};
enum { CLOUDS = sizeof clouds / sizeof *clouds };

static interactions_setup cloud_of(size_t k, int dims, nf_type type) {
    uint64_t state = 5 + k;
    interactions_setup s = interactions_setup_of(clouds[k].n, 0, dims, type, clouds[k].box, clouds[k].low,
                                                 clouds[k].high, clouds[k].cutoff);
    if (clouds[k].place) clouds[k].place(&s, &state);
    return s;
}

/* ---- sums ------------------------------------------------------------------------------------------------ */

/* 0 if the strategy refuses the cloud, for its fullest cell. */
static int serves(nf_context *context, const nf_function *function, const char *strategy,
                  const interactions_setup *s) {
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    interactions_asked a;
    interactions_prepare(&a, s);
    a.options.strategy = strategy;
    support_ok(context, nf_cloud_create(context, &a.points, s->in, NULL, &cloud));
    const nf_status status = nf_interact(cloud, s->cutoff, function, &a.options, NULL, &result);
    ck_assert_msg(status == NF_OK || (status == NF_ERROR_UNSUPPORTED &&
                                      strstr(nf_context_error(context), "the fullest cell has")),
                  "%s: %s", strategy, nf_context_error(context));
    nf_result_free(result);
    nf_cloud_free(cloud);
    interactions_release(&a);
    return status == NF_OK;
}

/* All clouds of a space.  In 3 dims the cells around the full one do not fit into local memory. */
static void check_clouds(size_t at, int boxed, int dims, nf_type type, int radial) {
    nf_context *context = support_context(INTERACTIONS_GPU);
    nf_function *function = NULL;
    support_ok(context,
               nf_function_create(context, NULL, radial ? interactions_charges_radial : interactions_charges,
                                  "charges.cl", &function));
    for (size_t k = 0; k < CLOUDS; k++) {
        if ((clouds[k].box != NULL) != boxed) continue;
        interactions_setup s = cloud_of(k, dims, type);
        const int full = clouds[k].place == full_cell, hard = full || clouds[k].box == &interactions_tiny,
                  served = !hard || serves(context, function, strategies[at].name, &s);
        ck_assert(served || strategies[at].waits);
        ck_assert(!served || !full || dims < 3 || strcmp(strategies[at].name, "all-in-sm") != 0);
        if (served) interactions_check(context, function, strategies[at].name, &s, clouds[k].reach, 0, 0);
        interactions_forget(&s);
    }
    nf_function_free(function);
    nf_context_free(context);
}

/* Each row: boxed, dims, double precision, radial.  At small sizes a strategy has the first and one of the others. */
static const int few[][4] = {{1, 3, 0, 0}, {0, 3, 0, 1}, {1, 2, 1, 1}, {0, 1, 1, 0}};
enum { WAYS = 2 * 3 * 2 * 2, FEW = sizeof few / sizeof *few };

static int is_run(size_t at, const int way[4]) {
    return !support_small() || memcmp(few[0], way, sizeof few[0]) == 0 ||
           memcmp(few[1 + at % (FEW - 1)], way, sizeof few[0]) == 0;
}

START_TEST(sums_are_those_of_the_host) {
    for (size_t at = 0; at < STRATEGIES; at++)
        for (int k = 0; k < WAYS; k++) {
            const int way[4] = {k % 2, k / 8 + 1, k / 2 % 2, k / 4 % 2};
            if (is_run(at, way))
                check_clouds(at, way[0], way[1], way[2] ? support_double() : NF_FLOAT32, way[3]);
        }
}
END_TEST

/* In a triclinic box, and in the shape of the device. */
START_TEST(sums_in_any_box_are_those_of_the_host) {
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
    for (size_t k = 0; k < STRATEGIES; k++)
        for (int outside = 0; outside < 2 && support_is_run((int)k, 2); outside++) {
            interactions_check_lattice(INTERACTIONS_GPU, strategies[k].name, NF_FLOAT32, outside);
            if (!support_small())
                interactions_check_lattice(INTERACTIONS_GPU, strategies[k].name, support_double(), outside);
        }
}
END_TEST

START_TEST(sums_of_moved_clouds_are_right_or_unknown) {
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
    check_refuses(context, 200, "x-pencil", "local memory holds 480: fewer than 3 such cells may have", NULL,
                  NULL, NULL);
    check_refuses(context, 20, "all-in-sm", "local memory holds 352: fewer than 27 such cells may have", NULL,
                  NULL, NULL);
    context->device.local_memory = 256;
    check_refuses(context, 20, "par-cell-sm", "local memory has room for less than 32 points", NULL, NULL,
                  NULL);
    context->device.max_work_group = 16;
    check_refuses(context, 20, NULL, "it needs work-groups of several work-items", NULL, NULL, NULL);
    nf_context_free(context);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {sums_are_those_of_the_host, sums_in_any_box_are_those_of_the_host,
                                  the_rule_decides_at_the_cutoff, sums_of_moved_clouds_are_right_or_unknown,
                                  what_a_strategy_cannot_serve_is_said};
    return support_main("interact_strategies", tests, sizeof tests / sizeof *tests);
}
