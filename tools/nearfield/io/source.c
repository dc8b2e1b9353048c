#include "source.h"

#include "formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const nf_source_options defaults;

static int choose_format(const char *source, const nf_source_options *options, const nf_format **format,
                         nf_problem *problem) {
    char known[400];
    const char *name = options->format;
    *format = name != NULL ? nf_format_by_name(name) : nf_format_of_path(source);
    const bool columns = options->columns == NULL || (*format != NULL && (*format)->has_columns);
    const bool array = options->array == NULL || (*format != NULL && (*format)->has_arrays);
    if (*format != NULL && columns && array) return 0;
    if (*format != NULL && columns)
        return nf_problem_set(problem, NF_EXIT_USAGE, "%.100s: --array is for npz, not for %s.", source,
                              (*format)->name);
    if (*format != NULL)
        return nf_problem_set(problem, NF_EXIT_USAGE,
                              "%.100s: --columns is for tables (csv, txt, tsv), not for %s.", source,
                              (*format)->name);
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

int nf_source_read(const char *source, const nf_source_options *options, nf_source *out,
                   nf_problem *problem) {
    const nf_format *format = NULL;
    nf_input in;
    if (options == NULL) options = &defaults;
    memset(out, 0, sizeof *out);
    if (strncmp(source, "random:", 7) == 0) {
        if (options->format == NULL && options->columns == NULL && options->array == NULL)
            return nf_random_source(source, out, problem);
        return nf_problem_set(problem, NF_EXIT_USAGE, "%.100s takes no --%s; it is not a file.", source,
                              options->format != NULL    ? "format"
                              : options->columns != NULL ? "columns"
                                                         : "array");
    }
    if (choose_format(source, options, &format, problem) != 0) return problem->code;
    if (nf_input_open(&in, source, problem) != 0) return problem->code;
    in.columns = options->columns;
    in.array = options->array;
    return read_input(&in, format, out);
}

int nf_source_read_memory(const char *name, const void *bytes, size_t size, const nf_source_options *options,
                          nf_source *out, nf_problem *problem) {
    const nf_format *format = NULL;
    nf_input in;
    if (options == NULL) options = &defaults;
    memset(out, 0, sizeof *out);
    if (choose_format(name, options, &format, problem) != 0) return problem->code;
    if (nf_input_open_memory(&in, name, bytes, size, problem) != 0) return problem->code;
    in.columns = options->columns;
    in.array = options->array;
    return read_input(&in, format, out);
}

void nf_source_free(nf_source *source) {
    free(source->data);
    memset(source, 0, sizeof *source);
}
