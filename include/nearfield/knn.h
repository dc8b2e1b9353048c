/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The exact k nearest neighbours of every point. */
#ifndef NEARFIELD_KNN_H
#define NEARFIELD_KNN_H

#include <nearfield/cloud.h>
#include <nearfield/outputs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most neighbours of a point that nf_knn() takes. */
#define NF_KNN_MOST 1024
/* The most dims of points that nf_knn() takes. */
#define NF_KNN_DIMS_MOST 8

/* Options of nf_knn.  All zeros are the defaults.  The members up to `chunks` are those of every question
   (outputs.h).  The arrays are NF_ARRAY_INDICES, NF_ARRAY_DISTANCES, NF_ARRAY_VECTORS and NF_ARRAY_SHIFTS,
   with which these come, NF_ARRAY_KTH_DISTANCES,
   NF_ARRAY_MEAN_DISTANCES and NF_ARRAY_DENSITIES, and NF_ARRAY_INDICES_INT64, the indices as int64; without
   `arrays` the indices and the distances.
   NF_ARRAY_ORDER comes with `z_order`.  NF_ARRAY_KTH_DISTANCES, NF_ARRAY_MEAN_DISTANCES and
   NF_ARRAY_DENSITIES have one number a point, and need no memory for n x k. */
typedef struct nf_knn_options {
    uint32_t size;             /* sizeof(nf_knn_options), or 0 for the layout of version 1.0 */
    uint64_t arrays;           /* the arrays of a result: NF_WANT(array), combined by |; 0: see above */
    const nf_outputs *outputs; /* writes into memory of the caller in place of a result; NULL: does not */
    nf_cost *cost;             /* says what the call would take, and does nothing else; NULL: does not */
    const nf_chunks *chunks;   /* gives the answer in chunks within a budget; NULL: at once */
    /* Nonzero: a point is among its own neighbours.  Query points are never their own: this has no effect on
       them. */
    int include_self;
    /* Only points closer than this are neighbours, by the pair rule (nf_pairs()); 0: no bound. */
    double max_distance;
    /* Nonzero: the rows follow each other along the z-order curve (nf_zsort()) of the points, or of the query
       points, as given, and NF_ARRAY_ORDER, n x uint32, is the index of the point, or query point, that each
       row is of. */
    int z_order;
    /* Query points: the rows are theirs, and their neighbours are points of the cloud.  dims and type are
       those of the cloud, and the box is the cloud's, inside of which they need not be.  NULL: the points of
       the cloud. */
    const nf_points *queries;
} nf_knn_options;

