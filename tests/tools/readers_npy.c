/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "bytes.h"
#include "readers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Builds an .npy file in memory. */
typedef struct npy {
    unsigned char bytes[1024];
    size_t size;
} npy;

static npy with_header(int version, const char *dictionary) {
    npy file = {{0}, 0};
    const size_t length_bytes = version > 1 ? 4 : 2;
    memcpy(file.bytes, "\x93NUMPY", 6);
    file.bytes[6] = (unsigned char)version;
    io_store_le(file.bytes + 8, strlen(dictionary), length_bytes);
    memcpy(file.bytes + 8 + length_bytes, dictionary, strlen(dictionary));
    file.size = 8 + length_bytes + strlen(dictionary);
    return file;
}

static void add_doubles(npy *file, const double *values, size_t count) {
    for (size_t i = 0; i < count; i++, file->size += 8) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        io_store_le(file->bytes + file->size, bits, 8);
    }
}

static npy doubles(const char *dictionary, const double *values, size_t count) {
    npy file = with_header(1, dictionary);
    add_doubles(&file, values, count);
    return file;
}

#define SHAPE(shape) "{'descr': '<f8', 'fortran_order': False, 'shape': " shape ", }   \n"

static const double six[] = {1, 2, 3, -4.5, 0.5, 1e300};

START_TEST(an_array_of_n_by_1_to_3_is_read) {
    npy file = doubles(SHAPE("(2, 3)"), six, 6);
    reads("a.npy", file.bytes, file.size, 2, 3, six);
    file = doubles(SHAPE("(3,2)"), six, 6);
    reads("a.npy", file.bytes, file.size, 3, 2, six);
    file = doubles(SHAPE("(6,)"), six, 6);
    reads("a.npy", file.bytes, file.size, 6, 1, six);
    file = doubles(SHAPE("(0, 3)"), six, 0);
    reads("a.npy", file.bytes, file.size, 0, 3, six);
    file = doubles("{\"shape\": (2, 3), \"fortran_order\": False, \"descr\": \"<f8\"}\n", six, 6);
    reads("a.npy", file.bytes, file.size, 2, 3, six);
}
END_TEST

START_TEST(every_version_of_the_header_is_read) {
    for (int version = 1; version <= 3; version++) {
        npy file = with_header(version, SHAPE("(2, 3)"));
        add_doubles(&file, six, 6);
        reads("a.npy", file.bytes, file.size, 2, 3, six);
    }
    npy file = with_header(4, SHAPE("(2, 3)"));
    refuses("a.npy", file.bytes, file.size, NF_EXIT_INPUT, "version 4.0", "1.0, 2.0 and 3.0");
}
END_TEST

START_TEST(an_array_of_float32_stays_float32) {
    static const float values[] = {1.0F, 0.1F};
    npy file = with_header(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }\n");
    for (size_t i = 0; i < 2; i++, file.size += 4) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        io_store_le(file.bytes + file.size, bits, 4);
    }
    reads_floats("a.npy", file.bytes, file.size, 1, 2, values);
}
END_TEST

static int read_with(const char *columns, const npy *file, io_frame *points, io_problem *problem) {
    const io_source_options options = {.columns = columns};
    return io_read_first_memory("a.npy", file->bytes, file->size, &options, points, problem);
}

START_TEST(columns_of_a_wider_array_are_chosen_by_position) {
    const double four[] = {1, 2, 3, HUGE_VAL, -4.5, 0.5, 1e300, 7}, zx[] = {3, 1, 1e300, -4.5};
    const npy file = doubles(SHAPE("(2, 4)"), four, 8);
    static const struct {
        const char *columns, *part;
        int code;
    } refused[] = {{"1,2,4", "point 0 has a coordinate that is not finite", NF_EXIT_INPUT},
                   {"1,5", "has 4 columns, and column 5 is asked for", NF_EXIT_INPUT},
                   {"x,y", "are asked for by position from 1", NF_EXIT_USAGE}};
    io_frame points;
    io_problem problem = {0, ""};
    ck_assert_msg(read_with("1,2,3", &file, &points, &problem) == 0, "%s", problem.text);
    ck_assert_mem_eq(points.positions, six, sizeof six);
    ck_assert_str_eq(points.note, "columns 1, 2, 3 of 4");
    io_frame_free(&points);
    ck_assert_msg(read_with("3,1", &file, &points, &problem) == 0, "%s", problem.text);
    ck_assert_int_eq(points.dims, 2);
    ck_assert_mem_eq(points.positions, zx, sizeof zx);
    io_frame_free(&points);
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        ck_assert_int_eq(read_with(refused[k].columns, &file, &points, &problem), refused[k].code);
        holds(problem.text, refused[k].part);
    }
}
END_TEST

