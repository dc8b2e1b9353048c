/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/*
 * A whole job (context, cloud, question, read, free) in which every OpenCL call and every allocation fails in turn.  Each time
 * the job gives the right result nevertheless, or a status and a message; nothing leaks; and the context, if it was already
 * created, gives the right result afterwards.
 */
#include "layer.h"
#include "support/assertions.h"
#include "support/answers/groups.h"
#include "support/reference/fof.h"
#include "support/opencl.h"
#include "support/run.h"

#include <nearfield/experimental/papers.h>
#include <nearfield/nearfield.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 500 };
static const double cutoff = 0.2;
static float points[3 * POINTS];
static faults_layer *layer;

/* ---- the counting allocator --------------------------------------------------------------------------- */

typedef struct counter {
    long calls, fail_at, alive;
    int failed;
} counter;

static void *counted_allocate(void *user, size_t bytes) {
    counter *c = user;
    c->calls++;
    if (c->calls == c->fail_at) {
        c->failed = 1;
        return NULL;
    }
    void *memory = malloc(bytes);
    if (memory) c->alive++;
    return memory;
}

static void counted_release(void *user, void *pointer) {
    counter *c = user;
    if (pointer) c->alive--;
    free(pointer);
}

/* ---- the job ------------------------------------------------------------------------------------------ */

typedef struct job {
    nf_context_options options;
    nf_pairs_options pairs;
    int potential;         /* 1: it is nf_paper_pairs() */
    uint32_t k;            /* not 0: the question is nf_knn() for so many neighbours */
    double linking_length; /* not 0: it is nf_fof() */
} job;

static uint64_t expected_pairs(void) {
    static uint64_t count;
    if (count) return count;
    const float r2 = (float)cutoff * (float)cutoff;
    for (int i = 0; i < POINTS; i++)
        for (int j = i + 1; j < POINTS; j++) {
            const float dx = points[3 * j] - points[3 * i], dy = points[3 * j + 1] - points[3 * i + 1],
                        dz = points[3 * j + 2] - points[3 * i + 2];
            count += (dx * dx + dy * dy) + dz * dz < r2;
        }
    return count;
}

static uint64_t expected_groups(const job *what) {
    const nf_points all = {.n = POINTS, .dims = 3, .type = NF_FLOAT32, .rows.host = points};
    fof_answer wanted = fof_host(&all, NULL, what->linking_length, NULL);
    const uint64_t groups = wanted.groups;
    fof_free(&wanted);
    return groups;
}

static uint64_t expected(const job *what) {
    return what->k                    ? POINTS * (uint64_t)what->k
           : what->linking_length > 0 ? expected_groups(what)
                                      : expected_pairs();
}

static nf_status find(nf_cloud *cloud, const job *what, nf_result **result) {
    if (what->k) return nf_knn(cloud, what->k, NULL, NULL, result);
    if (what->linking_length > 0) return nf_fof(cloud, what->linking_length, NULL, NULL, result);
    if (what->potential) return nf_paper_pairs(cloud, cutoff, NULL, NULL, result);
    return nf_pairs(cloud, cutoff, &what->pairs, NULL, result);
}

static nf_array array_of(const job *what) {
    return what->k ? NF_ARRAY_INDICES : what->linking_length > 0 ? NF_ARRAY_LABELS : NF_ARRAY_PAIRS;
}

/* The message of the last search. */
static char said[512];

/* Repeats a failed search on the same cloud: the rest of its order must not be used.  Only one call in a run fails, and it
   has failed already. */
static void check_same_cloud(nf_context *context, nf_cloud *cloud, const job *what) {
    nf_result *result = NULL;
    const nf_status status = find(cloud, what, &result);
    ck_assert_msg(status == NF_OK, "after \"%s\" the cloud no longer works: %s", said,
                  nf_context_error(context));
    ck_assert_msg(nf_result_total(result) == expected(what), "after \"%s\" a wrong answer for the same cloud",
                  said);
    nf_result_free(result);
}

