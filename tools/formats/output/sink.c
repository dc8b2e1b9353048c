/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/bytes.h"
#include "formats/output/sink_internal.h"
#include "text/append.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const io_sink_writer writers[] = {
    {{"npy", 1, 1, 0}, io_npy_begin, io_npy_write, NULL, NULL},
    {{"npz", 0, IO_MOST_ARRAYS, 0}, io_npz_begin, io_npz_write, io_npz_end, io_npz_finish},
    {{"csv", 1, IO_MOST_ARRAYS, 1}, io_csv_begin, io_csv_write, NULL, NULL},
    {{"h5", 0, IO_MOST_ARRAYS, 0}, io_hdf5_begin, io_npy_write, NULL, io_hdf5_finish},
    {{"hdf5", 0, IO_MOST_ARRAYS, 0}, io_hdf5_begin, io_npy_write, NULL, io_hdf5_finish},
    {{"json", 1, IO_MOST_ARRAYS, 0}, io_json_begin, io_json_write, NULL, io_json_finish},
};

enum { WRITERS = sizeof writers / sizeof writers[0] };

static const io_sink_writer *writer_named(const char *name) {
    for (size_t i = 0; i < WRITERS; i++)
        if (strcasecmp(name, writers[i].about.extension) == 0) return &writers[i];
    return NULL;
}

static const io_sink_writer *writer_of_path(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    return dot && dot != base ? writer_named(dot + 1) : NULL;
}

int io_array_has_lists(const io_array *array) { return array->columns > 1 || (array->flags & IO_MATRIX); }

const io_sink_format *io_sink_format_at(size_t index) {
    return index < WRITERS ? &writers[index].about : NULL;
}

int io_sink_fits(const io_sink_format *format, const io_array *arrays, size_t count) {
    if (count > format->most_arrays) return 0;
    for (size_t k = 0; k < count; k++)
        if ((arrays[k].flags & IO_OWN_ROWS) && format->table) return 0;
    return 1;
}

/* ".npy, .npz": the formats that have room for the arrays. */
static void list_formats(const io_array *arrays, size_t count, char *text, size_t size) {
    text[0] = 0;
    for (size_t i = 0; i < WRITERS; i++)
        if (io_sink_fits(&writers[i].about, arrays, count))
            append(text, size, ", ", ".%s", writers[i].about.extension);
}

static int no_writer(const char *path, const char *format, const io_array *arrays, size_t count,
                     text_problem *problem) {
    char known[100];
    list_formats(arrays, count, known, sizeof known);
    if (format)
        return problem_set(problem, EXIT_USAGE, "'%.60s' is not a format of output; use %s.", format, known);
    return problem_set(problem, EXIT_USAGE,
                       "%.200s: the name does not tell the format of the output; use %s.", path, known);
}

static int no_room(const char *path, const io_sink_format *about, const io_array *arrays, size_t count,
                   text_problem *problem) {
    char known[100];
    list_formats(arrays, count, known, sizeof known);
    if (about->table)
        return problem_set(problem, EXIT_USAGE,
                           "%.200s: .%s has no room for arrays of different lengths; use %s.", path,
                           about->extension, known);
    return problem_set(problem, EXIT_USAGE, "%.200s: .%s has room for %llu array%s, not for %llu; use %s.",
                       path, about->extension, (unsigned long long)about->most_arrays,
                       about->most_arrays == 1 ? "" : "s", (unsigned long long)count, known);
}

/* A table, or JSON where the arrays have no room in one. */
static const io_sink_writer *writer_of_standard(const io_array *arrays, size_t count) {
    const io_sink_writer *csv = writer_named("csv");
    return io_sink_fits(&csv->about, arrays, count) ? csv : writer_named("json");
}

static int choose_writer(const char *path, const char *format, const io_array *arrays, size_t count,
                         const io_sink_writer **writer, text_problem *problem) {
    const int standard = strcmp(path, "-") == 0;
    if (format) *writer = writer_named(format);
    else *writer = standard ? writer_of_standard(arrays, count) : writer_of_path(path);
    if (!*writer) return no_writer(path, format, arrays, count, problem);
    const io_sink_format *about = &(*writer)->about;
    return io_sink_fits(about, arrays, count) ? 0 : no_room(path, about, arrays, count, problem);
}

/* Refuses a directory, as renaming onto it would fail after the work, and a device, as renaming would replace it. */
static int check_target(const char *path, text_problem *problem) {
    const char *obstacle = atomic_file_obstacle(path);
    return !obstacle
               ? 0
               : problem_set(problem, EXIT_OTHER, "%.300s: cannot be written: it is %s.", path, obstacle);
}

