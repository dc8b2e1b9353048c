/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Points, boxes, ranges in buffers, and synchronisation: the types that all calls share. */
#ifndef NEARFIELD_TYPES_H
#define NEARFIELD_TYPES_H

#include <nearfield/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* OpenCL's objects: cl_mem is struct _cl_mem *, and so on.  These headers include no header of OpenCL, and
   need none. */
struct _cl_platform_id;
struct _cl_device_id;
struct _cl_context;
struct _cl_command_queue;
struct _cl_mem;
struct _cl_event;

/*
 * How structs grow.  A program that was compiled with the headers of version 1.0 works with every later
 * version 1.x of the library, and one that was compiled with later headers works with an older library, if it
 * uses nothing that this lacks.  The headers in experimental/ have no part in this.
 *
 * A struct that may grow begins with `uint32_t size`: its sizeof, or 0 for the layout of version 1.0.
 * New members come behind all others, and as zeros they mean what was before.
 * - What the caller hands over, with the structs to which it points, is copied when the call begins.  Members
 *   that the caller's struct does not have are zeros.  With a size of 0 the members that came after version
 *   1.0 are not read, also if the headers have them: set the size to use these.
 * - What the library fills (nf_function_info) it fills up to that size, beyond what it knows with zeros.  Set
 *   the size, or all to zeros (NF_DEFAULTS), before the call.
 * - In an array that the library fills (nf_device_info, nf_stage) the size of the first one is that of all,
 *   and the distance from one to the next; each receives it.  Set infos[0].size to sizeof infos[0] before the
 *   call: 0 is refused.
 * - NF_ERROR_ARGUMENT: a size that is neither 0 nor at least that of version 1.0, a size above 65536, which
 *   no struct has, or a value other than zero in bytes that the library does not know.  Nothing is then
 *   written to this struct, nor to where it points, such as an event or a number.
 *
 * Structs that the library owns and shows by a pointer to const may grow at their end without a size:
 * nf_array_info, nf_chunk, nf_strategy_use, and those above where a function returns a pointer to them.
 *
 * The other structs do not grow: nf_box, nf_slice, nf_csr, nf_output, nf_parameter, nf_numbers, nf_allocator,
 * nf_sum_info, nf_parameter_info.
 *
 * Enumerators keep their numbers.  Later versions add new ones behind them.
 */

/* The initial value of a struct of this library, for example `nf_points points = NF_DEFAULTS;`: all zeros,
   which are the defaults.  It is there for code that is C and C++ at once. */
#ifdef __cplusplus
#define NF_DEFAULTS                                                                                          \
    {}
#else
#define NF_DEFAULTS                                                                                          \
    { 0 }
#endif

/* The type of an element.  NF_TYPE_NONE is zero, so that a zeroed struct has no type. */
typedef enum nf_type {
    NF_TYPE_NONE = 0,
    NF_FLOAT32,
    NF_FLOAT64,
    NF_INT32,
    NF_UINT32,
    NF_UINT64,
    NF_INT64,
    NF_UINT8
} nf_type;

/** The size of an element in bytes; 0 for NF_TYPE_NONE and invalid values. */
NF_API size_t nf_type_bytes(nf_type type);

/**
 * The domain of the points: open space, or a box that is periodic along some of its cell vectors.  All zeros
 * is open space, the default.  This struct does not grow.
 *
 * In a periodic box each point has images at r + S.H for all integers S along the periodic vectors, H being
 * the matrix whose rows are the cell vectors.  A search finds all images within the cutoff, also for cutoffs
 * longer than the box, and also the images of the point itself.  Points may be outside of the box: results
 * refer to them as given, they are never wrapped.
 * For points of `dims` dims, the first `dims` vectors and components count.
 *
 * Units   those of the points.
 * Errors  NF_ERROR_ARGUMENT: a number that is not finite or too large (2^60 for float32 points, 2^500 for
 *         float64), or periodic vectors that are linearly dependent or nearly so (a height of the cell below
 *         1/65536 of its vector).
 *         A search with a cutoff returns NF_ERROR_ARGUMENT for one that reaches more than 10^9 images or may
 *         give a point more than 2^31 neighbours, and NF_ERROR_POINTS for a point that is so far outside of
 *         the box that rounding would matter: more than four cells, and more than 16,000 cutoffs (float32) or
 *         8e12 (float64), or more than 2^20 cells.
 *         nf_knn(), nf_fof() and nf_catalogue() have no such limit in cutoffs: they return NF_ERROR_POINTS
 *         for a point that is more than 2^20 cells outside of the box.
 */
typedef struct nf_box {
    double origin[3]; /* the corner of the box */
    /* The rows are the cell vectors, rounded to the points' type: any that are linearly independent,
       left-handed too. */
    double cell[3][3];
    /* Nonzero: the box is periodic along this cell vector.  The other vectors have no effect; they must be
       finite, and may be zeros. */
    int periodic[3];
} nf_box;

/* Where an array begins: in host memory or in a device buffer.  Set `host` or `buffer`; neither is no array.
   What a slice of host memory names is only read.  Primitives (primitives.h) take buffers alone, and write to
   some.  This struct does not grow. */
