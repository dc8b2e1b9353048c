/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/formats.h"
#include "tools/formats/readers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char text[] = "2\n\nO 1 2 3\nH 4 5 6\n";

static void ends_with(const char *source, const char *format, int code, const char *part, const char *other) {
    io_frame points;
    text_problem problem = {0, ""};
    const io_source_options options = {.format = format};
    int failed = io_read_first(source, &options, &points, &problem);
    ck_assert_msg(failed == code, "ended with %d: %s", failed, problem.text);
    if (code == 0) ck_assert_uint_eq(points.n, 2);
    if (code != 0) holds(problem.text, part), holds(problem.text, other);
    io_frame_free(&points);
}

TEST(plain_and_gzipped_files_are_read) {
    static const char *const names[] = {"a.xyz", "A.XYZ", "a.xyz.gz", "a.b.XyZ.GZ"};
    own_temporary place = new_temporary();
    char path[512];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        path_in(&place, names[i], path);
        (i < 2 ? write_file : write_gzip)(path, text, sizeof text - 1);
        ends_with(path, NULL, 0, "", "");
    }
    path_in(&place, "none", path);
    write_gzip(path, text, sizeof text - 1);
    ends_with(path, "xyz", 0, "", "");
    ends_with(path, "extxyz", 0, "", "");
    ends_with(path, NULL, EXIT_USAGE, "none", "known are xyz (.xyz .extxyz), gro (.gro), lammps");
    ends_with(path, NULL, EXIT_USAGE, "none", "; clouds are random:N, clustered:N, ");
    ends_with("ramdom:1000:7", NULL, EXIT_USAGE, "ramdom", "; did you mean random:1000:7?");
    ends_with("random1000", NULL, EXIT_USAGE, "random1000", "; did you mean random:1000?");
    ends_with("foo:10", NULL, EXIT_USAGE, "foo:10", "graded-regular:N");
    ends_with(path, "pdf", EXIT_USAGE, "'pdf'", "ply (.ply)");
}

TEST(a_broken_gzip_is_refused) {
    own_temporary place = new_temporary();
    char path[512];
    size_t size = 0;
    path_in(&place, "a.xyz.gz", path);
    write_gzip(path, text, sizeof text - 1);
    own_memory char *bytes = read_whole_file(path, &size);
    write_file(path, bytes, size - 9);
    ends_with(path, NULL, EXIT_INPUT, path, "gzip file is truncated");
    bytes[size - 6] ^= 1; /* in the checksum */
    write_file(path, bytes, size);
    ends_with(path, NULL, EXIT_INPUT, path, "gzip file is damaged (incorrect data check)");
}

/* Two frames, of which the reader takes the first: the end of the file it would never see. */
TEST(a_gzip_that_is_damaged_behind_what_is_read_is_refused) {
    static const char *const names[] = {"a.xyz.gz", "data.b.gz"};
    enum { REST = 300000 };
    own_temporary place = new_temporary();
    char path[512];
    size_t size = 0;
    own_memory char *whole = allocate(REST + 200);
    for (size_t i = 0; i < 2; i++) {
        path_in(&place, names[i], path);
        const int start = i == 0 ? snprintf(whole, 200, "%s%s", text, text)
                                 : snprintf(whole, 200,
                                            "title\n2 atoms\n\nAtoms # atomic\n\n1 1 1 2 3\n2 1 4 "
                                            "5 6\n\nVelocities\n\n");
        uint32_t random = 1;
        for (size_t k = (size_t)start; k < REST;
             k++) { /* does not pack, so that damage has a place of its own */
            random = random * 1664525U + 1013904223U;
            whole[k] = k % 60 == 0 ? '\n' : (char)('0' + (random >> 24) % 64);
        }
        write_gzip(path, whole, REST);
        ends_with(path, NULL, 0, "", "");
        own_memory char *bytes = read_whole_file(path, &size);
        bytes[size / 2] ^= 4;
        write_file(path, bytes, size);
        ends_with(path, NULL, EXIT_INPUT, path, "gzip file is damaged");
        bytes[size / 2] ^= 4;
        bytes[size - 6] ^= 1; /* in the checksum */
        write_file(path, bytes, size);
        ends_with(path, NULL, EXIT_INPUT, path, "gzip file is damaged (incorrect data check)");
        bytes[size - 6] ^= 1;
        write_file(path, bytes, size - 4);
        ends_with(path, NULL, EXIT_INPUT, path, "gzip file is truncated");
    }
}

