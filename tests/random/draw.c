/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * The draw of cases.  Of several random candidates it takes the one with most pairs of option values that were not seen yet; half of the
 * candidates are made around such a pair.  It depends on the seed alone, not on answers: case K can be drawn without running those before it.
 */
#include "random/random.h"

#include <stdlib.h>
#include <string.h>

enum {
    ALL_VALUES = RND_OPTIONS * RND_VALUES_MOST,
    CANDIDATES = 16,
    SEEN = 1,
    DRAWN_REFUSED = 2,
    ANSWERED = 4,
    REFUSED = 8
};

struct rnd_draw {
    uint64_t state, number;
    int large;
    char questions[32];
    int type, dims;                             /* of the sequence: programs are built for each */
    signed char cloud[RND_CLOUDS][RND_OPTIONS]; /* the options of the clouds of the sequence */
    int exists[RND_CLOUDS];
    int fixed[RND_OPTIONS]; /* values that all cases have, or -1 */
    unsigned char *pairs;   /* ALL_VALUES x ALL_VALUES: of the smaller option first */
};

static unsigned char *pair(rnd_draw *d, int a, int va, int b, int vb) {
    return d->pairs + ((size_t)(a * RND_VALUES_MOST + va) * ALL_VALUES + (size_t)(b * RND_VALUES_MOST + vb));
}

/* "option=value": 1 if there are both. */
static int fix(rnd_draw *d, const char *words) {
    for (int option = 0; option < RND_OPTIONS; option++)
        for (int value = 0; value < rnd_option_count(option); value++) {
            char text[80];
            snprintf(text, sizeof text, "%s=%s", rnd_option_words(option), rnd_option_value(option, value));
            if (strcmp(text, words) != 0) continue;
            d->fixed[option] = value;
            return 1;
        }
    return 0;
}

rnd_draw *rnd_draw_begin(uint64_t seed, int large, const char *questions, const char *const *fixed) {
    rnd_draw *d = calloc(1, sizeof *d);
    if (!d) exit(2);
    d->state = seed;
    d->large = large;
    for (int k = 0; k < RND_OPTIONS; k++) d->fixed[k] = -1;
    for (; *fixed; fixed++)
        if (!fix(d, *fixed)) {
            (void)fprintf(stderr, "there is no option with this value: %s\n", *fixed);
            exit(2);
        }
    snprintf(d->questions, sizeof d->questions, "%s", questions);
    d->pairs = calloc(ALL_VALUES, ALL_VALUES);
    if (!d->pairs) exit(2);
    return d;
}

void rnd_draw_end(rnd_draw *d) {
    free(d->pairs);
    free(d);
}

/* 1 if the value may be drawn in this run. */
static int is_offered(const rnd_draw *d, int option, int value) {
    if (d->fixed[option] >= 0) return value == d->fixed[option];
    if (option == RND_QUESTION) return strchr(d->questions, RND_QUESTIONS[value]) != NULL;
    return d->large || rnd_option_value(option, value)[0] != '+';
}

static int any_value(rnd_draw *d, int option) {
    const int count = rnd_option_count(option);
    for (;;) {
        const int value = (int)rnd_below(&d->state, (uint64_t)count);
        if (is_offered(d, option, value)) return value;
    }
}

/* ---- a candidate ----------------------------------------------------------------------------------------- */

static int of(int option, const char *value) {
    for (int k = 0; k < rnd_option_count(option); k++)
        if (strcmp(rnd_option_value(option, k), value) == 0) return k;
    exit(2);
}

/* Options without which others mean nothing: where `need` has the value `none`, `option` does not apply. */
static const struct {
    int need;
    const char *none;
    int option;
} needs[] = {{RND_QUERIES, "none", RND_QUERY_LAYOUT},  {RND_RADII, "none", RND_RULE},
             {RND_RADII, "none", RND_RADII_LAYOUT},    {RND_RADII, "none", RND_BY_RADII},
             {RND_WEIGHTS, "none", RND_WEIGHT_LAYOUT}, {RND_BOX, "none", RND_PERIODIC},
             {RND_BOX, "zeros", RND_PERIODIC}};

