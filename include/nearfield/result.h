/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The result of a search: totals, and arrays in device buffers, or on a context of the host in host memory.
   */
#ifndef NEARFIELD_RESULT_H
#define NEARFIELD_RESULT_H

#include <nearfield/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The result of a search of any kind.  A search creates it, or replaces its contents. */
typedef struct nf_result nf_result;

/* The most sums of a pair function (interact.h). */
enum { NF_SUMS_MOST = 16 };

/* The arrays that a result may have, with numbers from 0 to 63: 32 to 47 are the sums of nf_interact().
   NF_ARRAY_ROWS, the indices of pairs, NF_ARRAY_GROUP_NUMBERS, and arrays whose names end with a type are
   made of those that the search writes, the pairs, offsets, indices, labels and cores, at the end of a call.
   In a result these come with them; where outputs do not have them, they take scratch memory.
   Numbers below and above them that have no name here are no arrays: they are reserved for arrays to come.
   No number is ever changed. */
typedef enum nf_array {
    NF_ARRAY_PAIRS = 0, /* m x 2, int32: the indices (i, j) of each pair */
    /* n + 1, uint64 below 2^63, which may be read as int64: the start of each point's row in the indices, and
       their number; of a catalogue g + 1: the start of each group's points in the order, and their number */
    NF_ARRAY_OFFSETS,
    NF_ARRAY_INDICES, /* m, int32: the neighbours of each point, row after row; of nf_knn() n x k */
    /* m, of the points' type: |D|, the correctly rounded square root of the sum of squares of the rule; of
       nf_knn() n x k */
    NF_ARRAY_DISTANCES,
    /* m x dims, of the points' type: D = r_j - r_i + S.H, from i to the image of j, as the rule computes it;
       of nf_knn() n x (k x dims) */
    NF_ARRAY_VECTORS,
    /* m x 3, int32: S, in cell vectors between the points as given; zeros in open space and for other
       vectors; of nf_knn() n x (k x 3) */
    NF_ARRAY_SHIFTS,
    /* uint64: of a histogram, the pairs of each bin, with types of each bin of each two types; of lists with
       cell_order, n, the indices of each row; of nf_coordination() n x type_count, the neighbours of each
       type */
    NF_ARRAY_COUNTS,
    /* n, uint32: the index of the point that each row is of (nf_knn()), the points group after group
       (nf_fof(), and nf_catalogue() in the order of its groups), or along the z-order (nf_zsort()) */
    NF_ARRAY_ORDER,
    NF_ARRAY_KTH_DISTANCES,  /* n, of the points' type: the distance of the k-th neighbour */
    NF_ARRAY_MEAN_DISTANCES, /* n, of the points' type: the mean of the distances of the k neighbours */
    /* n, of the points' type: k over the volume of the ball that reaches to the k-th neighbour */
    NF_ARRAY_DENSITIES,
    NF_ARRAY_LABELS,     /* n, int32: the group of each point */
    NF_ARRAY_CORES,      /* n, uint32: 1 for core points, 0 for others */
    NF_ARRAY_GROUPS,     /* g, int32: the label of each group of a catalogue */
    NF_ARRAY_MEMBERS,    /* g, uint32: the number of its points */
    NF_ARRAY_MASSES,     /* g, of the points' type: the sum of their weights */
    NF_ARRAY_CENTRES,    /* g x dims, of the points' type: their centre of mass */
    NF_ARRAY_VELOCITIES, /* g x dims, of the points' type: the velocity of that */
    /* g, of the points' type: the root of the mean square distance from the centre, by weight */
    NF_ARRAY_INERTIA_RADII,
    NF_ARRAY_EXTENTS, /* g, of the points' type: the largest distance of a point from the centre */
    /* of nf_interact(): the total of each component of its sums, in the order of the function */
    NF_ARRAY_TOTALS,
    /* g, uint32: the periodic vectors around which a group closes on itself: the sum of 1, 2 and 4; 0 for
       none */
    NF_ARRAY_PERCOLATES,
    /* 1, uint64: the number of results; for outputs alone (outputs.h): of a result call nf_result_total() */
    NF_ARRAY_FOUND,
    /* m, int32: the row that each entry of lists is in, and i of each pair, whose j are NF_ARRAY_INDICES;
       rows and indices together are the entries of a sparse matrix by coordinates (COO) */
    NF_ARRAY_ROWS,
    /* n, int32: the number of each point's group, from 0 on; groups are numbered by ascending labels, and -1
       is noise.  They are the labels of scikit-learn */
    NF_ARRAY_GROUP_NUMBERS,
    /* g x dims, of the points' type: along each axis the root of the mean square deviation of velocities from
       that of the group, by weight */
    NF_ARRAY_DISPERSIONS,
    /* as many as counts, float64: of a histogram with weights, the products of the weights of each pair,
       added up in each bin */
    NF_ARRAY_WEIGHTED_COUNTS,
    NF_ARRAY_SUMS = 32, /* the first sum of the function of nf_interact(): NF_ARRAY_SUM(0) */
    /* int64: pairs, indices and rows in the type by which NumPy and PyTorch index.  They have the shapes of
       the arrays without _INT64 */
    NF_ARRAY_PAIRS_INT64 = 48,
    NF_ARRAY_INDICES_INT64,
    NF_ARRAY_ROWS_INT64,
    NF_ARRAY_CORES_UINT8 /* n, uint8: core points as bytes, the type of Booleans in NumPy */
} nf_array;

