#include "sink_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static int nothing_to_finish(io_sink *sink) {
    (void)sink;
    return 1;
}

static const io_sink_writer writers[] = {
    {{"npy", "NumPy array of m x 2 int32", 1}, io_npy_begin, io_npy_write, nothing_to_finish},
    {{"npz", "NumPy archive with the array 'pairs', m x 2 int32", 0},
     io_npz_begin,
     io_npz_write,
     io_npz_finish},
    {{"csv", "text, one pair a line below the heading i,j", 1},
     io_csv_begin,
     io_csv_write,
     nothing_to_finish},
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

const io_sink_format *io_sink_format_at(size_t index) {
    return index < WRITERS ? &writers[index].about : NULL;
}

static int choose_writer(const char *path, const char *format, const io_sink_writer **writer,
                         io_problem *problem) {
    const int standard = strcmp(path, "-") == 0;
    if (format) *writer = writer_named(format);
    else *writer = standard ? writer_named("csv") : writer_of_path(path);
    if (*writer && (!standard || (*writer)->about.streams)) return 0;
    if (*writer)
        return io_problem_set(
            problem, NF_EXIT_USAGE,
            "standard output cannot take .%s, which is completed at its start; take npy or csv.",
            (*writer)->about.extension);
    char known[100] = "";
    for (size_t i = 0, used = 0; i < WRITERS && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s.%s", i > 0 ? ", " : "",
                                 writers[i].about.extension);
    if (format)
        return io_problem_set(problem, NF_EXIT_USAGE,
                              "'%.60s' is not a format that pairs are written in; known "
                              "are %s.",
                              format, known);
    return io_problem_set(problem, NF_EXIT_USAGE, "%.200s: pairs are written to files named %s.", path,
                          known);
}

/* Renaming onto a directory fails only after the work, and onto a device would replace the device. */
static int check_target(const char *path, io_problem *problem) {
    struct stat status;
    if (stat(path, &status) != 0 || S_ISREG(status.st_mode)) return 0;
    return io_problem_set(problem, NF_EXIT_OTHER, "%.300s: cannot be written: it is %s.", path,
                          S_ISDIR(status.st_mode) ? "a directory" : "not a regular file");
}

static void release(io_sink *sink) {
    free(sink->path);
    free(sink);
}

/* Standard output as it is, or a temporary file beside the target. */
static int open_file(io_sink *sink, const char *path) {
    int reason = 0;
    if (strcmp(path, "-") != 0) {
        reason = io_aside_open(&sink->aside, path);
        sink->file = sink->aside.file;
    } else if ((sink->file = dup(STDOUT_FILENO)) < 0) reason = errno;
    return reason;
}

int io_sink_open(const char *path, const char *format, io_sink **out, io_problem *problem) {
    const io_sink_writer *writer = NULL;
    const int standard = strcmp(path, "-") == 0;
    *out = NULL;
    if (choose_writer(path, format, &writer, problem) != 0) return problem->code;
    if (!standard && check_target(path, problem) != 0) return problem->code;
    io_sink *sink = calloc(1, sizeof *sink);
    if (sink) sink->path = strdup(standard ? "standard output" : path);
    if (!sink || !sink->path) {
        free(sink);
        return io_problem_set(problem, NF_EXIT_MEMORY, "%.300s: not enough memory to write it.", path);
    }
    sink->writer = writer;
    const int reason = open_file(sink, path);
    if (reason != 0) {
        (void)io_problem_set(problem, NF_EXIT_OTHER, "%.300s: cannot be written: %s.", sink->path,
                             strerror(reason));
        release(sink);
        return problem->code;
    }
    *out = sink;
    return 0;
}

int io_sink_flush(io_sink *sink) {
    const unsigned char *at = sink->buffer;
    while (sink->used > 0 && sink->reason == 0) {
        ssize_t wrote = write(sink->file, at, sink->used);
        if (wrote > 0) at += wrote, sink->used -= (size_t)wrote;
        else if (wrote == 0) sink->reason = ENOSPC;
        else if (errno != EINTR) sink->reason = errno;
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

static int cannot_write(const io_sink *sink, io_problem *problem) {
    return io_problem_set(problem, NF_EXIT_OTHER, "%.300s: cannot be written: %s.", sink->path,
                          strerror(sink->reason));
}

static int wrong_count(const io_sink *sink, io_problem *problem) {
    return io_problem_set(problem, NF_EXIT_OTHER,
                          "%.300s: %llu pairs were announced, but not as many written.", sink->path,
                          (unsigned long long)sink->pairs);
}

int io_sink_begin(io_sink *sink, uint64_t pairs, io_problem *problem) {
    sink->pairs = pairs;
    sink->begun = 1;
    return sink->writer->begin(sink) ? 0 : cannot_write(sink, problem);
}

int io_sink_write(io_sink *sink, const int32_t *pairs, uint64_t count, io_problem *problem) {
    if (!sink->begun || count > sink->pairs - sink->written) return wrong_count(sink, problem);
    if (sink->reason != 0 || !sink->writer->write(sink, pairs, (size_t)count))
        return cannot_write(sink, problem);
    sink->written += count;
    return 0;
}

/* Standard output may be a pipe or a terminal, of which there is nothing to keep. */
static int is_kept(const io_sink *sink) { return !sink->aside.path || fsync(sink->file) == 0; }

static int complete(io_sink *sink, io_problem *problem) {
    if (!sink->begun || sink->written != sink->pairs) return wrong_count(sink, problem);
    if (sink->reason == 0 && sink->writer->finish(sink) && io_sink_flush(sink) && !is_kept(sink))
        sink->reason = errno;
    if (sink->reason == 0 && sink->aside.path) {
        sink->reason = io_aside_commit(&sink->aside);
        sink->file = -1;
    }
    return sink->reason == 0 ? 0 : cannot_write(sink, problem);
}

int io_sink_commit(io_sink **sink, io_problem *problem) {
    const int failed = complete(*sink, problem);
    io_sink_abandon(sink);
    return failed;
}

void io_sink_abandon(io_sink **sink) {
    if (!*sink) return;
    if ((*sink)->aside.path == NULL && (*sink)->file >= 0) (void)close((*sink)->file);
    io_aside_drop(&(*sink)->aside);
    release(*sink);
    *sink = NULL;
}

void io_sink_cleanup_on_signal(const io_sink *sink) {
    if (sink->aside.path) io_aside_remove_on_signal(&sink->aside);
}
