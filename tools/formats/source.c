/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/source.h"

#include "formats/generated/generated.h"
#include "formats/reader/rows.h"
#include "text/append.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

struct io_source {
    io_source_options options;
    char *file;          /* the name without the array */
    char *named;         /* columns of the name and of the options, where both have them; or NULL */
    const char *numbers; /* the column of the types in a format that has no words; or NULL */
    int parts;           /* the first columns are those of the name: they are the points */
    const io_format *format;
    io_input in;
    int ended; /* no frame follows */
};

static const io_format generated_format = {"generated", "", NULL, io_read_generated, 0, NULL, ""};

/* Options that only some formats take. */
static const struct {
    unsigned takes;
    size_t offset; /* of the text in io_source_options */
    const char *name, *what;
} limited[] = {
    {IO_TAKES_COLUMNS, offsetof(io_source_options, columns), "columns",
     "--columns is for tables (csv, txt, tsv), npy and hdf5"},
    {IO_TAKES_ARRAY, offsetof(io_source_options, array), "array", "--array is for npz and hdf5"},
    {IO_TAKES_NAMED, offsetof(io_source_options, named), "named",
     "named columns are for xyz, lammps (id), dump, npz, hdf5, tables and ply"},
};

static const char *text_at(const io_source_options *options, size_t offset) {
    const char *text = NULL;
    memcpy(&text, (const char *)options + offset, sizeof text);
    return text;
}

static int refuse_generated(const char *name, const io_source_options *options, text_problem *problem) {
    const char *given = options->format ? "format" : options->types ? "types" : NULL;
    for (size_t k = 0; k < sizeof limited / sizeof *limited && !given; k++)
        if (text_at(options, limited[k].offset)) given = limited[k].name;
    if (!given) return 0;
    if (options->named || options->types)
        return problem_set(problem, EXIT_USAGE, "%.100s has no columns: it is not a file.", name);
    return problem_set(problem, EXIT_USAGE, "%.100s takes no --%s; it is not a file.", name, given);
}

/* Where the types are: in the usual column of the format, if no other is named; in a format without words they are whole numbers, which
 * are read as another column. */
static int choose_types(io_source *source, text_problem *problem) {
    const io_format *format = source->format;
    io_source_options *options = &source->options;
    const int has_columns = (format->takes & (IO_HAS_WORDS | IO_TAKES_NAMED)) != 0;
    if (!options->types) return 0;
    if (!*options->types && has_columns) options->types = format->types;
    if (!has_columns || !options->types)
        return problem_set(
            problem, EXIT_USAGE,
            has_columns
                ? "%.100s: %s names no column for the types of points: name it by --types COLUMN."
                : "%.100s: %s has no columns for the types of points: name a file of them by --types @FILE.",
            source->file, format->name);
    if (!(format->takes & IO_HAS_WORDS)) {
        source->numbers = options->types;
        options->types = NULL;
    }
    return 0;
}

static int no_format(const char *name, const char *format, text_problem *problem) {
    char known[700], clouds[300];
    struct stat status;
    io_formats_list(known, sizeof known);
    if (format)
        return problem_set(problem, EXIT_USAGE, "'%.60s' is not a known format; known are %s.", format,
                           known);
    if (strcmp(name, "-") == 0)
        return problem_set(problem, EXIT_USAGE, "standard input needs --format; known are %s.", known);
    io_generator_suggest(name, clouds, sizeof clouds);
    return problem_set(problem, EXIT_USAGE,
                       "%.100s: %sthe name does not tell the format; give --format; known are %s%s.", name,
                       stat(name, &status) != 0 && errno == ENOENT ? "there is no such file, and " : "",
                       known, clouds);
}