/**
 * Finds the k nearest neighbours of every point, or of every query point, exactly.
 *
 * Shapes  points: n x dims, 1 to NF_KNN_DIMS_MOST dims; more than 3 only in rows and in open space.
 *         NF_ARRAY_INDICES: n x k, int32.  NF_ARRAY_DISTANCES: n x k, of the points' type.
 *         NF_ARRAY_VECTORS: n x (k x dims), of the points' type: D from the point to each neighbour in turn.
 *         NF_ARRAY_SHIFTS: n x (k x 3), int32: S of each; zeros in open space.
 * Units   distances are in the units of the points.
 * Rule    Neighbours are ordered by (d2, index): d2 is that of the pair rule, the sum of the squares of the
 *         components of D = r_j - r_i + S.H from the first to the last, each operation rounded to the type of
 *         the points; distances are its correctly rounded square root.  In a periodic box every image of a
 *         point is a neighbour of its own, so that an index can be in a row several times, and a point's own
 *         images are among its neighbours.
 *         Images of one point with equal d2 come by ascending S, component by component.
 *         A row with fewer than k neighbours is filled with index -1, distance infinity, vector and shift 0.
 *         The distance of the k-th neighbour and the mean are infinity then, and the density is 0.
 *         The mean is the sum of the distances, from the nearest on, times 1 / k.  The density is k / V, with
 *         V = c r^dims the volume of a ball of `dims` dims that reaches to the k-th neighbour, the powers by
 *         multiplication; infinity if V, and 0 if the density, is below the smallest normal number.
 *         Coordinates count in steps of 2^-101 (float32) or 2^-900 (float64) of the power of two above the
 *         largest one of all points, the query points and the cell vectors included, so that no square leaves
 *         the range of the type; subnormal coordinates and distances count as 0.
 *         A float32 coordinate keeps all digits if it is 0 or at least 2^-77 (7e-24) of that power of two.
 *         Smaller ones are rounded, for all points alike: one point at 1e28 rounds those of the others to
 *         multiples of 2^-7.  Leave such a point out, or give float64.
 * Order   A row is ascending.  Rows are in the order of the points unless `z_order` is set.  The result is
 *         the same bytes on every device and in every run.
 * Result  as for nf_pairs(); nf_result_total() is n x k.  Rows have the columns of k neighbours.
 * Tree    The first call sorts the points along a curve and builds a tree, which the cloud keeps until it is
 *         moved.  The tree is built again by the first call with `z_order` and without query points, and by a
 *         call whose largest coordinate, that of the query points included, has another power of two than
 *         that of the call before.
 * Sync    A call that builds the tree waits for the bounds of the points.  A call with query points waits for
 *         their bounds.
 *         In open space a call with fewer than 8192 query points may take them to be no larger than the
 *         points.  It then waits for the neighbours instead, and finds them anew if a query point is larger.
 *         In open space a call for a cloud that was moved may take the points to be about as large as those
 *         before.  It then waits for the neighbours instead, and finds them anew if the points are otherwise.
 *         The neighbours may still be written when the call returns, as the pairs of nf_pairs().
 * Outputs Their number of rows is n.  With z_order NF_ARRAY_ORDER must be given.
 *         A call that builds the tree waits for the bounds and the order of the points.  A call with query
 *         points waits for their bounds.
 *         A call waits for the neighbours if a coordinate is more than about 15 times the shortest height of
 *         a periodic box, and on drivers that end long loops.  Any other call waits for nothing.  The first
 *         call builds its kernels.  NF_ARRAY_FOUND is n x k.
 * Chunks  Chunks are consecutive rows; `first`, `count` and `total` count rows x k.  A budget that is too
 *         small for the tree and a row is refused before anything is built; where building needs more, as for
 *         many equal points, before the first chunk.
 * Memory  For float32 points of 3 dims that are not query points it is at most 136 bytes a point and 1 MB
 *         beside the points and the results.
 *         Vectors and shifts need the indices and distances: if outputs lack them, they are in scratch.
 *         The tree keeps 18 of these bytes, or 30 if points are outside of a periodic box.  The rest is for
 *         building it: 25 to 37 as a rule, and more where many points are at one place.
 * Errors  NF_ERROR_ARGUMENT: k is not in 1 .. NF_KNN_MOST.
 *         NF_ERROR_ARGUMENT: max_distance is negative or not finite.
 *         NF_ERROR_ARGUMENT: max_distance is so small beside the coordinates that its square has no number.
 *         NF_ERROR_ARGUMENT: the box is so small beside the coordinates that its vectors have too few digits,
 *         or that coordinates round by as much as 2^24 images reach.
 *         NF_ERROR_ARGUMENT: query points are not of the dims and type of the points, or of more than 3 dims
 *         and not in rows.
 *         NF_ERROR_POINTS: a point or query point is not finite, or too far from a periodic box; the message
 *         names the first one.
 *         NF_ERROR_POINTS: a point or query point has fewer than k neighbours within R, and max_distance is
 *         not given or is more than R.
 *         R is the distance that reaches 2^24 images of a periodic box: the largest distance for which the
 *         product of 2 floor(R / h) + 1 over the periodic vectors is at most 2^24, h the height of the box
 *         along the vector, the distance of its faces.  The message names the first one.
 *         NF_ERROR_UNSUPPORTED: the cloud is a batch of systems.
 *         NF_ERROR_DEVICE: an OpenCL call failed, or the driver ended a long loop.
 *         NF_ERROR_MEMORY and NF_ERROR_BUILD: memory is short, or a kernel did not build.
 *         After an error an existing result of this context is empty and still valid, and a NULL one is still
 *         NULL.
 */
NF_API nf_status nf_knn(nf_cloud *cloud, uint32_t k, const nf_knn_options *options, const nf_sync *sync,
                        nf_result **result);

#ifdef __cplusplus
}
#endif
#endif