/* The forms of each question, by its letter. */
static const struct {
    char question;
    const char *forms;
} forms[] = {{'P', "new reused outputs room short unseen chunks"},
             {'L', "new reused outputs room short unseen chunks"},
             {'H', "new reused outputs"},
             {'K', "new reused outputs chunks"},
             {'F', "new reused outputs unseen"},
             {'C', "new reused outputs room short"},
             {'I', "new reused outputs"}};

static int has_form(char question, int form) {
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
        if (forms[k].question == question)
            return strstr(forms[k].forms, rnd_option_value(RND_FORM, form)) != NULL;
    return 0;
}

static const int of_cloud[] = {RND_TYPE,   RND_DIMS, RND_KIND,     RND_SIZE,
                               RND_LAYOUT, RND_BOX,  RND_PERIODIC, RND_BATCH};
enum { OF_CLOUD = sizeof of_cloud / sizeof *of_cloud };

/* A cloud that is not made anew has the options that it was made with. */
static void take_cloud(rnd_draw *d, rnd_case *c) {
    if (c->value[RND_MOVE] < 0) return;
    if (!d->exists[c->slot]) c->value[RND_MOVE] = (signed char)of(RND_MOVE, "new");
    const char *move = rnd_option_value(RND_MOVE, c->value[RND_MOVE]);
    if (strcmp(move, "new") == 0 || strcmp(move, "moved with box") == 0) return;
    for (int k = 0; k < OF_CLOUD; k++) {
        const int option = of_cloud[k];
        const int is_moved =
            strcmp(move, "moved") == 0 && (option == RND_KIND || option == RND_SIZE || option == RND_LAYOUT);
        const int is_drifted = strcmp(move, "drifted") == 0 && option == RND_LAYOUT;
        if (!is_moved && !is_drifted) c->value[option] = d->cloud[c->slot][option];
    }
}

/* Draws a case with these values planted: option a has va and b has vb; none if a < 0. */
static void candidate(rnd_draw *d, rnd_case *c, int a, int va, int b, int vb) {
    signed char *value = c->value;
    value[RND_QUESTION] = (signed char)any_value(d, RND_QUESTION);
    if (a == RND_QUESTION) value[a] = (signed char)va;
    for (int tries = 0; a > RND_QUESTION && tries < 64; tries++) {
        if (rnd_applies(a, value[RND_QUESTION]) && rnd_applies(b, value[RND_QUESTION])) break;
        value[RND_QUESTION] = (signed char)any_value(d, RND_QUESTION);
    }
    for (int k = RND_QUESTION + 1; k < RND_OPTIONS; k++)
        value[k] = (signed char)(rnd_applies(k, value[RND_QUESTION]) ? any_value(d, k) : -1);
    c->slot = (int)rnd_below(&d->state, RND_CLOUDS);
    c->result = (int)rnd_below(&d->state, RND_RESULTS);
    /* Most options of a search have their first value half of the time: refusals and empty answers stay few. */
    for (int k = RND_METHOD; k < RND_NEAREST; k++)
        if (value[k] > 0 && d->fixed[k] < 0 && rnd_below(&d->state, 2)) value[k] = 0;
    if (value[RND_BATCH] > 0 && d->fixed[RND_BATCH] < 0 && rnd_below(&d->state, 3)) value[RND_BATCH] = 0;
    if (value[RND_MOVE] >= 0 && d->fixed[RND_MOVE] < 0 && rnd_below(&d->state, 2))
        value[RND_MOVE] = (signed char)of(RND_MOVE, "same");
    if (value[RND_KIND] >= 0 && rnd_is(c, RND_KIND, "not finite") && rnd_below(&d->state, 3))
        value[RND_KIND] = 0;
    if (a >= 0 && rnd_applies(a, value[RND_QUESTION]) && rnd_applies(b, value[RND_QUESTION]))
        value[a] = (signed char)va, value[b] = (signed char)vb;
    if (value[RND_TYPE] >= 0) value[RND_TYPE] = (signed char)d->type;
    if (value[RND_DIMS] >= 0) value[RND_DIMS] = (signed char)d->dims;
    /* Strategies that are named mostly serve neither query points, nor filters, nor systems. */
    static const int unserved[] = {RND_QUERIES, RND_MINIMUM, RND_RADII, RND_TYPES, RND_EXCLUSIONS, RND_BATCH};
    if (value[RND_STRATEGY] > 0 && rnd_below(&d->state, 4))
        for (size_t k = 0; k < sizeof unserved / sizeof *unserved; k++)
            if (d->fixed[unserved[k]] < 0) value[unserved[k]] = 0;
    take_cloud(d, c);
    const char letter = RND_QUESTIONS[value[RND_QUESTION]];
    while (value[RND_FORM] >= 0 && !has_form(letter, value[RND_FORM])) /* also where the form is given */
        value[RND_FORM] = (signed char)rnd_below(&d->state, (uint64_t)rnd_option_count(RND_FORM));
    for (size_t k = 0; k < sizeof needs / sizeof *needs; k++)
        if (value[needs[k].need] >= 0 && rnd_is(c, needs[k].need, needs[k].none)) value[needs[k].option] = -1;
    c->refused = rnd_refusal(c, &c->status);
}

