#include "sink_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static bool nothing_to_finish(nf_sink *sink) {
    (void)sink;
    return true;
}

static const nf_sink_writer writers[] = {
    {{"npy", "NumPy array of m x 2 int32", true}, nf_npy_begin, nf_npy_write, nothing_to_finish},
    {{"npz", "NumPy archive with the array 'pairs', m x 2 int32", false},
     nf_npz_begin,
     nf_npz_write,
     nf_npz_finish},
    {{"csv", "text, one pair a line below the heading i,j", true},
     nf_csv_begin,
     nf_csv_write,
     nothing_to_finish},
};

enum { WRITERS = sizeof writers / sizeof writers[0] };

static const nf_sink_writer *writer_named(const char *name) {
    for (size_t i = 0; i < WRITERS; i++)
        if (strcasecmp(name, writers[i].about.extension) == 0) return &writers[i];
    return NULL;
}

static const nf_sink_writer *writer_of_path(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *base = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    return dot != NULL && dot != base ? writer_named(dot + 1) : NULL;
}

const nf_sink_format *nf_sink_format_at(size_t index) {
    return index < WRITERS ? &writers[index].about : NULL;
}

static int choose_writer(const char *path, const char *format, const nf_sink_writer **writer,
                         nf_problem *problem) {
    const bool standard = strcmp(path, "-") == 0;
    if (format != NULL) *writer = writer_named(format);
    else *writer = standard ? writer_named("csv") : writer_of_path(path);
    if (*writer != NULL && (!standard || (*writer)->about.streams)) return 0;
    if (*writer != NULL)
        return nf_problem_set(
            problem, NF_EXIT_USAGE,
            "standard output cannot take .%s, which is completed at its start; take npy or csv.",
            (*writer)->about.extension);
    char known[100] = "";
    for (size_t i = 0, used = 0; i < WRITERS && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s.%s", i > 0 ? ", " : "",
                                 writers[i].about.extension);
    if (format != NULL)
        return nf_problem_set(problem, NF_EXIT_USAGE,
                              "'%.60s' is not a format that pairs are written in; known "
                              "are %s.",
                              format, known);
    return nf_problem_set(problem, NF_EXIT_USAGE, "%.200s: pairs are written to files named %s.", path,
                          known);
}

/* Renaming onto a directory fails only after the work, and onto a device would replace the device. */
static int check_target(const char *path, nf_problem *problem) {
    struct stat status;
    if (stat(path, &status) != 0 || S_ISREG(status.st_mode)) return 0;
    return nf_problem_set(problem, NF_EXIT_OTHER, "%.300s: cannot be written: it is %s.", path,
                          S_ISDIR(status.st_mode) ? "a directory" : "not a regular file");
}

static void release(nf_sink *sink) {
    free(sink->path);
    free(sink);
}

/* Standard output as it is, or a temporary file beside the target. */
static int open_file(nf_sink *sink, const char *path) {
    int reason = 0;
    if (strcmp(path, "-") != 0) {
        reason = nf_aside_open(&sink->aside, path);
        sink->file = sink->aside.file;
    } else if ((sink->file = dup(STDOUT_FILENO)) < 0) reason = errno;
    return reason;
}

int nf_sink_open(const char *path, const char *format, nf_sink **out, nf_problem *problem) {
    const nf_sink_writer *writer = NULL;
    const bool standard = strcmp(path, "-") == 0;
    *out = NULL;
    if (choose_writer(path, format, &writer, problem) != 0) return problem->code;
    if (!standard && check_target(path, problem) != 0) return problem->code;
    nf_sink *sink = calloc(1, sizeof *sink);
    if (sink != NULL) sink->path = strdup(standard ? "standard output" : path);
    if (sink == NULL || sink->path == NULL) {
        free(sink);
        return nf_problem_set(problem, NF_EXIT_MEMORY, "%.300s: not enough memory to write it.", path);
    }
    sink->writer = writer;
    const int reason = open_file(sink, path);
    if (reason != 0) {
        (void)nf_problem_set(problem, NF_EXIT_OTHER, "%.300s: cannot be written: %s.", sink->path,
                             strerror(reason));
        release(sink);
        return problem->code;
    }
    *out = sink;
    return 0;
}

