/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The catalogue of groups: their members, masses, centres, velocities and sizes. */
#ifndef NEARFIELD_CATALOGUE_H
#define NEARFIELD_CATALOGUE_H

#include <nearfield/cloud.h>
#include <nearfield/outputs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options of nf_catalogue.  All zeros are the defaults.  The members up to `chunks` are those of every
   question (outputs.h).  The arrays are those from NF_ARRAY_GROUPS to NF_ARRAY_EXTENTS, NF_ARRAY_PERCOLATES,
   NF_ARRAY_DISPERSIONS, with which the velocities come, and NF_ARRAY_ORDER and NF_ARRAY_OFFSETS; without
   `arrays` all but these last three, the velocities only if they are given, and NF_ARRAY_PERCOLATES only with
   a linking length. */
typedef struct nf_catalogue_options {
    uint32_t size;             /* sizeof(nf_catalogue_options), or 0 for the layout of version 1.0 */
    uint64_t arrays;           /* the arrays of a result: NF_WANT(array), combined by |; 0: see above */
    const nf_outputs *outputs; /* writes into memory of the caller in place of a result; NULL: does not */
    nf_cost *cost;             /* says what the call would take, and does nothing else; NULL: does not */
    const nf_chunks *chunks;   /* NULL: this question has no chunks */
    uint32_t min_members;      /* groups with fewer points are left out; 0 for 20 */
    /* A weight for each point: n x 1 of the points' type, finite and not negative, in any layout of nf_points
       (dims is 1).  NULL: 1 each.
       Weights on the device are not checked. */
    const nf_points *weights;
    const nf_points *velocities; /* likewise a velocity for each point: n x dims.  NULL: none */
    /* The linking length with which the groups were found, and whether it counts mean spacings, as for
       nf_fof().  It joins the parts of groups across the faces of a periodic box.  0: it is not known; then
       groups that extend less than half of the box are right. */
    double linking_length;
    int in_spacings; /* 1: linking_length counts mean spacings of the points */
} nf_catalogue_options;

/**
 * Measures the groups of a cloud's points.
 *
 * labels  n x int32, as nf_fof() gives them: each is the index of a point of the group, or -1.  Those in host
 *         memory may change when the call returns.
 * Shapes  points: n x dims, 1 to 3 dims.  One row for each group: see nf_array (result.h).
 * Rule    In a periodic box each point of a group counts at one image.  The group's point of smallest index,
 *         its base, counts at its given place.
 *         Two points with the same label are linked if they are closer than the linking length, in any image
 *         (nf_fof()).  Each point counts at the image that links lead to from the base: the place does not
 *         depend on the order of the points, whatever the group's length.  If a closed chain of links ends at
 *         another image than it began at, the group closes on itself through the box: it percolates.
 *         NF_ARRAY_PERCOLATES has bit k, which is 1 << k, if S_k of this image is not 0 for some closed
 *         chain.  For the components of S with these bits no place is given by links: along these periodic
 *         vectors each point counts at its image in the box, origin <= r < origin + cell along the vector,
 *         and the centre, radius and extent are those of the points there.  They depend on the origin of the
 *         box.
 *         Labels of nf_fof() with this linking length make groups that are connected by links.  If links do
 *         not connect a group, the point of smallest index of each connected part counts at the image that is
 *         nearest to the base, of equally near ones that of the smallest S, and the part goes with it.
 *         Without a linking length each point is such a part.
 *         Images up to three cells from the place in cells, rounded, are compared.  They are sure to include
 *         the nearest one in a rectangular box, and in any other if the lengths of its periodic vectors add
 *         up to less than 7 times its smallest height.
 *         The centre is folded along the periodic vectors, and is inside a box that is periodic along all of
 *         its vectors.  Otherwise it lies between the two faces of each periodic vector, which are at right
 *         angles to the other directions: with one periodic vector h, 0 <= (C - origin).h < h.h, rounding
 *         apart.  With a tilted h the components of C may then be outside of the given cell.
 *         A dispersion is that of velocities along one axis; that of all axes together is the root of the sum
 *         of their squares.  It is infinity if a square of a deviation is beyond the range of the type.
 *         A group whose weights are all 0 has mass 0.  One whose weights add up to more than the largest
 *         number of the type has mass infinity.  The centre, velocity, dispersions and sizes of both are
 *         those of equal weights.
 * Order   Groups descend by the number of their points, then ascend by label.
 *         NF_ARRAY_ORDER has all n points: those of the first group, of the second and so on, and last those
 *         that are in no group of the catalogue, by ascending index in each.  The points of group k are those
 *         from NF_ARRAY_OFFSETS[k] to NF_ARRAY_OFFSETS[k + 1] - 1, and the last offset is their number.
 *         Sums are taken in one order, which depends on the points alone: the result is the same bytes on
 *         every device and in every run.
 * Result  as for nf_pairs(); nf_result_total() is the number of groups in the catalogue.
 * Sync    The call waits for the number of groups.  The arrays may still be written when it returns, as the
 *         pairs of nf_pairs().  With a linking length in a periodic box it waits for the arrays.
 * Outputs All arrays have a row for each group, the offsets one more, and the order n; if the groups do not
 *         fit, the largest are written, and the whole order.  The call waits for the number of groups in any
 *         case, and for the tree if it builds it.  It waits for the arrays only with a linking length in a
 *         periodic box, and on drivers that end long loops.
 *         An output with an offset is written to scratch memory and copied.
 * Memory  A cost counts no more groups than n / min_members, which are the most that there can be.
 * Errors  NF_ERROR_ARGUMENT: a label is neither -1 nor the index of a point, or an argument is not valid.
 *         NF_ERROR_ARGUMENT: the points have more than 3 dims.
 *         NF_ERROR_ARGUMENT: the linking length is negative or not finite, or as for nf_fof().
 *         NF_ERROR_ARGUMENT: a weight in host memory is negative or not finite, or a velocity there is not
 *         finite; the message names the first one.
 *         NF_ERROR_POINTS: a point is not finite, or too far from a periodic box; the message names the first
 *         one.
 *         NF_ERROR_UNSUPPORTED: the cloud is a batch of systems.
 *         NF_ERROR_DEVICE: an OpenCL call failed, or the driver ended a long loop.
 *         NF_ERROR_MEMORY and NF_ERROR_BUILD: memory is short, or a kernel did not build.
 */
NF_API nf_status nf_catalogue(nf_cloud *cloud, nf_slice labels, const nf_catalogue_options *options,
                              const nf_sync *sync, nf_result **result);

#ifdef __cplusplus
}
#endif
#endif
