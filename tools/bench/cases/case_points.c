/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The cases order, count and pairs, of points uniform in the unit cube. */
#include "bench/bench.h"

#include <math.h>
#include <nearfield/experimental/papers.h>
#include <stdlib.h>
#include <string.h>

enum {
    EVERY_PAIR = 200000, /* up to this n, plain C counts the pairs; beyond, their number must be likely */
    WATCHED = 8,
    CHUNK = 1 << 21
};

static bench_need points_need(const bench_job *job) {
    const uint64_t points = bench_input_bytes(job);
    const uint64_t result = (uint64_t)(bench_expected_pairs(job) * 1.02 * job->what->work.found_bytes);
    nf_cost cost = {.assumed = 0};
    nf_cloud *shape = bench_shape(job);
    if (nf_pairs(shape, 1, &(nf_pairs_options){.cost = &cost}, NULL, NULL) != NF_OK) cost.bytes = 4 * points;
    nf_cloud_free(shape);
    return (bench_need){cost.bytes + points + result, result > points ? result : points, 3 * points};
}

static bench_need potential_need(const bench_job *job) {
    const double pairs = bench_expected_pairs(job) * 1.02;
    nf_cost cost = {.assumed = (uint64_t)pairs};
    const nf_paper_pairs_options options = {.cost = &cost, .assumed_potential = (uint64_t)(6.5 * pairs)};
    nf_cloud *shape = bench_shape(job);
    const nf_status status = nf_paper_pairs(shape, 1, &options, NULL, NULL);
    nf_cloud_free(shape);
    return (bench_need){status == NF_OK ? cost.bytes + bench_input_bytes(job) : UINT64_MAX,
                        8 * options.assumed_potential, 3 * bench_input_bytes(job)};
}

/* ---- what is timed ------------------------------------------------------------------------------------ */

static nf_status count_run(bench_job *job, nf_context *context) {
    const nf_outputs counted = {.found = &job->found};
    const nf_status status = bench_fresh_cloud(job, context);
    return status == NF_OK
               ? nf_pairs(job->cloud, job->cutoff, &(nf_pairs_options){.outputs = &counted}, NULL, NULL)
               : status;
}

static nf_status pairs_run(bench_job *job, nf_context *context) {
    nf_status status = bench_fresh_cloud(job, context);
    if (status == NF_OK) status = nf_pairs(job->cloud, job->cutoff, NULL, NULL, &job->result);
    job->found = status == NF_OK ? nf_result_total(job->result) : 0;
    return status;
}

static nf_status potential_run(bench_job *job, nf_context *context) {
    nf_status status = bench_fresh_cloud(job, context);
    if (status == NF_OK) status = nf_paper_pairs(job->cloud, job->cutoff, NULL, NULL, &job->result);
    job->found = status == NF_OK ? nf_result_total(job->result) : 0;
    return status;
}

static nf_status pairs_drop(bench_job *job) {
    nf_result_free(job->result);
    job->result = NULL;
    return NF_OK;
}

/* ---- verified ----------------------------------------------------------------------------------------- */

static int is_likely(const bench_job *job) {
    const double expected = bench_expected_pairs(job);
    return fabs((double)job->found - expected) <= bench_unlikely(expected);
}

static int count_verify(const bench_job *job) {
    uint64_t total = 0;
    const nf_outputs counted = {.found = &total};
    nf_cloud *cloud = NULL;
    if (job->n > EVERY_PAIR)
        return is_likely(job) ? EXIT_DONE : bench_wrong(job, "an unlikely number of pairs");
    nf_status status = bench_host_cloud(job, &cloud);
    if (status == NF_OK)
        status = nf_pairs(cloud, job->cutoff, &(nf_pairs_options){.outputs = &counted}, NULL, NULL);
    nf_cloud_free(cloud);
    if (status != NF_OK) return bench_failed(job->on->host, status, job->what->name);
    return total == job->found ? EXIT_DONE : bench_wrong(job, "plain C finds another number of pairs");
}

static int is_pair(const bench_job *job, uint64_t i, uint64_t j) {
    return bench_is_near(job, bench_square(job, i, j, (const int[3]){0, 0, 0}));
}

/* Checks the number of pairs; and if there are pairs, that they are in order and closer than the cutoff, and that some
   points have all their neighbours. */