/* Whether --format says CIF, or the name of the file does and --format no reader of our own.  chemfiles reads CIF without its symmetry. */
static int is_cif(const char *name, const char *format) {
    static const char *const ends[] = {".cif", ".mmcif", ".cif.gz", ".mmcif.gz"};
    const int by_name = !format || strcasecmp(format, "chemfiles") == 0;
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        const size_t size = strlen(name), end = strlen(ends[k]);
        if (by_name && size >= end && strcasecmp(name + size - end, ends[k]) == 0) return 1;
        if (format && strcasecmp(format, ends[k] + 1) == 0) return 1;
    }
    return 0;
}

static int choose_format(const char *name, const io_source_options *options, const io_format **format,
                         text_problem *problem) {
    if (is_cif(name, options->format))
        return problem_set(problem, EXIT_USAGE,
                           "%.100s: CIF is not read, because symmetry makes atoms that are not in the file; "
                           "convert it to extended XYZ, for example with ASE: ase convert in.cif out.xyz.",
                           name);
    *format = options->format ? io_format_by_name(options->format) : io_format_of_path(name, strlen(name));
    if (!*format) return no_format(name, options->format, problem);
    for (size_t k = 0; k < sizeof limited / sizeof *limited; k++)
        if (text_at(options, limited[k].offset) && !((*format)->takes & limited[k].takes))
            return problem_set(problem, EXIT_USAGE, "%.100s: %s, not for %s.", name, limited[k].what,
                               (*format)->name);
    return 0;
}

size_t io_source_file(const char *name, const char **part) {
    struct stat status;
    *part = NULL;
    if (stat(name, &status) == 0) return strlen(name);
    for (const char *colon = name; (colon = strchr(colon, ':')) != NULL; colon++) {
        const io_format *format = io_format_of_path(name, (size_t)(colon - name));
        const unsigned takes = IO_TAKES_ARRAY | IO_TAKES_COLUMNS | IO_TAKES_NAMED;
        if (!format || !(format->takes & takes) || colon[1] == '\0') continue;
        *part = colon + 1;
        return (size_t)(colon - name);
    }
    return strlen(name);
}

/* What the name has behind the colon: an array, the columns of a format without arrays, or further columns of the points. */
static unsigned kind_of_part(const io_format *format) {
    const unsigned kinds[] = {IO_TAKES_ARRAY, IO_TAKES_COLUMNS, IO_TAKES_NAMED};
    size_t k = 0;
    while (k < 2 && !(format->takes & kinds[k])) k++;
    return kinds[k];
}

static int take_part(const char *name, size_t length, const char *part, io_source_options *options,
                     text_problem *problem) {
    const unsigned kind = kind_of_part(io_format_of_path(name, length));
    const int is_array = kind == IO_TAKES_ARRAY;
    const char **place = is_array ? &options->array : &options->columns;
    if (kind == IO_TAKES_NAMED) return 0; /* once the source is there */
    if (*place)
        return problem_set(problem, EXIT_USAGE, "%.200s names %s, and so does --%s %.100s.", name,
                           is_array ? "an array" : "columns", is_array ? "array" : "columns", *place);
    *place = part;
    return 0;
}

/* Asks the reader for the columns of the name, behind them for those of the options, and for the types that are numbers. */
static int take_named(io_source *source, const char *part, text_problem *problem) {
    const int is_part = part && kind_of_part(source->format) == IO_TAKES_NAMED;
    const char *const lists[] = {is_part ? part : NULL, source->options.named, source->numbers};
    size_t size = 1;
    if (!is_part && !source->numbers) return 0;
    for (size_t k = 0; k < 3; k++) size += lists[k] ? strlen(lists[k]) + 1 : 0;
    source->named = malloc(size);
    if (!source->named) return problem_set(problem, EXIT_MEMORY, "%.100s: not enough memory.", source->file);
    *source->named = '\0';
    for (size_t k = 0; k < 3; k++)
        if (lists[k]) append(source->named, size, ",", "%s", lists[k]);
    source->options.named = source->named;
    if (!is_part) return 0;
    source->parts = 1;
    for (; *part; part++) source->parts += *part == ',';
    return 0;
}

