/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The search for all pairs of points closer than a cutoff, each once. */
#ifndef NEARFIELD_PAIRS_H
#define NEARFIELD_PAIRS_H

#include <nearfield/cloud.h>
#include <nearfield/filters.h>
#include <nearfield/outputs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options of nf_pairs.  All zeros are the defaults.  The members up to `chunks` are those of every question
   (outputs.h).  The pairs are always among the arrays of a result; NF_ARRAY_DISTANCES, NF_ARRAY_VECTORS and
   NF_ARRAY_SHIFTS have a row for each pair.  NF_ARRAY_ROWS has the i of each pair and NF_ARRAY_INDICES its j,
   both m x int32; NF_ARRAY_PAIRS_INT64, NF_ARRAY_ROWS_INT64 and NF_ARRAY_INDICES_INT64 have the same
   numbers as int64. */
typedef struct nf_pairs_options {
    uint32_t size;             /* sizeof(nf_pairs_options), or 0 for the layout of version 1.0 */
    uint64_t arrays;           /* the arrays of a result: NF_WANT(array), combined by |; 0: see above */
    const nf_outputs *outputs; /* writes into memory of the caller in place of a result; NULL: does not */
    nf_cost *cost;             /* says what the call would take, and does nothing else; NULL: does not */
    const nf_chunks *chunks;   /* gives the answer in chunks within a budget; NULL: at once */
    /* Nonzero: pairs in lexicographic order, images of one pair by ascending S.  Sorting takes one or two
       more buffers of the result's size. */
    int sorted;
    /* Query points, as in nf_lists_options: pairs are (i, j) of query point i and point j of the cloud, all
       of them, also for i >= j.
       Their default order is that of pairs, with tiles of query points, and partners in all rows around a
       point.  NULL: none. */
    const nf_points *queries;
    const nf_filters *filters; /* filters of results; NULL: none */
} nf_pairs_options;

/**
 * Finds every pair of points closer than `cutoff`.
 *
 * Shapes  points: n x dims.  NF_ARRAY_PAIRS: m x 2, int32, indices of the caller's points, i < j in each row.
 * Units   `cutoff` is in the units of the points.
 * Rule    |r_j - r_i| < cutoff, strictly.  Points are told apart by index: two points at one place are a
 *         pair.
 *         In a periodic box (nf_box), |r_j - r_i + S.H| < cutoff for any S, and i = j for S other than 0:
 *         each unordered pair of images is given once, i < j with any S, or i = j with the first nonzero of S
 *         positive.
 *         In numbers: (dx*dx + dy*dy) + dz*dz < cutoff*cutoff, each operation rounded to the type of the
 *         points;
 *         `cutoff` is rounded to that type first; dx = (xj - xi) + ((S0*H00 + S1*H10) + S2*H20) in a periodic
 *         box, from the points as given, and y and z likewise.  If the cutoff is below 2^-36 or above 2^60
 *         (float32), 2^-500 or 2^500 (float64), all values are scaled by one power of two, so that nothing
 *         under- or overflows.
 * Order   `sorted` gives ascending (i, j) in every version of the library.  The default order depends only on
 *         the points and the options: it is the same on every device and in every run, and does not change
 *         within a minor version (the CHANGELOG names changes).
 *         The default order is: points are sorted by cell (x fastest, then y, then z), points of a cell by
 *         index.  A cell is as wide as the cutoff in y and z, and a quarter of it in x.  32 consecutive
 *         points are a tile; tiles ascend; turn t of a tile gives the t-th partner of each of its points that
 *         has one, points ascending.  The partners of a point are those after it in
 *         its own row of cells, then those in the rows (z, y) that follow its own in the half stencil,
 *         ascending; in a periodic box, rows and cells are counted beyond the box, and the candidates of a
 *         row ascend by the image of the box that they are in.  A cell of a periodic box is the one of the
 *         point wrapped into it.
 * Systems For a batch (nf_batch) the pairs are those of one system after the other, each in this order, with
 *         the indices of the whole array.  The cutoff is 0 if the systems have cutoffs of their own.
 * Result  `*result` is NULL or a result of the same context.  If it is NULL, the call creates a result;
 *         otherwise it replaces its contents and reuses its buffers if they are large enough: commands on
 *         other queues must have finished reading them.  The caller releases it with nf_result_free().
 * Sync    The call blocks until the number of pairs is known; the device may still be reading the points and
 *         writing the pairs.  Read them with nf_result_read(), or use the buffer on the same queue or after
 *         sync's event.  (On an out-of-order queue without an event, the call waits for the pairs, too.)
 * Outputs If the pairs do not fit, the first ones are written, or none with `sorted`.  The call waits for the
 *         number of pairs also with `sorted`.  Otherwise, without `found`, it waits for nothing if
 *         nf_cloud_prepare() has ordered the points for this cutoff.  If they are not ordered, the call
 *         orders them first, and may wait for that.
 *         The first call builds its kernels.  Query points, and radii and exclusions in host memory, are
 *         waited for;
 *         with a cutoff of 0, so is the largest of radii on the device.
 *         NF_ARRAY_FOUND is the number of pairs; if the call does not wait for it, numbers above 2^48 - 1 may
 *         be given as 2^48 - 1.
 * Moving  This is about outputs for a cloud that was searched or prepared, and then moved by nf_cloud_move().
 *         The call may order the new points without waiting if it does not wait for the number of pairs, and
 *         NF_ARRAY_FOUND and room for at least one pair are given.  On GPUs it usually does.
 *         It then assumes that the new points need cells of the same kind, and about as many.
 *         If that is wrong, if a point is not finite, or if the driver ends long loops, NF_ARRAY_FOUND is
 *         NF_UNKNOWN and the pairs are undefined.  In that case call nf_cloud_prepare(), or repeat the call
 *         with `found`: it succeeds, or returns the error.
 * Chunks  Pairs in chunks are not sorted (NF_ERROR_UNSUPPORTED), which needs all pairs at once: half lists of
 *         nf_lists() in chunks give the pairs in sorted order.
 * Errors  NF_ERROR_ARGUMENT (a cutoff that is not positive and finite, or outside 2^-100 .. 2^120 (float32)
 *         or 2^-960 .. 2^1000 (float64)), NF_ERROR_POINTS, NF_ERROR_MEMORY, NF_ERROR_DEVICE, NF_ERROR_BUILD,
 *         NF_ERROR_UNSUPPORTED (`sorted` for more than 2^32 results in a box whose images they have).  After
 *         an error an existing result of this context is empty and still valid, and a NULL one is still NULL.
 */
NF_API nf_status nf_pairs(nf_cloud *cloud, double cutoff, const nf_pairs_options *options,
                          const nf_sync *sync, nf_result **result);

#ifdef __cplusplus
}
#endif
#endif
