/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Calls that the caller cancels: each job is cancelled before each of its commands in turn, on a cloud of its own and on one that is kept.  Then
   nothing has leaked, and the same job gives the bytes that it gave before. */
#include "support/calls.h"
#include "core/hash.h"
#include "support/counting.h"
#include "support/device.h"

#include <limits.h>
#include <nearfield/experimental/check.h>
#include <nearfield/nearfield.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 1500, NEIGHBOURS = 100 };
static float positions[3 * POINTS];
static const nf_points points = {.n = POINTS, .dims = 3, .type = NF_FLOAT32, .rows.host = positions};

/* What the jobs are made with, and the bytes that they gave. */
typedef struct bench {
    nf_context *context;
    nf_cloud *cloud;
    nf_function *function;
    uint64_t budget; /* of chunks */
    uint64_t hash, chunks;
} bench;

/* The caller answers yes to one question. */
typedef struct caller {
    long calls, yes_at; /* the calls so far, and the number of that one; 0: none */
} caller;

static int is_cancelled(void *user) {
    caller *c = user;
    return ++c->calls == c->yes_at;
}

/* ---- the jobs ------------------------------------------------------------------------------------------- */

static nf_status add(bench *b, const nf_result *result, nf_array array) {
    const nf_array_info *info = nf_result_array(result, array);
    const size_t bytes = (size_t)info->rows * (size_t)info->columns * nf_type_bytes(info->type);
    own_memory void *values = support_allocate(bytes);
    const nf_status status = info->rows ? nf_result_read(result, array, 0, info->rows, NULL, values) : NF_OK;
    if (status == NF_OK) b->hash = nf_hash(b->hash, values, bytes);
    return status;
}

static nf_status add_and_free(bench *b, nf_status status, nf_result *result, nf_array array) {
    if (status == NF_OK) status = add(b, result, array);
    nf_result_free(result);
    return status;
}

static nf_status ask_pairs(bench *b) {
    nf_result *result = NULL;
    const nf_status status = nf_pairs(b->cloud, 0.1, NULL, NULL, &result);
    return add_and_free(b, status, result, NF_ARRAY_PAIRS);
}

static nf_status ask_lists(bench *b) {
    const nf_lists_options options = {.sorted = 1};
    nf_result *result = NULL;
    const nf_status status = nf_lists(b->cloud, 0.1, &options, NULL, &result);
    return add_and_free(b, status, result, NF_ARRAY_INDICES);
}

static nf_status ask_groups(bench *b) {
    nf_result *result = NULL;
    const nf_status status = nf_fof(b->cloud, 0.04, NULL, NULL, &result);
    return add_and_free(b, status, result, NF_ARRAY_LABELS);
}

static nf_status ask_sums(bench *b) {
    nf_result *result = NULL;
    const nf_status status = nf_interact(b->cloud, 0.1, b->function, NULL, NULL, &result);
    return add_and_free(b, status, result, NF_ARRAY_SUM(0));
}

static nf_status take(void *user, const nf_chunk *chunk) {
    bench *b = user;
    b->chunks++;
    return add(b, chunk->result, NF_ARRAY_INDICES);
}

static nf_status ask_chunks_of_lists(bench *b) {
    const nf_chunks chunks = {.memory_budget = b->budget, .take = take, .user = b};
    return lists_in_chunks(b->cloud, 0.3, NULL, &chunks, NULL, NULL);
}

static nf_status ask_chunks_of_knn(bench *b) {
    const nf_chunks chunks = {.memory_budget = b->budget, .take = take, .user = b};
    return knn_in_chunks(b->cloud, NEIGHBOURS, NULL, &chunks, NULL);
}

static nf_status sort(bench *b) {
    static uint32_t keys[POINTS];
    const nf_sort_options options = {.key = NF_UINT32};
    memcpy(keys, positions, sizeof keys);
    support_buffer buffer = support_buffer_of(b->context, keys, POINTS, sizeof *keys);
    const nf_status status = nf_sort(b->context, &options, buffer.at, nf_at(NULL, 0), POINTS, NULL);
    if (status == NF_OK) support_read(&buffer, keys);
    support_release(&buffer);
    if (status == NF_OK) b->hash = nf_hash(b->hash, keys, sizeof keys);
    return status;
}

typedef nf_status job(bench *b);

/* ---- cancelling ------------------------------------------------------------------------------------------ */

/* The job about a cloud of its own, or about one that is kept and has moved. */
static nf_status run(bench *b, job *ask, int is_kept) {
    nf_status status = NF_OK;
    b->hash = NF_HASH_START;
    b->chunks = 0;
    if (!b->cloud) status = nf_cloud_create(b->context, &points, NULL, NULL, &b->cloud);
    else status = nf_cloud_move(b->cloud, &points, NULL, NULL);
    if (status == NF_OK) status = ask(b);
    if (is_kept) return status;
    nf_cloud_free(b->cloud);
    b->cloud = NULL;
    return status;
}

/* About the least budget that is enough. */
static uint64_t least_budget(bench *b, job *ask) {
    nf_status status = NF_ERROR_MEMORY;
    for (b->budget = 1 << 16; status == NF_ERROR_MEMORY; b->budget += b->budget / 8) status = run(b, ask, 0);
    support_ok(b->context, status);
    return b->budget;
}

/* What a context holds on the host and on the device. */
typedef struct holdings {
    long allocations;
    uint64_t bytes;
} holdings;

