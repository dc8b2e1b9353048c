/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The words of the options of interact. */
#include "formats/formats.h"
#include "pair_functions/interaction.h"
#include "formats/source.h"
#include "text/suggest.h"
#include "text/words.h"
#include "text/append.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

const char *const carrier_options[CARRIERS] = {"field", "query-field", "table"};
const char *const named_options[NAMED] = {"param", "range"};

static int is_finite_number(const char *word, double *value) {
    return parse_double((span){word, strlen(word)}, value) && isfinite(*value);
}

/* Splits NAME=VALUE. */
static int split(const char *option, const char *word, char name[NF_NAME_BYTES], const char **value) {
    const char *equals = strchr(word, '=');
    const size_t length = equals ? (size_t)(equals - word) : 0;
    *value = length ? equals + 1 : "";
    if (!**value) return complain(EXIT_USAGE, "--%s takes NAME=VALUE, not \"%s\"", option, word);
    if (length >= NF_NAME_BYTES)
        return complain(EXIT_USAGE, "--%s %s: a name has at most %d characters", option, word,
                        NF_NAME_BYTES - 1);
    memcpy(name, word, length);
    name[length] = 0;
    return EXIT_DONE;
}

static int given_twice(const char *option, const char *name) {
    return complain(EXIT_USAGE, "--%s %s is given twice", option, name);
}

/* ---- the function ---------------------------------------------------------------------------------------- */

static const char *function_name(const void *table, size_t k) {
    (void)table;
    return nf_function_name(k);
}

int interaction_is_file(const char *word) { return strpbrk(word, "./") != NULL; }

static int check_function(const char *word) {
    char text[SUGGESTION];
    if (!word)
        return complain(
            EXIT_USAGE,
            "--function F is required: a file, or one of the library's (nearfield help interact)");
    for (size_t k = 0; nf_function_name(k); k++)
        if (strcmp(nf_function_name(k), word) == 0) return EXIT_DONE;
    if (interaction_is_file(word)) return EXIT_DONE;
    return complain(EXIT_USAGE,
                    "there is no pair function \"%s\"%s (nearfield interact --help; a file is named with its "
                    "extension or "
                    "folder: %s.cl, ./%s)",
                    word, suggest(word, "", function_name, NULL, text), word, word);
}

int interaction_check_strategy(const char *word) {
    char known[256] = "";
    if (!word) return EXIT_DONE;
    for (size_t k = 0; nf_strategy_name(k); k++) {
        if (strcmp(nf_strategy_name(k), word) == 0) return EXIT_DONE;
        append(known, sizeof known, ", ", "%s", nf_strategy_name(k));
    }
    return complain(EXIT_USAGE, "--strategy takes one of %s, not \"%s\"", known, word);
}

static int read_named(interaction *about, int of) {
    const char *option = named_options[of];
    named_numbers *to = &about->named[of];
    for (int k = 0; k < to->count; k++) {
        const char *value = NULL;
        char *name = to->names[k];
        const int code = split(option, to->words[k], name, &value);
        if (code != EXIT_DONE) return code;
        for (int other = 0; other < k; other++)
            if (strcmp(name, to->names[other]) == 0) return given_twice(option, name);
        to->given[k].name = name;
        if (!is_finite_number(value, &to->given[k].value))
            return complain(EXIT_USAGE, "--%s %s: \"%s\" is not a finite number", option, name, value);
        if (of == OF_RANGES && !(to->given[k].value > 0))
            return complain(EXIT_USAGE, "--%s %s: a largest absolute value is above 0, and not \"%s\"",
                            option, name, value);
    }
    return EXIT_DONE;
}

static int check_ranges(const interaction *about) {
    if (!about->named[OF_RANGES].count || (about->strategy && strcmp(about->strategy, "symmetric") == 0))
        return EXIT_DONE;
    return complain(EXIT_USAGE,
                    "--range is for --strategy symmetric alone: give that strategy, or leave --range out");
}

