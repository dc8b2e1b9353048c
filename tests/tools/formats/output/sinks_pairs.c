/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Pairs in every format. */
#include "formats/bytes.h"
#include "tools/formats/output/sinks.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <zlib.h>

TEST(pairs_are_written_as_csv_npy_and_npz) {
    own_temporary place = new_temporary();
    char path[512];
    size_t size = 0;
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
}

TEST(many_pairs_pass_through_the_buffer_unchanged) {
    enum { COUNT = 300001 };
    own_temporary place = new_temporary();
    char path[512];
    size_t size = 0;
    io_sink *sink = NULL;
    text_problem problem;
    own_memory int32_t *many = allocate((size_t)2 * COUNT * sizeof *many);
    for (int32_t i = 0; i < 2 * COUNT; i++) many[i] = i * 3571;
    static const char *const names[] = {"a.npy", "a.npz", "a.csv"};
    for (size_t k = 0; k < 3; k++) {
        path_in(&place, names[k], path);
        ck_assert_int_eq(io_sink_open(path, NULL, &pairs_array, 1, &sink, &problem), 0);
        ck_assert_int_eq(io_sink_begin(sink, COUNT, &problem), 0);
        ck_assert_int_eq(write_rows(sink, many, COUNT, &problem), 0);
        ck_assert_int_eq(io_sink_commit(&sink, &problem), 0);
        own_memory char *bytes = read_whole_file(path, &size);
        if (k < 2) check_npy((unsigned char *)bytes + (k == 1 ? 39 : 0), COUNT, many);
        char *at = bytes + 4;
        for (size_t i = 0; k == 2 && i < (size_t)2 * COUNT; i++, at++)
            ck_assert_int_eq(strtol(at, &at, 10), many[i]);
    }
}

TEST(no_pairs_are_a_whole_file_too) {
    static const char *const names[] = {"a.npy", "a.npz", "a.csv"};
    static const size_t sizes[] = {128, 30 + 9 + 128 + 46 + 9 + 22, 4};
    own_temporary place = new_temporary();
    char path[512];
    io_sink *sink = NULL;
    text_problem problem;
    struct stat status;
    for (size_t k = 0; k < 3; k++) {
        path_in(&place, names[k], path);
        ck_assert_int_eq(io_sink_open(path, NULL, &pairs_array, 1, &sink, &problem), 0);
        ck_assert_int_eq(io_sink_begin(sink, 0, &problem), 0);
        ck_assert_int_eq(io_sink_commit(&sink, &problem), 0);
        ck_assert_int_eq(stat(path, &status), 0);
        ck_assert_uint_eq((size_t)status.st_size, sizes[k]);
    }
}
