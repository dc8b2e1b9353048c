/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The search, with known costs. */
#include "tune/tune.h"

#include "support/device.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const nf_tunable_info rows[] = {
    {.family = "toy", .name = "A", .default_value = 2, .values = {1, 2, 4, 8, 16, 32, 64}, .value_count = 7},
    {.family = "toy", .name = "B", .default_value = 4, .values = {1, 2, 3, 4, 5, 6}, .value_count = 6},
    {.family = "toy", .name = "C", .default_value = 1, .values = {1, 16}, .value_count = 2}};
static const int standard[] = {2, 4, 1};

enum { BROKEN = -2, ROUNDS = 9 };

typedef double (*cost_function)(int a, int b, int c, int call);
typedef struct toy {
    cost_function cost, other; /* of the work, and of other work; NULL: there is none */
    int calls, most, refused, others;
    char log[8192];
} toy;

static nf_status measure(void *user, int other, const char *words, double *ns) {
    toy *t = user;
    int a = 0, b = 0, c = 0;
    ck_assert_int_eq(sscanf(words, "toy.A=%d toy.B=%d toy.C=%d", &a, &b, &c), 3);
    if (other && !t->other) return NF_ERROR_UNSUPPORTED;
    const int call = other ? ++t->others : ++t->calls;
    if (!other) snprintf(t->log + strlen(t->log), sizeof t->log - strlen(t->log), "%d,%d,%d;", a, b, c);
    *ns = (other ? t->other : t->cost)(a, b, c, call);
    if (*ns < 0 && !other) t->refused++;
    return *ns == BROKEN ? NF_ERROR_DEVICE : *ns < 0 ? NF_ERROR_UNSUPPORTED : NF_OK;
}
static int may_go_on(void *user) { return ((toy *)user)->calls < ((toy *)user)->most; }

static tune_result run(toy *t) {
    const tune_plan plan = {measure, may_go_on, t};
    tune_result result;
    ck_assert_int_eq(tune_search(rows, 3, &plan, &result), NF_OK);
    return result;
}

static double bowl(int a, int b, int c, int call) {
    (void)call;
    return 100 + 10 * fabs(log2(a / 32.0)) + 5 * abs(b - 5) + c / 4.0;
}

TEST(the_search_finds_the_least_cost) {
    toy t = {.cost = bowl, .most = 1000};
    const tune_result r = run(&t);
    ck_assert_int_eq(r.values[0], 32);
    ck_assert_int_eq(r.values[1], 5);
    ck_assert_int_eq(r.values[2], 1);
    ck_assert(r.improved && r.complete);
    ck_assert_double_eq_tol(r.standard_ns, bowl(2, 4, 1, 0), 1e-9);
    ck_assert_double_eq_tol(r.best_ns, bowl(32, 5, 1, 0), 1e-9);
}

TEST(what_seems_faster_is_compared_with_a_new_time_of_the_best) {
    toy t = {.cost = bowl, .most = 1000};
    const tune_result r = run(&t);
    int best[3] = {2, 4, 1}, faster[3] = {0}, seems_faster = 0, gains = 0;
    const char *at = strchr(t.log, ';') + 1; /* the defaults */
    for (int tried = 0, used = 0; tried < r.tried || seems_faster; at += used) {
        int now[3];
        ck_assert_int_eq(sscanf(at, "%d,%d,%d;%n", &now[0], &now[1], &now[2], &used), 3);
        const int changed = (now[0] != best[0]) + (now[1] != best[1]) + (now[2] != best[2]);
        ck_assert_msg(seems_faster ? changed == 0 : changed <= 1, "%d,%d,%d", now[0], now[1], now[2]);
        if (seems_faster) memcpy(best, faster, sizeof best);
        gains += seems_faster;
        tried += changed;
        seems_faster = changed && bowl(now[0], now[1], now[2], 0) < bowl(best[0], best[1], best[2], 0);
        memcpy(faster, now, sizeof faster);
    }
    ck_assert_int_ge(gains, 2);
    ck_assert_int_eq(best[0], 32);
    ck_assert_int_eq(best[1], 5);
}

TEST(the_same_answers_lead_to_the_same_search) {
    toy a = {.cost = bowl, .most = 1000}, b = a;
    run(&a);
    run(&b);
    ck_assert_str_eq(a.log, b.log);
}

