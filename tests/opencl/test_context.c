/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Contexts: the caller's objects, scratch, stages, the caller's allocator. */
#include "core/system.h"
#include "opencl/context.h"
#include "support/counting.h"
#include "support/answers/pairs.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double cutoff = 0.2;

/* Checks a result computed on this context. */
static void check_works(nf_context *context) {
    own_points cloud = support_cloud_uniform(200, 3, NF_FLOAT32, cutoff, 1);
    own_pairs host = support_ask_once(support_host(), &cloud.points, cutoff, NULL),
              got = support_ask_once(context, &cloud.points, cutoff, NULL);
    support_same_bytes(&host, &got, "a question");
}

/* ---- the caller's objects ----------------------------------------------------------------------------- */

typedef struct world {
    nf_device_info info;
    cl_context context;
    cl_command_queue queue;
} world;

static world world_make(cl_command_queue_properties properties) {
    world mine;
    nf_context *context = support_context(NULL);
    cl_int code = CL_SUCCESS;
    mine.info = *nf_context_device(context);
    nf_context_free(context);
    mine.context = clCreateContext(NULL, 1, &mine.info.device, NULL, NULL, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    mine.queue = clCreateCommandQueue(mine.context, mine.info.device, properties, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    return mine;
}

static cl_uint references(const world *mine, int of_queue) {
    cl_uint count = 0;
    if (of_queue) clGetCommandQueueInfo(mine->queue, CL_QUEUE_REFERENCE_COUNT, sizeof count, &count, NULL);
    else clGetContextInfo(mine->context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL);
    return count;
}

/* Drivers release their references to a queue shortly after its last command. */
static void check_references(const world *mine, int of_queue, cl_uint wanted) {
    const struct timespec moment = {.tv_nsec = 10000000};
    for (int k = 0; k < 200 && references(mine, of_queue) != wanted; k++) nanosleep(&moment, NULL);
    ck_assert_uint_eq(references(mine, of_queue), wanted);
}

static void world_free(world *mine) {
    clReleaseCommandQueue(mine->queue);
    clReleaseContext(mine->context);
}

TEST(the_caller_s_context_and_queue_are_used_retained_and_survive) {
    static const cl_command_queue_properties kinds[] = {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};
    for (int k = 0; k < 2; k++) {
        world mine = world_make(kinds[k]);
        const nf_context_options options = {
            .cl_context = mine.context, .cl_device = mine.info.device, .cl_queue = mine.queue};
        const cl_uint queues = references(&mine, 1), contexts = references(&mine, 0);
        nf_context *context = support_context_with(&options);
        ck_assert_ptr_eq(nf_context_cl(context), mine.context);
        ck_assert_ptr_eq(nf_context_queue(context), mine.queue);
        ck_assert_uint_gt(references(&mine, 1), queues);
        ck_assert_uint_gt(references(&mine, 0), contexts);
        check_works(context);
        nf_context_free(context);
        check_references(&mine, 1, queues);
        check_references(&mine, 0, contexts);
        ck_assert_int_eq(clFinish(mine.queue), CL_SUCCESS);
        world_free(&mine);
    }
}

TEST(a_context_outlives_the_caller_s_own_references) {
    world mine = world_make(0);
    const nf_context_options options = {
        .cl_context = mine.context, .cl_device = mine.info.device, .cl_queue = mine.queue};
    own_context context = support_context_with(&options);
    world_free(&mine);
    check_works(context);
}

TEST(a_queue_is_made_where_the_caller_gives_none) {
    world mine = world_make(0);
    const nf_context_options options = {.cl_context = mine.context, .cl_device = mine.info.device};
    nf_context *context = support_context_with(&options);
    ck_assert_ptr_nonnull(nf_context_queue(context));
    ck_assert_ptr_ne(nf_context_queue(context), mine.queue);
    check_works(context);
    nf_context_free(context);
    world_free(&mine);
}

static void check_fails(nf_status wanted, const char *word, const nf_context_options *options) {
    nf_context *context = (nf_context *)&word;
    char message[640] = "";
    const nf_status status = nf_context_create(options, &context, message, sizeof message);
    ck_assert_msg(status == wanted, "\"%s\": %s: %s", word, nf_status_name(status), message);
    ck_assert_msg(strstr(message, word) != NULL, "no \"%s\" in \"%s\"", word, message);
    ck_assert_ptr_null(context);
}

static void *plain_allocate(void *user, size_t bytes) {
    (void)user;
    return malloc(bytes);
}

TEST(options_that_do_not_go_together_are_errors) {
    world mine = world_make(0);
    char cut[10];
    nf_context *context = NULL;
    const nf_context_options no_device = {.cl_context = mine.context},
                             no_context = {.cl_device = mine.info.device},
                             queue_alone = {.cl_queue = mine.queue},
                             both = {.cl_context = mine.context,
                                     .cl_device = mine.info.device,
                                     .device = "0"},
                             untimed = {.cl_context = mine.context,
                                        .cl_device = mine.info.device,
                                        .cl_queue = mine.queue,
                                        .profile = 1},
                             half = {.allocator = {.allocate = plain_allocate}};
    check_fails(NF_ERROR_ARGUMENT, "cl_device", &no_device);
    check_fails(NF_ERROR_ARGUMENT, "cl_context", &no_context);
    check_fails(NF_ERROR_ARGUMENT, "cl_queue", &queue_alone);
    check_fails(NF_ERROR_ARGUMENT, "options.device", &both);
    check_fails(NF_ERROR_ARGUMENT, "PROFILING", &untimed);
    check_fails(NF_ERROR_ARGUMENT, "release", &half);
    ck_assert_int_eq(nf_context_create(&half, &context, NULL, 0), NF_ERROR_ARGUMENT);
    ck_assert_int_eq(nf_context_create(&half, &context, cut, sizeof cut), NF_ERROR_ARGUMENT);
    ck_assert_uint_eq(strlen(cut), sizeof cut - 1);
    ck_assert_int_eq(nf_context_create(NULL, NULL, NULL, 0), NF_ERROR_ARGUMENT);
    world_free(&mine);
}

TEST(objects_that_belong_to_others_are_refused) {
    world mine = world_make(0), other = world_make(0);
    const nf_context_options foreign = {
        .cl_context = mine.context, .cl_device = mine.info.device, .cl_queue = other.queue};
    check_fails(NF_ERROR_ARGUMENT, "queue belongs to another OpenCL context", &foreign);
    const cl_device_partition_property by_one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
    cl_device_id part = NULL;
    if (clCreateSubDevices(mine.info.device, by_one, 1, &part, NULL) == CL_SUCCESS) {
        const nf_context_options another = {.cl_context = mine.context, .cl_device = part};
        check_fails(NF_ERROR_ARGUMENT, "cl_device does not belong", &another);
        clReleaseDevice(part);
    }
    world_free(&mine);
    world_free(&other);
}

TEST(no_context_has_no_device_queue_or_memory) {
    uint64_t now = 1, peak = 1;
    ck_assert_ptr_null(nf_context_cl(NULL));
    ck_assert_ptr_null(nf_context_queue(NULL));
    ck_assert_str_eq(nf_context_device(NULL)->name, "");
    ck_assert_str_eq(nf_context_error(NULL), "");
    ck_assert_str_eq(nf_context_build_log(NULL), "");
    ck_assert_int_eq(nf_context_finish(NULL), NF_ERROR_ARGUMENT);
    nf_context_memory(NULL, &now, &peak);
    ck_assert_uint_eq(now + peak, 0);
    nf_context_trim(NULL);
    nf_context_reset_stages(NULL);
    nf_context_free(NULL);
}

/* ---- stages ------------------------------------------------------------------------------------------- */

TEST(stages_are_timed_with_profile_and_builds_without) {
    /* With separate stages. */
    const nf_context_options timed = {.profile = 1,
                                      .no_disk_cache = 1,
                                      .tuning = "order.SMALL=1 order.COUNTED=1"},
                             untimed = {.no_disk_cache = 1};
    own_context with = support_context_with(&timed), without = support_context_with(&untimed);
    nf_stage stages[32] = {{.size = sizeof stages[0]}};
    size_t count = 0;
    check_works(with);
    check_works(without);
    static const char *const names[] = {"bounds", "keys", "sort", "order", "search"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        ck_assert_uint_gt(support_launches(with, names[k]), 0);
        ck_assert_uint_eq(support_launches(without, names[k]), 0);
    }
    ck_assert_uint_gt(support_launches(with, "build"), 0);
    support_ok(with, nf_context_stages(with, stages, 32, &count));
    double sum = 0;
    for (size_t k = 0; k < count; k++) {
        ck_assert_double_ge(stages[k].ms, 0);
        sum += stages[k].ms;
    }
    ck_assert_double_gt(sum, 0);
    support_ok(without, nf_context_stages(without, stages, 32, &count));
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(stages[0].name, "build");
    /* no more entries than the capacity */
    const nf_stage untouched = {.launches = 4711};
    stages[1] = untouched;
    support_ok(with, nf_context_stages(with, stages, 1, &count));
    ck_assert_uint_gt(count, 1);
    ck_assert_uint_eq(stages[1].launches, 4711);
    nf_context_reset_stages(with);
    support_ok(with, nf_context_stages(with, NULL, 0, &count));
    ck_assert_uint_eq(count, 0);
    /* in milliseconds: no program is built here, and stages hardly overlap */
    const double start = nf_system_clock();
    check_works(with);
    const double took = nf_system_clock() - start;
    support_ok(with, nf_context_stages(with, stages, 32, &count));
    sum = 0;
    for (size_t k = 0; k < count; k++) sum += stages[k].ms;
    ck_assert_double_gt(sum, 0);
    ck_assert_double_le(sum, 2 * took);
    nf_context_reset_stages(with);
    support_ok(with, nf_context_stages(with, NULL, 0, &count));
    ck_assert_uint_eq(count, 0);
    ck_assert_int_eq(nf_context_stages(with, NULL, 1, &count), NF_ERROR_ARGUMENT);
}

TEST(a_timed_context_refuses_a_queue_without_times_and_goes_on) {
    const nf_context_options timed = {.profile = 1};
    own_context context = support_context_with(&timed);
    cl_int code = CL_SUCCESS;
    cl_command_queue untimed =
        clCreateCommandQueue(nf_context_cl(context), nf_context_device(context)->device, 0, &code);
    const nf_points none = {.dims = 3, .type = NF_FLOAT32};
    nf_cloud *on = NULL;
    const nf_sync sync = {.queue = untimed};
    ck_assert_int_eq(code, CL_SUCCESS);
    support_fails(context, NF_ERROR_ARGUMENT, "PROFILING", nf_cloud_create(context, &none, NULL, &sync, &on));
    ck_assert_ptr_null(on);
    clReleaseCommandQueue(untimed);
    check_works(context);
}

/* ---- scratch ------------------------------------------------------------------------------------------ */

TEST(scratch_is_used_again_and_given_back_when_it_is_free) {
    own_context context = support_context(NULL);
    cl_mem a = NULL, b = NULL, c = NULL;
    uint64_t now = 0, peak = 0;
    support_ok(context, nf_arena_take(context, 100000, &a));
    support_ok(context, nf_arena_take(context, 100000, &b));
    ck_assert_ptr_ne(a, b);
    nf_arena_give(context, a);
    support_ok(context, nf_arena_take(context, 99000, &c));
    ck_assert_ptr_eq(a, c);
    nf_context_memory(context, &now, &peak);
    ck_assert_uint_eq(now, 2 * nf_arena_bytes(100000));
    nf_context_trim(context); /* both are in use */
    nf_context_memory(context, &now, &peak);
    ck_assert_uint_eq(now, 2 * nf_arena_bytes(100000));
    nf_arena_give(context, b);
    nf_context_trim(context);
    nf_context_memory(context, &now, &peak);
    ck_assert_uint_eq(now, nf_arena_bytes(100000));
    nf_arena_give(context, c);
    nf_context_trim(context);
    nf_context_memory(context, &now, &peak);
    ck_assert_uint_eq(now, 0);
    ck_assert_uint_eq(peak, 2 * nf_arena_bytes(100000));
}

TEST(memory_that_cannot_be_had_is_an_error_and_the_context_goes_on) {
    own_context context = support_context(NULL);
    cl_mem none = (cl_mem)context;
    uint64_t now = 1;
    const nf_status status = nf_buffer_create(context, UINT64_C(1) << 60, "a test", &none);
    ck_assert(status == NF_ERROR_MEMORY || status == NF_ERROR_DEVICE);
    ck_assert_ptr_null(none);
    ck_assert_ptr_nonnull(strstr(nf_context_error(context), "a test"));
    nf_context_memory(context, &now, NULL);
    ck_assert_uint_eq(now, 0);
    check_works(context);
}

/* Some drivers allocate any size, and the process is killed at the first access. */
TEST(more_than_all_of_the_device_s_memory_is_never_asked_of_the_driver) {
    nf_context *context = support_context(NULL);
    cl_mem buffer = NULL;
    context->device.global_memory = 100000;
    support_fails(context, NF_ERROR_MEMORY, "cannot allocate 100001 bytes of device memory for a test",
                  nf_buffer_create(context, 100001, "a test", &buffer));
    ck_assert_ptr_null(buffer);
    support_ok(context, nf_buffer_create(context, 100000, "a test", &buffer));
    nf_buffer_release(context, buffer);
    nf_context_free(context);
}

/* ---- the caller's allocator --------------------------------------------------------------------------- */

TEST(no_memory_on_the_host_is_an_error_wherever_it_strikes_and_nothing_leaks) {
    support_counting count = {.left = 0};
    const nf_context_options options = {.allocator = support_counting_allocator(&count)};
    nf_context *context = NULL;
    long k = 0;
    for (;; k++) {
        char message[640] = "";
        count.left = k;
        const nf_status status = nf_context_create(&options, &context, message, sizeof message);
        if (status == NF_OK) break;
        ck_assert_int_eq(status, NF_ERROR_MEMORY);
        ck_assert_str_ne(message, "");
        ck_assert_ptr_null(context);
        ck_assert_int_eq(count.out, 0);
    }
    ck_assert_int_gt(k, 0);
    own_points cloud = support_cloud_uniform(200, 3, NF_FLOAT32, cutoff, 1);
    int failures = 0;
    for (k = 0;; k++) {
        nf_cloud *on = NULL;
        nf_result *result = NULL;
        count.left = k;
        nf_status status = nf_cloud_create(context, &cloud.points, NULL, NULL, &on);
        if (status == NF_OK) status = nf_pairs(on, cutoff, NULL, NULL, &result);
        nf_result_free(result);
        nf_cloud_free(on);
        if (status == NF_OK) break;
        failures++;
        ck_assert_int_eq(status, NF_ERROR_MEMORY);
        ck_assert_str_ne(nf_context_error(context), "");
        ck_assert_int_lt(k, 1000);
    }
    ck_assert_int_gt(failures, 5);
    count.left = 1000000;
    check_works(context);
    nf_context_free(context);
    ck_assert_int_eq(count.out, 0);
}
