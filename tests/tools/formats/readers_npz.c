/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/bytes.h"
#include "tools/formats/readers.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

/* Builds a zip archive in memory, as zipfile of Python writes it: all that NumPy's savez needs. */
typedef struct archive {
    unsigned char bytes[8192];
    size_t size, members;
} archive;

typedef enum kind {
    STORED,
    DEFLATED,
    DESCRIBED,
    WIDE
} kind; /* DESCRIBED: sizes stand behind; WIDE: in 64 bits */

static void put(archive *a, uint64_t value, size_t bytes) {
    io_store_le(a->bytes + a->size, value, bytes);
    a->size += bytes;
}

static size_t pack(unsigned char *to, size_t room, const unsigned char *from, size_t size) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    ck_assert_int_eq(deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    unsigned char copy[2048];
    memcpy(copy, from, size);
    stream.next_in = copy;
    stream.avail_in = (uInt)size;
    stream.next_out = to;
    stream.avail_out = (uInt)room;
    ck_assert_int_eq(deflate(&stream, Z_FINISH), Z_STREAM_END);
    (void)deflateEnd(&stream);
    return room - stream.avail_out;
}

static void add_member(archive *a, const char *name, kind how, const unsigned char *bytes, size_t size) {
    unsigned char packed[2048];
    const int deflated = how == DEFLATED || how == DESCRIBED;
    const size_t stored = deflated ? pack(packed, sizeof packed, bytes, size) : size;
    const unsigned long sum = crc32(0, bytes, (uInt)size);
    put(a, 0x04034b50, 4);
    put(a, how == WIDE ? 45 : 20, 2);
    put(a, how == DESCRIBED ? 8 : 0, 2);
    put(a, deflated ? 8 : 0, 2);
    put(a, 0, 4);
    put(a, how == DESCRIBED ? 0 : sum, 4);
    put(a, how == DESCRIBED ? 0 : how == WIDE ? UINT32_MAX : stored, 4);
    put(a, how == DESCRIBED ? 0 : how == WIDE ? UINT32_MAX : size, 4);
    put(a, strlen(name), 2);
    put(a, how == WIDE ? 20 : 0, 2);
    memcpy(a->bytes + a->size, name, strlen(name));
    a->size += strlen(name);
    if (how == WIDE) put(a, 1, 2), put(a, 16, 2), put(a, size, 8), put(a, stored, 8);
    memcpy(a->bytes + a->size, deflated ? packed : bytes, stored);
    a->size += stored;
    if (how == DESCRIBED) put(a, 0x08074b50, 4), put(a, sum, 4), put(a, stored, 4), put(a, size, 4);
    a->members++;
}

/* The readers take what stands before the members' data; of the directory they need that it is there. */
static void put_directory(archive *a) {
    put(a, 0x02014b50, 4);
    for (int k = 0; k < 42; k++) put(a, 0, 1);
}

static void put_end(archive *a) {
    put(a, 0x06054b50, 4);
    put(a, 0, 4);
    put(a, a->members, 2);
    put(a, a->members, 2);
    put(a, 46, 4);
    put(a, 0, 6);
}

static void end_archive(archive *a) {
    put_directory(a);
    put_end(a);
}

static void add_array(archive *a, const char *name, kind how, const char *descr, const char *shape,
                      const double *values, size_t count) {
    unsigned char npy[2048] = "\x93NUMPY\x01";
    const int length = snprintf((char *)npy + 10, 200,
                                "{'descr': '%s', 'fortran_order': False, 'shape': %s, }\n", descr, shape);
    io_store_le(npy + 8, (uint64_t)length, 2);
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        io_store_le(npy + 10 + length + 8 * i, bits, 8);
    }
    add_member(a, name, how, npy, 10 + (size_t)length + 8 * count);
}

static const double six[] = {1, 2, 3, -4.5, 0.5, 1e10}, others[] = {7, 8, 9, 10, 11, 12};

