/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/bytes.h"
#include "tools/formats/readers.h"

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

TEST(an_array_of_n_by_1_to_3_is_read) {
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

TEST(every_version_of_the_header_is_read) {
    for (int version = 1; version <= 3; version++) {
        npy file = with_header(version, SHAPE("(2, 3)"));
        add_doubles(&file, six, 6);
        reads("a.npy", file.bytes, file.size, 2, 3, six);
    }
    npy file = with_header(4, SHAPE("(2, 3)"));
    refuses("a.npy", file.bytes, file.size, EXIT_INPUT, "version 4.0", "1.0, 2.0 and 3.0");
}

TEST(an_array_of_float32_stays_float32) {
    static const float values[] = {1.0F, 0.1F};
    npy file = with_header(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }\n");
    for (size_t i = 0; i < 2; i++, file.size += 4) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        io_store_le(file.bytes + file.size, bits, 4);
    }
    reads_floats("a.npy", file.bytes, file.size, 1, 2, values);
}

static int read_with(const char *columns, const npy *file, io_frame *points, text_problem *problem) {
    const io_source_options options = {.columns = columns};
    return io_read_first_memory("a.npy", file->bytes, file->size, &options, points, problem);
}

TEST(columns_of_a_wider_array_are_chosen_by_position) {
    const double four[] = {1, 2, 3, HUGE_VAL, -4.5, 0.5, 1e300, 7}, zx[] = {3, 1, 1e300, -4.5};
    const npy file = doubles(SHAPE("(2, 4)"), four, 8);
    static const struct {
        const char *columns, *part;
        int code;
    } refused[] = {{"1,2,4", "point 0 has a coordinate that is not finite", EXIT_INPUT},
                   {"1,5", "has 4 columns, and column 5 is asked for", EXIT_INPUT},
                   {"x,y", "are asked for by position from 1", EXIT_USAGE}};
    io_frame points;
    text_problem problem = {0, ""};
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

TEST(integers_become_doubles_if_a_double_holds_them) {
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
        else refuses("a.npy", file.bytes, file.size, EXIT_INPUT, "point 0 has", "an integer of 2^53 or more");
    }
}

/* Stores the bytes of numbers, each in reverse. */
static void turn(npy *file, size_t from, size_t each) {
    for (; from < file->size; from += each)
        for (size_t k = 0; k < each / 2; k++) {
            const unsigned char kept = file->bytes[from + k];
            file->bytes[from + k] = file->bytes[from + each - 1 - k];
            file->bytes[from + each - 1 - k] = kept;
        }
}

TEST(arrays_in_fortran_order_are_read_by_columns) {
    const double columns[] = {1, -4.5, 2, 0.5, 3, 1e300}, four[] = {9, HUGE_VAL, 1, -4.5, 2, 0.5, 3, 1e300};
#define FORTRAN(shape) "{'descr': '<f8', 'fortran_order': True, 'shape': " shape ", }   \n"
    npy file = doubles(FORTRAN("(2, 3)"), columns, 6);
    reads("a.npy", file.bytes, file.size, 2, 3, six);
    refuses("a.npy", file.bytes, file.size - 1, EXIT_INPUT, "truncated", "after 1 of the 2 points");
    refuses("a.npy", file.bytes, file.size - 33, EXIT_INPUT, "truncated", "after 1 of the 2 points");
    refuses("a.npy", file.bytes, file.size + 1, EXIT_INPUT, "goes on after the 2 points", "");
    file = doubles(FORTRAN("(6,)"), six, 6);
    reads("a.npy", file.bytes, file.size, 6, 1, six);
    file = doubles(FORTRAN("(0, 3)"), six, 0);
    reads("a.npy", file.bytes, file.size, 0, 3, six);
    file = doubles(FORTRAN("(2, 3)"), four + 1, 6);
    refuses("a.npy", file.bytes, file.size, EXIT_INPUT, "point 0 has a coordinate that is not finite", "");
    io_frame points;
    text_problem problem = {0, ""};
    const double zyx[] = {3, 2, 1, 1e300, 0.5, -4.5};
    file = doubles(FORTRAN("(2, 4)"), four, 8);
    ck_assert_msg(read_with("4,3,2", &file, &points, &problem) == 0, "%s", problem.text);
    for (int k = 0; k < 6; k++) ck_assert_double_eq(((const double *)points.positions)[k], zyx[k]);
    io_frame_free(&points);
    refuses("a.npy", file.bytes, file.size, EXIT_INPUT, "has the shape (2, 4)", "choose columns");
    ck_assert_int_eq(read_with("2,3,4", &(npy){{0}, 0}, &points, &problem), EXIT_INPUT);
}

