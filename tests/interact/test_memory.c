/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The device memory of nf_interact, compared with what options.cost says. */
#include "support/calls.h"
#include "interact/kept_lists.h"
#include "support/budgets.h"
#include "support/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char weighed[] = "#pragma nearfield radial\n"
                              "#pragma nearfield field weight\n"
                              "#pragma nearfield table factors\n"
                              "#pragma nearfield sum pulls vector odd 1e6\n"
                              "static real interact(const fields *i, const fields *j, real d2,\n"
                              "                     const parameters *p, sums *to) {\n"
                              "    return i->weight * j->weight * p->factors[1];\n"
                              "}\n";

#define SUM    NF_WANT(NF_ARRAY_SUM(0))
#define TOTALS NF_WANT(NF_ARRAY_TOTALS)

/* n points in a box of 6 x 6 x 6, the first ones in a clump; all weigh 1. */
typedef struct cloud {
    const char *strategy;
    uint64_t n, clump;
    nf_type type;
    double skin;
    int sum64;
    uint64_t arrays; /* 0: the sum and its totals */
    int host;        /* 1: into outputs in host memory */
    uint64_t needed; /* not 0: the entries of the longest list, as the first call finds them */
} cloud;

static double number(uint64_t *state) { return (double)(support_random(state) >> 11) * 0x1p-53; }

static void put(void *values, uint64_t k, nf_type type, double value) {
    if (type == NF_FLOAT64) ((double *)values)[k] = value;
    else ((float *)values)[k] = (float)value;
}

static double value(const void *values, uint64_t k, nf_type type) {
    return type == NF_FLOAT64 ? ((const double *)values)[k] : (double)((const float *)values)[k];
}

static void *place(const cloud *c) {
    uint64_t state = 42;
    void *at = support_allocate(c->n * 3 * nf_type_bytes(c->type));
    for (uint64_t k = 0; k < 3 * c->n; k++)
        put(at, k, c->type, k < 3 * c->clump ? 3 + 0.3 * number(&state) : 6 * number(&state));
    return at;
}

/* The next call makes lists with this room. */
static void pretend(nf_kept_lists *kept, uint64_t needed) {
    kept->verlet.built = kept->none = 0;
    kept->needed = needed;
}

/* 1 if a strategy serves what check() asks. */
static int serves(const char *strategy, const nf_context *context) {
    return !strategy || strcmp(strategy, "symmetric") != 0 || nf_context_device(context)->int64_atomics;
}

/* Asks several times, so that lists that are kept get the room that the first call misses; in the last step all points have moved too far for
   them. */
static void check(const char *tuning, const cloud *c) {
    const nf_box box = {.cell = {{6, 0, 0}, {0, 6, 0}, {0, 0, 6}}, .periodic = {1, 1, 1}};
    nf_context *context = support_context(tuning);
    nf_function *function = NULL;
    nf_result *result = NULL;
    uint64_t bytes = 0;
    char name[128];
    double totals[3];
    void *at = place(c), *pulls = support_allocate(c->n * 24),
         *weights = support_allocate(c->n * nf_type_bytes(c->type));
    for (uint64_t k = 0; k < c->n; k++) put(weights, k, c->type, 1);
    const nf_points points = {.n = c->n, .dims = 3, .type = c->type, .rows.host = at};
    const nf_numbers weight = {.name = "weight", .n = c->n, .values.host = weights},
                     factors = {.name = "factors", .n = 2, .values.host = weights};
    const nf_output at_host[] = {
        {.array = NF_ARRAY_SUM(0), .host = pulls, .capacity = c->n},
        {.array = NF_ARRAY_TOTALS, .host = totals, .capacity = 3},
    };
    const nf_outputs outputs = {.count = 2, .arrays = at_host};
    const nf_interact_options options = {.fields = &weight,
                                         .outputs = c->host ? &outputs : NULL,
                                         .field_count = 1,
                                         .tables = &factors,
                                         .table_count = 1,
                                         .arrays = c->arrays ? c->arrays : SUM | TOTALS,
                                         .sum64 = c->sum64,
                                         .strategy = c->strategy,
                                         .skin = c->skin};
    (void)snprintf(name, sizeof name, "%s, %d points, %d in a clump, type %d, skin %g", c->strategy,
                   (int)c->n, (int)c->clump, (int)c->type, c->skin);
    support_ok(context, nf_function_create(context, NULL, weighed, NULL, &function));
    support_ok(context, interact_cost(context, &points, function, &options, &bytes));
    budget_begin(context);
    nf_cloud *on = support_cloud_on(context, &points, &box);
    for (int call = 0; call < (c->skin > 0 ? 4 : 1); call++) {
        const nf_status status = nf_interact(on, 0.8, function, &options, NULL, c->host ? NULL : &result);
        ck_assert_msg((status == NF_OK) == serves(c->strategy, context), "%s: %s", name,
                      nf_context_error(context));
        if (c->needed && nf_kept_lists_any(on)) pretend(nf_kept_lists_any(on), c->needed);
        if (call == 2)
            for (uint64_t k = 0; k < 3 * c->n; k++) put(at, k, c->type, value(at, k, c->type) + 0.15);
        support_ok(context, nf_cloud_move(on, &points, &box, NULL));
    }
    budget_within(context, bytes, name);
    nf_result_free(result);
    nf_cloud_free(on);
    nf_function_free(function);
    nf_context_free(context);
    free(at), free(weights), free(pulls);
}

