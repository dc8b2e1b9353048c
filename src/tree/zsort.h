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

/* Looks at points: NF_ERROR_POINTS names the first one that is not finite (name: "point", or what it is).  Every coordinate is below
   2^*exponent, and the largest is not below half of that; for zeros it is that of the smallest number.  Waits for the device. */
nf_status nf_zlook_run(nf_work *work, const nf_zpoints *points, const char *name, int *exponent);

/* nf_zsort() of points that are finite. */
nf_status nf_zsort_run(nf_work *work, const nf_zpoints *points, nf_slice permutation);

/* The scratch of both, in bytes. */
uint64_t nf_zsort_bytes(nf_context *context, uint64_t n, int dims, nf_type type);

#endif
