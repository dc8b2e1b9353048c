#include "coordinates.h"
#include "formats.h"
#include "rows.h"

#include <string.h>

enum { MOST_COLUMNS = 3 };

/* "1.5" in quotes is 1.5, as spreadsheets write it. */
static nf_word unquoted(nf_word field) {
    if (field.length < 2 || field.text[0] != '"' || field.text[field.length - 1] != '"') return field;
    return nf_trim((nf_word){field.text + 1, field.length - 2});
}

/* Cuts a line at its commas or semicolons, or else at its blanks; returns how many fields there are, which
 * can be more than fit. */
static size_t split(const char *line, nf_word fields[MOST_COLUMNS]) {
    const char *separator = strpbrk(line, ",;");
    if (separator == NULL) return nf_split_words(line, fields, MOST_COLUMNS);
    size_t count = 0;
    for (;;) {
        size_t length = strcspn(line, ",;");
        if (count < MOST_COLUMNS) fields[count] = unquoted(nf_trim((nf_word){line, length}));
        count++;
        if (line[length] == '\0') return count;
        line += length + 1;
    }
}

static bool has_number(const nf_word *fields, size_t count) {
    double value;
    for (size_t i = 0; i < count && i < MOST_COLUMNS; i++)
        if (nf_parse_double(fields[i], &value)) return true;
    return false;
}

/* The next line with something before its comment. */
static nf_input_state next_row(nf_input *in, char **line) {
    nf_input_state state;
    while ((state = nf_input_line(in, line)) == NF_INPUT_LINE) {
        (*line)[strcspn(*line, "#")] = '\0';
        if ((*line)[strspn(*line, " \t\r\v\f")] != '\0') break;
    }
    return state;
}

static int check_row(nf_input *in, const char *line, const nf_word *fields, size_t count, size_t columns) {
    if (strchr(line, ',') != NULL && strchr(line, ';') != NULL)
        return nf_input_fail_line(in, "has both commas and semicolons; numbers are written with a point.");
    if (count > MOST_COLUMNS)
        return nf_input_fail_line(in, "has %llu columns; points have 1 to 3.", (unsigned long long)count);
    if (count != columns)
        return nf_input_fail_line(in, "has %llu columns, the lines before it have %llu.",
                                  (unsigned long long)count, (unsigned long long)columns);
    for (size_t i = 0; i < count; i++)
        if (fields[i].length == 0) return nf_input_fail_line(in, "column %d is empty.", (int)i + 1);
    return 0;
}

int nf_read_columns(nf_input *in, nf_source *out) {
    char *line = NULL;
    nf_word fields[MOST_COLUMNS];
    double row[MOST_COLUMNS];
    nf_rows rows = {0};
    size_t columns = 0;
    bool first = true;
    int failed = 0;
    nf_input_state state = NF_INPUT_END;
    while (failed == 0 && (state = next_row(in, &line)) == NF_INPUT_LINE) {
        size_t count = split(line, fields);
        bool heading = first && !has_number(fields, count);
        if (first || rows.n == 0) columns = count;
        first = false;
        if (heading) continue;
        rows.row_bytes = columns * sizeof(double);
        failed = check_row(in, line, fields, count, columns);
        if (failed == 0) failed = nf_coordinates(in, fields, (int)count, row);
        if (failed == 0) failed = nf_rows_add(&rows, row, in);
    }
    if (failed == 0 && state == NF_INPUT_PROBLEM) failed = in->problem->code;
    if (failed == 0 && rows.n == 0) failed = nf_input_fail(in, "has no line of 1 to 3 numbers.");
    return nf_rows_finish(&rows, failed, (int)columns, NF_SOURCE_FLOAT64, out);
}
