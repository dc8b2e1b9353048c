/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Which strategy a call takes that names none: the stored one, or that of the rule. */
#include "support/device.h"
#include "support/numbers.h"
#include "tune/profile.h"

#include <math.h>
#include <nearfield/nearfield.h>
#include <nearfield/experimental/tuning.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char folder[256];

static void make_folder(void) {
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/nearfield-stored-XXXXXX", parent && *parent ? parent : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void remove_folder(void) {
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0); /* NOLINT: a test's own command */
}

/* A context with the shapes of a GPU, for which the rule does not take the walk. */
static nf_context *open_context(void) {
    const nf_context_options options = {.config_folder = folder,
                                        .self_check = -1,
                                        .tuning = "search.GROUP=32 bounds.GROUP=32 order.GROUP=32"};
    return support_context_with(&options);
}

/* A call about n points in a cube as wide as `edges` cutoffs. */
typedef struct call {
    uint64_t n;
    int dims;
    nf_type type;
    double edges;
    const char *name, *source, *strategy; /* of the function, or its text; name of the strategy */
    int sum64, fast, open, queries, computed;
    int clump;           /* 1: most points are in one cell */
    const char *refused; /* the call fails for what this says */
    double skin;
} call;
static const call usual = {.n = 512, .dims = 3, .type = NF_FLOAT32, .edges = 8, .name = "low-flop"};

/* Without `computed` the call fails for an output that is too small, which is seen after the choice, and no kernel is built. */
static nf_strategy_use run(nf_context *context, call c) {
    const double width = c.edges * 0.25;
    nf_box box = {.periodic = {1, c.dims > 1, c.dims > 2}};
    uint64_t state = 42;
    unsigned char *at = support_allocate(c.n * (uint64_t)c.dims * nf_type_bytes(c.type));
    own_function function = NULL;
    own_result result = NULL;
    for (int a = 0; a < c.dims; a++) box.cell[a][a] = width;
    for (uint64_t k = 0; k < c.n * (uint64_t)c.dims; k++) {
        const double all = c.clump && k > 30 ? 0.01 * width : width;
        support_set_number(at, c.type, k, all * support_uniform(&state));
    }
    const nf_points points = {.n = c.n, .dims = c.dims, .type = c.type, .rows.host = at};
    const double ranges[] = {1e6, 1e6, 1e6};
    const nf_interact_options options = {.strategy = c.strategy,
                                         .ranges = ranges,
                                         .sum64 = c.sum64,
                                         .fast = c.fast,
                                         .skin = c.skin,
                                         .queries = c.queries ? &points : NULL};
    const nf_output small = {.array = NF_ARRAY_SUMS};
    const nf_outputs outputs = {.count = 1, .arrays = &small};
    nf_interact_options into = options;
    into.outputs = &outputs;
    own_cloud cloud = support_cloud_on(context, &points, c.open ? NULL : &box);
    support_ok(context, nf_function_create(context, c.source ? NULL : c.name, c.source, NULL, &function));
    if (c.refused)
        support_fails(context, NF_ERROR_UNSUPPORTED, c.refused,
                      nf_interact(cloud, 0.25, function, &options, NULL, &result));
    else if (c.computed) support_ok(context, nf_interact(cloud, 0.25, function, &options, NULL, &result));
    else
        support_fails(context, NF_ERROR_ARGUMENT, "room for 0 rows",
                      nf_interact(cloud, 0.25, function, &into, NULL, NULL));
    free(at);
    return *nf_strategy_used(context);
}

static void check(nf_strategy_use use, const char *name, const char *source, const char *ignored) {
    ck_assert_str_eq(use.name, name);
    ck_assert_str_eq(use.source, source);
    ck_assert_str_eq(use.ignored, ignored);
}

TEST(the_stored_strategy_is_taken_by_calls_that_name_none) {
    make_folder();
    nf_context *context = open_context();
    ck_assert_str_eq(nf_strategy_used(context)->name, "");
    const nf_strategy_use before = run(context, usual);
    check(before, before.rule, "rule", "");
    ck_assert_str_ne(before.rule, "walk");
    support_ok(context, nf_choice_store(context, before.key, "walk"));
    nf_context *later = open_context();
    nf_context *both[] = {context, later};
    for (int k = 0; k < 2; k++) {
        const nf_strategy_use after = run(both[k], usual);
        check(after, "walk", "stored", "");
        ck_assert_str_eq(after.key, before.key);
        ck_assert_str_eq(after.rule, before.rule);
    }
    call named = usual;
    named.computed = 1;
    check(run(context, named), "walk", "stored", "");
    named.computed = 0;
    named.strategy = before.rule;
    check(run(context, named), before.rule, "asked", "");
    nf_context_free(later);
    nf_context_free(context);
    remove_folder();
}