static double noise(int a, int b, int c, int call) { /* equal candidates on a noisy machine */
    (void)a, (void)b, (void)c;
    return 100 + (call * 7919 % 13);
}

TEST(what_does_not_gain_beyond_the_spread_stays_at_the_defaults) {
    toy t = {.cost = noise, .most = 1000};
    const tune_result r = run(&t);
    ck_assert_int_eq(r.improved, 0);
    for (int k = 0; k < 3; k++) ck_assert_int_eq(r.values[k], standard[k]);
}

static double flat(int a, int b, int c, int call) {
    (void)a, (void)b, (void)c, (void)call;
    return 100;
}

TEST(what_is_as_fast_as_the_defaults_is_not_tried_against_them) {
    toy t = {.cost = flat, .most = 1000};
    const tune_result r = run(&t);
    ck_assert_int_eq(t.calls, 1 + 3 + r.tried); /* the best once a row */
    ck_assert_int_eq(r.improved, 0);
}

/* Machines whose speed changes while all candidates are the same. */
static uint32_t seed;
static double random_speed(int a, int b, int c, int call) {
    (void)a, (void)b, (void)c;
    uint32_t x = (seed * 7919u + (uint32_t)call) * 2654435761u;
    x = (x ^ x >> 15) * 2246822519u;
    return 100 + (x ^ x >> 13) % 30;
}
static double slows_down(int a, int b, int c, int call) {
    (void)a, (void)b, (void)c;
    return 100 * pow(1.03, call);
}
static double speeds_up(int a, int b, int c, int call) {
    (void)a, (void)b, (void)c;
    return 100 * pow(0.97, call);
}
static double stutters(int a, int b, int c, int call) {
    (void)a, (void)b, (void)c;
    return (uint32_t)call % (5 + seed % 7) < 2 ? 150 : 100;
}

TEST(a_machine_that_drifts_produces_no_gain) {
    static const cost_function machines[] = {random_speed, slows_down, speeds_up, stutters};
    for (size_t k = 0; k < sizeof machines / sizeof *machines; k++) {
        int stored = 0;
        for (seed = 0; seed < 200; seed++) {
            toy t = {.cost = machines[k], .most = 150};
            stored += run(&t).improved;
        }
        ck_assert_msg(stored <= 2, "machine %zu: %d of 200 searches found a gain", k, stored);
    }
}

static double drifting_bowl(int a, int b, int c, int call) { return bowl(a, b, c, 0) * pow(1.01, call); }

TEST(a_gain_is_found_on_a_machine_that_drifts) {
    toy t = {.cost = drifting_bowl, .most = 1000};
    const tune_result r = run(&t);
    ck_assert(r.improved && r.complete);
    ck_assert_int_eq(r.values[0], 32);
    ck_assert_int_eq(r.values[1], 5);
}

/* a == 32 is faster by far, but not the last time that it is measured. */
static double fails_once(int a, int b, int c, int call) {
    static int measured;
    if (call == 1) measured = 0;
    if (b != 4 || c != 1 || (a != 2 && a != 32)) return 200;
    measured += a == 32;
    return a == 2 ? 100 : measured % ROUNDS == 0 ? 101 : 50;
}
static double gains_little(int a, int b, int c, int call) {
    (void)b, (void)c, (void)call;
    return a == 32 ? 98.5 : 100;
}
static double gains_enough(int a, int b, int c, int call) {
    (void)b, (void)c, (void)call;
    return a == 32 ? 97.5 : 100;
}

TEST(a_gain_is_one_in_every_round_and_beyond_two_percent) {
    const struct {
        cost_function cost;
        int improved;
    } cases[] = {{fails_once, 0}, {gains_little, 0}, {gains_enough, 1}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        toy t = {.cost = cases[k].cost, .most = 1000};
        const tune_result r = run(&t);
        ck_assert_msg(r.improved == cases[k].improved, "row %zu", k);
        ck_assert_int_eq(r.values[0], cases[k].improved ? 32 : standard[0]);
    }
}