TEST(big_endian_arrays_are_read) {
    npy file = doubles("{'descr': '>f8', 'fortran_order': False, 'shape': (2, 3), }", six, 6);
    turn(&file, file.size - 48, 8);
    reads("a.npy", file.bytes, file.size, 2, 3, six);
    static const struct {
        const char *descr;
        uint64_t bits;
        size_t bytes;
        double value;
    } rows[] = {{">i8", UINT64_MAX - 6, 8, -7}, {">i4", 1U << 31, 4, -0x1p31}, {">u4", 1U << 31, 4, 0x1p31},
                {">i2", 0x8001, 2, -32767},     {">u2", 0x0102, 2, 258},       {">i1", 0xff, 1, -1}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char dictionary[128];
        (void)snprintf(dictionary, sizeof dictionary,
                       "{'descr': '%s', 'fortran_order': False, 'shape': (1,), }\n", rows[k].descr);
        file = with_header(1, dictionary);
        io_store_le(file.bytes + file.size, rows[k].bits, rows[k].bytes);
        file.size += rows[k].bytes;
        turn(&file, file.size - rows[k].bytes, rows[k].bytes);
        reads("a.npy", file.bytes, file.size, 1, 1, &rows[k].value);
    }
    static const float singles[] = {1.0F, 0.1F};
    file = with_header(1, "{'descr': '>f4', 'fortran_order': True, 'shape': (1, 2), }\n");
    for (size_t i = 0; i < 2; i++, file.size += 4) {
        uint32_t bits;
        memcpy(&bits, &singles[i], sizeof bits);
        io_store_le(file.bytes + file.size, bits, 4);
    }
    turn(&file, file.size - 8, 4);
    reads_floats("a.npy", file.bytes, file.size, 1, 2, singles);
}

/* Two records whose numbers are at these places, the others being 7. */
static npy records(const char *fields, size_t bytes, const size_t at[3]) {
    char dictionary[512];
    (void)snprintf(dictionary, sizeof dictionary, "{'descr': %s, 'fortran_order': False, 'shape': (2,), }\n",
                   fields);
    npy file = with_header(1, dictionary);
    memset(file.bytes + file.size, 7, 2 * bytes);
    for (size_t k = 0; k < 6; k++) {
        uint64_t bits;
        memcpy(&bits, &six[k], sizeof bits);
        io_store_le(file.bytes + file.size + k / 3 * bytes + at[k % 3], bits, 8);
    }
    file.size += 2 * bytes;
    return file;
}

