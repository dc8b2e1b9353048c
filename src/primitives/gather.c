/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Gather: elements of a few words by index. */
#include "primitives/run.h"
#include "primitives/tile.h"

enum { WORDS_MOST = 8 };

static const nf_tunable gather_tunables[] = {
    /* name, GPU, CPU, values tried, valid if */
    {"GROUP", 128, 1, {1, 32, 64, 128, 256, 512, 1024}, nf_fits_group},
};
const nf_family nf_gather_family = NF_FAMILY("gather", gather_tunables, 4, 4096);

nf_status nf_gather_run(nf_work *work, int words, nf_elements in, uint64_t m, nf_elements indices,
                        nf_elements out, uint64_t n) {
    nf_status status = NF_OK;
    const nf_tile_need need = {0};
    const nf_tile tile = nf_tile_fit(work->context, &nf_gather_family, need);
    nf_program *program = NULL;
    if (n == 0) return NF_OK;
    nf_spec spec = nf_spec_of(work->context, "primitives/gather.cl");
    nf_tile_define(&spec, tile);
    nf_define(&spec, "WORDS", words);
    NF_TRY(nf_program_get(work->context, &spec, &program));
    /* With m = 0 nothing is read, and the buffer may be NULL. */
    NF_TRY(nf_launch(work, program, "gather", nf_tile_shape(tile, n), nf_in(m ? in.buffer : out.buffer),
                     nf_u64(m ? in.offset : 0), nf_u64(m), nf_in(indices.buffer), nf_u64(indices.offset),
                     nf_out(out.buffer), nf_u64(out.offset), nf_u64(n)));
done:
    return status;
}

typedef struct gather_arrays {
    nf_elements in, indices, out;
} gather_arrays;

static nf_status check_gather(nf_context *context, int words, nf_slice in, uint64_t m, nf_slice indices,
                              nf_slice out, uint64_t n, gather_arrays *at) {
    nf_status status = NF_OK;
    if (words < 1 || words > WORDS_MOST)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "words is %d, not 1 to %d", words, WORDS_MOST);
    const size_t size = (size_t)words * 4;
    NF_TRY(nf_check_slice(context, "in", in, m, size, NF_READ, &at->in));
    NF_TRY(nf_check_slice(context, "indices", indices, n, 4, NF_READ, &at->indices));
    NF_TRY(nf_check_slice(context, "out", out, n, size, NF_WRITTEN, &at->out));
    NF_TRY(nf_check_apart(context, "in", in, nf_multiply(m, size), "out", out, nf_multiply(n, size)));
    NF_TRY(nf_check_apart(context, "indices", indices, nf_multiply(n, 4), "out", out, nf_multiply(n, size)));
done:
    return status;
}

nf_status nf_gather(nf_context *context, int words, nf_slice in, uint64_t m, nf_slice indices, nf_slice out,
                    uint64_t n, const nf_sync *sync) {
    nf_sync_clear(sync);
    if (!context) return NF_ERROR_ARGUMENT;
    nf_work work;
    nf_status status = nf_work_begin(&work, context, sync);
    if (status != NF_OK) return status;
    gather_arrays at = {.in = {NULL, 0}};
    work.stage = "gather";
    status = check_gather(context, words, in, m, indices, out, n, &at);
    if (status == NF_OK) status = nf_gather_run(&work, words, at.in, m, at.indices, at.out, n);
    return nf_work_end(&work, status);
}

nf_status nf_gather_scratch(nf_context *context, int words, uint64_t n, uint64_t *bytes) {
    (void)n;
    if (!context) return NF_ERROR_ARGUMENT;
    if (!bytes) return nf_fail(&context->error, NF_ERROR_ARGUMENT, "bytes is NULL");
    *bytes = 0;
    if (words < 1 || words > WORDS_MOST)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "words is %d, not 1 to %d", words, WORDS_MOST);
    return NF_OK;
}
