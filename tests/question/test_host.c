/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The questions on the device "host": the bytes of a device, results and chunks, what is refused there, and calls that are cancelled. */
#include "question/questions.h"

#include "native/native.h"

#include <nearfield/experimental/check.h>
#include <nearfield/experimental/tuning.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Compares two results of a question, whose arrays are in host memory and in buffers. */
static void check_same(int question, nf_result *host, nf_result *device) {
    nf_array arrays[ARRAYS_MOST];
    const int count = arrays_of(question, arrays);
    support_same_results(device, host, question_names[question]);
    for (int a = 0; a < count; a++) {
        const nf_array_info *own = nf_result_array(host, arrays[a]);
        unsigned char *read = support_array(host, arrays[a]);
        ck_assert_msg(own->rows && own->host && !own->buffer && !nf_result_array(device, arrays[a])->host,
                      "%s: the %s", question_names[question], own->name);
        ck_assert_mem_eq(own->host, read, own->rows * row_of(own));
        free(read);
    }
}

TEST(every_question_has_the_bytes_of_a_device) {
    own_stand host = stand_up_on_host(), device = stand_up();
    for (int q = 0; q < INTERACT; q++) { /* sums are rounded otherwise */
        const form all = {.arrays = flags_of(q)};
        nf_result *own = NULL, *other = NULL;
        for (int turn = 0; turn < 2; turn++) { /* the second into the same result */
            support_ok(host.context, ask(&host, q, &all, &own));
            support_ok(device.context, ask(&device, q, &all, &other));
            check_same(q, own, other);
        }
        nf_result_free(own);
        nf_result_free(other);
    }
}

TEST(labels_in_host_memory_are_those_of_a_buffer) {
    own_stand s = stand_up();
    own_result wanted = NULL, got = NULL;
    const form all = {.arrays = flags_of(CATALOGUE)};
    support_ok(s.context, ask(&s, CATALOGUE, &all, &wanted));
    own_memory int32_t *labels = support_allocate((2 + N) * sizeof *labels);
    support_read(&s.labels, labels + 2);
    const nf_catalogue_options options = {
        .min_members = 2, .velocities = &s.points.points, .linking_length = 0.1, .arrays = all.arrays};
    support_ok(s.context, nf_catalogue(s.cloud, nf_from_host(labels + 2), &options, NULL, &got));
    support_same_results(wanted, got, question_names[CATALOGUE]);
    const nf_slice later = {.host = labels, .offset = 2 * sizeof *labels},
                   odd = {.host = labels, .offset = 2}, both = {.host = labels, .buffer = s.labels.at.buffer};
    support_ok(s.context, nf_catalogue(s.cloud, later, &options, NULL, &got));
    support_same_results(wanted, got, question_names[CATALOGUE]);
    support_fails(s.context, NF_ERROR_ARGUMENT, "labels: the offset is 2 bytes: it must be a multiple of 4",
                  nf_catalogue(s.cloud, odd, &options, NULL, &got));
    support_fails(s.context, NF_ERROR_ARGUMENT, "labels: both host and buffer are set: set one of them",
                  nf_catalogue(s.cloud, both, &options, NULL, &got));
}

/* ---- chunks ------------------------------------------------------------------------------------------------ */

/* What was taken of an answer. */
typedef struct joined {
    nf_context *context;
    int question;
    uint64_t chunks, count, rows;
    unsigned char *bytes[ARRAYS_MOST]; /* of the arrays, without offsets */
    size_t size[ARRAYS_MOST];
    uint64_t ends[N + 1]; /* the offsets, added up */
} joined;

static nf_status take(void *user, const nf_chunk *chunk) {
    joined *t = user;
    nf_array arrays[ARRAYS_MOST];
    const int count = arrays_of(t->question, arrays);
    ck_assert_uint_eq(chunk->first, t->count);
    for (int a = 0; a < count; a++) {
        const nf_array_info *info = nf_result_array(chunk->result, arrays[a]);
        const size_t bytes = (size_t)info->rows * row_of(info);
        if (arrays[a] == NF_ARRAY_OFFSETS) {
            const uint64_t *offsets = info->host;
            ck_assert_uint_eq(chunk->first_row, t->rows);
            for (uint64_t k = 0; k <= chunk->rows; k++) t->ends[t->rows + k] = chunk->first + offsets[k];
            continue;
        }
        t->bytes[a] = realloc(t->bytes[a], t->size[a] + bytes + 1);
        if (bytes) memcpy(t->bytes[a] + t->size[a], info->host, bytes);
        t->size[a] += bytes;
    }
    t->chunks++;
    t->count += chunk->count;
    t->rows += chunk->rows;
    return NF_OK;
}

