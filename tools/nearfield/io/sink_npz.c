#include "bytes.h"
#include "sink_internal.h"

#include <zlib.h>

static const char member[] = "pairs.npy";

enum {
    NAME_LENGTH = sizeof member - 1,
    CRC_OFFSET = 14,
    ZIP64_LENGTH = 20,
    VERSION_ZIP = 20,
    VERSION_ZIP64 = 45,
    MADE_BY_UNIX = 3 << 8,
    FIRST_DAY = 0x21 /* 1980-01-01: the same pairs give the same file */
};

/* A field of a zip record. */
typedef struct field {
    uint64_t value;
    size_t bytes;
} field;

static size_t put_fields(unsigned char *to, const field *fields, size_t count) {
    size_t at = 0;
    for (size_t i = 0; i < count; at += fields[i].bytes, i++)
        io_store_le(to + at, fields[i].value, fields[i].bytes);
    return at;
}

#define PUT(to, fields) put_fields(to, fields, sizeof(fields) / sizeof((fields)[0]))

/* Sizes and offsets of 32 bits end below 4 GiB; the room is for the headers around the member. */
static int is_large(uint64_t size) { return size > UINT32_MAX - UINT64_C(1024); }

static uint64_t narrow(uint64_t value, int large) { return large ? UINT32_MAX : value; }

static size_t put_name_and_sizes(unsigned char *to, uint64_t size, int large) {
    const field zip64[] = {{1, 2}, {16, 2}, {size, 8}, {size, 8}};
    memcpy(to, member, NAME_LENGTH);
    return NAME_LENGTH + (large ? PUT(to + NAME_LENGTH, zip64) : 0);
}

size_t io_zip_local_header(unsigned char *to, uint64_t size, unsigned long crc) {
    const int large = is_large(size);
    const field header[] = {
        {0x04034b50, 4},
        {large ? VERSION_ZIP64 : VERSION_ZIP, 2},
        {0, 2}, /* flags */
        {0, 2}, /* stored */
        {0, 2}, /* time */
        {FIRST_DAY, 2},
        {crc, 4},
        {narrow(size, large), 4},
        {narrow(size, large), 4},
        {NAME_LENGTH, 2},
        {large ? ZIP64_LENGTH : 0, 2},
    };
    size_t at = PUT(to, header);
    return at + put_name_and_sizes(to + at, size, large);
}

static size_t put_central_header(unsigned char *to, uint64_t size, unsigned long crc, int large) {
    const uint64_t version = large ? VERSION_ZIP64 : VERSION_ZIP;
    const field header[] = {
        {0x02014b50, 4},
        {version | MADE_BY_UNIX, 2},
        {version, 2},
        {0, 2}, /* flags */
        {0, 2}, /* stored */
        {0, 2}, /* time */
        {FIRST_DAY, 2},
        {crc, 4},
        {narrow(size, large), 4},
        {narrow(size, large), 4},
        {NAME_LENGTH, 2},
        {large ? ZIP64_LENGTH : 0, 2},
        {0, 2},                       /* comment */
        {0, 2},                       /* disk */
        {0, 2},                       /* internal attributes */
        {UINT64_C(0100644) << 16, 4}, /* permissions */
        {0, 4},                       /* offset of the local header */
    };
    size_t at = PUT(to, header);
    return at + put_name_and_sizes(to + at, size, large);
}

size_t io_zip_directory(unsigned char *to, uint64_t size, unsigned long crc) {
    unsigned char local[IO_ZIP_LONGEST];
    const int large = is_large(size);
    const uint64_t begin = io_zip_local_header(local, size, crc) + size;
    const size_t length = put_central_header(to, size, crc, large);
    const field zip64[] = {
        /* the end record of zip64 and its locator */
        {0x06064b50, 4},
        {44, 8},
        {VERSION_ZIP64 | MADE_BY_UNIX, 2},
        {VERSION_ZIP64, 2},
        {0, 4},
        {0, 4},
        {1, 8},
        {1, 8},
        {length, 8},
        {begin, 8},
        {0x07064b50, 4},
        {0, 4},
        {begin + length, 8},
        {1, 4},
    };
    const field end[] = {
        {0x06054b50, 4}, {0, 2}, {0, 2}, {1, 2}, {1, 2}, {length, 4}, {narrow(begin, large), 4}, {0, 2},
    };
    size_t at = length;
    if (large) at += PUT(to + at, zip64);
    return at + PUT(to + at, end);
}

static uint64_t member_bytes(const io_sink *sink) { return IO_NPY_HEADER + IO_PAIR_BYTES * sink->pairs; }

int io_npz_begin(io_sink *sink) {
    unsigned char local[IO_ZIP_LONGEST], header[IO_NPY_HEADER];
    const size_t length = io_zip_local_header(local, member_bytes(sink), 0);
    io_npy_header(header, sink->pairs);
    sink->crc = crc32(0, header, sizeof header);
    return io_sink_put(sink, local, length) && io_sink_put(sink, header, sizeof header);
}

int io_npz_write(io_sink *sink, const int32_t *pairs, size_t count) {
    return io_npy_put(sink, pairs, count, 1);
}

/* Only now is the checksum known that stands before the member. */
int io_npz_finish(io_sink *sink) {
    unsigned char directory[IO_ZIP_LONGEST], crc[4];
    const size_t length = io_zip_directory(directory, member_bytes(sink), sink->crc);
    io_store_le(crc, sink->crc, sizeof crc);
    return io_sink_put(sink, directory, length) && io_sink_patch(sink, CRC_OFFSET, crc, sizeof crc);
}