/* Asks the question: NF_OK with the total and a sum over the array, or the error. */
static nf_status ask(nf_context *context, const job *what, const nf_sync *sync, uint64_t *total,
                     int64_t *sum) {
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    int32_t *words = NULL;
    const nf_points all = {.n = POINTS, .dims = 3, .type = NF_FLOAT32, .rows.host = points};
    nf_status status = nf_cloud_create(context, &all, NULL, sync, &cloud);
    *total = 0;
    *sum = 0;
    snprintf(said, sizeof said, "%s", nf_context_error(context));
    if (status == NF_OK) status = find(cloud, what, &result);
    else ck_assert_ptr_null(cloud);
    if (status == NF_OK) {
        const nf_array_info *array = nf_result_array(result, array_of(what));
        const uint64_t count = array->rows * (uint64_t)array->columns;
        *total = nf_result_total(result);
        words = malloc((size_t)count * sizeof *words + 1);
        ck_assert_ptr_nonnull(words);
        status = nf_result_read(result, array_of(what), 0, array->rows, NULL, words);
        snprintf(said, sizeof said, "%s", nf_context_error(context));
        for (uint64_t k = 0; status == NF_OK && k < count; k++) *sum += (int64_t)(k + 1) * words[k];
    } else {
        snprintf(said, sizeof said, "%s", nf_context_error(context));
        ck_assert_ptr_null(result);
        if (cloud) check_same_cloud(context, cloud, what);
    }
    free(words);
    nf_result_free(result);
    nf_cloud_free(cloud);
    return status;
}

/* The call that fails, and how it is reported. */
typedef struct fault {
    job what;
    counter memory;
    int in_opencl;
    int64_t right_sum;
    long first_read;     /* in a run without failures */
    const nf_sync *sync; /* warm runs: an out-of-order queue of the caller, and an event to wait for */
} fault;

/* The number of the first read among the calls since layer->calls was 0, or 0.  A device that fails reports it when the
   next result is waited for, so if this call fails, the kernels before it have not run. */
static long first_read(void) {
    for (long k = 0; k < layer->calls && k < FAULTS_TRACED; k++)
        if (strcmp(layer->names[k], "clEnqueueReadBuffer") == 0) return k + 1;
    return 0;
}

static void arm(fault *f, long number) {
    layer->lost = f->in_opencl && number == f->first_read;
    layer->calls = f->memory.calls = 0;
    layer->failed = NULL;
    f->memory.failed = 0;
    layer->fail_at = f->in_opencl ? number : 0;
    f->memory.fail_at = f->in_opencl ? 0 : number;
}

static void disarm(fault *f) {
    layer->lost = 0;
    layer->fail_at = f->memory.fail_at = 0;
}

static int has_failed(const fault *f) { return f->in_opencl ? layer->failed != NULL : f->memory.failed; }

/* Checks a run with a failure: the right pairs nevertheless, or a status, a cause and a message. */
static void check_answer(const fault *f, long number, nf_status status, const char *sentence, uint64_t total,
                         int64_t sum) {
    const char *kind = f->in_opencl ? "OpenCL call" : "allocation";
    const char *name = f->in_opencl && layer->failed ? layer->failed : "";
    if (status == NF_OK) {
        ck_assert_msg(total == expected(&f->what) && sum == f->right_sum, "%s %ld %s: a wrong answer", kind,
                      number, name);
        return;
    }
    ck_assert_msg(has_failed(f), "%s %ld: %s without a cause: %s", kind, number, nf_status_name(status),
                  sentence);
    ck_assert_msg(sentence[0] != 0, "%s %ld %s: %s without a sentence", kind, number, name,
                  nf_status_name(status));
    if (!f->in_opencl)
        ck_assert_msg(status == NF_ERROR_MEMORY, "%s %ld: %s", kind, number, nf_status_name(status));
}

/* Searches once more with the context, without failures. */
static void check_still_works(fault *f, nf_context *context, long number) {
    uint64_t total = 0;
    int64_t sum = 0;
    const char *name = f->in_opencl && layer->failed ? layer->failed : "";
    disarm(f);
    const nf_status status = ask(context, &f->what, f->sync, &total, &sum);
    ck_assert_msg(status == NF_OK, "after %ld %s the context no longer works: %s", number, name,
                  nf_context_error(context));
    ck_assert_msg(total == expected(&f->what) && sum == f->right_sum, "after %ld %s: a wrong answer", number,
                  name);
}

/* One run, including the creation of the context, in which call or allocation `number` fails; returns 1 if it was reached. */
static int run_cold(fault *f, long number) {
    nf_context *context = NULL;
    char message[512] = "";
    uint64_t total = 0;
    int64_t sum = 0;
    arm(f, number);
    nf_status status = nf_context_create(&f->what.options, &context, message, sizeof message);
    ck_assert_msg((status == NF_OK) == (context != NULL), "%ld", number);
    if (context) status = ask(context, &f->what, f->sync, &total, &sum);
    const int failed = has_failed(f);
    check_answer(f, number, status, context ? said : message, total, sum);
    disarm(f);
    if (context && failed) check_still_works(f, context, number);
    nf_context_free(context);
    faults_nothing_is_left(layer, "cold", number);
    ck_assert_msg(f->memory.alive == 0, "%ld: %ld allocations are left", number, f->memory.alive);
    return failed;
}

