/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The records of archives above 4 GiB. */
#include "formats/bytes.h"
#include "formats/output/sink_internal.h"
#include "tools/formats/output/sinks.h"

TEST(an_archive_above_4_gib_has_the_records_of_zip64) {
    unsigned char bytes[IO_ZIP_LONGEST];
    io_sink_record record = {"pairs.npy", UINT64_C(0x123456789A), 0, 7};
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

/* The second member stands beyond 4 GiB, so that its place needs 64 bits and its size does not. */
TEST(a_member_beyond_4_gib_has_its_offset_in_64_bits) {
    unsigned char bytes[IO_ZIP_LONGEST];
    const uint64_t size = UINT64_C(0x123456789A), offset = size + 59;
    const io_sink_record records[] = {{"a.npy", size, 0, 7}, {"b.npy", 100, offset, 8}};
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
