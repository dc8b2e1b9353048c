#include "source.h"

#include "formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int choose_format(const char *source, const char *name, const nf_format **format,
                         nf_problem *problem) {
    char known[300];
    *format = name != NULL ? nf_format_by_name(name) : nf_format_of_path(source);
    if (*format != NULL) return 0;
    nf_formats_list(known, sizeof known);
    if (name != NULL)
        return nf_problem_set(problem, NF_EXIT_USAGE, "'%.60s' is not a known format; known are %s.", name,
                              known);
    if (strcmp(source, "-") == 0)
        return nf_problem_set(problem, NF_EXIT_USAGE, "standard input needs --format; known are %s.", known);
    return nf_problem_set(problem, NF_EXIT_USAGE,
                          "%.100s: the name does not tell the format; give --format; known are %s.", source,
                          known);
}

static int read_input(nf_input *in, const nf_format *format, nf_source *out) {
    bool empty = false;
    memset(out, 0, sizeof *out);
    int failed = nf_input_at_end(in, &empty);
    if (failed == 0 && empty) failed = nf_input_fail(in, "the file is empty.");
    if (failed == 0) failed = format->read(in, out);
    if (failed == 0) failed = nf_input_check_rest(in);
    if (failed == 0) (void)snprintf(out->format, sizeof out->format, "%s", format->name);
    else nf_source_free(out);
    nf_input_close(in);
    return failed;
}

int nf_source_read(const char *source, const char *name, nf_source *out, nf_problem *problem) {
    const nf_format *format = NULL;
    nf_input in;
    memset(out, 0, sizeof *out);
    if (strncmp(source, "random:", 7) == 0) {
        if (name == NULL) return nf_random_source(source, out, problem);
        return nf_problem_set(problem, NF_EXIT_USAGE, "%.100s takes no --format; it is not a file.", source);
    }
    if (choose_format(source, name, &format, problem) != 0) return problem->code;
    if (nf_input_open(&in, source, problem) != 0) return problem->code;
    return read_input(&in, format, out);
}

int nf_source_read_memory(const char *name, const void *bytes, size_t size, const char *format_name,
                          nf_source *out, nf_problem *problem) {
    const nf_format *format = NULL;
    nf_input in;
    memset(out, 0, sizeof *out);
    if (choose_format(name, format_name, &format, problem) != 0) return problem->code;
    if (nf_input_open_memory(&in, name, bytes, size, problem) != 0) return problem->code;
    return read_input(&in, format, out);
}

void nf_source_free(nf_source *source) {
    free(source->data);
    memset(source, 0, sizeof *source);
}
