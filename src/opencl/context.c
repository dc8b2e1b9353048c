/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/context.h"

#include "core/check.h"
#include "core/system.h"
#include "opencl/program/cache.h"
#include "opencl/device.h"
#include "opencl/error.h"
#include "opencl/ops.h"
#include "opencl/queue/queue.h"
#include "opencl/quirks.h"

#include <stdio.h>
#include <string.h>

void nf_context_spoil(nf_context *context) {
    for (int k = 0; k < NF_TILE_STATES; k++) context->tile_states[k].clean = 0;
}

nf_status nf_fail_cl(nf_context *context, cl_int code, const char *call) {
    const size_t name = strcspn(call, "(");
    nf_context_spoil(context);
    return nf_fail(&context->error, nf_cl_is_memory(code) ? NF_ERROR_MEMORY : NF_ERROR_DEVICE,
                   "%.*s failed: %s (%d)", (int)name, call, nf_cl_name(code), (int)code);
}

int nf_is_cpu(const nf_device_info *device) {
    return (device->type & CL_DEVICE_TYPE_CPU) != 0 && !nf_has_quirk(device, NF_QUIRK_ENDS_LOOPS);
}

/* A driver that finishes early waits only for commands that are not flushed yet: a marker is one, behind all others. */
cl_int nf_finish(const nf_context *context, cl_command_queue queue) {
    cl_int code = CL_SUCCESS;
    if (nf_has_quirk(&context->device, NF_QUIRK_FINISHES_EARLY))
        code = clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL);
    return code == CL_SUCCESS ? clFinish(queue) : code;
}

static nf_status check_options(const nf_context_options *options, nf_sentence *error) {
    const nf_status status = nf_check_allocator(&options->allocator, error);
    if (status != NF_OK) return status;
    if ((options->cl_context || options->cl_queue) && (!options->cl_context || !options->cl_device))
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "options.cl_context needs its cl_device, and cl_queue needs both");
    if (options->cl_device && !options->cl_context)
        return nf_fail(error, NF_ERROR_ARGUMENT, "options.cl_device needs the cl_context that goes with it");
    if (options->cl_context && options->device)
        return nf_fail(error, NF_ERROR_ARGUMENT,
                       "options.device cannot be combined with options.cl_context: set cl_device instead");
    return NF_OK;
}

/* Checks that the device belongs to the caller's context. */
static nf_status check_device(nf_context *context, const nf_context_options *options) {
    enum { DEVICES_MOST = 256 };
    cl_device_id devices[DEVICES_MOST];
    size_t bytes = 0;
    nf_status status = NF_OK;
    NF_TRY_CL(context,
              clGetContextInfo(options->cl_context, CL_CONTEXT_DEVICES, sizeof devices, devices, &bytes));
    for (size_t k = 0; k < bytes / sizeof *devices; k++)
        if (devices[k] == options->cl_device) return NF_OK;
    status = nf_fail(&context->error, NF_ERROR_ARGUMENT,
                     "options.cl_device does not belong to options.cl_context");
done:
    return status;
}

/* Takes over the caller's objects and retains them. */
static nf_status adopt(nf_context *context, const nf_context_options *options) {
    nf_status status = NF_OK;
    NF_TRY(nf_opencl_open(&context->error));
    NF_TRY(nf_device_facts(options->cl_device, &context->device, &context->error));
    NF_TRY(check_device(context, options));
    NF_TRY_CL(context, clRetainContext(options->cl_context));
    context->cl = options->cl_context;
    if (options->cl_queue) {
        cl_command_queue_properties properties = 0;
        NF_TRY(nf_queue_check(context, options->cl_queue, "options.cl_queue", &properties));
        NF_TRY_CL(context, clRetainCommandQueue(options->cl_queue));
        context->queue = options->cl_queue;
    }
done:
    return status;
}

