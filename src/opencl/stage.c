/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/stage.h"

#include "core/sized.h"
#include "core/system.h"
#include "opencl/context.h"

#include <string.h>

enum { PENDING_MANY = 1024 }; /* pending events before the completed ones are read */

/* The row of `name`, added if it is new; the last row collects stages that do not fit. */
static int row(nf_stages *stages, const char *name) {
    for (size_t k = 0; k < stages->count; k++)
        if (strcmp(stages->table[k].name, name) == 0) return (int)k;
    if (stages->count == NF_STAGES_MOST) return NF_STAGES_MOST - 1;
    stages->table[stages->count].name = name;
    return (int)stages->count++;
}

static int is_done(cl_event event) {
    cl_int state = CL_QUEUED;
    return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL) ==
               CL_SUCCESS &&
           state <= CL_COMPLETE;
}

/* Adds the times of pending events: of all, waiting for each, or only of those that have completed. */
static nf_status collect(nf_context *context, int wait) {
    nf_stages *stages = &context->stages;
    nf_status status = NF_OK;
    size_t kept = 0;
    for (size_t k = 0; k < stages->pending_count; k++) {
        const nf_timed timed = stages->pending[k];
        cl_ulong start = 0, end = 0;
        if (!wait && !is_done(timed.event)) {
            stages->pending[kept++] = timed;
            continue;
        }
        cl_int code = clWaitForEvents(1, &timed.event);
        if (!code)
            code =
                clGetEventProfilingInfo(timed.event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
        if (!code)
            code = clGetEventProfilingInfo(timed.event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
        if (code && status == NF_OK) status = nf_fail_cl(context, code, "clGetEventProfilingInfo");
        clReleaseEvent(timed.event);
        if (code) continue;
        stages->table[timed.stage].ms += end > start ? (double)(end - start) * 1e-6 : 0;
        stages->table[timed.stage].launches++;
    }
    stages->pending_count = kept;
    return status;
}

nf_status nf_stage_keep(nf_context *context, const char *stage, cl_event event) {
    nf_stages *stages = &context->stages;
    nf_status status = NF_OK;
    if (stages->pending_count && stages->pending_count % PENDING_MANY == 0) NF_TRY(collect(context, 0));
    NF_TRY(nf_grow(&context->allocator, (void **)&stages->pending, &stages->pending_capacity,
                   stages->pending_count + 1, sizeof *stages->pending, "the list of timed commands",
                   &context->error));
    stages->pending[stages->pending_count].stage = row(stages, stage);
    stages->pending[stages->pending_count++].event = event;
done:
    if (status != NF_OK) clReleaseEvent(event);
    return status;
}

void nf_stage_add(nf_context *context, const char *stage, double ms) {
    nf_stage *entry = &context->stages.table[row(&context->stages, stage)];
    entry->ms += ms;
    entry->launches++;
}

static const nf_sized stage_sized = {NF_SIZED(nf_stage)};

nf_status nf_context_stages(nf_context *context, nf_stage *out, size_t capacity, size_t *count) {
    size_t stride = 0;
    nf_status status = NF_OK;
    if (count) *count = 0;
    if (!context) return NF_ERROR_ARGUMENT;
    if (!count || (capacity && !out))
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "%s is NULL", count ? "stages" : "count");
    if (capacity) NF_TRY(nf_sized_stride(&stage_sized, "stages", out, &stride, &context->error));
    NF_TRY(collect(context, 1));
    *count = context->stages.count;
    for (size_t k = 0; k < *count && k < capacity; k++)
        nf_sized_give(&stage_sized, out, stride, k, &context->stages.table[k]);
done:
    return status;
}

static void drop_pending(nf_context *context) {
    nf_stages *stages = &context->stages;
    for (size_t k = 0; k < stages->pending_count; k++) clReleaseEvent(stages->pending[k].event);
    stages->pending_count = 0;
}

void nf_context_reset_stages(nf_context *context) {
    if (!context) return;
    drop_pending(context);
    context->stages.count = 0;
    memset(context->stages.table, 0, sizeof context->stages.table);
}

void nf_stages_free(nf_context *context) {
    drop_pending(context);
    nf_release(&context->allocator, context->stages.pending);
    memset(&context->stages, 0, sizeof context->stages);
}