typedef struct nf_slice {
    const void *host;       /* host memory, */
    struct _cl_mem *buffer; /* or a device buffer, a cl_mem of the context's OpenCL context */
    uint64_t offset;        /* from the start of either, in bytes: a multiple of the size of an element */
} nf_slice;

/** The slice that starts `offset` bytes after the start of `buffer`. */
static inline nf_slice nf_at(struct _cl_mem *buffer, uint64_t offset) {
    nf_slice slice = NF_DEFAULTS;
    slice.buffer = buffer;
    slice.offset = offset;
    return slice;
}

/** The slice that starts at `host`, an array in host memory. */
static inline nf_slice nf_from_host(const void *host) {
    nf_slice slice = NF_DEFAULTS;
    slice.host = host;
    return slice;
}

/**
 * Many small systems in one array of points: system s has the points offsets[s] .. offsets[s + 1] - 1.
 * Points of different systems are never neighbours.  The answer about a batch is that of asking about its
 * systems one by one: their pairs or rows, system after system, with the indices of the whole array.
 *
 * Batches serve pairs, lists, histograms and sums: not neighbours, groups, catalogues or the z-order
 * (NF_ERROR_UNSUPPORTED).
 *
 * All arrays are in host memory, and may change when the call that takes the points returns.
 *
 * A batch has no lists with a skin (NF_ERROR_UNSUPPORTED), and a skin has no effect on its sums.
 * A point that is not finite is an error; on the host (nf_context_options.device) only in a system with query
 * points, where there are any.
 *
 * Errors  NF_ERROR_ARGUMENT: no system, no offsets, offsets that do not ascend from 0 to n, a box given both
 *         here and to the call, a cutoff given both here and to the search.  Messages about one system begin
 *         with its number.
 */
typedef struct nf_batch {
    uint32_t size;           /* sizeof(nf_batch), or 0 for the layout of version 1.0 */
    uint64_t count;          /* the number of systems, at least 1; each may be empty */
    const uint64_t *offsets; /* count + 1, ascending from 0 to n */
    const nf_box
        *boxes; /* count, the box of each; NULL: the box of the call for all.  Not for query points */
    /* count, the cutoff of each; the cutoff of a search is 0 then.  NULL: the cutoff of the search for all.
       Not for query points */
    const double *cutoffs;
} nf_batch;

/**
 * n points of `dims` coordinates each, in host memory or on the device, in rows or with x, y and z in
 * separate arrays.
 * The library never writes to them.
 *
 * Set either rows or the first `dims` of axes, all of these in host memory or all in buffers (none is needed
 * for n = 0).  Coordinate a of point p is
 * - rows: element p * stride + a of the array
 * - axes: element p * stride of the array axes[a]
 * Elements are coordinates.  The stride counts them; the offsets of slices are in bytes.
 *
 * Errors  NF_ERROR_ARGUMENT for arrays in several kinds of place, and offsets that are no multiple of the
 *         size of an element; for a type in host memory that is out of range.
 */
typedef struct nf_points {
    uint32_t size;    /* sizeof(nf_points), or 0 for the layout of version 1.0 */
    uint64_t n;       /* at most 2^31 - 1, as indices are int32 */
    int dims;         /* 1, 2 or 3; nf_zsort() and nf_knn() take up to 8, in rows */
    nf_type type;     /* NF_FLOAT32 or NF_FLOAT64 */
    nf_slice rows;    /* one point after the other */
    nf_slice axes[3]; /* or x, y and z by themselves; the first `dims` entries are used */
    /* The distance between points in elements, not bytes, the same for all axes, at least dims for rows (4
       for float4).  0 for packed points: dims for rows, 1 for axes. */
    uint64_t stride;
    /* The systems of a batch; NULL: all points are one system.  Query points of a batch have as many systems,
       and those of system s look for points of system s. */
    const nf_batch *batch;
    /* A type for each point, for example its species: n x int32, from 0 to NF_TYPES_MOST - 1; no array: none.
       Filters (nf_filters) have cutoffs of pairs of types.  Types in host memory are copied when the call
       takes the points; a cloud uses those in a buffer where they are, as it uses packed rows. */
    nf_slice types;
} nf_points;

/* The number of types that points may have. */
#define NF_TYPES_MOST 256

/* The number of results (NF_ARRAY_FOUND) on the device if a call could not find it without waiting. */
#define NF_UNKNOWN UINT64_MAX

/**
 * The queue of a call and its events.  A call takes NULL for all zeros: the context's own queue, no events.
 */
typedef struct nf_sync {
    uint32_t size; /* sizeof(nf_sync), or 0 for the layout of version 1.0 */
    /* The caller's queue on the context's device, in order or out of order; NULL: the context's own.  The
       commands of the call run behind those that are in an in-order queue already, and so may read what these
       write; on an out-of-order queue they wait for `waits` alone, and only `event` tells when they have
       ended. */
    struct _cl_command_queue *queue;
    uint32_t wait_count; /* the number of `waits` */
    /* Events that the first command of the call waits for: a const cl_event *. */
    struct _cl_event *const *waits;
    /* Receives an event, a cl_event, that completes with the last command of the call, and NULL on an error
       other than NF_ERROR_CAPACITY and on the device "host"; the caller releases it.  NULL: no event is
       wanted. */
    struct _cl_event **event;
} nf_sync;

#ifdef __cplusplus
}
#endif
#endif
