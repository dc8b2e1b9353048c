/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Results in chunks: for those that are larger than a budget, a buffer or the device's memory. */
#ifndef NEARFIELD_STREAM_H
#define NEARFIELD_STREAM_H

#include <nearfield/lists.h>
#include <nearfield/pairs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A chunk of a result. */
typedef struct nf_chunk {
    /* The arrays of the chunk.  It belongs to the call: read it (nf_result_read()) or copy its buffers before `take` returns.  Lists
       are those of the chunk's rows alone: their offsets begin with 0. */
    nf_result *result;
    uint64_t first;     /* the number of pairs or indices in the chunks before */
    uint64_t count;     /* and in this one */
    uint64_t first_row; /* of lists: the number of rows in the chunks before */
    uint64_t rows;      /* and in this one */
    uint64_t total;     /* pairs or indices of all chunks */
} nf_chunk;

/* Where a search gives its chunks to. */
typedef struct nf_stream {
    /* The device memory in bytes that the call may use, with the cloud's copy of the points and their order, or their tree; what nf_pairs_memory(),
       nf_lists_memory() and nf_knn_memory() say is always enough, and for chunks of one row or tile less is.  0: three quarters of the device's memory.
       Memory that the cloud keeps from an earlier, larger set of points does not count.
       With a budget, pairs and lists release the order that the cloud has, and make it again.
       What pairs and lists need is known when the points are ordered and the results are counted.  A budget that is too small is refused then, and
       until then the call may use as much as its error names. */
    uint64_t memory_budget;
    /* Receives the chunks in their order.  The commands of the chunk have ended; calls of the same context are allowed, but none with
       the same cloud.  Any value other than NF_OK ends the search, which returns it. */
    nf_status (*take)(void *user, const nf_chunk *chunk);
    void *user; /* passed to `take` */
} nf_stream;

/**
 * nf_pairs() in chunks.  The chunks, one after the other, are the same bytes as the arrays of nf_pairs().
 *
 * options  as for nf_pairs(), but for `sorted` and NF_PAIRS_POTENTIAL, which need all pairs at once: half lists of
 *          nf_lists_stream() give the pairs in sorted order.
 * stream   the budget and the function that takes the chunks.
 * total    receives the number of pairs; may be NULL.
 * Errors   as nf_pairs(), NF_ERROR_UNSUPPORTED for these options, NF_ERROR_MEMORY, before the first chunk, with the budget that is needed if this one is too
 *          small, and what `take` returned.
 */
NF_API nf_status nf_pairs_stream(nf_cloud *cloud, double cutoff, const nf_pairs_options *options,
                                 const nf_stream *stream, const nf_sync *sync, uint64_t *total);

/**
 * nf_lists() in chunks of consecutive rows.  The indices, distances, vectors and shifts of the chunks, one after the other, are the same
 * bytes as those of nf_lists(), and so are the offsets, each with the chunk's `first` added.
 *
 * total    receives the number of indices; may be NULL.
 * The other arguments and errors are those of nf_pairs_stream(); `sorted` is allowed, and offsets without indices are NF_ERROR_UNSUPPORTED.
 */
NF_API nf_status nf_lists_stream(nf_cloud *cloud, double cutoff, const nf_lists_options *options,
                                 const nf_stream *stream, const nf_sync *sync, uint64_t *total);

#ifdef __cplusplus
}
#endif
#endif