static double hill(int a, int b, int c, int call) { return 300 - bowl(a, b, c, call); }
static double slope(int a, int b, int c, int call) { /* half a percent slower, without noise */
    (void)b, (void)c, (void)call;
    return a == 32 ? 100.5 : 100;
}
static double loses_2(int a, int b, int c, int call) {
    (void)b, (void)c, (void)call;
    return a == 32 ? 102 : 100;
}
static double loses_9(int a, int b, int c, int call) {
    (void)b, (void)c, (void)call;
    return a == 32 ? 109 : 100;
}
static double wavering(int a, int b, int c, int call) { /* a little slower, within the noise */
    (void)b, (void)c;
    return 100 + a / 32 + (call * 7919 % 13);
}
static double refuses_all(int a, int b, int c, int call) { return bowl(a, b, c, call) < 0 ? 1 : -1; }
static double refuses_best(int a, int b, int c, int call) { return a == 32 ? -1 : bowl(a, b, c, call); }
static double refuses_late(int a, int b, int c, int call) { return call > 3 ? -1 : bowl(a, b, c, call); }
static double breaks(int a, int b, int c, int call) { return call > 1 ? BROKEN : bowl(a, b, c, call); }

TEST(what_is_slower_on_other_work_is_given_up) {
    const struct {
        cost_function other;
        int improved, rejected, others;
    } cases[] = {{bowl, 1, 0, 2 * ROUNDS},    {hill, 0, 1, 2 * ROUNDS},    {slope, 1, 0, 2 * ROUNDS},
                 {loses_2, 0, 1, 2 * ROUNDS}, {loses_9, 0, 1, 2 * ROUNDS}, {wavering, 1, 0, 2 * ROUNDS},
                 {refuses_all, 1, 0, 1}, /* there is no other work */
                 {refuses_best, 0, 1, 2},     {refuses_late, 0, 1, 4}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        toy t = {.cost = bowl, .other = cases[k].other, .most = 1000};
        const tune_result r = run(&t);
        ck_assert_msg(r.improved == cases[k].improved && r.rejected == cases[k].rejected &&
                          t.others == cases[k].others,
                      "row %zu: %d %d, %d calls", k, r.improved, r.rejected, t.others);
        ck_assert_int_eq(r.values[0], cases[k].improved ? 32 : standard[0]);
        ck_assert_double_eq_tol(r.best_ns, cases[k].improved ? bowl(32, 5, 1, 0) : r.standard_ns, 1e-9);
    }
    toy t = {.cost = noise, .other = hill, .most = 1000}; /* without a gain, other work is not measured */
    ck_assert_int_eq(run(&t).rejected, 0);
    ck_assert_int_eq(t.others, 0);
    t = (toy){.cost = bowl, .other = breaks, .most = 1000};
    const tune_plan plan = {measure, may_go_on, &t};
    tune_result r;
    ck_assert_int_eq(tune_search(rows, 3, &plan, &r), NF_ERROR_DEVICE);
}

static double once_only(int a, int b, int c, int call) { /* the best is rejected when it is measured again */
    static int seen;
    if (call == 1) seen = 0;
    return a == 32 && b == 5 && c == 1 && seen++ ? -1 : bowl(a, b, c, call);
}

TEST(what_does_not_serve_every_time_is_given_up) {
    toy t = {.cost = once_only, .most = 1000};
    const tune_result r = run(&t);
    ck_assert_int_eq(r.improved, 0);
    ck_assert_int_eq(r.values[0], standard[0]);
}

static double touchy(int a, int b, int c, int call) { return a == 32 ? -1 : bowl(a, b, c, call); }

TEST(what_does_not_serve_is_passed_over) {
    toy t = {.cost = touchy, .most = 1000};
    const tune_result r = run(&t);
    ck_assert_int_gt(t.refused, 0);
    ck_assert(r.values[0] == 16 || r.values[0] == 64);
}

TEST(the_end_of_the_time_leaves_what_was_found) {
    toy t = {.cost = bowl, .most = 4};
    const tune_result r = run(&t);
    ck_assert_int_eq(r.complete, 0);
    ck_assert_int_le(t.calls, 6 + 2 * ROUNDS);
    ck_assert(r.improved && r.values[0] > 2);
    t = (toy){.cost = bowl, .most = 0};
    const tune_result none = run(&t);
    ck_assert_int_eq(t.calls, 1);
    ck_assert_int_eq(none.improved, 0);
}

static nf_status broken(void *user, int other, const char *words, double *ns) {
    (void)user, (void)other, (void)words, (void)ns;
    return NF_ERROR_DEVICE;
}

TEST(an_error_ends_the_search) {
    toy t = {.most = 1000};
    const tune_plan plan = {broken, may_go_on, &t};
    tune_result result;
    ck_assert_int_eq(tune_search(rows, 3, &plan, &result), NF_ERROR_DEVICE);
}