TEST(a_stored_strategy_that_cannot_serve_or_is_not_known_is_ignored_and_told) {
    const nf_context_options options = {.config_folder = folder, .self_check = -1};
    make_folder();
    nf_context *context = open_context(), *plain = support_context_with(&options);
    const nf_strategy_use before = run(context, usual);
    support_ok(context, nf_choice_store(context, before.key, "a-strategy-of-another-version"));
    check(run(context, usual), before.rule, "rule", "a-strategy-of-another-version");
    support_ok(context, nf_choice_store(context, before.key, "clusters"));
    check(run(context, usual), "clusters", "stored", "");
    nf_context_free(plain);
    plain = support_context_with(&options);
    const nf_strategy_use other = run(plain, usual);
    if (strcmp(other.rule, "walk") == 0) check(other, "walk", "rule", "clusters"); /* a CPU has no clusters */
    nf_context_free(plain);
    nf_context_free(context);
    remove_folder();
}

/* What a strategy needs may be known only when it looks at the points. */
TEST(a_stored_strategy_that_cannot_serve_these_points_is_ignored_and_told) {
    make_folder();
    nf_context *context = open_context();
    call c = usual;
    c.n = 5000; /* more than work-items of any group */
    c.edges = 17;
    c.computed = 1;
    c.clump = 1;
    const nf_strategy_use before = run(context, c);
    support_ok(context, nf_choice_store(context, before.key, "x-pencil"));
    check(run(context, c), before.rule, "rule", "x-pencil");
    ck_assert_str_eq(nf_context_error(context), "");
    c.strategy = "x-pencil";
    c.refused = "fullest cell";
    (void)run(context, c);
    c.strategy = c.refused = NULL;
    c.clump = 0;
    check(run(context, c), "x-pencil", "stored", "");
    nf_context_free(context);
    remove_folder();
}

TEST(a_strategy_that_is_taken_by_name_only_is_not_taken_if_stored) {
    make_folder();
    nf_context *context = open_context();
    call c = usual;
    c.name = "lennard-jones";
    const nf_strategy_use before = run(context, c);
    support_ok(context, nf_choice_store(context, before.key, "symmetric"));
    check(run(context, c), before.rule, "rule", "symmetric");
    c.strategy = "symmetric";
    if (nf_context_device(context)->int64_atomics) check(run(context, c), "symmetric", "asked", "");
    nf_context_free(context);
    remove_folder();
}

TEST(choices_are_by_function_dims_types_and_the_classes_of_density_and_size) {
    static const char source[] = "#pragma nearfield radial\n#pragma nearfield sum values scalar\n"
                                 "static real interact(const fields *i, const fields *j, real d2, const "
                                 "parameters *p, sums *to) { to->values += d2; return 0; }\n";
    static const char counts[] = "#pragma nearfield radial\n#pragma nearfield sum values scalar\n"
                                 "static real interact(const fields *i, const fields *j, real d2, const "
                                 "parameters *p, sums *to) { to->values += 1; return 0; }\n";
    make_folder();
    nf_context *context = open_context();
    call c = usual;
    ck_assert_str_eq(run(context, c).key, "interact/low-flop/3d/float32/density=3^0/n=8^3");
    c.n = 1200; /* 2.3 in a cube: nearer to 3 than to 1, and to 8^3 than to 8^4 */
    ck_assert_str_eq(run(context, c).key, "interact/low-flop/3d/float32/density=3^1/n=8^3");
    c.n = 1700;
    ck_assert_str_eq(run(context, c).key, "interact/low-flop/3d/float32/density=3^1/n=8^4");
    c.edges = 16;
    ck_assert_str_eq(run(context, c).key, "interact/low-flop/3d/float32/density=3^-1/n=8^4");
    c = usual;
    c.dims = 2;
    ck_assert_str_eq(run(context, c).key, "interact/low-flop/2d/float32/density=3^2/n=8^3");
    c = usual;
    c.fast = 1;
    ck_assert_str_eq(run(context, c).key, "interact/low-flop/3d/float32-fast/density=3^0/n=8^3");
    c = usual;
    c.source = source;
    const nf_strategy_use own = run(context, c);
    ck_assert_str_ne(own.key, run(context, usual).key);
    ck_assert_int_eq(strncmp(own.key, "interact/", 9), 0);
    ck_assert_str_eq(own.key + 9 + 16, "/3d/float32/density=3^0/n=8^3"); /* behind a hash */
    ck_assert_str_eq(own.key, run(context, c).key);
    c.source = counts;
    ck_assert_str_ne(own.key, run(context, c).key);
    if (nf_context_device(context)->fp64) {
        c = usual;
        c.sum64 = 1;
        ck_assert_str_eq(run(context, c).key, "interact/low-flop/3d/float32-sum64/density=3^0/n=8^3");
        c.fast = 1;
        ck_assert_str_eq(run(context, c).key, "interact/low-flop/3d/float32-sum64-fast/density=3^0/n=8^3");
        c.fast = 0;
        c.type = NF_FLOAT64;
        ck_assert_str_eq(run(context, c).key, "interact/low-flop/3d/float64/density=3^0/n=8^3");
    }
    nf_context_free(context);
    remove_folder();
}

