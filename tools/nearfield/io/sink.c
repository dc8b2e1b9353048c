#include "sink_internal.h"

#include <errno.h>
#include <fcntl.h>
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
    {{"npy", "NumPy array of m x 2 int32"}, nf_npy_begin, nf_npy_write, nothing_to_finish},
    {{"npz", "NumPy archive with the array 'pairs', m x 2 int32"}, nf_npz_begin, nf_npz_write, nf_npz_finish},
    {{"csv", "text, one pair a line below the heading i,j"}, nf_csv_begin, nf_csv_write, nothing_to_finish},
};

enum { WRITERS = sizeof writers / sizeof writers[0], ATTEMPTS = 100 };

static const nf_sink_writer *writer_of_path(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *base = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    for (size_t i = 0; dot != NULL && dot != base && i < WRITERS; i++)
        if (strcasecmp(dot + 1, writers[i].about.extension) == 0) return &writers[i];
    return NULL;
}

const nf_sink_format *nf_sink_format_at(size_t index) {
    return index < WRITERS ? &writers[index].about : NULL;
}

static int choose_writer(const char *path, const nf_sink_writer **writer, nf_problem *problem) {
    *writer = writer_of_path(path);
    if (*writer != NULL) return 0;
    char known[100] = "";
    for (size_t i = 0, used = 0; i < WRITERS && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s.%s", i > 0 ? ", " : "",
                                 writers[i].about.extension);
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

static bool create_temporary(nf_sink *sink, size_t size) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        (void)snprintf(sink->temporary, size, "%s.%ld-%d.part", sink->path, (long)getpid(), attempt);
        sink->file = open(sink->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (sink->file >= 0) return true;
        if (errno != EEXIST) break;
    }
    return false;
}

static void release(nf_sink *sink) {
    free(sink->path);
    free(sink->temporary);
    free(sink);
}

int nf_sink_open(const char *path, nf_sink **out, nf_problem *problem) {
    const nf_sink_writer *writer = NULL;
    *out = NULL;
    if (choose_writer(path, &writer, problem) != 0 || check_target(path, problem) != 0) return problem->code;
    const size_t size = strlen(path) + 48;
    nf_sink *sink = calloc(1, sizeof *sink);
    if (sink != NULL) sink->path = strdup(path), sink->temporary = malloc(size);
    if (sink == NULL || sink->path == NULL || sink->temporary == NULL) {
        if (sink != NULL) release(sink);
        return nf_problem_set(problem, NF_EXIT_MEMORY, "%.300s: not enough memory to write it.", path);
    }
    sink->writer = writer;
    if (!create_temporary(sink, size)) {
        int reason = errno;
        release(sink);
        return nf_problem_set(problem, NF_EXIT_OTHER, "%.300s: cannot be written: %s.", path,
                              strerror(reason));
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

static int complete(nf_sink *sink, nf_problem *problem) {
    if (!sink->begun || sink->written != sink->pairs) return wrong_count(sink, problem);
    if (sink->reason == 0 && sink->writer->finish(sink) && nf_sink_flush(sink) && fsync(sink->file) != 0)
        sink->reason = errno;
    int file = sink->file;
    sink->file = -1;
    if (close(file) != 0 && sink->reason == 0) sink->reason = errno;
    if (sink->reason == 0 && rename(sink->temporary, sink->path) != 0) sink->reason = errno;
    return sink->reason == 0 ? 0 : cannot_write(sink, problem);
}

int nf_sink_commit(nf_sink **sink, nf_problem *problem) {
    int failed = complete(*sink, problem);
    if (failed != 0) {
        nf_sink_abandon(sink);
        return failed;
    }
    nf_sink_forget_signal(*sink);
    release(*sink);
    *sink = NULL;
    return 0;
}

void nf_sink_abandon(nf_sink **sink) {
    if (*sink == NULL) return;
    if ((*sink)->file >= 0) (void)close((*sink)->file);
    (void)unlink((*sink)->temporary);
    nf_sink_forget_signal(*sink);
    release(*sink);
    *sink = NULL;
}
