/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "question/derived.h"

#include "core/whole.h"
#include "opencl/quirks.h"
#include "order/order.h"
#include "primitives/run.h"
#include "primitives/tile.h"

#include <string.h>

/* What is made: the elements of an array in another type, or a column of it; or the row of each entry of rows; or numbers of groups in the place of
   labels. */
enum { ALL = -1, ROWS = -2, NUMBERS = -3 };

/* The first row whose `from` the question has is taken. */
static const struct derived {
    nf_array array, from;
    nf_array like; /* it has as many rows as this one, which the answer has, too */
    int column;    /* or ALL, ROWS or NUMBERS */
} table[] = {{NF_ARRAY_ROWS, NF_ARRAY_PAIRS, NF_ARRAY_PAIRS, 0},
             {NF_ARRAY_INDICES, NF_ARRAY_PAIRS, NF_ARRAY_PAIRS, 1},
             {NF_ARRAY_PAIRS_INT64, NF_ARRAY_PAIRS, NF_ARRAY_PAIRS, ALL},
             {NF_ARRAY_ROWS_INT64, NF_ARRAY_PAIRS, NF_ARRAY_PAIRS, 0},
             {NF_ARRAY_INDICES_INT64, NF_ARRAY_PAIRS, NF_ARRAY_PAIRS, 1},
             {NF_ARRAY_ROWS, NF_ARRAY_OFFSETS, NF_ARRAY_INDICES, ROWS},
             {NF_ARRAY_ROWS_INT64, NF_ARRAY_OFFSETS, NF_ARRAY_INDICES, ROWS},
             {NF_ARRAY_INDICES_INT64, NF_ARRAY_INDICES, NF_ARRAY_INDICES, ALL},
             {NF_ARRAY_GROUP_NUMBERS, NF_ARRAY_LABELS, NF_ARRAY_LABELS, NUMBERS},
             {NF_ARRAY_CORES_UINT8, NF_ARRAY_CORES, NF_ARRAY_CORES, ALL}};
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

/* How one array is made. */
typedef struct making {
    const nf_call *call;
    const struct derived *d;
    uint64_t most;         /* rows of it */
    int has_total;         /* 1: their number is on the device, for calls that do not wait for it */
    uint64_t first_row, n; /* of the rows that have offsets */
    nf_tile tile;
} making;

/* What kernels end with: the number of rows, and where they are written. */
enum { ENDING = 5 };
typedef struct ending {
    nf_arg args[ENDING];
    size_t count;
} ending;

static ending ending_of(const making *m) {
    const nf_call *call = m->call;
    const int array = (int)m->d->array;
    cl_mem any = nf_call_at(call, (int)m->d->from).buffer;
    return (ending){{nf_in(m->has_total ? call->found.buffer : any), nf_u64(call->found.offset),
                     nf_u64(m->most), nf_out(nf_call_at(call, array).buffer),
                     nf_u64(first_element(call, array))},
                    ENDING};
}

static nf_status program_of(nf_context *context, const making *m, uint32_t share, nf_program **out) {
    nf_spec spec = nf_spec_of(context, "question/derived.cl");
    nf_tile_define(&spec, m->tile);
    nf_define_word(&spec, "IN", nf_type_word(nf_result_type(&m->call->shape, (int)m->d->from)));
    nf_define_word(&spec, "OUT", nf_type_word(nf_result_type(&m->call->shape, (int)m->d->array)));
    nf_define(&spec, "TOTAL", m->has_total);
    nf_define(&spec, "ENDS", share && nf_call_at(m->call, NF_ARRAY_COUNTS).buffer);
    nf_define(&spec, "SHARE", share);
    return nf_program_get(context, &spec, out);
}