/* ---- fields and tables ----------------------------------------------------------------------------------- */

/* Words with the extension of a file, and those with a slash, are files; but a path that no file has is that of a dataset. */
static int is_file(const char *word) {
    struct stat status;
    const char *part = NULL;
    const size_t length = io_source_file(word, &part);
    if (part || io_format_of_path(word, length)) return 1;
    return strchr(word, '/') && (*word != '/' || stat(word, &status) == 0);
}

/* Adds a column to the list that the reader of the points gets, once. */
static int add_column(const char *name, char *columns, size_t size) {
    const size_t length = strlen(name);
    for (const char *at = columns; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && strncmp(at, name, length) == 0) return EXIT_DONE;
    if (strchr(name, ','))
        return complain(EXIT_USAGE, "a field is one number a point: \"%s\" names several columns", name);
    if (!append(columns, size, ",", "%s", name))
        return complain(EXIT_USAGE, "the names of the columns are too long");
    return EXIT_DONE;
}

static int read_carried(interaction *about, int of, char *columns, size_t size) {
    for (int k = 0; k < about->word_counts[of]; k++) {
        carried *c = &about->carried[of][k];
        int code = split(carrier_options[of], about->words[of][k], c->name, &c->from);
        for (int other = 0; other < k && code == EXIT_DONE; other++)
            if (strcmp(c->name, about->carried[of][other].name) == 0)
                code = given_twice(carrier_options[of], c->name);
        if (code != EXIT_DONE) return code;
        c->kind = of != FOR_TABLES && is_finite_number(c->from, &c->number) ? FROM_NUMBER
                  : is_file(c->from)                                        ? FROM_FILE
                  : of == FOR_TABLES                                        ? FROM_LIST
                                                                            : FROM_COLUMN;
        if (c->kind == FROM_COLUMN) code = add_column(c->from, columns, size);
        if (code != EXIT_DONE) return code;
    }
    return EXIT_DONE;
}

static int is_named(const char *word, const char *name) {
    const size_t length = strlen(name);
    return strncmp(word, name, length) == 0 && word[length] == '=';
}

/* Query points carry what the points do, unless it is given: the same number, or the column of the same name.  Numbers of a file
 * are those of the points alone. */
static void fill_query_fields(interaction *about) {
    int *count = &about->word_counts[FOR_QUERY_FIELDS];
    const int given = *count;
    for (int k = 0; k < about->word_counts[FOR_FIELDS]; k++) {
        const carried *field = &about->carried[FOR_FIELDS][k];
        int found = field->kind == FROM_FILE || *count == OPTION_MOST;
        for (int q = 0; q < given; q++) found |= is_named(about->words[FOR_QUERY_FIELDS][q], field->name);
        if (!found) about->words[FOR_QUERY_FIELDS][(*count)++] = about->words[FOR_FIELDS][k];
    }
}

int interaction_parse(interaction *about, int has_queries, char *columns, size_t size) {
    int code = check_function(about->function);
    if (code == EXIT_DONE) code = interaction_check_strategy(about->strategy);
    for (int of = 0; of < NAMED && code == EXIT_DONE; of++) code = read_named(about, of);
    if (code == EXIT_DONE) code = check_ranges(about);
    if (code == EXIT_DONE) code = read_carried(about, FOR_FIELDS, columns, size);
    if (code == EXIT_DONE) code = read_carried(about, FOR_TABLES, columns, size);
    if (code == EXIT_DONE && about->word_counts[FOR_QUERY_FIELDS] && !has_queries)
        code = complain(EXIT_USAGE, "--query-field is about --queries FILE, which is missing");
    if (code != EXIT_DONE || !has_queries) return code;
    fill_query_fields(about);
    return read_carried(about, FOR_QUERY_FIELDS, about->query_columns, sizeof about->query_columns);
}
