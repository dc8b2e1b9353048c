#include "coordinates.h"

#include "source.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static int not_a_number(nf_input *in, nf_word word) {
    return nf_input_fail_line(in, "'%.*s' is not a number.", nf_shown(word), word.text);
}

static int not_finite(nf_input *in, nf_word word) {
    return nf_input_fail_line(in, "has a coordinate that is not finite ('%.*s').", nf_shown(word), word.text);
}

int nf_coordinates(nf_input *in, const nf_word *words, int count, double *values) {
    for (int d = 0; d < count; d++) {
        if (!nf_parse_double(words[d], &values[d])) return not_a_number(in, words[d]);
        if (!isfinite(values[d])) return not_finite(in, words[d]);
    }
    return 0;
}

int nf_coordinates_float(nf_input *in, const nf_word *words, int count, float *values) {
    for (int d = 0; d < count; d++) {
        if (!nf_parse_float(words[d], &values[d])) return not_a_number(in, words[d]);
        if (!isfinite(values[d])) return not_finite(in, words[d]);
    }
    return 0;
}

int nf_header_count(nf_input *in, nf_word word, const char *what, uint64_t *count) {
    if (!nf_parse_count(word, count))
        return nf_input_fail_line(in, "expected the number of %s, not '%.*s'.", what, nf_shown(word),
                                  word.text);
    if (*count > NF_MAX_POINTS)
        return nf_input_fail_line(in, "%.*s %s are more than %llu.", nf_shown(word), word.text, what,
                                  (unsigned long long)NF_MAX_POINTS);
    return 0;
}

int nf_need_line(nf_input *in, char **line, const char *after, ...) {
    char what[200];
    va_list arguments;
    nf_input_state state = nf_input_line(in, line);
    if (state == NF_INPUT_LINE) return 0;
    if (state == NF_INPUT_PROBLEM) return in->problem->code;
    va_start(arguments, after);
    (void)vsnprintf(what, sizeof what, after, arguments);
    va_end(arguments);
    return nf_input_fail_line(in, "the file ends here, after %s.", what);
}
