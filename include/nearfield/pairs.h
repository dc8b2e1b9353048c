/* All pairs of points closer than a cutoff, each once. */
#ifndef NEARFIELD_PAIRS_H
#define NEARFIELD_PAIRS_H

#include <nearfield/cloud.h>
#include <nearfield/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How the pairs are found.  The set of pairs is the same for all methods. */
typedef enum nf_pairs_method {
    NF_PAIRS_SEARCH = 0, /* nothing but the result is stored */
    NF_PAIRS_POTENTIAL   /* potential pairs, flags, compaction: the pipeline of the Thrust articles, kept as a
                            baseline to compare with; several times slower, with several times the memory */
} nf_pairs_method;

/* Options of nf_pairs and its variants.  All zeros are the defaults. */
typedef struct nf_pairs_options {
    nf_pairs_method method;
    /* 0 (the default): cells of the cutoff in y and z and of a quarter of it in x, along which points lie in one
       run.  1, 2, 3: cells of cutoff / cells_per_cutoff in every direction, as in the articles; a baseline. */
    int cells_per_cutoff;
    /* Nonzero: pairs in lexicographic order.  Sorting takes one or two more buffers of the result's size, which
       nf_pairs_memory() counts. */
    int sorted;
    /* The arrays that the result is to hold, NF_WANT(array) or'ed together; 0 for the pairs. */
    uint32_t arrays;
} nf_pairs_options;

/**
 * Finds every pair of points closer than `cutoff`.
 *
 * Shapes  points: n x dims.  NF_ARRAY_PAIRS: m x 2, int32, in the caller's numbering, i < j in each row.
 * Units   `cutoff` is in the units of the points.
 * Rule    |r_j - r_i| < cutoff, strictly; points are told apart by index: two points at one place are a pair.
 *         In numbers: (dx*dx + dy*dy) + dz*dz < cutoff*cutoff, every operation rounded by itself to the type
 *         of the points; `cutoff` is rounded to that type first.  Below 2^-36 or above 2^60 (float32), 2^-500
 *         or 2^500 (float64) all of it is scaled by one power of two, so that nothing under- or overflows.
 * Order   `sorted` gives ascending (i, j): the order to rely on, in every version.  The default order depends on the
 *         points and the options alone: it is the same on every device and in every run, and stays the same within
 *         a minor version of the library (the CHANGELOG names changes).
 *         It is: the points are sorted by cell (x fastest, then y, then z), points of a cell by index.  32
 *         consecutive points are a tile; tiles ascend; turn t of a tile gives the t-th partner of each of
 *         its points that has one, points ascending.  The partners of a point: behind it in its own row of
 *         cells, then in the rows (z, y) that follow its own in the half stencil, ascending.
 *         NF_PAIRS_POTENTIAL gives point by point, all partners of a point in the same order.
 * Result  `*result` is NULL or a result of the same context.  For NULL the call makes one; otherwise it replaces what
 *         the result holds and reuses its buffers where they are large enough: nothing on another queue may still
 *         be reading them.  The caller releases it with nf_result_free().
 * Sync    The call blocks until the number of pairs is known; the pairs themselves may still be on their way.  Read
 *         them with nf_result_read(), or use the buffer on the same queue, or behind sync's event.  (On an
 *         out-of-order queue, without an event asked for, the call waits for the pairs, too.)
 * Errors  NF_ERROR_ARGUMENT (a cutoff that is not positive and finite, or outside 2^-100 .. 2^120 (float32)
 *         or 2^-960 .. 2^1000 (float64)), NF_ERROR_POINTS, NF_ERROR_MEMORY, NF_ERROR_DEVICE, NF_ERROR_BUILD,
 *         NF_ERROR_UNSUPPORTED.  After an error a result that the call was given is empty and still valid, and
 *         one that was NULL still is.
 */
NF_API nf_status nf_pairs(nf_cloud *cloud, double cutoff, const nf_pairs_options *options,
                          const nf_sync *sync, nf_result **result);

/**
 * The same into the caller's buffer.
 *
 * pairs     room for `capacity` pairs (int32 x 2); the offset counts pairs.  Nothing beyond is written.
 * total     1 x uint64 on the device: how many pairs there are, also when there is no room for all (without
 *           `needed`, more than 2^48 - 1 may be said as that many).  A NULL buffer: not wanted.  Neither pairs nor
 *           total may overlap the other or the points.
 * needed    on the host: the same number.  When it is not NULL the call waits for it and answers
 *           NF_ERROR_CAPACITY when it exceeds `capacity`.  `sorted` and NF_PAIRS_POTENTIAL wait for it in any case.
 * Waiting   After nf_cloud_prepare() for this cutoff and cells_per_cutoff, a call with `needed` NULL waits for nothing.
 *           Otherwise the call orders the cloud as nf_cloud_prepare() would, and may wait for that.
 * Moving    A cloud that was asked or prepared and then moved is ordered without waiting where `total` and room
 *           for a pair are given: the call assumes that the new points need cells of the same kind and about the same number.  Where they
 *           do not, or a point is not finite, or the driver ends long loops, *total is NF_UNKNOWN and what was written
 *           counts for nothing.  The same call after nf_cloud_prepare(), or with `needed`, answers or says what is wrong.
 * When the pairs do not fit, the first `capacity` of them are written, and with `sorted` none.  After an error other than
 * NF_ERROR_CAPACITY *total is undefined, and no event is returned.
 */
NF_API nf_status nf_pairs_into(nf_cloud *cloud, double cutoff, const nf_pairs_options *options,
                               nf_slice pairs, uint64_t capacity, nf_slice total, const nf_sync *sync,
                               uint64_t *needed);

/** How many pairs there are, without storing any.  Blocks. */
NF_API nf_status nf_pairs_count(nf_cloud *cloud, double cutoff, const nf_pairs_options *options,
                                const nf_sync *sync, uint64_t *count);

/**
 * The most device memory, in bytes, that nf_pairs takes for such points and a result of such a size, the points' own
 * copy included.
 *
 * points   n, dims and type; where the points are is not looked at.
 * sizes    pairs: the number of pairs.  potential: for NF_PAIRS_POTENTIAL the number of potential pairs (about
 *          6.5 x pairs for cells_per_cutoff = 1).
 * Errors   NF_ERROR_ARGUMENT.
 */
typedef struct nf_pairs_sizes {
    uint64_t pairs, potential;
} nf_pairs_sizes;
NF_API nf_status nf_pairs_memory(nf_context *context, const nf_points *points,
                                 const nf_pairs_options *options, const nf_pairs_sizes *sizes,
                                 uint64_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