static void free_source(io_source *source) {
    free(source->file);
    free(source->named);
    free(source);
}

/* Makes a source without opening its file; NULL after a problem.  The name of the file has `length` characters; `part` follows the colon behind
 * it, or is NULL. */
static io_source *make(const char *name, size_t length, const char *part, const io_source_options *options,
                       int is_generated, text_problem *problem) {
    io_source *source = calloc(1, sizeof *source);
    if (source) source->file = strndup(name, length);
    if (!source || !source->file) {
        free(source);
        problem_set(problem, EXIT_MEMORY, "%.100s: not enough memory.", name);
        return NULL;
    }
    if (options) source->options = *options;
    source->format = &generated_format;
    int failed = is_generated ? refuse_generated(name, &source->options, problem)
                              : choose_format(source->file, &source->options, &source->format, problem);
    if (!failed) failed = choose_types(source, problem);
    if (!failed && !source->options.columns && source->format->takes & IO_TAKES_COLUMNS)
        source->options.columns = source->options.usual;
    if (!failed) failed = take_named(source, part, problem);
    if (!failed) return source;
    free_source(source);
    return NULL;
}

/* Checks that the file was opened and is not empty; frees the source otherwise. */
static int begin(io_source *source, int failed, io_source **out) {
    int empty = 0;
    if (!failed) {
        source->in.options = &source->options;
        source->in.value = source->options.value;
        failed = io_input_at_end(&source->in, &empty);
        if (!failed && empty && !source->options.empty && source->format != &generated_format)
            failed = io_input_fail(&source->in, "the file is empty.");
        if (failed) io_input_close(&source->in);
    }
    if (failed) free_source(source);
    else *out = source;
    return failed;
}

int io_source_open(const char *name, const io_source_options *options, io_source **out,
                   text_problem *problem) {
    const int is_generated = io_generator_of(name) != NULL;
    io_source_options all = options ? *options : (io_source_options){0};
    const char *part = NULL;
    *out = NULL;
    /* Before the format is chosen: the name of a folder has none. */
    if (!is_generated && io_input_refuse_folder(name, problem) != 0) return problem->code;
    const size_t length = is_generated ? strlen(name) : io_source_file(name, &part);
    if (part && take_part(name, length, part, &all, problem) != 0) return problem->code;
    io_source *source = make(name, length, part, &all, is_generated, problem);
    if (!source) return problem->code;
    const int failed = is_generated ? io_input_open_memory(&source->in, source->file, "", 0, problem)
                                    : io_input_open(&source->in, source->file, problem);
    return begin(source, failed, out);
}

int io_source_open_memory(const char *name, const void *bytes, size_t size, const io_source_options *options,
                          io_source **out, text_problem *problem) {
    io_source *source = make(name, strlen(name), NULL, options, 0, problem);
    *out = NULL;
    if (!source) return problem->code;
    return begin(source, io_input_open_memory(&source->in, source->file, bytes, size, problem), out);
}

/* Makes the columns of the name the points, in the place of the positions. */
static int take_parts(io_source *source, io_frame *frame) {
    const size_t parts = (size_t)source->parts;
    int dims = 0;
    for (size_t k = 0; k < parts; k++) dims += frame->columns[k].width;
    if (dims > 3)
        return io_input_fail(&source->in, "'%.200s' are %d values a point; 1 to 3 are needed.", source->named,
                             dims);
    double *values = malloc((size_t)frame->n * (size_t)dims * sizeof *values + 1);
    if (!values)
        return problem_set(source->in.problem, EXIT_MEMORY, "%.100s: not enough memory.", source->file);
    for (size_t k = 0, at = 0; k < parts; at += (size_t)frame->columns[k].width, k++) {
        const size_t width = (size_t)frame->columns[k].width;
        const double *from = frame->columns[k].data; /* texts have NF_FLOAT64 */
        for (size_t i = 0; i < frame->n; i++)
            memcpy(values + i * (size_t)dims + at, from + i * width, width * sizeof *from);
        free(frame->columns[k].data);
    }
    frame->column_count -= parts;
    memmove(frame->columns, frame->columns + parts, frame->column_count * sizeof *frame->columns);
    free(frame->positions);
    frame->positions = values;
    frame->dims = dims;
    frame->type = NF_FLOAT64;
    return 0;
}

