/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Writes HDF5 files (HDF5 File Format Specification, version 3): a root group with a contiguous dataset for each array.
 * Without libhdf5, which could not give up a file on a full disk: its H5Fclose() fails and is tried again when the program
 * ends.
 *
 *   superblock | the arrays | an object header for each | the object header of the root group
 *
 * The superblock is written last, so a file that is not complete has no signature. */
#include "formats/bytes.h"
#include "formats/output/sink_internal.h"

enum {
    SUPERBLOCK = 48,
    ALIGNMENT = 8,
    LONGEST_HEADER = 128 + IO_MOST_ARRAYS * 64 + IO_MOST_ATTRIBUTES * (192 + IO_LONGEST_TEXT),
    CHECKSUM = 4
};
enum {
    DATASPACE = 1,
    LINK_INFO = 2,
    DATATYPE = 3,
    FILL_VALUE = 5,
    LINK = 6,
    LAYOUT = 8,
    GROUP_INFO = 10,
    ATTRIBUTE = 12
};

static const uint64_t nowhere = UINT64_MAX; /* an address that is not used */

/* ---- the checksum of the format: Jenkins' lookup3 ------------------------------------------------------ */

static uint32_t rotated(uint32_t value, int bits) { return value << bits | value >> (32 - bits); }

static uint32_t checksum(const unsigned char *bytes, size_t length) {
    static const int mix[] = {4, 6, 8, 16, 19, 4}, last[] = {14, 11, 25, 16, 4, 14, 24};
    uint32_t s[3];
    for (int k = 0; k < 3; k++) s[k] = UINT32_C(0xdeadbeef) + (uint32_t)length;
    for (; length > 12; bytes += 12, length -= 12) {
        for (int k = 0; k < 3; k++) s[k] += (uint32_t)io_load_le(bytes + (size_t)4 * (size_t)k, 4);
        for (int k = 0; k < 6; k++) {
            uint32_t *x = &s[k % 3], *y = &s[(k + 2) % 3];
            *x -= *y;
            *x ^= rotated(*y, mix[k]);
            *y += s[(k + 1) % 3];
        }
    }
    for (size_t i = 0; i < length; i++) s[i / 4] += (uint32_t)bytes[i] << (8 * (i % 4));
    for (int k = 0; k < 7; k++) {
        uint32_t *x = &s[(k + 2) % 3];
        const uint32_t y = s[(k + 1) % 3];
        *x ^= y;
        *x -= rotated(y, last[k]);
    }
    return s[2];
}

/* ---- object headers ----------------------------------------------------------------------------------- */

typedef struct object_header {
    unsigned char bytes[LONGEST_HEADER];
    size_t used;
} object_header;

static void add(object_header *header, const io_stored *numbers, size_t count) {
    header->used += io_store_all(header->bytes + header->used, numbers, count);
}

#define ADD(header, ...)                                                                                     \
    add(header, (const io_stored[]){__VA_ARGS__},                                                            \
        sizeof((const io_stored[]){__VA_ARGS__}) / sizeof(io_stored))

/* Begins a message of this type and length. */
static void message(object_header *header, unsigned type, size_t length) {
    ADD(header, {type, 1}, {length, 2}, {0, 1});
}

static void begin_header(object_header *header) {
    memcpy(header->bytes, "OHDR", 4);
    header->used = 4;
    ADD(header, {2, 1}, {2, 1}, {0, 4}); /* version; sizes of 4 bytes; the size, which end_header() knows */
}

static void end_header(object_header *header) {
    enum { SIZE = 6, MESSAGES = 10 };
    io_store_le(header->bytes + SIZE, header->used - MESSAGES, 4);
    ADD(header, {checksum(header->bytes, header->used), CHECKSUM});
}

enum { INTEGER_TYPE = 12, REAL_TYPE = 20, TEXT_TYPE = 8 }; /* bytes of a datatype */
static size_t type_bytes(nf_type type) {
    return type == NF_FLOAT32 || type == NF_FLOAT64 ? REAL_TYPE : INTEGER_TYPE;
}

static void add_type(object_header *header, nf_type type) {
    const uint64_t size = nf_type_bytes(type), bits = 8 * size;
    if (type_bytes(type) == INTEGER_TYPE) {
        ADD(header, {0x10, 1}, {type == NF_INT32 ? 8 : 0, 3}, {size, 4}, {0, 2}, {bits, 2}); /* 8: signed */
        return;
    }
    const int wide = type == NF_FLOAT64;
    const uint64_t fraction = wide ? 52 : 23, exponent = wide ? 11 : 8;
    /* 0x20: the first bit of the fraction is implied. */
    ADD(header, {0x11, 1}, {0x20, 1}, {bits - 1, 1}, {0, 1}, {size, 4}, {0, 2}, {bits, 2}, {fraction, 1},
        {exponent, 1}, {0, 1}, {fraction, 1}, {wide ? 1023 : 127, 4});
}

