/* A cloud of points on the device with its order: made once, asked many times. */
#ifndef NEARFIELD_CLOUD_H
#define NEARFIELD_CLOUD_H

#include <nearfield/context.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_cloud nf_cloud;

/**
 * Takes a cloud of points to the device.
 *
 * points  Points in host memory are copied before the call returns.  Packed rows in a device buffer are not copied:
 *         the cloud retains the buffer, whose contents must not change until the cloud is asked for the last time or
 *         moved.  Points of any other layout on the device are copied by a command of this call: their buffers may
 *         change behind its event.
 * box     NULL or all zeros for open space.  A periodic direction: NF_ERROR_UNSUPPORTED.
 * sync    when the points may be read (NULL: at once).
 * out     release it with nf_cloud_free(), before its context.
 * Errors  NF_ERROR_ARGUMENT, NF_ERROR_UNSUPPORTED, NF_ERROR_MEMORY, NF_ERROR_DEVICE; *out is then NULL.
 *         A point that is not finite is found by the first question: NF_ERROR_POINTS with its index.
 *
 * The order (points sorted by the cells of a grid) is made by the first question and kept: a second question
 * that wants the same cells (the same cutoff and cells_per_cutoff) starts at the search.  Only the last order is kept.
 * nf_cloud_prepare() makes it ahead of the questions.
 */
NF_API nf_status nf_cloud_create(nf_context *context, const nf_points *points, const nf_box *box,
                                 const nf_sync *sync, nf_cloud **out);

/**
 * Gives the cloud new points in place of the old ones; memory is reused where it is large enough.  The number
 * of points, their type and dims may change.  Arguments and errors are those of nf_cloud_create(); after an
 * error the cloud is empty (n = 0) and still valid.
 */
NF_API nf_status nf_cloud_move(nf_cloud *cloud, const nf_points *points, const nf_box *box,
                               const nf_sync *sync);

/**
 * Orders the cloud for questions with this cutoff, so that they start at the search: until the cloud is moved, or asked
 * with other cells, no question about it waits for its order, and those into the caller's buffers wait for nothing.
 *
 * cells_per_cutoff  as in nf_pairs_options: 0 for the default.
 * sync    as for every call; its event completes when the order stands.
 * Blocks until the extent of the points is known, and so finds a point that is not finite.
 * Errors  NF_ERROR_ARGUMENT, NF_ERROR_POINTS with the first such index, NF_ERROR_MEMORY, NF_ERROR_DEVICE,
 *         NF_ERROR_BUILD.
 */
NF_API nf_status nf_cloud_prepare(nf_cloud *cloud, double cutoff, int cells_per_cutoff, const nf_sync *sync);

/** The number of points; 0 for NULL. */
NF_API uint64_t nf_cloud_size(const nf_cloud *cloud);

/** Releases a cloud, and its hold on the buffer of the points.  NULL is fine. */
NF_API void nf_cloud_free(nf_cloud *cloud);

#ifdef __cplusplus
}
#endif
#endif
