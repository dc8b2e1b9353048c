/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "bench/bench.h"

#include <math.h>

/* Chains of multiply and add, each rounded by itself as the pair rule wants it; vectors for CPUs, four chains so
   that no operation waits for the one before. */
static const char source[] =
    "#ifdef cl_khr_fp64\n"
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "#endif\n"
    "#pragma OPENCL FP_CONTRACT OFF\n"
    "kernel void copy_words(global const uint4 *in, global uint4 *out) {\n"
    "    out[get_global_id(0)] = in[get_global_id(0)];\n"
    "}\n"
    "kernel void compute(global VECTOR *out, float factor, float term, uint rounds) {\n"
    "    const VECTOR a = (VECTOR)(SCALAR)factor, b = (VECTOR)(SCALAR)term;\n"
    "    VECTOR x = (VECTOR)(SCALAR)get_global_id(0), y = x + a, z = y + a, w = z + a;\n"
    "    for (uint k = 0; k < rounds; k++) {\n"
    "        x = x * a + b, y = y * a + b, z = z * a + b, w = w * a + b;\n"
    "        x = x * a + b, y = y * a + b, z = z * a + b, w = w * a + b;\n"
    "    }\n"
    "    out[get_global_id(0)] = x + y + z + w;\n"
    "}\n";

/* One row a rate; `options` makes the program. */
static const struct {
    const char *options;
    cl_float factor, term;
    size_t width, bytes; /* elements of a vector, and its bytes */
} rates[BENCH_RATES] = {
    {"-D SCALAR=uint -D VECTOR=uint16", 3, 1, 16, 64},
    {"-D SCALAR=float -D VECTOR=float16", 0.999F, 0.001F, 16, 64},
    {"-D SCALAR=double -D VECTOR=double8", 0.999F, 0.001F, 8, 64},
};

enum {
    WORD = 16 /* bytes of a uint4 */,
    OPERATIONS_A_ROUND = 16,
    GROUP = 64,
    LEAST_COPY = 1 << 12,
    MOST_ROUNDS = 1 << 15
};
static const double enough_ms = 8; /* a run of this time is much longer than its launch */

