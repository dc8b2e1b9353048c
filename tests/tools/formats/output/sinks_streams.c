/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Standard output, and signals. */
#include "system/atomic_file.h"
#include "tools/formats/output/sinks.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Writes pairs with standard output in a file, and answers what arrived there. */
static char *on_standard_output(const temporary *place, const char *format, int *failed, size_t *size) {
    char path[512];
    io_sink *sink = NULL;
    text_problem problem = {0, ""};
    path_in(place, "standard", path);
    (void)fflush(stdout);
    const int saved = dup(STDOUT_FILENO);
    ck_assert_ptr_nonnull(freopen(path, "wb", stdout));
    *failed = io_sink_open("-", format, &pairs_array, 1, &sink, &problem);
    if (*failed == 0) *failed = io_sink_begin(sink, 3, &problem);
    if (*failed == 0) *failed = write_rows(sink, pairs, 3, &problem);
    if (*failed == 0) *failed = io_sink_commit(&sink, &problem);
    (void)dup2(saved, STDOUT_FILENO);
    (void)close(saved);
    return read_whole_file(path, size);
}

TEST(pairs_go_to_standard_output) {
    own_temporary place = new_temporary();
    int failed = 0;
    size_t size = 0;
    char *bytes = on_standard_output(&place, NULL, &failed, &size);
    ck_assert_int_eq(failed, 0);
    ck_assert_str_eq(bytes, "i,j\n0,1\n10,2147483647\n7,65536\n");
    free(bytes);
    bytes = on_standard_output(&place, "NPY", &failed, &size);
    ck_assert_int_eq(failed, 0);
    ck_assert_uint_eq(size, 152);
    check_npy((unsigned char *)bytes, 3, pairs);
    free(bytes);
    free(on_standard_output(&place, "pdf", &failed, &size));
    ck_assert_int_eq(failed, EXIT_USAGE);
}

/* The format of the file does not depend on where it goes. */
TEST(formats_that_are_completed_later_have_the_same_bytes_on_standard_output) {
    static const char *const names[] = {"a.npz", "a.h5"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        own_temporary place = new_temporary();
        char path[512];
        io_sink *sink = NULL;
        text_problem problem = {0, ""};
        int failed = 0;
        size_t size = 0, expected_size = 0;
        path_in(&place, names[k], path);
        ck_assert_int_eq(io_sink_open(path, NULL, &pairs_array, 1, &sink, &problem), 0);
        ck_assert_int_eq(io_sink_begin(sink, 3, &problem), 0);
        ck_assert_int_eq(write_rows(sink, pairs, 3, &problem), 0);
        ck_assert_int_eq(io_sink_commit(&sink, &problem), 0);
        own_memory char *expected = read_whole_file(path, &expected_size),
                        *bytes = on_standard_output(&place, names[k] + 2, &failed, &size);
        ck_assert_int_eq(failed, 0);
        ck_assert_uint_eq(size, expected_size);
        ck_assert_mem_eq(bytes, expected, size);
    }
}

LOOP_TEST(a_signal_removes_the_temporary_files, 7) {
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGABRT};
    own_temporary place = new_temporary();
    char path[512], other[512];
    int status = 0;
    path_in(&place, "a.csv", path);
    path_in(&place, "b.svg", other);
    pid_t child = fork();
    if (child == 0) {
        io_sink *sink = NULL;
        atomic_file target;
        text_problem problem;
        (void)signal(signals[_i], SIG_DFL);
        if (io_sink_open(path, NULL, &pairs_array, 1, &sink, &problem) != 0 ||
            atomic_file_open(&target, other) != 0 || files_in(&place) != 2)
            _exit(3);
        io_sink_cleanup_on_signal(sink);
        atomic_file_remove_on_signal(&target);
        (void)raise(signals[_i]);
        _exit(4);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status));
    ck_assert_int_eq(WTERMSIG(status), signals[_i]);
    ck_assert_uint_eq(files_in(&place), 0);
}
