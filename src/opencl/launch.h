/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The commands of a work: launches, fills and copies.  Each waits for the previous one. */
#ifndef NF_OPENCL_LAUNCH_H
#define NF_OPENCL_LAUNCH_H

#include "opencl/memory/slice.h"
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

/* Launches a kernel with these arguments and, behind them, `more`. */
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

/* Writes rows as they are copied; it waits. */
nf_status nf_write_rows(nf_work *work, cl_mem to, const nf_rows *rows);

/* Makes the first `bytes`, at least one, of a buffer readable by the host, where they are or in a copy that OpenCL makes, and waits for that; and ends it: both
   must be called for a buffer in turns.  An end is never cancelled. */
nf_status nf_map(nf_work *work, cl_mem buffer, uint64_t bytes, void **out);
nf_status nf_unmap(nf_work *work, cl_mem buffer, void *mapped);

/* Takes n elements of `size` bytes that a call reads: it checks where they are on the device, and copies those in host memory to scratch.  work: NULL to
   check alone. */
nf_status nf_take_slice(nf_work *work, nf_context *context, const char *name, nf_slice slice, uint64_t n,
                        size_t size, nf_elements *out);

/* Reads numbers on which the memory of what follows depends: where a context adds up costs (opencl/memory/cost.h) they are `most`, those for which the
   call takes the most; they may be where `data` is. */
nf_status nf_read_most(nf_work *work, cl_mem from, uint64_t offset, void *data, uint64_t bytes,
                       const void *most);

/* The commands on an OpenCL device, for the table of opencl/ops.h. */
nf_status nf_cl_launch(nf_work *work, nf_program *program, const char *name, nf_shape shape,
                       const nf_arg *args, size_t count);
nf_status nf_cl_fill(nf_work *work, cl_mem buffer, const void *pattern, size_t pattern_bytes, uint64_t offset,
                     uint64_t bytes);
nf_status nf_cl_copy(nf_work *work, cl_mem from, uint64_t from_offset, cl_mem to, uint64_t to_offset,
                     uint64_t bytes);
nf_status nf_cl_write(nf_work *work, cl_mem to, uint64_t offset, const void *data, uint64_t bytes);

/* Enqueues a copy of `from` to the buffer, or where that is NULL, of the buffer to `to`.  With `event`, which receives the event of the command, the host
   memory is used until that has completed; without it the call waits. */
nf_status nf_cl_transfer(nf_work *work, cl_mem buffer, uint64_t offset, const void *from, void *to,
                         uint64_t bytes, cl_event *out);
nf_status nf_cl_map(nf_work *work, cl_mem buffer, uint64_t bytes, void **out);
nf_status nf_cl_unmap(nf_work *work, cl_mem buffer, void *mapped);
nf_status nf_cl_read(nf_work *work, cl_mem from, uint64_t offset, void *data, uint64_t bytes,
                     const void *most);

#endif
