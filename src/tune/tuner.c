/* The search for the fastest values of one family.  It knows rows of values and a function that measures, and nothing of
   what is measured. */
#include "tune/tunable.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* SEEN_MOST: the candidates that are remembered, so that none is measured twice. */
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
    const nf_tune_plan *plan;
    nf_tune_result *result;
    candidate defaults, best, seen[SEEN_MOST];
    size_t seen_count;
    double best_ns;
} search;

typedef nf_status (*measure_function)(void *user, const char *words, double give_up_ns, nf_measured *out);

static nf_status measure(search *s, measure_function by, const candidate *c, double give_up,
                         nf_measured *out) {
    char words[ROWS_MOST * 64] = "";
    size_t used = 0;
    for (size_t row = 0; row < s->family->count; row++)
        used += (size_t)snprintf(words + used, sizeof words - used, "%s%s.%s=%d", row ? " " : "",
                                 s->family->name, s->family->rows[row].name, c->values[row]);
    return by(s->plan->user, words, give_up, out);
}

static int may_go_on(const search *s) {
    return s->seen_count < SEEN_MOST && s->plan->may_go_on(s->plan->user);
}

/* Measures a candidate that is new, and makes it the best when it is. */
static nf_status try(search *s, const candidate *c, int *gained) {
    nf_measured took;
    for (size_t k = 0; k < s->seen_count; k++)
        if (memcmp(s->seen[k].values, c->values, sizeof c->values) == 0) return NF_OK;
    s->seen[s->seen_count++] = *c;
    const nf_status status = measure(s, s->plan->measure, c, s->best_ns * GIVE_UP, &took);
    if (status == NF_ERROR_UNSUPPORTED) return NF_OK;
    if (status != NF_OK) return status;
    s->result->tried++;
    if (took.ns >= s->best_ns) return NF_OK;
    s->best_ns = took.ns;
    s->best = *c;
    *gained = 1;
    return NF_OK;
}

/* The value `step` places from `value` (or from the nearest one in the row), or 0 when there is none or it does not
   hold. */
static int neighbour(const search *s, size_t row, int value, int step) {
    const nf_tunable *t = &s->family->rows[row];
    int count = 0, place = 0;
    for (; count < NF_TUNABLE_VALUES && t->values[count]; count++)
        if (fabs(log((double)t->values[count] / value)) < fabs(log((double)t->values[place] / value)))
            place = count;
    place += step;
    return place >= 0 && place < count && nf_tunable_holds(s->context, t, t->values[place]) ? t->values[place]
                                                                                            : 0;
}

/* All values of one row, the nearest ones first: where time runs short, it was spent near what is good. */
static nf_status try_row(search *s, size_t row, int *gained) {
    nf_status status = NF_OK;
    const candidate start = s->best;
    for (int k = 2; k < 2 * NF_TUNABLE_VALUES && may_go_on(s); k++) {
        candidate c = start;
        c.values[row] = neighbour(s, row, start.values[row], k % 2 ? -(k / 2) : k / 2);
        if (c.values[row]) NF_TRY(try(s, &c, gained));
    }
done:
    return status;
}

/* Two rows at once, one place each: what single steps cannot reach. */
static nf_status try_pairs(search *s, int *gained) {
    nf_status status = NF_OK;
    const candidate start = s->best;
    for (size_t a = 0; a < s->family->count; a++)
        for (size_t b = a + 1; b < s->family->count; b++)
            for (int k = 0; k < 4 && may_go_on(s); k++) {
                candidate c = start;
                c.values[a] = neighbour(s, a, start.values[a], k & 1 ? 1 : -1);
                c.values[b] = neighbour(s, b, start.values[b], k & 2 ? 1 : -1);
                if (c.values[a] && c.values[b]) NF_TRY(try(s, &c, gained));
            }
done:
    return status;
}

