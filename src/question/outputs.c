/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "question/outputs.h"

#include "core/whole.h"

#include <string.h>

static uint64_t possible(const nf_question *question) {
    return question->arrays | (question->results ? NF_WANT(NF_ARRAY_FOUND) : 0);
}

nf_status nf_outputs_check(nf_call *call) {
    const nf_outputs *outputs = call->outputs;
    nf_sentence *error = &call->cloud->context->error;
    call->arrays = 0;
    call->names_arrays = 1;
    if (outputs->count && !outputs->arrays)
        return nf_fail(error, NF_ERROR_ARGUMENT, "outputs->arrays is NULL, and outputs->count is %lu",
                       (unsigned long)outputs->count);
    for (uint32_t k = 0; k < outputs->count; k++) {
        const nf_output *output = outputs->arrays + k;
        const unsigned long at = k;
        if ((unsigned)output->array >= NF_ARRAYS || !(possible(call->question) >> output->array & 1))
            return nf_call_refuse_array(call, (int)output->array, "outputs");
        if (nf_call_has(call, (int)output->array))
            return nf_fail(error, NF_ERROR_ARGUMENT, "outputs->arrays[%lu]: its array is given twice", at);
        if (output->buffer && output->host)
            return nf_fail(error, NF_ERROR_ARGUMENT,
                           "outputs->arrays[%lu] has a buffer and host memory: give one of them", at);
        call->arrays |= NF_WANT(output->array);
    }
    return NF_OK;
}

int nf_outputs_want_number(const nf_call *call) {
    const nf_outputs *outputs = call->outputs;
    int waits = outputs->found != NULL;
    for (uint32_t k = 0; k < outputs->count; k++) waits |= outputs->arrays[k].host != NULL;
    return waits;
}

/* ---- destinations --------------------------------------------------------------------------------------------------- */

static nf_status check_rows(const nf_call *call, const nf_output *output) {
    const nf_result *shape = &call->shape;
    const int array = (int)output->array;
    const int is_open = nf_call_is_open(call, array);
    const uint64_t rows = is_open ? nf_call_extra(call, array) : call->rows[array],
                   unit = nf_result_unit(shape, array);
    const char *name = nf_result_name(shape, array);
    nf_sentence *error = &call->cloud->context->error;
    if (output->capacity < rows)
        return nf_fail(error, NF_ERROR_ARGUMENT, "outputs: %s has room for %llu rows, and there are %llu%s",
                       name, (unsigned long long)output->capacity, (unsigned long long)rows,
                       is_open ? " at least" : "");
    if (!output->buffer && !output->host && (is_open ? output->capacity : rows))
        return nf_fail(error, NF_ERROR_ARGUMENT, "outputs: %s has neither a buffer nor host memory", name);
    if (unit && output->offset % unit)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "outputs: the offset of %s is %llu bytes: it must be a multiple of %llu", name,
                       (unsigned long long)output->offset, (unsigned long long)unit);
    return NF_OK;
}

/* The rows that are written at most. */
static uint64_t rows_of(const nf_call *call, const nf_output *output) {
    const int array = (int)output->array;
    return nf_call_is_open(call, array) ? output->capacity : call->rows[array];
}

static nf_named_array named_of(const nf_call *call, const nf_output *output) {
    const int array = (int)output->array;
    const uint64_t unit = nf_result_unit(&call->shape, array), row = nf_result_row(&call->shape, array);
    const uint64_t units = unit ? nf_multiply(rows_of(call, output), row / unit) : 0;
    return (nf_named_array){nf_result_name(&call->shape, array), nf_at(output->buffer, output->offset), units,
                            (size_t)unit};
}

/* The outputs are in host memory. */
static int overlap_on_host(const nf_call *call, const nf_output *a, const nf_output *b) {
    const nf_named_array of_a = named_of(call, a), of_b = named_of(call, b);
    const uint64_t bytes_a = nf_multiply(of_a.n, of_a.size), bytes_b = nf_multiply(of_b.n, of_b.size),
                   first_a = (uintptr_t)a->host + a->offset, first_b = (uintptr_t)b->host + b->offset;
    if (!bytes_a || !bytes_b) return 0;
    return first_a < first_b ? first_b - first_a < bytes_a : first_a - first_b < bytes_b;
}

static nf_status check_host(const nf_call *call, uint32_t at) {
    nf_context *context = call->cloud->context;
    const nf_output *all = call->outputs->arrays, *own = all + at;
    for (uint32_t k = 0; k < at && own->host && !call->cost; k++) /* of a shape, there may be no memory */
        if (all[k].host && overlap_on_host(call, all + k, own))
            return nf_fail(&context->error, NF_ERROR_ARGUMENT, "%s and %s overlap",
                           nf_result_name(&call->shape, (int)all[k].array),
                           nf_result_name(&call->shape, (int)own->array));
    return NF_OK;
}

