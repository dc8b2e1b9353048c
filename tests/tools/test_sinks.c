#define _DEFAULT_SOURCE /* syscall */
#include "bytes.h"
#include "sink_internal.h"
#include "sinks.h"
#include "source.h"
#include "support.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

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

static const io_array pairs_array = {"pairs", NF_INT32, 2, "i,j"};
static const int32_t pairs[] = {0, 1, 10, 2147483647, 7, 65536};

static void write_pairs(const char *path) {
    io_sink *sink = NULL;
    io_problem problem = {0, ""};
    ck_assert_msg(io_sink_open(path, NULL, &pairs_array, 1, &sink, &problem) == 0, "%s", problem.text);
    ck_assert_int_eq(io_sink_begin(sink, 3, &problem), 0);
    ck_assert_int_eq(io_sink_write(sink, pairs, 1, &problem), 0);
    ck_assert_int_eq(io_sink_write(sink, NULL, 0, &problem), 0);
    ck_assert_int_eq(io_sink_write(sink, pairs + 2, 2, &problem), 0);
    ck_assert(access(path, F_OK) != 0);
    ck_assert_msg(io_sink_commit(&sink, &problem) == 0, "%s", problem.text);
    ck_assert_ptr_null(sink);
}

static void check_npy(const unsigned char *bytes, uint64_t count, const int32_t *expected) {
    static const char dictionary[] = "{'descr': '<i4', 'fortran_order': False, 'shape': (3, 2), } ";
    ck_assert_mem_eq(bytes, "\x93NUMPY\x01\x00\x76\x00", 10);
    if (count == 3) ck_assert_mem_eq(bytes + 10, dictionary, strlen(dictionary));
    ck_assert_int_eq(bytes[127], '\n');
    for (size_t i = 0; i < 2 * count; i++)
        ck_assert_uint_eq(io_load_le(bytes + 128 + 4 * i, 4), (uint32_t)expected[i]);
}

START_TEST(pairs_are_written_as_csv_npy_and_npz) {
    temporary place;
    char path[512];
    size_t size = 0;
    make_temporary(&place);
    path_in(&place, "a.csv", path);
    write_pairs(path);
    char *bytes = read_whole_file(path, &size);
    ck_assert_str_eq(bytes, "i,j\n0,1\n10,2147483647\n7,65536\n");
    free(bytes);
    path_in(&place, "a.NPY", path);
    write_pairs(path);
    bytes = read_whole_file(path, &size);
    ck_assert_uint_eq(size, 152);
    check_npy((unsigned char *)bytes, 3, pairs);
    free(bytes);
    path_in(&place, "a.npz", path);
    write_pairs(path);
    bytes = read_whole_file(path, &size);
    const unsigned char *zip = (unsigned char *)bytes;
    ck_assert_uint_eq(size, 30 + 9 + 152 + 46 + 9 + 22);
    ck_assert_mem_eq(zip, "PK\3\4", 4);
    ck_assert_mem_eq(zip + 30, "pairs.npy", 9);
    check_npy(zip + 39, 3, pairs);
    ck_assert_uint_eq(io_load_le(zip + 14, 4), crc32(0, zip + 39, 152));
    ck_assert_mem_eq(zip + 191, "PK\1\2", 4);
    ck_assert_uint_eq(io_load_le(zip + 191 + 16, 4), io_load_le(zip + 14, 4));
    ck_assert_uint_eq(io_load_le(zip + 191 + 24, 4), 152);
    ck_assert_mem_eq(zip + size - 22, "PK\5\6", 4);
    ck_assert_uint_eq(io_load_le(zip + size - 6, 4), 191);
    free(bytes);
    ck_assert_uint_eq(files_in(&place), 3);
    remove_temporary(&place);
}
END_TEST

