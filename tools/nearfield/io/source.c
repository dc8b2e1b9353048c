#include "source.h"

#include "formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const io_source_options defaults;

static int choose_format(const char *source, const io_source_options *options, const io_format **format,
                         io_problem *problem) {
    char known[400];
    const char *name = options->format;
    *format = name ? io_format_by_name(name) : io_format_of_path(source);
    const int columns = !options->columns || (*format && (*format)->has_columns);
    const int array = !options->array || (*format && (*format)->has_arrays);
    if (*format && columns && array) return 0;
    if (*format && columns)
        return io_problem_set(problem, NF_EXIT_USAGE, "%.100s: --array is for npz, not for %s.", source,
                              (*format)->name);
    if (*format)
        return io_problem_set(problem, NF_EXIT_USAGE,
                              "%.100s: --columns is for tables (csv, txt, tsv), not for %s.", source,
                              (*format)->name);
    io_formats_list(known, sizeof known);
    if (name)
        return io_problem_set(problem, NF_EXIT_USAGE, "'%.60s' is not a known format; known are %s.", name,
                              known);
    if (strcmp(source, "-") == 0)
        return io_problem_set(problem, NF_EXIT_USAGE, "standard input needs --format; known are %s.", known);
    return io_problem_set(problem, NF_EXIT_USAGE,
                          "%.100s: the name does not tell the format; give --format; known are %s.", source,
                          known);
}

static int read_input(io_input *in, const io_format *format, io_source *out) {
    int empty = 0;
    memset(out, 0, sizeof *out);
    int failed = io_input_at_end(in, &empty);
    if (failed == 0 && empty) failed = io_input_fail(in, "the file is empty.");
    if (failed == 0) failed = format->read(in, out);
    if (failed == 0) failed = io_input_check_rest(in);
    if (failed == 0) snprintf(out->format, sizeof out->format, "%s", format->name);
    else io_source_free(out);
    io_input_close(in);
    return failed;
}

int io_source_read(const char *source, const io_source_options *options, io_source *out,
                   io_problem *problem) {
    const io_format *format = NULL;
    io_input in;
    if (!options) options = &defaults;
    memset(out, 0, sizeof *out);
    if (strncmp(source, "random:", 7) == 0) {
        if (!options->format && !options->columns && !options->array)
            return io_random_source(source, out, problem);
        return io_problem_set(problem, NF_EXIT_USAGE, "%.100s takes no --%s; it is not a file.", source,
                              options->format ? "format"
                              : options->columns      ? "columns"
                                                      : "array");
    }
    if (choose_format(source, options, &format, problem) != 0) return problem->code;
    if (io_input_open(&in, source, problem) != 0) return problem->code;
    in.columns = options->columns;
    in.array = options->array;
    return read_input(&in, format, out);
}

int io_source_read_memory(const char *name, const void *bytes, size_t size, const io_source_options *options,
                          io_source *out, io_problem *problem) {
    const io_format *format = NULL;
    io_input in;
    if (!options) options = &defaults;
    memset(out, 0, sizeof *out);
    if (choose_format(name, options, &format, problem) != 0) return problem->code;
    if (io_input_open_memory(&in, name, bytes, size, problem) != 0) return problem->code;
    in.columns = options->columns;
    in.array = options->array;
    return read_input(&in, format, out);
}

void io_source_free(io_source *source) {
    free(source->data);
    memset(source, 0, sizeof *source);
}
