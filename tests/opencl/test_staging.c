/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Copies through blocks of pinned memory: any size, from any byte, on any queue, give the bytes of a copy in one piece. */
#include "opencl/launch.h"
#include "support/counting.h"
#include "support/device.h"

#include <nearfield/experimental/tuning.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 4096, SLOTS = 4, MOST = 12 * BLOCK };

static const cl_command_queue_properties kinds[] = {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};

static nf_context *staged(int bytes, int profile) {
    char words[40];
    snprintf(words, sizeof words, "staging.BYTES=%d", bytes);
    const nf_context_options options = {.tuning = words, .profile = profile};
    return support_context_with(&options);
}

/* Writes `bytes` bytes from byte `offset` of a buffer on, and reads them and those around them again. */
static void there_and_back(nf_context *context, cl_command_queue queue, const unsigned char *data,
                           uint64_t offset, uint64_t bytes) {
    static unsigned char got[MOST + 64];
    const unsigned char none = 0x5A;
    const nf_sync sync = {.queue = queue};
    nf_work work;
    cl_mem buffer = NULL;
    support_ok(context, nf_work_begin(&work, context, &sync));
    support_ok(context, nf_scratch(&work, MOST + 64, &buffer));
    support_ok(context, nf_fill(&work, buffer, &none, 1, 0, MOST + 64));
    support_ok(context, nf_write(&work, buffer, offset, data, bytes));
    memset(got, 0, sizeof got);
    support_ok(context, nf_read(&work, buffer, offset, got + offset, bytes));
    ck_assert_msg(memcmp(got + offset, data, bytes) == 0, "%llu bytes from byte %llu on: other bytes",
                  (unsigned long long)bytes, (unsigned long long)offset);
    for (uint64_t k = 0; k < sizeof got; k++) ck_assert(got[k] == 0 || (k >= offset && k < offset + bytes));
    support_ok(context, nf_read(&work, buffer, 0, got, sizeof got));
    for (uint64_t k = 0; k < sizeof got; k++)
        ck_assert_uint_eq(got[k], k >= offset && k < offset + bytes ? data[k - offset] : none);
    support_ok(context, nf_work_end(&work, NF_OK));
}

TEST(any_size_keeps_its_bytes) {
    static const uint64_t sizes[] = {1,
                                     BLOCK - 1,
                                     BLOCK,
                                     BLOCK + 1,
                                     SLOTS * BLOCK - 1,
                                     SLOTS * BLOCK,
                                     SLOTS * BLOCK + 1,
                                     (SLOTS + 1) * BLOCK,
                                     2 * SLOTS * BLOCK + 7,
                                     MOST};
    static unsigned char data[MOST];
    uint64_t state = 3;
    for (int profile = 0; profile < 2; profile++)
        for (int kind = 0; kind < 2; kind++) {
            own_context context = staged(BLOCK, profile);
            cl_command_queue queue =
                support_queue(context, kinds[kind] | (profile ? CL_QUEUE_PROFILING_ENABLE : 0));
            for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
                for (size_t b = 0; b < MOST; b++) data[b] = (unsigned char)(support_random(&state) % 255 + 1);
                there_and_back(context, queue, data, k % 3 * 8, sizes[k]);
            }
            clReleaseCommandQueue(queue);
        }
}

TEST(blocks_are_made_for_the_first_copy_and_released_by_a_trim) {
    static const unsigned char data[MOST] = {1};
    own_context context = staged(BLOCK, 0);
    uint64_t before = 0, after = 0;
    nf_work work;
    cl_mem buffer = NULL;
    nf_context_memory(context, &before, NULL);
    support_ok(context, nf_work_begin(&work, context, NULL));
    support_ok(context, nf_scratch(&work, BLOCK, &buffer));
    support_ok(context, nf_write(&work, buffer, 0, data, BLOCK - 1)); /* goes the short way */
    ck_assert_ptr_null(context->staging.pinned.buffer);
    support_ok(context, nf_write(&work, buffer, 0, data, BLOCK));
    ck_assert_ptr_nonnull(context->staging.pinned.buffer);
    support_ok(context, nf_work_end(&work, NF_OK));
    nf_context_trim(context);
    for (int k = 0; k < 2; k++) {
        there_and_back(context, NULL, data, 0, MOST);
        ck_assert_uint_eq(context->staging.pinned.bytes, SLOTS * BLOCK);
        nf_context_trim(context);
        ck_assert_ptr_null(context->staging.pinned.buffer);
    }
    nf_context_memory(context, &after, NULL);
    ck_assert_uint_eq(after, before); /* it is not memory of the device */
}

/* The rows p, p + 1 and p + 2 of numbers, for any p. */
static void count_on(const nf_rows *rows, uint64_t first, uint64_t count, void *packed) {
    const uint32_t *base = rows->at.from;
    uint32_t *to = packed;
    for (uint64_t p = 0; p < count; p++)
        for (uint32_t a = 0; a < 3; a++) to[3 * p + a] = *base + (uint32_t)(first + p) + a;
}

