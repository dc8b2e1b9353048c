/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "formats/bytes.h"
#include "formats/output/sink_internal.h"

#include <stdio.h>
#include <zlib.h>

static const char *const descr[] = {
    [NF_FLOAT32] = "<f4", [NF_FLOAT64] = "<f8", [NF_INT32] = "<i4", [NF_UINT32] = "<u4", [NF_UINT64] = "<u8"};

static void put_header(unsigned char header[IO_NPY_HEADER], const char *type, const char *shape) {
    enum { PREFIX = 10 };
    char text[IO_NPY_HEADER - PREFIX + 1];
    const int length =
        snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", type, shape);
    memset(header, ' ', IO_NPY_HEADER);
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    io_store_le(header + 8, IO_NPY_HEADER - PREFIX, 2);
    memcpy(header + PREFIX, text, (size_t)length);
    header[IO_NPY_HEADER - 1] = '\n';
}

void io_npy_header(unsigned char header[IO_NPY_HEADER], const io_array *array, uint64_t rows) {
    char columns[16] = "", shape[48];
    if (io_array_has_lists(array)) snprintf(columns, sizeof columns, " %d", array->columns);
    snprintf(shape, sizeof shape, "%llu,%s", (unsigned long long)rows, columns);
    put_header(header, descr[array->type], shape);
}

/* A text is an array of one string of numpy, whose characters have four bytes. */
size_t io_npy_attribute(unsigned char *to, const io_attribute *attribute) {
    char type[32], shape[32] = "";
    size_t at = IO_NPY_HEADER;
    if (attribute->text) {
        snprintf(type, sizeof type, "<U%zu", strlen(attribute->text));
        put_header(to, type, "");
        for (const char *c = attribute->text; *c; c++, at += 4) io_store_le(to + at, (unsigned char)*c, 4);
        return at;
    }
    if (attribute->rank == 1) snprintf(shape, sizeof shape, "%d,", attribute->size);
    if (attribute->rank == 2) snprintf(shape, sizeof shape, "%d, %d", attribute->size, attribute->size);
    put_header(to, descr[attribute->type], shape);
    for (int k = 0; k < io_attribute_count(attribute); k++) at += io_attribute_store(to + at, attribute, k);
    return at;
}

/* Stores elements of 4 or 8 bytes in little-endian order. */
static void put_elements(unsigned char *to, const unsigned char *from, size_t count, size_t bytes) {
    for (size_t i = 0; i < count; i++, to += bytes, from += bytes) {
        uint64_t wide;
        uint32_t narrow;
        if (bytes == sizeof wide) {
            memcpy(&wide, from, sizeof wide);
            io_store_le(to, wide, sizeof wide);
        } else {
            memcpy(&narrow, from, sizeof narrow);
            io_store_le(to, narrow, sizeof narrow);
        }
    }
}

int io_npy_put(io_sink *sink, const void *rows, size_t count, uint32_t *crc) {
    const size_t row_bytes = io_sink_row_bytes(sink), bytes = nf_type_bytes(io_sink_array(sink)->type);
    const unsigned char *from = rows;
    while (count > 0) {
        unsigned char *room = io_sink_room(sink, row_bytes);
        if (!room) return 0;
        size_t fits = (IO_SINK_BUFFER - sink->used) / row_bytes;
        if (fits > count) fits = count;
        put_elements(room, from, fits * row_bytes / bytes, bytes);
        if (crc) *crc = (uint32_t)crc32(*crc, room, (uInt)(fits * row_bytes));
        sink->used += fits * row_bytes;
        from += fits * row_bytes;
        count -= fits;
    }
    return 1;
}

int io_npy_begin(io_sink *sink) {
    unsigned char header[IO_NPY_HEADER];
    io_npy_header(header, io_sink_array(sink), sink->rows);
    return io_sink_put(sink, header, sizeof header);
}

int io_npy_write(io_sink *sink, const void *const *rows, size_t count) {
    return io_npy_put(sink, rows[0], count, NULL);
}
