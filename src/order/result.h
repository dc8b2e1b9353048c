/* Results: the arrays that a question fills, and their shapes. */
#ifndef NF_ORDER_RESULT_H
#define NF_ORDER_RESULT_H

#include "opencl/work.h"

#include <nearfield/result.h>

struct nf_result {
    nf_context *context;
    uint64_t total, potential;
    nf_kept arrays[NF_ARRAYS];
    uint64_t rows[NF_ARRAYS];
};

/* The result that a question is to fill, empty: the caller's, or a new one where *result is NULL.  A question that fails
   hands it to nf_result_close, which frees it again if it was new. */
nf_status nf_result_open(nf_context *context, nf_result **result, int *is_new);
void nf_result_close(nf_result **result, int is_new, nf_status status);

/* How many rows of an array fit into its buffer as it is. */
uint64_t nf_result_room(const nf_result *result, nf_array array);

/* Room for so many rows of the array; what was in it is lost when it grows. */
nf_status nf_result_keep(nf_result *result, nf_array array, uint64_t rows);

/* The bytes of a row. */
uint64_t nf_array_row(nf_array array);

#endif