static nf_status climb(search *s) {
    nf_status status = NF_OK;
    for (int gained = 1; gained && may_go_on(s);) {
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
    for (int k = 0; k < ROUNDS; k++) {
        int at = k;
        for (; at > 0 && sorted[at - 1] > rounds[k].ns; at--) sorted[at] = sorted[at - 1];
        sorted[at] = rounds[k].ns;
    }
    return (nf_measured){sorted[ROUNDS / 2], (sorted[ROUNDS - 2] - sorted[1]) / 2};
}

/* The best against the defaults, in turns, so that both see the same machine: *serves is 0 where one of them does not
   serve, the best unless standard->ns stays 0. */
static nf_status compare(search *s, measure_function by, nf_measured *standard, nf_measured *best,
                         int *serves) {
    nf_measured of_best[ROUNDS], of_standard[ROUNDS];
    *serves = 1;
    for (int k = 0; k < ROUNDS && *serves; k++) {
        nf_status status = measure(s, by, &s->defaults, INFINITY, &of_standard[k]);
        if (status == NF_OK) *standard = of_standard[k];
        if (status == NF_OK) status = measure(s, by, &s->best, standard->ns * GIVE_UP, &of_best[k]);
        if (status == NF_ERROR_UNSUPPORTED) *serves = 0;
        else if (status != NF_OK) return status;
    }
    if (*serves) *standard = middle(of_standard);
    if (*serves) *best = middle(of_best);
    return NF_OK;
}

/* What does not gain beyond the spread, or not every time, is no gain; and what is faster at one size may be slower at
   another. */
static nf_status confirm(search *s) {
    nf_tune_result *r = s->result;
    nf_measured standard = {0, 0}, best = {0, 0};
    nf_status status = NF_OK;
    int serves = 0;
    NF_TRY(compare(s, s->plan->measure, &r->standard, &r->best, &serves));
    r->improved = serves && r->standard.ns - r->best.ns >
                                fmax(r->standard.spread + r->best.spread, LEAST_GAIN * r->standard.ns);
    if (!r->improved || !s->plan->validate) return NF_OK;
    NF_TRY(compare(s, s->plan->validate, &standard, &best, &serves));
    r->validated = standard.ns > 0; /* else there is no other work */
    r->rejected = r->validated && (!serves || best.ns - standard.ns > fmax(standard.spread + best.spread,
                                                                           LEAST_LOSS * standard.ns));
    r->improved = !r->rejected;
done:
    return status;
}

nf_status nf_tune_rows(const nf_family *family, const nf_context *context, const int *standard,
                       const nf_tune_plan *plan, nf_tune_result *result, nf_sentence *error) {
    search s = {.family = family, .context = context, .plan = plan, .result = result};
    nf_status status = NF_OK;
    memset(result, 0, sizeof *result);
    if (family->count > ROWS_MOST)
        return nf_fail(error, NF_ERROR_ARGUMENT, "%s has more than %d tunables", family->name, ROWS_MOST);
    memcpy(s.defaults.values, standard, family->count * sizeof *standard);
    s.best = s.seen[s.seen_count++] = s.defaults;
    NF_TRY(measure(&s, plan->measure, &s.defaults, INFINITY, &result->standard));
    s.best_ns = result->standard.ns;
    result->best = result->standard;
    NF_TRY(climb(&s));
    result->complete = may_go_on(&s);
    if (memcmp(s.best.values, s.defaults.values, sizeof s.best.values) != 0) NF_TRY(confirm(&s));
    if (!result->improved) {
        s.best = s.defaults;
        result->best = result->standard;
    }
    for (size_t row = 0; row < family->count; row++) {
        if (!nf_tunable_is_used(context, &family->rows[row])) continue;
        nf_profile_value *value = &result->values[result->value_count++];
        snprintf(value->name, sizeof value->name, "%s.%s", family->name, family->rows[row].name);
        value->value = s.best.values[row];
    }
done:
    return status;
}