START_TEST(many_pairs_pass_through_the_buffer_unchanged) {
    enum { COUNT = 300001 };
    temporary place;
    char path[512];
    size_t size = 0;
    io_sink *sink = NULL;
    io_problem problem;
    int32_t *many = malloc((size_t)2 * COUNT * sizeof *many);
    ck_assert_ptr_nonnull(many);
    for (int32_t i = 0; i < 2 * COUNT; i++) many[i] = i * 3571;
    make_temporary(&place);
    static const char *const names[] = {"a.npy", "a.npz", "a.csv"};
    for (size_t k = 0; k < 3; k++) {
        path_in(&place, names[k], path);
        ck_assert_int_eq(io_sink_open(path, NULL, &pairs_array, 1, &sink, &problem), 0);
        ck_assert_int_eq(io_sink_begin(sink, COUNT, &problem), 0);
        ck_assert_int_eq(io_sink_write(sink, many, COUNT, &problem), 0);
        ck_assert_int_eq(io_sink_commit(&sink, &problem), 0);
        char *bytes = read_whole_file(path, &size);
        if (k < 2) check_npy((unsigned char *)bytes + (k == 1 ? 39 : 0), COUNT, many);
        char *at = bytes + 4;
        for (size_t i = 0; k == 2 && i < (size_t)2 * COUNT; i++, at++)
            ck_assert_int_eq(strtol(at, &at, 10), many[i]);
        free(bytes);
    }
    free(many);
    remove_temporary(&place);
}
END_TEST

START_TEST(no_pairs_are_a_whole_file_too) {
    static const char *const names[] = {"a.npy", "a.npz", "a.csv"};
    static const size_t sizes[] = {128, 30 + 9 + 128 + 46 + 9 + 22, 4};
    temporary place;
    char path[512];
    io_sink *sink = NULL;
    io_problem problem;
    struct stat status;
    make_temporary(&place);
    for (size_t k = 0; k < 3; k++) {
        path_in(&place, names[k], path);
        ck_assert_int_eq(io_sink_open(path, NULL, &pairs_array, 1, &sink, &problem), 0);
        ck_assert_int_eq(io_sink_begin(sink, 0, &problem), 0);
        ck_assert_int_eq(io_sink_commit(&sink, &problem), 0);
        ck_assert_int_eq(stat(path, &status), 0);
        ck_assert_uint_eq((size_t)status.st_size, sizes[k]);
    }
    remove_temporary(&place);
}
END_TEST

START_TEST(an_archive_above_4_gib_has_the_records_of_zip64) {
    unsigned char bytes[IO_ZIP_LONGEST];
    io_zip_record record = {"pairs.npy", UINT64_C(0x123456789A), 0, 7};
    ck_assert_uint_eq(io_zip_local_header(bytes, &record), 30 + 9 + 20);
    ck_assert_uint_eq(io_load_le(bytes + 4, 2), 45);
    ck_assert_uint_eq(io_load_le(bytes + 18, 8), UINT64_MAX);
    ck_assert_mem_eq(bytes + 39, "\1\0\20\0", 4);
    ck_assert_uint_eq(io_load_le(bytes + 43, 8), record.size);
    ck_assert_uint_eq(io_zip_directory(bytes, &record, 1), 46 + 9 + 20 + 56 + 20 + 22);
    ck_assert_uint_eq(io_load_le(bytes + 75, 4), 0x06064b50);
    ck_assert_uint_eq(io_load_le(bytes + 75 + 40, 8), 75);
    ck_assert_uint_eq(io_load_le(bytes + 75 + 48, 8), record.size + 59);
    ck_assert_uint_eq(io_load_le(bytes + 131 + 8, 8), record.size + 59 + 75);
    ck_assert_uint_eq(io_load_le(bytes + 151 + 16, 4), UINT32_MAX);
    record.size = UINT32_MAX - 1024;
    ck_assert_uint_eq(io_zip_local_header(bytes, &record), 39);
    record.size = UINT32_MAX - 1023;
    ck_assert_uint_eq(io_zip_local_header(bytes, &record), 59);
}
END_TEST

