#include "tune/search.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ROWS_MOST bounds a family, SEEN_MOST the candidates that are remembered, so that none is measured twice. */
enum { ROWS_MOST = 16, SEEN_MOST = 512, ROUNDS = 5 };

/* Beyond what clocks and schedulers do to the middle of several samples on a quiet machine. */
static const double LEAST_GAIN = 0.02, LEAST_LOSS = 0.01;
/* A candidate this much slower than the best is not measured to the end. */
static const double GIVE_UP = 1.5;

typedef struct candidate {
    int values[ROWS_MOST];
} candidate;

typedef struct search {
    const nf_family *family;
    const nf_context *context;
    const nf_search_plan *plan;
    nf_search_result *result;
    candidate best, seen[SEEN_MOST];
    size_t seen_count;
    double best_ns;
} search;

/* How a candidate's time is taken: the plan's `measure`, or its `validate`. */
typedef nf_status (*measure_function)(void *user, const char *words, double give_up_ns, nf_measured *out);

static nf_status measure_by(search *s, measure_function by, const candidate *c, double give_up,
                            nf_measured *out) {
    char words[ROWS_MOST * 64];
    size_t used = 0;
    words[0] = 0;
    for (size_t row = 0; row < s->family->count; row++)
        used += (size_t)snprintf(words + used, sizeof words - used, "%s%s.%s=%d", row ? " " : "",
                                 s->family->name, s->family->rows[row].name, c->values[row]);
    return by(s->plan->user, words, give_up, out);
}

static nf_status measure(search *s, const candidate *c, double give_up, nf_measured *out) {
    return measure_by(s, s->plan->measure, c, give_up, out);
}

static int was_seen(const search *s, const candidate *c) {
    for (size_t k = 0; k < s->seen_count; k++)
        if (memcmp(s->seen[k].values, c->values, s->family->count * sizeof *c->values) == 0) return 1;
    return 0;
}

static int may_go_on(const search *s) {
    return s->seen_count < SEEN_MOST && s->plan->may_go_on(s->plan->user);
}

/* Measures a candidate that is new, and makes it the best when it is. */
static nf_status try(search *s, const candidate *c, int *gained) {
    nf_measured took;
    if (was_seen(s, c)) return NF_OK;
    s->seen[s->seen_count++] = *c;
    const nf_status status = measure(s, c, s->best_ns * GIVE_UP, &took);
    if (status == NF_ERROR_UNSUPPORTED) return NF_OK;
    if (status != NF_OK) return status;
    s->result->tried++;
    if (took.ns >= s->best_ns) return NF_OK;
    s->best_ns = took.ns;
    s->best = *c;
    *gained = 1;
    return NF_OK;
}

/* How many values row `row` has, and where among them `value` stands (or would: the nearest). */
static int place_of(const nf_tunable *row, int value, int *count) {
    int place = 0;
    for (*count = 0; *count < NF_TUNABLE_VALUES && row->values[*count]; ++*count)
        if (fabs(log((double)row->values[*count] / value)) < fabs(log((double)row->values[place] / value)))
            place = *count;
    return place;
}

/* The value `step` places away from the best one's, or 0 when there is none or it does not hold. */
static int neighbour(const search *s, size_t row, int step) {
    const nf_tunable *t = &s->family->rows[row];
    int count = 0;
    const int place = place_of(t, s->best.values[row], &count) + step;
    if (place < 0 || place >= count) return 0;
    return nf_tunable_holds(s->context, t, t->values[place]) ? t->values[place] : 0;
}

/* All values of one row, the nearest ones first: where time runs short, it was spent near what is good. */
static nf_status try_row(search *s, size_t row, int *gained) {
    nf_status status = NF_OK;
    const candidate start = s->best;
    const search from = *s; /* neighbours of where the row began, though the best may move on */
    for (int k = 2; k < 2 * NF_TUNABLE_VALUES && may_go_on(s); k++) {
        candidate c = start;
        c.values[row] = neighbour(&from, row, k % 2 ? -(k / 2) : k / 2);
        if (c.values[row] && c.values[row] != start.values[row]) NF_TRY(try(s, &c, gained));
    }
done:
    return status;
}

/* Two rows at once, one place each: what single steps cannot reach. */
static nf_status try_pairs(search *s, int *gained) {
    nf_status status = NF_OK;
    const candidate start = s->best;
    const search from = *s;
    for (size_t a = 0; a < s->family->count; a++)
        for (size_t b = a + 1; b < s->family->count; b++)
            for (int k = 0; k < 4 && may_go_on(s); k++) {
                candidate c = start;
                c.values[a] = neighbour(&from, a, k & 1 ? 1 : -1);
                c.values[b] = neighbour(&from, b, k & 2 ? 1 : -1);
                if (c.values[a] && c.values[b]) NF_TRY(try(s, &c, gained));
            }
done:
    return status;
}

