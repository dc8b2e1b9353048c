/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/queue/sync.h"

#include "core/sized.h"
#include "opencl/error.h"

cl_int nf_event_state(cl_event event) {
    cl_int state = CL_COMPLETE;
    const cl_int code = clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    return code == CL_SUCCESS ? state : CL_QUEUED;
}

nf_status nf_sync_check(nf_context *context, const nf_sync *sync, int *open) {
    nf_status status = NF_OK;
    *open = 0;
    if (sync->wait_count && !sync->waits)
        return nf_fail(&context->error, NF_ERROR_ARGUMENT, "sync->wait_count is %u, but sync->waits is NULL",
                       sync->wait_count);
    for (cl_uint k = 0; k < sync->wait_count; k++) {
        if (!sync->waits[k])
            return nf_fail(&context->error, NF_ERROR_ARGUMENT, "event %u of sync->waits is NULL", k);
        cl_context owner = NULL;
        NF_TRY_CL(context, clGetEventInfo(sync->waits[k], CL_EVENT_CONTEXT, sizeof owner, &owner, NULL));
        if (owner != context->cl)
            return nf_fail(&context->error, NF_ERROR_ARGUMENT,
                           "event %u of sync->waits belongs to another OpenCL context", k);
        /* Some drivers hang or crash if a command waits for a failed event. */
        const cl_int state = nf_event_state(sync->waits[k]);
        if (state < 0)
            return nf_fail(&context->error, NF_ERROR_ARGUMENT, "event %u of sync->waits has failed: %s", k,
                           nf_cl_name(state));
        *open |= state > CL_COMPLETE;
    }
done:
    return status;
}

nf_status nf_queue_check(nf_context *context, cl_command_queue queue, const char *name,
                         cl_command_queue_properties *properties) {
    nf_status status = NF_OK;
    cl_context owner = NULL;
    cl_device_id device = NULL;
    NF_TRY_CL(context, clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof owner, &owner, NULL));
    NF_TRY_CL(context, clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL));
    NF_TRY_CL(context,
              clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof *properties, properties, NULL));
    if (owner != context->cl || device != context->device.device)
        status = nf_fail(&context->error, NF_ERROR_ARGUMENT, "%s belongs to another OpenCL context or device",
                         name);
    else if (context->profile && !(*properties & CL_QUEUE_PROFILING_ENABLE))
        status = nf_fail(&context->error, NF_ERROR_ARGUMENT,
                         "the context is timed (profile): %s needs CL_QUEUE_PROFILING_ENABLE", name);
done:
    return status;
}

void nf_sync_clear(const nf_sync *sync) {
    nf_sync own;
    (void)nf_sized_take(&nf_sized_sync, "sync", sync, &own, NULL, NULL);
    if (own.event) *own.event = NULL;
}
