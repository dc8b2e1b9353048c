/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/bytes.h"
#include "formats/output/sink_internal.h"

#include <stdio.h>
#include <zlib.h>

enum {
    CRC_OFFSET = 14,
    ZIP64_HEADER = 4,
    VERSION_ZIP = 20,
    VERSION_ZIP64 = 45,
    MADE_BY_UNIX = 3 << 8,
    FIRST_DAY = 0x21 /* 1980-01-01, so that the same result gives the same file */
};

/* Whether a size or an offset needs 64 bits.  The limit of sizes leaves room for the headers around the member. */
static int is_large(const io_sink_record *record) { return record->size > UINT32_MAX - UINT64_C(1024); }
static int is_far(const io_sink_record *record) { return record->offset >= UINT32_MAX; }

static uint64_t narrow(uint64_t value, int large) { return large ? UINT32_MAX : value; }

/* The length of the field for sizes and the offset in 64 bits; 0 when no value needs it. */
static size_t zip64_bytes(const io_sink_record *record, int with_offset) {
    const size_t bytes =
        (is_large(record) ? (size_t)16 : 0) + (with_offset && is_far(record) ? (size_t)8 : 0);
    return bytes ? ZIP64_HEADER + bytes : 0;
}

static size_t put_name_and_zip64(unsigned char *to, const io_sink_record *record, int with_offset) {
    const size_t zip64 = zip64_bytes(record, with_offset);
    const io_stored header[] = {{1, 2}, {zip64 - ZIP64_HEADER, 2}};
    const io_stored sizes[] = {{record->size, 8}, {record->size, 8}}, offset[] = {{record->offset, 8}};
    size_t at = strlen(record->name);
    memcpy(to, record->name, at);
    if (zip64) at += IO_STORE_ALL(to + at, header);
    if (is_large(record)) at += IO_STORE_ALL(to + at, sizes);
    if (with_offset && is_far(record)) at += IO_STORE_ALL(to + at, offset);
    return at;
}

size_t io_zip_local_header(unsigned char *to, const io_sink_record *record) {
    const int large = is_large(record);
    const io_stored header[] = {
        {0x04034b50, 4},
        {large ? VERSION_ZIP64 : VERSION_ZIP, 2},
        {0, 2}, /* flags */
        {0, 2}, /* stored */
        {0, 2}, /* time */
        {FIRST_DAY, 2},
        {record->crc, 4},
        {narrow(record->size, large), 4},
        {narrow(record->size, large), 4},
        {strlen(record->name), 2},
        {zip64_bytes(record, 0), 2},
    };
    const size_t at = IO_STORE_ALL(to, header);
    return at + put_name_and_zip64(to + at, record, 0);
}

static size_t put_central_header(unsigned char *to, const io_sink_record *record) {
    const int large = is_large(record);
    const uint64_t version = zip64_bytes(record, 1) ? VERSION_ZIP64 : VERSION_ZIP;
    const io_stored header[] = {
        {0x02014b50, 4},
        {version | MADE_BY_UNIX, 2},
        {version, 2},
        {0, 2}, /* flags */
        {0, 2}, /* stored */
        {0, 2}, /* time */
        {FIRST_DAY, 2},
        {record->crc, 4},
        {narrow(record->size, large), 4},
        {narrow(record->size, large), 4},
        {strlen(record->name), 2},
        {zip64_bytes(record, 1), 2},
        {0, 2},                       /* comment */
        {0, 2},                       /* disk */
        {0, 2},                       /* internal attributes */
        {UINT64_C(0100644) << 16, 4}, /* permissions */
        {narrow(record->offset, is_far(record)), 4},
    };
    const size_t at = IO_STORE_ALL(to, header);
    return at + put_name_and_zip64(to + at, record, 1);
}

/* The offset of the first byte behind the member. */
static uint64_t end_of(const io_sink_record *record) {
    unsigned char local[IO_ZIP_LONGEST];
    return record->offset + io_zip_local_header(local, record) + record->size;
}

size_t io_zip_directory(unsigned char *to, const io_sink_record *records, size_t count) {
    const uint64_t begin = end_of(&records[count - 1]);
    int large = begin >= UINT32_MAX;
    size_t length = 0;
    for (size_t k = 0; k < count; k++) {
        length += put_central_header(to + length, &records[k]);
        large |= is_large(&records[k]);
    }
    const io_stored zip64[] = {
        /* the end record of zip64 and its locator */
        {0x06064b50, 4},     {44, 8},         {VERSION_ZIP64 | MADE_BY_UNIX, 2},
        {VERSION_ZIP64, 2},  {0, 4},          {0, 4},
        {count, 8},          {count, 8},      {length, 8},
        {begin, 8},          {0x07064b50, 4}, {0, 4},
        {begin + length, 8}, {1, 4},
    };
    const io_stored end[] = {
        {0x06054b50, 4},           {0, 2}, {0, 2}, {count, 2}, {count, 2}, {length, 4},
        {narrow(begin, large), 4}, {0, 2},
    };
    size_t at = length;
    if (large) at += IO_STORE_ALL(to + at, zip64);
    return at + IO_STORE_ALL(to + at, end);
}

static io_sink_record *record_of(io_sink *sink) { return &sink->records[sink->begun - 1]; }

int io_npz_begin(io_sink *sink) {
    unsigned char local[IO_ZIP_LONGEST], header[IO_NPY_HEADER];
    io_sink_record *record = record_of(sink);
    snprintf(record->name, sizeof record->name, "%.32s.npy", io_sink_array(sink)->name);
    record->size = IO_NPY_HEADER + io_sink_row_bytes(sink) * sink->rows;
    record->offset = sink->begun > 1 ? end_of(record - 1) : 0;
    const size_t length = io_zip_local_header(local, record);
    io_npy_header(header, io_sink_array(sink), sink->rows);
    record->crc = (uint32_t)crc32(0, header, sizeof header);
    return io_sink_put(sink, local, length) && io_sink_put(sink, header, sizeof header);
}

int io_npz_write(io_sink *sink, const void *const *rows, size_t count) {
    return io_npy_put(sink, rows[0], count, &record_of(sink)->crc);
}

/* The checksum is stored before the content but known only at its end. */
int io_npz_end(io_sink *sink) {
    const io_sink_record *record = record_of(sink);
    unsigned char crc[4];
    io_store_le(crc, record->crc, sizeof crc);
    return io_sink_patch(sink, record->offset + CRC_OFFSET, crc, sizeof crc);
}

/* The attributes are members after the arrays. */
static int put_attribute(io_sink *sink, size_t k) {
    unsigned char local[IO_ZIP_LONGEST], content[IO_NPY_ATTRIBUTE];
    io_sink_record *record = &sink->records[sink->begun + k];
    const size_t bytes = io_npy_attribute(content, &sink->attributes[k]);
    snprintf(record->name, sizeof record->name, "%.32s.npy", sink->attributes[k].name);
    record->size = bytes;
    record->offset = end_of(record - 1);
    record->crc = (uint32_t)crc32(0, content, (unsigned)bytes);
    return io_sink_put(sink, local, io_zip_local_header(local, record)) && io_sink_put(sink, content, bytes);
}

int io_npz_finish(io_sink *sink) {
    unsigned char directory[IO_ZIP_LONGEST];
    for (size_t k = 0; k < sink->attribute_count; k++)
        if (!put_attribute(sink, k)) return 0;
    const size_t length = io_zip_directory(directory, sink->records, sink->begun + sink->attribute_count);
    return io_sink_put(sink, directory, length);
}
