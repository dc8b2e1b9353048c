/* The search for the fastest values of one family.  Decisions compare times that were measured one right after the other:
   clocks and other processes change the speed of a machine by more than most tunables do. */
#include "tune/tunable.h"

#include <stdio.h>
#include <string.h>

enum { ROWS_MOST = 16, ROUNDS = 9 };

/* The least gain that is worth storing, and the least loss on other work that counts. */
static const double LEAST_GAIN = 0.02, LEAST_LOSS = 0.01;

typedef struct search {
    const nf_family *family;
    const nf_context *context;
    const nf_tune_plan *plan;
    nf_tune_result *result;
    int standard[ROWS_MOST], best[ROWS_MOST];
    double best_ns;
} search;

static nf_status measure(const search *s, int other, const int *values, double *ns) {
    char words[ROWS_MOST * 64] = "";
    size_t used = 0;
    for (size_t row = 0; row < s->family->count; row++)
        used += (size_t)snprintf(words + used, sizeof words - used, "%s%s.%s=%d", row ? " " : "",
                                 s->family->name, s->family->rows[row].name, values[row]);
    return s->plan->measure(s->plan->user, other, words, ns);
}

/* Keeps the value if it is faster than the best so far, which is measured again before it is replaced. */
static nf_status try(search *s, size_t row, int value, int *gained) {
    int candidate[ROWS_MOST];
    double ns = 0;
    memcpy(candidate, s->best, sizeof candidate);
    candidate[row] = value;
    nf_status status = measure(s, 0, candidate, &ns);
    if (status != NF_OK) return status == NF_ERROR_UNSUPPORTED ? NF_OK : status;
    s->result->tried++;
    if (ns < s->best_ns) status = measure(s, 0, s->best, &s->best_ns);
    if (status != NF_OK) return status == NF_ERROR_UNSUPPORTED ? NF_OK : status;
    if (ns >= s->best_ns) return NF_OK;
    s->best[row] = value;
    s->best_ns = ns;
    *gained = 1;
    return NF_OK;
}

/* Varies one row after the other, in turns, until no other row has gained since the last gain. */
static nf_status climb(search *s) {
    const nf_tune_plan *plan = s->plan;
    size_t idle = 0;
    for (size_t row = 0; idle < s->family->count; row = (row + 1) % s->family->count) {
        const nf_tunable *t = &s->family->rows[row];
        nf_status status = NF_OK;
        int gained = 0;
        if (nf_tunable_is_used(s->context, t) && plan->may_go_on(plan->user))
            status = measure(s, 0, s->best, &s->best_ns);
        for (int k = 0; k < NF_TUNABLE_VALUES && t->values[k]; k++) {
            if (status != NF_OK && status != NF_ERROR_UNSUPPORTED) return status;
            if (t->values[k] == s->best[row] || !nf_tunable_holds(s->context, t, t->values[k])) continue;
            if (!plan->may_go_on(plan->user)) return NF_OK;
            status = try(s, row, t->values[k], &gained);
        }
        if (status != NF_OK && status != NF_ERROR_UNSUPPORTED) return status;
        idle = gained ? 1 : idle + 1;
    }
    s->result->complete = 1;
    return NF_OK;
}

typedef struct comparison {
    double standard_ns, best_ns; /* medians */
    double ratios[ROUNDS];       /* best / standard of each round, ascending */
    int there;                   /* 0: the defaults were rejected, so there is no such work */
    int serves;                  /* 0: one of the two was rejected once */
} comparison;

static void sort(double values[ROUNDS]) {
    for (int k = 1; k < ROUNDS; k++)
        for (int at = k; at > 0 && values[at - 1] > values[at]; at--) {
            const double larger = values[at - 1];
            values[at - 1] = values[at];
            values[at] = larger;
        }
}

/* Compares the best with the defaults in pairs.  The order of a pair alternates, so that neither profits from a machine
   that becomes slower or faster. */