static void release(io_sink *sink) {
    free(sink->path);
    free(sink);
}

/* Opens a file without a name in the folder of temporary files. */
static int open_unnamed(int *file) {
    const char *folder = getenv("TMPDIR");
    char path[4096];
    if (!folder || !*folder) folder = "/tmp";
    if (snprintf(path, sizeof path, "%s/nearfield-XXXXXX", folder) >= (int)sizeof path) return ENAMETOOLONG;
    *file = mkstemp(path);
    if (*file < 0) return errno;
    (void)unlink(path);
    return 0;
}

/* Opens standard output, or a temporary file beside the target.  A format whose start is written last goes through a file to
 * standard output, which may be a pipe. */
static int open_file(io_sink *sink, const char *path) {
    int reason = 0;
    sink->standard = -1;
    if (strcmp(path, "-") != 0) {
        reason = atomic_file_open(&sink->target, path);
        sink->file = sink->target.file;
        return reason;
    }
    const int standard = dup(STDOUT_FILENO);
    sink->file = standard;
    if (standard < 0) return errno;
    if (sink->writer->about.streams) return 0;
    reason = open_unnamed(&sink->file);
    if (reason == 0) sink->standard = standard;
    else (void)close(standard);
    return reason;
}

int io_sink_open(const char *path, const char *format, const io_array *arrays, size_t count, io_sink **out,
                 text_problem *problem) {
    const io_sink_writer *writer = NULL;
    const int standard = strcmp(path, "-") == 0;
    *out = NULL;
    if (choose_writer(path, format, arrays, count, &writer, problem) != 0) return problem->code;
    if (!standard && check_target(path, problem) != 0) return problem->code;
    io_sink *sink = calloc(1, sizeof *sink);
    if (sink) sink->path = strdup(standard ? "standard output" : path);
    if (!sink || !sink->path) {
        free(sink);
        return problem_set(problem, EXIT_MEMORY, "%.300s: not enough memory to write it.", path);
    }
    sink->writer = writer;
    sink->arrays = arrays;
    sink->array_count = count;
    const int reason = open_file(sink, path);
    if (reason != 0) {
        (void)problem_set(problem, EXIT_OTHER, "%.300s: cannot be written: %s.", sink->path,
                          strerror(reason));
        release(sink);
        return problem->code;
    }
    *out = sink;
    return 0;
}

/* Writes the buffer to a file. */
static int flush_to(io_sink *sink, int file) {
    const unsigned char *at = sink->buffer;
    while (sink->used > 0 && sink->reason == 0) {
        ssize_t wrote = write(file, at, sink->used);
        if (wrote > 0) at += wrote, sink->used -= (size_t)wrote;
        else if (wrote == 0) sink->reason = ENOSPC;
        else if (errno != EINTR) sink->reason = errno;
    }
    return sink->reason == 0;
}

int io_sink_flush(io_sink *sink) { return flush_to(sink, sink->file); }

/* Copies the complete file to standard output. */
static int copy_to_standard(io_sink *sink) {
    if (sink->standard < 0) return 1;
    for (off_t at = 0; sink->reason == 0;) {
        const ssize_t got = pread(sink->file, sink->buffer, IO_SINK_BUFFER, at);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) sink->reason = errno;
        if (got <= 0) break;
        at += got;
        sink->used = (size_t)got;
        if (!flush_to(sink, sink->standard)) break;
    }
    return sink->reason == 0;
}

unsigned char *io_sink_room(io_sink *sink, size_t count) {
    if (IO_SINK_BUFFER - sink->used < count && !io_sink_flush(sink)) return NULL;
    return sink->buffer + sink->used;
}

int io_sink_put(io_sink *sink, const void *bytes, size_t count) {
    unsigned char *room = io_sink_room(sink, count);
    if (!room) return 0;
    memcpy(room, bytes, count);
    sink->used += count;
    return 1;
}

int io_sink_patch(io_sink *sink, uint64_t offset, const void *bytes, size_t count) {
    if (!io_sink_flush(sink)) return 0;
    ssize_t wrote = pwrite(sink->file, bytes, count, (off_t)offset);
    if (wrote != (ssize_t)count) sink->reason = wrote < 0 ? errno : ENOSPC;
    return sink->reason == 0;
}

static int cannot_write(const io_sink *sink, text_problem *problem) {
    return problem_set(problem, EXIT_OTHER, "%.300s: cannot be written: %s.", sink->path,
                       strerror(sink->reason));
}

const io_array *io_sink_array(const io_sink *sink) { return &sink->arrays[sink->begun - 1]; }

size_t io_sink_row_bytes(const io_sink *sink) {
    const io_array *array = io_sink_array(sink);
    return (size_t)array->columns * nf_type_bytes(array->type);
}