/* A column, or all elements, in the type of the array. */
static nf_status make_each(nf_work *work, const making *m) {
    const nf_call *call = m->call;
    const int array = (int)m->d->array, from = (int)m->d->from, all = m->d->column == ALL;
    const uint64_t columns = columns_of(call, array);
    const ending end = ending_of(m);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(program_of(work->context, m, 0, &program));
    NF_TRY(nf_launch_with(work, program, "each", nf_tile_shape(m->tile, m->most * columns), &end,
                          nf_in(nf_call_at(call, from).buffer),
                          nf_u64(first_element(call, from) + (all ? 0 : (uint64_t)m->d->column)),
                          nf_u32(all ? 1 : (uint32_t)columns_of(call, from)), nf_u32((uint32_t)columns)));
done:
    return status;
}

/* The row of each entry: consecutive work-items share a row, on CPUs one has it all. */
static nf_status make_rows(nf_work *work, const making *m) {
    const nf_elements offsets = nf_call_at(m->call, (int)m->d->from),
                      counts = nf_call_at(m->call, NF_ARRAY_COUNTS);
    const uint32_t many = nf_has_quirk(&work->context->device, NF_QUIRK_ENDS_LOOPS) ? 1024 : 32,
                   share = m->tile.group % 32 == 0 ? many : 1;
    const ending end = ending_of(m);
    nf_program *program = NULL;
    nf_status status = NF_OK;
    NF_TRY(program_of(work->context, m, share, &program));
    NF_TRY(nf_launch_with(work, program, "rows", nf_tile_shape(m->tile, m->n * share), &end,
                          nf_in(offsets.buffer), nf_u64(offsets.offset),
                          nf_in(counts.buffer ? counts.buffer : offsets.buffer), nf_u64(counts.offset),
                          nf_u64(m->n), nf_u64(m->first_row)));
done:
    return status;
}

/* The numbers of groups: how many labels are below that of each point. */
static nf_status make_numbers(nf_work *work, const making *m) {
    const nf_elements labels = nf_call_at(m->call, (int)m->d->from);
    const size_t mark = nf_scratch_mark(work);
    const nf_shape shape = nf_tile_shape(m->tile, m->most);
    const ending end = ending_of(m);
    nf_program *program = NULL;
    cl_mem firsts = NULL;
    nf_status status = NF_OK;
    NF_TRY(program_of(work->context, m, 0, &program));
    NF_TRY(nf_scratch(work, m->most * 4, &firsts));
    NF_TRY(nf_launch(work, program, "firsts", shape, nf_in(labels.buffer), nf_u64(labels.offset),
                     nf_u64(m->most), nf_out(firsts)));
    NF_TRY(nf_scan_run(work, NF_UINT32, NF_SUM, NF_EXCLUSIVE, nf_elements_at(firsts, 0),
                       nf_elements_at(firsts, 0), m->most));
    work->stage = "derive";
    NF_TRY(nf_launch_with(work, program, "numbers", shape, &end, nf_in(labels.buffer), nf_u64(labels.offset),
                          nf_in(firsts)));
done:
    nf_scratch_back(work, mark);
    return status;
}

static nf_status derive(nf_work *work, const nf_call *call, const struct derived *d,
                        const nf_part_of_answer *part) {
    const int is_open = (call->open >> d->array & 1) != 0;
    const making m = {.call = call,
                      .d = d,
                      .most = part      ? (is_open ? part->count : part->rows)
                              : is_open ? open_rows(call)
                                        : call->rows[d->array],
                      .has_total = is_open && !part && call->wait != NF_WAIT_TOTAL && call->found.buffer,
                      .first_row = part ? part->first_row : 0,
                      .n = part ? part->rows : call->rows[NF_ARRAY_OFFSETS] - 1,
                      .tile = nf_tile_fit(work->context, &nf_order_family, (nf_tile_need){0})};
    if (!m.most) return NF_OK;
    work->stage = "derive";
    return d->column == ROWS      ? make_rows(work, &m)
           : d->column == NUMBERS ? make_numbers(work, &m)
                                  : make_each(work, &m);
}