/* Waits for an enqueued command and returns its device time; negative if there is none. */
static double time_of(cl_int enqueued, const cl_event *event) {
    cl_ulong start = 0, end = 0;
    if (enqueued != CL_SUCCESS) return -1;
    cl_int code = clWaitForEvents(1, event);
    if (code == CL_SUCCESS)
        code = clGetEventProfilingInfo(*event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    if (code == CL_SUCCESS)
        code = clGetEventProfilingInfo(*event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    clReleaseEvent(*event);
    return code == CL_SUCCESS && end >= start ? (double)(end - start) * 1e-6 : -1;
}

static double time_kernel(bench_device *on, cl_kernel kernel, size_t global) {
    const size_t group = GROUP;
    cl_event event = NULL;
    return time_of(clEnqueueNDRangeKernel(on->queue, kernel, 1, NULL, &global, &group, 0, NULL, &event),
                   &event);
}

/* A kernel of the program with these options; NULL if it does not build. */
static cl_kernel build(bench_device *on, const char *options, const char *name) {
    const char *text = source;
    cl_program program = clCreateProgramWithSource(nf_context_cl(on->plain), 1, &text, NULL, NULL);
    const int built =
        program && clBuildProgram(program, 1, &on->info->device, options, NULL, NULL) == CL_SUCCESS;
    cl_kernel kernel = built ? clCreateKernel(program, name, NULL) : NULL;
    if (program) clReleaseProgram(program);
    return kernel;
}

/* The least time of copying `bytes` (half read, half written), by a kernel and by the driver's own copy. */
static double time_copy(bench_device *on, cl_kernel kernel, cl_mem from, cl_mem to, uint64_t bytes) {
    const size_t half = (size_t)(bytes / 2);
    double least = HUGE_VAL, spent = 0;
    for (int k = 0; k < 20 && (k < 4 || spent < 10 * enough_ms); k++) {
        cl_event event = NULL;
        const double by_kernel = time_kernel(on, kernel, half / WORD);
        const double by_driver =
            time_of(clEnqueueCopyBuffer(on->queue, from, to, 0, 0, half, 0, NULL, &event), &event);
        if (by_kernel < 0 || by_driver < 0) return -1;
        spent += by_kernel + by_driver;
        least = fmin(least, by_driver > 0 ? fmin(by_kernel, by_driver) : by_kernel);
    }
    return least;
}

static int set_copy(cl_kernel kernel, cl_mem from, cl_mem to) {
    return clSetKernelArg(kernel, 0, sizeof from, &from) == CL_SUCCESS &&
           clSetKernelArg(kernel, 1, sizeof to, &to) == CL_SUCCESS;
}

static int measure_copies(bench_device *on, bench_floor *floor) {
    /* Far beyond the caches, and a small part of the memory. */
    const uint64_t wanted = on->info->type & CL_DEVICE_TYPE_GPU ? (uint64_t)1 << 32 : (uint64_t)1 << 29;
    uint64_t most = LEAST_COPY;
    while (most * 4 <= wanted && most * 2 <= on->info->largest_buffer &&
           most * 4 <= on->info->global_memory / 4)
        most *= 4;
    cl_kernel kernel = build(on, rates[0].options, "copy_words");
    cl_mem from = bench_buffer(on, most / 2, NULL), to = from ? bench_buffer(on, most / 2, NULL) : NULL;
    /* Pages that were never written are read too fast. */
    int good = kernel && to && set_copy(kernel, to, from) &&
               time_kernel(on, kernel, (size_t)(most / 2 / WORD)) >= 0 && set_copy(kernel, from, to);
    for (uint64_t bytes = LEAST_COPY; good && bytes <= most && floor->copy_count < BENCH_COPIES; bytes *= 4) {
        const double ms = time_copy(on, kernel, from, to, bytes);
        good = ms > 0;
        floor->copies[floor->copy_count++] = (bench_copy){(double)bytes, ms};
        floor->bytes_per_s = (double)bytes / (ms * 1e-3);
    }
    if (from) clReleaseMemObject(from);
    if (to) clReleaseMemObject(to);
    if (kernel) clReleaseKernel(kernel);
    return good ? EXIT_DONE
                : complain(EXIT_OTHER, "the time of a copy cannot be measured on %s", on->info->name);
}

/* Operations a second; 0 if the device does not run the kernel. */
static double measure_rate(bench_device *on, int rate) {
    const size_t global =
        (size_t)on->info->compute_units * (on->info->type & CL_DEVICE_TYPE_GPU ? 2048 : 1024);
    cl_kernel kernel = build(on, rates[rate].options, "compute");
    cl_mem out = kernel ? bench_buffer(on, (uint64_t)global * rates[rate].bytes, NULL) : NULL;
    double best = 0;
    int good = out && clSetKernelArg(kernel, 0, sizeof out, &out) == CL_SUCCESS &&
               clSetKernelArg(kernel, 1, sizeof(cl_float), &rates[rate].factor) == CL_SUCCESS &&
               clSetKernelArg(kernel, 2, sizeof(cl_float), &rates[rate].term) == CL_SUCCESS;
    for (cl_uint rounds = 16, enough = 0; good && enough < 5;) {
        good = clSetKernelArg(kernel, 3, sizeof rounds, &rounds) == CL_SUCCESS;
        const double ms = good ? time_kernel(on, kernel, global) : -1;
        const double operations = (double)(global * rates[rate].width * OPERATIONS_A_ROUND) * (double)rounds;
        good = ms >= 0;
        if (ms > 0) best = fmax(best, operations / (ms * 1e-3));
        if (ms < enough_ms && rounds < MOST_ROUNDS) rounds *= 2;
        else enough++;
    }
    if (out) clReleaseMemObject(out);
    if (kernel) clReleaseKernel(kernel);
    return best;
}

int bench_measure_floor(bench_device *on, bench_floor *floor) {
    const int code = measure_copies(on, floor);
    for (int k = 0; k < BENCH_RATES && code == EXIT_DONE; k++)
        if (k < BENCH_RATES - 1 || on->info->fp64) floor->operations_per_s[k] = measure_rate(on, k);
    return code;
}

/* Interpolates between two measured copies, linearly in the logarithms; beyond the largest at its bandwidth; below the
   smallest its time, which is that of any command. */
static double copy_ms(const bench_floor *floor, double bytes) {
    const bench_copy *above = floor->copies, *largest = floor->copies + floor->copy_count - 1;
    if (floor->copy_count == 0 || bytes <= 0) return 0;
    if (bytes <= above->bytes) return above->ms;
    if (bytes >= largest->bytes) return bytes / floor->bytes_per_s * 1e3;
    while (above->bytes < bytes) above++;
    const bench_copy *below = above - 1;
    return below->ms *
           pow(above->ms / below->ms, log(bytes / below->bytes) / log(above->bytes / below->bytes));
}

double bench_floor_ms(const bench_floor *floor, double bytes, double operations, nf_type type,
                      int *arithmetic) {
    const double rate = floor->operations_per_s[type == NF_FLOAT64 ? 2 : type == NF_FLOAT32 ? 1 : 0];
    const double moving = copy_ms(floor, bytes), computing = rate > 0 ? operations / rate * 1e3 : 0;
    *arithmetic = computing > moving;
    return *arithmetic ? computing : moving;
}