static int points_verify(bench_job *job) {
    uint64_t watched[WATCHED], partners[WATCHED] = {0}, seen[WATCHED] = {0};
    int code = count_verify(job);
    if (code != EXIT_DONE || !job->result) return code;
    int32_t *chunk = malloc((size_t)CHUNK * 2 * sizeof *chunk);
    code = chunk ? EXIT_DONE : complain(EXIT_MEMORY, "there is no memory for a chunk of pairs");
    for (int w = 0; w < WATCHED; w++) watched[w] = (job->n - 1) / (WATCHED - 1) * (uint64_t)w;
    for (uint64_t t = 0; t < WATCHED * job->n && code == EXIT_DONE; t++) {
        const uint64_t a = watched[t % WATCHED], b = t / WATCHED;
        partners[t % WATCHED] += (uint64_t)(a < b ? is_pair(job, a, b) : b < a && is_pair(job, b, a));
    }
    for (uint64_t first = 0; code == EXIT_DONE && first < job->found; first += CHUNK) {
        const uint64_t count = job->found - first < CHUNK ? job->found - first : CHUNK;
        const nf_status status = nf_result_read(job->result, NF_ARRAY_PAIRS, first, count, NULL, chunk);
        if (status != NF_OK) code = bench_failed(job->on->plain, status, "reading the pairs");
        for (uint64_t k = 0; k < count && code == EXIT_DONE; k++) {
            const int32_t i = chunk[2 * k], j = chunk[2 * k + 1];
            if (i < 0 || j <= i || (uint64_t)j >= job->n) code = bench_wrong(job, "indices out of order");
            else if (k % 61 == 0 && !is_pair(job, (uint64_t)i, (uint64_t)j))
                code = bench_wrong(job, "too far apart");
            for (int w = 0; w < WATCHED; w++)
                seen[w] += (uint64_t)i == watched[w] || (uint64_t)j == watched[w];
        }
    }
    if (code == EXIT_DONE && memcmp(seen, partners, sizeof seen) != 0)
        code = bench_wrong(job, "partners missing");
    free(chunk);
    return code;
}

/* ---- the table ---------------------------------------------------------------------------------------- */

/* Least work: points once; their order with its indices; 8 bytes a pair; three differences, three squares, two sums and one
   comparison a pair. */
#define POINTS(name, help, usual, place, need, restore, run, apart, ...)                                     \
    {                                                                                                        \
        name, help, "points", usual, NF_TYPE_NONE, __VA_ARGS__, need, bench_setup_points, restore, run,      \
            apart, points_verify, 0, BENCH_RANDOM, NULL, 0, NULL, NULL, 0, place                             \
    }
const bench_case bench_points[] = {
    POINTS("order", "points on the device put in the order of their cells", 1, BENCH_ON_DEVICE, points_need,
           NULL, count_run, "search", {2, 4, 0, 0, 0, 0}),
    POINTS("count", "points on the device in input order to the number of pairs", 0, BENCH_ON_DEVICE,
           points_need, NULL, count_run, NULL, {1, 0, 0, 0, 9, 0}),
    POINTS("pairs", "points on the device in input order to pairs on the device, total on the host", 1,
           BENCH_ON_DEVICE, points_need, NULL, pairs_run, NULL, {1, 0, 8, 0, 9, 0}),
    POINTS("pairs-fresh", "as pairs, with a new result buffer for each search", 0, BENCH_ON_DEVICE,
           points_need, pairs_drop, pairs_run, NULL, {1, 0, 8, 0, 9, 0}),
    POINTS("pairs-potential", "as pairs, by the baseline that stores every potential pair", 0,
           BENCH_ON_DEVICE, potential_need, NULL, potential_run, NULL, {1, 0, 8, 0, 9, 0}),
    POINTS("pairs-host", "as pairs, from host memory to host memory", 0, BENCH_IN_HOST_MEMORY, points_need,
           NULL, pairs_run, NULL, {1, 0, 8, 0, 9, 0}),
    POINTS("pairs-pinned", "as pairs-host, in memory of the library", 0, BENCH_IN_LIBRARY_MEMORY, points_need,
           NULL, pairs_run, NULL, {1, 0, 8, 0, 9, 0}),
    {.name = NULL},
};