/* One search with a context that has all its programs. */
static int run_warm(fault *f, nf_context *context, long number) {
    uint64_t total = 0;
    int64_t sum = 0;
    arm(f, number);
    const nf_status status = ask(context, &f->what, f->sync, &total, &sum);
    const int failed = has_failed(f);
    check_answer(f, number, status, said, total, sum);
    check_still_works(f, context, number);
    return failed;
}

/* Cold runs load programs from disk, which is slow: clSetKernelArg, which is most of the calls, fails in warm runs
   only. */
static int left_to_warm_runs(const fault *f, long number) {
    return f->in_opencl && number <= FAULTS_TRACED && layer->names[number - 1] &&
           strcmp(layer->names[number - 1], "clSetKernelArg") == 0;
}

static void every_failure(job what, int in_opencl) {
    fault f = {.what = what, .in_opencl = in_opencl};
    f.what.options.allocator = (nf_allocator){counted_allocate, counted_release, &f.memory};
    nf_context *context = NULL;
    uint64_t total = 0;
    faults_layer_clean(layer);
    for (int k = 0; k < 2;
         k++) { /* first the right result, which also fills the caches; then the names of the calls */
        nf_context_free(context);
        layer->calls = 0;
        ck_assert_int_eq(nf_context_create(&f.what.options, &context, NULL, 0), NF_OK);
        ck_assert_msg(ask(context, &f.what, NULL, &total, &f.right_sum) == NF_OK, "%s",
                      nf_context_error(context));
        ck_assert_uint_eq(total, expected(&what));
    }
    const char *names[FAULTS_TRACED];
    memcpy(names, layer->names, sizeof names);
    const long cold_read = first_read();
    const long step = getenv("NEARFIELD_TEST_SMALL") ? 11 : 1;
    long runs = 0;
    cl_int code = CL_SUCCESS;
    cl_event ready = NULL;
    nf_sync sync = {.wait_count = 1, .waits = &ready};
    sync.queue = clCreateCommandQueue(nf_context_cl(context), nf_context_device(context)->device,
                                      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                          (what.options.profile ? CL_QUEUE_PROFILING_ENABLE : 0),
                                      &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    ck_assert_int_eq(clEnqueueMarkerWithWaitList(sync.queue, 0, NULL, &ready), CL_SUCCESS);
    ck_assert_int_eq(clFinish(sync.queue), CL_SUCCESS); /* a completed event is queried once */
    f.sync = &sync;
    layer->calls = 0;
    ck_assert_int_eq(ask(context, &f.what, f.sync, &total, &f.right_sum), NF_OK);
    f.first_read = first_read();
    ck_assert_int_gt(f.first_read, 0);
    if (in_opencl) ck_assert(run_warm(&f, context, f.first_read));
    for (long number = 1; run_warm(&f, context, number); number += step) runs++;
    f.sync = NULL;
    clReleaseEvent(ready);
    clReleaseCommandQueue(sync.queue);
    nf_context_free(context);
    faults_nothing_is_left(layer, "warm", runs);
    ck_assert_int_eq(f.memory.alive, 0);
    f.first_read = cold_read;
    if (in_opencl) ck_assert(run_cold(&f, cold_read));
    for (long number = 1;; number += step) {
        memcpy(layer->names, names, sizeof names);
        if (left_to_warm_runs(&f, number)) continue;
        if (!run_cold(&f, number)) break;
        runs++;
    }
    ck_assert_int_gt(runs, 3);
    printf("%ld %s failed in turn\n", runs, in_opencl ? "OpenCL calls" : "allocations");
}

static const job jobs[] = {
    {.pairs = {.sorted = 1}, .options = {.profile = 1}},
    {.potential = 1},
    {.options = {.tuning = "search.GROUP=32"}}, /* searches before it knows the grid */
    {.k = 4},
    {.linking_length = 0.05},
    {.options = {.tuning = "staging.BYTES=512"}}, /* every copy is staged */
};
enum { JOBS = sizeof jobs / sizeof jobs[0] };

/* Every OpenCL call, or every allocation: FAULTS_IN_OPENCL is 1 or 0. */
LOOP_TEST(every_one_may_fail, JOBS) { every_failure(jobs[_i], FAULTS_IN_OPENCL); }

int main(int argc, char **argv) {
    (void)argc;
    layer = faults_layer_open(argv[0]);
    if (!layer) return 1;

    uint32_t state = 7;
    for (int k = 0; k < 3 * POINTS; k++) {
        state = state * 1664525u + 1013904223u;
        points[k] = (float)(state >> 8) / 16777216.0f;
    }
    return support_main();
}
