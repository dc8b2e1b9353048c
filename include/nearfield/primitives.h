/*
 * The primitives underneath: reduce, scan, compact, gather, radix sort, on device buffers.
 *
 * All of them: any n from 0 up to what memory allows; places are nf_slice (buffer and offset in elements);
 * enqueued on sync->queue behind sync->waits without waiting for the host; scratch comes from the context
 * and nf_*_scratch says how many bytes; the answer is the same bytes on every device.  Buffers must belong
 * to nf_context_cl(context).  Errors: NF_ERROR_ARGUMENT (with a sentence: a null pointer, a type that the
 * primitive does not know, a place outside its buffer, an overlap where none is allowed), NF_ERROR_MEMORY,
 * NF_ERROR_DEVICE, NF_ERROR_BUILD, NF_ERROR_UNSUPPORTED (NF_FLOAT64 on a device without it).
 */
#ifndef NEARFIELD_PRIMITIVES_H
#define NEARFIELD_PRIMITIVES_H

#include <nearfield/context.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum nf_operation { NF_SUM = 1, NF_MIN, NF_MAX } nf_operation;

/**
 * out[0] = in[0] + ... + in[n-1], or their minimum or maximum.  All five types.
 *
 * Integers wrap.  Floating-point sums follow one fixed tree, whatever the device: with m the smallest power
 * of two >= n, sum(0, m) = sum(0, m/2) + sum(m/2, m), halved down to single elements; what lies beyond n is
 * left out.  NaN: a minimum or maximum ignores NaNs (fmin, fmax); of -0 and +0 the minimum is -0, the
 * maximum +0.  n = 0 gives 0 for the sum and for minimum and maximum the type's largest and smallest value
 * (+infinity and -infinity for floating point).
 *
 * out     1 element; must not overlap in.
 */
NF_API nf_status nf_reduce(nf_context *context, nf_type type, nf_operation operation, nf_slice in,
                           nf_slice out, uint64_t n, const nf_sync *sync);
NF_API nf_status nf_reduce_scratch(nf_context *context, nf_type type, uint64_t n, uint64_t *bytes);

typedef enum nf_scan_kind { NF_INCLUSIVE = 1, NF_EXCLUSIVE } nf_scan_kind;

/**
 * Prefix sums or running maxima.  NF_UINT32, NF_UINT64, NF_INT32; NF_SUM (wraps) and NF_MAX.
 *
 * Inclusive: out[k] = in[0] op ... op in[k].  Exclusive: out[k] = in[0] op ... op in[k-1], and out[0] is 0
 * for the sum and the type's smallest value for the maximum.  `in` and `out` may be the same place; they may
 * not overlap otherwise.
 */
NF_API nf_status nf_scan(nf_context *context, nf_type type, nf_operation operation, nf_scan_kind kind,
                         nf_slice in, nf_slice out, uint64_t n, const nf_sync *sync);
NF_API nf_status nf_scan_scratch(nf_context *context, nf_type type, uint64_t n, uint64_t *bytes);

/**
 * Keeps the values whose flag is not zero, in their order.
 *
 * flags   n x uint8.
 * values  n x NF_UINT32 or NF_UINT64 (any 4- or 8-byte data); a NULL buffer stands for the indices 0, 1, 2...
 *         of the type given.
 * out     room for as many as are kept (n is always enough).
 * count   1 x uint64: how many were kept.
 * out and count must overlap nothing else.
 */
NF_API nf_status nf_compact(nf_context *context, nf_type type, nf_slice flags, nf_slice values, nf_slice out,
                            nf_slice count, uint64_t n, const nf_sync *sync);
NF_API nf_status nf_compact_scratch(nf_context *context, nf_type type, uint64_t n, uint64_t *bytes);

/**
 * out[k] = in[indices[k]], for elements of `words` 4-byte words (1 to 8; offsets count elements).
 *
 * indices  n x uint32, each below `m`, the number of elements of `in` from its offset on.  An index beyond
 *          gives an element of zeros; nothing outside is read.
 * out      n elements; must overlap neither in nor indices.
 */
NF_API nf_status nf_gather(nf_context *context, int words, nf_slice in, uint64_t m, nf_slice indices,
                           nf_slice out, uint64_t n, const nf_sync *sync);
/** 0: gathering takes no scratch. */
NF_API nf_status nf_gather_scratch(nf_context *context, int words, uint64_t n, uint64_t *bytes);

/* What to sort by what.  Places of keys and values are sorted in place. */
typedef struct nf_sort_options {
    nf_type key;   /* NF_UINT32 or NF_UINT64 */
    nf_type value; /* NF_UINT32, NF_UINT64, or NF_TYPE_NONE for keys alone */
    int first_bit; /* the bits [first_bit, last_bit) of the keys decide; 0, 0 stands for all bits */
    int last_bit;
} nf_sort_options;

/**
 * Sorts keys, and values with them, in ascending order; stable.  Radix sort from the least significant digit.
 *
 * keys    n keys, replaced by the sorted ones.
 * values  n values, replaced likewise; must not overlap keys; ignored where options->value is NF_TYPE_NONE.
 */
NF_API nf_status nf_sort(nf_context *context, const nf_sort_options *options, nf_slice keys, nf_slice values,
                         uint64_t n, const nf_sync *sync);
NF_API nf_status nf_sort_scratch(nf_context *context, const nf_sort_options *options, uint64_t n,
                                 uint64_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