static void dataset_header(object_header *header, const io_array *array, const io_sink_record *record) {
    const size_t columns = (size_t)array->columns, row_bytes = columns * nf_type_bytes(array->type);
    const int lists = io_array_has_lists(array);
    begin_header(header);
    message(header, DATASPACE, lists ? 20 : 12);
    ADD(header, {2, 1}, {lists ? 2 : 1, 1}, {0, 1}, {1, 1}, {record->size / row_bytes, 8});
    if (lists) ADD(header, {columns, 8});
    message(header, DATATYPE, type_bytes(array->type));
    add_type(header, array->type);
    message(header, FILL_VALUE, 2);
    ADD(header, {3, 1}, {0x0a, 1}); /* none; room is given late */
    message(header, LAYOUT, 18);
    ADD(header, {3, 1}, {1, 1}, {record->size > 0 ? record->offset : nowhere, 8}, {record->size, 8});
    end_header(header);
}

/* Texts end with a zero. */
static void add_attribute(object_header *header, const io_attribute *attribute) {
    const size_t name = strlen(attribute->name) + 1, text = attribute->text ? strlen(attribute->text) + 1 : 0,
                 type = text ? TEXT_TYPE : type_bytes(attribute->type),
                 space = 4 + 8 * (size_t)attribute->rank,
                 data = text ? text : (size_t)io_attribute_count(attribute) * nf_type_bytes(attribute->type);
    message(header, ATTRIBUTE, 9 + name + type + space + data);
    ADD(header, {3, 1}, {0, 1}, {name, 2}, {type, 2}, {space, 2}, {0, 1});
    memcpy(header->bytes + header->used, attribute->name, name);
    header->used += name;
    if (text) ADD(header, {0x13, 1}, {0, 3}, {text, 4});
    else add_type(header, attribute->type);
    ADD(header, {2, 1}, {(uint64_t)attribute->rank, 1}, {0, 1}, {attribute->rank > 0, 1});
    for (int k = 0; k < attribute->rank; k++) ADD(header, {(uint64_t)attribute->size, 8});
    if (text) memcpy(header->bytes + header->used, attribute->text, text);
    header->used += text;
    for (int k = 0; k < io_attribute_count(attribute) && !text; k++)
        header->used += io_attribute_store(header->bytes + header->used, attribute, k);
}

static void group_header(object_header *header, const io_sink *sink, const uint64_t *addresses) {
    begin_header(header);
    message(header, LINK_INFO, 18);
    ADD(header, {0, 2}, {nowhere, 8}, {nowhere, 8});
    message(header, GROUP_INFO, 2);
    ADD(header, {0, 2});
    for (size_t k = 0; k < sink->array_count; k++) {
        const char *name = sink->arrays[k].name;
        const size_t length = strlen(name);
        message(header, LINK, 11 + length);
        ADD(header, {1, 1}, {0, 1}, {length, 1});
        memcpy(header->bytes + header->used, name, length);
        header->used += length;
        ADD(header, {addresses[k], 8});
    }
    for (size_t k = 0; k < sink->attribute_count; k++) add_attribute(header, &sink->attributes[k]);
    end_header(header);
}

/* ---- the file ----------------------------------------------------------------------------------------- */

/* Writes zeros from the end of the last content to the next multiple of the alignment, which *at is then. */
static int align(io_sink *sink, uint64_t *at) {
    static const unsigned char zeros[ALIGNMENT] = {0};
    const size_t missing = (size_t)(-*at % ALIGNMENT);
    *at += missing;
    return io_sink_put(sink, zeros, missing);
}

int io_hdf5_begin(io_sink *sink) {
    static const unsigned char zeros[SUPERBLOCK] = {0};
    io_sink_record *record = &sink->records[sink->begun - 1];
    record->size = io_sink_row_bytes(sink) * sink->rows;
    record->offset = sink->begun > 1 ? record[-1].offset + record[-1].size : SUPERBLOCK;
    if (sink->begun == 1 && !io_sink_put(sink, zeros, SUPERBLOCK)) return 0;
    return align(sink, &record->offset);
}

static int put_header(io_sink *sink, const object_header *header, uint64_t *at) {
    if (!io_sink_put(sink, header->bytes, header->used)) return 0;
    *at += header->used;
    return align(sink, at);
}

int io_hdf5_finish(io_sink *sink) {
    const io_sink_record *last = &sink->records[sink->begun - 1];
    uint64_t at = last->offset + last->size, addresses[IO_MOST_ARRAYS];
    object_header header;
    if (!align(sink, &at)) return 0;
    for (size_t k = 0; k < sink->array_count; k++) {
        addresses[k] = at;
        dataset_header(&header, &sink->arrays[k], &sink->records[k]);
        if (!put_header(sink, &header, &at)) return 0;
    }
    const uint64_t root = at;
    group_header(&header, sink, addresses);
    if (!put_header(sink, &header, &at)) return 0;
    unsigned char superblock[SUPERBLOCK] = "\x89HDF\r\n\x1a\n";
    const io_stored rest[] = {{2, 1}, {8, 1}, {8, 1}, {0, 1}, {0, 8}, {nowhere, 8}, {at, 8}, {root, 8}};
    const size_t used = 8 + IO_STORE_ALL(superblock + 8, rest);
    io_store_le(superblock + used, checksum(superblock, used), CHECKSUM);
    return io_sink_patch(sink, 0, superblock, sizeof superblock);
}
