/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "options/values.h"

#include "options/options.h"
#include "text/words.h"

#include <math.h>
#include <string.h>

const choice precision_choices[] = {{"single", NF_FLOAT32}, {"double", NF_FLOAT64}, {NULL, 0}};
const choice dims_choices[] = {{"1", 1}, {"2", 2}, {"3", 3}, {NULL, 0}};

/* Whether the whole word is a number of the range. */
static int parse(const char *word, number_range range, double *value) {
    return parse_double((span){word, strlen(word)}, value) && isfinite(*value) &&
           (range.above ? *value > range.least : *value >= range.least) && *value <= range.most;
}

int read_number(const char *option, const char *word, number_range range, double *value) {
    char bounds[64];
    if (!word || parse(word, range, value)) return EXIT_DONE;
    if (isfinite(range.most))
        snprintf(bounds, sizeof bounds, "number from %g to %g", range.least, range.most);
    else if (range.above) snprintf(bounds, sizeof bounds, "positive number");
    else snprintf(bounds, sizeof bounds, "number of %g or more", range.least);
    return complain(EXIT_USAGE, "--%s takes a %s, not \"%s\"", option, bounds, word);
}

int read_seconds(const char *word, double least, double *value) {
    return read_number("seconds", word, (number_range){least, 1e6, 0}, value);
}

int read_positive(const char *option, const char *word, double *value) {
    return read_number(option, word, (number_range){0, HUGE_VAL, 1}, value);
}

int read_whole(const char *option, const char *word, int least, int most, int *value) {
    double number = 0;
    if (!word) return EXIT_DONE;
    if (!parse(word, (number_range){least, most, 0}, &number) || number > floor(number))
        return complain(EXIT_USAGE, "--%s takes a whole number from %d to %d, not \"%s\"", option, least,
                        most, word);
    *value = (int)number;
    return EXIT_DONE;
}

int read_choice(const char *option, const char *word, const choice *choices, int *value) {
    char known[128] = "";
    if (!word) return EXIT_DONE;
    for (const choice *c = choices; c->word; c++) {
        if (strcmp(c->word, word) == 0) {
            *value = c->value;
            return EXIT_DONE;
        }
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", c->word);
    }
    return complain(EXIT_USAGE, "--%s takes one of %s, not \"%s\"", option, known, word);
}
