/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Arrays of every type, and several of them in one file. */
#include "formats/bytes.h"
#include "formats/output/sink.h"
#include "tools/formats/output/sinks.h"
#include "formats/source.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t offsets[] = {0, 2, UINT64_C(1) << 40};
static const int32_t indices[] = {5, -6, 7};
static const float distances[] = {0.1F, 2, 1e-30F};
static const double vectors[] = {0.1, -1, 1e300, 4, 5.5, 6};
static const uint32_t labels[] = {4294967295U, 0, 10};

/* Writes three rows of one array in windows of two and one. */
static char *written(const char *name, io_array array, const void *rows, size_t *size) {
    own_temporary place = new_temporary();
    char path[512];
    io_sink *sink = NULL;
    text_problem problem = {0, ""};
    const size_t bytes = (size_t)array.columns * nf_type_bytes(array.type);
    path_in(&place, name, path);
    ck_assert_msg(io_sink_open(path, NULL, &array, 1, &sink, &problem) == 0, "%s", problem.text);
    ck_assert_int_eq(io_sink_begin(sink, 3, &problem), 0);
    ck_assert_int_eq(write_rows(sink, rows, 2, &problem), 0);
    ck_assert_int_eq(write_rows(sink, (const char *)rows + 2 * bytes, 1, &problem), 0);
    ck_assert_msg(io_sink_commit(&sink, &problem) == 0, "%s", problem.text);
    char *text = read_whole_file(path, size);
    return text;
}