/* The second member stands beyond 4 GiB, so that its place needs 64 bits and its size does not. */
START_TEST(a_member_beyond_4_gib_has_its_offset_in_64_bits) {
    unsigned char bytes[IO_ZIP_LONGEST];
    const uint64_t size = UINT64_C(0x123456789A), offset = size + 59;
    const io_zip_record records[] = {{"a.npy", size, 0, 7}, {"b.npy", 100, offset, 8}};
    const size_t second = 46 + 5 + 20, end = second + 46 + 5 + 12;
    ck_assert_uint_eq(io_zip_local_header(bytes, &records[1]), 30 + 5);
    ck_assert_uint_eq(io_zip_directory(bytes, records, 2), end + 56 + 20 + 22);
    ck_assert_uint_eq(io_load_le(bytes + second + 6, 2), 45);
    ck_assert_uint_eq(io_load_le(bytes + second + 20, 4), 100);
    ck_assert_uint_eq(io_load_le(bytes + second + 42, 4), UINT32_MAX);
    ck_assert_mem_eq(bytes + second + 51, "\1\0\10\0", 4);
    ck_assert_uint_eq(io_load_le(bytes + second + 55, 8), offset);
    ck_assert_uint_eq(io_load_le(bytes + end + 32, 8), 2);
    ck_assert_uint_eq(io_load_le(bytes + end + 40, 8), end);
    ck_assert_uint_eq(io_load_le(bytes + end + 48, 8), offset + 35 + 100);
}
END_TEST

static void cannot_open(const char *path, int code, const char *part) {
    io_sink *sink = NULL;
    io_problem problem = {0, ""};
    ck_assert_int_eq(io_sink_open(path, NULL, &pairs_array, 1, &sink, &problem), code);
    ck_assert_msg(strstr(problem.text, part) != NULL && strncmp(problem.text, path, strlen(path)) == 0, "%s",
                  problem.text);
    ck_assert_ptr_null(sink);
}

START_TEST(a_target_that_cannot_be_written_is_refused_before_the_work) {
    temporary place;
    char path[512];
    make_temporary(&place);
    path_in(&place, "a.txt", path);
    cannot_open(path, NF_EXIT_USAGE, ".npy, .npz, .csv");
    path_in(&place, "npy", path);
    cannot_open(path, NF_EXIT_USAGE, ".npy, .npz, .csv");
    path_in(&place, "none/a.npy", path);
    cannot_open(path, NF_EXIT_OTHER, "No such file or directory");
    path_in(&place, "a.npy", path);
    ck_assert_int_eq(mkdir(path, 0777), 0);
    cannot_open(path, NF_EXIT_OTHER, "it is a directory");
    path_in(&place, "b.csv", path);
    ck_assert_int_eq(mkfifo(path, 0666), 0);
    cannot_open(path, NF_EXIT_OTHER, "not a regular file");
    ck_assert_uint_eq(files_in(&place), 2);
    remove_temporary(&place);
}
END_TEST

START_TEST(an_abandoned_output_leaves_the_old_file_as_it_was) {
    temporary place;
    char path[512];
    size_t size = 0;
    io_sink *sink = NULL;
    io_problem problem;
    make_temporary(&place);
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
    ck_assert_int_eq(io_sink_write(sink, pairs, 2, &problem), 0);
    ck_assert_int_eq(io_sink_write(sink, pairs, 2, &problem), NF_EXIT_OTHER);
    ck_assert_int_eq(io_sink_commit(&sink, &problem), NF_EXIT_OTHER);
    ck_assert_ptr_null(sink);
    ck_assert_uint_eq(files_in(&place), 1);
    char *bytes = read_whole_file(path, &size);
    ck_assert_str_eq(bytes, "old");
    free(bytes);
    remove_temporary(&place);
}
END_TEST