TEST(an_archive_with_one_array_is_read_however_it_is_packed) {
    for (kind how = STORED; how <= WIDE; how++) {
        archive a = {{0}, 0, 0};
        add_array(&a, "arr_0.npy", how, "<f8", "(2, 3)", six, 6);
        end_archive(&a);
        reads("a.npz", a.bytes, a.size, 2, 3, six);
        for (size_t size = 0; size < a.size; size++) /* wherever it is cut off */
            refuses("a.npz", a.bytes, size, EXIT_INPUT, "a.npz", "");
    }
}

/* The records of zip64 stand before the end of the directory, whose comment stands behind it. */
TEST(an_archive_with_a_comment_is_read_to_its_end) {
    archive a = {{0}, 0, 0};
    add_array(&a, "arr_0.npy", STORED, "<f8", "(2, 3)", six, 6);
    put_directory(&a);
    put(&a, 0x06064b50, 4), put(&a, 44, 8);
    for (int k = 0; k < 44; k++) put(&a, 0, 1);
    put(&a, 0x07064b50, 4), put(&a, 0, 8), put(&a, 0, 8);
    put_end(&a);
    io_store_le(a.bytes + a.size - 2, 30, 2);
    for (int k = 0; k < 30; k++) put(&a, 'c', 1);
    reads("a.npz", a.bytes, a.size, 2, 3, six);
    refuses("a.npz", a.bytes, a.size - 1, EXIT_INPUT, "a.npz", "the archive is truncated");
    put(&a, 'c', 1);
    refuses("a.npz", a.bytes, a.size, EXIT_INPUT, "a.npz", "there are bytes behind its end");
}

TEST(damage_in_an_archive_is_found) {
    static const struct {
        kind how;
        size_t back; /* from the end of the members */
        const char *part;
    } rows[] = {{STORED, 1, "incorrect checksum"},
                {DEFLATED, 3, "the archive is damaged"},
                {DESCRIBED, 10, "incorrect checksum"},
                {DESCRIBED, 2, "the archive is"}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        archive a = {{0}, 0, 0};
        add_array(&a, "arr_0.npy", rows[k].how, "<f8", "(2, 3)", six, 6);
        a.bytes[a.size - rows[k].back] ^= 1;
        end_archive(&a);
        refuses("a.npz", a.bytes, a.size, EXIT_INPUT, "a.npz", rows[k].part);
    }
    archive a = {{0}, 0, 0};
    refuses("a.npz", "PK\3\4", 4, EXIT_INPUT, "a.npz", "truncated");
    refuses("a.npz", "no archive", 10, EXIT_INPUT, "a.npz", "is not a zip archive");
    end_archive(&a);
    refuses("a.npz", a.bytes, a.size, EXIT_INPUT, "a.npz", "has no array");
}

static void ends_as(const archive *a, const char *wish, int code, const double *expected, const char *words) {
    io_frame points;
    text_problem problem = {0, ""};
    const io_source_options options = {.array = wish};
    ck_assert_int_eq(io_read_first_memory("a.npz", a->bytes, a->size, &options, &points, &problem), code);
    if (code == 0) ck_assert_mem_eq(points.positions, expected, 6 * sizeof *expected);
    holds(code == 0 ? points.note : problem.text, words);
    io_frame_free(&points);
}

TEST(the_array_of_points_is_known_by_its_name) {
    archive a = {{0}, 0, 0};
    add_member(&a, "notes.txt", DEFLATED, (const unsigned char *)"hello", 5);
    add_array(&a, "types.npy", STORED, "<i4", "(2, 2)", others, 2);
    add_array(&a, "mass.npy", STORED, "<f8", "(6,)", others, 6);
    archive alone = a;
    end_archive(&alone);
    ends_as(&alone, NULL, 0, others, "array mass");
    add_array(&a, "Positions.npy", DEFLATED, "<f8", "(2, 3)", six, 6);
    archive named = a;
    end_archive(&named);
    ends_as(&named, NULL, 0, six, "array Positions");
    ends_as(&named, "mass", 0, others, "array mass");
    ends_as(&named, "none", EXIT_INPUT, NULL, "has no array 'none'");
    ends_as(&named, "types", EXIT_INPUT, NULL, "a.npz: types: holds elements of type '<i4'");
    add_array(&a, "xyz.npy", STORED, "<f8", "(2, 3)", others, 6);
    end_archive(&a);
    ends_as(&a, NULL, EXIT_INPUT, NULL,
            "several arrays that may be the points (Positions, xyz); choose one with --array");
    ends_as(&a, "xyz", 0, others, "array xyz");
    archive unknown = {{0}, 0, 0};
    add_array(&unknown, "a.npy", STORED, "<f8", "(2, 3)", six, 6);
    add_array(&unknown, "b.npy", STORED, "<f8", "(2, 3)", others, 6);
    end_archive(&unknown);
    ends_as(&unknown, NULL, EXIT_INPUT, NULL, "(a, b)");
}