static nf_status climb(search *s) {
    nf_status status = NF_OK;
    int gained = 1;
    while (gained && may_go_on(s)) {
        gained = 0;
        for (size_t row = 0; row < s->family->count; row++) NF_TRY(try_row(s, row, &gained));
        if (!gained && s->plan->thorough) NF_TRY(try_pairs(s, &gained));
    }
done:
    return status;
}

/* The middle of the rounds, and how far the slowest and the fastest half lie apart. */
static nf_measured middle(const nf_measured rounds[ROUNDS]) {
    double sorted[ROUNDS];
    nf_measured out = {0, 0};
    for (int k = 0; k < ROUNDS; k++) {
        int at = k;
        for (; at > 0 && sorted[at - 1] > rounds[k].ns; at--) sorted[at] = sorted[at - 1];
        sorted[at] = rounds[k].ns;
    }
    out.ns = sorted[ROUNDS / 2];
    out.spread = (sorted[ROUNDS - 2] - sorted[1]) / 2;
    return out;
}

/* The best against the defaults, in turns, so that both see the same machine: *serves is 0 where one of them does not
   serve, the best unless *standard stays 0. */
static nf_status compare(search *s, measure_function by, const candidate *defaults, nf_measured *standard,
                         nf_measured *best, int *serves) {
    nf_status status = NF_OK;
    nf_measured of_best[ROUNDS], of_standard[ROUNDS];
    *serves = 1;
    for (int k = 0; k < ROUNDS && *serves; k++) {
        status = measure_by(s, by, defaults, INFINITY, &of_standard[k]);
        if (status == NF_OK) *standard = of_standard[k];
        if (status == NF_OK) status = measure_by(s, by, &s->best, standard->ns * GIVE_UP, &of_best[k]);
        if (status == NF_ERROR_UNSUPPORTED) *serves = 0;
        else if (status != NF_OK) return status;
    }
    if (!*serves) return NF_OK;
    *standard = middle(of_standard);
    *best = middle(of_best);
    return NF_OK;
}

/* What does not gain beyond the spread, or not every time, is no gain. */
static nf_status confirm(search *s, const candidate *defaults) {
    nf_search_result *r = s->result;
    nf_status status = NF_OK;
    int serves = 0;
    NF_TRY(compare(s, s->plan->measure, defaults, &r->standard, &r->best, &serves));
    const double spread = r->standard.spread + r->best.spread;
    r->improved = serves && r->standard.ns - r->best.ns > fmax(spread, LEAST_GAIN * r->standard.ns);
done:
    return status;
}

/* What is faster at one size may be slower at another. */
static nf_status validate(search *s, const candidate *defaults) {
    nf_search_result *r = s->result;
    nf_measured standard = {0, 0}, best = {0, 0};
    nf_status status = NF_OK;
    int serves = 0;
    NF_TRY(compare(s, s->plan->validate, defaults, &standard, &best, &serves));
    if (standard.ns <= 0) return NF_OK; /* there is no other work */
    r->validated = 1;
    r->rejected =
        !serves || best.ns - standard.ns > fmax(standard.spread + best.spread, LEAST_LOSS * standard.ns);
    r->improved = !r->rejected;
done:
    return status;
}

/* The values of the rows that this device uses. */
static void write_values(const search *s) {
    nf_search_result *r = s->result;
    for (size_t row = 0; row < s->family->count; row++) {
        const nf_tunable *t = &s->family->rows[row];
        if (!nf_tunable_is_used(s->context, t)) continue;
        nf_profile_value *value = &r->values[r->value_count++];
        snprintf(value->name, sizeof value->name, "%s.%s", s->family->name, t->name);
        value->value = s->best.values[row];
    }
}

nf_status nf_search_rows(const nf_family *family, const nf_context *context, const int *standard,
                         const nf_search_plan *plan, nf_search_result *result, nf_sentence *error) {
    search s = {.family = family, .context = context, .plan = plan, .result = result};
    nf_status status = NF_OK;
    memset(result, 0, sizeof *result);
    if (family->count > ROWS_MOST)
        return nf_fail(error, NF_ERROR_ARGUMENT, "%s has more than %d tunables", family->name, ROWS_MOST);
    memcpy(s.best.values, standard, family->count * sizeof *standard);
    const candidate defaults = s.best;
    s.seen[s.seen_count++] = defaults;
    NF_TRY(measure(&s, &defaults, INFINITY, &result->standard));
    s.best_ns = result->standard.ns;
    result->best = result->standard;
    NF_TRY(climb(&s));
    result->complete = may_go_on(&s);
    if (memcmp(s.best.values, defaults.values, sizeof defaults.values) != 0) NF_TRY(confirm(&s, &defaults));
    if (result->improved && plan->validate) NF_TRY(validate(&s, &defaults));
    if (!result->improved) {
        s.best = defaults;
        result->best = result->standard;
    }
    write_values(&s);
done:
    return status;
}