static nf_status in_chunks(const stand *s, int question, const nf_chunks *chunks) {
    return ask(s, question, &(form){.arrays = flags_of(question), .chunks = chunks}, NULL);
}

static void check_no_chunks(stand made) {
    static const int without[] = {HISTOGRAM, COORDINATION, FOF, DBSCAN, CATALOGUE, ZSORT, INTERACT};
    own_stand s = made;
    for (size_t q = 0; q < sizeof without / sizeof *without; q++) {
        char word[64];
        joined t = {.context = s.context, .question = without[q]};
        uint64_t found = 77;
        const nf_chunks chunks = {.take = take, .user = &t, .found = &found};
        (void)snprintf(word, sizeof word, "%s has no chunks", question_names[without[q]]);
        support_fails(s.context, NF_ERROR_UNSUPPORTED, word, in_chunks(&s, without[q], &chunks));
        ck_assert_uint_eq(found, 0);
        ck_assert_uint_eq(t.chunks, 0);
    }
}

TEST(a_question_without_chunks_refuses_them) {
    check_no_chunks(stand_up());
    check_no_chunks(stand_up_on_host());
}

TEST(chunks_of_any_budget_are_the_answer) {
    static const int questions[] = {PAIRS, LISTS, KNN};
    static const uint64_t budgets[] = {0, 1000000, 8500}; /* the points have 3600 */
    own_stand s = stand_up_in_plain_c();
    for (int q = 0; q < 3; q++)
        for (int b = 0; b < 3; b++) {
            nf_array arrays[ARRAYS_MOST];
            const int count = arrays_of(questions[q], arrays);
            joined t = {.context = s.context, .question = questions[q]};
            uint64_t found = 0;
            const nf_chunks chunks = {.memory_budget = budgets[b], .take = take, .user = &t, .found = &found};
            own_result whole = NULL;
            support_ok(s.context, ask(&s, questions[q], &(form){.arrays = flags_of(questions[q])}, &whole));
            support_ok(s.context, in_chunks(&s, questions[q], &chunks));
            ck_assert_uint_eq(found, nf_result_total(whole));
            ck_assert_uint_eq(t.count, found);
            if (budgets[b] == 0) ck_assert_uint_eq(t.chunks, 1);
            if (budgets[b] == 8500) ck_assert_uint_gt(t.chunks, 3);
            for (int a = 0; a < count; a++) {
                const nf_array_info *info = nf_result_array(whole, arrays[a]);
                const size_t bytes = (size_t)info->rows * row_of(info);
                if (arrays[a] == NF_ARRAY_OFFSETS) ck_assert_mem_eq(t.ends, info->host, bytes);
                else {
                    ck_assert_uint_eq(t.size[a], bytes);
                    ck_assert_mem_eq(t.bytes[a], info->host, bytes);
                }
                free(t.bytes[a]);
            }
        }
}

TEST(a_budget_for_less_than_a_row_is_refused) {
    own_stand s = stand_up_on_host();
    uint64_t found = 77;
    const nf_chunks small = {.memory_budget = 20, .take = take, .user = NULL, .found = &found};
    support_fails(s.context, NF_ERROR_MEMORY, "is too small for the points, what finds them, and the",
                  in_chunks(&s, LISTS, &small));
    ck_assert_uint_eq(found, 0);
}

/* Makes a call that fails for another reason. */
static nf_status refuse(void *user, const nf_chunk *chunk) {
    nf_cloud *cloud = NULL;
    (void)chunk;
    support_fails(user, NF_ERROR_ARGUMENT, "points is NULL", nf_cloud_create(user, NULL, NULL, NULL, &cloud));
    return NF_ERROR_CANCELLED;
}

static void check_refused(stand s) {
    uint64_t found = 77;
    const nf_chunks chunks = {.take = refuse, .user = s.context, .found = &found};
    support_fails(
        s.context, NF_ERROR_CANCELLED,
        "chunks->take ended the search: it returned 9 (NF_ERROR_CANCELLED); the last error of its calls: "
        "points is NULL",
        in_chunks(&s, KNN, &chunks));
    ck_assert_uint_eq(found, 0);
    take_down(&s);
}