/* ---- pairs of values ---------------------------------------------------------------------------------------- */

static int mark(rnd_draw *d, const rnd_case *c, unsigned char flag) {
    int fresh = 0;
    for (int a = 0; a < RND_OPTIONS; a++)
        for (int b = a + 1; c->value[a] >= 0 && b < RND_OPTIONS; b++) {
            if (c->value[b] < 0) continue;
            unsigned char *seen = pair(d, a, c->value[a], b, c->value[b]);
            fresh += !(*seen & (SEEN | (flag & DRAWN_REFUSED)));
            *seen |= flag;
        }
    return fresh;
}

static int fresh_pairs(rnd_draw *d, const rnd_case *c) { return mark(d, c, 0); }

/* A pair that was not seen, from a random place on; 0 if there is none within many. */
static int unseen(rnd_draw *d, int *a, int *va, int *b, int *vb) {
    for (int tries = 0; tries < 400; tries++) {
        *a = (int)rnd_below(&d->state, RND_OPTIONS);
        *b = (int)rnd_below(&d->state, RND_OPTIONS);
        if (*a >= *b) continue;
        *va = (int)rnd_below(&d->state, (uint64_t)rnd_option_count(*a));
        *vb = (int)rnd_below(&d->state, (uint64_t)rnd_option_count(*b));
        int both = 0;
        for (int q = 0; q < rnd_option_count(RND_QUESTION) && !both; q++)
            both = is_offered(d, RND_QUESTION, q) && rnd_applies(*a, q) && rnd_applies(*b, q);
        if (both && is_offered(d, *a, *va) && is_offered(d, *b, *vb) &&
            !(*pair(d, *a, *va, *b, *vb) & (SEEN | DRAWN_REFUSED)))
            return 1;
    }
    return 0;
}

/* Of the cases in a sequence, the first chooses what programs are built for. */
static void begin_sequence(rnd_draw *d) {
    memset(d->exists, 0, sizeof d->exists);
    d->type = (int)rnd_below(&d->state, 2);
    const uint64_t dims = rnd_below(&d->state, 20); /* 3 dims most often, and 5 seldom */
    d->dims = dims < 11 ? 0 : dims < 15 ? 1 : dims < 19 ? 2 : 3;
    if (d->fixed[RND_TYPE] >= 0) d->type = d->fixed[RND_TYPE];
    if (d->fixed[RND_DIMS] >= 0) d->dims = d->fixed[RND_DIMS];
}

