/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "opencl/quirks.h"
#include "support/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- on the host -------------------------------------------------------------------------------------- */

static uint64_t element(const void *data, nf_type type, uint64_t i) {
    if (type == NF_UINT64) return ((const uint64_t *)data)[i];
    if (type == NF_UINT32) return ((const uint32_t *)data)[i];
    return (uint64_t)(int64_t)((const int32_t *)data)[i];
}

static void put(void *data, nf_type type, uint64_t i, uint64_t value) {
    if (type == NF_UINT64) ((uint64_t *)data)[i] = value;
    else ((uint32_t *)data)[i] = (uint32_t)value;
}

static uint64_t combined(nf_type type, nf_operation operation, uint64_t a, uint64_t b) {
    if (operation == NF_SUM) return a + b;
    if (type == NF_INT32) return (int64_t)a > (int64_t)b ? a : b;
    return a > b ? a : b;
}

static void host_scan(nf_type type, nf_operation operation, nf_scan_kind kind, const void *in, void *out,
                      uint64_t n) {
    uint64_t run = operation == NF_MAX && type == NF_INT32 ? (uint64_t)(int64_t)INT32_MIN : 0;
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t next = combined(type, operation, run, element(in, type, i));
        put(out, type, i, kind == NF_EXCLUSIVE ? run : next);
        run = next;
    }
}

/* ---- cases -------------------------------------------------------------------------------------------- */

static const struct {
    nf_type type;
    nf_operation operation;
} kinds[] = {{NF_UINT32, NF_SUM}, {NF_UINT32, NF_MAX}, {NF_UINT64, NF_SUM},
             {NF_UINT64, NF_MAX}, {NF_INT32, NF_SUM},  {NF_INT32, NF_MAX}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void *random_data(nf_type type, uint64_t n, uint64_t *state) {
    void *data = support_allocate(n * 8);
    for (uint64_t i = 0; i < n; i++) put(data, type, i, support_random(state));
    return data;
}

static void check_scan(nf_context *context, nf_type type, nf_operation operation, nf_scan_kind kind,
                       int in_place, uint64_t n, uint64_t *state) {
    const size_t size = nf_type_bytes(type);
    own_memory void *data = random_data(type, n, state), *wanted = support_allocate(n * 8),
                    *got = support_allocate(n * 8);
    host_scan(type, operation, kind, data, wanted, n);
    own_buffer in = support_buffer_of(context, data, n, size);
    own_buffer out = support_buffer_of(context, NULL, in_place ? 0 : n, size);
    support_ok(context, nf_scan(context, type, operation, kind, in.at, in_place ? in.at : out.at, n, NULL));
    support_read(in_place ? &in : &out, got);
    for (uint64_t i = 0; i < n; i++)
        ck_assert_msg(memcmp((char *)got + i * size, (char *)wanted + i * size, size) == 0,
                      "type %d, operation %d, kind %d, in place %d, n %llu: element %llu", (int)type,
                      (int)operation, (int)kind, in_place, (unsigned long long)n, (unsigned long long)i);
    if (!in_place) {
        support_read(&in, got);
        ck_assert_mem_eq(got, data, n * size);
    }
}

TEST(every_type_operation_and_kind_gives_the_host_s_answer) {
    uint64_t state = 1, sizes[] = {0, 1, 2, 5, 2047, 2048, 2049, 100003};
    own_context context = support_context(NULL);
    for (int k = 0; k < KINDS; k++)
        for (int kind = NF_INCLUSIVE; kind <= NF_EXCLUSIVE; kind++)
            for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
                for (int in_place = 0; in_place < 2; in_place++)
                    check_scan(context, kinds[k].type, kinds[k].operation, (nf_scan_kind)kind, in_place,
                               support_size(sizes[s]), &state);
}

TEST(every_shape_of_group_gives_the_same_bytes_at_every_boundary) {
    static const int shapes[][2] = {{1, 1}, {1, 64}, {1, 4096}, {2, 1}, {32, 2}, {64, 8}, {256, 16}};
    uint64_t state = 2, sizes[SUPPORT_SIZES_MOST];
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k += (size_t)support_group_step()) {
        const int group = shapes[k][0], items = shapes[k][1];
        char tuning[64];
        snprintf(tuning, sizeof tuning, "scan.GROUP=%d scan.ITEMS=%d", group, items);
        own_context context = support_context(tuning);
        const int count = support_sizes((uint64_t)group, (uint64_t)group * (uint64_t)items, &state, sizes);
        for (int s = 0; s < count; s++) {
            check_scan(context, NF_UINT32, NF_SUM, s % 2 ? NF_INCLUSIVE : NF_EXCLUSIVE, s % 3 == 0, sizes[s],
                       &state);
            check_scan(context, NF_INT32, NF_MAX, s % 2 ? NF_EXCLUSIVE : NF_INCLUSIVE, s % 3 == 0, sizes[s],
                       &state);
        }
    }
}