TEST(arrays_of_every_type_are_written) {
    static const struct {
        io_array array;
        const void *rows;
        const char *descr, *text;
    } rows[] = {
        {{"offsets", NF_UINT64, 1, "offset", 0}, offsets, "'descr': '<u8'", "offset\n0\n2\n1099511627776\n"},
        {{"indices", NF_INT32, 1, "index", 0}, indices, "'descr': '<i4'", "index\n5\n-6\n7\n"},
        {{"labels", NF_UINT32, 1, "label", 0}, labels, "'descr': '<u4'", "label\n4294967295\n0\n10\n"},
        {{"distances", NF_FLOAT32, 1, "d", 0}, distances, "'descr': '<f4'", "d\n0.100000001\n2\n1e-30\n"},
        {{"vectors", NF_FLOAT64, 2, "x,y", 0},
         vectors,
         "'shape': (3, 2), ",
         "x,y\n0.10000000000000001,-1\n1.0000000000000001e+300,4\n5.5,6\n"},
        {{"indices", NF_INT32, 1, "index", IO_MATRIX}, indices, "'shape': (3, 1), ", "index1\n5\n-6\n7\n"},
        {{"vectors", NF_INT32, 1, "dx,dy,dz", IO_MATRIX}, indices, "'shape': (3, 1), ", "dx\n5\n-6\n7\n"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        size_t size = 0;
        const size_t bytes = 3 * (size_t)rows[k].array.columns * nf_type_bytes(rows[k].array.type);
        char *got = written("a.csv", rows[k].array, rows[k].rows, &size);
        ck_assert_str_eq(got, rows[k].text);
        free(got);
        got = written("a.npy", rows[k].array, rows[k].rows, &size);
        ck_assert_uint_eq(size, 128 + bytes);
        ck_assert_ptr_nonnull(strstr(got + 10, rows[k].descr));
        if (!io_array_has_lists(&rows[k].array)) ck_assert_ptr_nonnull(strstr(got + 10, "'shape': (3,), "));
        for (size_t at = 0; at < bytes; at += 4) { /* NumPy's files are little-endian */
            uint32_t word;
            memcpy(&word, (const char *)rows[k].rows + at, sizeof word);
            if (nf_type_bytes(rows[k].array.type) == 4)
                ck_assert_uint_eq(io_load_le((unsigned char *)got + 128 + at, 4), word);
        }
        if (rows[k].array.type == NF_UINT64)
            ck_assert_uint_eq(io_load_le((unsigned char *)got + 128 + 16, 8), offsets[2]);
        free(got);
    }
}

TEST(an_archive_holds_several_arrays) {
    static const io_array arrays[] = {{"vectors", NF_FLOAT64, 2, "x,y", 0},
                                      {"empty", NF_INT32, 1, "i", 0},
                                      {"distances", NF_FLOAT32, 1, "d", 0}};
    own_temporary place = new_temporary();
    char path[512];
    io_sink *sink = NULL;
    io_frame frame = {0};
    text_problem problem = {0, ""};
    path_in(&place, "a.npz", path);
    ck_assert_int_eq(io_sink_open(path, NULL, arrays, 3, &sink, &problem), 0);
    ck_assert_int_eq(io_sink_begin(sink, 3, &problem), 0);
    ck_assert_int_eq(write_rows(sink, vectors, 3, &problem), 0);
    ck_assert_int_eq(io_sink_begin(sink, 0, &problem), 0);
    ck_assert_int_eq(io_sink_begin(sink, 3, &problem), 0);
    ck_assert_int_eq(write_rows(sink, distances, 3, &problem), 0);
    ck_assert_msg(io_sink_commit(&sink, &problem) == 0, "%s", problem.text);
    /* The reader compares every member's checksum and size. */
    const io_source_options options = {.array = "vectors", .named = "distances"};
    ck_assert_msg(io_read_first(path, &options, &frame, &problem) == 0, "%s", problem.text);
    ck_assert_uint_eq(frame.n, 3);
    ck_assert_mem_eq(frame.positions, vectors, sizeof vectors);
    ck_assert_int_eq(frame.columns[0].type, NF_FLOAT32);
    ck_assert_mem_eq(frame.columns[0].data, distances, sizeof distances);
    io_frame_free(&frame);
    size_t size = 0;
    own_memory char *bytes = read_whole_file(path, &size);
    ck_assert_uint_eq(io_load_le((unsigned char *)bytes + size - 12, 2), 3); /* members in the directory */
    const uint64_t directory = io_load_le((unsigned char *)bytes + size - 6, 4);
    const uint64_t second = io_load_le((unsigned char *)bytes + directory + 46 + 11 + 42, 4);
    ck_assert_mem_eq(bytes + second, "PK\3\4", 4);
    ck_assert_mem_eq(bytes + second + 30, "empty.npy", 9);
}

/* Numbers, a matrix and a text. */
static void describe(io_sink *sink) {
    const io_attribute all[] = {
        {.name = "length", .type = NF_FLOAT64, .numbers = {0.5}},
        {.name = "flags", .type = NF_UINT32, .rank = 1, .size = 3, .numbers = {1, 0, 7}},
        {.name = "cell", .type = NF_FLOAT64, .rank = 2, .size = 2, .numbers = {1, 2, 3, 4}},
        {.name = "version", .text = "1.2.3"}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) io_sink_describe(sink, &all[k]);
}

/* Commits one array with so many attributes; returns the code. */
static int commit_described(const char *name, int count, text_problem *problem) {
    static const io_array array = {"indices", NF_INT32, 1, "index", 0};
    const io_attribute attribute = {.name = "length", .type = NF_FLOAT64, .numbers = {0.5}};
    own_temporary place = new_temporary();
    char path[512];
    io_sink *sink = NULL;
    path_in(&place, name, path);
    ck_assert_int_eq(io_sink_open(path, NULL, &array, 1, &sink, problem), 0);
    ck_assert_int_eq(io_sink_begin(sink, 3, problem), 0);
    ck_assert_int_eq(write_rows(sink, indices, 3, problem), 0);
    for (int k = 0; k < count; k++) io_sink_describe(sink, &attribute);
    const int code = io_sink_commit(&sink, problem);
    ck_assert_uint_eq(files_in(&place), code == 0);
    return code;
}

TEST(more_attributes_than_there_is_room_for_are_refused) {
    static const char *const names[] = {"a.npy", "a.npz", "a.csv", "a.h5", "a.json"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        text_problem problem = {0, ""};
        ck_assert_msg(commit_described(names[k], IO_MOST_ATTRIBUTES, &problem) == 0, "%s", problem.text);
        ck_assert_int_eq(commit_described(names[k], IO_MOST_ATTRIBUTES + 1, &problem), EXIT_OTHER);
        ck_assert_msg(strstr(problem.text, "room for 8 attributes, not for 9"), "%s", problem.text);
    }
}

static char *described(const char *name, size_t *size) {
    static const io_array array = {"indices", NF_INT32, 1, "index", 0};
    own_temporary place = new_temporary();
    char path[512];
    io_sink *sink = NULL;
    text_problem problem = {0, ""};
    path_in(&place, name, path);
    ck_assert_int_eq(io_sink_open(path, NULL, &array, 1, &sink, &problem), 0);
    ck_assert_int_eq(io_sink_begin(sink, 3, &problem), 0);
    ck_assert_int_eq(write_rows(sink, indices, 3, &problem), 0);
    describe(sink);
    ck_assert_msg(io_sink_commit(&sink, &problem) == 0, "%s", problem.text);
    if (strstr(name, ".npz")) { /* The reader compares every member's checksum and size. */
        const io_source_options options = {.array = "cell"};
        io_frame frame = {0};
        ck_assert_msg(io_read_first(path, &options, &frame, &problem) == 0, "%s", problem.text);
        ck_assert(frame.n == 2 && frame.dims == 2);
        for (int k = 0; k < 4; k++) ck_assert_double_eq(((const double *)frame.positions)[k], k + 1);
        io_frame_free(&frame);
    }
    char *text = read_whole_file(path, size);
    return text;
}

static int holds(const char *bytes, size_t size, const char *words) {
    for (size_t at = 0; at + strlen(words) <= size; at++)
        if (memcmp(bytes + at, words, strlen(words)) == 0) return 1;
    return 0;
}

TEST(attributes_are_arrays_of_an_archive_and_members_of_json) {
    size_t size = 0;
    char *text = described("a.json", &size);
    ck_assert_str_eq(text, "{\"indices\":[5,-6,7],\n\"length\":0.5,\n\"flags\":[1,0,7],\n"
                           "\"cell\":[[1,2],[3,4]],\n\"version\":\"1.2.3\"}\n");
    free(text);
    text = described("a.csv", &size);
    ck_assert_str_eq(text, "index\n5\n-6\n7\n");
    free(text);
    text = described("a.npz", &size);
    static const char *const words[] = {"length.npy", "'descr': '<f8', 'fortran_order': False, 'shape': (), ",
                                        "'descr': '<u4', 'fortran_order': False, 'shape': (3,), ",
                                        "'descr': '<U5', 'fortran_order': False, 'shape': (), "};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        ck_assert_msg(holds(text, size, words[k]), "there is no %s", words[k]);
    free(text);
}

TEST(a_table_has_the_arrays_side_by_side) {
    static const io_array arrays[] = {{"indices", NF_INT32, 1, "index", 0},
                                      {"vectors", NF_FLOAT64, 2, "dx,dy,dz", 0},
                                      {"distances", NF_FLOAT32, 1, "distance", 0}};
    const void *first[] = {indices, vectors, distances}, *last[] = {indices + 2, vectors + 4, distances + 2};
    own_temporary place = new_temporary();
    char path[512];
    size_t size = 0;
    io_sink *sink = NULL;
    text_problem problem = {0, ""};
    path_in(&place, "a.csv", path);
    ck_assert_int_eq(io_sink_open(path, NULL, arrays, 3, &sink, &problem), 0);
    ck_assert_uint_eq(io_sink_together(sink), 3);
    ck_assert_int_eq(io_sink_begin(sink, 3, &problem), 0);
    ck_assert_int_eq(io_sink_write(sink, first, 2, &problem), 0);
    ck_assert_int_eq(io_sink_write(sink, last, 1, &problem), 0);
    ck_assert_msg(io_sink_commit(&sink, &problem) == 0, "%s", problem.text);
    own_memory char *text = read_whole_file(path, &size);
    ck_assert_str_eq(text, "index,dx,dy,distance\n"
                           "5,0.10000000000000001,-1,0.100000001\n"
                           "-6,1.0000000000000001e+300,4,2\n"
                           "7,5.5,6,1e-30\n");
}

TEST(a_format_without_room_for_the_arrays_is_refused_before_the_work) {
    static const io_array arrays[] = {{"offsets", NF_UINT64, 1, "offset", 1},
                                      {"indices", NF_INT32, 1, "index", 0}};
    static const char *const names[] = {"a.npy", "a.csv"},
                             *const words[] = {
                                 "has room for 1 array, not for 2; use .npz, .h5, .hdf5, .json.",
                                 "has no room for arrays of different lengths; use .npz, .h5, .hdf5, .json."};
    own_temporary place = new_temporary();
    char path[512];
    io_sink *sink = NULL;
    text_problem problem = {0, ""};
    for (size_t k = 0; k < 2; k++) {
        path_in(&place, names[k], path);
        ck_assert_int_eq(io_sink_open(path, NULL, arrays, 2, &sink, &problem), EXIT_USAGE);
        ck_assert_msg(strstr(problem.text, words[k]) != NULL, "%s", problem.text);
    }
    ck_assert_uint_eq(files_in(&place), 0);
}

TEST(an_array_that_is_missing_or_not_whole_leaves_no_file) {
    static const io_array arrays[] = {{"offsets", NF_UINT64, 1, "offset", 0},
                                      {"indices", NF_INT32, 1, "index", 0}};
    own_temporary place = new_temporary();
    char path[512];
    io_sink *sink = NULL;
    text_problem problem = {0, ""};
    path_in(&place, "a.npz", path);
    ck_assert_int_eq(io_sink_open(path, NULL, arrays, 2, &sink, &problem), 0);
    ck_assert_int_eq(write_rows(sink, offsets, 1, &problem), EXIT_OTHER);
    ck_assert_int_eq(io_sink_begin(sink, 3, &problem), 0);
    ck_assert_int_eq(write_rows(sink, offsets, 2, &problem), 0);
    ck_assert_int_eq(io_sink_begin(sink, 0, &problem), EXIT_OTHER);
    ck_assert_ptr_nonnull(strstr(problem.text, "the number of rows of 'offsets' is not 3"));
    ck_assert_int_eq(write_rows(sink, offsets, 1, &problem), 0);
    ck_assert_int_eq(io_sink_commit(&sink, &problem), EXIT_OTHER);
    ck_assert_ptr_nonnull(strstr(problem.text, "the array 'indices' is missing"));
    ck_assert_ptr_null(sink);
    ck_assert_uint_eq(files_in(&place), 0);
}