void rnd_draw_case(rnd_draw *d, rnd_case *c) {
    rnd_case best = {0}, next = {0};
    int most = -1;
    if (d->number % RND_SEQUENCE == 0) begin_sequence(d);
    for (int k = 0; k < CANDIDATES; k++) {
        int a = -1, va = 0, b = 0, vb = 0;
        if (k % 2 && !unseen(d, &a, &va, &b, &vb)) a = -1;
        candidate(d, &next, a, va, b, vb);
        if (next.refused && rnd_below(&d->state, 8)) continue; /* a few refusals are enough */
        const int fresh = fresh_pairs(d, &next);
        if (fresh > most) most = fresh, best = next;
    }
    if (most < 0) best = next;
    best.number = d->number++;
    best.seed = rnd_next(&d->state);
    best.first = best.number % RND_SEQUENCE == 0;
    mark(d, &best, best.refused ? DRAWN_REFUSED : SEEN);
    if (!best.refused && best.value[RND_MOVE] >= 0) {
        d->exists[best.slot] = 1;
        memcpy(d->cloud[best.slot], best.value, sizeof best.value);
    }
    *c = best;
}

void rnd_draw_note(rnd_draw *d, const rnd_case *c, int answered) {
    mark(d, c, answered ? ANSWERED : REFUSED);
}

/* ---- the report ------------------------------------------------------------------------------------------- */

/* What becomes of cases that are made around a pair: 0 none has it, 1 all that have it are refused, 2 some are not. */
static int possible(rnd_draw *d, int a, int va, int b, int vb) {
    int best = 0;
    for (int k = 0; k < 24 && best < 2; k++) {
        rnd_case c = {0};
        if (k % 8 == 0) begin_sequence(d);
        if (a == RND_TYPE || b == RND_TYPE) d->type = a == RND_TYPE ? va : vb;
        if (a == RND_DIMS || b == RND_DIMS) d->dims = a == RND_DIMS ? va : vb;
        candidate(d, &c, a, va, b, vb);
        if (c.value[a] == va && c.value[b] == vb) best = c.refused ? (best ? best : 1) : 2;
    }
    return best;
}

void rnd_draw_report(rnd_draw *d, int all, FILE *to) {
    static const char *const kinds[] = {"have no meaning together", "are refused by the API",
                                        "never were answered"};
    uint64_t count[3] = {0}, answered = 0, refused = 0;
    const int most = all ? 1 << 30 : 40;
    int shown = 0;
    for (int a = 0; a < RND_OPTIONS; a++)
        for (int b = a + 1; b < RND_OPTIONS; b++)
            for (int va = 0; va < rnd_option_count(a); va++)
                for (int vb = 0; vb < rnd_option_count(b); vb++) {
                    const unsigned char seen = *pair(d, a, va, b, vb);
                    int both = 0;
                    for (int q = 0; q < rnd_option_count(RND_QUESTION) && !both; q++)
                        both = is_offered(d, RND_QUESTION, q) && rnd_applies(a, q) && rnd_applies(b, q);
                    if (!both || !is_offered(d, a, va) || !is_offered(d, b, vb)) continue;
                    answered += (seen & ANSWERED) != 0;
                    if (seen & ANSWERED) continue;
                    const int kind = possible(d, a, va, b, vb);
                    count[kind]++;
                    refused += (seen & REFUSED) != 0;
                    if ((kind == 2 || all) && shown++ < most)
                        (void)fprintf(to, "  %s: %s=%s with %s=%s%s\n", kinds[kind], rnd_option_words(a),
                                      rnd_option_value(a, va), rnd_option_words(b), rnd_option_value(b, vb),
                                      seen & REFUSED ? " (was refused)" : "");
                }
    (void)fprintf(to,
                  "pairs of option values: %llu answered; %llu never were (%llu shown); %llu are refused by "
                  "the API (%llu of all "
                  "were seen so); %llu have no meaning together\n",
                  (unsigned long long)answered, (unsigned long long)count[2],
                  (unsigned long long)((uint64_t)shown < count[2] ? (uint64_t)shown : count[2]),
                  (unsigned long long)count[1], (unsigned long long)refused, (unsigned long long)count[0]);
}
