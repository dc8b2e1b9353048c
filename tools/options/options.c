/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "options/options.h"

#include "text/suggest.h"
#include "text/words.h"
#include "text/append.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int exit_code_of(nf_status status) {
    static const int codes[] = {
        [NF_OK] = EXIT_DONE,
        [NF_ERROR_ARGUMENT] = EXIT_USAGE,
        [NF_ERROR_POINTS] = EXIT_INPUT,
        [NF_ERROR_CAPACITY] = EXIT_MEMORY,
        [NF_ERROR_MEMORY] = EXIT_MEMORY,
        [NF_ERROR_NO_DEVICE] = EXIT_DEVICE,
        [NF_ERROR_DEVICE] = EXIT_OTHER,
        [NF_ERROR_BUILD] = EXIT_OTHER,
        [NF_ERROR_UNSUPPORTED] = EXIT_OTHER,
        [NF_ERROR_CANCELLED] = EXIT_OTHER,
    };
    return (int)status >= 0 && (size_t)status < sizeof codes / sizeof *codes ? codes[status] : EXIT_OTHER;
}

int complain(int code, const char *format, ...) {
    char text[4096];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    const size_t length = strlen(text);
    const int ends =
        length && text[length - 1] == '.' && (length < 2 || text[length - 2] != '.'); /* not "..." */
    if (ends) text[length - 1] = 0;
    fprintf(stderr, "nearfield: %s\n", text);
    return code;
}

/* The row of "--name", "--name=value", "-x" or "-xvalue"; *value is the value in the word, or NULL. */
static const option_row *find(const option_row *rows, size_t count, const char *word, const char **value) {
    *value = NULL;
    for (size_t k = 0; k < count; k++) {
        if (rows[k].letter && word[1] == rows[k].letter && (word[2] == 0 || rows[k].text)) {
            *value = word[2] ? word + 2 : NULL;
            return &rows[k];
        }
        const size_t length = strlen(rows[k].name);
        if (strncmp(word, "--", 2) != 0 || strncmp(word + 2, rows[k].name, length) != 0) continue;
        if (word[2 + length] == 0) return &rows[k];
        if (word[2 + length] == '=') {
            *value = word + 3 + length;
            return &rows[k];
        }
    }
    return NULL;
}

static int is_refused(const option_row *row) { return !row->text && !row->flag; }

/* Whether the word is an option, and so cannot be the value of another one. */
static int is_option(const option_row *rows, size_t count, const char *word, const char **value) {
    return word[0] == '-' && word[1] != 0 &&
           (find(rows, count, word, value) != NULL || strcmp(word, "--help") == 0);
}

/* The names of the options and --help, for suggestions. */
typedef struct option_names {
    const option_row *rows;
    size_t count;
} option_names;

static const char *option_name(const void *table, size_t k) {
    const option_names *names = table;
    return k < names->count ? names->rows[k].name : k == names->count ? "help" : NULL;
}

static int no_option(const option_row *rows, size_t count, const char *word, const char *command) {
    char name[SUGGESTION], text[SUGGESTION] = "";
    const option_names names = {rows, count};
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    if (strncmp(name, "--", 2) == 0) suggest(name + 2, "--", option_name, &names, text);
    return complain(EXIT_USAGE, "there is no option \"%s\"%s (nearfield %s --help)", word, text, command);
}

static int print_help(const option_table *table) {
    if (!table->head) return EXIT_HELPED;
    fputs(table->head, stdout);
    print_options(table->rows, table->count - table->hidden);
    if (table->foot) fputs(table->foot, stdout);
    return EXIT_HELPED;
}

int read_options(int argc, char **argv, const option_table *table, const char **operands, size_t most,
                 size_t *operand_count) {
    const option_row *rows = table->rows;
    const size_t count = table->count;
    int options = 1;
    *operand_count = 0;
    for (int k = 1; k < argc; k++) {
        const char *word = argv[k], *value = NULL;
        if (!options || word[0] != '-' || word[1] == 0) {
            if (*operand_count == most)
                return complain(EXIT_USAGE, "unexpected argument \"%s\"; see nearfield %s --help", word,
                                argv[0]);
            operands[(*operand_count)++] = word;
            continue;
        }
        if (strcmp(word, "--") == 0) {
            options = 0;
            continue;
        }
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return print_help(table);
        const option_row *row = find(rows, count, word, &value);
        if (!row) return no_option(rows, count, word, argv[0]);
        if (is_refused(row)) return complain(EXIT_USAGE, "there is no --%s here: %s", row->name, row->help);
        if (!row->text && value) return complain(EXIT_USAGE, "--%s takes no value", row->name);
        if (!row->text) {
            *row->flag = 1;
            continue;
        }
        const char *skipped = NULL;
        if (!row->flag && *row->text) return complain(EXIT_USAGE, "--%s is given twice", row->name);
        if (row->flag && *row->flag == OPTION_MOST)
            return complain(EXIT_USAGE, "--%s is given more than %d times", row->name, (int)OPTION_MOST);
        if (!value && (k + 1 == argc || is_option(rows, count, argv[k + 1], &skipped)))
            return complain(EXIT_USAGE, "--%s needs a value: %s", row->name, row->value);
        if (!value) value = argv[++k];
        if (!*value)
            return complain(EXIT_USAGE, "the value of --%s is empty: give %s", row->name, row->value);
        row->text[row->flag ? (*row->flag)++ : 0] = value;
    }
    return EXIT_DONE;
}

void print_options(const option_row *rows, size_t count) {
    for (size_t k = 0; k < count; k++) {
        char left[64];
        if (is_refused(&rows[k])) continue;
        snprintf(left, sizeof left, "%s%c%s--%s%s%s", rows[k].letter ? "-" : "",
                 rows[k].letter ? rows[k].letter : ' ', rows[k].letter ? ", " : "   ", rows[k].name,
                 rows[k].value ? " " : "", rows[k].value ? rows[k].value : "");
        printf("  %-32s %s\n", left, rows[k].help);
    }
    printf("  %-32s %s\n", "-h, --help", "this page");
}

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
        append(known, sizeof known, ", ", "%s", c->word);
    }
    return complain(EXIT_USAGE, "--%s takes one of %s, not \"%s\"", option, known, word);
}