/* The array of the k-th sum of nf_interact(), from 0 on; in C++ NF_ARRAY_SUMS + k is no nf_array. */
#define NF_ARRAY_SUM(k) ((nf_array)(NF_ARRAY_SUMS + (k)))

/* The flag of an array, for the `arrays` of options. */
#define NF_WANT(array) (UINT64_C(1) << (array))

/* An array of a result, which the library describes.  It may grow at its end. */
typedef struct nf_array_info {
    /* For example "pairs"; static storage, but that of a sum is the result's.  NULL for an invalid nf_array,
       and for a sum that the result does not have. */
    const char *name;
    nf_type type;  /* the type of its elements */
    int columns;   /* the elements of a row */
    uint64_t rows; /* the number of rows; 0 if the result does not have the array */
    /* The elements, row-major and packed; NULL if there are no rows.  Owned by the result, valid until the
       next search into it; it may be larger than its rows. */
    struct _cl_mem *buffer; /* a cl_mem; NULL on a context of the host */
    const void *host;       /* the elements on a context of the host; NULL on other devices */
} nf_array_info;

/**
 * The shape of an array, and where it is.  Never NULL; owned by the result, valid until the next search into
 * it.  All zeros for an invalid nf_array, and if `result` is NULL.
 */
NF_API const nf_array_info *nf_result_array(const nf_result *result, nf_array array);

/**
 * The number of results, whether they are stored or not: of pairs, of neighbours of all points, of groups,
 * and of the pairs in a histogram; 0 for nf_interact(), nf_zsort() and NULL.
 */
NF_API uint64_t nf_result_total(const nf_result *result);

/**
 * Copies the rows [first, first + count) of an array to the host.  Blocks.
 *
 * sync    the queue and its events; NULL: the context's own queue.
 * rows    room for count x columns elements; may be NULL if count is 0.
 * Errors  NF_ERROR_ARGUMENT for rows that the array does not have, NF_ERROR_DEVICE.
 */
NF_API nf_status nf_result_read(const nf_result *result, nf_array array, uint64_t first, uint64_t count,
                                const nf_sync *sync, void *rows);

/**
 * Makes all rows of an array readable by the host, without a copy where the device's memory is the host's: on
 * CPUs, and on a context of the host.  On other devices OpenCL copies them: nf_result_read() is faster there.
 * Blocks until the commands that write the array have ended.
 *
 * array   one that has rows, and that is not mapped.
 * sync    the queue and its events; NULL: the context's own queue.
 * rows    receives where they are, row-major and packed: to be read, not written.  NULL after an error.
 * Life    The rows stay there until nf_result_unmap() or nf_result_free(); those of a chunk (nf_chunks) until
 *         `take` returns.  Several arrays may be mapped, and other calls may read their buffers.  While one
 *         is mapped, a search into the result is NF_ERROR_ARGUMENT and leaves the result as it is; an error
 *         in the arguments of that search empties it as usual, and what is mapped stays.
 * Threads as for all calls of the context: one at a time.  All threads may read the rows.
 * Errors  NF_ERROR_ARGUMENT: an array without rows, or one that is mapped.  NF_ERROR_DEVICE, NF_ERROR_MEMORY.
 */
NF_API nf_status nf_result_map(const nf_result *result, nf_array array, const nf_sync *sync,
                               const void **rows);

/**
 * Ends what nf_result_map() began for an array; its rows must not be read any more.  Waits for nothing.
 *
 * sync    the queue and its events, as for nf_result_map(); any queue of the context may be named.
 * Errors  NF_ERROR_ARGUMENT: the array is not mapped, or sync is not valid.
 *         NF_ERROR_DEVICE: an OpenCL call failed, and the array is still mapped: call this function again, or
 *         free the result, whose memory is released in any case.
 */
NF_API nf_status nf_result_unmap(const nf_result *result, nf_array array, const nf_sync *sync);

/** Releases a result, its buffers, and what is mapped of them.  NULL is allowed. */
NF_API void nf_result_free(nf_result *result);

#ifdef __cplusplus
}
#endif
#endif
