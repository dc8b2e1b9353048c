/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/layers.h"

#include "support/opencl.h"
#include "support/run.h"

#include <dlfcn.h>
#include <nearfield/context.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORKS, IS_IGNORED, IS_NO_CPU, FAULTS };

static int try_layer(const char *path) {
    const nf_context_options options = {.config_folder = "off", .no_disk_cache = 1, .self_check = -1};
    nf_context *context = NULL;
    cl_device_type type = 0;
    if (setenv("OPENCL_LAYERS", path, 1) != 0) return WORKS;
    if (nf_context_create(&options, &context, NULL, 0) != NF_OK) return WORKS; /* the test says what fails */
    const int is_loaded = dlopen(path, RTLD_NOW | RTLD_NOLOAD) != NULL;
    (void)clGetDeviceInfo(nf_context_device(context)->device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    nf_context_free(context);
    return !is_loaded ? IS_IGNORED : type & CL_DEVICE_TYPE_CPU ? WORKS : IS_NO_CPU;
}

const char *support_layer_fault(const char *path) {
    static const char *const faults[FAULTS] = {
        [IS_IGNORED] = "the OpenCL loader takes no layers (OPENCL_LAYERS)",
        [IS_NO_CPU] = "the device is not a CPU, whose driver the layers of the tests are written for"};
    int code = 0;
    const pid_t child = fork();
    if (child == 0) _exit(try_layer(path));
    if (child < 0 || waitpid(child, &code, 0) != child || !WIFEXITED(code) || WEXITSTATUS(code) >= FAULTS)
        return NULL;
    return faults[WEXITSTATUS(code)];
}

void support_use_layer(const char *path) {
    const char *fault = support_layer_fault(path);
    if (fault) support_skip(fault);
    if (setenv("OPENCL_LAYERS", path, 1) != 0) abort();
}