/* A call in the density class 3^k; all are of one size. */
static call of_density(int k) {
    call c = usual;
    c.edges *= pow(3, -k / 3.0);
    return c;
}

static void store(nf_context *context, int k, const char *strategy) {
    support_ok(context, nf_choice_store(context, run(context, of_density(k)).key, strategy));
}

static void check_from(nf_context *context, call c, const char *name, const char *source, const char *from) {
    const nf_strategy_use use = run(context, c);
    check(use, name, source, "");
    ck_assert_str_eq(use.from, from);
}

TEST(between_measured_classes_the_nearest_one_decides) {
    static const char sparse[] = "interact/low-flop/3d/float32/density=3^-1/n=8^3",
                      dense[] = "interact/low-flop/3d/float32/density=3^3/n=8^3";
    make_folder();
    nf_context *context = open_context();
    store(context, -1, "walk");
    store(context, 3, "par-cell");
    check_from(context, of_density(-1), "walk", "stored", sparse);
    check_from(context, of_density(0), "walk", "nearest", sparse);
    check_from(context, of_density(1), "par-cell", "nearest", dense); /* as far from both: the denser one */
    check_from(context, of_density(2), "par-cell", "nearest", dense);
    check_from(context, of_density(4), "par-cell", "nearest", dense);
    call larger = of_density(0);
    larger.n *= 8;
    larger.edges *= 2;
    check_from(context, larger, "walk", "nearest", sparse);
    store(context, 2, "walk");
    check_from(context, of_density(2), "walk", "stored", "interact/low-flop/3d/float32/density=3^2/n=8^3");
    nf_context_free(context);
    remove_folder();
}

TEST(classes_that_are_far_or_of_other_calls_decide_nothing) {
    make_folder();
    nf_context *context = open_context();
    store(context, -1, "walk");
    call c = of_density(3); /* 81 times as dense */
    const nf_strategy_use far = run(context, c);
    check_from(context, c, far.rule, "rule", "");
    c = of_density(0);
    c.name = "high-flop";
    check_from(context, c, run(context, c).rule, "rule", "");
    c = of_density(0);
    c.dims = 2;
    check_from(context, c, run(context, c).rule, "rule", "");
    c = of_density(-1);
    c.type = support_double();
    if (c.type == NF_FLOAT64) check_from(context, c, run(context, c).rule, "rule", "");
    c = of_density(-1);
    c.fast = 1;
    check_from(context, c, run(context, c).rule, "rule", "");
    c = of_density(0);
    c.skin = 0.01; /* such calls have no class */
    check_from(context, c, run(context, c).rule, "rule", "");
    nf_context_free(context);
    remove_folder();
}

TEST(calls_of_unknown_density_and_with_a_skin_or_query_points_have_no_choice) {
    make_folder();
    nf_context *context = open_context();
    call c = usual;
    c.open = 1;
    ck_assert_str_eq(run(context, c).key, "");
    c = usual;
    c.skin = 0.01;
    ck_assert_str_eq(run(context, c).key, "");
    c = usual;
    c.queries = 1;
    const nf_strategy_use use = run(context, c);
    ck_assert_str_eq(use.key, "");
    check(use, "walk", "rule", "");
    ck_assert_str_eq(nf_strategy_used(NULL)->name, "");
    nf_context_free(context);
    remove_folder();
}

/* A profile that comes with the library names strategies that there are. */
TEST(shipped_choices_are_strategies) {
    size_t choices = 0;
    for (size_t k = 0; k < nf_shipped_count; k++) {
        nf_profile p;
        ck_assert_int_eq(nf_profile_from_text((const char *)nf_shipped_profiles[k].bytes, &p, NULL), NF_OK);
        for (uint32_t c = 0; c < p.choice_count; c++) {
            int is = 0;
            if (strncmp(p.choices[c].name, "interact/", 9) != 0) continue;
            for (size_t name = 0; nf_strategy_name(name); name++)
                is |= strcmp(nf_strategy_name(name), p.choices[c].choice) == 0;
            ck_assert_msg(is, "%s: %s", nf_shipped_profiles[k].name, p.choices[c].choice);
            choices++;
        }
    }
    ck_assert_uint_gt(choices, 0);
}

int main(void) {
    setenv("NEARFIELD_PATHS", "groups=1 int64_atomics=1 unproved",
           1); /* what kernels compute is not looked at */
    return support_main();
}
