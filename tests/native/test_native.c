/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Kernels that are compiled with the library: which calls of the host run them, and that the bytes are those of plain C, on any number of threads. */
#include "native/native.h"

#include "opencl/context.h"
#include "support/calls.h"
#include "support/clouds/clouds.h"
#include "support/device.h"
#include "support/run.h"

#include <fenv.h>
#include <nearfield/experimental/check.h>
#include <nearfield/nearfield.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { N = 3000, TYPES = 3 }; /* enough for several threads */

#define SUPPORT_NEEDS_NATIVE()                                                                               \
    do {                                                                                                     \
        if (nf_native_runs()) break;                                                                         \
        support_skip_test(__func__, "the library was built without clang");                                  \
        return;                                                                                              \
    } while (0)

static nf_context *open_host(const char *tuning, uint32_t threads) {
    const nf_context_options options = {.device = "host", .tuning = tuning, .threads = threads};
    nf_context *context = NULL;
    char message[640] = "";
    ck_assert_msg(nf_context_create(&options, &context, message, sizeof message) == NF_OK, "%s", message);
    return context;
}

/* ---- the questions ------------------------------------------------------------------------------------------ */

/* A call about a cloud in a cube of edge 1. */
typedef nf_status (*call)(nf_cloud *cloud, const nf_points *points, nf_result **result);

static const uint64_t measured =
    NF_WANT(NF_ARRAY_DISTANCES) | NF_WANT(NF_ARRAY_VECTORS) | NF_WANT(NF_ARRAY_SHIFTS);

