/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "support/device.h"

#include "arguments/arrays.h"
#include "opencl/quirks.h"
#include "support/run.h"
#include "tune/capability.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An odd offset, so that nothing is aligned by chance. */
enum { BEFORE = 7, BEHIND = 33 };

/* PoCL reads its library of 9 MB for the first program that each OpenCL context builds, which takes longer than the
   program: one context serves all tests of a process. */
static cl_context kept;
static cl_device_id kept_device;

static nf_context *open_context(const nf_context_options *options) {
    nf_context *context = NULL;
    char message[640] = "";
    const nf_status status = nf_context_create(options, &context, message, sizeof message);
    ck_assert_msg(status == NF_OK, "nf_context_create: %s: %s", nf_status_name(status), message);
    return context;
}

nf_context *support_stranger(void) { return open_context(NULL); }

nf_context *support_host(void) {
    static nf_context *host;
    char tuning[512];
    const char *words = getenv("NEARFIELD_TUNING");
    snprintf(tuning, sizeof tuning, "host.PLAIN=1 %s", words ? words : "");
    if (!host) host = open_context(&(nf_context_options){.device = "host", .tuning = tuning});
    return host;
}

/* 1 if the words have groups of more than one work-item. */
static int is_shape_of_gpu(const char *tuning) {
    const char *group = tuning;
    while (group && (group = strstr(group, ".GROUP="))) {
        group += strlen(".GROUP=");
        if (strtol(group, NULL, 10) > 1) return 1;
    }
    return 0;
}

/* In the shape of a GPU, PoCL's compiler copies what is between the barriers of a kernel many times over: with optimisation such a program takes up
   to 20 s.  No user of PoCL runs these shapes, so they are built without optimisation, which takes a half or a third; results are the same
   bytes.  Flags that the environment gives stay; NEARFIELD_TEST_OPTIMISED=1: always with optimisation.  (PoCL 5.0 fails an assertion in some
   kernels that are not optimised.) */
static void choose_flags(nf_context *context, const char *tuning) {
    static const char name[] = "POCL_EXTRA_BUILD_FLAGS";
    static int is_ours;
    const nf_device_info *device = nf_context_device(context);
    const char *optimised = getenv("NEARFIELD_TEST_OPTIMISED");
    if (getenv(name) && !is_ours) return;
    is_ours = is_shape_of_gpu(tuning) && !(optimised && strcmp(optimised, "1") == 0) &&
              strstr(device->platform_name, "Portable Computing Language") &&
              strtol(device->driver, NULL, 10) == 3;
    if (is_ours) ck_assert_int_eq(setenv(name, "-cl-opt-disable", 1), 0);
    else ck_assert_int_eq(unsetenv(name), 0);
}

nf_context *support_context_with(const nf_context_options *options) {
    nf_context_options all = {.device = NULL};
    if (options) all = *options;
    const int shared = !all.device && !all.cl_context;
    if (shared && kept) {
        all.cl_context = kept;
        all.cl_device = kept_device;
    }
    nf_context *context = open_context(&all);
    choose_flags(context, all.tuning);
    if (shared && !kept && clRetainContext(nf_context_cl(context)) == CL_SUCCESS) {
        kept = nf_context_cl(context);
        kept_device = nf_context_device(context)->device;
    }
    return context;
}

nf_context *support_context(const char *tuning) {
    const nf_context_options options = {.tuning = tuning};
    return support_context_with(&options);
}

int support_lacks_groups(const char *test) {
    nf_context *context = support_context(NULL);
    const int lacks = !nf_can(context, NF_CAN_GROUPS);
    nf_context_free(context);
    if (lacks)
        support_skip_test(
            test, "it needs the shape of a GPU, and this driver computes groups of several work-items wrong");
    return lacks;
}

