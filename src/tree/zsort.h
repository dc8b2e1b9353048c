/* The order of points along the z-order curve, for the tree. */
#ifndef NF_TREE_ZSORT_H
#define NF_TREE_ZSORT_H

#include "opencl/launch.h"

/* Points on the device: packed rows from element `offset` on. */
typedef struct nf_zpoints {
    nf_type type;
    int dims;
    uint64_t n;
    cl_mem points;
    uint64_t offset;
} nf_zpoints;

/* What looks at points find, on the device: `state` in cl/tree/look.cl; its last two words are about a periodic box (planes.c). */
enum { NF_ZLOOK_BYTES = 32, NF_ZLOOK_MORE = 6 };

/* What was found. */
typedef struct nf_zlooked {
    uint32_t top; /* the level of the highest bit of the largest magnitude */
    int exponent; /* Every coordinate is below 2^exponent, and the largest is not below half of that; for zeros it is that of the smallest number. */
    uint32_t more[2]; /* about a periodic box */
    uint32_t in_long; /* the points in long ties, if they were sorted since */
} nf_zlooked;

/* Looks at points: enqueues the look, whose findings it writes to a buffer; takes them when they have been read.  NF_ERROR_POINTS names the first
   point that is not finite (name: "point", or what it is). */
nf_status nf_zlook_begin(nf_work *work, const nf_zpoints *points, cl_mem found);
nf_status nf_zlook_take(nf_context *context, const nf_zpoints *points, const void *found, const char *name,
                        nf_zlooked *looked);

/* Both. */
nf_status nf_zlook_run(nf_work *work, const nf_zpoints *points, const char *name, int *exponent);

/* nf_zsort() of points that are finite.  `found`: of a look at these points, which it overwrites; NULL: it looks itself. */
nf_status nf_zsort_run(nf_work *work, const nf_zpoints *points, nf_slice permutation, cl_mem found);

/* The same along Hilbert's curve, in 2 and 3 dimensions (nf_hilbert_sorts), and otherwise along the z-order curve: an order in which consecutive
   points are near each other, for trees.  Equal points keep their order; that of others may change in any version.  *in_long, unless it is NULL: how many points were in
   long ties after the first sort. */
nf_status nf_hilbert_run(nf_work *work, const nf_zpoints *points, nf_slice permutation, cl_mem found,
                         uint32_t *in_long);

/* The same without waiting: points in long ties may be in any order among themselves, and nf_zlook_take() tells their number. */
nf_status nf_hilbert_enqueue(nf_work *work, const nf_zpoints *points, nf_slice permutation, cl_mem found);
int nf_hilbert_sorts(int dims);

/* The scratch of both, in bytes. */
uint64_t nf_zsort_bytes(nf_context *context, uint64_t n, int dims, nf_type type);

#endif
