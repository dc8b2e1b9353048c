#include "columns.h"
#include "coordinates.h"
#include "formats.h"
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The reading of one table.  Its first line is kept until the second has been seen: both tell whether it is a
 * heading. */
typedef struct {
    nf_input *in;
    bool tabs;
    char separator, first_separator;
    nf_wishes wishes;
    nf_table_row first, now;
    char *first_line;
    uint64_t first_number;
    nf_columns columns;
    bool headed;
    double counted; /* the first column of the first point, as long as it counts the points; or -1 */
    nf_rows rows;
} table;

/* The next line with something before its comment. */
static nf_input_state next_line(nf_input *in, char **line) {
    nf_input_state state;
    while ((state = nf_input_line(in, line)) == NF_INPUT_LINE) {
        const char first = (*line)[strspn(*line, " \t\r\v\f")];
        if (first != '\0' && first != '#') break;
    }
    return state;
}

static int split(table *t, const char *line, nf_table_row *row) {
    bool mixed = false;
    if (!t->tabs) t->separator = nf_separator_of(line, &mixed);
    if (mixed)
        return nf_input_fail_line(t->in, "has both commas and semicolons; numbers are written with a point.");
    nf_split_fields(line, t->separator, row);
    if (row->count <= NF_MOST_FIELDS) return 0;
    return nf_input_fail_line(t->in, "has more than %d columns.", (int)NF_MOST_FIELDS);
}

/* ---- the heading -------------------------------------------------------------------------------------- */

static size_t quoted(const nf_table_row *row) {
    size_t count = 0;
    for (size_t k = 0; k < row->count; k++) count += row->fields[k].quoted;
    return count;
}

/* A heading has no numbers among the fields that matter; numbers in quotes above numbers without are names; so are
 * those behind an empty first field, as pandas writes them above its index; and whoever asks by name knows of one. */
static bool is_heading(const table *t, const nf_table_row *next) {
    const nf_table_row *row = &t->first;
    if (t->wishes.names) return true;
    if (row->count > 1 && row->fields[0].word.length == 0) return true;
    if (next != NULL && quoted(row) == row->count && quoted(next) == 0) return true;
    for (int k = 0; k < t->wishes.count; k++) {
        const size_t at = t->wishes.of[k].position;
        if (at < row->count && nf_field_is_number(row->fields[at])) return false;
    }
    for (size_t k = 0; t->wishes.count == 0 && k < row->count; k++)
        if (nf_field_is_number(row->fields[k])) return false;
    return true;
}

/* 0,1,2: what pandas writes above columns without names. */
static bool counts_columns(const nf_table_row *row) {
    uint64_t value = 0;
    size_t k = 0;
    while (k < row->count && nf_parse_count(row->fields[k].word, &value) && value == k) k++;
    return row->count > 1 && k == row->count;
}

/* ---- points ------------------------------------------------------------------------------------------- */

static int check_row(table *t, const nf_table_row *row) {
    if (row->count != t->first.count)
        return nf_input_fail_line(t->in, "has %llu columns, the lines before it have %llu.",
                                  (unsigned long long)row->count, (unsigned long long)t->first.count);
    for (int d = 0; d < t->columns.dims; d++)
        if (row->fields[t->columns.at[d]].word.length == 0)
            return nf_input_fail_line(t->in, "column %d is empty.", (int)t->columns.at[d] + 1);
    return 0;
}

static int add_point(table *t, const nf_table_row *row) {
    nf_word words[NF_MOST_COORDINATES];
    double point[NF_MOST_COORDINATES];
    if (check_row(t, row) != 0) return t->in->problem->code;
    for (int d = 0; d < t->columns.dims; d++) words[d] = row->fields[t->columns.at[d]].word;
    if (nf_coordinates(t->in, words, t->columns.dims, point) != 0) return t->in->problem->code;
    if (t->rows.n == 0) t->counted = point[0];
    if (point[0] - (double)t->rows.n < t->counted || point[0] - (double)t->rows.n > t->counted)
        t->counted = -1;
    return nf_rows_add(&t->rows, point, t->in);
}

/* The heading may call a third coordinate something else: columns of numbers that are not taken are told.  A column
 * without a name is an index. */