/* Checks what is written against what is read and against each other, and takes the outputs in buffers. */
static nf_status check_destinations(nf_call *call) {
    nf_context *context = call->cloud->context;
    const nf_outputs *outputs = call->outputs;
    const nf_view points = nf_view_of_cloud(call->cloud);
    nf_named_array all[4 + NF_CALL_READS + NF_ARRAYS];
    size_t count = 0;
    nf_status status = NF_OK;
    all[count++] = nf_view_named(&points, "the points");
    if (points.types.buffer) all[count++] = nf_view_types_named(&points, "the types");
    if (call->queries && call->queries->n) all[count++] = nf_view_named(call->queries, "the query points");
    if (call->queries && call->queries->types.buffer)
        all[count++] = nf_view_types_named(call->queries, "the types of the query points");
    for (int a = 0; a < NF_ARRAYS; a++) call->to[a] = (nf_destination){{NULL, 0}, NULL};
    for (int k = 0; k < NF_CALL_READS; k++)
        if (call->reads[k].at.buffer) all[count++] = call->reads[k];
    for (uint32_t k = 0; k < outputs->count; k++) {
        const nf_output *output = outputs->arrays + k;
        NF_TRY(check_rows(call, output));
        NF_TRY(check_host(call, k));
        if (!output->buffer) continue;
        const nf_named_array own = named_of(call, output);
        NF_TRY(nf_check_slice(context, own.name, own.at, own.n, own.size, NF_WRITTEN,
                              &call->to[output->array].at));
        for (size_t other = 0; other < count; other++)
            NF_TRY(nf_check_apart(context, all[other].name, all[other].at, all[other].n * all[other].size,
                                  own.name, own.at, own.n * own.size));
        all[count++] = own;
    }
done:
    return status;
}

/* Scratch for the arrays that the question needs, and which the caller does not want. */
static nf_status place_needs(nf_work *work, nf_call *call) {
    nf_status status = NF_OK;
    for (int a = 0; a < NF_ARRAYS; a++) {
        const uint64_t rows = nf_call_is_open(call, a) ? call->room + nf_call_extra(call, a) : call->rows[a];
        if (rows && nf_call_hidden(call) >> a & 1)
            NF_TRY(
                nf_scratch(work, nf_multiply(rows, nf_result_row(&call->shape, a)), &call->to[a].at.buffer));
    }
done:
    return status;
}

nf_status nf_outputs_check_memory(nf_call *call) {
    const nf_outputs *outputs = call->outputs;
    nf_status status = NF_OK;
    call->rows[NF_ARRAY_FOUND] = 1;
    NF_TRY(check_destinations(call));
    call->room = UINT64_MAX;
    for (uint32_t k = 0; k < outputs->count; k++)
        if (nf_call_is_open(call, (int)outputs->arrays[k].array))
            call->room = nf_min(call->room, outputs->arrays[k].capacity -
                                                nf_call_extra(call, (int)outputs->arrays[k].array));
    if (!(call->open & call->arrays)) call->open = call->room = 0; /* the results are only counted */
done:
    return status;
}

nf_status nf_outputs_place(nf_work *work, nf_call *call) {
    const nf_outputs *outputs = call->outputs;
    nf_status status = NF_OK;
    NF_TRY(place_needs(work, call));
    for (uint32_t k = 0; k < outputs->count; k++) {
        const nf_output *output = outputs->arrays + k;
        nf_destination *to = &call->to[output->array];
        const uint64_t bytes =
            nf_multiply(rows_of(call, output), nf_result_row(&call->shape, (int)output->array));
        if (output->array == NF_ARRAY_FOUND || !bytes) continue;
        if (output->buffer && !(call->question->from_start && output->offset)) continue;
        to->copied_to = call->cost ? NULL : output;
        to->at.offset = 0;
        if (!work->context->plain) NF_TRY(nf_scratch(work, bytes, &to->at.buffer));
    }
done:
    return status;
}

/* ---- copies --------------------------------------------------------------------------------------------------- */

static const nf_output *output_of(const nf_call *call, nf_array array) {
    for (uint32_t k = 0; k < call->outputs->count; k++)
        if (call->outputs->arrays[k].array == array) return call->outputs->arrays + k;
    return NULL;
}

nf_status nf_outputs_put_number(nf_work *work, nf_call *call) {
    const nf_output *output = output_of(call, NF_ARRAY_FOUND);
    if (!output || call->cost) return NF_OK;
    if (output->host) {
        memcpy((char *)output->host + output->offset, &call->total,
               sizeof call->total); /* of any alignment */
        return NF_OK;
    }
    if (!call->found.buffer) return nf_fill(work, output->buffer, &call->total, 8, output->offset, 8);
    return nf_copy(work, call->found.buffer, call->found.offset * 8, output->buffer, output->offset, 8);
}

nf_status nf_outputs_give(nf_work *work, const nf_call *call) {
    nf_status status = NF_OK;
    if (work->context->plain) return NF_OK; /* which writes to where they go */
    for (int a = 0; a < NF_ARRAYS; a++) {
        const nf_destination *to = &call->to[a];
        const nf_output *output = to->copied_to;
        if (!output) continue;
        uint64_t rows = rows_of(call, output);
        if (nf_call_is_open(call, a))
            rows = call->all_or_none && !call->fits
                       ? 0
                       : nf_min(call->room, call->total) + nf_call_extra(call, a);
        const uint64_t bytes = rows * nf_result_row(&call->shape, a);
        if (!bytes) continue;
        if (output->host)
            NF_TRY(nf_read(work, to->at.buffer, 0, (char *)output->host + output->offset, bytes));
        else NF_TRY(nf_copy(work, to->at.buffer, 0, output->buffer, output->offset, bytes));
    }
done:
    return status;
}
