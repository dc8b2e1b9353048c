/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Arrays in buffers: where they begin, and the checks of those that the caller gives. */
#ifndef NF_OPENCL_SLICE_H
#define NF_OPENCL_SLICE_H

#include "opencl/context.h"

/* A position in a device buffer, as kernels take it: the offset counts elements.  That of an nf_slice of the caller counts bytes. */
typedef struct nf_elements {
    cl_mem buffer;
    uint64_t offset;
} nf_elements;

static inline nf_elements nf_elements_at(cl_mem buffer, uint64_t offset) {
    return (nf_elements){buffer, offset};
}

/* What a call does with an array of the caller.  Kernels may also read what a call writes. */
typedef enum nf_access { NF_READ, NF_WRITTEN } nf_access;

/* Checks a slice of the caller, and counts its offset in elements of `size` bytes: it is on the device, the offset is a multiple of `size`, and the buffer
   belongs to the context, allows the access, and contains `n` elements from there on. */
nf_status nf_check_slice(nf_context *context, const char *name, nf_slice slice, uint64_t n, size_t size,
                         nf_access access, nf_elements *out);

/* The slice that begins with these elements of `size` bytes. */
static inline nf_slice nf_slice_of(nf_elements elements, size_t size) {
    return nf_at(elements.buffer, elements.offset * size);
}

/* The buffer and offset of a slice; for a sub-buffer, within its parent. */
typedef struct nf_region {
    cl_mem memory;
    uint64_t byte;
    uint64_t room; /* the bytes from there to the end of the slice's own buffer */
} nf_region;
nf_status nf_region_of(nf_context *context, nf_slice slice, nf_region *out);

/* An array of the caller: n elements of `size` bytes. */
typedef struct nf_named_array {
    const char *name;
    nf_slice at; /* without a buffer: no array */
    uint64_t n;
    size_t size;
} nf_named_array;

/* NF_ERROR_ARGUMENT if the two ranges overlap, also partly or through sub-buffers.  A range ends at the latest with its buffer. */
nf_status nf_check_apart(nf_context *context, const char *a_name, nf_slice a, uint64_t a_bytes,
                         const char *b_name, nf_slice b, uint64_t b_bytes);

/* The checks of slices with a buffer on an OpenCL device, for the table of opencl/ops.h. */
nf_status nf_cl_check_slice(nf_context *context, const char *name, nf_slice slice, uint64_t n, size_t size,
                            nf_access access);
nf_status nf_cl_region(nf_context *context, nf_slice slice, nf_region *out);

#endif
