/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Primitives on device buffers: reduce, scan, compact, gather and radix sort.
 *
 * For all of them:
 * - `n` is any number of elements from 0 to what memory allows.
 * - Slices are in buffers of nf_context_cl(context): one with `host` is refused.  Offsets are in bytes, and
 *   multiples of the size of an element.
 * - The commands are enqueued on sync->queue behind sync->waits.  No call waits for the device.
 * - Scratch memory comes from the context; nf_*_scratch() gives its size in bytes.
 * - The result is the same bytes on every device.
 * - Errors are NF_ERROR_ARGUMENT (a null pointer, a type that the primitive does not support, a range outside
 *   its buffer, an offset that is no multiple of the size of an element, a forbidden overlap),
 *   NF_ERROR_MEMORY, NF_ERROR_DEVICE, NF_ERROR_BUILD, and NF_ERROR_UNSUPPORTED (NF_FLOAT64 on a device
 *   without double precision).
 */
#ifndef NEARFIELD_PRIMITIVES_H
#define NEARFIELD_PRIMITIVES_H

#include <nearfield/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How elements are combined: sum, minimum, maximum. */
typedef enum nf_operation { NF_SUM = 1, NF_MIN, NF_MAX } nf_operation;

/**
 * Computes out[0] = in[0] + ... + in[n-1], or the minimum or maximum of these elements.  All five types.
 *
 * Sums of integers wrap.  Sums of floating-point numbers are rounded in one fixed order on every device: with
 * m the smallest power of two >= n, sum(0, m) = sum(0, m/2) + sum(m/2, m), and so on down to single elements,
 * where elements at n and beyond are left out.  Minimum and maximum ignore NaNs, as fmin() and fmax(); -0 is
 * less than +0.  For n = 0 the sum is 0, the minimum the largest value of the type and the maximum the
 * smallest (+infinity and -infinity for floating point).
 *
 * in      n elements.
 * out     1 element; must not overlap `in`.
 */
NF_API nf_status nf_reduce(nf_context *context, nf_type type, nf_operation operation, nf_slice in,
                           nf_slice out, uint64_t n, const nf_sync *sync);
/** The scratch memory of nf_reduce() for n elements, in bytes. */
NF_API nf_status nf_reduce_scratch(nf_context *context, nf_type type, uint64_t n, uint64_t *bytes);

/* Whether a prefix contains its own element. */
typedef enum nf_scan_kind { NF_INCLUSIVE = 1, NF_EXCLUSIVE } nf_scan_kind;

/**
 * Computes prefix sums or prefix maxima.  NF_UINT32, NF_UINT64, NF_INT32; NF_SUM (which wraps) and NF_MAX.
 *
 * Inclusive: out[k] = in[0] op ... op in[k].  Exclusive: out[k] = in[0] op ... op in[k-1], and out[0] is 0
 * for the sum and the smallest value of the type for the maximum.
 *
 * in      n elements.
 * out     n elements; may be the same range as `in`, must not overlap it otherwise.
 */
NF_API nf_status nf_scan(nf_context *context, nf_type type, nf_operation operation, nf_scan_kind kind,
                         nf_slice in, nf_slice out, uint64_t n, const nf_sync *sync);
/** The scratch memory of nf_scan() for n elements, in bytes. */
NF_API nf_status nf_scan_scratch(nf_context *context, nf_type type, uint64_t n, uint64_t *bytes);

/**
 * Copies the values whose flag is not zero, in their order.
 *
 * type    NF_UINT32 or NF_UINT64: values of 4 or 8 bytes of any kind.
 * flags   n x uint8.
 * values  n values; if its buffer is NULL, the values are the indices 0, 1, 2, ...
 * out     room for n elements, however many are kept; the values kept are the first ones.  Must not overlap
 *         any other range.
 * count   1 x uint64: the number of values kept.  Must not overlap any other range.
 */
NF_API nf_status nf_compact(nf_context *context, nf_type type, nf_slice flags, nf_slice values, nf_slice out,
                            nf_slice count, uint64_t n, const nf_sync *sync);
/** The scratch memory of nf_compact() for n values, in bytes. */
NF_API nf_status nf_compact_scratch(nf_context *context, nf_type type, uint64_t n, uint64_t *bytes);

/**
 * Copies elements by index: out[k] = in[indices[k]].
 *
 * words    the size of an element in 4-byte words, 1 to 8.
 * in       m elements.
 * indices  n x uint32.  An index of m or more gives an element of zeros; nothing outside `in` is read.
 * out      n elements; must overlap neither `in` nor `indices`.
 */
NF_API nf_status nf_gather(nf_context *context, int words, nf_slice in, uint64_t m, nf_slice indices,
                           nf_slice out, uint64_t n, const nf_sync *sync);
/** The scratch memory of nf_gather(): 0 bytes. */
NF_API nf_status nf_gather_scratch(nf_context *context, int words, uint64_t n, uint64_t *bytes);

/* What nf_sort() sorts. */
typedef struct nf_sort_options {
    uint32_t size; /* sizeof(nf_sort_options), or 0 for the layout of version 1.0 */
    nf_type key;   /* NF_UINT32 or NF_UINT64 */
    nf_type value; /* NF_UINT32, NF_UINT64, or NF_TYPE_NONE for keys alone */
    int first_bit; /* only the bits [first_bit, last_bit) of the keys are compared; 0, 0 for all bits */
    int last_bit;  /* see first_bit */
} nf_sort_options;

/**
 * Sorts keys, and values with them, in place and in ascending order; stable.  A radix sort from the least
 * significant digit.
 *
 * keys    n keys.
 * values  n values; must not overlap `keys`; ignored if options->value is NF_TYPE_NONE.
 */
NF_API nf_status nf_sort(nf_context *context, const nf_sort_options *options, nf_slice keys, nf_slice values,
                         uint64_t n, const nf_sync *sync);
/** The scratch memory of nf_sort() for n keys, in bytes. */
NF_API nf_status nf_sort_scratch(nf_context *context, const nf_sort_options *options, uint64_t n,
                                 uint64_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