nf_status nf_derive(nf_work *work, const nf_call *call, const nf_part_of_answer *part) {
    nf_status status = NF_OK;
    if (work->context->plain) return NF_OK;
    for (int a = 0; a < NF_ARRAYS; a++) {
        const struct derived *d = nf_call_has(call, a) ? derived_of(call->question, a) : NULL;
        if (d) NF_TRY(derive(work, call, d, part));
    }
done:
    return status;
}

/* ---- on the host ------------------------------------------------------------------------------------------ */

/* Memory of the caller may have any alignment. */
static int32_t get_number(const void *array, uint64_t k) {
    int32_t number;
    memcpy(&number, (const char *)array + k * sizeof number, sizeof number);
    return number;
}

static void put_number(void *array, nf_type type, uint64_t k, int64_t number) {
    const int32_t narrow = (int32_t)number;
    const uint8_t byte = (uint8_t)number;
    const size_t size = nf_type_bytes(type);
    memcpy((char *)array + k * size,
           type == NF_INT64   ? (const void *)&number
           : type == NF_UINT8 ? (const void *)&byte
                              : (const void *)&narrow,
           size);
}

/* Of the first `most` entries. */
static void fill_rows(const nf_call *call, nf_type type, uint64_t most, void *to) {
    const uint64_t *offsets = call->answer[NF_ARRAY_OFFSETS], *counts = call->answer[NF_ARRAY_COUNTS];
    for (uint64_t row = 0; row + 1 < call->rows[NF_ARRAY_OFFSETS]; row++) {
        const uint64_t end = nf_min(counts ? offsets[row] + counts[row] : offsets[row + 1], most);
        for (uint64_t k = offsets[row]; k < end; k++) put_number(to, type, k, (int64_t)row);
    }
}

/* The smallest index of a group comes first, and has its label. */
static void fill_numbers(const void *labels, uint64_t n, void *to) {
    int32_t groups = 0;
    for (uint64_t p = 0; p < n; p++) {
        const int32_t label = get_number(labels, p);
        if (label >= 0 && (uint64_t)label == p) put_number(to, NF_INT32, p, groups++);
    }
    for (uint64_t p = 0; p < n; p++) {
        const int32_t label = get_number(labels, p);
        put_number(to, NF_INT32, p, label < 0 ? -1 : get_number(to, (uint64_t)label));
    }
}

/* Makes `rows` rows of an array of what it is made of. */
static void fill(const nf_call *call, const struct derived *d, uint64_t rows, const void *source, void *to) {
    const nf_type type = nf_result_type(&call->shape, (int)d->array);
    const uint64_t columns = columns_of(call, (int)d->array),
                   step = d->column == ALL ? 1 : columns_of(call, (int)d->from),
                   first = d->column > 0 ? 1 : 0;
    if (d->column == ROWS) fill_rows(call, type, rows, to);
    else if (d->column == NUMBERS) fill_numbers(source, rows, to);
    else
        for (uint64_t k = 0; k < rows * columns; k++)
            put_number(to, type, k, get_number(source, first + k * step));
}

static nf_status derive_on_host(nf_call *call, const struct derived *d) {
    nf_context *context = call->cloud->context;
    const int array = (int)d->array;
    const uint64_t rows = call->open >> array & 1 ? call->total : call->rows[array];
    void *to = NULL;
    nf_status status = NF_OK;
    if (!rows || !call->answer[d->from]) return NF_OK;
    NF_TRY(nf_allocate_raw(&context->allocator, (size_t)rows, (size_t)nf_result_row(&call->shape, array),
                           nf_result_name(&call->shape, array), &to, &context->error));
    call->answer[array] = to;
    fill(call, d, rows, call->answer[d->from], to);
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

void nf_derive_in_place(const nf_call *call, uint64_t rows, void *const *at) {
    for (int a = 0; a < NF_ARRAYS; a++) {
        const struct derived *d = at[a] ? derived_of(call->question, a) : NULL;
        if (d && (d->column == ROWS || at[d->from])) fill(call, d, rows, at[d->from], at[a]);
    }
}