static nf_status compare(const search *s, int other, comparison *c) {
    const int *const values[2] = {s->standard, s->best};
    double ns[2][ROUNDS];
    memset(c, 0, sizeof *c);
    for (int k = 0; k < ROUNDS; k++)
        for (int turn = 0; turn < 2; turn++) {
            const int which = (turn + k) % 2;
            const nf_status status = measure(s, other, values[which], &ns[which][k]);
            if (status != NF_OK) return status == NF_ERROR_UNSUPPORTED ? NF_OK : status;
            c->there = 1;
        }
    for (int k = 0; k < ROUNDS; k++) c->ratios[k] = ns[1][k] / ns[0][k];
    sort(c->ratios);
    sort(ns[0]);
    sort(ns[1]);
    c->standard_ns = ns[0][ROUNDS / 2];
    c->best_ns = ns[1][ROUNDS / 2];
    c->serves = 1;
    return NF_OK;
}

/* The best must be faster in every round.  Values that are faster at one size may be slower at another: they are rejected
   if they are slower there in all rounds but one. */
static nf_status confirm(search *s) {
    nf_tune_result *r = s->result;
    comparison c;
    nf_status status = compare(s, 0, &c);
    if (status != NF_OK || !c.serves) return status;
    r->standard_ns = c.standard_ns;
    r->best_ns = c.best_ns;
    r->improved = c.ratios[ROUNDS / 2] < 1 - LEAST_GAIN && c.ratios[ROUNDS - 1] < 1;
    if (!r->improved) return NF_OK;
    status = compare(s, 1, &c);
    if (status != NF_OK) return status;
    r->validated = c.there;
    r->rejected = c.there && (!c.serves || (c.ratios[ROUNDS / 2] > 1 + LEAST_LOSS && c.ratios[1] > 1));
    r->improved = !r->rejected;
    return NF_OK;
}

nf_status nf_tune_rows(const nf_family *family, const nf_context *context, const int *standard,
                       const nf_tune_plan *plan, nf_tune_result *result, nf_sentence *error) {
    search s = {.family = family, .context = context, .plan = plan, .result = result};
    nf_status status = NF_OK;
    memset(result, 0, sizeof *result);
    if (family->count > ROWS_MOST)
        return nf_fail(error, NF_ERROR_ARGUMENT, "%s has more than %d tunables", family->name, ROWS_MOST);
    memcpy(s.standard, standard, family->count * sizeof *standard);
    memcpy(s.best, s.standard, sizeof s.best);
    NF_TRY(measure(&s, 0, s.standard, &result->standard_ns));
    s.best_ns = result->standard_ns;
    NF_TRY(climb(&s));
    if (memcmp(s.best, s.standard, sizeof s.best) != 0) NF_TRY(confirm(&s));
    if (!result->improved) result->best_ns = result->standard_ns;
    for (size_t row = 0; row < family->count; row++) {
        if (!nf_tunable_is_used(context, &family->rows[row])) continue;
        nf_profile_value *value = &result->values[result->value_count++];
        snprintf(value->name, sizeof value->name, "%s.%s", family->name, family->rows[row].name);
        value->value = result->improved ? s.best[row] : standard[row];
    }
done:
    return status;
}

nf_status nf_tune(nf_context *context, const char *family, const nf_tune_plan *plan, nf_tune_result *result) {
    int standard[ROWS_MOST] = {0};
    if (!context) return NF_ERROR_ARGUMENT;
    if (!family || !plan || !result || !plan->measure || !plan->may_go_on)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "family, plan, result or a function of the plan is NULL");
    const nf_family *const *f = context->families;
    while (*f && strcmp((*f)->name, family) != 0) f++;
    if (!*f)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "there is no family of tunables called %s",
                       family);
    for (size_t row = 0; row < (*f)->count && row < ROWS_MOST; row++)
        standard[row] = nf_default(context, *f, row);
    return nf_tune_rows(*f, context, standard, plan, result, &context->error);
}
