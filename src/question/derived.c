/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "question/derived.h"

#include "core/whole.h"
#include "opencl/host_device.h"
#include "opencl/quirks.h"
#include "order/order.h"
#include "primitives/tile.h"

/* What is made: the elements of an array in another type, or a column of it; or the row of each entry of rows. */
enum { ALL = -1, ROWS = -2 };

/* The first row whose `from` the question has is taken. */
static const struct derived {
    nf_array array, from;
    nf_array like; /* it has as many rows as this one, which the answer has, too */
    int column;    /* or ALL, or ROWS */
} table[] = {{NF_ARRAY_ROWS, NF_ARRAY_PAIRS, NF_ARRAY_PAIRS, 0},
             {NF_ARRAY_INDICES, NF_ARRAY_PAIRS, NF_ARRAY_PAIRS, 1},
             {NF_ARRAY_PAIRS_INT64, NF_ARRAY_PAIRS, NF_ARRAY_PAIRS, ALL},
             {NF_ARRAY_ROWS_INT64, NF_ARRAY_PAIRS, NF_ARRAY_PAIRS, 0},
             {NF_ARRAY_INDICES_INT64, NF_ARRAY_PAIRS, NF_ARRAY_PAIRS, 1},
             {NF_ARRAY_ROWS, NF_ARRAY_OFFSETS, NF_ARRAY_INDICES, ROWS},
             {NF_ARRAY_ROWS_INT64, NF_ARRAY_OFFSETS, NF_ARRAY_INDICES, ROWS},
             {NF_ARRAY_INDICES_INT64, NF_ARRAY_INDICES, NF_ARRAY_INDICES, ALL}};
enum { DERIVED = sizeof table / sizeof *table };

/* How a question makes an array; NULL if it writes it itself, or does not have it. */
static const struct derived *derived_of(const nf_question *question, int array) {
    for (size_t k = 0; k < DERIVED; k++)
        if ((int)table[k].array == array && (question->arrays >> table[k].from & 1)) return table + k;
    return NULL;
}

uint64_t nf_derived_sources(const nf_question *question, uint64_t arrays) {
    uint64_t sources = 0;
    for (int a = 0; a < NF_ARRAYS; a++) {
        const struct derived *d = arrays >> a & 1 ? derived_of(question, a) : NULL;
        if (d) sources |= NF_WANT(d->from) | NF_WANT(d->like);
    }
    return sources;
}

void nf_derived_ask(nf_call *call) {
    for (int a = 0; a < NF_ARRAYS; a++) {
        const struct derived *d = nf_call_has(call, a) ? derived_of(call->question, a) : NULL;
        if (!d) continue;
        call->rows[a] = call->rows[d->like];
        if (call->open >> d->like & 1) call->open |= NF_WANT(a);
    }
}

/* ---- on the device ---------------------------------------------------------------------------------------- */

/* The results that the open arrays of a whole answer have at most. */
static uint64_t open_rows(const nf_call *call) {
    if (call->all_or_none && !call->fits) return 0;
    return call->wait == NF_WAIT_TOTAL ? nf_min(call->total, call->room) : call->room;
}

static uint64_t columns_of(const nf_call *call, int array) {
    return nf_result_row(&call->shape, array) / nf_type_bytes(nf_result_type(&call->shape, array));
}

/* Where an array begins, in elements. */
static uint64_t first_element(const nf_call *call, int array) {
    return nf_call_at(call, array).offset *
           (nf_result_unit(&call->shape, array) / nf_type_bytes(nf_result_type(&call->shape, array)));
}

/* What both kernels end with: the number of rows, and where they are written. */
enum { ENDING = 5 };

