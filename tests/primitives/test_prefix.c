/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The prefix sum within a work-group, for every number of values. */
#include "support/device.h"
#include "support/run.h"
#include "tune/capability.h"

#include "opencl/program/assemble.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1025, GROUP = 64 };

/* Group g scans g + 1 values, and writes the sum before each, and the total. */
static const char kernel_source[] =
    "__kernel void scan_rows(__global uint *out) {\n"
    "    __local PREFIX_T values[PREFIX_ROOM(MOST)];\n"
    "    const uint n = (uint)get_group_id(0) + 1, lane = get_local_id(0), lanes = get_local_size(0);\n"
    "    for (uint i = lane; i < n; i += lanes) values[i] = (i * 7919u + 13u) % 1000u;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    prefix_scan(values, n);\n"
    "    __global uint *row = out + (n - 1) * (MOST + 1);\n"
    "    for (uint i = lane; i < n; i += lanes) row[i] = prefix_before(values, i);\n"
    "    if (lane == 0) row[n] = prefix_total(values, n);\n"
    "}\n";

static cl_program build(nf_context *context, const char *options) {
    const nf_sources sources = nf_program_sources(NULL);
    char all[256], *prefix = NULL;
    ck_assert_int_eq(nf_assemble(NULL, &sources, "machine/prefix.cl", &prefix, NULL), NF_OK);
    const char *texts[2] = {prefix, kernel_source};
    cl_int code = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(nf_context_cl(context), 2, texts, NULL, &code);
    nf_release(NULL, prefix);
    ck_assert_int_eq(code, CL_SUCCESS);
    snprintf(all, sizeof all, "-D MOST=%d -D PREFIX_T=uint %s", MOST, options);
    ck_assert_int_eq(clBuildProgram(program, 0, NULL, all, NULL, NULL), CL_SUCCESS);
    return program;
}

static uint32_t *run(nf_context *context, const char *options) {
    const size_t bytes = (size_t)MOST * (MOST + 1) * 4, group = GROUP, global = (size_t)MOST * GROUP;
    uint32_t *out = support_allocate(bytes);
    cl_int code = CL_SUCCESS;
    cl_program program = build(context, options);
    cl_kernel kernel = clCreateKernel(program, "scan_rows", &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    cl_mem buffer = clCreateBuffer(nf_context_cl(context), CL_MEM_READ_WRITE, bytes, NULL, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    cl_command_queue queue = nf_context_queue(context);
    ck_assert_int_eq(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
    ck_assert_int_eq(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &group, 0, NULL, NULL),
                     CL_SUCCESS);
    ck_assert_int_eq(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, out, 0, NULL, NULL), CL_SUCCESS);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return out;
}

/* 1 if the result for n values is right. */
static int is_right(const uint32_t *row, uint32_t n, int maximum) {
    uint32_t before = 0;
    for (uint32_t i = 0; i <= n; i++) {
        if (row[i] != before) return 0;
        const uint32_t value = (i * 7919u + 13u) % 1000u;
        before = !maximum ? before + value : before > value ? before : value;
    }
    return 1;
}

/* The smallest power of two above n. */
static uint32_t power_above(uint32_t n) {
    uint32_t power = 1;
    while (power <= n) power *= 2;
    return power;
}

#define SUM     "-D PREFIX_OP(a,b)=((a)+(b)) -D PREFIX_IDENTITY=0 "
#define MAXIMUM "-D PREFIX_OP(a,b)=max(a,b) -D PREFIX_IDENTITY=0 "

static const struct {
    const char *options;
    int maximum;
} builds[] = {
    {SUM, 0},
    {MAXIMUM, 1},
    {SUM "-D PREFIX_START=2", 0},
    {SUM "-D PREFIX_BLELLOCH", 0},
    {MAXIMUM "-D PREFIX_BLELLOCH", 1},
};

/* This kernel belongs to the test; the library does not use groups on devices where they fail. */
static int is_refused(nf_context *context) {
    const int refused = !nf_can(context, NF_CAN_GROUPS);
    if (refused) nf_context_free(context);
    return refused;
}

LOOP_TEST(every_number_of_values_comes_out_right, sizeof builds / sizeof builds[0]) {
    own_context context = support_context(NULL);
    if (is_refused(context)) return;
    own_memory uint32_t *out = run(context, builds[_i].options);
    for (uint32_t n = 1; n <= MOST; n++)
        ck_assert_msg(is_right(out + (n - 1) * (MOST + 1), n, builds[_i].maximum), "%s: n = %u",
                      builds[_i].options, n);
}

TEST(the_start_at_a_quarter_is_wrong_from_three_quarters_of_a_power_of_two_on) {
    own_context context = support_context(NULL);
    if (is_refused(context)) return;
    own_memory uint32_t *out = run(context, SUM "-D PREFIX_START=4");
    for (uint32_t n = 1; n <= MOST; n++) {
        const uint32_t power = power_above(n);
        const int wanted = n < 12 || n < power / 4 * 3;
        ck_assert_msg(is_right(out + (n - 1) * (MOST + 1), n, 0) == wanted, "n = %u", n);
    }
}

/* The number of steps of the way down from `start` that have work, by the kernel's bounds. */
static int steps_in_vain(uint32_t n, uint32_t start) {
    int vain = 0;
    for (uint32_t step = start; step > 1; step /= 2) vain += step + step / 2 - 1 >= n;
    return vain;
}

TEST(the_start_chosen_by_n_has_no_step_in_vain) {
    for (uint32_t n = 1; n <= MOST; n++) {
        const uint32_t power = power_above(n), chosen = n >= power / 4 * 3 ? power / 2 : power / 4;
        const uint32_t half = power / 2 > 4 ? power / 2 : 4;
        ck_assert_int_eq(steps_in_vain(n, chosen), 0);
        if (n > 3 && n < power / 4 * 3) ck_assert_int_eq(steps_in_vain(n, half), 1);
    }
}
