/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Targets that cannot be written, and temporary files. */
#define _DEFAULT_SOURCE /* syscall */
#include "tools/formats/output/sinks.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What the sinks call in place of the system's, so that it can fail. */
static int fsync_fails, close_fails;

int fsync(int file) { /* NOLINT: the name is the point */
    errno = EIO;
    return fsync_fails || file < 0 ? -1 : 0;
}

int close(int file) { /* NOLINT */
    const int answer = (int)syscall(SYS_close, file);
    if (answer == 0 && close_fails) errno = EDQUOT;
    return close_fails ? -1 : answer;
}

static void cannot_open(const char *path, int code, const char *part) {
    io_sink *sink = NULL;
    text_problem problem = {0, ""};
    ck_assert_int_eq(io_sink_open(path, NULL, &pairs_array, 1, &sink, &problem), code);
    ck_assert_msg(strstr(problem.text, part) != NULL && strncmp(problem.text, path, strlen(path)) == 0, "%s",
                  problem.text);
    ck_assert_ptr_null(sink);
}

TEST(a_target_that_cannot_be_written_is_refused_before_the_work) {
    own_temporary place = new_temporary();
    char path[512];
    path_in(&place, "a.txt", path);
    cannot_open(path, EXIT_USAGE, ".npy, .npz, .csv, .h5, .hdf5, .json");
    path_in(&place, "npy", path);
    cannot_open(path, EXIT_USAGE, ".npy, .npz, .csv, .h5, .hdf5, .json");
    path_in(&place, "none/a.npy", path);
    cannot_open(path, EXIT_OTHER, "No such file or directory");
    path_in(&place, "a.npy", path);
    ck_assert_int_eq(mkdir(path, 0777), 0);
    cannot_open(path, EXIT_OTHER, "it is a directory");
    path_in(&place, "b.csv", path);
    ck_assert_int_eq(mkfifo(path, 0666), 0);
    cannot_open(path, EXIT_OTHER, "not a regular file");
    ck_assert_uint_eq(files_in(&place), 2);
}

TEST(an_abandoned_output_leaves_the_old_file_as_it_was) {
    own_temporary place = new_temporary();
    char path[512];
    size_t size = 0;
    io_sink *sink = NULL;
    text_problem problem;
    path_in(&place, "a.csv", path);
    write_file(path, "old", 3);
    ck_assert_int_eq(io_sink_open(path, NULL, &pairs_array, 1, &sink, &problem), 0);
    ck_assert_int_eq(io_sink_begin(sink, 3, &problem), 0);
    ck_assert_uint_eq(files_in(&place), 2);
    io_sink_abandon(&sink);
    ck_assert_ptr_null(sink);
    io_sink_abandon(&sink);
    ck_assert_int_eq(io_sink_open(path, NULL, &pairs_array, 1, &sink, &problem), 0);
    ck_assert_int_eq(io_sink_begin(sink, 3, &problem), 0);
    ck_assert_int_eq(write_rows(sink, pairs, 2, &problem), 0);
    ck_assert_int_eq(write_rows(sink, pairs, 2, &problem), EXIT_OTHER);
    ck_assert_int_eq(io_sink_commit(&sink, &problem), EXIT_OTHER);
    ck_assert_ptr_null(sink);
    ck_assert_uint_eq(files_in(&place), 1);
    own_memory char *bytes = read_whole_file(path, &size);
    ck_assert_str_eq(bytes, "old");
}

TEST(a_full_disk_is_told_and_leaves_nothing) {
    static const char *const names[] = {"a.npy", "a.npz", "a.csv", "a.h5"};
    own_temporary place = new_temporary();
    char path[512];
    io_sink *sink = NULL;
    text_problem problem = {0, ""};
    struct rlimit before, small;
    (void)signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    for (size_t k = 0; k < 4; k++) {
        path_in(&place, names[k], path);
        ck_assert_int_eq(io_sink_open(path, NULL, &pairs_array, 1, &sink, &problem), 0);
        ck_assert_int_eq(io_sink_begin(sink, 3, &problem), 0);
        ck_assert_int_eq(write_rows(sink, pairs, 3, &problem), 0);
        small = before;
        small.rlim_cur = 16;
        ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
        int failed = io_sink_commit(&sink, &problem);
        ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
        ck_assert_int_eq(failed, EXIT_OTHER);
        ck_assert_msg(strstr(problem.text, "cannot be written: File too large") != NULL, "%s", problem.text);
        ck_assert_uint_eq(files_in(&place), 0);
    }
}

TEST(what_cannot_be_kept_is_told_and_leaves_nothing) {
    own_temporary place = new_temporary();
    char path[512];
    io_sink *sink = NULL;
    text_problem problem = {0, ""};
    path_in(&place, "a.csv", path);
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(io_sink_open(path, NULL, &pairs_array, 1, &sink, &problem), 0);
        ck_assert_int_eq(io_sink_begin(sink, 0, &problem), 0);
        *(k ? &close_fails : &fsync_fails) = 1;
        const int failed = io_sink_commit(&sink, &problem);
        fsync_fails = close_fails = 0;
        ck_assert_int_eq(failed, EXIT_OTHER);
        ck_assert_ptr_nonnull(strstr(problem.text, k ? "Disk quota exceeded" : "Input/output error"));
        ck_assert_uint_eq(files_in(&place), 0);
    }
}

TEST(a_name_may_be_as_long_as_the_file_system_allows) {
    own_temporary place = new_temporary();
    char name[NAME_MAX + 1], path[512];
    memset(name, 'a', NAME_MAX);
    memcpy(name + NAME_MAX - 4, ".csv", 5);
    memcpy(name + 99, "\xC3\xA9",
           2); /* a character that stands across the part that the temporary name keeps */
    path_in(&place, name, path);
    write_pairs(path);
    ck_assert(file_exists(path));
    ck_assert_uint_eq(files_in(&place), 1);
}

TEST(a_temporary_file_that_is_there_is_another_ones) {
    own_temporary place = new_temporary();
    char path[512], other[512], name[64];
    size_t size = 0;
    snprintf(name, sizeof name, "a.csv.%ld-0.part", (long)getpid());
    path_in(&place, name, other);
    write_file(other, "theirs", 6);
    path_in(&place, "a.csv", path);
    write_pairs(path);
    char *bytes = read_whole_file(other, &size);
    ck_assert_str_eq(bytes, "theirs");
    free(bytes);
    ck_assert_uint_eq(files_in(&place), 2);
}