START_TEST(integers_become_doubles_if_a_double_holds_them) {
    static const struct {
        const char *descr;
        size_t bytes;
        uint64_t bits;
        double value; /* 0: refused */
    } rows[] = {{"'<i8'", 8, UINT64_MAX - 6, -7},
                {"'<i8'", 8, (1ULL << 53) - 1, 0x1p53 - 1},
                {"'<i8'", 8, ~(1ULL << 53) + 1, 0},
                {"'<i8'", 8, 1ULL << 63, 0},
                {"'<u8'", 8, 1ULL << 53, 0},
                {"'<i4'", 4, 1U << 31, -0x1p31},
                {"'<u4'", 4, 1U << 31, 0x1p31},
                {"'<i2'", 2, 0x8001, -32767},
                {"'<u2'", 2, 0x8001, 32769},
                {"'|i1'", 1, 0xff, -1},
                {"'|u1'", 1, 0xff, 255}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char dictionary[128];
        const double expected[] = {1, rows[k].value};
        (void)snprintf(dictionary, sizeof dictionary,
                       "{'descr': %s, 'fortran_order': False, 'shape': (1, 2), }\n", rows[k].descr);
        npy file = with_header(1, dictionary);
        io_store_le(file.bytes + file.size, 1, rows[k].bytes);
        io_store_le(file.bytes + file.size + rows[k].bytes, rows[k].bits, rows[k].bytes);
        file.size += 2 * rows[k].bytes;
        if (expected[1] != 0) reads("a.npy", file.bytes, file.size, 1, 2, expected);
        else
            refuses("a.npy", file.bytes, file.size, NF_EXIT_INPUT, "point 0 has",
                    "an integer of 2^53 or more");
    }
}
END_TEST

START_TEST(an_array_that_holds_no_points_is_refused) {
    static const struct {
        const char *dictionary, *part;
    } rows[] = {
        {SHAPE("(2, 4)"), "the shape (2, 4); points are n x 1, n x 2 or n x 3: choose columns"},
        {SHAPE("(2, 5000)"), "the shape (2, 5000)"},
        {SHAPE("(2, 0)"), "the shape (2, 0)"},
        {SHAPE("()"), "the shape ()"},
        {SHAPE("(1, 2, 3)"), "the shape (1, 2, 3)"},
        {SHAPE("(2147483648, 3)"), "at most 2147483647"},
        {SHAPE("(99999999999999999999999, 3)"), "at most 2147483647"},
        {SHAPE("(-1, 3)"), "no readable shape"},
        {SHAPE("(2, 3"), "no readable shape"},
        {"{'descr': '>f8', 'fortran_order': False, 'shape': (2, 3), }", "'>f8'"},
        {"{'descr': '>i8', 'fortran_order': False, 'shape': (2, 3), }", "'>i8'"},
        {"{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (2,), }", "records"},
        {"{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }", "Fortran order"},
        {"{'descr': '<f8', 'shape': (2, 3), }", "lacks"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        npy file = doubles(rows[i].dictionary, six, 6);
        refuses("a.npy", file.bytes, file.size, NF_EXIT_INPUT, rows[i].part, "");
    }
    refuses("a.npy", "PK\3\4 and so on", 14, NF_EXIT_INPUT, "is not an .npy", "");
}
END_TEST

START_TEST(a_truncated_array_is_refused_with_its_points) {
    npy file = doubles(SHAPE("(2, 3)"), six, 6);
    refuses("a.npy", file.bytes, file.size - 1, NF_EXIT_INPUT, "truncated", "after 1 of the 2 points");
    refuses("a.npy", file.bytes, file.size - 48, NF_EXIT_INPUT, "truncated", "after 0 of the 2 points");
    refuses("a.npy", file.bytes, file.size - 60, NF_EXIT_INPUT, "truncated", "header");
    refuses("a.npy", file.bytes, 9, NF_EXIT_INPUT, "truncated", "header");
    refuses("a.npy", file.bytes, file.size + 1, NF_EXIT_INPUT, "goes on after the 2 points", "");
    file = doubles(SHAPE("(2147483647, 3)"), six, 6);
    refuses("a.npy", file.bytes, file.size, NF_EXIT_INPUT, "after 2 of the 2147483647 points", "");
}
END_TEST

START_TEST(a_point_that_is_not_finite_is_named_by_its_index) {
    const double values[] = {1, 2, 3, 4, -HUGE_VAL, 6};
    npy file = doubles(SHAPE("(2, 3)"), values, 6);
    refuses("a.npy", file.bytes, file.size, NF_EXIT_INPUT, "point 1 has a coordinate that is not finite", "");
}
END_TEST

TCase *npy_case(void) {
    TCase *tests = tcase_create("npy");
    tcase_add_test(tests, an_array_of_n_by_1_to_3_is_read);
    tcase_add_test(tests, every_version_of_the_header_is_read);
    tcase_add_test(tests, an_array_of_float32_stays_float32);
    tcase_add_test(tests, columns_of_a_wider_array_are_chosen_by_position);
    tcase_add_test(tests, integers_become_doubles_if_a_double_holds_them);
    tcase_add_test(tests, an_array_that_holds_no_points_is_refused);
    tcase_add_test(tests, a_truncated_array_is_refused_with_its_points);
    tcase_add_test(tests, a_point_that_is_not_finite_is_named_by_its_index);
    return tests;
}
