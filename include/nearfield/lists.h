/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The neighbours of every point, as offsets and indices (CSR). */
#ifndef NEARFIELD_LISTS_H
#define NEARFIELD_LISTS_H

#include <nearfield/cloud.h>
#include <nearfield/filters.h>
#include <nearfield/outputs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options of nf_lists.  All zeros are the defaults.  The members up to `chunks` are those of every question
   (outputs.h).  Without `arrays` a result has the offsets and the indices.  NF_ARRAY_DISTANCES,
   NF_ARRAY_VECTORS and NF_ARRAY_SHIFTS have a row for each index, and come with the indices; so do
   NF_ARRAY_ROWS, NF_ARRAY_ROWS_INT64 and NF_ARRAY_INDICES_INT64.  With the offsets alone the neighbours are
   only counted. */
typedef struct nf_lists_options {
    uint32_t size;             /* sizeof(nf_lists_options), or 0 for the layout of version 1.0 */
    uint64_t arrays;           /* the arrays of a result: NF_WANT(array), combined by |; 0: see above */
    const nf_outputs *outputs; /* writes into memory of the caller in place of a result; NULL: does not */
    nf_cost *cost;             /* says what the call would take, and does nothing else; NULL: does not */
    const nf_chunks *chunks;   /* gives the answer in chunks within a budget; NULL: at once */
    /* nonzero: each pair only once, in the row of the smaller index; 0: in the rows of both points */
    int half;
    /* nonzero: ascending indices in each row, images of one point by ascending S.  Sorting takes three more
       buffers of twice the indices' size. */
    int sorted;
    /* nonzero: the rows follow each other in the order in which the search keeps the points, by cells, and
       not in that of the points.  Rows of near points are near each other then, and writing them is faster.
       Row i is indices[offsets[i]] .. indices[offsets[i] + counts[i] - 1]; NF_ARRAY_COUNTS, n x uint64, comes
       with the offsets.  Not with a skin, nor in chunks (NF_ERROR_UNSUPPORTED). */
    int cell_order;
    /* Query points: the rows are theirs, and their neighbours are points of the cloud.  dims and type are
       those of the cloud, and the box is the cloud's, inside of which they need not be.  A query point is
       nobody's neighbour, and has a point of the cloud at the same place as a neighbour.  The cost depends on
       their number, not on that of the cloud's points, unless they are so far outside of a periodic box that
       the cloud must be ordered again.  A call with query points waits for their bounds; points in host
       memory may change when it returns, those on the device must not change before its commands have ended.
       NULL: the points of the cloud. */
    const nf_points *queries;
    const nf_filters *filters; /* filters of results; NULL: none */
    /* For points that move in small steps: 0 for none, or a length.  The cloud then keeps a list with cutoff
       + skin on the device, also when it is moved, and a search with the same cutoff, skin and `half` takes
       its answer from that list.  The list is built anew only if a point is more than skin / 2 from where it
       was when the list was built, or if the number, type or dims of the points or the box have changed.  The
       result is always that of `sorted` without a skin, to the byte; nf_cloud_lists_built() tells how often a
       list was built. */
    double skin;
} nf_lists_options;

/**
 * Finds the neighbours of every point, or of every query point: the points closer than `cutoff`, without the
 * point itself.  In a periodic box a point has an entry for each of its images, and a point's own images are
 * among its neighbours.
 *
 * Shapes  points: n x dims.  NF_ARRAY_OFFSETS: n + 1, uint64; row i is indices[offsets[i]] ..
 *         indices[offsets[i + 1] - 1].  Offsets are below 2^63, so that they may be read as int64; NF_UNKNOWN
 *         (Moving) is -1 then.
 *         NF_ARRAY_INDICES: offsets[n], int32, indices of the caller's points.
 *         NF_ARRAY_ROWS: offsets[n], int32, the row of each of them; in chunks too that of the whole answer.
 * Units   `cutoff` is in the units of the points.
 * Rule    that of nf_pairs().  In full lists of one cloud i is in row j if and only if j is in row i, but not
 *         with NF_RADII_QUERY.
 * Order   Rows are in the order of the points unless `cell_order` is set, which changes neither the contents
 *         of a row nor their order.  `sorted` gives ascending indices in each row in every version of the
 *         library.
 *         The default order of a row depends only on the points and the options: it is the same on every
 *         device and in every run, and does not change within a minor version (the CHANGELOG names changes).
 *         With a skin rows are ascending, whether the list was built by this call or not.
 * Skin    Points are compared as given: one that the application wraps into the periodic box has moved by a
 *         cell vector.  The list with cutoff + skin is built with half a percent (float32) or a millionth
 *         (float64) more, which pays for rounding; in boxes so large, or with points so far outside, that it
 *         does not, points may move less than skin / 2.
 *         The limits of the cutoff, and how far outside of a periodic box points may be when the list is
 *         built, are those of cutoff + skin.
 *         There is no skin with query points, filters or systems (NF_ERROR_UNSUPPORTED).
 *         The cloud keeps the last list, until it is freed or nf_lists() fails.
 * Systems For a batch (nf_batch) each row has points of its own system, with the indices of the whole array.
 *         The cutoff is 0 if the systems have cutoffs of their own.
 * Result  as for nf_pairs().  For n = 0 the offsets are one 0.
 * Sync    as for nf_pairs().
 * Outputs If the indices do not fit, the first ones are written, or none with `sorted` and no skin.  The
 *         offsets are complete in either case; the last one is the number of indices.  With cell_order
 *         NF_ARRAY_COUNTS must be given.
 *         The call waits for the number also with `sorted`.  Otherwise, without `found`, it waits for nothing
 *         after nf_cloud_prepare() for this cutoff.  (It builds its kernels if they were not used before.)
 *         If the points are not ordered, the call orders them as nf_cloud_prepare() does, and may wait for
 *         that.  With a skin the call waits to learn whether points have moved too far.
 *         Query points, and radii and exclusions in host memory, are waited for;
 *         with a cutoff of 0, so is the largest of radii on the device.
 * Moving  This is about outputs for a cloud that was searched or prepared, and then moved by nf_cloud_move().
 *         The call may order the new points without waiting if it does not wait for the number, and without
 *         cell_order.  On GPUs it usually does.  It then assumes that the new points need cells of the same
 *         kind, and about as many.
 *         If that is wrong, or if a point is not finite, all offsets but the first are NF_UNKNOWN and no
 *         index is written.
 *         In that case call nf_cloud_prepare(), or repeat the call with `found`: it succeeds, or returns the
 *         error.
 * Chunks  Chunks are consecutive rows; their offsets begin with 0.  `sorted` is allowed.  With a skin rows
 *         ascend, and no list is kept.  cell_order and offsets without indices are NF_ERROR_UNSUPPORTED.
 * Errors  as nf_pairs(), which says when `sorted` is NF_ERROR_UNSUPPORTED, and NF_ERROR_ARGUMENT for a skin
 *         that is negative or not finite.
 */
NF_API nf_status nf_lists(nf_cloud *cloud, double cutoff, const nf_lists_options *options,
                          const nf_sync *sync, nf_result **result);

#ifdef __cplusplus
}
#endif
#endif
