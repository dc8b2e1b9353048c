/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A cloud: points on the device with their order, created once and searched many times. */
#ifndef NEARFIELD_CLOUD_H
#define NEARFIELD_CLOUD_H

#include <nearfield/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Points on the device, and their order: the points sorted by the cells of a grid. */
typedef struct nf_cloud nf_cloud;

/**
 * Creates a cloud of points on the device.
 *
 * The first search of the cloud computes its order, which the cloud keeps: a later search with the same
 * cutoff reuses it.  Only the last order is kept.  nf_cloud_prepare() computes it in advance.
 *
 * points  Points in host memory are copied before the call returns.  Packed rows in a device buffer are not
 *         copied:
 *         the cloud retains the buffer, whose contents must not change before the commands of the last search
 *         have ended (its event, or nf_context_finish()).  Points of any other layout on the
 *         device are copied by a command of this call: their buffers may change after its event.
 *         With points->batch it is a cloud of many systems (nf_batch), and a search answers for all of them:
 *         its pairs or rows are those of the systems one by one, system after system.  A search of such a
 *         cloud waits for the bounds of the systems unless nf_cloud_prepare() was called.
 * box     NULL or all zeros for open space, or a periodic box.
 * sync    the queue, and the events after which the points may be read; NULL: at once.
 * out     the cloud; release it with nf_cloud_free().
 * Errors  NF_ERROR_ARGUMENT, NF_ERROR_UNSUPPORTED, NF_ERROR_MEMORY, NF_ERROR_DEVICE; *out is then NULL.
 *         The first search reports a point that is not finite or too far from a periodic box: NF_ERROR_POINTS
 *         with its index.
 *         NF_ERROR_UNSUPPORTED from a search: systems that span more than 2^62 cells in all,
 *         or one with too many points for a driver that ends long loops.
 */
NF_API nf_status nf_cloud_create(nf_context *context, const nf_points *points, const nf_box *box,
                                 const nf_sync *sync, nf_cloud **out);

/**
 * Creates a cloud of which only the shape is known, to ask what calls would take before there are points: it
 * serves options.cost of the questions alone.
 * nf_cloud_move() gives it points.
 *
 * shape   only n, dims, type, batch->count and whether there are types are used.
 * Errors  NF_ERROR_ARGUMENT, NF_ERROR_MEMORY if the host has none; *out is then NULL.  Other calls for it
 *         return NF_ERROR_ARGUMENT.
 */
NF_API nf_status nf_cloud_create_shape(nf_context *context, const nf_points *shape, nf_cloud **out);

/**
 * Replaces the points of a cloud; its memory is reused if it is large enough.  The number of points, their
 * type and dims may change.  Arguments and errors are those of nf_cloud_create(); after an error the cloud is
 * empty (n = 0) and still valid.  The lists that a search or sums with a skin have left (nf_lists_options,
 * nf_interact_options) are kept, and used if no point has moved too far.
 */
NF_API nf_status nf_cloud_move(nf_cloud *cloud, const nf_points *points, const nf_box *box,
                               const nf_sync *sync);

/**
 * Computes the order of the cloud for searches with this cutoff.  Until the cloud is moved or searched with
 * another cutoff, no search waits for the order, and one with outputs waits for nothing unless it needs the
 * number of results on the host.  The call blocks until the extent of the points is known, and therefore
 * reports a point that is not finite, or too far from a periodic box.  On the host it checks the arguments
 * alone, as each search orders the points.
 *
 * cutoff  the cutoff of the searches, in the units of the points; 0 if the systems have cutoffs of their own.
 * sync    NULL for the context's own queue; its event completes when the order is finished.
 * Errors  NF_ERROR_ARGUMENT, NF_ERROR_POINTS with the first such index, NF_ERROR_MEMORY, NF_ERROR_DEVICE,
 *         NF_ERROR_BUILD, and NF_ERROR_UNSUPPORTED for systems as said for nf_cloud_create().
 */
NF_API nf_status nf_cloud_prepare(nf_cloud *cloud, double cutoff, const nf_sync *sync);

/**
 * The number of lists that searches and sums with a skin (nf_lists_options, nf_interact_options) have built
 * for this cloud; 0 for NULL.  A search that increases it has built its list, and one that does not has used
 * the list that was kept.
 */
NF_API uint64_t nf_cloud_lists_built(const nf_cloud *cloud);

/** The number of points; 0 for NULL. */
NF_API uint64_t nf_cloud_size(const nf_cloud *cloud);

/** Releases a cloud, and its reference to the buffer of the points.  NULL is allowed. */
NF_API void nf_cloud_free(nf_cloud *cloud);

#ifdef __cplusplus
}
#endif
#endif