TEST(records_are_read_by_the_names_of_their_fields) {
    static const struct {
        const char *columns, *fields;
        size_t bytes, at[3];
        const char *note;
    } rows[] = {
        {NULL,
         "[('x', '<f8'), ('y', '<f8'), ('z', '<f8')]",
         24,
         {0, 8, 16},
         "columns x (1), y (2), z (3) of 3"},
        {NULL,
         "[('id', '<i4'), ('Z', '<f8'), ('x', '<f8'), ('Y', '<f8'), ('name', '<U2')]",
         36,
         {12, 20, 4},
         "columns x (3), Y (4), Z (2) of 5"},
        {NULL,
         "[('rgb', '|u1', (3,)), ('', '|V5'), ('x', '<f8'), (('along y', 'y'), '<f8'), ('z', '<f8'), ('m', "
         "[('a', '<f4'), ('b', '|S3', (2, 2))])]",
         48,
         {8, 16, 24},
         "columns x (3), y (4), z (5) of 6"},
        {NULL, "[('id', '<i4'), ('pos', '<f8', (3,))]", 28, {4, 12, 20}, "field pos"},
        {NULL, "[('positions', '<f8', 3), ('v', '<f4', (3,))]", 36, {0, 8, 16}, "field positions"},
        {"c,name:b,1",
         "[('a', '<f8'), ('b', '<f8'), ('c', '<f8')]",
         24,
         {16, 8, 0},
         "columns c (3), b (2), a (1) of 3"},
        {"v", "[('x', '<f8'), ('v', '<f8', (3,))]", 32, {8, 16, 24}, "column v (2) of 2"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const npy file = records(rows[k].fields, rows[k].bytes, rows[k].at);
        io_frame points;
        text_problem problem = {0, ""};
        ck_assert_msg(read_with(rows[k].columns, &file, &points, &problem) == 0, "%s", problem.text);
        ck_assert_int_eq(points.dims, 3);
        ck_assert_mem_eq(points.positions, six, sizeof six);
        ck_assert_str_eq(points.note, rows[k].note);
        io_frame_free(&points);
    }
}

TEST(an_array_that_holds_no_points_is_refused) {
    static const struct {
        const char *dictionary, *part;
    } rows[] = {
        {SHAPE("(2, 4)"),
         "the shape (2, 4); points are n x 1, n x 2 or n x 3: give a row for each point, or choose columns"},
        {SHAPE("(2, 5000)"), "the shape (2, 5000)"},
        {SHAPE("(2, 0)"), "the shape (2, 0)"},
        {SHAPE("()"), "the shape ()"},
        {SHAPE("(1, 2, 3)"), "the shape (1, 2, 3)"},
        {SHAPE("(2147483648, 3)"), "at most 2147483647"},
        {SHAPE("(99999999999999999999999, 3)"), "at most 2147483647"},
        {SHAPE("(-1, 3)"), "no readable shape"},
        {SHAPE("(2, 3"), "no readable shape"},
        {"{'descr': '<f2', 'fortran_order': False, 'shape': (2, 3), }",
         "'<f2'; points are f4 or f8, or integers"},
        {"{'descr': '<f16', 'fortran_order': False, 'shape': (2, 3), }", "'<f16'"},
        {"{'descr': '<c16', 'fortran_order': False, 'shape': (2, 3), }", "'<c16'"},
        {"{'descr': '|b1', 'fortran_order': False, 'shape': (2, 3), }", "'|b1'"},
        {"{'descr': '=f8', 'fortran_order': False, 'shape': (2, 3), }", "'=f8'"},
        {"{'descr': '|O', 'fortran_order': False, 'shape': (2, 3), }", "'|O'"},
        {"{'descr': '<f8', 'fortran_order': 1, 'shape': (2, 3), }", "neither True nor False"},
        {"{'descr': [('u', '<f8'), ('v', '<f8')], 'fortran_order': False, 'shape': (2,), }",
         "names no x, y or z"},
        {"{'descr': [('x', '<f8'), ('y', '<f8')], 'fortran_order': False, 'shape': (2, 2), }",
         "records with fields are (n,)"},
        {"{'descr': [('x', '|O'), ('y', '<f8')], 'fortran_order': False, 'shape': (2,), }",
         "fields that cannot be read"},
        {"{'descr': [('x', '|S8'), ('y', '<f8')], 'fortran_order': False, 'shape': (2,), }",
         "the field 'x' is not one number"},
        {"{'descr': [('x', '<f8', (2,)), ('y', '<f8')], 'fortran_order': False, 'shape': (2,), }",
         "the field 'x' has 2 numbers"},
        {"{'descr': [('pos', '<f8', (4,))], 'fortran_order': False, 'shape': (2,), }",
         "the field 'pos' is not one number"},
        {"{'descr': [('x', '<f8'], 'fortran_order': False, 'shape': (2,), }", "fields that cannot be read"},
        {"{'descr': [], 'fortran_order': False, 'shape': (2,), }", "fields that cannot be read"},
        {"{'descr': '<f8', 'shape': (2, 3), }", "lacks"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        npy file = doubles(rows[i].dictionary, six, 6);
        refuses("a.npy", file.bytes, file.size, EXIT_INPUT, rows[i].part, "");
    }
    refuses("a.npy", "PK\3\4 and so on", 14, EXIT_INPUT, "is not an .npy", "");
}

TEST(a_truncated_array_is_refused_with_its_points) {
    npy file = doubles(SHAPE("(2, 3)"), six, 6);
    refuses("a.npy", file.bytes, file.size - 1, EXIT_INPUT, "truncated", "after 1 of the 2 points");
    refuses("a.npy", file.bytes, file.size - 48, EXIT_INPUT, "truncated", "after 0 of the 2 points");
    refuses("a.npy", file.bytes, file.size - 60, EXIT_INPUT, "truncated", "header");
    refuses("a.npy", file.bytes, 9, EXIT_INPUT, "truncated", "header");
    refuses("a.npy", file.bytes, file.size + 1, EXIT_INPUT, "goes on after the 2 points", "");
    file = doubles(SHAPE("(2147483647, 3)"), six, 6);
    refuses("a.npy", file.bytes, file.size, EXIT_INPUT, "after 2 of the 2147483647 points", "");
}

TEST(a_point_that_is_not_finite_is_named_by_its_index) {
    const double values[] = {1, 2, 3, 4, -HUGE_VAL, 6};
    npy file = doubles(SHAPE("(2, 3)"), values, 6);
    refuses("a.npy", file.bytes, file.size, EXIT_INPUT, "point 1 has a coordinate that is not finite", "");
}
