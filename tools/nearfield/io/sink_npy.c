#include "bytes.h"
#include "sink_internal.h"

#include <stdio.h>
#include <zlib.h>

void io_npy_header(unsigned char header[IO_NPY_HEADER], uint64_t pairs) {
    enum { PREFIX = 10 };
    char text[IO_NPY_HEADER - PREFIX + 1];
    int length = snprintf(text, sizeof text, "{'descr': '<i4', 'fortran_order': False, 'shape': (%llu, 2), }",
                          (unsigned long long)pairs);
    memset(header, ' ', IO_NPY_HEADER);
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    io_store_le(header + 8, IO_NPY_HEADER - PREFIX, 2);
    memcpy(header + PREFIX, text, (size_t)length);
    header[IO_NPY_HEADER - 1] = '\n';
}

int io_npy_put(io_sink *sink, const int32_t *pairs, size_t count, int summed) {
    while (count > 0) {
        unsigned char *room = io_sink_room(sink, IO_PAIR_BYTES);
        if (!room) return 0;
        size_t fits = (IO_SINK_BUFFER - sink->used) / IO_PAIR_BYTES;
        if (fits > count) fits = count;
        for (size_t i = 0; i < 2 * fits; i++) io_store_le(room + 4 * i, (uint32_t)pairs[i], 4);
        if (summed) sink->crc = crc32_z(sink->crc, room, fits * IO_PAIR_BYTES);
        sink->used += fits * IO_PAIR_BYTES;
        pairs += 2 * fits;
        count -= fits;
    }
    return 1;
}

int io_npy_begin(io_sink *sink) {
    unsigned char header[IO_NPY_HEADER];
    io_npy_header(header, sink->pairs);
    return io_sink_put(sink, header, sizeof header);
}

int io_npy_write(io_sink *sink, const int32_t *pairs, size_t count) {
    return io_npy_put(sink, pairs, count, 0);
}