TEST(what_take_returns_ends_the_search_and_is_its_error) {
    check_refused(stand_up());
    check_refused(stand_up_on_host());
}

static void check_no_pairs(stand s) {
    const nf_chunks chunks = {.take = refuse};
    const nf_pairs_options options = {.chunks = &chunks};
    support_ok(s.context, nf_pairs(s.cloud, 1e-6, &options, NULL, NULL));
    take_down(&s);
}

TEST(an_answer_without_pairs_has_no_chunk) {
    check_no_pairs(stand_up());
    check_no_pairs(stand_up_on_host());
}

/* The largest row is not the first one that is too large. */
TEST(the_budget_that_an_error_names_is_enough) {
    own_stand s = stand_up_on_host();
    joined t = {.context = s.context, .question = LISTS};
    uint64_t enough = 0;
    nf_chunks chunks = {.memory_budget = 20, .take = take, .user = &t, .enough = &enough};
    char named[40];
    ck_assert_int_eq(in_chunks(&s, LISTS, &chunks), NF_ERROR_MEMORY);
    snprintf(named, sizeof named, "need %llu bytes", (unsigned long long)enough);
    ck_assert_ptr_nonnull(strstr(nf_context_error(s.context), named));
    chunks.memory_budget = enough - 1;
    ck_assert_int_eq(in_chunks(&s, LISTS, &chunks), NF_ERROR_MEMORY);
    ck_assert_uint_eq(enough, chunks.memory_budget + 1);
    chunks.memory_budget = enough;
    support_ok(s.context, in_chunks(&s, LISTS, &chunks));
    ck_assert_uint_eq(enough, 0);
    for (int a = 0; a < ARRAYS_MOST; a++) free(t.bytes[a]);
}

/* ---- what is refused ----------------------------------------------------------------------------------------- */

TEST(the_host_has_no_buffers_queues_and_events) {
    own_stand s = stand_up_on_host();
    int not_a_buffer = 0;
    struct _cl_mem *buffer = (struct _cl_mem *)(void *)&not_a_buffer;
    struct _cl_event *event = (struct _cl_event *)(void *)&not_a_buffer;
    const nf_sync waits = {.wait_count = 1, .waits = &event},
                  queue = {.queue = (struct _cl_command_queue *)(void *)&not_a_buffer};
    const nf_output output = {.array = NF_ARRAY_ORDER, .buffer = buffer, .capacity = N};
    const nf_outputs outputs = {.count = 1, .arrays = &output};
    const nf_points points = {.n = 1, .dims = 1, .type = NF_FLOAT32, .rows.buffer = buffer};
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    support_fails(s.context, NF_ERROR_ARGUMENT,
                  "order is an OpenCL buffer, and the device of this context is the host",
                  ask(&s, ZSORT, &(form){.outputs = &outputs}, NULL));
    support_fails(s.context, NF_ERROR_ARGUMENT, "points is an OpenCL buffer",
                  nf_cloud_create(s.context, &points, NULL, NULL, &cloud));
    ck_assert_ptr_null(cloud);
    for (int q = 0; q < QUESTIONS; q++) {
        support_fails(s.context, NF_ERROR_ARGUMENT, "sync names a queue or events to wait for",
                      ask(&s, q, &(form){.sync = q % 2 ? &waits : &queue}, &result));
        ck_assert_ptr_null(result);
    }
    support_fails(
        s.context, NF_ERROR_ARGUMENT, "keys is an OpenCL buffer",
        nf_sort(s.context, &(nf_sort_options){.key = NF_UINT32}, nf_at(buffer, 0), nf_at(NULL, 0), 1, NULL));
}

/* So that a program for all devices need not ask on which it is. */
TEST(an_event_of_the_host_is_null) {
    own_stand s = stand_up_on_host();
    struct _cl_event *event = (struct _cl_event *)(void *)&s;
    const nf_sync sync = {.event = &event};
    own_result result = NULL;
    support_ok(s.context, ask(&s, ZSORT, &(form){.sync = &sync}, &result));
    ck_assert_ptr_null(event);
}

