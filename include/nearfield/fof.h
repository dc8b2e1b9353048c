/* Friends-of-friends groups, DBSCAN, and the catalogue of groups. */
#ifndef NEARFIELD_FOF_H
#define NEARFIELD_FOF_H

#include <nearfield/cloud.h>
#include <nearfield/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options of nf_fof and its variants.  All zeros are the defaults. */
typedef struct nf_fof_options {
    /* Nonzero: the linking length counts mean spacings, (V / n)^(1 / dims) with the volume V of the box, which must be periodic along
       all axes. */
    int in_spacings;
    /* DBSCAN: 0, or the number of points, itself included, that a core point has within the linking length; a point counts once, in however
       many images it is near.  Core points that are linked form a group.  Any other point that is linked to a core point is a border point, of the group with the smallest label among
       those of such core points.  The rest is noise, with the label -1.  With 0 (and with 1) every point is a core point: friends of friends. */
    uint32_t min_points;
    /* The arrays that the result shall have: NF_WANT(array), combined by |, of NF_ARRAY_LABELS, NF_ARRAY_CORES and NF_ARRAY_ORDER: the points
       group after group, by label and then by index, and noise last; 0 for the labels. */
    uint32_t arrays;
} nf_fof_options;

/* Where nf_fof_into() writes: slices that count elements of their arrays.  Those without a buffer are not computed. */
typedef struct nf_fof_places {
    nf_slice labels; /* n, int32; needed */
    nf_slice cores;  /* n, uint32 */
    nf_slice order;  /* n, uint32 */
} nf_fof_places;

/**
 * Finds the groups of points that are connected by links: two points are linked if they are closer than the linking length.
 *
 * Shapes  points: n x dims, 1 to 3 dims.  NF_ARRAY_LABELS: n, int32.
 * Units   `linking_length` is in the units of the points, or in mean spacings.
 * Rule    Two points are linked if they are a pair of the pair rule (nf_pairs()), in any image.  The label of a group is the smallest index of its
 *         points, and with `min_points` that of its core points.
 * Result  as for nf_pairs(); nf_result_total() is the number of groups.  It is the same bytes on every device and in every run.
 * Tree    as for nf_knn(): the same tree.
 * Sync    as for nf_pairs(): the call waits for the number of groups.
 * Errors  as nf_pairs(), but any linking length that is positive and finite is in range; and NF_ERROR_ARGUMENT for one so small beside the
 *         coordinates that squares of it have no number (2^-101 of the largest coordinate in float32, 2^-900 in float64), for one that is
 *         shorter than the points are apart, at which more than 2^24 images may be the nearest of a point (points far apart along an axis that
 *         is not periodic, in a box that is not rectangular), and for a box so small beside them that its vectors have too few digits;
 *         NF_ERROR_UNSUPPORTED for a batch of systems.
 */
NF_API nf_status nf_fof(nf_cloud *cloud, double linking_length, const nf_fof_options *options,
                        const nf_sync *sync, nf_result **result);

/**
 * nf_fof() into the caller's buffers.
 *
 * places   where the arrays are written, instead of `arrays` of the options.  They must overlap neither each other nor the points.
 * groups   receives the number of groups, for which the call then waits; NULL: it waits only if it builds the tree.
 * Errors   as nf_fof().  After an error the arrays are undefined and no event is returned.
 */
NF_API nf_status nf_fof_into(nf_cloud *cloud, double linking_length, const nf_fof_options *options,
                             const nf_fof_places *places, const nf_sync *sync, uint64_t *groups);

/**
 * Computes the largest amount of device memory that nf_fof() needs, including a copy of the points, in bytes.
 *
 * points   only n, dims and type are used.
 * Errors   NF_ERROR_ARGUMENT.
 */
NF_API nf_status nf_fof_memory(nf_context *context, const nf_points *points, const nf_fof_options *options,
                               uint64_t *bytes);

/* ---- the catalogue ------------------------------------------------------------------------------------- */

