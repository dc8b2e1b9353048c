/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * Calls that fail by name, and events that fail later: objects are released, calls repeated, and data that became invalid is
 * not used.
 */
#include "support/calls.h"
#include "layer.h"
#include "opencl/context.h"
#include "opencl/launch.h"
#include "support/answers/pairs.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static faults_layer *layer;

/* Makes the next `times` calls of that name fail. */
static void let_fail(const char *name, int times) {
    layer->fail_name = name;
    layer->fail_times = times;
    layer->failed = NULL;
}

static nf_context *start(const nf_context_options *options) {
    nf_context *context = NULL;
    char message[640] = "";
    faults_layer_clean(layer);
    const nf_status status = nf_context_create(options, &context, message, sizeof message);
    ck_assert_msg(status == NF_OK, "nf_context_create: %s: %s", nf_status_name(status), message);
    return context;
}

static void end(nf_context *context) {
    let_fail(NULL, 0);
    nf_context_free(context);
    faults_nothing_is_left(layer, "after", 1);
}

static const nf_context_options no_cache = {.no_disk_cache = 1};
static nf_spec some_program(nf_context *context) {
    nf_spec spec = nf_spec_of(context, "primitives/gather.cl");
    nf_define(&spec, "GROUP", 1);
    nf_define(&spec, "ITEMS", 64);
    nf_define(&spec, "WORDS", 1);
    return spec;
}

/* ---- programs ----------------------------------------------------------------------------------------- */

TEST(a_program_that_does_not_build_is_released) {
    nf_context *context = start(&no_cache);
    const nf_spec spec = some_program(context);
    nf_program *program = NULL;
    let_fail("clBuildProgram", 1);
    support_fails(context, NF_ERROR_BUILD, "gather.cl", nf_program_get(context, &spec, &program));
    ck_assert_int_eq(layer->alive[FAULTS_program], 0);
    support_ok(context, nf_program_get(context, &spec, &program));
    end(context);
}

/* Counts and removes the entries of a folder of programs. */
static int count_entries(const char *folder, int remove_them) {
    DIR *open_folder = opendir(folder);
    int count = 0;
    ck_assert_ptr_nonnull(open_folder);
    for (const struct dirent *entry; (entry = readdir(open_folder)) != NULL;) {
        char path[1024];
        if (entry->d_name[0] == '.') continue;
        count++;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (remove_them) unlink(path);
    }
    closedir(open_folder);
    return count;
}