/* Whether their rows are packed or not. */
TEST(what_a_call_is_given_is_refused_in_buffers) {
    own_stand s = stand_up_on_host();
    int not_a_buffer = 0;
    struct _cl_mem *buffer = (struct _cl_mem *)(void *)&not_a_buffer;
    for (uint64_t gap = 0; gap < 2; gap++) {
        const nf_points
            one = {.n = N, .dims = 1, .type = NF_FLOAT32, .rows.buffer = buffer, .stride = 1 + gap},
            three = {.n = N, .dims = 3, .type = NF_FLOAT32, .rows.buffer = buffer, .stride = 3 + gap};
        const nf_filters filters = {.radii = &one};
        nf_result *result = NULL;
        support_fails(s.context, NF_ERROR_ARGUMENT, "query points is an OpenCL buffer",
                      nf_lists(s.cloud, 0.2, &(nf_lists_options){.queries = &three}, NULL, &result));
        support_fails(s.context, NF_ERROR_ARGUMENT, "query points is an OpenCL buffer",
                      nf_knn(s.cloud, K, &(nf_knn_options){.queries = &three}, NULL, &result));
        support_fails(s.context, NF_ERROR_ARGUMENT, "radii is an OpenCL buffer",
                      nf_lists(s.cloud, 0, &(nf_lists_options){.filters = &filters}, NULL, &result));
        support_fails(
            s.context, NF_ERROR_ARGUMENT, "weights is an OpenCL buffer",
            nf_catalogue(s.cloud, s.labels.at, &(nf_catalogue_options){.weights = &one}, NULL, &result));
    }
}

/* ---- memory and cancelling ----------------------------------------------------------------------------------- */

TEST(results_count_as_memory_until_they_are_freed) {
    own_stand s = stand_up_in_plain_c();
    uint64_t before = 0, with = 0, after = 0;
    nf_result *result = NULL;
    nf_context_memory(s.context, &before, NULL);
    support_ok(s.context, ask(&s, LISTS, &(form){.arrays = flags_of(LISTS)}, &result));
    nf_context_memory(s.context, &with, NULL);
    const nf_array_info *indices = nf_result_array(result, NF_ARRAY_INDICES);
    ck_assert_uint_ge(with, before + indices->rows * 4);
    nf_result_free(result);
    nf_context_trim(s.context);
    nf_context_memory(s.context, &after, NULL);
    ck_assert_uint_eq(after, before);
}

/* Makes a context of the host walk few points, too, which takes no memory that counts. */
static void walk(nf_context *context) { support_ok(context, nf_context_tune(context, "host.FEW=1")); }

/* The cloud's copy of the points and their types, and the arrays of the result. */
TEST(a_cost_on_the_host_is_the_memory_of_the_points_and_the_arrays) {
    own_stand s = stand_up_in_plain_c();
    walk(s.context);
    for (int q = 0; q < QUESTIONS; q++) {
        nf_array arrays[ARRAYS_MOST];
        const int count = arrays_of(q, arrays);
        uint64_t bytes = N * (3 * sizeof(float) + sizeof(int32_t));
        own_result result = NULL;
        support_ok(s.context, ask(&s, q, &(form){.arrays = flags_of(q)}, &result));
        for (int a = 0; a < count; a++) {
            const nf_array_info *info = nf_result_array(result, arrays[a]);
            bytes += info->rows * row_of(info);
        }
        nf_cost cost = {.assumed = nf_result_total(result)};
        support_ok(s.context, ask(&s, q, &(form){.arrays = flags_of(q), .cost = &cost}, NULL));
        ck_assert_msg(cost.bytes == bytes, "%s: %llu and %llu bytes", question_names[q],
                      (unsigned long long)cost.bytes, (unsigned long long)bytes);
    }
    nf_cost most = {.assumed = UINT64_MAX}; /* of groups there are no more than points */
    support_ok(s.context, ask(&s, CATALOGUE, &(form){.arrays = flags_of(CATALOGUE), .cost = &most}, NULL));
    ck_assert_uint_lt(most.bytes, N * 100);
}

