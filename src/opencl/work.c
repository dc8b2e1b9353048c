/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/work.h"

#include "core/sized.h"
#include "opencl/ops.h"

#include <string.h>

/* 1 if numbers are rounded to the nearest, as they are by default.  On x86-64 reading and setting the whole environment takes a microsecond, as long as a
   call about few points; there one register says it. */
static int has_default_environment(void) {
#if defined(__x86_64__)
    enum { EXCEPTIONS = 0x3f, DEFAULT = 0x1f80 }; /* those that have occurred; all are masked */
    return (__builtin_ia32_stmxcsr() & ~(unsigned)EXCEPTIONS) == DEFAULT;
#else
    return 0;
#endif
}

nf_status nf_work_begin(nf_work *work, nf_context *context, const nf_sync *sync) {
    nf_sync own;
    nf_status status = NF_OK;
    memset(work, 0, sizeof *work);
    work->context = context;
    work->number = ++context->works;
    work->stage = "other";
    context->error.text[0] = 0;
    NF_TRY(nf_sized_take(&nf_sized_sync, "sync", sync, &own, NULL, &context->error));
    work->event_out = own.event;
    if (own.event) *own.event = NULL;
    if (context->ops->begin) NF_TRY(context->ops->begin(work, &own));
    work->restores = !has_default_environment() && fegetenv(&work->callers) == 0;
    if (work->restores) (void)fesetenv(FE_DFL_ENV);
    work->begun = 1;
done:
    return status;
}

nf_status nf_work_end(nf_work *work, nf_status status) {
    if (!work->begun) return status; /* nf_work_begin rejected the sync: nothing ran */
    if (work->context->ops->end) status = work->context->ops->end(work, status);
    if (work->makes && status != NF_OK && status != NF_ERROR_CAPACITY) work->context->lost++;
    nf_scratch_back(work, 0);
    if (work->restores) (void)fesetenv(&work->callers);
    return status;
}

nf_status nf_work_resume(nf_work *work) {
    return work->context->ops->resume ? work->context->ops->resume(work) : NF_OK;
}

nf_status nf_work_wait(nf_work *work) {
    return work->context->ops->wait ? work->context->ops->wait(work) : NF_OK;
}

void nf_work_follows(nf_work *work) {
    if (!work->out_of_order)
        work->enqueued = 1; /* the end of the work is then marked behind those commands */
}

uint64_t nf_work_lost(const nf_context *context) { return context->lost; }

nf_status nf_work_go_on(nf_work *work) {
    nf_context *context = work->context;
    if (!work->cancelled && context->cancelled) work->cancelled = context->cancelled(context->cancelled_user);
    if (!work->cancelled) return NF_OK;
    return nf_fail_cancelled(&context->error);
}

nf_status nf_spoil(nf_work *work, cl_mem buffer, uint64_t bytes) {
#if defined(NF_DEBUG)
    static const unsigned char spoiled = NF_SPOILED;
    if (buffer) return nf_fill(work, buffer, &spoiled, sizeof spoiled, 0, bytes);
#else
    (void)work, (void)buffer, (void)bytes;
#endif
    return NF_OK;
}

nf_status nf_scratch(nf_work *work, uint64_t bytes, cl_mem *out) {
    *out = NULL;
    if (work->scratch_count == NF_WORK_SCRATCH)
        return nf_fail(&work->context->error, NF_ERROR_MEMORY,
                       "one call needs more than %d pieces of scratch", NF_WORK_SCRATCH);
    const nf_status status = nf_arena_take(work->context, bytes, out);
    if (status != NF_OK) return status;
    work->scratch[work->scratch_count++] = *out;
    return nf_spoil(work, *out, nf_arena_bytes(bytes));
}

size_t nf_scratch_mark(const nf_work *work) { return work->scratch_count; }

void nf_scratch_back(nf_work *work, size_t mark) {
    while (work->scratch_count > mark) nf_arena_give(work->context, work->scratch[--work->scratch_count]);
}
