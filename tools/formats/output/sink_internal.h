/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the sink and its formats share. */
#ifndef NEARFIELD_FORMATS_OUTPUT_SINK_INTERNAL_H
#define NEARFIELD_FORMATS_OUTPUT_SINK_INTERNAL_H

#include "system/atomic_file.h"
#include "formats/output/sink.h"

/* begin and end are called for each array, finish once at the end.  They return 0 when the file cannot be written, and set
 * sink->reason.  A NULL function does nothing. */
typedef struct io_sink_writer {
    io_sink_format about;
    int (*begin)(io_sink *sink);
    int (*write)(io_sink *sink, const void *const *rows, size_t count);
    int (*end)(io_sink *sink);
    int (*finish)(io_sink *sink);
} io_sink_writer;

/* An array in the file. */
typedef struct io_sink_record {
    char name[40];         /* of the member of a zip archive */
    uint64_t size, offset; /* of the content; of the content, in a zip archive of its local header */
    uint32_t crc;          /* in a zip archive */
} io_sink_record;

enum { IO_SINK_BUFFER = 1 << 20 };

struct io_sink {
    char *path;
    atomic_file target; /* all zero when writing to standard output */
    int file;
    int standard; /* standard output, where the file is copied to when it is complete; otherwise -1 */
    const io_sink_writer *writer;
    const io_array *arrays;
    size_t array_count;
    size_t begun;           /* number of arrays that were begun; the last ones are written now */
    uint64_t rows, written; /* of the current array */
    int reason;             /* errno of the first failure, or 0 */
    io_sink_record records[IO_MOST_ARRAYS + IO_MOST_ATTRIBUTES];
    io_attribute attributes[IO_MOST_ATTRIBUTES];
    size_t attribute_count;
    size_t used;
    unsigned char buffer[IO_SINK_BUFFER];
};

/* The current array, and the size of its rows in bytes. */
const io_array *io_sink_array(const io_sink *sink);
size_t io_sink_row_bytes(const io_sink *sink);

int io_sink_flush(io_sink *sink);
int io_sink_put(io_sink *sink, const void *bytes, size_t count);
/* Flushes the buffer and overwrites bytes that have been written before. */
int io_sink_patch(io_sink *sink, uint64_t offset, const void *bytes, size_t count);
/* Room for at least `count` bytes in the buffer, or NULL.  The caller adds what it wrote to sink->used. */
unsigned char *io_sink_room(io_sink *sink, size_t count);

/* Writes a number as text of at most IO_LONGEST_VALUE characters, with as many digits as are needed to read it back; returns its
 * end. */
enum { IO_LONGEST_VALUE = 32 };
unsigned char *io_put_value(nf_type type, unsigned char *to, const void *from);

/* How many numbers an attribute has, and stores one of them in little-endian order; returns its bytes. */
int io_attribute_count(const io_attribute *attribute);
size_t io_attribute_store(unsigned char *to, const io_attribute *attribute, int k);

int io_csv_begin(io_sink *sink);
int io_csv_write(io_sink *sink, const void *const *rows, size_t count);
int io_npy_begin(io_sink *sink);
int io_npy_write(io_sink *sink, const void *const *rows, size_t count);
int io_npz_begin(io_sink *sink);
int io_npz_write(io_sink *sink, const void *const *rows, size_t count);
int io_npz_end(io_sink *sink);
int io_npz_finish(io_sink *sink);
int io_json_begin(io_sink *sink);
int io_json_write(io_sink *sink, const void *const *rows, size_t count);
int io_json_finish(io_sink *sink);
int io_hdf5_begin(io_sink *sink);
int io_hdf5_finish(io_sink *sink);

/* The header of an .npy file of this array. */
enum { IO_NPY_HEADER = 128 };
void io_npy_header(unsigned char header[IO_NPY_HEADER], const io_array *array, uint64_t rows);
/* The whole .npy file of an attribute: the number of bytes, at most IO_NPY_ATTRIBUTE. */
enum { IO_NPY_ATTRIBUTE = IO_NPY_HEADER + 4 * IO_LONGEST_TEXT };
size_t io_npy_attribute(unsigned char *to, const io_attribute *attribute);
/* Writes rows in the layout of an .npy file, and updates *crc unless it is NULL. */
int io_npy_put(io_sink *sink, const void *rows, size_t count, uint32_t *crc);

/* The parts of a zip archive of stored members.  They return the number of bytes written, at most IO_ZIP_LONGEST. */
enum { IO_ZIP_LONGEST = 4096 };
size_t io_zip_local_header(unsigned char *to, const io_sink_record *record);
size_t io_zip_directory(unsigned char *to, const io_sink_record *records, size_t count);

#endif
