/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What setup.sh asks OpenCL: a line for each device, "kernels" where it builds and runs one and "none" where it does
   not | platform | driver | what its compiler says | "gpu" or "other".  It stands alone: nothing of nearfield is built yet. */
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ITEMS = 64 };

static const char *text = "__kernel void squares(__global int *x) {\n"
                          "    const int k = (int)get_global_id(0);\n"
                          "    x[k] = k * k;\n"
                          "}\n";

/* On one line, without the bar that separates columns. */
static void put_line(const char *words) {
    while (*words == '\n' || *words == ' ') words++;
    for (; *words && *words != '\n'; words++) putchar(*words == '|' ? '/' : *words);
}

static int runs(cl_context context, cl_device_id device, cl_program program) {
    int answer[ITEMS] = {0}, same = 1;
    const size_t items = ITEMS;
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof answer, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "squares", NULL);
    if (!queue || !buffer || !kernel || clSetKernelArg(kernel, 0, sizeof buffer, &buffer) != CL_SUCCESS ||
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL) != CL_SUCCESS ||
        clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof answer, answer, 0, NULL, NULL) != CL_SUCCESS)
        return 0;
    for (int k = 0; k < ITEMS; k++) same &= answer[k] == k * k;
    return same;
}

/* Nothing is released: the process ends soon. */
static void ask(cl_platform_id platform, cl_device_id device) {
    char name[256] = "", driver[256] = "", log[4096] = "";
    cl_device_type type = 0;
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
    clGetDeviceInfo(device, CL_DRIVER_VERSION, sizeof driver - 1, driver, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_program program = context ? clCreateProgramWithSource(context, 1, &text, NULL, NULL) : NULL;
    const int built = program && clBuildProgram(program, 1, &device, "", NULL, NULL) == CL_SUCCESS;
    if (program && !built)
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    const int sound = built && runs(context, device, program);
    fputs(sound ? "kernels|" : "none|", stdout);
    put_line(name);
    putchar('|');
    put_line(driver);
    putchar('|');
    put_line(sound   ? ""
             : built ? "it builds a kernel and does not run it"
             : *log  ? log
                     : "it does not say why");
    clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    puts(type & CL_DEVICE_TYPE_GPU ? "|gpu" : "|other");
    fflush(stdout);
}

int main(void) {
    cl_platform_id platforms[32];
    cl_device_id devices[32];
    cl_uint count = 0, found = 0;
    alarm(120); /* for a driver that hangs */
    if (clGetPlatformIDs(32, platforms, &count) != CL_SUCCESS) return 1;
    for (cl_uint k = 0; k < count && k < 32; k++) {
        if (clGetDeviceIDs(platforms[k], CL_DEVICE_TYPE_ALL, 32, devices, &found) != CL_SUCCESS) continue;
        for (cl_uint d = 0; d < found && d < 32; d++) ask(platforms[k], devices[d]);
    }
    return 0;
}
