/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The table of options, and what a case says about them. */
#include "random/options.h"

#include "random/random.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *words, *questions, *values;
} table[RND_OPTIONS] = {
#define RND_ROW(name, words, questions, values) {words, questions, values},
    RND_TABLE(RND_ROW)
#undef RND_ROW
};

/* The values of each option, split once. */
static struct {
    int ready, count;
    char text[700], *value[RND_VALUES_MOST];
} split[RND_OPTIONS];

static void prepare(int option) {
    if (split[option].ready) return;
    split[option].ready = 1;
    snprintf(split[option].text, sizeof split[option].text, "%s", table[option].values);
    for (char *at = strtok(split[option].text, "|"); at; at = strtok(NULL, "|"))
        split[option].value[split[option].count++] = at;
}

const char *rnd_option_words(int option) { return table[option].words; }

int rnd_option_count(int option) {
    prepare(option);
    return split[option].count;
}

const char *rnd_option_value(int option, int value) {
    prepare(option);
    return split[option].value[value];
}

int rnd_applies(int option, int question) {
    return strchr(table[option].questions, RND_QUESTIONS[question]) != NULL;
}

/* The number of a value.  Names are literals: a table remembers where they stand. */
static int number_of(int option, const char *value) {
    static struct {
        const char *value;
        int option, number;
    } known[8192];
    const size_t at = (((uintptr_t)value >> 1) + (size_t)option * 977) % 8192;
    if (known[at].value == value && known[at].option == option) return known[at].number;
    prepare(option);
    for (int k = 0; k < split[option].count; k++)
        if (strcmp(split[option].value[k], value) == 0) {
            known[at].value = value;
            known[at].option = option;
            known[at].number = k;
            return k;
        }
    (void)fprintf(stderr, "the option \"%s\" has no value \"%s\"\n", table[option].words, value);
    exit(2);
}

int rnd_is(const rnd_case *c, int option, const char *value) {
    return c->value[option] == number_of(option, value);
}

int rnd_number(const rnd_case *c, int option) {
    prepare(option);
    return c->value[option] < 0 ? 0 : (int)strtol(split[option].value[c->value[option]], NULL, 10);
}

void rnd_describe(const rnd_case *c, char *to, size_t size) {
    size_t used = 0;
    to[0] = 0;
    for (int k = 0; k < RND_OPTIONS && used < size; k++)
        if (c->value[k] >= 0)
            used += (size_t)snprintf(to + used, size - used, "%s%s=%s", used ? ", " : "", table[k].words,
                                     rnd_option_value(k, c->value[k]));
}