static nf_status pairs(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    (void)points;
    return nf_pairs(cloud, 0.11, NULL, NULL, result);
}
static nf_status sorted_pairs(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    const nf_pairs_options options = {.arrays = NF_WANT(NF_ARRAY_PAIRS) | NF_WANT(NF_ARRAY_DISTANCES),
                                      .sorted = 1};
    (void)points;
    return nf_pairs(cloud, 0.11, &options, NULL, result);
}
static nf_status measured_pairs(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    const nf_pairs_options options = {.arrays = NF_WANT(NF_ARRAY_PAIRS) | measured};
    (void)points;
    return nf_pairs(cloud, 0.11, &options, NULL, result);
}
static nf_status query_pairs(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    const nf_pairs_options options = {.queries = points};
    return nf_pairs(cloud, 0.11, &options, NULL, result);
}
static nf_status lists(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    (void)points;
    return nf_lists(cloud, 0.11, NULL, NULL, result);
}
static nf_status made_pairs(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    const nf_pairs_options options = {.arrays = NF_WANT(NF_ARRAY_ROWS) | NF_WANT(NF_ARRAY_INDICES) |
                                                NF_WANT(NF_ARRAY_PAIRS_INT64)};
    (void)points;
    return nf_pairs(cloud, 0.11, &options, NULL, result);
}
static nf_status made_lists(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    const nf_lists_options options = {.arrays = NF_WANT(NF_ARRAY_ROWS) | NF_WANT(NF_ARRAY_ROWS_INT64) |
                                                NF_WANT(NF_ARRAY_INDICES_INT64)};
    (void)points;
    return nf_lists(cloud, 0.11, &options, NULL, result);
}
static nf_status made_dbscan(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    const nf_dbscan_options options = {.arrays =
                                           NF_WANT(NF_ARRAY_GROUP_NUMBERS) | NF_WANT(NF_ARRAY_CORES_UINT8)};
    (void)points;
    return nf_dbscan(cloud, 0.08, 5, &options, NULL, result);
}
static nf_status few_lists(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    (void)points;
    return nf_lists(cloud, 0.004, NULL, NULL, result); /* whose grid is sparse */
}
static nf_status sorted_lists(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    const nf_lists_options options = {.half = 1, .sorted = 1};
    (void)points;
    return nf_lists(cloud, 0.11, &options, NULL, result);
}
static nf_status measured_lists(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    const nf_lists_options options = {.arrays = NF_WANT(NF_ARRAY_INDICES) | measured};
    (void)points;
    return nf_lists(cloud, 0.11, &options, NULL, result);
}
static nf_status kept_lists(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    const nf_lists_options options = {.skin = 0.01};
    (void)points;
    return nf_lists(cloud, 0.11, &options, NULL, result);
}
static nf_status measured_kept_lists(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    const nf_lists_options options = {.arrays = NF_WANT(NF_ARRAY_INDICES) | measured, .skin = 0.01};
    (void)points;
    return nf_lists(cloud, 0.11, &options, NULL, result);
}
static nf_status query_lists(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    const nf_lists_options options = {.queries = points};
    return nf_lists(cloud, 0.11, &options, NULL, result);
}
static nf_status histogram(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    (void)points;
    return nf_histogram(cloud, 0.11, 20, NULL, NULL, result);
}
static nf_status typed_histogram(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    const nf_histogram_options options = {.type_count = TYPES};
    (void)points;
    return nf_histogram(cloud, 0.11, 20, &options, NULL, result);
}
static nf_status coordination(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    (void)points;
    return nf_coordination(cloud, 0.11, TYPES, NULL, NULL, result);
}
static nf_status lists_by_types(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    static const double cutoffs[TYPES * TYPES] = {0.11, 0.09, 0.07, 0.09, 0.1, 0.05, 0.07, 0.05, 0};
    const nf_filters filters = {.type_cutoffs = cutoffs, .type_count = TYPES};
    const nf_lists_options options = {.filters = &filters};
    (void)points;
    return nf_lists(cloud, 0.11, &options, NULL, result);
}
static nf_status knn_with(nf_cloud *cloud, uint64_t arrays, nf_result **result) {
    const nf_knn_options options = {.arrays = NF_WANT(NF_ARRAY_INDICES) | arrays};
    return nf_knn(cloud, 8, &options, NULL, result);
}
static nf_status knn_vectors(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    (void)points;
    return knn_with(cloud, NF_WANT(NF_ARRAY_VECTORS), result);
}
static nf_status knn_measured(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    (void)points;
    return knn_with(cloud, measured, result);
}
static nf_status knn(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    const nf_knn_options options = {.arrays = NF_WANT(NF_ARRAY_INDICES) | NF_WANT(NF_ARRAY_DISTANCES)};
    (void)points;
    return nf_knn(cloud, 8, &options, NULL, result);
}
static nf_status query_knn(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    const nf_knn_options options = {.arrays = NF_WANT(NF_ARRAY_INDICES) | NF_WANT(NF_ARRAY_DISTANCES),
                                    .queries = points};
    return nf_knn(cloud, 12, &options, NULL, result);
}
static nf_status fof(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    (void)points;
    return nf_fof(cloud, 0.05, NULL, NULL, result);
}
static nf_status dbscan(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    (void)points;
    return nf_dbscan(cloud, 0.08, 5, NULL, NULL, result);
}

enum { NONE = 4 }; /* more dims than clouds have here */
static const struct {
    const char *name;
    call ask;
    int dims_least; /* whose programs are compiled; NONE: no program is */
} calls[] = {{"pairs", pairs, 2},
             {"sorted pairs", sorted_pairs, 2},
             {"pairs, measured", measured_pairs, 2},
             {"pairs of query points", query_pairs, 3},
             {"pairs, with what is made of them", made_pairs, 2},
             {"lists, with what is made of them", made_lists, 2},
             {"lists", lists, 2},
             {"lists, sparse", few_lists, 3},
             {"sorted half lists", sorted_lists, 3},
             {"lists, measured", measured_lists, 2},
             {"lists with a skin", kept_lists, 2},
             {"lists with a skin, measured", measured_kept_lists, 2},
             {"lists of query points", query_lists, 3},
             {"histogram", histogram, 2},
             {"histogram by types", typed_histogram, 3},
             {"coordination", coordination, 3},
             {"lists by cutoffs of types", lists_by_types, NONE},
             {"nearest neighbours with vectors", knn_vectors, 3},
             {"nearest neighbours, measured", knn_measured, 3},
             {"nearest neighbours", knn, 2},
             {"nearest neighbours of query points", query_knn, 3},
             {"groups of friends", fof, 2},
             {"DBSCAN, with what is made of it", made_dbscan, 2},
             {"DBSCAN", dbscan, 2}};