static nf_status open_device(nf_context *context, const nf_context_options *options) {
    const uint32_t threads = options->threads ? options->threads : nf_system_processors();
    nf_status status = NF_OK;
    cl_int code = CL_SUCCESS;
    NF_TRY(nf_team_create(&context->allocator, threads, &context->team, &context->error));
    if (options->cl_context) NF_TRY(adopt(context, options));
    else {
        NF_TRY(nf_device_choose(&context->allocator, options->device, &context->device, &context->error));
        if (!context->device.device) { /* which the host has none of */
            context->ops = &nf_host_ops;
            context->device.compute_units = threads;
            return NF_OK;
        }
        const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                                    (cl_context_properties)context->device.platform, 0};
        context->cl = clCreateContext(properties, 1, &context->device.device, NULL, NULL, &code);
        NF_TRY_CODE(context, code, "clCreateContext");
    }
    if (!context->queue) {
        context->queue = clCreateCommandQueue(context->cl, context->device.device,
                                              options->profile ? CL_QUEUE_PROFILING_ENABLE : 0, &code);
        NF_TRY_CODE(context, code, "clCreateCommandQueue");
        context->owns_queue = 1;
    }
    if (!options->no_disk_cache)
        NF_TRY(nf_cache_folder(&context->allocator, options->cache_folder,
                               nf_has_quirk(&context->device, NF_QUIRK_CACHES_KERNELS),
                               &context->programs.folder, &context->programs.trouble, &context->error));
done:
    return status;
}

nf_status nf_context_open(const nf_context_options *options, nf_context **out, nf_sentence *error) {
    nf_context *context = NULL;
    nf_status status = NF_OK;
    *out = NULL;
    NF_TRY(check_options(options, error));
    NF_TRY(nf_allocate(&options->allocator, 1, sizeof *context, "a context", (void **)&context, error));
    context->owners = 1;
    context->allocator = options->allocator;
    context->ops = &nf_opencl_ops;
    context->profile = options->profile != 0;
    status = open_device(context, options);
    if (status != NF_OK) *error = context->error;
done:
    if (status != NF_OK) {
        nf_context_free(context);
        context = NULL;
    }
    *out = context;
    return status;
}

void nf_context_hold(nf_context *context) { context->owners++; }

void nf_context_free(nf_context *context) {
    if (!context || --context->owners) return;
    if (context->queue && context->owns_queue) nf_finish(context, context->queue);
    nf_work_leave(context);
    for (size_t k = 0; k < context->awaited_count; k++) clReleaseEvent(context->awaited[k]);
    nf_keepsakes_free(context, &context->keepsakes);
    nf_stages_free(context);
    nf_staging_trim(context);
    if (context->pins) clReleaseCommandQueue(context->pins);
    nf_arena_free(context);
    nf_programs_free(context);
    if (context->queue) clReleaseCommandQueue(context->queue);
    if (context->cl) clReleaseContext(context->cl);
    nf_team_free(context->team);
    const nf_allocator allocator = context->allocator;
    nf_release(&allocator, context->awaited);
    nf_release(&allocator, context->earlier);
    nf_release(&allocator, context->host_memory.pinned);
    nf_release(&allocator, context);
}

const char *nf_context_error(const nf_context *context) { return context ? context->error.text : ""; }

size_t nf_context_error_copy(const nf_context *context, char *buffer, size_t size) {
    const char *text = nf_context_error(context);
    if (buffer && size) snprintf(buffer, size, "%s", text);
    return strlen(text);
}

const char *nf_context_build_log(const nf_context *context) {
    return context && context->programs.log ? context->programs.log : "";
}

const nf_device_info *nf_context_device(const nf_context *context) {
    static const nf_device_info none;
    return context ? &context->device : &none;
}

cl_context nf_context_cl(const nf_context *context) { return context ? context->cl : NULL; }

cl_command_queue nf_context_queue(const nf_context *context) { return context ? context->queue : NULL; }

nf_status nf_context_finish(nf_context *context) {
    if (!context) return NF_ERROR_ARGUMENT;
    return context->ops->finish ? context->ops->finish(context) : NF_OK;
}
