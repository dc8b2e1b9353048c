/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Reduce: reduces each tile to one value, repeatedly until one value is left. */
#include "opencl/memory/cost.h"
#include "primitives/run.h"
#include "primitives/tile.h"

static const nf_tunable reduce_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 128, 1, {1, 32, 64, 128, 256, 512, 1024}, nf_fits_group},
};
const nf_family nf_reduce_family = NF_FAMILY("reduce", reduce_tunables, 16, 16384);

/* For each type: the kernel's type for sums (int32 sums wrap, so they use uint) and for minimum and maximum; the bits of
   a floating-point type; the neutral elements. */
typedef struct reduce_row {
    nf_type type;
    const char *sum_word, *word;
    int real;
    const char *identity[3]; /* for NF_SUM, NF_MIN, NF_MAX */
} reduce_row;

static const reduce_row reduce_rows[] = {
    {NF_FLOAT32, "float", "float", 32, {"-0.0f", "INFINITY", "-INFINITY"}},
    {NF_FLOAT64, "double", "double", 64, {"-0.0", "INFINITY", "-INFINITY"}},
    {NF_INT32, "uint", "int", 0, {"0", "INT_MAX", "INT_MIN"}},
    {NF_UINT32, "uint", "uint", 0, {"0", "UINT_MAX", "0"}},
    {NF_UINT64, "ulong", "ulong", 0, {"0", "ULONG_MAX", "0"}},
};

static const reduce_row *reduce_row_of(nf_type type) {
    for (size_t i = 0; i < sizeof reduce_rows / sizeof reduce_rows[0]; i++)
        if (reduce_rows[i].type == type) return &reduce_rows[i];
    return NULL;
}

static nf_tile reduce_tile(const nf_context *context, nf_type type) {
    const uint64_t size = nf_type_bytes(type);
    const nf_tile_need need = {.element = size, .item = size};
    return nf_tile_fit(context, &nf_reduce_family, need);
}

static nf_spec reduce_spec(nf_context *context, nf_tile tile, nf_type type, nf_operation operation) {
    const reduce_row *row = reduce_row_of(type);
    nf_spec spec = nf_spec_of(context, "primitives/reduce.cl");
    nf_tile_define(&spec, tile);
    nf_define_word(&spec, "T", operation == NF_SUM ? row->sum_word : row->word);
    nf_define(&spec, "REAL", row->real);
    nf_define(&spec, "OPERATION", operation);
    nf_define_word(&spec, "IDENTITY", row->identity[operation - NF_SUM]);
    return spec;
}

nf_status nf_reduce_run(nf_work *work, nf_type type, nf_operation operation, nf_elements in, nf_elements out,
                        uint64_t n) {
    static const uint64_t zero = 0;
    nf_status status = NF_OK;
    const uint64_t size = nf_type_bytes(type);
    const nf_tile tile = reduce_tile(work->context, type);
    const size_t mark = nf_scratch_mark(work);
    nf_program *program = NULL;
    /* The kernel would return the neutral element, which is -0 for floating point. */
    if (n == 0 && operation == NF_SUM) return nf_fill(work, out.buffer, &zero, size, out.offset * size, size);
    const nf_spec spec = reduce_spec(work->context, tile, type, operation);
    NF_TRY(nf_program_get(work->context, &spec, &program));
    for (uint64_t tiles; (tiles = nf_tile_count(tile, n)) > 1; n = tiles) {
        cl_mem partial = NULL;
        NF_TRY(nf_scratch(work, nf_multiply(tiles, size), &partial));
        NF_TRY(nf_launch(work, program, "reduce_tiles", nf_tile_shape(tile, n), nf_in(in.buffer),
                         nf_u64(in.offset), nf_out(partial), nf_u64(0), nf_u64(n)));
        in = nf_elements_at(partial, 0);
    }
    NF_TRY(nf_launch(work, program, "reduce_tiles", nf_tile_shape(tile, n), nf_in(n ? in.buffer : out.buffer),
                     nf_u64(n ? in.offset : 0), nf_out(out.buffer), nf_u64(out.offset), nf_u64(n)));
done:
    nf_scratch_back(work, mark);
    return status;
}

static nf_status check_type(nf_context *context, nf_type type) {
    if (!reduce_row_of(type))
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "type is %d, which cannot be reduced", (int)type);
    if (type == NF_FLOAT64 && !context->device.fp64)
        return nf_fail(&context->error, NF_ERROR_UNSUPPORTED,
                       "type is NF_FLOAT64, and %s has no double precision", context->device.name);
    return NF_OK;
}

static nf_status check_reduce(nf_context *context, nf_type type, nf_operation operation, nf_slice in,
                              nf_slice out, uint64_t n, nf_elements *from, nf_elements *to) {
    nf_status status = NF_OK;
    const size_t size = nf_type_bytes(type);
    NF_TRY(check_type(context, type));
    if (operation < NF_SUM || operation > NF_MAX)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                       "operation is %d: it must be NF_SUM, NF_MIN or NF_MAX", (int)operation);
    NF_TRY(nf_check_slice(context, "in", in, n, size, NF_READ, from));
    NF_TRY(nf_check_slice(context, "out", out, 1, size, NF_WRITTEN, to));
    NF_TRY(nf_check_apart(context, "in", in, nf_multiply(n, size), "out", out, size));
done:
    return status;
}

nf_status nf_reduce(nf_context *context, nf_type type, nf_operation operation, nf_slice in, nf_slice out,
                    uint64_t n, const nf_sync *sync) {
    nf_sync_clear(sync);
    if (!context) return NF_ERROR_ARGUMENT;
    nf_work work;
    nf_status status = nf_work_begin(&work, context, sync);
    if (status != NF_OK) return status;
    nf_elements from = {NULL, 0}, to = {NULL, 0};
    work.stage = "reduce";
    status = check_reduce(context, type, operation, in, out, n, &from, &to);
    if (status == NF_OK) status = nf_reduce_run(&work, type, operation, from, to, n);
    return nf_work_end(&work, status);
}

/* A call about n elements. */
typedef struct reduce_shape {
    nf_type type;
    uint64_t n;
} reduce_shape;

static nf_status run_shape(nf_work *work, const void *what) {
    const reduce_shape *shape = what;
    return nf_reduce_run(work, shape->type, NF_MAX, nf_elements_at(NULL, 0), nf_elements_at(NULL, 0),
                         shape->n);
}

nf_status nf_reduce_scratch(nf_context *context, nf_type type, uint64_t n, uint64_t *bytes) {
    nf_status status = NF_OK;
    if (!context) return NF_ERROR_ARGUMENT;
    if (!bytes) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "bytes is NULL");
    *bytes = 0;
    NF_TRY(check_type(context, type));
    NF_TRY(nf_cost_of(context, run_shape, &(reduce_shape){type, n}, bytes));
done:
    return status;
}