/* Cancels the job before its command k, and does it again in full: the bytes are the same. */
static holdings cancel_at(bench *b, job *ask, int is_kept, caller *c, long k,
                          const support_counting *counting) {
    const uint64_t hash = b->hash;
    holdings left;
    *c = (caller){0, k};
    support_fails(b->context, NF_ERROR_CANCELLED, "cancelled", run(b, ask, is_kept));
    ck_assert_int_eq(c->calls, k); /* nothing is done after the answer */
    support_ok(b->context, run(b, ask, is_kept));
    ck_assert_msg(b->hash == hash, "the bytes after a call that was cancelled before command %ld differ", k);
    nf_context_trim(b->context);
    left.allocations = counting->out;
    nf_context_memory(b->context, &left.bytes, NULL);
    return left;
}

static void cancel_everywhere(job *ask, int is_chunked, int is_kept) {
    support_counting counting = {.left = LONG_MAX};
    caller c = {0, 0};
    const nf_context_options options = {
        .allocator = support_counting_allocator(&counting), .cancelled = is_cancelled, .cancelled_user = &c};
    bench b = {.context = support_context_with(&options)};
    ck_assert_int_eq(c.calls, 0); /* not by nf_context_create */
    support_ok(b.context, nf_function_create(b.context, "low-flop", NULL, NULL, &b.function));
    if (is_chunked) b.budget = least_budget(&b, ask);
    support_ok(b.context, run(&b, ask, is_kept));
    c.calls = 0;
    support_ok(b.context, run(&b, ask, is_kept));
    const long count = c.calls;
    ck_assert_int_ge(count, 2);
    ck_assert(!is_chunked || b.chunks > 2);
    for (long k = 1; k <= count; k++) {
        if (is_chunked && !support_is_run((int)k, 7)) continue;
        const holdings first = cancel_at(&b, ask, is_kept, &c, k, &counting); /* may build other programs */
        const holdings second = cancel_at(&b, ask, is_kept, &c, k, &counting);
        ck_assert_msg(first.allocations == second.allocations && first.bytes == second.bytes,
                      "command %ld: %ld allocations and %llu bytes, then %ld and %llu", k, first.allocations,
                      (unsigned long long)first.bytes, second.allocations, (unsigned long long)second.bytes);
    }
    nf_cloud_free(b.cloud);
    nf_function_free(b.function);
    nf_context_free(b.context);
    ck_assert_int_eq(counting.out, 0);
}

#define CANCELLED(name, ask, is_chunked)                                                                     \
    TEST(name##_can_be_cancelled) {                                                                          \
        for (int is_kept = 0; is_kept < 2; is_kept++) cancel_everywhere(ask, is_chunked, is_kept);           \
    }

CANCELLED(a_sort, sort, 0)
CANCELLED(a_search_for_pairs, ask_pairs, 0)
CANCELLED(a_search_for_lists, ask_lists, 0)
CANCELLED(groups, ask_groups, 0)
CANCELLED(sums, ask_sums, 0)
CANCELLED(chunks_of_lists, ask_chunks_of_lists, 1)
CANCELLED(chunks_of_neighbours, ask_chunks_of_knn, 1)

TEST(a_call_that_is_cancelled_gives_no_event) {
    caller c = {0, 0};
    const nf_context_options options = {.cancelled = is_cancelled, .cancelled_user = &c};
    own_context context = support_context_with(&options);
    cl_event event = NULL;
    const nf_sync sync = {.event = &event};
    uint32_t key = 1;
    own_buffer buffer = support_buffer_of(context, &key, 1, sizeof key);
    c.yes_at = 1;
    support_fails(context, NF_ERROR_CANCELLED, "cancelled",
                  nf_scan(context, NF_UINT32, NF_SUM, NF_INCLUSIVE, buffer.at, buffer.at, 1, &sync));
    ck_assert_ptr_null(event);
}

/* The self-check takes no call that was cancelled for one that failed. */
TEST(a_probe_that_is_cancelled_finds_nothing) {
    caller c = {0, 0};
    const nf_context_options options = {.cancelled = is_cancelled, .cancelled_user = &c};
    own_context context = support_context_with(&options);
    nf_finding finding;
    support_ok(context, nf_probe_run(context, 0, &finding));
    ck_assert_int_ge(c.calls, 1);
    c = (caller){0, 1};
    support_fails(context, NF_ERROR_CANCELLED, "cancelled", nf_probe_run(context, 0, &finding));
}

TEST(the_sentence_of_an_error_is_copied) {
    own_context context = support_context(NULL);
    char whole[640] = "", little[5] = "";
    ck_assert_uint_eq(nf_context_error_copy(context, whole, sizeof whole), 0);
    ck_assert_str_eq(whole, "");
    ck_assert_int_eq(nf_cloud_create(context, NULL, NULL, NULL, NULL), NF_ERROR_ARGUMENT);
    const size_t length = strlen(nf_context_error(context));
    ck_assert_uint_gt(length, 4);
    ck_assert_uint_eq(nf_context_error_copy(context, whole, sizeof whole), length);
    ck_assert_str_eq(whole, nf_context_error(context));
    ck_assert_uint_eq(nf_context_error_copy(context, little, sizeof little), length);
    ck_assert_int_eq(strncmp(little, whole, 4), 0);
    ck_assert_uint_eq(strlen(little), 4);
    ck_assert_uint_eq(nf_context_error_copy(context, NULL, 0), length);
    ck_assert_uint_eq(nf_context_error_copy(NULL, whole, sizeof whole), 0);
    ck_assert_str_eq(whole, "");
}

int main(void) {
    uint64_t state = 1;
    for (int k = 0; k < 3 * POINTS; k++) positions[k] = (float)(support_random(&state) >> 40) / 16777216;
    return support_main();
}