START_TEST(a_full_disk_is_told_and_leaves_nothing) {
    static const char *const names[] = {"a.npy", "a.npz", "a.csv"};
    temporary place;
    char path[512];
    io_sink *sink = NULL;
    io_problem problem = {0, ""};
    struct rlimit before, small;
    make_temporary(&place);
    (void)signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    for (size_t k = 0; k < 3; k++) {
        path_in(&place, names[k], path);
        ck_assert_int_eq(io_sink_open(path, NULL, &pairs_array, 1, &sink, &problem), 0);
        ck_assert_int_eq(io_sink_begin(sink, 3, &problem), 0);
        ck_assert_int_eq(io_sink_write(sink, pairs, 3, &problem), 0);
        small = before;
        small.rlim_cur = 16;
        ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
        int failed = io_sink_commit(&sink, &problem);
        ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
        ck_assert_int_eq(failed, NF_EXIT_OTHER);
        ck_assert_msg(strstr(problem.text, "cannot be written: File too large") != NULL, "%s", problem.text);
        ck_assert_uint_eq(files_in(&place), 0);
    }
    remove_temporary(&place);
}
END_TEST

START_TEST(what_cannot_be_kept_is_told_and_leaves_nothing) {
    temporary place;
    char path[512];
    io_sink *sink = NULL;
    io_problem problem = {0, ""};
    make_temporary(&place);
    path_in(&place, "a.csv", path);
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(io_sink_open(path, NULL, &pairs_array, 1, &sink, &problem), 0);
        ck_assert_int_eq(io_sink_begin(sink, 0, &problem), 0);
        *(k ? &close_fails : &fsync_fails) = 1;
        const int failed = io_sink_commit(&sink, &problem);
        fsync_fails = close_fails = 0;
        ck_assert_int_eq(failed, NF_EXIT_OTHER);
        ck_assert_ptr_nonnull(strstr(problem.text, k ? "Disk quota exceeded" : "Input/output error"));
        ck_assert_uint_eq(files_in(&place), 0);
    }
    remove_temporary(&place);
}
END_TEST

START_TEST(a_name_may_be_as_long_as_the_file_system_allows) {
    temporary place;
    char name[NAME_MAX + 1], path[512];
    make_temporary(&place);
    memset(name, 'a', NAME_MAX);
    memcpy(name + NAME_MAX - 4, ".csv", 5);
    memcpy(name + 99, "\xC3\xA9",
           2); /* a character that stands across the part that the temporary name keeps */
    path_in(&place, name, path);
    write_pairs(path);
    ck_assert(file_exists(path));
    ck_assert_uint_eq(files_in(&place), 1);
    remove_temporary(&place);
}
END_TEST

START_TEST(a_temporary_file_that_is_there_is_another_ones) {
    temporary place;
    char path[512], other[512], name[64];
    size_t size = 0;
    make_temporary(&place);
    snprintf(name, sizeof name, "a.csv.%ld-0.part", (long)getpid());
    path_in(&place, name, other);
    write_file(other, "theirs", 6);
    path_in(&place, "a.csv", path);
    write_pairs(path);
    char *bytes = read_whole_file(other, &size);
    ck_assert_str_eq(bytes, "theirs");
    free(bytes);
    ck_assert_uint_eq(files_in(&place), 2);
    remove_temporary(&place);
}
END_TEST

/* Runs nf_sink_* with standard output in a file, and answers what arrived there. */
static char *on_standard_output(const temporary *place, const char *format, int *failed, size_t *size) {
    char path[512];
    io_sink *sink = NULL;
    io_problem problem = {0, ""};
    path_in(place, "standard", path);
    (void)fflush(stdout);
    const int saved = dup(STDOUT_FILENO);
    ck_assert_ptr_nonnull(freopen(path, "wb", stdout));
    *failed = io_sink_open("-", format, &pairs_array, 1, &sink, &problem);
    if (*failed == 0) *failed = io_sink_begin(sink, 3, &problem);
    if (*failed == 0) *failed = io_sink_write(sink, pairs, 3, &problem);
    if (*failed == 0) *failed = io_sink_commit(&sink, &problem);
    (void)dup2(saved, STDOUT_FILENO);
    (void)close(saved);
    return read_whole_file(path, size);
}

