/* The same answers from plain C on one thread: the reference, and what works where there is no OpenCL. */
#ifndef NEARFIELD_HOST_H
#define NEARFIELD_HOST_H

#include <nearfield/pairs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Times of the stages of one nf_host_pairs call, in milliseconds. */
typedef struct nf_host_times {
    double bounds, keys, sort, order, search;
} nf_host_times;

/**
 * nf_pairs on the host, without OpenCL: the same rule, the same order, the same bytes.
 *
 * points     in host memory.
 * options    as for nf_pairs; NF_PAIRS_POTENTIAL is answered in its order, without storing potential pairs.
 * allocator  NULL: malloc and free.
 * pairs      where to put the pairs (m x 2), allocated with `allocator`: the caller's to release.
 *            NULL: they are only counted.
 * total      the number of pairs.
 * times      may be NULL.
 * message    takes one sentence on an error; may be NULL.
 * Errors     as nf_pairs.  On any error *pairs is NULL and *total 0.
 */
NF_API nf_status nf_host_pairs(const nf_points *points, const nf_box *box, double cutoff,
                               const nf_pairs_options *options, const nf_allocator *allocator,
                               int32_t **pairs, uint64_t *total, nf_host_times *times, char *message,
                               size_t message_size);

#ifdef __cplusplus
}
#endif
#endif
