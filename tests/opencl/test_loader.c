/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The OpenCL loader, which the library opens at run time.  Each test has a process of its own: a loader that is open stays open. */
#include "support/calls.h"
#include "support/device.h"
#include "support/opencl.h"
#include "support/run.h"

#include <nearfield/nearfield.h>
#include <stdlib.h>
#include <string.h>

static char message[640];

static void name_loader(const char *path) { ck_assert_int_eq(setenv("NEARFIELD_OPENCL", path, 1), 0); }

static nf_status open_context(void) {
    own_context context = NULL;
    const nf_status status = nf_context_create(NULL, &context, message, sizeof message);
    ck_assert_int_eq(status == NF_OK, context != NULL);
    return status;
}

TEST(without_a_loader_every_call_that_needs_a_device_says_so) {
    size_t count = 1;
    name_loader("/nowhere/libOpenCL.so");
    ck_assert_int_eq(open_context(), NF_ERROR_NO_DEVICE);
    ck_assert_ptr_nonnull(
        strstr(message, "NEARFIELD_OPENCL names a library that cannot be opened: /nowhere/libOpenCL.so"));
    ck_assert_int_eq(nf_devices(NULL, 0, &count, message, sizeof message), NF_ERROR_NO_DEVICE);
    ck_assert_uint_eq(count, 0);
    ck_assert_ptr_nonnull(strstr(message, "/nowhere/libOpenCL.so"));
    ck_assert(!nf_opencl_address("clFinish"));
}

TEST(without_a_loader_the_host_answers) {
    static const float line[] = {0, 1, 5};
    const nf_points points = {.n = 3, .dims = 1, .type = NF_FLOAT32, .rows.host = line};
    uint64_t count = 0;
    name_loader("/nowhere/libOpenCL.so");
    own_cloud cloud = support_cloud_on(support_host(), &points, NULL);
    support_ok(support_host(), pairs_count(cloud, 2, NULL, NULL, &count));
    ck_assert_uint_eq(count, 1);
}

/* The loader of the system shows no platform. */
TEST(without_a_device_the_host_stands_in_unless_another_is_named) {
    nf_context *context = NULL;
    ck_assert_int_eq(setenv("OCL_ICD_VENDORS", "/nowhere", 1), 0);
    ck_assert_int_eq(unsetenv("NEARFIELD_DEVICE"), 0);
    ck_assert_int_eq(unsetenv("NEARFIELD_OPENCL"), 0);
    ck_assert_int_eq(nf_context_create(NULL, &context, message, sizeof message), NF_OK);
    ck_assert_str_eq(nf_context_device(context)->name, "host");
    ck_assert_str_eq(message, "");
    ck_assert_ptr_null(nf_context_cl(context));
    ck_assert_ptr_null(nf_context_queue(context));
    ck_assert_int_eq(nf_context_finish(context), NF_OK);
    nf_context_free(context);
    ck_assert_int_eq(
        nf_context_create(&(nf_context_options){.device = "0"}, &context, message, sizeof message),
        NF_ERROR_NO_DEVICE);
    ck_assert_ptr_nonnull(strstr(message, "no OpenCL platform is installed"));
}

TEST(without_a_loader_the_callers_own_context_is_refused) {
    cl_platform_id platform = NULL;
    cl_device_id device = NULL;
    cl_int code = clGetPlatformIDs(1, &platform, NULL);
    if (code == CL_SUCCESS) code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    ck_assert_int_eq(code, CL_SUCCESS);
    cl_context own = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    const nf_context_options options = {.cl_context = own, .cl_device = device};
    nf_context *context = NULL;
    name_loader("/nowhere/libOpenCL.so");
    ck_assert_int_eq(nf_context_create(&options, &context, message, sizeof message), NF_ERROR_NO_DEVICE);
    ck_assert_ptr_nonnull(strstr(message, "/nowhere/libOpenCL.so"));
    clReleaseContext(own);
}

TEST(a_library_that_is_no_loader_is_named_with_what_it_lacks) {
    name_loader(NO_LOADER);
    ck_assert_int_eq(open_context(), NF_ERROR_NO_DEVICE);
    ck_assert_ptr_nonnull(strstr(message, NO_LOADER " is no loader of OpenCL 1.2: it has no cl"));
}

TEST(a_name_that_is_too_long_is_refused) {
    char name[2000];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = 0;
    name_loader(name);
    ck_assert_int_eq(open_context(), NF_ERROR_NO_DEVICE);
    ck_assert_ptr_nonnull(strstr(message, "it is longer than 1023 bytes"));
}

TEST(a_loader_is_looked_for_until_there_is_one_and_then_stays) {
    name_loader("/nowhere/libOpenCL.so");
    ck_assert_int_eq(open_context(), NF_ERROR_NO_DEVICE);
    ck_assert_int_eq(unsetenv("NEARFIELD_OPENCL"), 0);
    const nf_status status = open_context();
    ck_assert_msg(status == NF_OK, "%s", message);
    name_loader("/nowhere/libOpenCL.so");
    ck_assert_int_eq(open_context(), NF_OK);
}

/* The test is linked with OpenCL: its functions and those of the library must be the same ones. */
TEST(a_program_that_links_opencl_shares_the_loader) {
    ck_assert(nf_opencl_address("clFinish") == (nf_address)clFinish);
    ck_assert(nf_opencl_address("clEnqueueMapBuffer") == (nf_address)clEnqueueMapBuffer);
    ck_assert(!nf_opencl_address("clThereIsNoSuchFunction"));
    ck_assert(!nf_opencl_address(NULL));
}