enum { CALLS = sizeof calls / sizeof *calls };

/* Compares all calls about a cloud on a context with plain C.  lacks: 1 if each needs a program that is not compiled, 0 if none does. */
static void compare(nf_context *context, const nf_points *points, const nf_box *box, int lacks) {
    nf_context *plain = support_host();
    own_cloud cloud = NULL, plain_cloud = NULL;
    int32_t types[N];
    nf_points typed = *points;
    for (int k = 0; k < N; k++) types[k] = k % 5 % TYPES;
    typed.types.host = types;
    support_ok(context, nf_cloud_create(context, &typed, box, NULL, &cloud));
    support_ok(plain, nf_cloud_create(plain, &typed, box, NULL, &plain_cloud));
    for (size_t k = 0; k < CALLS; k++) {
        char what[160];
        own_result got = NULL, wanted = NULL;
        if (!lacks && points->dims < calls[k].dims_least) continue;
        snprintf(what, sizeof what, "%s, %d dims, %d bits, %s, %u threads", calls[k].name, points->dims,
                 points->type == NF_FLOAT64 ? 64 : 32, box ? "in a box" : "open",
                 nf_context_device(context)->compute_units);
        support_ok(plain, calls[k].ask(plain_cloud, points, &wanted));
        for (int turn = 0; turn < 2; turn++) { /* the second into the same result */
            support_ok(context, calls[k].ask(cloud, points, &got));
            ck_assert_msg(context->lacks == lacks, "%s: a program is%s missing", what, lacks ? " not" : "");
            ck_assert(!context->plain);
            support_same_results(wanted, got, what);
        }
    }
}

static const nf_box cube = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 1}};
static const nf_box square = {.cell = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .periodic = {1, 1, 0}};

/* Points in the cube; or some of them a cube beside it, so that those of a box are folded. */
static support_cloud spread(int dims, nf_type type, int outside) {
    own_points cloud = support_cloud_uniform(N, 3, NF_FLOAT64, 0.11, 5);
    own_memory double *xyz = support_allocate(3 * N * sizeof *xyz);
    memcpy(xyz, cloud.points.rows.host, 3 * N * sizeof *xyz);
    for (int k = 0; outside && k < 3 * N; k += 50) xyz[k] += k % 100 ? 1 : -1;
    return support_cloud_of("spread", xyz, N, dims, type, 0.11);
}

LOOP_TEST(kernels_give_the_bytes_of_plain_c_on_any_number_of_threads, 3) {
    SUPPORT_NEEDS_NATIVE();
    own_context context = open_host("host.FEW=1", (uint32_t)_i + 1);
    ck_assert_uint_eq(nf_context_device(context)->compute_units, (uint32_t)_i + 1);
    for (int dims = 2; dims <= 3; dims++)
        for (int is_double = 0; is_double < 2; is_double++) {
            const nf_type type = is_double ? NF_FLOAT64 : NF_FLOAT32;
            const nf_box *box = dims == 2 ? &square : &cube;
            own_points inside = spread(dims, type, 0), outside = spread(dims, type, 1);
            compare(context, &inside.points, NULL, 0);
            compare(context, &inside.points, box, 0);
            nf_context_trim(context); /* which ends the threads */
            compare(context, &outside.points, box, 0);
        }
    ck_assert_uint_gt(context->programs.count, 0);
}

