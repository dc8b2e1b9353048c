/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * What a call does instead of making a result: it writes into memory of the caller, says what it would take,
 * or gives its answer in chunks.
 *
 * The options of every question begin with the same five members: size, arrays, outputs, cost and chunks.
 * `arrays` names the arrays that a result shall have; with outputs it has no effect.  Of the last three a
 * call has at most outputs and cost together.  Chunks of a question that has none are NF_ERROR_UNSUPPORTED.
 */
#ifndef NEARFIELD_OUTPUTS_H
#define NEARFIELD_OUTPUTS_H

#include <nearfield/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- into memory of the caller ----------------------------------------------------------------------- */

/* Where one array of an answer is written.  Set `host` or `buffer`, or neither if `capacity` is 0.
   This struct does not grow. */
typedef struct nf_output {
    nf_array array;         /* which one; its shape is said in result.h */
    void *host;             /* host memory, which the call fills before it returns */
    struct _cl_mem *buffer; /* or a device buffer, a cl_mem of the context's OpenCL context */
    /* Of the first row, in bytes: a multiple of the size of a row, and for what nf_knn() has of each
       neighbour of the size of one neighbour's. */
    uint64_t offset;
    uint64_t capacity; /* the rows for which there is room */
} nf_output;

/**
 * The arrays that a call writes into memory of the caller.  It then makes no result: give NULL for it.
 *
 * Some arrays have a row for each result that is found: pairs, indices, groups, and the measures that belong
 * to them.  If the results do not fit into all of these that are given, the first ones are written, or none
 * where results are sorted; nothing is written beyond a capacity.  All other arrays have a known number of
 * rows, for which there must be room.
 *
 * The outputs must not overlap each other, nor anything that the call reads.  Checked are the outputs, and
 * what is read on the device where it is: packed points and query points, their types, weights
 * and velocities, labels, and the offsets of exclusions, but not their indices.
 * Kernels may also read what they write: create buffers of outputs with CL_MEM_READ_WRITE, which is OpenCL's
 * default.
 *
 * Waiting  A call with `found`, or with an output in host memory, waits for the number of results; some calls
 *          need it in any case, as their questions say.  A call that waits for the number returns
 *          NF_ERROR_CAPACITY if the results did not fit; what is written is then as said above, and the event
 *          is returned.  Otherwise NF_ARRAY_FOUND receives the number on the device.
 *          nf_interact() and nf_zsort() have no number: *found is 0, and NF_ARRAY_FOUND is refused.
 * Memory   An output in host memory takes scratch memory of its capacity on an OpenCL device, and so does an
 *          output of nf_catalogue() with an offset.
 * Errors   NF_ERROR_ARGUMENT for an array that the question does not have, an output that is given twice,
 *          overlaps or is too small.  After any error but NF_ERROR_CAPACITY the outputs are undefined, *found
 *          is 0, and no event is returned.
 */
typedef struct nf_outputs {
    uint32_t size;           /* sizeof(nf_outputs), or 0 for the layout of version 1.0 */
    uint32_t count;          /* of `arrays` */
    const nf_output *arrays; /* may be NULL if `count` is 0: the results are only counted */
    uint64_t
        *found; /* receives the number of results, also of those that did not fit; NULL: it is not wanted */
} nf_outputs;

/* ---- what a call would take -------------------------------------------------------------------------- */

/**
 * What a call would take.  A call with `cost` only computes this number, from numbers of points, types and
 * options.  It reads no values but those of exclusions in host memory, which it checks, and has no effect
 * beside `bytes`.  The amount is enough for every cutoff,
 * linking length and box, which are not looked at.  Its cloud may be one of a shape alone
 * (nf_cloud_create_shape()).
 *
 * Errors   those of the call for the shape and the options; NF_ERROR_MEMORY if the host has none.
 */
typedef struct nf_cost {
    uint32_t size; /* sizeof(nf_cost), or 0 for the layout of version 1.0 */
    /* What the answer depends on, where it depends on the values of the points: the assumed number of results
       (for lists with a skin, of the list with cutoff + skin); of groups no more count than there can be. */
    uint64_t assumed;
    /* Receives the largest amount of device memory that the call takes at once, in bytes, with a copy of the
       points, and with the arrays of a result;
       buffers of outputs are the caller's and do not count.  On the host, what most calls in plain C work
       in does not count (context.h). */
    uint64_t bytes;
} nf_cost;

/* ---- in chunks --------------------------------------------------------------------------------------- */

/* A chunk of an answer, which the library makes.  It may grow at its end. */
typedef struct nf_chunk {
    /* The arrays of the chunk.  It belongs to the call: read it (nf_result_read()) or copy its buffers before
       `take` returns.  Lists are those of the chunk's rows alone: their offsets begin with 0. */
    const nf_result *result;
    uint64_t first;     /* the number of results in the chunks before */
    uint64_t count;     /* and in this one */
    uint64_t first_row; /* of lists and neighbours: the number of rows in the chunks before */
    uint64_t rows;      /* and in this one */
    uint64_t total;     /* results of all chunks */
} nf_chunk;

/**
 * A budget of device memory, and the function that receives an answer in chunks: for answers that are larger
 * than a budget, a buffer or the device's memory.  The call makes no result: give NULL for it, and neither
 * outputs nor cost.  The cost of the call without chunks tells what it takes at once.  The arrays of the
 * chunks, one after the other, are the same bytes as those of a result; only the offsets of lists begin with
 * 0 in each chunk: they are those of a result with the chunk's `first` added.  An answer without results of
 * pairs, and without rows, has no chunk.
 *
 * Errors   NF_ERROR_MEMORY, before the first chunk, if the budget is too small; `enough` and the message name
 *          one that is enough.  Beside those of the question, what `take` returned.
 */
typedef struct nf_chunks {
    uint32_t size; /* sizeof(nf_chunks), or 0 for the layout of version 1.0 */
    /* The device memory in bytes that the call may use, with the cloud's copy of the points and their order,
       or their tree.  What the cost of the call says (nf_cost) is always enough; the least is lower, with one
       row or tile in a chunk.  0: three quarters of the device's memory.
       Memory that the cloud keeps from an earlier, larger set of points does not count.
       With a budget, pairs and lists release the order that the cloud has, and make it again.
       What pairs and lists need is known when the points are ordered and the results are counted.  A budget
       that is too small is refused then, and until then the call may use as much as its error names. */
    uint64_t memory_budget;
    /* Receives the chunks in their order.  The commands of the chunk have ended.  Calls of the same context
       are allowed, but those with the same cloud are NF_ERROR_ARGUMENT and leave it as it is, unless they ask
       for a cost, and it must not be freed.  Any value other than NF_OK ends the search, which returns it. */
    nf_status (*take)(void *user, const nf_chunk *chunk);
    void *user; /* passed to `take` */
    uint64_t
        *found; /* receives the number of results of all chunks, 0 after an error; NULL: it is not wanted */
    /* Receives, with NF_ERROR_MEMORY for a budget that is too small, one that is enough; 0 otherwise.  It is
       near the least, with which a chunk has one row or tile: a larger budget is much faster.  NULL: it is
       not wanted. */
    uint64_t *enough;
} nf_chunks;

#ifdef __cplusplus
}
#endif
#endif