TEST(the_default_shape_agrees_over_many_levels) {
    uint64_t state = 3;
    own_context context = support_context(NULL);
    check_scan(context, NF_UINT64, NF_SUM, NF_EXCLUSIVE, 0, support_size(5000011), &state);
    check_scan(context, NF_UINT32, NF_SUM, NF_INCLUSIVE, 1, support_size(20000003), &state);
}

/* On CPUs results of 32 MiB and more are stored past the caches.  Oclgrind would take minutes. */
static void check_large(nf_context *context, nf_type type, nf_scan_kind kind) {
    const size_t size = type == NF_UINT64 ? 8 : 4;
    const uint64_t n = (32u << 20) / size + 77;
    unsigned char *values = support_allocate(n * size);
    memset(values, 0, n * size);
    for (uint64_t i = 0; i < n; i++) values[i * size] = 1;
    own_buffer in = support_buffer_of(context, values, n, size),
               out = support_buffer_of(context, NULL, n, size);
    support_ok(context, nf_scan(context, type, NF_SUM, kind, in.at, out.at, n, NULL));
    support_read(&out, values);
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t got = size == 8 ? ((uint64_t *)(void *)values)[i] : ((uint32_t *)(void *)values)[i];
        if (got != i + (kind == NF_INCLUSIVE))
            ck_abort_msg("type %d: sum %d is %d", (int)type, (int)i, (int)got);
    }
    free(values);
}

TEST(results_larger_than_the_caches_are_right) {
    own_context context = support_context(NULL);
    if (!nf_has_quirk(nf_context_device(context), NF_QUIRK_SIMULATES)) {
        check_large(context, NF_UINT32, NF_EXCLUSIVE);
        check_large(context, NF_UINT64, NF_INCLUSIVE);
    }
}

TEST(a_group_larger_than_the_device_has_is_made_smaller) {
    uint64_t state = 4;
    own_context context = support_context("scan.GROUP=1048576 scan.ITEMS=1048576");
    check_scan(context, NF_UINT64, NF_SUM, NF_EXCLUSIVE, 0, support_size(300007), &state);
}

TEST(scratch_is_what_was_said_before) {
    own_context context = support_context("scan.GROUP=32 scan.ITEMS=2");
    const uint64_t n = support_size(100003);
    uint64_t bytes = 0, before = 0, now = 0;
    own_buffer buffer = support_buffer_of(context, NULL, n, 4);
    nf_context_memory(context, &before, NULL);
    support_ok(context, nf_scan_scratch(context, NF_UINT32, n, &bytes));
    support_ok(context, nf_scan(context, NF_UINT32, NF_SUM, NF_INCLUSIVE, buffer.at, buffer.at, n, NULL));
    support_ok(context, nf_context_finish(context));
    nf_context_memory(context, &now, NULL);
    ck_assert_uint_eq(now - before, bytes);
    ck_assert_uint_gt(bytes, 0);
}

