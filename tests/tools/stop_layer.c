/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * A layer in the OpenCL loader that stands for a bad driver: the kernel that STOP_KERNEL names hangs when it is
 * launched, that of SPIN_KERNEL keeps a processor busy for ever, that of PRINT_KERNEL prints for ever, that of CRASH_KERNEL crashes (where CRASH_ONCE names a
 * file: only until that file is there), and work-groups of SKIP_GROUP work-items do nothing; where NO_BUILDS is set
 * no program is built, and where NO_LAUNCHES is set no kernel is launched.
 */
#define LAYER_NAME "nearfield stop"
#include "support/layer_body.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_named(cl_kernel kernel, const char *variable) {
    char name[128] = "";
    const char *wanted = getenv(variable);
    return wanted &&
           target->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, NULL) ==
               CL_SUCCESS &&
           strcmp(name, wanted) == 0;
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dims, const size_t *offset,
                                 const size_t *global, const size_t *local, cl_uint waits,
                                 const cl_event *list, cl_event *event) {
    if (getenv("NO_LAUNCHES")) return CL_OUT_OF_RESOURCES;
    if (is_named(kernel, "STOP_KERNEL"))
        for (;;) pause();
    if (is_named(kernel, "PRINT_KERNEL"))
        for (;;) printf("a driver's chatter\n"), fflush(stdout), poll(NULL, 0, 1);
    if (is_named(kernel, "SPIN_KERNEL"))
        for (volatile int turns = 0;; turns = !turns) {}
    const char *once = getenv("CRASH_ONCE");
    if (is_named(kernel, "CRASH_KERNEL") && (!once || access(once, F_OK) != 0)) {
        FILE *file = once ? fopen(once, "w") : NULL;
        if (file) fclose(file);
        abort();
    }
    const char *skipped = getenv("SKIP_GROUP");
    if (skipped && local && local[0] == strtoul(skipped, NULL, 10))
        return target->clEnqueueMarkerWithWaitList(queue, waits, list, event);
    return target->clEnqueueNDRangeKernel(queue, kernel, dims, offset, global, local, waits, list, event);
}

static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *devices,
                                const char *options, void(CL_CALLBACK *done)(cl_program, void *),
                                void *user) {
    if (getenv("NO_BUILDS")) return CL_BUILD_PROGRAM_FAILURE;
    return target->clBuildProgram(program, count, devices, options, done, user);
}

static void replace_calls(void) {
    ours.clEnqueueNDRangeKernel = launch;
    ours.clBuildProgram = build;
}
