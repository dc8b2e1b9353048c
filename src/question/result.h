/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Results: the arrays of a search, and their shapes. */
#ifndef NF_QUESTION_RESULT_H
#define NF_QUESTION_RESULT_H

#include "arguments/arrays.h"
#include "opencl/work.h"

#include <nearfield/cloud.h>
#include <nearfield/result.h>

/* The shape of an array that is not the same in all results: that of a sum, and of the totals. */
typedef struct nf_array_shape {
    char name[32];
    nf_type type;
    int columns;
} nf_array_shape;

/* The arrays of which each result has its own shape: the totals, and the sums. */
enum { NF_SHAPED = 1 + NF_SUMS_MOST };

struct nf_result {
    nf_context *context;
    uint64_t total;
    nf_kept arrays[NF_ARRAYS];
    uint64_t rows[NF_ARRAYS];
    nf_type type; /* of the points */
    int dims;
    nf_array_shape shapes[NF_SHAPED]; /* of the totals, and of the sums in their order */
    int row;                          /* the results of a row: k of nf_knn(), otherwise 1 */
    /* NF_ARRAYS: what nf_result_array() says, and where mapped arrays are, or NULL; in the memory of the result.  Both are NULL in a result that no caller
       sees. */
    nf_array_info *infos;
    void **mapped;
};

/* An empty result of a search in a cloud, with no arrays. */
nf_result nf_result_of(const nf_cloud *cloud);

/* Opens the result of a search in a cloud, empty, for its type and dims: the caller's, or a new one if *result is NULL.  The cloud is NULL if the caller
   gave none, which is NF_ERROR_ARGUMENT.  After a failure, nf_result_close frees it if it was new. */
nf_status nf_result_open(const nf_cloud *cloud, nf_result **result, int *is_new);
void nf_result_close(nf_result **result, int is_new, nf_status status);

/* Ends all that is mapped.  Returns the first failure, after which that array is still mapped; without one the context's sentence stays. */
nf_status nf_result_unmap_all(const nf_result *result);

/* Releases the buffers of its arrays. */
void nf_result_free_arrays(nf_result *result);

/* The bytes of a row of an array, the type of its elements, and the bytes of what offsets in bytes are multiples of: a row, or its part for one of several
   results. */
uint64_t nf_result_row(const nf_result *result, int array);
nf_type nf_result_type(const nf_result *result, int array);
uint64_t nf_result_unit(const nf_result *result, int array);

/* 1 for the number of an array that results may show. */
int nf_is_array(int array);

/* The name of an array without a result: "offsets"; NULL for totals and sums, and for what is no array. */
const char *nf_array_name(int array);

/* The name of an array of a result, "" for one that it does not have. */
const char *nf_result_name(const nf_result *result, int array);

/* The number of rows of an array for which its buffer has room. */
uint64_t nf_result_room(const nf_result *result, int array);

/* Makes room for this many rows of the array; growing loses the contents. */
nf_status nf_result_keep(nf_result *result, int array, uint64_t rows);

/* The first step of a call that writes a result: what it held is of no use any more (nf_spoil). */
nf_status nf_result_begin(nf_work *work, const nf_result *result);

/* The last step of a call that writes a result: on an out-of-order queue without an event it waits for the last command, as the caller's
   next command would not. */
nf_status nf_result_wait(nf_work *work);

#endif