TEST(out_of_order_queues_wait_lists_and_events_are_honoured) {
    const uint64_t n = support_size(300007);
    uint64_t state = 5;
    cl_int code = CL_SUCCESS;
    cl_event written = NULL, scanned = NULL, gate = NULL;
    own_context context = support_context("scan.GROUP=32 scan.ITEMS=4");
    cl_command_queue queue = support_queue(context, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    own_memory uint32_t *data = random_data(NF_UINT32, n, &state), *wanted = support_allocate(n * 4),
                        *got = support_allocate(n * 4);
    host_scan(NF_UINT32, NF_SUM, NF_INCLUSIVE, data, wanted, n);
    support_buffer buffer = support_buffer_of(context, NULL, n, 4);
    gate = clCreateUserEvent(nf_context_cl(context), &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    code = clEnqueueWriteBuffer(queue, buffer.at.buffer, CL_FALSE, buffer.at.offset, n * 4, data, 1, &gate,
                                &written);
    ck_assert_int_eq(code, CL_SUCCESS);
    const nf_sync sync = {.queue = queue, .wait_count = 1, .waits = &written, .event = &scanned};
    support_ok(context, nf_scan(context, NF_UINT32, NF_SUM, NF_INCLUSIVE, buffer.at, buffer.at, n, &sync));
    ck_assert_ptr_nonnull(scanned);
    clSetUserEventStatus(gate, CL_COMPLETE);
    ck_assert_int_eq(clWaitForEvents(1, &scanned), CL_SUCCESS);
    support_read(&buffer, got);
    ck_assert_mem_eq(got, wanted, n * 4);
    clReleaseEvent(gate);
    clReleaseEvent(written);
    clReleaseEvent(scanned);
    support_release(&buffer);
    clReleaseCommandQueue(queue);
}

TEST(bad_arguments_are_named) {
    own_context context = support_context(NULL);
    own_buffer buffer = support_buffer_of(context, NULL, 100, 4);
    const nf_slice at = buffer.at, none = nf_at(NULL, 0);
    uint64_t bytes = 0;
    cl_event event = (cl_event)&bytes;
    const nf_sync sync = {.event = &event};
    ck_assert_int_eq(nf_scan(NULL, NF_UINT32, NF_SUM, NF_INCLUSIVE, at, at, 100, NULL), NF_ERROR_ARGUMENT);
    support_fails(context, NF_ERROR_ARGUMENT, "type",
                  nf_scan(context, NF_FLOAT32, NF_SUM, NF_INCLUSIVE, at, at, 100, &sync));
    ck_assert_ptr_null(event);
    support_fails(context, NF_ERROR_ARGUMENT, "operation",
                  nf_scan(context, NF_UINT32, NF_MIN, NF_INCLUSIVE, at, at, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "kind",
                  nf_scan(context, NF_UINT32, NF_SUM, (nf_scan_kind)7, at, at, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "in",
                  nf_scan(context, NF_UINT32, NF_SUM, NF_INCLUSIVE, none, at, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "out",
                  nf_scan(context, NF_UINT32, NF_SUM, NF_INCLUSIVE, at, none, 100, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "in",
                  nf_scan(context, NF_UINT32, NF_SUM, NF_INCLUSIVE, at, at, 100000, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "overlap",
                  nf_scan(context, NF_UINT32, NF_SUM, NF_INCLUSIVE, at, support_at(&buffer, 1), 50, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "bytes", nf_scan_scratch(context, NF_UINT32, 5, NULL));
    support_fails(context, NF_ERROR_ARGUMENT, "type", nf_scan_scratch(context, NF_FLOAT64, 5, &bytes));
    support_ok(context, nf_scan(context, NF_UINT32, NF_SUM, NF_INCLUSIVE, at, at, 100, NULL));
    support_ok(context, nf_scan(context, NF_UINT32, NF_SUM, NF_INCLUSIVE, none, none, 0, NULL));
}

TEST(parts_of_one_buffer_are_one_place_or_an_error) {
    enum { N = 1024, AT = 4096 };
    own_context context = support_context(NULL);
    uint32_t ones[2 * N], got[N];
    cl_int code = CL_SUCCESS;
    for (int k = 0; k < 2 * N; k++) ones[k] = 1;
    cl_mem whole = clCreateBuffer(nf_context_cl(context), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                  sizeof ones, ones, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    const cl_buffer_region region = {AT, AT};
    cl_mem part = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    support_fails(
        context, NF_ERROR_ARGUMENT, "overlap",
        nf_scan(context, NF_UINT32, NF_SUM, NF_INCLUSIVE, nf_at(whole, AT / 2), nf_at(part, 0), N, NULL));
    support_ok(context,
               nf_scan(context, NF_UINT32, NF_SUM, NF_INCLUSIVE, nf_at(whole, AT), nf_at(part, 0), N, NULL));
    ck_assert_int_eq(
        clEnqueueReadBuffer(nf_context_queue(context), whole, CL_TRUE, AT, AT, got, 0, NULL, NULL),
        CL_SUCCESS);
    for (uint32_t k = 0; k < N; k++) ck_assert_uint_eq(got[k], k + 1);
    clReleaseMemObject(part);
    clReleaseMemObject(whole);
}
