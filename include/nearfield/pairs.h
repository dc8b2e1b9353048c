/* All pairs of points closer than a cutoff, each once. */
#ifndef NEARFIELD_PAIRS_H
#define NEARFIELD_PAIRS_H

#include <nearfield/cloud.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How the pairs are found.  The set of pairs is the same for all methods. */
typedef enum nf_pairs_method {
    NF_PAIRS_SEARCH = 0, /* nothing but the result is stored */
    NF_PAIRS_POTENTIAL   /* potential pairs, flags, compaction: the pipeline of the Thrust articles that
                            nearfield started from, kept as a baseline; several times the memory */
} nf_pairs_method;

/* Options of nf_pairs and its variants.  All zeros are the defaults. */
typedef struct nf_pairs_options {
    nf_pairs_method method;
    /* 1, 2, 3: cells of cutoff / cells_per_cutoff in every direction, as in the articles.
       0 (auto): cells of the cutoff in y and z and of a quarter of it in x, along which points lie in one
       run. */
    int cells_per_cutoff;
    /* Nonzero: pairs in lexicographic order.  Takes one or two more buffers of the result's size while it sorts (two
       where the digits of an index are odd in number; nf_pairs_memory() counts them). */
    int sorted;
} nf_pairs_options;

typedef struct nf_pairs_result nf_pairs_result;

/**
 * Finds every pair of points closer than `cutoff`.
 *
 * Shapes  points: n x dims.  pairs: m x 2, int32, in the caller's numbering, i < j in each.
 * Units   `cutoff` is in the units of the points.
 * Rule    |r_j - r_i| < cutoff, strictly; points are told apart by index: two points at one place are a pair.
 *         In numbers: (dx*dx + dy*dy) + dz*dz < cutoff*cutoff, every operation rounded by itself to the type
 *         of the points; `cutoff` is rounded to that type first.  Below 2^-36 or above 2^60 (float32), 2^-500
 *         or 2^500 (float64) all of it is scaled by one power of two, so that nothing under- or overflows.
 * Order   depends on the points and the options alone: the same bytes on every device and in every run.
 *         The points are sorted by cell (x fastest, then y, then z), points of a cell by index.  32
 *         consecutive points are a tile; tiles ascend; turn t of a tile gives the t-th partner of each of
 *         its points that has one, points ascending.  The partners of a point: behind it in its own row of
 *         cells, then in the rows (z, y) that follow its own in the half stencil, ascending.
 *         NF_PAIRS_POTENTIAL gives point by point, all partners of a point in the same order.
 *         `sorted` gives ascending (i, j).
 * Owner   `*out` is the caller's; release it with nf_pairs_free().
 * Errors  NF_ERROR_ARGUMENT (a cutoff that is not positive and finite, or outside 2^-100 .. 2^120 (float32)
 *         or 2^-960 .. 2^1000 (float64)), NF_ERROR_POINTS, NF_ERROR_MEMORY, NF_ERROR_DEVICE, NF_ERROR_BUILD,
 *         NF_ERROR_UNSUPPORTED.  On any error `*out` is NULL and nothing stays allocated.
 *
 * Blocks until the number of pairs is known; the pairs themselves may still be on their way: read them with
 * nf_pairs_read() or use the buffer on the context's queue, or after nf_context_finish().  (Where that queue is one of
 * the caller's and out of order, the call waits for the pairs too.)
 */
NF_API nf_status nf_pairs(nf_cloud *cloud, double cutoff, const nf_pairs_options *options,
                          nf_pairs_result **out);

/** The same into a result that exists, whose buffer is reused when it is large enough: nothing of the caller's on
 *  another queue may still be reading it.  On an error the result is empty (no pairs) and still valid. */
NF_API nf_status nf_pairs_update(nf_pairs_result *result, nf_cloud *cloud, double cutoff,
                                 const nf_pairs_options *options);

/** A total of nf_pairs_into() that is not known. */
#define NF_PAIRS_UNKNOWN UINT64_MAX

/**
 * The same into the caller's buffer.
 *
 * pairs     room for `capacity` pairs (int32 x 2); the offset counts pairs.  Nothing beyond is written.
 * total     1 x uint64 on the device: how many pairs there are, also when there is no room for all (without
 *           `needed`, more than 2^48 - 1 may be said as that many).  A NULL buffer: not wanted.  Neither pairs nor
 *           total may overlap the other or the points.
 * needed    on the host: the same number.  When it is not NULL the call waits for it and answers
 *           NF_ERROR_CAPACITY when it exceeds `capacity`; when it is NULL the call waits for no result (but
 *           `sorted` and NF_PAIRS_POTENTIAL need the number in any case).
 * Waiting   a question whose cells (cutoff and cells_per_cutoff) the cloud was not asked with last waits for the bounds
 *           that cells depend on; so does, about new points, one without a `total` or room for a pair, on a CPU, or of
 *           a cloud that was sparse, had far outliers or was refused when last seen.  All others wait for nothing and
 *           take the cells to be of the same kind as before: where they are not, or a point is not finite, nothing is
 *           written and *total is NF_PAIRS_UNKNOWN.  So it is with more than 4 million points whose cells are more by
 *           over a quarter than when a question last waited for the bounds: the table of cells has no room for them, as
 *           when the extent of the cloud grows by 8 % in each of three directions; and where points are too dense for
 *           a driver that ends long loops, but what was written then counts for nothing.  The same question with
 *           `needed` then makes room and answers, or says what is wrong.
 * When the pairs do not fit, the first `capacity` of them are written, and with `sorted` none.  After an error other than
 * NF_ERROR_CAPACITY *total is undefined, and no event is returned.
 */
NF_API nf_status nf_pairs_into(nf_cloud *cloud, double cutoff, const nf_pairs_options *options,
                               nf_slice pairs, uint64_t capacity, nf_slice total, uint64_t *needed,
                               const nf_sync *sync);

/** How many pairs there are, without storing any. */
NF_API nf_status nf_pairs_count(nf_cloud *cloud, double cutoff, const nf_pairs_options *options,
                                uint64_t *count);

/**
 * The most device memory, in bytes, that nf_pairs takes for n points of `dims` and `type` and a result of
 * `pairs` pairs, the points' own copy included.  For NF_PAIRS_POTENTIAL `potential` is the number of
 * potential pairs (about 6.5 x pairs for cells_per_cutoff = 1); it is ignored otherwise.
 */
NF_API nf_status nf_pairs_memory(nf_context *context, uint64_t n, int dims, nf_type type,
                                 const nf_pairs_options *options, uint64_t pairs, uint64_t potential,
                                 uint64_t *bytes);

/** The number of pairs of a result. */
NF_API uint64_t nf_pairs_total(const nf_pairs_result *result);

/** The number of potential pairs that NF_PAIRS_POTENTIAL tested; 0 for other methods. */
NF_API uint64_t nf_pairs_potential(const nf_pairs_result *result);

/** The device buffer with the pairs, int32 x 2 each.  Owned by the result; NULL when there are none. */
NF_API cl_mem nf_pairs_buffer(const nf_pairs_result *result);

/**
 * Copies the pairs [first, first + count) to the host.  Blocks.
 *
 * pairs   room for count x 2 int32; may be NULL when count is 0.
 * Errors  NF_ERROR_ARGUMENT for pairs that the result does not have, NF_ERROR_DEVICE.
 */
NF_API nf_status nf_pairs_read(nf_pairs_result *result, uint64_t first, uint64_t count, int32_t *pairs);

/** Releases a result.  NULL is fine. */
NF_API void nf_pairs_free(nf_pairs_result *result);

#ifdef __cplusplus
}
#endif
#endif
