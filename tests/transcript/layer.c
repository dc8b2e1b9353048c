/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * An OpenCL layer for the lane transcript: it prints a line for each buffer that is made, each launch and each transfer, in the order of the
 * calls, between the lines that the program itself prints to standard output.  Its lines begin with "@ ":
 *
 *   @ create b3:4096 flags 0x1           buffer 3 has 4096 bytes; a second word like it is the buffer that it is a part of
 *   @ launch sum_tiles 8192/64 b3:4096 4:0000000a 80#9c0d...   global and local size (+ offset), then the arguments: a buffer; a value, with
 *                                        its size and bytes; a structure, with its size and a hash; local memory, "local:256"
 *   @ with -D REAL64=0 ...               the options that the program of this launch was built with
 *   @ fill b3:4096 +0 4096 4:00000000    offset, bytes, pattern
 *   @ write b3:4096 +0 16 #5e41...       offset, bytes, hash of the bytes
 *   @ read b3:4096 +0 16 #5e41...
 *   @ copy b3:4096 +0 b4:64 +0 64
 *
 * Buffers are numbered as they are made, and a line has no address and no time, so that the same calls print the same lines.
 */
#define LAYER_NAME "nearfield transcript"
#include "support/layer_body.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* A table grows by doubling; a tool of the tests ends where there is no memory. */
static void *grown(void *table, size_t count, size_t size) {
    if (count & (count - 1)) return table;
    table = realloc(table, (count ? 2 * count : 1) * size);
    if (!table) abort();
    return table;
}

static uint64_t hash_of(const void *data, size_t bytes) { /* FNV-1a */
    const unsigned char *at = data;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t k = 0; k < bytes; k++) hash = (hash ^ at[k]) * 0x100000001b3u;
    return hash;
}

/* ---- buffers ---------------------------------------------------------------------------------------------- */

/* The driver may use the address of a released buffer again, so the last row with an address is the one that counts. */
static struct {
    cl_mem buffer;
    size_t bytes;
} * buffers;
static size_t buffer_count;

/* The number of the buffer, or buffer_count. */
static size_t find_buffer(cl_mem buffer) {
    for (size_t k = buffer_count; k-- > 0;)
        if (buffers[k].buffer == buffer) return k;
    return buffer_count;
}

static void print_buffer(cl_mem buffer) {
    const size_t k = find_buffer(buffer);
    if (k < buffer_count) printf(" b%zu:%zu", k, buffers[k].bytes);
    else printf(" b?");
}

static void add_buffer(cl_mem buffer, size_t bytes) {
    buffers = grown(buffers, buffer_count, sizeof *buffers);
    buffers[buffer_count].buffer = buffer;
    buffers[buffer_count++].bytes = bytes;
    printf("@ create");
    print_buffer(buffer);
}

/* New memory is always the same, because the library also reads rows that it did not write, which nobody uses. */
static cl_mem CL_API_CALL create(cl_context context, cl_mem_flags flags, size_t bytes, void *data,
                                 cl_int *code) {
    void *start = data ? NULL : malloc(bytes ? bytes : 1);
    if (start) memset(start, 0xA5, bytes);
    cl_mem buffer = target->clCreateBuffer(context, flags | (start ? CL_MEM_COPY_HOST_PTR : 0), bytes,
                                           start ? start : data, code);
    free(start);
    if (!buffer) return NULL;
    add_buffer(buffer, bytes);
    printf(" flags 0x%" PRIx64 "\n", (uint64_t)flags);
    return buffer;
}

static cl_mem CL_API_CALL create_part(cl_mem whole, cl_mem_flags flags, cl_buffer_create_type type,
                                      const void *region, cl_int *code) {
    cl_mem buffer = target->clCreateSubBuffer(whole, flags, type, region, code);
    if (!buffer) return NULL;
    add_buffer(buffer, ((const cl_buffer_region *)region)->size);
    print_buffer(whole);
    printf(" +%zu flags 0x%" PRIx64 "\n", ((const cl_buffer_region *)region)->origin, (uint64_t)flags);
    return buffer;
}

/* ---- launches --------------------------------------------------------------------------------------------- */

enum { MOST_ARGUMENTS = 128, VALUE_BYTES = 8 };

/* An argument as it was set: a larger one is kept as its hash. */
typedef struct argument {
    size_t bytes;
    int is_local;
    unsigned char value[VALUE_BYTES];
} argument;

static struct {
    cl_kernel kernel;
    argument arguments[MOST_ARGUMENTS];
} * kernels;
static size_t kernel_count;

static argument *arguments_of(cl_kernel kernel) {
    for (size_t k = 0; k < kernel_count; k++)
        if (kernels[k].kernel == kernel) return kernels[k].arguments;
    kernels = grown(kernels, kernel_count, sizeof *kernels);
    memset(&kernels[kernel_count], 0, sizeof *kernels);
    kernels[kernel_count].kernel = kernel;
    return kernels[kernel_count++].arguments;
}

static cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, size_t bytes, const void *value) {
    const cl_int code = target->clSetKernelArg(kernel, index, bytes, value);
    if (code != CL_SUCCESS) return code;
    if (index >= MOST_ARGUMENTS) abort();
    argument *a = &arguments_of(kernel)[index];
    const uint64_t hash = value && bytes > VALUE_BYTES ? hash_of(value, bytes) : 0;
    memset(a, 0, sizeof *a);
    a->bytes = bytes;
    a->is_local = value == NULL;
    if (value) memcpy(a->value, hash ? (const void *)&hash : value, hash ? sizeof hash : bytes);
    return code;
}

static void print_bytes(const void *data, size_t bytes) {
    const unsigned char *at = data;
    printf(" %zu:", bytes);
    while (bytes-- > 0) printf("%02x", at[bytes]);
}

static void print_argument(const argument *a) {
    cl_mem buffer = NULL;
    uint64_t hash = 0;
    memcpy(&buffer, a->value, sizeof buffer);
    memcpy(&hash, a->value, sizeof hash);
    if (a->is_local) printf(" local:%zu", a->bytes);
    else if (a->bytes > VALUE_BYTES) printf(" %zu#%016" PRIx64, a->bytes, hash);
    else if (a->bytes == sizeof buffer && find_buffer(buffer) < buffer_count) print_buffer(buffer);
    else print_bytes(a->value, a->bytes);
}

static void print_options(cl_command_queue queue, cl_kernel kernel) {
    char options[4096] = "";
    cl_program program = NULL;
    cl_device_id device = NULL;
    target->clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, NULL);
    target->clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL);
    target->clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, sizeof options, options, NULL);
    printf("@ with %s\n", options);
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dims, const size_t *offset,
                                 const size_t *global, const size_t *local, cl_uint n, const cl_event *waits,
                                 cl_event *event) {
    char name[128] = "";
    cl_uint count = 0;
    target->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL);
    target->clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL);
    printf("@ launch %s", name);
    for (cl_uint d = 0; d < dims; d++) {
        printf(" %zu/%zu", global[d], local ? local[d] : 0);
        if (offset && offset[d]) printf("+%zu", offset[d]);
    }
    const argument *arguments = arguments_of(kernel);
    for (cl_uint k = 0; k < count && k < MOST_ARGUMENTS; k++) print_argument(&arguments[k]);
    printf("\n");
    print_options(queue, kernel);
    return target->clEnqueueNDRangeKernel(queue, kernel, dims, offset, global, local, n, waits, event);
}

/* ---- transfers -------------------------------------------------------------------------------------------- */

static void print_transfer(const char *what, cl_mem buffer, size_t offset, size_t bytes) {
    printf("@ %s", what);
    print_buffer(buffer);
    printf(" +%zu %zu", offset, bytes);
}

static cl_int CL_API_CALL fill(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t size,
                               size_t offset, size_t bytes, cl_uint n, const cl_event *waits,
                               cl_event *event) {
    print_transfer("fill", buffer, offset, bytes);
    print_bytes(pattern, size);
    printf("\n");
    return target->clEnqueueFillBuffer(queue, buffer, pattern, size, offset, bytes, n, waits, event);
}

static cl_int CL_API_CALL copy(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                               size_t to_offset, size_t bytes, cl_uint n, const cl_event *waits,
                               cl_event *event) {
    printf("@ copy");
    print_buffer(from);
    printf(" +%zu", from_offset);
    print_buffer(to);
    printf(" +%zu %zu\n", to_offset, bytes);
    return target->clEnqueueCopyBuffer(queue, from, to, from_offset, to_offset, bytes, n, waits, event);
}

static cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem to, cl_bool blocking, size_t offset,
                                       size_t bytes, const void *data, cl_uint n, const cl_event *waits,
                                       cl_event *event) {
    print_transfer("write", to, offset, bytes);
    printf(" #%016" PRIx64 "\n", hash_of(data, bytes));
    return target->clEnqueueWriteBuffer(queue, to, blocking, offset, bytes, data, n, waits, event);
}

/* Every read waits for its bytes, which are hashed. */
static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem from, cl_bool blocking, size_t offset,
                                      size_t bytes, void *data, cl_uint n, const cl_event *waits,
                                      cl_event *event) {
    (void)blocking;
    const cl_int code =
        target->clEnqueueReadBuffer(queue, from, CL_TRUE, offset, bytes, data, n, waits, event);
    print_transfer("read", from, offset, bytes);
    if (code == CL_SUCCESS) printf(" #%016" PRIx64 "\n", hash_of(data, bytes));
    else printf(" fails\n");
    return code;
}

static void replace_calls(void) {
    ours.clCreateBuffer = create;
    ours.clCreateSubBuffer = create_part;
    ours.clSetKernelArg = set_argument;
    ours.clEnqueueNDRangeKernel = launch;
    ours.clEnqueueFillBuffer = fill;
    ours.clEnqueueCopyBuffer = copy;
    ours.clEnqueueWriteBuffer = write_buffer;
    ours.clEnqueueReadBuffer = read_buffer;
}