static int wrong_count(const io_sink *sink, text_problem *problem) {
    if (sink->begun == 0 || (sink->written == sink->rows && sink->begun < sink->array_count))
        return problem_set(problem, EXIT_OTHER, "%.300s: the array '%s' is missing.", sink->path,
                           sink->arrays[sink->begun].name);
    return problem_set(problem, EXIT_OTHER, "%.300s: the number of rows of '%s' is not %llu, as announced.",
                       sink->path, io_sink_array(sink)->name, (unsigned long long)sink->rows);
}

/* Ends the current array, which must have all its rows. */
static int end_array(io_sink *sink, text_problem *problem) {
    if (sink->begun == 0) return 0;
    if (sink->written != sink->rows) return wrong_count(sink, problem);
    return sink->reason == 0 && (!sink->writer->end || sink->writer->end(sink)) ? 0
                                                                                : cannot_write(sink, problem);
}

void io_sink_describe(io_sink *sink, const io_attribute *attribute) {
    if (sink->attribute_count < IO_MOST_ATTRIBUTES) sink->attributes[sink->attribute_count] = *attribute;
    sink->attribute_count++; /* also one without room: io_sink_commit() refuses so many */
}

int io_attribute_count(const io_attribute *attribute) {
    return attribute->rank == 0   ? 1
           : attribute->rank == 1 ? attribute->size
                                  : attribute->size * attribute->size;
}

size_t io_attribute_store(unsigned char *to, const io_attribute *attribute, int k) {
    const size_t bytes = nf_type_bytes(attribute->type);
    uint64_t bits = (uint64_t)attribute->numbers[k];
    if (attribute->type == NF_FLOAT64) memcpy(&bits, &attribute->numbers[k], sizeof bits);
    io_store_le(to, bits, bytes);
    return bytes;
}

void io_sink_narrow(io_sink *sink, size_t count) { sink->array_count = count; }

size_t io_sink_together(const io_sink *sink) { return sink->writer->about.table ? sink->array_count : 1; }

int io_sink_begin(io_sink *sink, uint64_t rows, text_problem *problem) {
    if (end_array(sink, problem) != 0) return problem->code;
    if (sink->begun == sink->array_count)
        return problem_set(problem, EXIT_OTHER, "%.300s: one array too many.", sink->path);
    sink->begun += io_sink_together(sink);
    sink->rows = rows;
    sink->written = 0;
    return sink->writer->begin(sink) ? 0 : cannot_write(sink, problem);
}

int io_sink_write(io_sink *sink, const void *const *rows, uint64_t count, text_problem *problem) {
    if (sink->begun == 0 || count > sink->rows - sink->written) return wrong_count(sink, problem);
    if (sink->reason != 0 || !sink->writer->write(sink, rows, (size_t)count))
        return cannot_write(sink, problem);
    sink->written += count;
    return 0;
}

/* Writes the file to disk.  Standard output may be a pipe or a terminal, which cannot be synchronised. */
static int synchronise(const io_sink *sink) { return !sink->target.path || fsync(sink->file) == 0; }

static int complete(io_sink *sink, text_problem *problem) {
    if (sink->attribute_count > IO_MOST_ATTRIBUTES)
        return problem_set(problem, EXIT_OTHER, "%.300s: there is room for %d attributes, not for %llu.",
                           sink->path, IO_MOST_ATTRIBUTES, (unsigned long long)sink->attribute_count);
    if (sink->begun < sink->array_count) return wrong_count(sink, problem);
    if (end_array(sink, problem) != 0) return problem->code;
    if ((!sink->writer->finish || sink->writer->finish(sink)) && io_sink_flush(sink) &&
        copy_to_standard(sink) && !synchronise(sink))
        sink->reason = errno;
    if (sink->reason == 0 && sink->target.path) {
        sink->reason = atomic_file_commit(&sink->target);
        sink->file = -1;
    }
    return sink->reason == 0 ? 0 : cannot_write(sink, problem);
}

int io_sink_commit(io_sink **sink, text_problem *problem) {
    const int failed = complete(*sink, problem);
    io_sink_abandon(sink);
    return failed;
}

void io_sink_abandon(io_sink **sink) {
    if (!*sink) return;
    if ((*sink)->target.path == NULL && (*sink)->file >= 0) (void)close((*sink)->file);
    if ((*sink)->standard >= 0) (void)close((*sink)->standard);
    atomic_file_drop(&(*sink)->target);
    release(*sink);
    *sink = NULL;
}

void io_sink_cleanup_on_signal(const io_sink *sink) {
    if (sink->target.path) atomic_file_remove_on_signal(&sink->target);
}
