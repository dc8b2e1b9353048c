#include "bytes.h"
#include "sink_internal.h"

#include <stdio.h>
#include <zlib.h>

void nf_npy_header(unsigned char header[NF_NPY_HEADER], uint64_t pairs) {
    enum { PREFIX = 10 };
    char text[NF_NPY_HEADER - PREFIX + 1];
    int length = snprintf(text, sizeof text, "{'descr': '<i4', 'fortran_order': False, 'shape': (%llu, 2), }",
                          (unsigned long long)pairs);
    memset(header, ' ', NF_NPY_HEADER);
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    nf_store_le(header + 8, NF_NPY_HEADER - PREFIX, 2);
    memcpy(header + PREFIX, text, (size_t)length);
    header[NF_NPY_HEADER - 1] = '\n';
}

bool nf_npy_put(nf_sink *sink, const int32_t *pairs, size_t count, bool summed) {
    while (count > 0) {
        unsigned char *room = nf_sink_room(sink, NF_PAIR_BYTES);
        if (room == NULL) return false;
        size_t fits = (NF_SINK_BUFFER - sink->used) / NF_PAIR_BYTES;
        if (fits > count) fits = count;
        for (size_t i = 0; i < 2 * fits; i++) nf_store_le(room + 4 * i, (uint32_t)pairs[i], 4);
        if (summed) sink->crc = crc32_z(sink->crc, room, fits * NF_PAIR_BYTES);
        sink->used += fits * NF_PAIR_BYTES;
        pairs += 2 * fits;
        count -= fits;
    }
    return true;
}

bool nf_npy_begin(nf_sink *sink) {
    unsigned char header[NF_NPY_HEADER];
    nf_npy_header(header, sink->pairs);
    return nf_sink_put(sink, header, sizeof header);
}

bool nf_npy_write(nf_sink *sink, const int32_t *pairs, size_t count) {
    return nf_npy_put(sink, pairs, count, false);
}