int support_take_atomics(void) {
    const char *paths = getenv("NEARFIELD_PATHS");
    char all[256];
    snprintf(all, sizeof all, "int64_atomics=1 unproved %s", paths ? paths : "");
    if (setenv("NEARFIELD_PATHS", all, 1) != 0) return 0;
    own_context context = NULL;
    if (nf_context_create(NULL, &context, NULL, 0) != NF_OK) return 1; /* the tests report it */
    const int has = nf_context_device(context)->int64_atomics;
    return has;
}

int support_ends_loops(nf_context *context) {
    return nf_has_quirk(nf_context_device(context), NF_QUIRK_ENDS_LOOPS);
}

int support_is_ended(nf_context *context, nf_status status) {
    if (status != NF_ERROR_DEVICE || !strstr(nf_context_error(context), "65,535 iterations")) return 0;
    ck_assert_msg(support_ends_loops(context), "%s", nf_context_error(context));
    return 1;
}

nf_type support_double(void) {
    own_context context = support_context(NULL);
    const nf_type type = nf_context_device(context)->fp64 ? NF_FLOAT64 : NF_FLOAT32;
    return type;
}

cl_command_queue support_queue(nf_context *context, cl_command_queue_properties properties) {
    cl_int code = CL_SUCCESS;
    const cl_device_id device = nf_context_device(context)->device;
    cl_command_queue queue = clCreateCommandQueue(nf_context_cl(context), device, properties, &code);
    if (code == CL_INVALID_QUEUE_PROPERTIES)
        queue = clCreateCommandQueue(
            nf_context_cl(context), device,
            properties & ~(cl_command_queue_properties)CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    return queue;
}

void *support_allocate(uint64_t bytes) {
    void *memory = malloc(bytes ? (size_t)bytes : 1);
    ck_assert_ptr_nonnull(memory);
    return memory;
}

uint64_t support_random(uint64_t *state) {
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

double support_uniform(uint64_t *state) { return (double)(support_random(state) >> 11) * 0x1p-53; }

/* ---- buffers ------------------------------------------------------------------------------------------ */

static unsigned char canary(uint64_t byte) { return (unsigned char)(0xa5 ^ (byte * 29)); }

static uint64_t whole_bytes(const support_buffer *buffer) {
    return (BEFORE + buffer->n + BEHIND) * buffer->size;
}

support_buffer support_buffer_of(nf_context *context, const void *data, uint64_t n, size_t size) {
    support_buffer buffer = {.context = context, .n = n, .size = size};
    const uint64_t bytes = whole_bytes(&buffer);
    unsigned char *all = support_allocate(bytes);
    cl_int code = CL_SUCCESS;
    for (uint64_t i = 0; i < bytes; i++) all[i] = canary(i);
    if (data && n) memcpy(all + BEFORE * size, data, n * size);
    buffer.at = nf_at(clCreateBuffer(nf_context_cl(context), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                     (size_t)bytes, all, &code),
                      BEFORE * size);
    ck_assert_int_eq(code, CL_SUCCESS);
    free(all);
    return buffer;
}

nf_slice support_at(const support_buffer *buffer, uint64_t k) {
    return nf_at(buffer->at.buffer, buffer->at.offset + k * buffer->size);
}

void support_read_first(const support_buffer *buffer, void *data, uint64_t n) {
    const uint64_t bytes = whole_bytes(buffer), from = BEFORE * buffer->size, to = from + n * buffer->size;
    unsigned char *all = support_allocate(bytes);
    const cl_int code = clEnqueueReadBuffer(nf_context_queue(buffer->context), buffer->at.buffer, CL_TRUE, 0,
                                            (size_t)bytes, all, 0, NULL, NULL);
    ck_assert_int_eq(code, CL_SUCCESS);
    for (uint64_t i = 0; i < bytes; i++)
        if (i < from || i >= to)
            ck_assert_msg(all[i] == canary(i), "byte %lld from the start of the %llu elements was written",
                          (long long)(i - from), (unsigned long long)n);
    if (n) memcpy(data, all + from, n * buffer->size);
    free(all);
}

void support_read(const support_buffer *buffer, void *data) { support_read_first(buffer, data, buffer->n); }

void support_release(support_buffer *buffer) {
    if (buffer->at.buffer) clReleaseMemObject(buffer->at.buffer);
    buffer->at.buffer = NULL;
}

/* ---- what a block owns -------------------------------------------------------------------------------- */

void own_end_context(own_context_type *context) { nf_context_free(*context); }
void own_end_cloud(own_cloud_type *cloud) { nf_cloud_free(*cloud); }
void own_end_result(own_result_type *result) { nf_result_free(*result); }
void own_end_function(own_function_type *function) { nf_function_free(*function); }

/* ---- clouds and results -------------------------------------------------------------------------------- */

nf_cloud *support_cloud_on(nf_context *context, const nf_points *points, const nf_box *box) {
    nf_cloud *cloud = NULL;
    support_ok(context, nf_cloud_create(context, points, box, NULL, &cloud));
    ck_assert_ptr_nonnull(cloud);
    return cloud;
}

static size_t bytes_of(const nf_array_info *info) {
    return (size_t)info->rows * (size_t)info->columns * nf_type_bytes(info->type);
}

void *support_array(nf_result *result, nf_array array) {
    const nf_array_info *info = nf_result_array(result, array);
    void *rows = support_allocate(bytes_of(info));
    ck_assert_int_eq(nf_result_read(result, array, 0, info->rows, NULL, rows), NF_OK);
    return rows;
}

void support_same_array(nf_result *wanted, nf_result *got, nf_array array, const char *what) {
    const nf_array_info *own = nf_result_array(wanted, array), *other = nf_result_array(got, array);
    ck_assert_msg(own->rows == other->rows, "%s: %llu rows of the %s and not %llu", what,
                  (unsigned long long)other->rows, own->name, (unsigned long long)own->rows);
    if (!own->rows) return;
    ck_assert_int_eq(own->type, other->type);
    ck_assert_int_eq(own->columns, other->columns);
    own_memory void *a = support_array(wanted, array), *b = support_array(got, array);
    ck_assert_msg(memcmp(a, b, bytes_of(own)) == 0, "%s: the %s differ", what, own->name);
}

void support_same_results(nf_result *wanted, nf_result *got, const char *what) {
    ck_assert_msg(nf_result_total(wanted) == nf_result_total(got), "%s: the total is %llu and not %llu", what,
                  (unsigned long long)nf_result_total(got), (unsigned long long)nf_result_total(wanted));
    for (int array = 0; array < NF_ARRAYS; array++)
        if (nf_result_array(wanted, (nf_array)array)->rows || nf_result_array(got, (nf_array)array)->rows)
            support_same_array(wanted, got, (nf_array)array, what);
}

/* ---- shapes and sizes --------------------------------------------------------------------------------- */

const int support_groups[] = {1, 2, 32, 64, 256};

int support_group_step(void) { return support_small() ? 2 : 1; }

int support_small(void) {
    const char *small = getenv("NEARFIELD_TEST_SMALL");
    return small && *small && strcmp(small, "0") != 0;
}

int support_is_run(int k, int step) { return !support_small() || k % step == 0; }

uint64_t support_size(uint64_t n) { return support_small() && n > 2000 ? 1000 + n % 1000 : n; }

int support_sizes(uint64_t group, uint64_t tile, uint64_t *state, uint64_t sizes[SUPPORT_SIZES_MOST]) {
    const uint64_t
        others[] = {997, 10007, 65537, support_random(state) % 5000, support_random(state) % 200000, 1000003},
        around[] = {0, 1, 2, group - 1, group, group + 1, tile - 1, tile, tile + 1, 2 * tile, 5 * tile + 3};
    int count = 0;
    for (size_t k = 0; k < sizeof around / sizeof *around; k++) sizes[count++] = around[k];
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) sizes[count++] = support_size(others[k]);
    return count;
}

/* ---- running ------------------------------------------------------------------------------------------ */

int support_repeats(void) {
    const char *text = getenv("NEARFIELD_TEST_REPEAT");
    const int count = text ? atoi(text) : 20;
    return count > 0 ? count : 20;
}
