/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The task lists: the neighbours of every point, as offsets and indices. */
#include "job/job.h"
#include "tasks/partners.h"
#include "tasks/tasks.h"

static nf_lists_options options_of(const task_job *job) {
    return (nf_lists_options){.half = job->within.half,
                              .sorted = job->within.sorted,
                              .arrays = job->asked.count_only ? NF_WANT(NF_ARRAY_OFFSETS) : job_wants(job),
                              .queries = filters_queries(&job->filters),
                              .filters = filters_asked(&job->filters)};
}

static nf_status ask(const task_job *job, nf_cloud *cloud, task_answer *answer) {
    nf_lists_options options = options_of(job);
    if (job_counts(job)) options.arrays = NF_WANT(NF_ARRAY_OFFSETS);
    return nf_lists(cloud, job->within.cutoff, &options, NULL, &answer->result);
}

static nf_status ask_chunks(const task_job *job, nf_cloud *cloud, uint64_t arrays, const nf_chunks *chunks) {
    nf_lists_options options = options_of(job);
    options.arrays = arrays | NF_WANT(NF_ARRAY_INDICES);
    options.chunks = chunks;
    return nf_lists(cloud, job->within.cutoff, &options, NULL, NULL);
}

const task lists_task = {
    .name = "lists",
    .summary = "find the neighbours of every point, as offsets and indices",
    .asks = "the neighbours of every point, closer than a cutoff, as offsets and indices",
    .needs = "--cutoff R",
    .found = "neighbours",
    .row = "offsets: n + 1; indices: row i is indices[offsets[i]] to indices[offsets[i + 1] - 1]",
    .takes = TAKES_CUTOFF | TAKES_HALF | TAKES_SORTED | TAKES_COUNT | TAKES_QUERIES,
    .array_count = 2,
    .arrays = {{NF_ARRAY_OFFSETS, VALUES_OFFSETS, {"offsets", NF_UINT64, 1, "offset", IO_OWN_ROWS}, 0},
               {NF_ARRAY_INDICES, VALUES_POINTS, {"indices", NF_INT32, 1, "index", 0}, 0}},
    .further_count = PAIR_ARRAYS,
    .further = pair_arrays,
    .counts = {"counts", NF_UINT32, 1, "count", 0},
    .state_bytes = sizeof(partners),
    .ask = ask,
    .ask_chunks = ask_chunks,
    .rows = &rows_of_partners,
};
