/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The commands of a work: launches, fills and copies.  Each waits for the previous one. */
#ifndef NF_OPENCL_LAUNCH_H
#define NF_OPENCL_LAUNCH_H

#include "opencl/work.h"

typedef enum nf_arg_kind {
    NF_ARG_BUFFER,
    NF_ARG_U32,
    NF_ARG_U64,
    NF_ARG_F32,
    NF_ARG_F64,
    NF_ARG_STRUCT
} nf_arg_kind;

typedef struct nf_arg {
    nf_arg_kind kind;
    union {
        cl_mem buffer;
        cl_uint u32;
        cl_ulong u64;
        cl_float f32;
        cl_double f64;
        const void *data; /* of a struct; must exist until the launch */
    } value;
    size_t bytes; /* of a struct */
} nf_arg;

nf_arg nf_in(cl_mem buffer);
nf_arg nf_out(cl_mem buffer);
nf_arg nf_inout(cl_mem buffer);
nf_arg nf_u32(uint32_t value);
nf_arg nf_u64(uint64_t value);
nf_arg nf_struct(const void *data, size_t bytes);
nf_arg nf_real(nf_type type, double value); /* rounded to float for NF_FLOAT32 */

/* The number of work-groups and of work-items in each, and the groups before the first one in get_global_id. */
typedef struct nf_shape {
    uint64_t groups;
    size_t group;
    uint64_t first;
} nf_shape;

/* The groups for `n` elements with `per_group` elements each, at least one. */
nf_shape nf_shape_for(uint64_t n, uint64_t per_group, size_t group);

nf_status nf_launch_args(nf_work *work, nf_program *program, const char *name, nf_shape shape,
                         const nf_arg *args, size_t count);

/* The same with further arguments after those. */
nf_status nf_launch_more(nf_work *work, nf_program *program, const char *name, nf_shape shape,
                         const nf_arg *args, size_t count, const nf_arg *more, size_t more_count);

/* nf_launch(work, program, "scan_block", nf_shape_for(n, tile, group), nf_inout(values), nf_u64(n)) */
#define nf_launch(work, program, kernel, shape, ...)                                                         \
    nf_launch_args(work, program, kernel, shape, (const nf_arg[]){__VA_ARGS__},                              \
                   sizeof((const nf_arg[]){__VA_ARGS__}) / sizeof(nf_arg))

/* The arguments of `output_`, which has the members `args` and `count`, follow those given. */
#define nf_launch_with(work, program, kernel, shape, output_, ...)                                           \
    nf_launch_more(work, program, kernel, shape, (const nf_arg[]){__VA_ARGS__},                              \
                   sizeof((const nf_arg[]){__VA_ARGS__}) / sizeof(nf_arg), (output_)->args,                  \
                   (output_)->count)

/* Fills bytes [offset, offset + bytes) with a pattern of 1, 2, 4 or 8 bytes. */
nf_status nf_fill(nf_work *work, cl_mem buffer, const void *pattern, size_t pattern_bytes, uint64_t offset,
                  uint64_t bytes);
nf_status nf_copy(nf_work *work, cl_mem from, uint64_t from_offset, cl_mem to, uint64_t to_offset,
                  uint64_t bytes);

/* Copies from and to the host.  A write either copies `data` before it returns or waits; a read always waits. */
nf_status nf_write(nf_work *work, cl_mem to, uint64_t offset, const void *data, uint64_t bytes);
nf_status nf_read(nf_work *work, cl_mem from, uint64_t offset, void *data, uint64_t bytes);

/* The same, for numbers on which the memory of what follows depends: where a context adds up costs (opencl/memory/cost.h) they are `most`, those for which the
   call takes the most; they may be where `data` is. */
nf_status nf_read_most(nf_work *work, cl_mem from, uint64_t offset, void *data, uint64_t bytes,
                       const void *most);

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

/* Checks a slice of the caller, and counts its offset in elements of `size` bytes: the offset is a multiple of `size`, the buffer belongs to the
   context, allows the access, and contains `n` elements from there on. */
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

#endif
