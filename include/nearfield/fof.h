/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Friends-of-friends groups and DBSCAN; catalogue.h measures the groups. */
#ifndef NEARFIELD_FOF_H
#define NEARFIELD_FOF_H

#include <nearfield/cloud.h>
#include <nearfield/outputs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options of nf_fof.  All zeros are the defaults.  The members up to `chunks` are those of every question
   (outputs.h).  The arrays are NF_ARRAY_LABELS, NF_ARRAY_GROUP_NUMBERS, and NF_ARRAY_ORDER: the points group
   after group, by label and then by index; without `arrays` the labels. */
typedef struct nf_fof_options {
    uint32_t size;             /* sizeof(nf_fof_options), or 0 for the layout of version 1.0 */
    uint64_t arrays;           /* the arrays of a result: NF_WANT(array), combined by |; 0: see above */
    const nf_outputs *outputs; /* writes into memory of the caller in place of a result; NULL: does not */
    nf_cost *cost;             /* says what the call would take, and does nothing else; NULL: does not */
    const nf_chunks *chunks;   /* NULL: this question has no chunks */
    /* Nonzero: the linking length counts mean spacings, (V / n)^(1 / dims) with the volume V of the box,
       which must be periodic along all axes. */
    int in_spacings;
} nf_fof_options;

/**
 * Finds groups of friends of friends: points that are connected by links.  Two points are linked if they are
 * closer than the linking length.
 *
 * Shapes  points: n x dims, 1 to 3 dims.  NF_ARRAY_LABELS and NF_ARRAY_GROUP_NUMBERS: n, int32.
 * Units   `linking_length` is in the units of the points, or in mean spacings.
 * Rule    Two points are linked if they are a pair of the pair rule (nf_pairs()), in any image.  The label of
 *         a group is the smallest index of its points, and its number counts the smaller labels.
 *         Coordinates count in steps, as for nf_knn(): one float32 coordinate that is more than 2^76 (7e22)
 *         times as large as others takes digits from them.
 * Result  as for nf_pairs(); nf_result_total() is the number of groups.  It is the same bytes on every device
 *         and in every run.
 * Tree    as for nf_knn(): the same tree.
 * Sync    The call waits for the number of groups.  The labels may still be written when it returns, as the
 *         pairs of nf_pairs().
 * Outputs The call waits only for `found`, if it builds the tree, if more than 2^24 images of the box are
 *         within its reach, and on drivers that end long loops.  NF_ARRAY_FOUND is the number of groups.
 * Memory  For float32 points of 3 dims it is at most 137 bytes a point and 1 MB beside the points and the
 *         labels: that of nf_knn(), and the forest of links.
 * Errors  NF_ERROR_ARGUMENT: the linking length is not positive and finite.
 *         NF_ERROR_ARGUMENT: the linking length is below 2^-101 (float32) or 2^-900 (float64) of the largest
 *         coordinate, so that its square has no number.
 *         NF_ERROR_ARGUMENT: more than 2^24 images of the box may be the nearest of a point.  That takes
 *         points far apart along an axis that is not periodic, in a box that is not rectangular, and a
 *         linking length shorter than the points are apart.
 *         NF_ERROR_ARGUMENT: the box is so small beside the coordinates that its vectors have too few digits.
 *         NF_ERROR_ARGUMENT: the linking length is in spacings, and the box is not periodic along all axes.
 *         NF_ERROR_ARGUMENT: the points have more than 3 dims.
 *         NF_ERROR_POINTS: a point is not finite, or too far from a periodic box; the message names the first
 *         one.
 *         NF_ERROR_UNSUPPORTED: the cloud is a batch of systems.
 *         NF_ERROR_DEVICE: an OpenCL call failed, or the driver ended a long loop.
 *         NF_ERROR_MEMORY and NF_ERROR_BUILD: memory is short, or a kernel did not build.
 *         After an error an existing result of this context is empty and still valid, and a NULL one is still
 *         NULL.
 */
NF_API nf_status nf_fof(nf_cloud *cloud, double linking_length, const nf_fof_options *options,
                        const nf_sync *sync, nf_result **result);

/* Options of nf_dbscan.  All zeros are the defaults.  The members are those of every question (outputs.h).
   The arrays are NF_ARRAY_LABELS, NF_ARRAY_GROUP_NUMBERS, NF_ARRAY_CORES, NF_ARRAY_CORES_UINT8, and
   NF_ARRAY_ORDER: the points group after group, by label and then by index, and noise last; without `arrays`
   the labels. */
typedef struct nf_dbscan_options {
    uint32_t size;             /* sizeof(nf_dbscan_options), or 0 for the layout of version 1.0 */
    uint64_t arrays;           /* the arrays of a result: NF_WANT(array), combined by |; 0: see above */
    const nf_outputs *outputs; /* writes into memory of the caller in place of a result; NULL: does not */
    nf_cost *cost;             /* says what the call would take, and does nothing else; NULL: does not */
    const nf_chunks *chunks;   /* NULL: this question has no chunks */
} nf_dbscan_options;

/**
 * Finds groups of dense points: DBSCAN.
 *
 * linking_length  eps: points that are closer are linked (strictly).
 * min_points      at least 1: the number of points, itself included, that a core point has within the linking
 *                 length.
 * Shapes  points: n x dims, 1 to 3 dims.  NF_ARRAY_LABELS and NF_ARRAY_GROUP_NUMBERS: n, int32.
 *         NF_ARRAY_CORES: n, uint32; NF_ARRAY_CORES_UINT8: n, uint8.
 * Rule    Links are those of nf_fof().  A point counts once, in however many images it is near.  Core points
 *         that are linked form a group, whose label is the smallest index of its core points.  Any other
 *         point that is linked to a core point is a border point, of the group with the smallest label among
 *         those of such core points.  The rest is noise, with the label -1.
 *         With min_points 1 every point is a core point, and the groups are those of nf_fof().
 * Everything else is as for nf_fof(), except that the linking length is never in spacings.
 * Errors  as nf_fof(), and NF_ERROR_ARGUMENT for min_points 0.
 */
NF_API nf_status nf_dbscan(nf_cloud *cloud, double linking_length, uint32_t min_points,
                           const nf_dbscan_options *options, const nf_sync *sync, nf_result **result);

#ifdef __cplusplus
}
#endif
#endif
