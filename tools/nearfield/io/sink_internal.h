/* What the sink and its formats share. */
#ifndef NEARFIELD_IO_SINK_INTERNAL_H
#define NEARFIELD_IO_SINK_INTERNAL_H

#include "aside.h"
#include "sink.h"

/* begin, write and finish return 0 when the file cannot be written; sink->reason says why. */
typedef struct io_sink_writer {
    io_sink_format about;
    int (*begin)(io_sink *sink);
    int (*write)(io_sink *sink, const int32_t *pairs, size_t count);
    int (*finish)(io_sink *sink);
} io_sink_writer;

enum { IO_SINK_BUFFER = 1 << 20 };

struct io_sink {
    char *path;
    io_aside aside; /* all zero when writing to standard output */
    int file;
    const io_sink_writer *writer;
    int reason; /* errno of the first failure, or 0 */
    int begun;
    uint64_t pairs, written;
    unsigned long crc; /* of the member of an .npz */
    size_t used;
    unsigned char buffer[IO_SINK_BUFFER];
};

int io_sink_flush(io_sink *sink);
int io_sink_put(io_sink *sink, const void *bytes, size_t count);
/* Overwrites bytes that have been written before, once the buffer is flushed. */
int io_sink_patch(io_sink *sink, uint64_t offset, const void *bytes, size_t count);
/* At least count bytes of room in the buffer to write to, or NULL; the caller adds to sink->used. */
unsigned char *io_sink_room(io_sink *sink, size_t count);

int io_csv_begin(io_sink *sink);
int io_csv_write(io_sink *sink, const int32_t *pairs, size_t count);
int io_npy_begin(io_sink *sink);
int io_npy_write(io_sink *sink, const int32_t *pairs, size_t count);
int io_npz_begin(io_sink *sink);
int io_npz_write(io_sink *sink, const int32_t *pairs, size_t count);
int io_npz_finish(io_sink *sink);

/* The header of an .npy file of this many pairs. */
enum { IO_NPY_HEADER = 128, IO_PAIR_BYTES = 8 };
void io_npy_header(unsigned char header[IO_NPY_HEADER], uint64_t pairs);
/* Puts pairs as they stand in an .npy file; summed adds their bytes to sink->crc. */
int io_npy_put(io_sink *sink, const int32_t *pairs, size_t count, int summed);

/* The parts of a zip archive with the one stored member pairs.npy; each returns how many bytes it wrote. */
enum { IO_ZIP_LONGEST = 256 };
size_t io_zip_local_header(unsigned char *to, uint64_t size, unsigned long crc);
size_t io_zip_directory(unsigned char *to, uint64_t size, unsigned long crc);

#endif
