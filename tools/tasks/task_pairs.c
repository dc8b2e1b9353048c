/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The task pairs: every pair of points closer than a cutoff. */
#include "tasks/job/job.h"

static nf_pairs_options options_of(const task_job *job) {
    return (nf_pairs_options){.method = job->method,
                              .cells_per_cutoff = job->cells_per_cutoff,
                              .sorted = job->sorted,
                              .arrays = job_wants(job),
                              .queries = conditions_queries(&job->conditions),
                              .conditions = conditions_asked(&job->conditions)};
}

static nf_status ask_device(const task_job *job, nf_cloud *cloud, task_answer *answer) {
    const nf_pairs_options options = options_of(job);
    if (job_counts(job)) return nf_pairs_count(cloud, job->cutoff, &options, NULL, &answer->total);
    return nf_pairs(cloud, job->cutoff, &options, NULL, &answer->result);
}

static nf_status stream_pairs(const task_job *job, nf_cloud *cloud, uint32_t arrays,
                              const nf_stream *stream) {
    nf_pairs_options options = options_of(job);
    options.arrays = arrays;
    return nf_pairs_stream(cloud, job->cutoff, &options, stream, NULL, NULL);
}

static nf_status ask_host(const task_job *job, const nf_points *points, task_answer *answer,
                          nf_host_times *times, char *message, size_t size) {
    const nf_pairs_options options = options_of(job);
    nf_host_arrays more = {.distances = NULL};
    int32_t *pairs = NULL;
    const nf_status status =
        nf_host_pairs(points, &job->box, job->cutoff, &options, NULL, job->count_only ? NULL : &pairs,
                      &answer->total, &more, times, message, size);
    answer->arrays[0] = pairs;
    job_keep_more(job, &more, answer);
    return status;
}

const task pairs_task = {
    .name = "pairs",
    .asks = "every pair of points closer than a cutoff, each once",
    .needs = "--cutoff R",
    .found = "pairs",
    .row = "m x 2 indices from 0, i < j",
    .takes = TAKES_CUTOFF | TAKES_PAIRS | TAKES_METHOD | TAKES_SORTED | TAKES_MORE | TAKES_COUNT |
             TAKES_VERIFY | TAKES_QUERIES | TAKES_CONDITIONS | TAKES_BUDGET,
    .half = 1,
    .array_count = 1,
    .arrays = {{NF_ARRAY_PAIRS, VALUES_POINTS, {"pairs", NF_INT32, 2, "i,j", 0}}},
    .ask_device = ask_device,
    .stream = stream_pairs,
    .ask_host = ask_host,
    .rows = &rows_of_partners,
};