/* Plain C, one thread, and two, of which one is made while the caller rounds upward. */
LOOP_TEST(results_do_not_depend_on_how_the_caller_rounds, 3) {
    own_context context = open_host(_i ? "host.FEW=1" : "host.FEW=1 host.PLAIN=1", _i ? (uint32_t)_i : 1);
    own_points points = spread(3, NF_FLOAT32, 1);
    own_cloud cloud = NULL, again = NULL;
    int32_t types[N];
    for (int k = 0; k < N; k++) types[k] = k % TYPES;
    points.points.types.host = types;
    support_ok(context, nf_cloud_create(context, &points.points, &cube, NULL, &cloud));
    for (size_t k = 0; k < CALLS; k++) {
        own_result wanted = NULL, got = NULL;
        support_ok(context, calls[k].ask(cloud, &points.points, &wanted));
        nf_context_trim(context); /* which ends the threads */
        ck_assert_int_eq(fesetround(FE_UPWARD), 0);
        nf_cloud_free(again);
        support_ok(context, nf_cloud_create(context, &points.points, &cube, NULL, &again));
        support_ok(context, calls[k].ask(again, &points.points, &got));
        ck_assert_int_eq(fegetround(), FE_UPWARD);
        ck_assert_int_eq(fesetround(FE_TONEAREST), 0);
        support_same_results(wanted, got, calls[k].name);
    }
}

/* What a child of fork() does with the context and what was made with it: 0 if its answer has the bytes of `wanted`. */
static int work_in_child(nf_context *context, nf_cloud *cloud, nf_result *wanted) {
    nf_result *got = NULL;
    int differs = pairs(cloud, NULL, &got) != NF_OK || nf_result_total(got) != nf_result_total(wanted);
    if (!differs)
        differs =
            memcmp(nf_result_array(got, NF_ARRAY_PAIRS)->host, nf_result_array(wanted, NF_ARRAY_PAIRS)->host,
                   (size_t)nf_result_total(got) * 8) != 0;
    nf_result_free(got);
    nf_result_free(wanted);
    nf_cloud_free(cloud);
    nf_context_free(context);
    return differs;
}

/* A child has none of the threads that its parent has made. */
TEST(a_child_of_fork_works_on_with_the_context_and_frees_it) {
    SUPPORT_NEEDS_NATIVE();
    enum { SECONDS = 30 };
    own_context context = open_host("host.FEW=1", 2);
    own_points cloud = spread(3, NF_FLOAT32, 0);
    own_cloud on = NULL;
    own_result wanted = NULL, again = NULL;
    int said = -1;
    support_ok(context, nf_cloud_create(context, &cloud.points, NULL, NULL, &on));
    support_ok(context, pairs(on, NULL, &wanted));
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL); /* the threads sleep by then */
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGALRM, SIG_DFL); /* a child that hangs is killed, and not the test with it */
        alarm(SECONDS);
        _exit(work_in_child(context, on, wanted));
    }
    ck_assert_int_eq(waitpid(child, &said, 0), child);
    ck_assert_int_eq(said, 0);
    support_ok(context, pairs(on, NULL, &again));
    support_same_results(wanted, again, "after a fork");
}

TEST(calls_whose_programs_are_not_compiled_are_answered_in_plain_c) {
    SUPPORT_NEEDS_NATIVE();
    own_context context = open_host("host.FEW=1", 2);
    own_points cloud = spread(1, NF_FLOAT32, 0);
    compare(context, &cloud.points, NULL, 1);
}

TEST(a_word_of_the_tuning_has_all_calls_answered_in_plain_c) {
    own_context context = open_host("host.FEW=1 host.PLAIN=1", 3);
    own_points cloud = spread(3, NF_FLOAT32, 0);
    own_cloud on = NULL;
    own_result result = NULL;
    ck_assert_uint_eq(nf_context_device(context)->compute_units, 1);
    ck_assert_str_eq(nf_context_device(context)->version, "plain C");
    support_ok(context, nf_cloud_create(context, &cloud.points, NULL, NULL, &on));
    support_ok(context, lists(on, NULL, &result));
    ck_assert_uint_eq(context->programs.count, 0);
}