/* Asks pairs or lists about query points in a fresh context, whose peak this returns, and what the call would take. */
static uint64_t peak_of(const nf_points *points, const nf_points *queries, const nf_box *box, double cutoff,
                        int of_pairs, uint64_t *cost_bytes) {
    own_context context = support_context_with(&(nf_context_options){.device = "host"});
    own_cloud cloud = support_cloud_on(context, points, box);
    own_result result = NULL;
    uint64_t peak = 0;
    nf_cost cost = {.size = 0};
    nf_pairs_options pairs = {.queries = queries};
    nf_lists_options lists = {.queries = queries};
    if (of_pairs) support_ok(context, nf_pairs(cloud, cutoff, &pairs, NULL, &result));
    else support_ok(context, nf_lists(cloud, cutoff, &lists, NULL, &result));
    nf_context_memory(context, NULL, &peak);
    pairs.cost = lists.cost = &cost;
    cost.assumed = nf_result_total(result);
    ck_assert_uint_gt(cost.assumed, 0);
    if (of_pairs) support_ok(context, nf_pairs(cloud, cutoff, &pairs, NULL, NULL));
    else support_ok(context, nf_lists(cloud, cutoff, &lists, NULL, NULL));
    *cost_bytes = cost.bytes;
    return peak;
}

