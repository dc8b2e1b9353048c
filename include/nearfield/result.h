/* What a question has found: totals, and arrays in device buffers. */
#ifndef NEARFIELD_RESULT_H
#define NEARFIELD_RESULT_H

#include <nearfield/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One type for the answers of all questions.  A question makes it, or replaces what it holds; free it before its
   context. */
typedef struct nf_result nf_result;

/* The arrays that a result may hold. */
typedef enum nf_array {
    NF_ARRAY_PAIRS = 0, /* m x 2, int32: the indices (i, j) of each pair */
    NF_ARRAYS           /* how many arrays there are */
} nf_array;

/* The flag of an array, for the options of a question. */
#define NF_WANT(array) (UINT32_C(1) << (array))

/* An array of a result. */
typedef struct nf_array_info {
    const char *name; /* "pairs"; static storage, NULL for what is no nf_array */
    nf_type type;     /* of its elements */
    int columns;      /* elements a row */
    uint64_t rows;    /* 0 where the result does not hold it */
    cl_mem buffer;    /* row-major, packed; owned by the result; NULL where there are no rows */
} nf_array_info;

/** An array of the result: its shape and its device buffer.  Without rows for a NULL result. */
NF_API nf_array_info nf_result_array(const nf_result *result, nf_array array);

/** How many the question has found, whether they are stored or not: pairs.  0 for NULL. */
NF_API uint64_t nf_result_total(const nf_result *result);

/** The number of potential pairs that NF_PAIRS_POTENTIAL tested; 0 for other methods and for NULL. */
NF_API uint64_t nf_result_potential(const nf_result *result);

/**
 * Copies the rows [first, first + count) of an array to the host.  Blocks.
 *
 * sync    the queue and the events to wait for; NULL: the context's own queue.
 * rows    room for count x columns elements; may be NULL when count is 0.
 * Errors  NF_ERROR_ARGUMENT for rows that the array does not have, NF_ERROR_DEVICE.
 */
NF_API nf_status nf_result_read(nf_result *result, nf_array array, uint64_t first, uint64_t count,
                                const nf_sync *sync, void *rows);

/** Releases a result and its buffers.  NULL is fine. */
NF_API void nf_result_free(nf_result *result);

#ifdef __cplusplus
}
#endif
#endif