static nf_status derive(nf_work *work, const nf_call *call, const struct derived *d,
                        const nf_part_of_answer *part) {
    nf_context *context = work->context;
    const int array = (int)d->array, from = (int)d->from, is_open = (call->open >> array & 1) != 0;
    /* A total on the device is asked for by calls that do not wait for it. */
    const int has_total = is_open && !part && call->wait != NF_WAIT_TOTAL && call->found.buffer;
    const uint64_t most = part      ? (is_open ? part->count : part->rows)
                          : is_open ? open_rows(call)
                                    : call->rows[array];
    const uint64_t n = part ? part->rows : call->rows[NF_ARRAY_OFFSETS] - 1;
    const nf_elements source = nf_call_at(call, from), counts = nf_call_at(call, NF_ARRAY_COUNTS);
    const nf_tile tile = nf_tile_fit(context, &nf_order_family, (nf_tile_need){0});
    const uint32_t many = nf_has_quirk(&context->device, NF_QUIRK_ENDS_LOOPS) ? 1024 : 32,
                   share = d->column == ROWS && tile.group % 32 == 0 ? many : 1;
    const uint64_t columns = columns_of(call, array);
    const struct {
        nf_arg args[ENDING];
        size_t count;
    } ending = {{nf_in(has_total ? call->found.buffer : source.buffer), nf_u64(call->found.offset),
                 nf_u64(most), nf_out(nf_call_at(call, array).buffer), nf_u64(first_element(call, array))},
                ENDING};
    nf_spec spec = nf_spec_of(context, "question/derived.cl");
    nf_program *program = NULL;
    nf_status status = NF_OK;
    if (!most) return NF_OK;
    work->stage = "derive";
    nf_tile_define(&spec, tile);
    nf_define_word(&spec, "IN", nf_type_word(nf_result_type(&call->shape, from)));
    nf_define_word(&spec, "OUT", nf_type_word(nf_result_type(&call->shape, array)));
    nf_define(&spec, "TOTAL", has_total);
    nf_define(&spec, "ENDS", d->column == ROWS && counts.buffer);
    nf_define(&spec, "SHARE", share);
    NF_TRY(nf_program_get(context, &spec, &program));
    if (d->column == ROWS)
        NF_TRY(nf_launch_with(work, program, "rows", nf_tile_shape(tile, n * share), &ending,
                              nf_in(source.buffer), nf_u64(source.offset),
                              nf_in(counts.buffer ? counts.buffer : source.buffer), nf_u64(counts.offset),
                              nf_u64(n), nf_u64(part ? part->first_row : 0)));
    else
        NF_TRY(nf_launch_with(
            work, program, "each", nf_tile_shape(tile, most * columns), &ending, nf_in(source.buffer),
            nf_u64(first_element(call, from) + (d->column == ALL ? 0 : (uint64_t)d->column)),
            nf_u32(d->column == ALL ? 1 : (uint32_t)columns_of(call, from)), nf_u32((uint32_t)columns)));
done:
    return status;
}

nf_status nf_derive(nf_work *work, const nf_call *call, const nf_part_of_answer *part) {
    nf_status status = NF_OK;
    if (nf_on_host(work->context)) return NF_OK;
    for (int a = 0; a < NF_ARRAYS; a++) {
        const struct derived *d = nf_call_has(call, a) ? derived_of(call->question, a) : NULL;
        if (d) NF_TRY(derive(work, call, d, part));
    }
done:
    return status;
}

/* ---- on the host ------------------------------------------------------------------------------------------ */

static int64_t number_at(const void *array, uint64_t k) { return ((const int32_t *)array)[k]; }

static void put_number(void *array, nf_type type, uint64_t k, int64_t number) {
    if (type == NF_INT64) ((int64_t *)array)[k] = number;
    else ((int32_t *)array)[k] = (int32_t)number;
}

static nf_status derive_on_host(nf_call *call, const struct derived *d) {
    const nf_context *context = call->cloud->context;
    const int array = (int)d->array, from = (int)d->from;
    const nf_type type = nf_result_type(&call->shape, array);
    const uint64_t rows = call->open >> array & 1 ? call->total : call->rows[array],
                   columns = columns_of(call, array), n = call->rows[NF_ARRAY_OFFSETS];
    const uint64_t *offsets = call->answer[NF_ARRAY_OFFSETS], *counts = call->answer[NF_ARRAY_COUNTS];
    const uint64_t step = d->column == ALL ? 1 : columns_of(call, from), first = d->column > 0 ? 1 : 0;
    void *to = NULL;
    nf_status status = NF_OK;
    if (!rows || !call->answer[from]) return NF_OK;
    NF_TRY(nf_allocate_raw(&context->allocator, (size_t)rows, (size_t)nf_result_row(&call->shape, array),
                           nf_result_name(&call->shape, array), &to, &call->cloud->context->error));
    call->answer[array] = to;
    for (uint64_t row = 0; d->column == ROWS && row + 1 < n; row++) {
        const uint64_t end = counts ? offsets[row] + counts[row] : offsets[row + 1];
        for (uint64_t k = offsets[row]; k < end; k++) put_number(to, type, k, (int64_t)row);
    }
    for (uint64_t k = 0; d->column != ROWS && k < rows * columns; k++)
        put_number(to, type, k, number_at(call->answer[from], first + k * step));
done:
    return status;
}

nf_status nf_derive_on_host(nf_call *call) {
    nf_status status = NF_OK;
    for (int a = 0; a < NF_ARRAYS; a++) {
        const struct derived *d = nf_call_has(call, a) ? derived_of(call->question, a) : NULL;
        if (d) NF_TRY(derive_on_host(call, d));
    }
done:
    return status;
}
