// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The vectors and shifts of the entries of rows of nearest neighbours, from the points as given.
//   indices[rows x k], distances[rows x k], order[rows] with Z_ORDER --measure--> vectors[rows x k x DIMS], shifts[rows x k x 3]
//   An entry without a neighbour, or with a number that no point has, has zeros.
//   VECTORS, IMAGES  1: the array is written        Z_ORDER  1: row t is that of point order[t]; 0: of first + t
//   DIMS  1 to 8      GROUP, ITEMS  as in each.cl      a part is the space
#if !defined(VECTORS) || !defined(IMAGES) || !defined(Z_ORDER) || !defined(DIMS)
#error "entries.cl needs VECTORS, IMAGES, Z_ORDER and DIMS"
#endif
#include "machine/each.cl"
#include "machine/loops_ended.cl"
#include "machine/real.cl"
#include "machine/rounded.cl"
#include "tree/slack.cl"
#define NF_ROOT nf_root
#if BOX
#include "space/images/nearest_image.cl"
#define FOLDS_PARAMETERS , nf_folds_numbers given_folds
#else
#define FOLDS_PARAMETERS
#endif

typedef struct nf_knn_given {
    __global const real *queries, *points;
} nf_knn_given;

#if BOX
// The image of entry p, `column` in its row, from point i to point j.
static inline void nf_image_of_entry(const nf_knn_given *given, const nf_folds *folds, real scale,
                                     real unscale, uint i, uint j, uint leaves_itself,
                                     __global const int *indices, __global const real *distances, ulong p,
                                     uint column, int *s) {
    nf_entry e;
    for (int a = 0; a < 3; a++) {
        e.own[a] = a < DIMS ? nf_scaled(given->queries[(ulong)i * DIMS + (a < DIMS ? a : 0)], scale) : 0;
        e.other[a] = a < DIMS ? nf_scaled(given->points[(ulong)j * DIMS + (a < DIMS ? a : 0)], scale) : 0;
        for (int k = 0; k < 3; k++) {
            e.vectors[k][a] = folds->vectors[k][a];
            e.normal[k][a] = folds->normal[k][a];
        }
        e.height[a] = folds->height[a];
    }
    e.distance = distances[p];
    e.scale = scale;
    e.unscale = unscale;
    e.leaves_itself = leaves_itself && i == j;
    e.before = 0;
    for (uint c = 1; c <= column && distances[p - c] == e.distance; c++)
        e.before += (uint)indices[p - c] == j;
    nf_entry_image(&e, s);
}
#endif

EACH_KERNEL void measure(__global const real *queries, ulong first_query, __global const real *points,
                         ulong first_point, uint n, __global const uint *order, ulong first_order, uint first,
                         ulong rows, uint k, __global const int *indices, ulong first_index,
                         __global const real *distances, ulong first_distance, real scale, real unscale,
                         uint leaves_itself, __global real *vectors, ulong first_vector, __global int *shifts,
                         ulong first_shift FOLDS_PARAMETERS LOOPS_PARAMETERS) {
    const nf_knn_given given = {queries + first_query, points + first_point};
    indices += first_index;
    distances += first_distance;
    FOR_EACH(p, rows * k) {
        const uint column = (uint)(p % k), j = (uint)indices[p];
        const uint i = Z_ORDER ? order[first_order + p / k] : first + (uint)(p / k);
        int s[3] = {0, 0, 0};
#if BOX
        const nf_folds *folds = (const nf_folds *)given_folds.all;
        if (j < n)
            nf_image_of_entry(&given, folds, scale, unscale, i, j, leaves_itself, indices, distances, p,
                              column, s);
#else
        (void)column, (void)scale, (void)unscale, (void)leaves_itself, (void)distances;
#endif
        for (int a = 0; VECTORS && a < DIMS; a++) {
            real D = j < n ? given.points[(ulong)j * DIMS + a] - given.queries[(ulong)i * DIMS + a] : 0;
#if BOX
            if (j < n) D += NF_VECTOR_ALONG(&folds->lattice, s, a);
#endif
            vectors[(first_vector + p) * DIMS + a] = D;
        }
        for (int a = 0; IMAGES && a < 3; a++) shifts[(first_shift + p) * 3 + a] = s[a];
    }
    LOOPS_CHECK((uint)rows);
}
