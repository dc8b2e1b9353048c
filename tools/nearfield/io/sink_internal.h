/* What the sink and its formats share. */
#ifndef NEARFIELD_IO_SINK_INTERNAL_H
#define NEARFIELD_IO_SINK_INTERNAL_H

#include "aside.h"
#include "sink.h"

#include <stdbool.h>

/* begin, write and finish return false when the file cannot be written; sink->reason says why. */
typedef struct {
    nf_sink_format about;
    bool (*begin)(nf_sink *sink);
    bool (*write)(nf_sink *sink, const int32_t *pairs, size_t count);
    bool (*finish)(nf_sink *sink);
} nf_sink_writer;

enum { NF_SINK_BUFFER = 1 << 20 };

struct nf_sink {
    char *path;
    nf_aside aside; /* all zero when writing to standard output */
    int file;
    const nf_sink_writer *writer;
    int reason; /* errno of the first failure, or 0 */
    bool begun;
    uint64_t pairs, written;
    unsigned long crc; /* of the member of an .npz */
    size_t used;
    unsigned char buffer[NF_SINK_BUFFER];
};

bool nf_sink_flush(nf_sink *sink);
bool nf_sink_put(nf_sink *sink, const void *bytes, size_t count);
/* Overwrites bytes that have been written before, once the buffer is flushed. */
bool nf_sink_patch(nf_sink *sink, uint64_t offset, const void *bytes, size_t count);
/* At least count bytes of room in the buffer to write to, or NULL; the caller adds to sink->used. */
unsigned char *nf_sink_room(nf_sink *sink, size_t count);

bool nf_csv_begin(nf_sink *sink);
bool nf_csv_write(nf_sink *sink, const int32_t *pairs, size_t count);
bool nf_npy_begin(nf_sink *sink);
bool nf_npy_write(nf_sink *sink, const int32_t *pairs, size_t count);
bool nf_npz_begin(nf_sink *sink);
bool nf_npz_write(nf_sink *sink, const int32_t *pairs, size_t count);
bool nf_npz_finish(nf_sink *sink);

/* The header of an .npy file of this many pairs. */
enum { NF_NPY_HEADER = 128, NF_PAIR_BYTES = 8 };
void nf_npy_header(unsigned char header[NF_NPY_HEADER], uint64_t pairs);
/* Puts pairs as they stand in an .npy file; summed adds their bytes to sink->crc. */
bool nf_npy_put(nf_sink *sink, const int32_t *pairs, size_t count, bool summed);

/* The parts of a zip archive with the one stored member pairs.npy; each returns how many bytes it wrote. */
enum { NF_ZIP_LONGEST = 256 };
size_t nf_zip_local_header(unsigned char *to, uint64_t size, unsigned long crc);
size_t nf_zip_directory(unsigned char *to, uint64_t size, unsigned long crc);

#endif
