/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Decisions compare times that were measured one right after the other: clocks and other processes change the speed of a
   machine by more than most tunables do. */
#include "tune/tune.h"
#include "text/append.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 9 };

/* The least gain that is worth storing, and the least loss on other work that counts. */
static const double LEAST_GAIN = 0.02, LEAST_LOSS = 0.01;

typedef struct search {
    const nf_tunable_info *rows;
    size_t count;
    const tune_plan *plan;
    tune_result *result;
    int standard[TUNE_ROWS_MOST], *best;
    double best_ns;
} search;

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double tune_median(double *values, size_t count) {
    qsort(values, count, sizeof *values, by_size);
    return values[count / 2];
}

/* The time is infinite for words that are rejected. */
static nf_status measure(const search *s, int other, const int *values, double *ns) {
    char words[TUNE_ROWS_MOST * 64] = "";
    for (size_t row = 0; row < s->count; row++)
        append(words, sizeof words, " ", "%s.%s=%d", s->rows[row].family, s->rows[row].name, values[row]);
    const nf_status status = s->plan->measure(s->plan->user, other, words, ns);
    if (status == NF_ERROR_UNSUPPORTED) *ns = INFINITY;
    return status == NF_ERROR_UNSUPPORTED ? NF_OK : status;
}

static nf_status measure_best(search *s) {
    double ns = INFINITY;
    const nf_status status = measure(s, 0, s->best, &ns);
    if (isfinite(ns)) s->best_ns = ns;
    return status;
}

/* Varies one row after the other, in turns, until no other row has gained since the last gain.  The best so far is measured
   again before a candidate that seems faster replaces it. */
static nf_status climb(search *s) {
    const tune_plan *plan = s->plan;
    nf_status status = NF_OK;
    for (size_t row = 0, idle = 0; idle < s->count; row = (row + 1) % s->count) {
        const nf_tunable_info *t = &s->rows[row];
        int gained = 0;
        if (!plan->may_go_on(plan->user)) return NF_OK;
        status = measure_best(s);
        for (int k = 0; k < t->value_count && status == NF_OK; k++) {
            const int before = s->best[row];
            double ns = INFINITY;
            if (t->values[k] == before) continue;
            if (!plan->may_go_on(plan->user)) return NF_OK;
            s->best[row] = t->values[k];
            status = measure(s, 0, s->best, &ns);
            s->best[row] = before;
            s->result->tried++;
            if (status == NF_OK && ns < s->best_ns) status = measure_best(s);
            if (status != NF_OK || ns >= s->best_ns) continue;
            s->best[row] = t->values[k];
            s->best_ns = ns;
            gained = 1;
        }
        if (status != NF_OK) return status;
        idle = gained ? 1 : idle + 1;
    }
    s->result->complete = 1;
    return NF_OK;
}

/* Compares the best with the defaults in pairs: ratios[] are best / default of each round, ascending; infinite if one of
   the two was rejected, and 0 if there is no other work.  The order of a pair alternates, so that neither profits from a
   machine that becomes slower or faster. */
static nf_status compare(const search *s, int other, double ratios[ROUNDS], double medians[2]) {
    const int *const values[2] = {s->standard, s->best};
    double ns[2][ROUNDS];
    for (int k = 0; k < ROUNDS; k++) ratios[k] = INFINITY;
    for (int k = 0; k < ROUNDS; k++)
        for (int turn = 0; turn < 2; turn++) {
            const int which = (turn + k) % 2;
            const nf_status status = measure(s, other, values[which], &ns[which][k]);
            if (other && k + turn == 0 && isinf(ns[which][k])) memset(ratios, 0, ROUNDS * sizeof *ratios);
            if (status != NF_OK || isinf(ns[which][k])) return status;
        }
    for (int k = 0; k < ROUNDS; k++) ratios[k] = ns[1][k] / ns[0][k];
    tune_median(ratios, ROUNDS);
    for (int which = 0; which < 2; which++) medians[which] = tune_median(ns[which], ROUNDS);
    return NF_OK;
}

/* The best must be faster in every round.  Values that are faster at one size may be slower at another: they are rejected
   if they are slower there in all rounds but one. */
static nf_status confirm(search *s) {
    tune_result *r = s->result;
    double ratios[ROUNDS], medians[2] = {r->standard_ns, 0}, unused[2];
    nf_status status = compare(s, 0, ratios, medians);
    r->standard_ns = medians[0];
    r->best_ns = medians[1];
    r->improved = status == NF_OK && ratios[ROUNDS / 2] < 1 - LEAST_GAIN && ratios[ROUNDS - 1] < 1;
    if (!r->improved) return status;
    status = compare(s, 1, ratios, unused);
    r->rejected = ratios[ROUNDS / 2] > 1 + LEAST_LOSS && ratios[1] > 1;
    r->improved = !r->rejected;
    return status;
}

nf_status tune_search(const nf_tunable_info *rows, size_t count, const tune_plan *plan, tune_result *result) {
    search s = {.rows = rows, .count = count, .plan = plan, .result = result, .best = result->values};
    memset(result, 0, sizeof *result);
    if (count > TUNE_ROWS_MOST) return NF_ERROR_ARGUMENT;
    for (size_t row = 0; row < count; row++) s.standard[row] = s.best[row] = rows[row].default_value;
    nf_status status = measure(&s, 0, s.standard, &result->standard_ns);
    if (status == NF_OK && isinf(result->standard_ns)) return NF_ERROR_UNSUPPORTED;
    s.best_ns = result->standard_ns;
    if (status == NF_OK) status = climb(&s);
    if (status == NF_OK && memcmp(s.best, s.standard, sizeof s.standard) != 0) status = confirm(&s);
    if (result->improved) return status;
    result->best_ns = result->standard_ns;
    memcpy(result->values, s.standard, sizeof s.standard);
    return status;
}
