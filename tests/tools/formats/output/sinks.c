/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the tests of the sinks share. */
#include "formats/bytes.h"
#include "tools/formats/output/sinks.h"

#include <string.h>
#include <unistd.h>

const io_array pairs_array = {"pairs", NF_INT32, 2, "i,j", 0};
const int32_t pairs[] = {0, 1, 10, 2147483647, 7, 65536};

void write_pairs(const char *path) {
    io_sink *sink = NULL;
    text_problem problem = {0, ""};
    ck_assert_msg(io_sink_open(path, NULL, &pairs_array, 1, &sink, &problem) == 0, "%s", problem.text);
    ck_assert_int_eq(io_sink_begin(sink, 3, &problem), 0);
    ck_assert_int_eq(write_rows(sink, pairs, 1, &problem), 0);
    ck_assert_int_eq(write_rows(sink, NULL, 0, &problem), 0);
    ck_assert_int_eq(write_rows(sink, pairs + 2, 2, &problem), 0);
    ck_assert(access(path, F_OK) != 0);
    ck_assert_msg(io_sink_commit(&sink, &problem) == 0, "%s", problem.text);
    ck_assert_ptr_null(sink);
}

void check_npy(const unsigned char *bytes, uint64_t count, const int32_t *expected) {
    static const char dictionary[] = "{'descr': '<i4', 'fortran_order': False, 'shape': (3, 2), } ";
    ck_assert_mem_eq(bytes, "\x93NUMPY\x01\x00\x76\x00", 10);
    if (count == 3) ck_assert_mem_eq(bytes + 10, dictionary, strlen(dictionary));
    ck_assert_int_eq(bytes[127], '\n');
    for (size_t i = 0; i < 2 * count; i++)
        ck_assert_uint_eq(io_load_le(bytes + 128 + 4 * i, 4), (uint32_t)expected[i]);
}
