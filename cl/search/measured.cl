// The distance, the vector and the shift of one result, from both points as given.  For kernels that write them:
//   DISTANCES, VECTORS, IMAGES  1: the array is written
//   ROOT64  1: square roots in float are taken in double
//   the rest as in cells.cl and pair_rule.cl
#pragma once
#if !defined(DISTANCES) || !defined(VECTORS) || !defined(IMAGES) || !defined(ROOT64)
#error "measured.cl needs DISTANCES, VECTORS, IMAGES and ROOT64"
#endif
#include "machine/real.cl"
#include "space/cells.cl"
#include "space/pair_rule.cl"
#include "search/given.cl"

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
typedef struct nf_measure_to {
    __global real *distances, *vectors;
    __global int *shifts;
} nf_measure_to;

// The arguments of a kernel that measures, and where it writes.
#define MEASURED_PARAMETERS                                                                                  \
    __global real *distances, ulong first_distance, __global real *vectors, ulong first_vector,              \
        __global int *shifts, ulong first_shift
#define MEASURE_TO                                                                                           \
    { distances + first_distance, vectors + first_vector *DIMS, shifts + first_shift * 3 }

// S.H
static inline nf_vector nf_vector_at(__global const nf_grid *grid, const int *s) {
#if SHIFTS
    return nf_vector_of(&grid->lattice, s);
#else
    const nf_vector none = NF_VECTOR_NONE;
    (void)grid, (void)s;
    return none;
#endif
}

// Measures result k: from the point `own` to the image S of the point `other`.
static inline void nf_measure(const nf_measure_to *to, ulong k, const real *own, const real *other,
                              const int *s, nf_vector vector, real scale, real unscale) {
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
    (void)to, (void)k, (void)own, (void)other, (void)s, (void)vector, (void)scale, (void)unscale;
}