bool nf_sink_flush(nf_sink *sink) {
    const unsigned char *at = sink->buffer;
    while (sink->used > 0 && sink->reason == 0) {
        ssize_t wrote = write(sink->file, at, sink->used);
        if (wrote > 0) at += wrote, sink->used -= (size_t)wrote;
        else if (wrote == 0) sink->reason = ENOSPC;
        else if (errno != EINTR) sink->reason = errno;
    }
    return sink->reason == 0;
}

unsigned char *nf_sink_room(nf_sink *sink, size_t count) {
    if (NF_SINK_BUFFER - sink->used < count && !nf_sink_flush(sink)) return NULL;
    return sink->buffer + sink->used;
}

bool nf_sink_put(nf_sink *sink, const void *bytes, size_t count) {
    unsigned char *room = nf_sink_room(sink, count);
    if (room == NULL) return false;
    memcpy(room, bytes, count);
    sink->used += count;
    return true;
}

bool nf_sink_patch(nf_sink *sink, uint64_t offset, const void *bytes, size_t count) {
    if (!nf_sink_flush(sink)) return false;
    ssize_t wrote = pwrite(sink->file, bytes, count, (off_t)offset);
    if (wrote != (ssize_t)count) sink->reason = wrote < 0 ? errno : ENOSPC;
    return sink->reason == 0;
}

static int cannot_write(const nf_sink *sink, nf_problem *problem) {
    return nf_problem_set(problem, NF_EXIT_OTHER, "%.300s: cannot be written: %s.", sink->path,
                          strerror(sink->reason));
}

static int wrong_count(const nf_sink *sink, nf_problem *problem) {
    return nf_problem_set(problem, NF_EXIT_OTHER,
                          "%.300s: %llu pairs were announced, but not as many written.", sink->path,
                          (unsigned long long)sink->pairs);
}

int nf_sink_begin(nf_sink *sink, uint64_t pairs, nf_problem *problem) {
    sink->pairs = pairs;
    sink->begun = true;
    return sink->writer->begin(sink) ? 0 : cannot_write(sink, problem);
}

int nf_sink_write(nf_sink *sink, const int32_t *pairs, uint64_t count, nf_problem *problem) {
    if (!sink->begun || count > sink->pairs - sink->written) return wrong_count(sink, problem);
    if (sink->reason != 0 || !sink->writer->write(sink, pairs, (size_t)count))
        return cannot_write(sink, problem);
    sink->written += count;
    return 0;
}

/* Standard output may be a pipe or a terminal, of which there is nothing to keep. */
static bool is_kept(const nf_sink *sink) { return sink->aside.path == NULL || fsync(sink->file) == 0; }

static int complete(nf_sink *sink, nf_problem *problem) {
    if (!sink->begun || sink->written != sink->pairs) return wrong_count(sink, problem);
    if (sink->reason == 0 && sink->writer->finish(sink) && nf_sink_flush(sink) && !is_kept(sink))
        sink->reason = errno;
    if (sink->reason == 0 && sink->aside.path != NULL) {
        sink->reason = nf_aside_commit(&sink->aside);
        sink->file = -1;
    }
    return sink->reason == 0 ? 0 : cannot_write(sink, problem);
}

int nf_sink_commit(nf_sink **sink, nf_problem *problem) {
    const int failed = complete(*sink, problem);
    nf_sink_abandon(sink);
    return failed;
}

void nf_sink_abandon(nf_sink **sink) {
    if (*sink == NULL) return;
    if ((*sink)->aside.path == NULL && (*sink)->file >= 0) (void)close((*sink)->file);
    nf_aside_drop(&(*sink)->aside);
    release(*sink);
    *sink = NULL;
}

void nf_sink_cleanup_on_signal(const nf_sink *sink) {
    if (sink->aside.path != NULL) nf_aside_remove_on_signal(&sink->aside);
}
