// The distances, vectors and shifts of pairs or of the entries of rows, from the points as given; the first of a pair, or that of a row,
// is one of the n query points, which may be the cloud's own.
//   pairs[m x 2], or offsets[n + 1] and indices[m]; images[m] of the walk in a periodic box
//     --measure--> distances[m], vectors[m x DIMS], shifts[m x 3], those below `capacity`
//   total[1]  m; nothing is written if it is TOTAL_UNKNOWN
//   ROWS  0: pairs; otherwise entries of rows, with so many consecutive work-items for a row     DISTANCES, VECTORS, IMAGES  1: the array is written
//   unscale  1 / scale
//   ROOT64  1: square roots in float are taken in double
//   GROUP, ITEMS  as in each.cl     the rest as in cells.cl and pair_rule.cl
#if !defined(ROWS) || !defined(DISTANCES) || !defined(VECTORS) || !defined(IMAGES) || !defined(ROOT64)
#error "measure.cl needs ROWS, DISTANCES, VECTORS, IMAGES and ROOT64"
#endif
#include "machine/each.cl"
#include "machine/real.cl"
#include "space/cells.cl"
#include "space/pair_rule.cl"
#include "search/tally.cl"

// The square root, correctly rounded.  OpenCL rounds that of double correctly, but that of float may be off by 3 units in the
// last place.  The root of a float in double, rounded again to float, is the correctly rounded one, as double has more than twice
// the digits.
static inline real nf_root(real square) {
#if REAL64
    return sqrt(square);
#elif ROOT64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
    return (float)sqrt((double)square);
#else
    // The root moves until the square lies between those of the middles to its neighbours: the residue is exact near the root.  Small
    // squares are scaled, so that it does not underflow.
    const int tiny = square < 0x1p-60f;
    const float scaled = tiny ? square * 0x1p+96f : square;
    float root = sqrt(scaled);
    if (!(root > 0) || root > FLT_MAX) return root;
    for (int k = 0; k < 4; k++) {
        const float above = as_float(as_int(root) + 1), below = as_float(as_int(root) - 1),
                    left = fma(-root, root, scaled);
        if (left > root * (above - root)) root = above;
        else if (left <= -root * (root - below)) root = below;
    }
    return tiny ? root * 0x1p-48f : root;
#endif
}

// Where the results are written.
typedef struct nf_measured {
    __global real *distances, *vectors;
    __global int *shifts;
} nf_measured;

// The points i and j of results: i is of the query points, which may be the cloud's.
typedef struct nf_measured_points {
    __global const real *queries, *points;
} nf_measured_points;

// Measures result k, of the points i and j.
static inline void nf_measure(const nf_measured_points *of, __global const nf_grid *grid, real scale,
                              real unscale, uint i, uint j, ulong k, __global const int *images,
                              const nf_measured *to) {
    real own[3], other[3];
    int s[3] = {0, 0, 0};
    for (int a = 0; a < 3; a++) {
        own[a] = a < DIMS ? of->queries[(ulong)i * DIMS + (a < DIMS ? a : 0)] : 0;
        other[a] = a < DIMS ? of->points[(ulong)j * DIMS + (a < DIMS ? a : 0)] : 0;
    }
#if SHIFTS
    nf_image_between(grid, images[k], own, other, s);
    const nf_vector vector = nf_vector_of(&grid->lattice, s);
#else
    const nf_vector vector = NF_VECTOR_NONE;
    (void)vector, (void)grid, (void)images;
#endif
#if DISTANCES
    to->distances[k] =
        nf_root(nf_distance2(own[0], own[1], own[2], other[0], other[1], other[2], vector, scale)) * unscale;
#endif
#if VECTORS
    for (int a = 0; a < DIMS; a++)
        to->vectors[k * DIMS + (ulong)a] = displacement(a, own[a], other[a], vector);
#endif
#if IMAGES
    for (int a = 0; a < 3; a++) to->shifts[k * 3 + (ulong)a] = s[a];
#endif
    (void)scale, (void)unscale, (void)s, (void)to;
}

EACH_KERNEL void measure(__global const real *queries, ulong first_query_coordinate,
                         __global const real *points, ulong first_coordinate, uint n, real scale,
                         real unscale, __global const nf_grid *grid, __global const ulong *total,
                         ulong total_at, ulong capacity, __global const ulong *offsets, ulong first_offset,
                         __global const uint *entries, ulong first_entry, __global const int *images,
                         __global real *distances, ulong first_distance, __global real *vectors,
                         ulong first_vector, __global int *shifts, ulong first_shift) {
    const ulong m = total[total_at] == TOTAL_UNKNOWN ? 0 : min(total[total_at], capacity);
    const nf_measured to = {distances + first_distance, vectors + first_vector * DIMS,
                            shifts + first_shift * 3};
    const nf_measured_points of = {queries + first_query_coordinate, points + first_coordinate};
#if ROWS
    entries += first_entry;
    offsets += first_offset;
    FOR_EACH(p, (ulong)n * ROWS) {
        const uint i = (uint)(p / ROWS);
        const ulong end = min(offsets[i + 1], m);
        for (ulong k = offsets[i] + p % ROWS; k < end; k += ROWS)
            nf_measure(&of, grid, scale, unscale, i, entries[k], k, images, &to);
    }
#else
    entries += 2 * first_entry;
    (void)n, (void)offsets, (void)first_offset;
    FOR_EACH(k, m)
    nf_measure(&of, grid, scale, unscale, entries[2 * k], entries[2 * k + 1], k, images, &to);
#endif
}
