/* Probes of the device's memory and clock. */
#include "tune/probe.h"

/* ---- large buffers ------------------------------------------------------------------------------------ */

/* Few pages are touched, so that this takes neither time nor, on a CPU, memory. */
enum { MARKS = 256, STEP = 4096 };
#define LARGE_BYTES ((UINT64_C(1) << 32) + (uint64_t)MARKS * STEP * 4)

static nf_status mark_and_read(nf_work *work, cl_mem buffer, nf_finding *finding) {
    nf_status status = NF_OK;
    const nf_spec spec = nf_spec_of(work->context, "tune/probe_device.cl");
    nf_program *program = NULL;
    NF_TRY(nf_program_get(work->context, &spec, &program));
    NF_TRY(nf_launch(work, program, "probe_large", nf_shape_for(MARKS, 32, 32), nf_inout(buffer),
                     nf_u32(MARKS), nf_u32(STEP)));
    for (uint32_t k = 0; k < MARKS; k += 51) {
        uint32_t low = 0, high = 0;
        NF_TRY(nf_read(work, buffer, (uint64_t)k * STEP * 4, &low, 4));
        NF_TRY(nf_read(work, buffer, (UINT64_C(1) << 32) + (uint64_t)k * STEP * 4, &high, 4));
        if (low != k || high != ~k)
            return nf_find(finding, NF_PROBE_FAILS,
                           "word %u, or the one 4 GiB behind it, was not what was written", k * STEP);
    }
    nf_find(finding, NF_PROBE_HOLDS,
            "written and read at both sides of 4 GiB; the largest buffer is %.1f GiB",
            (double)work->context->device.largest_buffer / 1073741824.0);
done:
    return status;
}

nf_status nf_probe_large(nf_work *work, const nf_shared *shared, nf_finding *finding) {
    (void)shared;
    const nf_device_info *device = &work->context->device;
    cl_mem buffer = NULL;
    if (device->largest_buffer < LARGE_BYTES || device->global_memory < LARGE_BYTES + LARGE_BYTES / 4)
        return nf_find(
            finding, NF_PROBE_NOT_RUN, "the device has no room: %.1f GiB in a buffer, %.1f GiB in all",
            (double)device->largest_buffer / 1073741824.0, (double)device->global_memory / 1073741824.0);
    nf_status status = nf_buffer_create(work->context, LARGE_BYTES, "a probe", &buffer);
    if (status != NF_OK) return nf_find(finding, NF_PROBE_NOT_RUN, "4 GiB are not to be had now");
    status = mark_and_read(work, buffer, finding);
    nf_buffer_release(work->context, buffer);
    return status;
}

/* ---- event times -------------------------------------------------------------------------------------- */

enum { ITEMS = 64 };

/* The four times of an event, in nanoseconds. */
typedef struct times {
    cl_ulong queued, submitted, started, ended;
} times;

static nf_status time_loops(nf_context *context, cl_command_queue queue, cl_kernel kernel, cl_mem out,
                            cl_uint rounds, times *t) {
    nf_status status = NF_OK;
    cl_event event = NULL;
    const size_t global = ITEMS, group = 32;
    const struct {
        cl_profiling_info what;
        cl_ulong *to;
    } infos[] = {{CL_PROFILING_COMMAND_QUEUED, &t->queued},
                 {CL_PROFILING_COMMAND_SUBMIT, &t->submitted},
                 {CL_PROFILING_COMMAND_START, &t->started},
                 {CL_PROFILING_COMMAND_END, &t->ended}};
    NF_TRY_CL(context, clSetKernelArg(kernel, 0, sizeof out, &out));
    NF_TRY_CL(context, clSetKernelArg(kernel, 1, sizeof rounds, &rounds));
    NF_TRY_CL(context, clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &group, 0, NULL, &event));
    NF_TRY_CL(context, clWaitForEvents(1, &event));
    for (size_t k = 0; k < 4; k++)
        NF_TRY_CL(context,
                  clGetEventProfilingInfo(event, infos[k].what, sizeof(cl_ulong), infos[k].to, NULL));
done:
    if (event) clReleaseEvent(event);
    return status;
}

static nf_status judge(const times *brief, const times *lengthy, double wall_ms, nf_finding *finding) {
    const times *both[] = {brief, lengthy};
    for (size_t k = 0; k < 2; k++)
        if (both[k]->queued > both[k]->submitted || both[k]->submitted > both[k]->started ||
            both[k]->started >= both[k]->ended)
            return nf_find(finding, NF_PROBE_FAILS,
                           "a command was not queued, submitted, started and ended in turn");
    const double brief_ms = (double)(brief->ended - brief->started) / 1e6;
    const double lengthy_ms = (double)(lengthy->ended - lengthy->started) / 1e6;
    if (brief->ended > lengthy->started)
        return nf_find(finding, NF_PROBE_FAILS, "a command started before the one ended that it came behind");
    if (lengthy_ms <= brief_ms)
        return nf_find(finding, NF_PROBE_FAILS, "twenty times the work took %.4f ms, and once %.4f ms",
                       lengthy_ms, brief_ms);
    if (lengthy_ms > wall_ms * 1.02 + 0.02 || lengthy_ms < wall_ms * 0.02)
        return nf_find(finding, NF_PROBE_FAILS, "%.3f ms by the device were %.3f ms by the clock", lengthy_ms,
                       wall_ms);
    return nf_find(finding, NF_PROBE_HOLDS, "%.3f ms by the device, %.3f ms by the clock with the launch",
                   lengthy_ms, wall_ms);
}

nf_status nf_probe_times(nf_work *work, const nf_shared *shared, nf_finding *finding) {
    (void)shared;
    enum { BRIEF = 10000, LENGTHY = 200000 };
    nf_context *context = work->context;
    nf_status status = NF_OK;
    cl_int code = CL_SUCCESS;
    nf_spec spec = nf_spec_of(work->context, "tune/probe_values.cl");
    nf_program *program = NULL;
    cl_kernel kernel = NULL;
    cl_mem out = NULL;
    times brief = {0}, lengthy = {0};
    cl_command_queue queue =
        clCreateCommandQueue(context->cl, context->device.device, CL_QUEUE_PROFILING_ENABLE, &code);
    if (code != CL_SUCCESS) queue = NULL;
    NF_TRY_CODE(context, code, "clCreateCommandQueue");
    nf_define(&spec, "REAL64", 0);
    NF_TRY(nf_program_get(context, &spec, &program));
    NF_TRY(nf_program_kernel(context, program, "probe_loops", &kernel));
    NF_TRY(nf_scratch(work, ITEMS * sizeof(cl_uint), &out));
    NF_TRY(time_loops(context, queue, kernel, out, BRIEF, &brief)); /* the first one may be compiled now */
    NF_TRY(time_loops(context, queue, kernel, out, BRIEF, &brief));
    const double start = nf_now();
    NF_TRY(time_loops(context, queue, kernel, out, LENGTHY, &lengthy));
    judge(&brief, &lengthy, nf_now() - start, finding);
done:
    if (queue) clReleaseCommandQueue(queue);
    return status;
}
