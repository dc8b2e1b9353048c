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

/* Looks at points: enqueues the look, whose findings it writes to a buffer; waits for them, and `more` for those about a periodic box.  NF_ERROR_POINTS names the first point that is not
   finite (name: "point", or what it is).  Every coordinate is below 2^*exponent, and the largest is not below half of that; for zeros
   it is that of the smallest number. */
nf_status nf_zlook_begin(nf_work *work, const nf_zpoints *points, cl_mem found);
nf_status nf_zlook_end(nf_work *work, const nf_zpoints *points, cl_mem found, const char *name, int *exponent,
                       uint32_t more[2]);

/* Both. */
nf_status nf_zlook_run(nf_work *work, const nf_zpoints *points, const char *name, int *exponent);

/* nf_zsort() of points that are finite.  `found`: of a look at these points, which it overwrites; NULL: it looks itself. */
nf_status nf_zsort_run(nf_work *work, const nf_zpoints *points, nf_slice permutation, cl_mem found);

/* The same along Hilbert's curve, in 2 and 3 dimensions (nf_hilbert_sorts), and otherwise along the z-order curve: an order in which consecutive
   points are near each other, for trees.  Equal points keep their order; that of others may change in any version. */
nf_status nf_hilbert_run(nf_work *work, const nf_zpoints *points, nf_slice permutation, cl_mem found);
int nf_hilbert_sorts(int dims);

/* The scratch of both, in bytes. */
uint64_t nf_zsort_bytes(nf_context *context, uint64_t n, int dims, nf_type type);

#endif