static const char gpu[] = "search.GROUP=32 bounds.GROUP=32 order.GROUP=32";

/* What "clusters" takes is part of what its lists take.  In the last rows a list needs more room than lists get.  That is pretended, as a clump that is so large takes minutes on a CPU. */
TEST(the_memory_that_is_said_is_enough) {
    SUPPORT_NEEDS_GROUPS();
    const nf_type wide = support_double();
    const cloud rows[] = {
        {.type = wide, .n = 700},
        {.type = NF_FLOAT32, .n = 1500, .clump = 300, .sum64 = wide == NF_FLOAT64},
        {.type = NF_FLOAT32, .n = 1500, .arrays = TOTALS},
        {.type = NF_FLOAT32, .n = 1500, .host = 1},
        {.strategy = "walk", .type = NF_FLOAT32, .n = 700},
        {.strategy = "par-cell", .type = NF_FLOAT32, .n = 700, .clump = 100},
        {.strategy = "symmetric", .type = NF_FLOAT32, .n = 700},
        {.strategy = "cluster-lists", .type = NF_FLOAT32, .n = 700, .skin = 0.2},
        {.strategy = "point-lists", .type = NF_FLOAT32, .n = 700, .clump = 100, .skin = 0.2},
        {.strategy = "cluster-lists",
         .type = NF_FLOAT32,
         .n = 700,
         .clump = 100,
         .skin = 0.2,
         .needed = 1 << 20},
        {.strategy = "point-lists",
         .type = NF_FLOAT32,
         .n = 700,
         .clump = 100,
         .skin = 0.2,
         .needed = 1 << 20},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) check(rows[k].strategy ? gpu : NULL, &rows[k]);
}

/* The arrays of a result count, outputs in buffers do not, and those in host memory are copied from scratch. */
TEST(outputs_of_the_caller_do_not_count) {
    enum { RESULT, BUFFERS, HOST, FORMS };
    const cloud c = {.n = 100000, .type = NF_FLOAT32};
    own_context context = support_context(NULL);
    const nf_points points = {.n = c.n, .dims = 3, .type = c.type};
    const nf_numbers factors = {.name = "factors", .n = 2};
    own_function function = NULL;
    uint64_t bytes[FORMS];
    float any;
    own_buffer buffer = support_buffer_of(context, NULL, 1, 4);
    support_ok(context, nf_function_create(context, NULL, weighed, NULL, &function));
    for (int form = 0; form < FORMS; form++) {
        nf_output output = {.array = NF_ARRAY_SUM(0), .capacity = c.n};
        if (form == HOST) output.host = &any; /* nothing is written */
        else output.buffer = buffer.at.buffer;
        const nf_outputs outputs = {.count = 1, .arrays = &output};
        const nf_interact_options options = {
            .tables = &factors, .table_count = 1, .outputs = form == RESULT ? NULL : &outputs};
        support_ok(context, interact_cost(context, &points, function, &options, &bytes[form]));
    }
    ck_assert_uint_le(bytes[BUFFERS] + c.n * 12, bytes[RESULT]);
    ck_assert_uint_le(bytes[BUFFERS] + c.n * 12, bytes[HOST]);
}

/* Lists of one strategy do not get the room that those of another needed. */
TEST(lists_have_the_room_of_their_kind) {
    SUPPORT_NEEDS_GROUPS();
    const cloud c = {.n = 700, .type = NF_FLOAT32};
    const nf_box box = {.cell = {{6, 0, 0}, {0, 6, 0}, {0, 0, 6}}, .periodic = {1, 1, 1}};
    own_context context = support_context(gpu);
    own_memory void *at = place(&c);
    const nf_points points = {.n = c.n, .dims = 3, .type = c.type, .rows.host = at};
    const nf_numbers weight = {.name = "weight", .n = c.n, .values.host = at},
                     factors = {.name = "factors", .n = 2, .values.host = at};
    nf_interact_options options = {
        .fields = &weight, .field_count = 1, .tables = &factors, .table_count = 1, .skin = 0.2};
    own_function function = NULL;
    own_result result = NULL;
    support_ok(context, nf_function_create(context, NULL, weighed, NULL, &function));
    own_cloud on = support_cloud_on(context, &points, &box);
    for (int turn = 0; turn < 4; turn++) {
        options.strategy = turn % 2 ? "point-lists" : "cluster-lists";
        support_ok(context, nf_interact(on, 0.8, function, &options, NULL, &result));
        nf_kept_lists *kept = nf_kept_lists_any(on);
        ck_assert_uint_le(kept->room, 500);
        pretend(kept, 1500);
    }
}

int main(void) {
    (void)support_take_atomics();
    return support_main();
}
