// The entries of rows and where they are written, for all that write rows.
//   offsets[n + 1] --> indices[total], those below `capacity`; and images[total] of the partners
//   EMIT_IMAGES  1: the images are written
#pragma once
#include "search/point.cl"

#if EMIT_IMAGES
#define IMAGES_PARAMETER , __global nf_shift *restrict images
#define IMAGES_PASS      , images
#else
#define IMAGES_PARAMETER
#define IMAGES_PASS
#endif
#define ROW_PARAMETERS                                                                                       \
    __global const ulong *restrict offsets, ulong first_offset, __global int *restrict indices,              \
        ulong first_index, ulong capacity IMAGES_PARAMETER
#define ROW_ENTRIES                                                                                          \
    { indices + first_index, capacity IMAGES_PASS }
#define ROW_BEGIN(point) offsets[first_offset + ROW_OF(point)]

typedef struct nf_row_entries {
    __global int *indices;
    ulong capacity;
#if EMIT_IMAGES
    __global nf_shift *images;
#endif
} nf_row_entries;

// Writes entry k.
static inline void nf_row_put(const nf_row_entries *entries, ulong k, uint number, nf_shift shift) {
    if (k >= entries->capacity) return;
    entries->indices[k] = (int)number;
#if EMIT_IMAGES
    entries->images[k] = shift;
#else
    (void)shift;
#endif
}