TEST(an_array_that_may_be_a_box_and_is_not_read_is_named) {
    static const char *const
        names[] = {"box.npy", "Unit_Cell.npy", "boxes.npy"},
        *const words[] = {"the array box is not read: give --box if it is the periodic box of the points",
                          "the array Unit_Cell is not read", ""};
    for (int k = 0; k < 3; k++) {
        archive a = {{0}, 0, 0};
        io_frame points;
        text_problem problem = {0, ""};
        add_array(&a, "points.npy", STORED, "<f8", "(2, 3)", six, 6);
        add_array(&a, names[k], STORED, "<f8", "(3,)", others, 3);
        end_archive(&a);
        ck_assert_int_eq(io_read_first_memory("a.npz", a.bytes, a.size, NULL, &points, &problem), 0);
        ck_assert_msg(strstr(points.warning, words[k]) && (*words[k] || !*points.warning), "'%s'",
                      points.warning);
        io_frame_free(&points);
    }
}

TEST(arrays_beside_the_points_are_columns_of_them) {
    archive a = {{0}, 0, 0};
    io_frame frame = {0};
    text_problem problem = {0, ""};
    io_source_options options = {.named = "mass,v"};
    add_array(&a, "mass.npy", STORED, "<f8", "(2,)", others, 2);
    add_array(&a, "arr_0.npy", STORED, "<f8", "(2, 3)", six, 6);
    add_array(&a, "v.npy", DEFLATED, "<f8", "(2, 2)", others + 2, 4);
    add_array(&a, "long.npy", DEFLATED, "<f8", "(3,)", others, 3);
    add_array(&a, "twin.npy", DEFLATED, "<f8", "(2,)", others, 2);
    add_array(&a, "twin.npy", DEFLATED, "<f8", "(2,)", others + 2, 2);
    end_archive(&a);
    options.array = "arr_0";
    ck_assert_msg(io_read_first_memory("a.npz", a.bytes, a.size, &options, &frame, &problem) == 0, "%s",
                  problem.text);
    ck_assert_mem_eq(frame.positions, six, sizeof six);
    ck_assert_uint_eq(frame.column_count, 2);
    ck_assert_str_eq(frame.columns[0].name, "mass");
    ck_assert_int_eq(frame.columns[0].width, 1);
    ck_assert_mem_eq(frame.columns[0].data, others, 2 * sizeof *others);
    ck_assert_int_eq(frame.columns[1].width, 2);
    ck_assert_mem_eq(frame.columns[1].data, others + 2, 4 * sizeof *others);
    io_frame_free(&frame);
    static const char *const rows[][2] = {{"none", "has no column named 'none'"},
                                          {"long", "'long' has 3 rows, but there are 2 points"},
                                          {"twin", "has two columns named 'twin'"}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        options.named = rows[k][0];
        ck_assert_int_eq(io_read_first_memory("a.npz", a.bytes, a.size, &options, &frame, &problem),
                         EXIT_INPUT);
        holds(problem.text, rows[k][1]);
        ck_assert_ptr_null(frame.positions);
    }
    /* An array that is asked for as a column is not one that may be the points. */
    archive two = {{0}, 0, 0};
    add_array(&two, "a.npy", STORED, "<f8", "(2, 3)", six, 6);
    add_array(&two, "b.npy", STORED, "<f8", "(2, 3)", others, 6);
    end_archive(&two);
    options = (io_source_options){.named = "b"};
    ck_assert_int_eq(io_read_first_memory("a.npz", two.bytes, two.size, &options, &frame, &problem), 0);
    ck_assert_mem_eq(frame.positions, six, sizeof six);
    io_frame_free(&frame);
}