TEST(a_cost_on_the_host_has_room_for_the_table_of_few_points) {
    static const struct {
        uint64_t n;
        double cutoff, side;
    } rows[] = {{2, 0.9, 1}, {8, 1.5, 1}, {100, 0.4, 1}, {1000, 0.2, 1}, {4096, 0.1, 1}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (int way = 0; way < 4; way++) { /* pairs, and query points in rows that are not packed */
            own_points points = support_cloud_uniform(rows[k].n, 3, NF_FLOAT64, rows[k].cutoff, 3),
                       wide = support_cloud_uniform(2 * rows[k].n, 3, NF_FLOAT64, rows[k].cutoff, 5);
            nf_points queries = wide.points;
            queries.n = rows[k].n;
            queries.stride = 6;
            const double side = rows[k].side;
            const nf_box box = {.cell = {{side, 0, 0}, {0, side, 0}, {0, 0, side}}, .periodic = {1, 1, 1}};
            uint64_t cost = 0;
            const uint64_t peak = peak_of(&points.points, way & 2 ? &queries : NULL, &box, rows[k].cutoff,
                                          way & 1, &cost),
                           own = rows[k].n * 24;
            ck_assert_uint_le(peak, cost);
            ck_assert_uint_gt(peak, own);
        }
}

static nf_status take_any(void *user, const nf_chunk *chunk) {
    (void)user, (void)chunk;
    return NF_OK;
}

/* Of few points, too, where any other memory would show. */
TEST(a_budget_of_the_cost_is_enough_on_the_host) {
    own_points points = support_cloud_uniform(10, 3, NF_FLOAT32, 0.5, 3);
    nf_context *context = support_host();
    own_cloud cloud = support_cloud_on(context, &points.points, NULL);
    for (int of_pairs = 0; of_pairs < 2; of_pairs++) {
        own_result result = NULL;
        nf_chunks chunks = {.take = take_any};
        nf_cost cost = {.size = 0};
        nf_lists_options lists = {.cost = &cost};
        nf_pairs_options pairs = {.cost = &cost};
        if (of_pairs) support_ok(context, nf_pairs(cloud, points.cutoff, NULL, NULL, &result));
        else support_ok(context, nf_lists(cloud, points.cutoff, NULL, NULL, &result));
        cost.assumed = nf_result_total(result);
        ck_assert_uint_gt(cost.assumed, 5);
        if (of_pairs) support_ok(context, nf_pairs(cloud, points.cutoff, &pairs, NULL, NULL));
        else support_ok(context, nf_lists(cloud, points.cutoff, &lists, NULL, NULL));
        chunks.memory_budget = cost.bytes;
        pairs = (nf_pairs_options){.chunks = &chunks};
        lists = (nf_lists_options){.chunks = &chunks};
        if (of_pairs) support_ok(context, nf_pairs(cloud, points.cutoff, &pairs, NULL, NULL));
        else support_ok(context, nf_lists(cloud, points.cutoff, &lists, NULL, NULL));
    }
}

/* Radii decide the cutoff, and a cost does not look at them. */
TEST(radii_and_query_points_add_nothing_to_a_cost_on_the_host) {
    own_stand s = stand_up_in_plain_c();
    walk(s.context);
    const nf_points radii = {.n = N, .dims = 1, .type = NF_FLOAT32},
                    queries = {.n = N, .dims = 3, .type = NF_FLOAT32};
    const nf_filters filters = {.radii = &radii, .query_radii = &radii};
    nf_cost with = {.assumed = 1000}, without = {.assumed = 1000};
    const nf_lists_options options = {.queries = &queries, .filters = &filters, .cost = &with},
                           plain = {.cost = &without};
    support_ok(s.context, nf_lists(s.cloud, 0, &options, NULL, NULL));
    support_ok(s.context, nf_lists(s.cloud, 0.2, &plain, NULL, NULL));
    ck_assert_uint_eq(with.bytes, without.bytes);
    ck_assert_uint_eq(with.bytes, N * 16 + (N + 1) * 8 + 1000 * 4);
}

/* What a call is given is read where it is. */
TEST(a_call_leaves_no_memory_beside_its_result_and_scratch) {
    own_stand s = stand_up_in_plain_c();
    own_points own = support_cloud_uniform(N, 1, NF_FLOAT32, 0.2, 5),
               other = support_cloud_uniform(N, 3, NF_FLOAT32, 1, 7);
    const nf_filters filters = {.radii = &own.points, .query_radii = &own.points};
    const nf_lists_options lists = {.queries = &other.points, .filters = &filters};
    const nf_knn_options knn = {.queries = &other.points};
    const nf_catalogue_options catalogue = {.weights = &own.points, .velocities = &other.points};
    uint64_t before = 0, after = 0;
    nf_result *result = NULL;
    nf_context_memory(s.context, &before, NULL);
    support_ok(s.context, nf_lists(s.cloud, 0.2, &lists, NULL, &result));
    support_ok(s.context, nf_knn(s.cloud, K, &knn, NULL, &result));
    support_ok(s.context, nf_catalogue(s.cloud, s.labels.at, &catalogue, NULL, &result));
    nf_result_free(result);
    nf_context_trim(s.context);
    nf_context_memory(s.context, &after, NULL);
    ck_assert_uint_eq(after, before);
}

LOOP_TEST(the_host_has_no_kernels_to_tune_and_to_check, 2) {
    const nf_context_options options = {
        .device = "host", .self_check = 1, .tuning = _i || !nf_native_runs() ? "host.PLAIN=1" : NULL};
    own_context context = NULL;
    ck_assert_int_eq(nf_context_create(&options, &context, NULL, 0), NF_OK);
    for (int k = 0; k < 2; k++) {
        size_t tunables = 77, capabilities = 77;
        ck_assert_int_eq(nf_tunables(context, NULL, 0, &tunables), NF_OK);
        ck_assert_int_eq(nf_capabilities(context, NULL, 0, &capabilities), NF_OK);
        ck_assert_uint_eq(tunables, 1);
        ck_assert_uint_eq(capabilities, 0);
        ck_assert_str_eq(nf_context_note(context),
                         _i || !nf_native_runs()
                             ? "The host computes in plain C: it has no kernels, so that tuning of kernels "
                               "and NEARFIELD_PATHS have no effect."
                             : "The host has its kernels in one shape: tuning of kernels and "
                               "NEARFIELD_PATHS have no effect.");
        ck_assert_str_eq(nf_profile_path(context), "");
        ck_assert_int_eq(nf_self_check(context), NF_ERROR_UNSUPPORTED);
        nf_finding finding;
        ck_assert_int_eq(nf_probe_run(context, 0, &finding),
                         _i || !nf_native_runs() ? NF_ERROR_UNSUPPORTED : NF_OK);
        support_ok(context, nf_context_tune(context, "scan.GROUP=64"));
    }
}

static int countdown;

static int cancelled(void *user) {
    (void)user;
    return countdown-- <= 0;
}

TEST(every_question_can_be_cancelled_between_rows) {
    const nf_context_options options = {.device = "host", .tuning = "host.PLAIN=1", .cancelled = cancelled};
    own_stand s = {.context = NULL};
    ck_assert_int_eq(nf_context_create(&options, &s.context, NULL, 0), NF_OK);
    make_labels_on_host(&s);
    countdown = 1000;
    make_cloud(&s);
    for (int q = 0; q < QUESTIONS; q++) {
        own_result result = NULL;
        countdown = q == CATALOGUE ? 0 : 2;
        const nf_status status = ask(&s, q, &(form){.arrays = flags_of(q)}, &result);
        ck_assert_msg(status == NF_ERROR_CANCELLED, "%s: %s", question_names[q], nf_status_name(status));
        ck_assert_ptr_nonnull(strstr(nf_context_error(s.context), "was cancelled"));
        ck_assert_ptr_null(result);
        countdown = 1000000;
        support_ok(s.context, ask(&s, q, &(form){.arrays = flags_of(q)}, &result));
    }
}