/* Questions that have a table of images, about few points and query points. */
TEST(few_points_are_answered_in_plain_c_and_more_by_kernels) {
    SUPPORT_NEEDS_NATIVE();
    static const call tables[] = {pairs, lists, query_pairs, query_lists};
    own_context context = open_host("host.FEW=4096", 1);
    own_points few = spread(3, NF_FLOAT32, 0), more = support_cloud_uniform(4097, 3, NF_FLOAT32, 0.11, 5);
    own_cloud of_few = NULL, of_more = NULL;
    support_ok(context, nf_cloud_create(context, &few.points, NULL, NULL, &of_few));
    support_ok(context, nf_cloud_create(context, &more.points, NULL, NULL, &of_more));
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
        own_result result = NULL;
        support_ok(context, tables[k](of_few, &few.points, &result));
        ck_assert_uint_eq(context->programs.count, 0);
    }
    /* More query points, more points, a question without a table, and what a table does not have. */
    for (int k = 0; k < 5; k++) {
        const size_t before = context->programs.count;
        own_result result = NULL;
        support_ok(context, k == 0   ? query_lists(of_few, &more.points, &result)
                            : k == 1 ? pairs(of_more, NULL, &result)
                            : k == 2 ? histogram(of_few, NULL, &result)
                            : k == 3 ? sorted_lists(of_few, NULL, &result)
                                     : kept_lists(of_few, NULL, &result));
        ck_assert_uint_gt(context->programs.count, before);
        ck_assert(!context->lacks);
    }
    ck_assert_uint_eq(nf_cloud_lists_built(of_few), 1);
}

/* ---- calls that are cancelled -------------------------------------------------------------------------------- */

/* The clock of tests is the processor time of the process, as other processes may have the processors meanwhile; in seconds. */
static double used_time(void) { return (double)clock() / CLOCKS_PER_SEC; }

static int is_late(void *latest) { return used_time() > *(const double *)latest; }

static nf_status long_knn(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    (void)points;
    return nf_knn(cloud, 200, NULL, NULL, result);
}
static nf_status long_histogram(nf_cloud *cloud, const nf_points *points, nf_result **result) {
    (void)points;
    return nf_histogram(cloud, 0.4, 50, NULL, NULL, result);
}

/* They would take some seconds, nearly all of them in one launch: of many groups, or of one for each thread. */
LOOP_TEST(a_long_launch_ends_soon_after_it_is_cancelled, 4) {
    SUPPORT_NEEDS_NATIVE();
    enum { MANY = 60000 };
    const double none = 1e300;
    double latest = none;
    const call ask = _i / 2 ? long_histogram : long_knn;
    const uint32_t threads = (uint32_t)_i % 2 + 1;
    const nf_context_options options = {
        .device = "host", .threads = threads, .cancelled = is_late, .cancelled_user = &latest};
    own_context context = NULL, other = open_host(NULL, threads);
    own_points points = support_cloud_uniform(MANY, 3, NF_FLOAT32, 0.02, 5);
    own_cloud cloud = NULL, same = NULL;
    own_result none_found = NULL, got = NULL, wanted = NULL;
    ck_assert_int_eq(nf_context_create(&options, &context, NULL, 0), NF_OK);
    support_ok(context, nf_cloud_create(context, &points.points, NULL, NULL, &cloud));
    support_ok(other, nf_cloud_create(other, &points.points, NULL, NULL, &same));
    latest = used_time() + 0.3 * threads;
    support_fails(context, NF_ERROR_CANCELLED, "cancelled", ask(cloud, NULL, &none_found));
    const double more = (used_time() - latest) / threads;
    ck_assert_msg(more < 0.2, "%.2f s more", more);
    latest = none;
    support_ok(context, knn(cloud, NULL, &got));
    support_ok(other, knn(same, NULL, &wanted));
    support_same_results(wanted, got, "after a call that was cancelled");
}