TEST(whole_numbers_beside_the_points_are_their_types) {
    archive a = {{0}, 0, 0};
    io_frame frame = {0};
    text_problem problem = {0, ""};
    io_source_options options = {.named = "mass", .types = "kind"};
    const int32_t kinds[2] = {7, 3};
    const double fraction[2] = {7, 2.5};
    double bytes = 0;
    memcpy(&bytes, kinds, sizeof kinds);
    add_array(&a, "arr_0.npy", STORED, "<f8", "(2, 3)", six, 6);
    add_array(&a, "kind.npy", STORED, "<i4", "(2,)", &bytes, 1);
    add_array(&a, "mass.npy", STORED, "<f8", "(2,)", fraction, 2);
    end_archive(&a);
    options.array = "arr_0";
    ck_assert_msg(io_read_first_memory("a.npz", a.bytes, a.size, &options, &frame, &problem) == 0, "%s",
                  problem.text);
    ck_assert_mem_eq(frame.positions, six, sizeof six);
    ck_assert_uint_eq(frame.column_count, 1);
    ck_assert_mem_eq(frame.columns[0].data, fraction, sizeof fraction);
    ck_assert_uint_eq(frame.types.count, 2);
    ck_assert_str_eq(frame.types.names[0], "7");
    ck_assert_str_eq(frame.types.names[1], "3");
    ck_assert(frame.types.of[0] == 0 && frame.types.of[1] == 1);
    io_frame_free(&frame);
    options.named = NULL;
    options.types = "mass";
    ck_assert_int_eq(io_read_first_memory("a.npz", a.bytes, a.size, &options, &frame, &problem), EXIT_INPUT);
    holds(problem.text, "point 1 has the 'mass' 2.5: types are whole numbers from 0");
    options.types = "";
    ck_assert_int_eq(io_read_first_memory("a.npz", a.bytes, a.size, &options, &frame, &problem), EXIT_USAGE);
    holds(problem.text, "npz names no column for the types of points");
}

TEST(every_array_of_points_can_be_a_frame) {
    archive a = {{0}, 0, 0};
    io_source *source = NULL;
    text_problem problem = {0, ""};
    io_frame frame = {0};
    int found = 0;
    const io_source_options options = {.every_array = 1};
    add_array(&a, "types.npy", STORED, "<i4", "(2, 2)", others, 2);
    add_array(&a, "first.npy", STORED, "<f8", "(2, 3)", six, 6);
    add_array(&a, "points.npy", DEFLATED, "<f8", "(3, 2)", others, 6);
    add_array(&a, "more.npy", STORED, "<i4", "(2, 2)", others, 2);
    end_archive(&a);
    ck_assert_int_eq(io_source_open_memory("a.npz", a.bytes, a.size, &options, &source, &problem), 0);
    for (int k = 0; k < 2; k++) {
        ck_assert_msg(io_source_next(source, &frame, &found, &problem) == 0, "%s", problem.text);
        ck_assert_int_eq(found, 1);
        ck_assert_mem_eq(frame.positions, k ? others : six, sizeof six);
        ck_assert_str_eq(frame.note, k ? "array points" : "array first");
        io_frame_free(&frame);
    }
    ck_assert_msg(io_source_next(source, &frame, &found, &problem) == 0, "%s", problem.text);
    ck_assert_int_eq(found, 0);
    io_source_close(source);
    archive none = {{0}, 0, 0};
    add_array(&none, "types.npy", STORED, "<i4", "(2, 2)", others, 2);
    end_archive(&none);
    ck_assert_int_eq(io_source_open_memory("a.npz", none.bytes, none.size, &options, &source, &problem), 0);
    ck_assert_int_eq(io_source_next(source, &frame, &found, &problem), EXIT_INPUT);
    holds(problem.text, "types: holds elements of type '<i4'");
    io_source_close(source);
}
