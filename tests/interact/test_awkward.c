/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* All strategies on awkward clouds: empty cells, one full cell, points on faces, gradients, few points and small boxes. */
#include "opencl/context.h"
#include "support/device.h"
#include "support/interaction_checks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Each row: the strategy; a word of the sentence by which it may refuse a cloud, or NULL; 1 if it serves orthorhombic boxes that are periodic along
   all axes, and nothing else, and keeps lists; 1 if it takes mutual charges alone; what is run at small sizes: boxed, dims, function. */
enum { GENERAL, RADIAL, MUTUAL, SOURCES };
static const char *const sources[] = {interactions_charges, interactions_charges_radial,
                                      interactions_charges_mutual};
static const char full[] = "the fullest cell has",
                  box_only[] = "orthorhombic boxes that are periodic along all";
static const struct {
    const char *name, *refuses;
    int box_only, only_mutual;
    int few[2][3];
} strategies[] = {
    {"walk", NULL, 0, 0, {{1, 3, GENERAL}, {0, 2, RADIAL}}},
    {"clusters", NULL, 0, 0, {{1, 3, MUTUAL}, {0, 3, GENERAL}}},
    {"cluster-lists", box_only, 1, 0, {{1, 3, MUTUAL}, {1, 2, GENERAL}}},
    {"point-lists", box_only, 1, 0, {{1, 3, GENERAL}, {1, 1, RADIAL}}},
    {"symmetric", box_only, 1, 1, {{1, 3, MUTUAL}, {1, 2, MUTUAL}}},
    {"par-part-noloop", NULL, 0, 0, {{1, 3, GENERAL}, {0, 3, MUTUAL}}},
    {"par-part-loop", NULL, 0, 0, {{1, 3, GENERAL}, {1, 2, MUTUAL}}},
    {"par-cell", NULL, 0, 0, {{1, 3, GENERAL}, {0, 1, GENERAL}}},
    {"par-cell-sm", NULL, 0, 0, {{1, 3, GENERAL}, {0, 3, RADIAL}}},
    {"all-in-sm", full, 0, 0, {{1, 3, GENERAL}, {1, 2, GENERAL}}},
    {"x-pencil", full, 0, 0, {{1, 3, GENERAL}, {0, 1, MUTUAL}}},
    {"x-pencil-reg", full, 0, 0, {{1, 3, GENERAL}, {0, 3, RADIAL}}},
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
    {200, &interactions_cube, 0, 0, 0.45, 1, clumps},
    {640, &interactions_cube, 0, 0, 0.9, 1, full_cell},
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

/* 0 if the strategy refuses the cloud, with its word. */
static int serves(nf_context *context, const nf_function *function, size_t at, const interactions_setup *s) {
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    interactions_asked a;
    interactions_prepare(&a, s);
    a.options.strategy = strategies[at].name;
    support_ok(context, nf_cloud_create(context, &a.points, s->in, NULL, &cloud));
    const nf_status status = nf_interact(cloud, s->cutoff, function, &a.options, NULL, &result);
    ck_assert_msg(status == NF_OK || (status == NF_ERROR_UNSUPPORTED && strategies[at].refuses &&
                                      strstr(nf_context_error(context), strategies[at].refuses)),
                  "%s: %s", strategies[at].name, nf_context_error(context));
    nf_result_free(result);
    nf_cloud_free(cloud);
    interactions_release(&a);
    return status == NF_OK;
}

static int is_periodic(const interactions_setup *s) {
    int is = s->in != NULL;
    for (int a = 0; a < s->dims && is; a++) is = s->in->periodic[a];
    return is;
}

/* Strategies that are sized by the fullest cell may refuse the hard ones: in 3 dims the cells around the full one do not fit into local memory. */
static void check_cloud(nf_context *context, const nf_function *function, size_t at, size_t k,
                        const interactions_setup *s) {
    const int is_full = clouds[k].place == full_cell, hard = is_full || clouds[k].box == &interactions_tiny,
              served = serves(context, function, at, s);
    if (strategies[at].box_only) ck_assert_int_eq(served, is_periodic(s));
    else ck_assert(served || (hard && strategies[at].refuses));
    ck_assert(!served || !is_full || s->dims < 3 || strcmp(strategies[at].name, "all-in-sm") != 0);
    if (served) interactions_check(context, function, strategies[at].name, s, clouds[k].reach, 0, 0);
}

/* Sums by lists that are kept, or that cannot be kept, while all points move a little. */
static void check_steps(nf_context *context, const nf_function *function, size_t at, size_t k,
                        interactions_setup *s) {
    enum { STEPS = 4 };
    const double skin = 0.1;
    uint64_t state = 3;
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    for (int step = 0; step < STEPS; step++) {
        interactions_asked a;
        interactions_prepare(&a, s);
        a.options.strategy = strategies[at].name;
        a.options.skin = skin;
        if (cloud) support_ok(context, nf_cloud_move(cloud, &a.points, s->in, NULL));
        else support_ok(context, nf_cloud_create(context, &a.points, s->in, NULL, &cloud));
        support_ok(context, nf_interact(cloud, s->cutoff, function, &a.options, NULL, &result));
        interactions_same(context, s, result, clouds[k].reach, s->type);
        interactions_release(&a);
        for (uint64_t i = 0; i < s->n * (uint64_t)s->dims; i++)
            s->at[i] = (float)(s->at[i] + 0.2 * skin * (interactions_number(&state) - 0.5));
    }
    nf_result_free(result);
    nf_cloud_free(cloud);
}

/* All clouds of a space. */
static void check_clouds(size_t at, int boxed, int dims, nf_type type, int source) {
    nf_context *context = support_context(INTERACTIONS_GPU);
    nf_function *function = NULL;
    support_ok(context, nf_function_create(context, NULL, sources[source], "charges.cl", &function));
    for (size_t k = 0; k < CLOUDS; k++) {
        if ((clouds[k].box != NULL) != boxed) continue;
        interactions_setup s = cloud_of(k, dims, type);
        s.mutual = source == MUTUAL;
        check_cloud(context, function, at, k, &s);
        if (strategies[at].box_only && is_periodic(&s)) check_steps(context, function, at, k, &s);
        interactions_forget(&s);
    }
    nf_function_free(function);
    nf_context_free(context);
}

static int is_run(size_t at, const int way[3]) {
    if (strategies[at].only_mutual && way[2] != MUTUAL) return 0;
    return !support_small() || memcmp(strategies[at].few[at % 2], way, 3 * sizeof *way) == 0;
}

/* In every number of dims, space and function; precisions take turns. */
static void check_strategies(size_t from, size_t to) {
    enum { WAYS = 2 * 3 * SOURCES };
    for (size_t at = from; at < to; at++)
        for (int k = 0; k < WAYS; k++) {
            const int way[3] = {k % 2, k / 2 % 3 + 1, k / 6};
            if (is_run(at, way))
                check_clouds(at, way[0], way[1],
                             (way[0] + way[1] + way[2]) % 2 ? support_double() : NF_FLOAT32, way[2]);
        }
}

/* Those of the library, and those of D. Algis et al. */
enum { OURS = 5, WITHOUT_SYMMETRIC = 4 };
static int has_atomics;

START_TEST(sums_by_our_strategies_are_those_of_the_host) {
    SUPPORT_NEEDS_GROUPS();
    check_strategies(0, has_atomics ? OURS : WITHOUT_SYMMETRIC);
}
END_TEST
START_TEST(sums_by_the_paper_are_those_of_the_host) {
    SUPPORT_NEEDS_GROUPS();
    check_strategies(OURS, STRATEGIES);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {sums_by_our_strategies_are_those_of_the_host,
                                  sums_by_the_paper_are_those_of_the_host};
    has_atomics = support_take_atomics();
    return support_main("interact_awkward", tests, sizeof tests / sizeof *tests);
}