TEST(a_binary_that_the_driver_refuses_is_dropped_and_leaves_no_sentence) {
    char folder[] = "/tmp/nearfield_faults_XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    const nf_context_options cached = {.cache_folder = folder};
    nf_program *program = NULL;
    nf_context *context = start(&cached);
    nf_spec spec = some_program(context);
    support_ok(context, nf_program_get(context, &spec, &program));
    end(context);
    ck_assert_int_eq(count_entries(folder, 0), 1);
    context = start(&cached); /* the binary is rejected, the source builds */
    spec = some_program(context);
    let_fail("clBuildProgram", 1);
    support_ok(context, nf_program_get(context, &spec, &program));
    ck_assert_ptr_nonnull(layer->failed);
    ck_assert_str_eq(nf_context_error(context), "");
    ck_assert_str_eq(nf_context_build_log(context), "");
    end(context);
    ck_assert_int_eq(count_entries(folder, 0), 1);
    context = start(&cached); /* the source does not build either: the binary is not kept */
    spec = some_program(context);
    let_fail("clBuildProgram", 2);
    support_fails(context, NF_ERROR_BUILD, "gather.cl", nf_program_get(context, &spec, &program));
    end(context);
    ck_assert_int_eq(count_entries(folder, 1), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}

/* ---- memory ------------------------------------------------------------------------------------------- */

TEST(scratch_that_is_free_makes_room_for_a_buffer) {
    enum { BYTES = 100000 };
    nf_context *context = start(&no_cache);
    cl_mem scratch = NULL, buffer = NULL;
    uint64_t now = 0;
    support_ok(context, nf_arena_take(context, BYTES, &scratch));
    nf_arena_give(context, scratch);
    let_fail("clCreateBuffer", 1);
    support_ok(context, nf_buffer_create(context, BYTES, "a test", &buffer));
    ck_assert_ptr_nonnull(layer->failed);
    nf_context_memory(context, &now, NULL);
    ck_assert_uint_eq(now, BYTES);
    nf_buffer_release(context, buffer);
    end(context);
}

/* Without pinned memory a copy goes as the driver takes it; a trim lets the next one try again. */
TEST(without_pinned_memory_copies_are_not_staged) {
    static const char *const calls[] = {"clCreateCommandQueue", "clCreateBuffer", "clEnqueueMapBuffer"};
    static const nf_context_options options = {.no_disk_cache = 1, .tuning = "staging.BYTES=64"};
    uint32_t sent[1000], got[1000];
    for (uint32_t k = 0; k < 1000; k++) sent[k] = k * k;
    for (size_t c = 0; c < sizeof calls / sizeof *calls; c++) {
        nf_context *context = start(&options);
        nf_work work;
        cl_mem buffer = NULL;
        for (int is_pinned = 0; is_pinned < 2; is_pinned++) {
            memset(got, 0, sizeof got);
            support_ok(context, nf_work_begin(&work, context, NULL));
            support_ok(context, nf_scratch(&work, sizeof sent, &buffer));
            if (!is_pinned) let_fail(calls[c], 1);
            support_ok(context, nf_write(&work, buffer, 0, sent, sizeof sent));
            support_ok(context, nf_read(&work, buffer, 0, got, sizeof got));
            support_ok(context, nf_work_end(&work, NF_OK));
            ck_assert_int_eq(memcmp(sent, got, sizeof sent), 0);
            ck_assert_str_eq(layer->failed, calls[c]);
            ck_assert_int_eq(context->staging.pinned.buffer != NULL, is_pinned);
            ck_assert_str_eq(nf_context_error(context), "");
            if (!is_pinned) nf_context_trim(context);
        }
        void *memory = NULL;
        let_fail(calls[c], 1);
        support_ok(context, nf_host_allocate(context, sizeof sent, &memory));
        ck_assert_int_eq(nf_is_pinned(context, memory, 1), c == 0); /* the queue is there */
        nf_host_free(context, memory);
        end(context);
    }
}

TEST(a_buffer_that_cannot_grow_is_gone_and_can_be_had_again) {
    nf_context *context = start(&no_cache);
    nf_kept kept = {NULL, 0, 0};
    support_ok(context, nf_keep(context, &kept, 1000, "a test"));
    let_fail("clCreateBuffer", 2);
    support_fails(context, NF_ERROR_MEMORY, "a test", nf_keep(context, &kept, 2000, "a test"));
    ck_assert_ptr_null(kept.buffer);
    ck_assert_uint_eq(kept.bytes, 0);
    ck_assert_int_eq(layer->alive[FAULTS_buffer], 0);
    support_ok(context, nf_keep(context, &kept, 500, "a test"));
    nf_kept_free(context, &kept);
    end(context);
}

/* ---- mapped arrays ------------------------------------------------------------------------------------- */

static const void *map_pairs(nf_context *context, nf_cloud *cloud, double cutoff, nf_result **result) {
    const void *rows = NULL;
    support_ok(context, nf_pairs(cloud, cutoff, NULL, NULL, result));
    support_ok(context, nf_result_map(*result, NF_ARRAY_PAIRS, NULL, &rows));
    return rows;
}

TEST(an_array_that_cannot_be_unmapped_is_still_mapped_and_ends_with_its_result) {
    nf_context *context = start(&no_cache);
    support_cloud points = support_cloud_uniform(600, 3, NF_FLOAT32, 0.15, 4);
    nf_cloud *cloud = support_cloud_on(context, &points.points, NULL);
    nf_result *result = NULL;
    const void *rows = map_pairs(context, cloud, points.cutoff, &result);
    own_memory void *copy = support_array(result, NF_ARRAY_PAIRS);
    const long mapped = layer->mapped;
    let_fail("clEnqueueUnmapMemObject", 1);
    support_fails(context, NF_ERROR_DEVICE, "clEnqueueUnmapMemObject",
                  nf_result_unmap(result, NF_ARRAY_PAIRS, NULL));
    ck_assert_mem_eq(rows, copy, nf_result_total(result) * 8);
    support_fails(context, NF_ERROR_ARGUMENT, "are mapped: call nf_result_unmap()",
                  nf_pairs(cloud, points.cutoff, NULL, NULL, &result));
    support_ok(context, nf_result_unmap(result, NF_ARRAY_PAIRS, NULL));
    ck_assert_int_eq(layer->mapped, mapped - 1);
    (void)map_pairs(context, cloud, points.cutoff, &result);
    let_fail("clEnqueueUnmapMemObject", 1);
    support_fails(context, NF_ERROR_DEVICE, "clEnqueueUnmapMemObject",
                  nf_result_unmap(result, NF_ARRAY_PAIRS, NULL));
    nf_result_free(result); /* tries again */
    ck_assert_int_eq(layer->mapped, mapped - 1);
    result = NULL;
    (void)map_pairs(context, cloud, points.cutoff, &result);
    const long buffers = layer->alive[FAULTS_buffer];
    let_fail("clEnqueueUnmapMemObject", 1000); /* a device that is lost */
    nf_result_free(result);
    ck_assert_int_eq(layer->alive[FAULTS_buffer], buffers - 1);
    let_fail(NULL, 0);
    nf_cloud_free(cloud);
    support_cloud_free(&points);
    end(context);
}

static nf_status map_chunk(void *user, const nf_chunk *chunk) {
    const void *rows = NULL;
    ++*(int *)user;
    let_fail("clEnqueueUnmapMemObject", 1);
    return nf_result_map(chunk->result, NF_ARRAY_INDICES, NULL, &rows);
}

/* The next chunk would be written where the host may read. */
TEST(chunks_end_where_one_cannot_be_unmapped) {
    nf_context *context = start(&no_cache);
    support_cloud points = support_cloud_uniform(600, 3, NF_FLOAT32, 0.15, 4);
    nf_cloud *cloud = support_cloud_on(context, &points.points, NULL);
    uint64_t enough = 0;
    int taken = 0;
    nf_chunks chunks = {.memory_budget = 1, .take = map_chunk, .user = &taken, .enough = &enough};
    const nf_lists_options options = {.chunks = &chunks};
    support_fails(context, NF_ERROR_MEMORY, "budget", nf_lists(cloud, points.cutoff, &options, NULL, NULL));
    chunks.memory_budget = enough;
    support_fails(context, NF_ERROR_DEVICE, "clEnqueueUnmapMemObject",
                  nf_lists(cloud, points.cutoff, &options, NULL, NULL));
    ck_assert_int_eq(taken, 1);
    nf_cloud_free(cloud);
    support_cloud_free(&points);
    end(context);
}

/* ---- queues and events -------------------------------------------------------------------------------- */

TEST(no_event_is_handed_out_where_the_flush_fails) {
    nf_context *context = start(&no_cache);
    cl_event event = NULL;
    const nf_sync sync = {.event = &event};
    nf_work work;
    support_ok(context, nf_work_begin(&work, context, &sync));
    let_fail("clFlush", 1);
    support_fails(context, NF_ERROR_DEVICE, "clFlush", (nf_work_end(&work, NF_OK), NF_ERROR_DEVICE));
    ck_assert_ptr_null(event);
    end(context);
}

static const char *last_call(void) { return layer->names[layer->calls - 1]; }

TEST(what_is_enqueued_is_flushed_also_before_a_failure) {
    nf_context *context = start(&no_cache);
    cl_event event = NULL;
    const nf_sync sync = {.event = &event};
    nf_work work;
    layer->calls = 0;
    support_ok(context, nf_work_begin(&work, context, &sync));
    support_ok(context, nf_work_end(&work, NF_OK));
    ck_assert_str_eq(last_call(), "clFlush");
    clReleaseEvent(event);
    support_ok(context, nf_work_begin(&work, context, &sync));
    layer->calls = 0;
    ck_assert_int_eq(nf_work_end(&work, NF_ERROR_UNSUPPORTED), NF_ERROR_UNSUPPORTED);
    ck_assert_str_eq(last_call(), "clFlush");
    end(context);
}

/* The commands that compute the order never run, as the event they wait for fails after the call has returned. */
TEST(an_event_that_fails_later_takes_the_order_with_it) {
    const nf_context_options shape = {.tuning = "search.GROUP=64"};
    own_context context = start(&shape);
    support_cloud cloud = support_cloud_uniform(600, 3, NF_FLOAT32, 0.15, 4),
                  moved = support_cloud_uniform(700, 3, NF_FLOAT32, 0.15, 9);
    support_pairs host = support_ask_once(support_host(), &moved.points, moved.cutoff, NULL);
    support_buffer pairs = support_buffer_of(context, NULL, host.count, 8),
                   total = support_buffer_of(context, NULL, 1, 8);
    support_pairs got = {support_allocate(host.count * 8), host.count};
    nf_cloud *on = support_cloud_on(context, &cloud.points, NULL);
    cl_int code = CL_SUCCESS;
    cl_event gate = clCreateUserEvent(nf_context_cl(context), &code);
    uint64_t needed = 0;
    const nf_sync gated = {.wait_count = 1, .waits = &gate};
    ck_assert_int_eq(code, CL_SUCCESS);
    support_ok(context, pairs_count(on, cloud.cutoff, NULL, NULL, &needed));
    support_ok(context, nf_cloud_move(on, &moved.points, NULL, NULL));
    layer->lost = 1;
    support_ok(context, pairs_into(on, moved.cutoff, NULL, pairs.at, host.count, total.at, &gated, NULL));
    layer->lost = 0;
    ck_assert_uint_eq(context->awaited_count, 1);
    ck_assert_int_eq(clSetUserEventStatus(gate, -5), CL_SUCCESS);
    support_ok(context, pairs_into(on, moved.cutoff, NULL, pairs.at, host.count, total.at, NULL, &needed));
    ck_assert_uint_eq(needed, host.count);
    support_read(&pairs, got.pairs);
    support_same_bytes(&host, &got, "after an event has failed");
    ck_assert_uint_eq(context->awaited_count, 0);
    support_pairs_free(&host);
    support_pairs_free(&got);
    support_release(&pairs);
    support_release(&total);
    support_cloud_free(&moved);
    support_cloud_free(&cloud);
    nf_cloud_free(on);
    clReleaseEvent(gate);
}

/* With points that the cloud copies, and with those in a buffer of the caller, which it gives back. */
TEST(a_cloud_whose_move_fails_at_its_end_is_empty) {
    for (int in_place = 0; in_place < 2; in_place++) {
        nf_context *context = start(&no_cache);
        support_cloud points = support_cloud_uniform(600, 3, NF_FLOAT32, 0.15, 4);
        support_buffer there = support_buffer_of(context, points.data, 1800, 4);
        const nf_points rows = {.n = 600, .dims = 3, .type = NF_FLOAT32, .rows = there.at};
        const uint64_t offsets[] = {0, 200, 600};
        const nf_batch batch = {.count = 2, .offsets = offsets};
        nf_points moved = in_place ? rows : points.points;
        nf_cloud *cloud = support_cloud_on(context, &points.points, NULL);
        cl_event event = NULL;
        const nf_sync sync = {.event = &event};
        uint64_t count = 7;
        moved.batch = &batch;
        let_fail("clFlush", 1);
        ck_assert_int_eq(nf_cloud_move(cloud, &moved, NULL, &sync), NF_ERROR_DEVICE);
        ck_assert_ptr_nonnull(layer->failed);
        ck_assert_ptr_null(event);
        ck_assert_uint_eq(nf_cloud_size(cloud), 0);
        support_ok(context, pairs_count(cloud, points.cutoff, NULL, NULL, &count));
        ck_assert_uint_eq(count, 0);
        nf_cloud_free(cloud);
        support_release(&there);
        support_cloud_free(&points);
        end(context);
    }
}

int main(int argc, char **argv) {
    (void)argc;
    layer = faults_layer_open(argv[0]);
    return layer ? support_main() : 1;
}
