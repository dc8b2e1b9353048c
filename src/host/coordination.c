/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Neighbours of each type, in plain C. */
#include "core/slice.h"
#include "host/job.h"

typedef struct taker {
    const nf_filters *filters;
    const int32_t *types;
    uint32_t type_count;
    uint64_t *counts; /* the points, or query points, x type_count */
} taker;

static nf_status take(host_job *job, uint64_t first, uint32_t many) {
    const taker *t = job->taker;
    const int32_t *types = t->types + job->system.first;
    for (uint32_t lane = 0; lane < many; lane++) {
        uint64_t *row = t->counts + (job->query_first + job->query_index[first + lane]) * t->type_count;
        for (size_t k = job->starts[lane]; k < job->starts[lane + 1]; k++)
            row[types[job->index[job->list[k]]]]++;
    }
    return NF_OK;
}

static nf_status answer_system(host_job *job) {
    nf_status status = NF_OK;
    NF_TRY(nf_params_search(&job->params, &job->space, job->system.n, job->type, job->system.cutoff,
                            ((const taker *)job->taker)->filters, job->error));
    NF_TRY(nf_host_walk(job));
done:
    return status;
}

nf_status nf_host_coordination(const nf_host_cloud *cloud, double cutoff, uint32_t type_count,
                               const nf_coordination_options *options, nf_host_answer *answer) {
    taker t = {
        .filters = options->filters, .types = nf_slice_memory(cloud->points.types), .type_count = type_count};
    host_job job = {.take = take, .taker = &t, .full = 1};
    uint64_t rows = 0;
    nf_status status = NF_OK;
    NF_TRY(nf_host_begin(&job, cloud, options->queries, options->filters, NF_FROM_BOTH, cutoff));
    rows = job.query_all * type_count;
    NF_TRY(nf_allocate(cloud->allocator, (size_t)rows + 1, sizeof *t.counts, "the counts", (void **)&t.counts,
                       cloud->error));
    answer->arrays[NF_ARRAY_COUNTS] = t.counts;
    NF_TRY(nf_host_each_system(&job, answer_system));
    for (uint64_t k = 0; k < rows; k++) answer->total += t.counts[k];
    answer->times = job.times;
done:
    if (status != NF_OK) nf_host_answer_free(cloud, answer);
    nf_host_end(&job);
    return status;
}