TEST(a_gzip_may_have_members_and_zeros_behind_them) {
    own_temporary place = new_temporary();
    char path[512], whole[512];
    size_t size = 0, more = 0;
    path_in(&place, "a.xyz.gz", path);
    write_gzip(path, text, 10);
    own_memory char *first = read_whole_file(path, &size);
    write_gzip(path, text + 10, sizeof text - 1 - 10);
    own_memory char *second = read_whole_file(path, &more);
    memset(whole, 0, sizeof whole);
    memcpy(whole, first, size);
    memcpy(whole + size, second, more);
    write_file(path, whole, size + more);
    ends_with(path, NULL, 0, "", "");
    write_file(path, whole, sizeof whole);
    ends_with(path, NULL, 0, "", "");
    write_file(path, whole, size);
    ends_with(path, NULL, EXIT_INPUT, path, "a.xyz.gz:");
    write_file(path, whole, size + 1);
    ends_with(path, NULL, EXIT_INPUT, path, "gzip file is truncated");
    whole[size + more] = 'x';
    write_file(path, whole, size + more + 1);
    ends_with(path, NULL, EXIT_INPUT, path, "gzip file is");
    whole[size + 1] ^= 1; /* the second member's magic number */
    write_file(path, whole, size + more);
    ends_with(path, NULL, EXIT_INPUT, path, "gzip file is damaged (incorrect header check)");
    write_file(path, "\x1f", 1);
    ends_with(path, NULL, EXIT_INPUT, "a.xyz.gz:1:", "");
    write_file(path, "\x1f\x8b", 2);
    ends_with(path, NULL, EXIT_INPUT, path, "gzip file is truncated");
}

TEST(what_is_no_file_of_points_is_refused) {
    own_temporary place = new_temporary();
    char path[512];
    path_in(&place, "a.xyz", path);
    ends_with(path, NULL, EXIT_INPUT, path, "No such file");
    ck_assert_int_eq(mkdir(path, 0777), 0);
    ends_with(path, NULL, EXIT_INPUT, path, "is a folder, not a file");
    ends_with(place.folder, NULL, EXIT_INPUT, place.folder, "is a folder, not a file");
    path_in(&place, "b.ply", path);
    write_file(path, "", 0);
    ends_with(path, NULL, EXIT_INPUT, path, "the file is empty");
    write_gzip(path, "", 0);
    ends_with(path, NULL, EXIT_INPUT, path, "the file is empty");
}

TEST(standard_input_is_read_in_a_given_format) {
    own_temporary place = new_temporary();
    char path[512];
    int saved = dup(STDIN_FILENO);
    path_in(&place, "a", path);
    write_gzip(path, text, sizeof text - 1);
    ck_assert_ptr_nonnull(freopen(path, "rb", stdin));
    ends_with("-", NULL, EXIT_USAGE, "standard input needs --format", "gro");
    ends_with("-", "xyz", 0, "", "");
    ends_with("-", "xyz", EXIT_INPUT, "standard input", "empty");
    if (saved >= 0) {
        ck_assert_int_eq(dup2(saved, STDIN_FILENO), STDIN_FILENO);
        (void)close(saved);
    }
}

TEST(the_name_of_a_file_tells_its_format) {
    static const struct {
        const char *path, *format;
    } rows[] = {
        {"x/data.water", "lammps"},
        {"data.sds.gz", "lammps"},
        {"a.lmp", "lammps"},
        {"data.csv", "columns"},
        {"data.0.lmp", "lammps"},
        {"a.TXT", "columns"},
        {"a.npy.gz", "npy"},
        {"c.ply", "ply"},
        {"data.d/a", NULL},
        {"a.xyz/b", NULL},
        {"data.", NULL},
        {".gz", NULL},
        {"", NULL},
        {"xyz", NULL},
        {"a.pdf", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const io_format *format = io_format_of_path(rows[i].path, strlen(rows[i].path));
        if (!rows[i].format) ck_assert_msg(!format, "%s has a format", rows[i].path);
        else ck_assert_msg(format != NULL && strcmp(format->name, rows[i].format) == 0, "%s", rows[i].path);
    }
}

TEST(long_lines_are_read_and_endless_ones_refused) {
    const size_t size = (size_t)17 << 20;
    own_memory char *line = allocate(size);
    memset(line, ' ', size);
    memcpy(line, "1\n\nO 1 2", 8);
    memcpy(line + 3000000, " 3\n", 3);
    reads("a.xyz", line, 3000003, 1, 3, (const double[]){1, 2, 3});
    memset(line + 3000000, ' ', 3);
    refuses("a.xyz", line, size, EXIT_INPUT, "a.xyz:3:", "longer than");
}

TEST(a_name_may_have_an_array_behind_the_file) {
    static const struct {
        const char *name, *array;
        size_t file;
    } rows[] = {{"a.h5:/b/c", "/b/c", 4},
                {"x:y/a.HDF5:b:c", "b:c", 10},
                {"a.npz:points", "points", 5},
                {"a.npz.gz:b", "b", 8},
                {"a.h5:", NULL, 5},
                {"a.h5", NULL, 4},
                {"a.xyz:b", "b", 5},
                {"a.gro:b", NULL, 7},
                {"a.h5/b:c", NULL, 8}};
    own_temporary place = new_temporary();
    char path[512];
    const char *array = NULL;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        ck_assert_uint_eq(io_source_file(rows[k].name, &array), rows[k].file);
        if (rows[k].array) ck_assert_str_eq(array, rows[k].array);
        else ck_assert_ptr_null(array);
    }
    /* A file of the whole name is that file. */
    path_in(&place, "a.h5:b", path);
    ck_assert_uint_eq(io_source_file(path, &array), strlen(path) - 2);
    write_file(path, "x", 1);
    ck_assert_uint_eq(io_source_file(path, &array), strlen(path));
}
