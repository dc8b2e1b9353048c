/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Reading results on the host: copies, and what is mapped. */
#include "opencl/launch.h"
#include "question/result.h"

/* Of an array that has no name, as the result was made without it. */
static nf_status refuse_absent(nf_context *context, nf_array array) {
    if (array == NF_ARRAY_TOTALS)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "the result has no totals, as it is not of nf_interact");
    return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                   "the result has no array NF_ARRAY_SUMS + %d: the function has fewer sums, or the "
                   "result is not of nf_interact",
                   (int)array - NF_ARRAY_SUMS);
}

/* Of an array without rows. */
static nf_status refuse_empty(const nf_result *result, nf_array array) {
    return nf_fail(&result->context->error, NF_ERROR_ARGUMENT,
                   "the result has no %s: name the array in the options (arrays) if the call shall find it",
                   nf_result_name(result, (int)array));
}

/* Of a number that is no array, or an array without a name. */
static nf_status check_array(const nf_result *result, nf_array array, int has_name) {
    nf_context *context = result->context;
    if (!nf_is_array((int)array))
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "array %d is not an nf_array", (int)array);
    return has_name && !*nf_result_name(result, (int)array) ? refuse_absent(context, array) : NF_OK;
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

nf_status nf_result_read(const nf_result *result, nf_array array, uint64_t first, uint64_t count,
                         const nf_sync *sync, void *rows) {
    const int at = (int)array;
    nf_work work;
    nf_status status = NF_OK;
    nf_sync_clear(sync);
    if (!result) return NF_ERROR_ARGUMENT;
    nf_context *context = result->context;
    status = check_array(result, array, first || count);
    if (status != NF_OK) return status;
    if (count && !rows) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "rows is NULL");
    NF_TRY(nf_work_begin(&work, context, sync));
    work.stage = "download";
    if (count && !result->rows[at]) NF_TRY(refuse_empty(result, array));
    if (first > result->rows[at] || count > result->rows[at] - first)
        NF_TRY(nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "%llu rows of the %s from row %llu on are asked for, and the result has %llu",
                       (unsigned long long)count, nf_result_name(result, at), (unsigned long long)first,
                       (unsigned long long)result->rows[at]));
    NF_TRY(nf_read(&work, result->arrays[at].buffer, first * nf_result_row(result, at), rows,
                   count * nf_result_row(result, at)));
done:
    return nf_work_end(&work, status);
}

/* ---- mapping --------------------------------------------------------------------------------------------------- */

/* A work of its own: what is mapped outlives the call that mapped it.  After a failure it is still mapped, and may be unmapped again. */
static nf_status unmap(const nf_result *result, int array, const nf_sync *sync) {
    nf_work work;
    nf_status status = NF_OK;
    NF_TRY(nf_work_begin(&work, result->context, sync));
    work.stage = "download";
    NF_TRY(nf_unmap(&work, result->arrays[array].buffer, result->mapped[array]));
    result->mapped[array] = NULL;
done:
    return nf_work_end(&work, status);
}

nf_status nf_result_unmap_all(const nf_result *result) {
    nf_sentence said = result->context->error;
    nf_status status = NF_OK;
    for (int a = 0; a < NF_ARRAYS && result->mapped; a++) {
        const nf_status one = result->mapped[a] ? unmap(result, a, NULL) : NF_OK;
        if (one == NF_OK || status != NF_OK) continue;
        status = one;
        said = result->context->error;
    }
    result->context->error = said;
    return status;
}

nf_status nf_result_map(const nf_result *result, nf_array array, const nf_sync *sync, const void **rows) {
    const int at = (int)array;
    void *mapped = NULL;
    nf_work work;
    nf_status status = NF_OK;
    nf_sync_clear(sync);
    if (rows) *rows = NULL;
    if (!result) return NF_ERROR_ARGUMENT;
    nf_context *context = result->context;
    status = check_array(result, array, 1);
    if (status != NF_OK) return status;
    if (!rows) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "rows is NULL");
    NF_TRY(nf_work_begin(&work, context, sync));
    work.stage = "download";
    if (!result->rows[at]) NF_TRY(refuse_empty(result, array));
    if (result->mapped[at])
        NF_TRY(nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "the %s are mapped already: call nf_result_unmap() before they are mapped again",
                       nf_result_name(result, at)));
    NF_TRY(nf_map(&work, result->arrays[at].buffer, result->rows[at] * nf_result_row(result, at), &mapped));
    result->mapped[at] = mapped;
done:
    status = nf_work_end(&work, status);
    if (status == NF_OK) *rows = mapped;
    else if (mapped) (void)unmap(result, at, NULL);
    return status;
}

nf_status nf_result_unmap(const nf_result *result, nf_array array, const nf_sync *sync) {
    nf_status status = NF_OK;
    nf_sync_clear(sync);
    if (!result) return NF_ERROR_ARGUMENT;
    status = check_array(result, array, 1);
    if (status != NF_OK) return status;
    if (!result->mapped || !result->mapped[array])
        return nf_fail(&result->context->error, NF_ERROR_ARGUMENT,
                       "the %s are not mapped: call nf_result_map() first",
                       nf_result_name(result, (int)array));
    return unmap(result, (int)array, sync);
}