/* Options of nf_catalogue.  All zeros are the defaults. */
typedef struct nf_catalogue_options {
    uint32_t min_members; /* groups with fewer points are left out; 0 for 20 */
    /* A weight for each point: n x 1 of the points' type, finite and not negative, in any layout of nf_points (dims is 1).  NULL: 1 each.
       Weights on the device are not checked. */
    const nf_points *weights;
    const nf_points *velocities; /* likewise a velocity for each point: n x dims.  NULL: none */
    /* The arrays that the result shall have: NF_WANT(array), combined by |, from NF_ARRAY_GROUPS to NF_ARRAY_EXTENTS; 0 for all, but the
       velocities only if they are given. */
    uint32_t arrays;
} nf_catalogue_options;

/**
 * Measures the groups of a cloud's points.
 *
 * labels  n x int32 on the device, as nf_fof() gives them: each is the index of a point of the group, or -1.
 * Shapes  one row for each group: see nf_array (result.h).
 * Rule    In a periodic box the points of a group count at the image that is nearest to the group's point of smallest index
 *         (of equally near ones that of the smallest S), which is right for groups that extend less than half of the box; images up to three
 *         cells from the place in cells, rounded, are compared, which is enough but for extremely slanted cells.  Their centre is given inside the box.
 *         A group whose weights are all 0 has the centre and the velocity of equal weights, and mass 0.
 * Order   Groups descend by the number of their points, then ascend by label.
 *         Sums are taken in one order, which depends on the points alone: the result is the same bytes on every device and in every run.
 * Result  as for nf_pairs(); nf_result_total() is the number of groups in the catalogue.
 * Sync    as for nf_pairs(): the call waits for the number of groups.
 * Errors  NF_ERROR_ARGUMENT, NF_ERROR_POINTS with the first weight or velocity in host memory that is not finite or negative, NF_ERROR_MEMORY,
 *         NF_ERROR_DEVICE, NF_ERROR_BUILD, NF_ERROR_UNSUPPORTED for a batch of systems.
 */
NF_API nf_status nf_catalogue(nf_cloud *cloud, nf_slice labels, const nf_catalogue_options *options,
                              const nf_sync *sync, nf_result **result);

/* Where nf_catalogue_into() writes: each slice has `capacity` rows, and its offset counts rows.  Arrays without a buffer are not computed. */
typedef struct nf_catalogue_places {
    nf_slice groups;        /* int32 */
    nf_slice members;       /* uint32 */
    nf_slice masses;        /* of the points' type, as are the next four */
    nf_slice centres;       /* dims elements a row */
    nf_slice velocities;    /* dims elements a row */
    nf_slice inertia_radii; /* as NF_ARRAY_INERTIA_RADII */
    nf_slice extents;       /* as NF_ARRAY_EXTENTS */
    nf_slice total;         /* 1 x uint64: the number of groups, even if not all fit */
} nf_catalogue_places;

/**
 * nf_catalogue() into the caller's buffers.  If the groups do not fit, the first `capacity` of them are written, which are the largest.  Nothing is
 * written beyond `capacity` rows.
 *
 * places    where the arrays are written, instead of `arrays` of the options.  They must overlap neither each other nor the points, labels,
 *           weights and velocities.
 * capacity  the number of groups for which each array has room.
 * needed    receives the number of groups, or NULL.
 * Waiting   The call waits for the number of groups, also if `needed` is NULL, and for the tree if it builds it; not for the arrays.
 * Errors    as nf_catalogue(), and NF_ERROR_CAPACITY, after which the arrays and the numbers hold what is said above, and the event is returned.
 *           After any other error they are undefined and no event is returned.
 */
NF_API nf_status nf_catalogue_into(nf_cloud *cloud, nf_slice labels, const nf_catalogue_options *options,
                                   const nf_catalogue_places *places, uint64_t capacity, const nf_sync *sync,
                                   uint64_t *needed);

/**
 * Computes the largest amount of device memory that nf_catalogue() needs, including a copy of the points, in bytes.  nf_catalogue_into() needs no more.
 *
 * points   only n, dims and type are used.
 * options  as for nf_catalogue().
 * groups   the assumed number of groups; more than n / min_members are never found, and count as so many.
 * Errors   NF_ERROR_ARGUMENT.
 */
NF_API nf_status nf_catalogue_memory(nf_context *context, const nf_points *points,
                                     const nf_catalogue_options *options, uint64_t groups, uint64_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