static void warn_of_others(const table *t, const nf_table_row *next, nf_source *out) {
    size_t others = 0;
    if (t->wishes.count > 0 || t->columns.dims == NF_MOST_COORDINATES || next->count != t->first.count)
        return;
    for (size_t k = 0; k < next->count; k++) {
        bool passed = t->first.fields[k].word.length == 0;
        for (int d = 0; d < t->columns.dims; d++) passed |= t->columns.at[d] == k;
        others += !passed && nf_field_is_number(next->fields[k]);
    }
    if (others > 0)
        (void)snprintf(
            out->warning, sizeof out->warning,
            "the coordinates are, by the heading, only %s, and others have numbers, too; --columns "
            "says which are",
            out->note);
}

/* Decides what the first line is, with the second one beside it or NULL at the end of the file. */
static int take_first(table *t, const nf_table_row *next, nf_source *out) {
    const uint64_t number = t->in->line_number;
    t->in->line_number = t->first_number;
    t->headed = is_heading(t, next);
    /* A first line of words between blanks above other columns is a title: it names none of them. */
    const bool title = t->headed && !t->wishes.names && t->first_separator == ' ' && next != NULL &&
                       next->count != t->first.count;
    if (title) t->first.count = next->count;
    int failed = nf_choose_columns(t->in, &t->wishes, t->headed && !title ? &t->first : NULL, t->first.count,
                                   &t->columns, out->note, sizeof out->note);
    t->rows.row_bytes = (size_t)t->columns.dims * sizeof(double);
    if (failed == 0 && !t->headed) failed = add_point(t, &t->first);
    if (failed == 0 && t->headed && !title && next != NULL) warn_of_others(t, next, out);
    if (failed == 0 && !t->headed && t->wishes.count == 0 && counts_columns(&t->first))
        (void)snprintf(
            out->warning, sizeof out->warning,
            "line %llu, which counts the columns from 0, is taken for a point; where it is a heading, "
            "--columns name:0,... says so",
            (unsigned long long)t->first_number);
    t->in->line_number = number;
    return failed;
}

static int read_table(table *t, nf_source *out) {
    char *line = NULL;
    nf_input_state state = next_line(t->in, &line);
    if (state == NF_INPUT_PROBLEM) return t->in->problem->code;
    if (state == NF_INPUT_END) return 0;
    t->first_line = strdup(line);
    t->first_number = t->in->line_number;
    if (t->first_line == NULL)
        return nf_problem_set(t->in->problem, NF_EXIT_MEMORY, "%s: not enough memory.", t->in->name);
    if (split(t, t->first_line, &t->first) != 0) return t->in->problem->code;
    t->first_separator = t->separator; // NOLINT(clang-analyzer-unix.Malloc) read_separated frees the line
    bool begun = false;
    while ((state = next_line(t->in, &line)) == NF_INPUT_LINE) {
        if (split(t, line, &t->now) != 0) return t->in->problem->code;
        if (!begun && take_first(t, &t->now, out) != 0) return t->in->problem->code;
        begun = true;
        if (add_point(t, &t->now) != 0) return t->in->problem->code;
    }
    if (state == NF_INPUT_PROBLEM) return t->in->problem->code;
    return begun ? 0 : take_first(t, NULL, out);
}

static void warn_of_index(const table *t, nf_source *out) {
    enum { FEW = 3 };
    if (t->headed || t->wishes.count > 0 || t->columns.dims < 2 || t->rows.n < FEW) return;
    if (t->counted < 0 || t->counted > 1 || *out->warning) return;
    (void)snprintf(
        out->warning, sizeof out->warning,
        "column 1 counts the lines, as an index does, and is taken for a coordinate; --columns says "
        "which are");
}

static int read_separated(nf_input *in, nf_source *out, bool tabs) {
    nf_field *fields = malloc((size_t)2 * NF_MOST_FIELDS * sizeof *fields);
    table t = {.in = in, .tabs = tabs, .separator = '\t', .first = {fields, 0}};
    if (fields == NULL)
        return nf_problem_set(in->problem, NF_EXIT_MEMORY, "%s: not enough memory.", in->name);
    t.now.fields = fields + NF_MOST_FIELDS;
    int failed = nf_parse_wishes(in, in->columns, &t.wishes);
    if (failed == 0) failed = read_table(&t, out);
    if (failed == 0 && t.rows.n == 0) failed = nf_input_fail(in, "has no line of 1 to 3 numbers.");
    if (failed == 0) warn_of_index(&t, out);
    free(fields);
    free(t.first_line);
    return nf_rows_finish(&t.rows, failed, t.columns.dims, NF_SOURCE_FLOAT64, out);
}

int nf_read_columns(nf_input *in, nf_source *out) { return read_separated(in, out, false); }

int nf_read_tabs(nf_input *in, nf_source *out) { return read_separated(in, out, true); }
