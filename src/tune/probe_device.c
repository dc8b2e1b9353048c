/* Probes of the device's memory and clock. */
#include "core/system.h"
#include "tune/probe.h"

/* ---- large buffers ------------------------------------------------------------------------------------ */

/* Touches few pages, so that the probe is quick and takes little memory on a CPU. */
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
                           "word %u, or the word 4 GiB after it, does not hold what was written", k * STEP);
    }
    nf_find(finding, NF_PROBE_HOLDS,
            "written and read on both sides of 4 GiB; the largest buffer is %.1f GiB",
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
    if (status != NF_OK)
        return nf_find(finding, NF_PROBE_NOT_RUN, "a buffer of 4 GiB cannot be allocated now");
    status = mark_and_read(work, buffer, finding);
    nf_buffer_release(work->context, buffer);
    return status;
}

/* ---- event times -------------------------------------------------------------------------------------- */

enum { ITEMS = 64 };

enum { QUEUED, SUBMITTED, STARTED, ENDED, TIMES };

/* Runs the loops, waits, and reads the four times of the event, in nanoseconds. */
static nf_status time_loops(nf_context *context, cl_command_queue queue, cl_kernel kernel, cl_mem out,
                            cl_uint rounds, cl_ulong times[TIMES]) {
    static const cl_profiling_info infos[TIMES] = {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                                   CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END};
    nf_status status = NF_OK;
    cl_event event = NULL;
    const size_t global = ITEMS, group = 32;
    NF_TRY_CL(context, clSetKernelArg(kernel, 0, sizeof out, &out));
    NF_TRY_CL(context, clSetKernelArg(kernel, 1, sizeof rounds, &rounds));
    NF_TRY_CL(context, clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &group, 0, NULL, &event));
    NF_TRY_CL(context, clWaitForEvents(1, &event));
    for (int k = 0; k < TIMES; k++)
        NF_TRY_CL(context, clGetEventProfilingInfo(event, infos[k], sizeof *times, &times[k], NULL));
done:
    if (event) clReleaseEvent(event);
    return status;
}

/* `times`: those of a short command, and of a long one enqueued after it. */
static nf_status judge(cl_ulong times[2][TIMES], double wall_ms, nf_finding *finding) {
    double ms[2];
    for (int k = 0; k < 2; k++) {
        const cl_ulong *t = times[k];
        if (t[QUEUED] > t[SUBMITTED] || t[SUBMITTED] > t[STARTED] || t[STARTED] >= t[ENDED])
            return nf_find(finding, NF_PROBE_FAILS,
                           "a command was not queued, submitted, started and ended in turn");
        ms[k] = (double)(t[ENDED] - t[STARTED]) / 1e6;
    }
    if (times[0][ENDED] > times[1][STARTED])
        return nf_find(finding, NF_PROBE_FAILS, "a command started before the previous one ended");
    if (ms[1] <= ms[0])
        return nf_find(finding, NF_PROBE_FAILS, "twenty times the work took %.4f ms, once the work %.4f ms",
                       ms[1], ms[0]);
    const int fits = ms[1] <= wall_ms * 1.02 + 0.02 && ms[1] >= wall_ms * 0.02;
    return nf_find(finding, fits ? NF_PROBE_HOLDS : NF_PROBE_FAILS,
                   "%.3f ms by the device, %.3f ms by the clock, including the launch", ms[1], wall_ms);
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
    cl_ulong times[2][TIMES];
    cl_command_queue queue =
        clCreateCommandQueue(context->cl, context->device.device, CL_QUEUE_PROFILING_ENABLE, &code);
    if (code != CL_SUCCESS) queue = NULL;
    NF_TRY_CODE(context, code, "clCreateCommandQueue");
    nf_define(&spec, "REAL64", 0);
    NF_TRY(nf_program_get(context, &spec, &program));
    NF_TRY(nf_program_kernel(context, program, "probe_loops", &kernel));
    NF_TRY(nf_scratch(work, ITEMS * sizeof(cl_uint), &out));
    NF_TRY(time_loops(context, queue, kernel, out, BRIEF, times[0])); /* may include compilation */
    NF_TRY(time_loops(context, queue, kernel, out, BRIEF, times[0]));
    const double start = nf_system_clock();
    NF_TRY(time_loops(context, queue, kernel, out, LENGTHY, times[1]));
    judge(times, nf_system_clock() - start, finding);
done:
    if (queue) clReleaseCommandQueue(queue);
    return status;
}