/* ---- chunks and outputs -------------------------------------------------------------------------------------- */

/* The pairs of chunks, one behind the other. */
typedef struct taken {
    int32_t *pairs;
    uint64_t count, chunks;
} taken;

static nf_status take(void *user, const nf_chunk *chunk) {
    taken *t = user;
    const nf_array_info *info = nf_result_array(chunk->result, NF_ARRAY_PAIRS);
    ck_assert_uint_eq(info->rows, chunk->count);
    memcpy(t->pairs + 2 * t->count, info->host, (size_t)chunk->count * 8);
    t->count += chunk->count;
    t->chunks++;
    return NF_OK;
}

/* With a program that is not compiled (in 1 dim) and with all of them, chunks and outputs have the bytes of a result. */
LOOP_TEST(chunks_and_outputs_have_the_bytes_of_a_result, 2) {
    own_context context = open_host("host.FEW=1", 2);
    own_points cloud = spread(_i ? 3 : 1, NF_FLOAT64, 0);
    own_cloud on = NULL;
    own_result result = NULL;
    const double cutoff = _i ? 0.11 : 0.01;
    uint64_t budget = 0, found = 0;
    support_ok(context, nf_cloud_create(context, &cloud.points, NULL, NULL, &on));
    support_ok(context, nf_pairs(on, cutoff, NULL, NULL, &result));
    const uint64_t total = nf_result_total(result);
    const int32_t *wanted = nf_result_array(result, NF_ARRAY_PAIRS)->host;
    own_memory int32_t *got = support_allocate((size_t)total * 8);
    taken t = {.pairs = got};
    nf_cost cost = {.size = sizeof cost, .assumed = total / 4};
    support_ok(context, nf_pairs(on, cutoff, &(nf_pairs_options){.cost = &cost}, NULL, NULL));
    nf_context_memory(context, &budget, NULL);
    const nf_chunks chunks = {.take = take, .user = &t, .memory_budget = budget + cost.bytes};
    support_ok(context, nf_pairs(on, cutoff, &(nf_pairs_options){.chunks = &chunks}, NULL, NULL));
    ck_assert_uint_eq(t.count, total);
    ck_assert_mem_eq(got, wanted, (size_t)total * 8);
    memset(got, 0, (size_t)total * 8);
    const nf_output output = {.array = NF_ARRAY_PAIRS, .host = got, .capacity = total};
    const nf_outputs outputs = {.arrays = &output, .count = 1, .found = &found};
    support_ok(context, nf_pairs(on, cutoff, &(nf_pairs_options){.outputs = &outputs}, NULL, NULL));
    ck_assert_uint_eq(found, total);
    ck_assert_mem_eq(got, wanted, (size_t)total * 8);
}

/* ---- arithmetic ---------------------------------------------------------------------------------------------- */

/* A compiler that fuses a product and a sum, takes sums in another order, or rounds roots and quotients otherwise is found here. */
TEST(compiled_kernels_compute_as_the_rule_says) {
    SUPPORT_NEEDS_NATIVE();
    own_context context = open_host(NULL, 2);
    size_t count = 0;
    const nf_probe_info *probes = nf_probes(&count);
    for (size_t k = 0; k < count; k++) {
        nf_finding finding = {.outcome = NF_PROBE_UNDECIDED};
        support_ok(context, nf_probe_run(context, k, &finding));
        ck_assert_msg(finding.outcome == (probes[k].needed ? NF_PROBE_HOLDS : NF_PROBE_NOT_RUN), "%s: %s",
                      probes[k].name, finding.why);
        ck_assert_str_eq(nf_context_error(context), "");
    }
}

/* ---- the table ----------------------------------------------------------------------------------------------- */

TEST(each_program_is_compiled_once) {
    for (size_t k = 0; k < nf_native_count; k++)
        ck_assert_msg(nf_native_find(nf_natives[k].words, "", "") == &nf_natives[k], "%s stands twice",
                      nf_natives[k].words);
}