/* Makes the last column, of whole numbers, the types of the points. */
static int take_numbers(io_source *source, io_frame *frame) {
    io_column *column = &frame->columns[--frame->column_count];
    io_named_column types = {.type = NF_INT32, .width = 1, .rows = {.row_bytes = sizeof(int32_t)}};
    int failed = 0;
    memcpy(types.name, column->name, sizeof types.name);
    if (column->width != 1)
        failed = io_input_fail(&source->in, "'%.60s' has %d values a point, and a type is one.", column->name,
                               column->width);
    for (uint64_t i = 0; i < frame->n && !failed; i++) {
        const double value = io_value(column->data, i, column->type);
        char text[IO_TYPE_NAME];
        if (value < 0 || value > 0x1p31 || value > floor(value))
            failed =
                io_input_fail(&source->in, "point %llu has the '%.60s' %g: types are whole numbers from 0.",
                              (unsigned long long)i, column->name, value);
        snprintf(text, sizeof text, "%.0f", value);
        const span word = {text, strlen(text)};
        if (!failed) failed = io_named_add_words(&source->in, &types, &word);
    }
    free(column->data);
    if (!failed) failed = io_named_give_types(&source->in, &types, frame);
    free(types.rows.data);
    free(types.words);
    return failed;
}

int io_source_next(io_source *source, io_frame *frame, int *found, text_problem *problem) {
    io_input *in = &source->in;
    memset(frame, 0, sizeof *frame);
    *found = 0;
    in->problem = problem;
    if (source->ended) return io_input_check_rest(in);
    if (source->format->read(in, frame) != 0 || (source->parts > 0 && take_parts(source, frame) != 0) ||
        (source->numbers && take_numbers(source, frame) != 0)) {
        io_frame_free(frame);
        return problem->code;
    }
    in->frames++;
    source->ended = !frame->more;
    if (!frame->positions) return io_input_check_rest(in); /* no array was left in the archive */
    frame->format = source->format->name;
    frame->series |= (source->format->takes & IO_HAS_FRAMES) != 0;
    *found = 1;
    return 0;
}

double io_source_share(const io_source *source) { return io_input_share(&source->in); }

int io_source_finish(io_source *source, text_problem *problem) {
    source->in.problem = problem;
    return io_input_check_rest(&source->in);
}

void io_source_close(io_source *source) {
    if (!source) return;
    io_input_close(&source->in);
    free_source(source);
}

static int read_first(io_source *source, io_frame *frame, text_problem *problem) {
    int found = 0;
    int failed = io_source_next(source, frame, &found, problem);
    if (!failed) failed = io_source_finish(source, problem);
    if (!failed && !found) failed = io_input_fail(&source->in, "has no frame.");
    if (failed) io_frame_free(frame);
    else if (frame->more)
        append(frame->note, sizeof frame->note, "", "; only the first frame is read, more follow");
    io_source_close(source);
    return failed;
}

int io_read_first(const char *name, const io_source_options *options, io_frame *frame,
                  text_problem *problem) {
    io_source *source = NULL;
    memset(frame, 0, sizeof *frame);
    const int failed = io_source_open(name, options, &source, problem);
    return source ? read_first(source, frame, problem) : failed;
}

int io_read_first_memory(const char *name, const void *bytes, size_t size, const io_source_options *options,
                         io_frame *frame, text_problem *problem) {
    io_source *source = NULL;
    memset(frame, 0, sizeof *frame);
    const int failed = io_source_open_memory(name, bytes, size, options, &source, problem);
    return source ? read_first(source, frame, problem) : failed;
}
