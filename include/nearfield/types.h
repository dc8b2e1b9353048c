/* Points, boxes and places in buffers: what all questions share. */
#ifndef NEARFIELD_TYPES_H
#define NEARFIELD_TYPES_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300 /* as CL/cl.h would, without its message; the library itself needs 1.2 */
#endif
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif
#include <nearfield/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Element types. NF_TYPE_NONE is zero, so that a zeroed struct names no type by accident. */
typedef enum nf_type { NF_TYPE_NONE = 0, NF_FLOAT32, NF_FLOAT64, NF_INT32, NF_UINT32, NF_UINT64 } nf_type;

/** The size of one element in bytes; 0 for NF_TYPE_NONE and for what is no nf_type. */
NF_API size_t nf_type_bytes(nf_type type);

/**
 * The domain.  All zeros: open space, which is the default and needs nothing else.
 *
 * Shapes  origin: 3.  cell: 3 x 3, its rows are the cell vectors.  periodic: 3 flags.
 * Units   those of the points.
 * Periodic directions are part of the interface and answer NF_ERROR_UNSUPPORTED in this version.
 */
typedef struct nf_box {
    double origin[3];
    double cell[3][3];
    int periodic[3];
} nf_box;

/* A place in a device buffer: `offset` counts elements of the type that the call works on. */
typedef struct nf_slice {
    cl_mem buffer;
    uint64_t offset;
} nf_slice;

/** The place `offset` elements behind the start of `buffer`. */
static inline nf_slice nf_at(cl_mem buffer, uint64_t offset) {
    nf_slice slice;
    slice.buffer = buffer;
    slice.offset = offset;
    return slice;
}

/**
 * n points of `dims` coordinates each, in host memory or on the device, in rows or with x, y and z apart.
 *
 * Set exactly one of the four places (none is needed for n = 0).  Coordinate a of point p is
 *   host         ((const type *)host)[p * stride + a]                 rows in host memory
 *   buffer       element offset + p * stride + a of `buffer`          rows in a device buffer
 *   host_axes    ((const type *)host_axes[a])[p * stride]             x, y, z apart, in host memory
 *   axes         element axes[a].offset + p * stride of axes[a].buffer   the same in device buffers
 * stride  counts elements (floats or doubles); 0 stands for packed points: dims for rows, 1 for axes.  Rows may be
 *         longer than a point has coordinates (4 for float4), never shorter.
 * n       at most 2^31 - 1: indices are int32.
 * The library reads the points and never writes them.  Of host_axes and axes, the first `dims` entries are read.
 */
typedef struct nf_points {
    uint64_t n;
    int dims;     /* 1, 2 or 3 */
    nf_type type; /* NF_FLOAT32 or NF_FLOAT64 */
    const void *host;
    cl_mem buffer;
    uint64_t offset;
    const void *host_axes[3];
    nf_slice axes[3];
    uint64_t stride;
} nf_points;

/* A total on the device that a call without waiting could not find (nf_pairs_into). */
#define NF_UNKNOWN UINT64_MAX

/**
 * Where a call runs and what it waits for.  NULL stands for all zeros: the context's own queue, nothing to
 * wait for beyond that queue's order, no event wanted.
 *
 * queue   the caller's command queue on the context's device, in order or not; NULL for the context's own.
 * waits   events that the first command of the call waits for.
 * event   where to put an event that completes with the last command of the call; the caller releases it.
 *         Set to NULL on any error.
 */
typedef struct nf_sync {
    cl_command_queue queue;
    cl_uint num_waits;
    const cl_event *waits;
    cl_event *event;
} nf_sync;

#ifdef __cplusplus
}
#endif
#endif