TEST(rows_are_made_where_they_are_sent_from) {
    enum { ROWS = 5000 };
    static uint32_t got[3 * ROWS];
    const uint32_t base = 7;
    for (int bytes = 4; bytes <= 1 << 14; bytes *= 8) { /* also less than a row */
        own_context context = staged(bytes, 0);
        for (uint64_t n = 1; n <= ROWS; n = 3 * n + 2) {
            const nf_rows rows = {n, 12, count_on, {.from = &base}};
            nf_work work;
            cl_mem buffer = NULL;
            support_ok(context, nf_work_begin(&work, context, NULL));
            support_ok(context, nf_scratch(&work, sizeof got, &buffer));
            support_ok(context, nf_write_rows(&work, buffer, &rows));
            support_ok(context, nf_read(&work, buffer, 0, got, n * 12));
            support_ok(context, nf_work_end(&work, NF_OK));
            for (uint32_t p = 0; p < n; p++)
                for (uint32_t a = 0; a < 3; a++) ck_assert_uint_eq(got[3 * p + a], base + p + a);
        }
    }
}

/* Memory of the library needs no blocks; what reaches beyond it does. */
TEST(pinned_memory_is_copied_at_once) {
    enum { ROOM = 3 * BLOCK };
    own_context context = staged(BLOCK, 0);
    unsigned char *memory[3] = {NULL, NULL, NULL};
    nf_work work;
    cl_mem buffer = NULL;
    for (int k = 0; k < 3; k++) {
        support_ok(context, nf_host_allocate(context, ROOM, (void **)&memory[k]));
        for (int b = 0; b < ROOM; b++) memory[k][b] = (unsigned char)(b * (k + 3) % 251);
        ck_assert_uint_eq(context->host_memory.count, (size_t)k + 1);
    }
    nf_host_free(context, memory[1]);
    ck_assert_uint_eq(context->host_memory.count, 2);
    for (int k = 0; k < 3; k += 2) {
        ck_assert_int_eq(nf_is_pinned(context, memory[k], ROOM), 1);
        ck_assert_int_eq(nf_is_pinned(context, memory[k] + ROOM, 0), 1);
        ck_assert_int_eq(nf_is_pinned(context, memory[k] + 1, ROOM), 0);
        ck_assert_int_eq(nf_is_pinned(context, memory[k] - 1, 1), 0);
        support_ok(context, nf_work_begin(&work, context, NULL));
        support_ok(context, nf_scratch(&work, ROOM, &buffer));
        support_ok(context, nf_write(&work, buffer, 0, memory[k], ROOM));
        memset(memory[k], 0, ROOM);
        support_ok(context, nf_read(&work, buffer, 7, memory[k] + 7, ROOM - 7));
        support_ok(context, nf_work_end(&work, NF_OK));
        for (int b = 0; b < ROOM; b++) ck_assert_int_eq(memory[k][b], b < 7 ? 0 : b * (k + 3) % 251);
    }
    ck_assert_ptr_null(context->staging.pinned.buffer);
    for (int k = 0; k < 3; k += 2) nf_host_free(context, memory[k]);
    ck_assert_uint_eq(context->host_memory.count, 0);
}

/* On any device, and after the context, too. */
TEST(memory_of_the_library_is_there_on_every_device) {
    static const struct {
        const char *device, *tuning;
    } rows[] = {{NULL, NULL}, {NULL, "staging.BYTES=4096"}, {"host", NULL}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        support_counting counting = {.left = LONG_MAX};
        const nf_context_options options = {.device = rows[r].device,
                                            .tuning = rows[r].tuning,
                                            .allocator = support_counting_allocator(&counting)};
        nf_context *context = support_context_with(&options);
        void *memory = &counting;
        support_ok(context, nf_host_allocate(context, 0, &memory));
        ck_assert_ptr_null(memory);
        support_fails(context, NF_ERROR_ARGUMENT, "out is NULL", nf_host_allocate(context, 1, NULL));
        memory = &counting;
        counting.left = 0;
        support_fails(context, NF_ERROR_MEMORY, "pinned memory", nf_host_allocate(context, 1, &memory));
        ck_assert_ptr_null(memory);
        counting.left = LONG_MAX;
        support_ok(context, nf_host_allocate(context, 1000, &memory));
        memset(memory, 1, 1000);
        nf_context_trim(context); /* which leaves it */
        memset(memory, 2, 1000);
        nf_host_free(context, NULL);
        nf_context_free(context);
        ck_assert_int_gt(counting.out, 0);
        nf_host_free(context, memory);
        ck_assert_int_eq(counting.out, 0);
    }
    void *memory = &memory;
    ck_assert_int_eq(nf_host_allocate(NULL, 1, &memory), NF_ERROR_ARGUMENT);
    ck_assert_ptr_null(memory);
    nf_host_free(NULL, NULL);
}

TEST(the_size_of_blocks_is_that_of_the_words) {
    own_context context = staged(BLOCK, 0);
    ck_assert_uint_eq(context->staging.block, BLOCK);
    ck_assert_ptr_null(strstr(nf_context_note(context), "staging"));
    support_ok(context, nf_context_tune(context, "staging.BYTES=8192"));
    ck_assert_uint_eq(context->staging.block, 8192);
    support_ok(context, nf_context_tune(context, ""));
    cl_bool shared = CL_FALSE;
    ck_assert_int_eq(clGetDeviceInfo(nf_context_device(context)->device, CL_DEVICE_HOST_UNIFIED_MEMORY,
                                     sizeof shared, &shared, NULL),
                     CL_SUCCESS);
    ck_assert_uint_eq(context->staging.block, shared ? 0 : 4 << 20);
}

int main(void) { return support_main(); }
