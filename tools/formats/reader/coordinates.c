/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/reader/coordinates.h"

#include "formats/frame.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

const char *io_value_name(const io_input *in) { return in->value ? in->value : "a coordinate"; }

/* What a word may be that looks like a number of another country, or "". */
static const char *explain(span word) {
    size_t digits = 0, commas = 0;
    for (size_t k = 0; k < word.length; k++) {
        digits += word.text[k] >= '0' && word.text[k] <= '9';
        commas += word.text[k] == ',';
    }
    if (digits == 0 || commas == 0) return "";
    return " (the decimal separator is a point, and there is none for thousands)";
}

static int not_a_number(io_input *in, span word) {
    return io_input_fail_line(in, "'%.*s' is not a number%s.", shown_length(word), word.text, explain(word));
}

static int not_finite(io_input *in, span word) {
    return io_input_fail_line(in, "%s is not finite ('%.*s').", io_value_name(in), shown_length(word),
                              word.text);
}

int io_numbers(io_input *in, const span *words, int count, double *values) {
    for (int d = 0; d < count; d++)
        if (!parse_double(words[d], &values[d])) return not_a_number(in, words[d]);
    return 0;
}

int io_coordinates(io_input *in, const span *words, int count, double *values) {
    for (int d = 0; d < count; d++) {
        if (!parse_double(words[d], &values[d])) return not_a_number(in, words[d]);
        if (!isfinite(values[d])) return not_finite(in, words[d]);
    }
    return 0;
}

int io_coordinates_float(io_input *in, const span *words, int count, float *values) {
    for (int d = 0; d < count; d++) {
        if (!parse_float(words[d], &values[d])) return not_a_number(in, words[d]);
        if (!isfinite(values[d])) return not_finite(in, words[d]);
    }
    return 0;
}

int io_header_count(io_input *in, span word, const char *what, uint64_t *count) {
    if (!parse_count(word, count))
        return io_input_fail_line(in, "expected the number of %s, not '%.*s'.", what, shown_length(word),
                                  word.text);
    if (*count > IO_MAX_POINTS)
        return io_input_fail_line(in, "%.*s %s are more than %llu.", shown_length(word), word.text, what,
                                  (unsigned long long)IO_MAX_POINTS);
    return 0;
}

int io_need_line(io_input *in, char **line, const char *after, ...) {
    char what[200];
    va_list arguments;
    io_input_state state = io_input_line(in, line);
    if (state == IO_INPUT_LINE) return 0;
    if (state == IO_INPUT_PROBLEM) return in->problem->code;
    va_start(arguments, after);
    vsnprintf(what, sizeof what, after, arguments);
    va_end(arguments);
    return io_input_fail_line(in, "the file ends here, after %s.", what);
}