START_TEST(pairs_go_to_standard_output) {
    temporary place;
    int failed = 0;
    size_t size = 0;
    make_temporary(&place);
    char *bytes = on_standard_output(&place, NULL, &failed, &size);
    ck_assert_int_eq(failed, 0);
    ck_assert_str_eq(bytes, "i,j\n0,1\n10,2147483647\n7,65536\n");
    free(bytes);
    bytes = on_standard_output(&place, "NPY", &failed, &size);
    ck_assert_int_eq(failed, 0);
    ck_assert_uint_eq(size, 152);
    check_npy((unsigned char *)bytes, 3, pairs);
    free(bytes);
    free(on_standard_output(&place, "npz", &failed, &size));
    ck_assert_int_eq(failed, NF_EXIT_USAGE);
    free(on_standard_output(&place, "pdf", &failed, &size));
    ck_assert_int_eq(failed, NF_EXIT_USAGE);
    remove_temporary(&place);
}
END_TEST

START_TEST(a_test_has_time_enough_on_a_busy_machine) {
    const char *seconds = getenv("CK_DEFAULT_TIMEOUT");
    ck_assert_ptr_nonnull(seconds);
    ck_assert_int_ge(strtol(seconds, NULL, 10), 300);
}
END_TEST

START_TEST(a_signal_removes_the_temporary_file) {
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGABRT};
    temporary place;
    char path[512];
    int status = 0;
    make_temporary(&place);
    path_in(&place, "a.csv", path);
    pid_t child = fork();
    if (child == 0) {
        io_sink *sink = NULL;
        io_problem problem;
        (void)signal(signals[_i], SIG_DFL);
        if (io_sink_open(path, NULL, &pairs_array, 1, &sink, &problem) != 0 || files_in(&place) != 1)
            _exit(3);
        io_sink_cleanup_on_signal(sink);
        (void)raise(signals[_i]);
        _exit(4);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status));
    ck_assert_int_eq(WTERMSIG(status), signals[_i]);
    ck_assert_uint_eq(files_in(&place), 0);
    remove_temporary(&place);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sinks");
    TCase *tests = tcase_create("sinks");
    tcase_add_test(tests, pairs_are_written_as_csv_npy_and_npz);
    tcase_add_test(tests, many_pairs_pass_through_the_buffer_unchanged);
    tcase_add_test(tests, no_pairs_are_a_whole_file_too);
    tcase_add_test(tests, an_archive_above_4_gib_has_the_records_of_zip64);
    tcase_add_test(tests, a_member_beyond_4_gib_has_its_offset_in_64_bits);
    tcase_add_test(tests, a_target_that_cannot_be_written_is_refused_before_the_work);
    tcase_add_test(tests, an_abandoned_output_leaves_the_old_file_as_it_was);
    tcase_add_test(tests, a_full_disk_is_told_and_leaves_nothing);
    tcase_add_test(tests, what_cannot_be_kept_is_told_and_leaves_nothing);
    tcase_add_test(tests, a_name_may_be_as_long_as_the_file_system_allows);
    tcase_add_test(tests, a_temporary_file_that_is_there_is_another_ones);
    tcase_add_test(tests, pairs_go_to_standard_output);
    tcase_add_test(tests, a_test_has_time_enough_on_a_busy_machine);
    tcase_add_loop_test(tests, a_signal_removes_the_temporary_file, 0, 7);
    suite_add_tcase(suite, tests);
    suite_add_tcase(suite, arrays_case());
    return run_suite(suite);
}
