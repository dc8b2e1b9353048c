/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Histograms in plain C. */
#include "core/slice.h"
#include "host/measure.h"
#include "host/weights.h"

#include "space/bins.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The bins of the kernels, compiled as C: the squares of float are exact as double. */
#define uint      uint32_t
#define real      double
#define REAL64    1
#define REAL_MAX  DBL_MAX
#define NF_GLOBAL /* one address space */
#include "space/bins.cl"

/* The counts so far. */
typedef struct taker {
    const nf_histogram_options *options;
    const int32_t *own_types, *types; /* used if there are counts for each pair of types */
    nf_bins bins;
    double *edges; /* bins + 1, squared */
    uint64_t *counts;
    host_weights own_weights, weights; /* used if there are any */
    uint64_t *sums;                    /* 2 for each count */
} taker;

/* The place among the histograms of the pairs of types; as cl/search/emit/slots_types.cl. */
static uint64_t row_of(const host_job *job, const taker *t, const host_entry *e) {
    const uint32_t count = t->options->type_count;
    if (count == 0) return 0;
    const uint32_t own = (uint32_t)t->own_types[job->query_first + (uint32_t)e->i],
                   other = (uint32_t)t->types[job->system.first + (uint32_t)e->j];
    return own > other && !t->options->queries ? (uint64_t)other * count + own
                                               : (uint64_t)own * count + other;
}

static nf_status take(host_job *job, uint64_t first, uint32_t many) {
    const taker *t = job->taker;
    for (uint32_t lane = 0; lane < many; lane++)
        for (size_t k = job->starts[lane]; k < job->starts[lane + 1]; k++) {
            const host_entry entry = {(int32_t)job->query_index[first + lane],
                                      (int32_t)job->index[job->list[k]], nf_host_image_of(job, k)};
            const uint32_t bins = t->bins.count;
            const double d2 = nf_host_distance2(job, &entry);
            const uint32_t bin = t->bins.edges ? nf_bin_between(t->edges, 0, bins, d2)
                                               : nf_bin_of(t->edges, 1 / t->edges[bins], bins, d2);
            const uint64_t slot = row_of(job, t, &entry) * bins + bin;
            t->counts[slot]++;
            if (t->sums)
                nf_host_weights_add(t->sums + 2 * slot,
                                    t->own_weights.numbers[job->query_first + (uint32_t)entry.i],
                                    t->weights.numbers[job->system.first + (uint32_t)entry.j]);
        }
    return NF_OK;
}

/* The squares of the edges as double, which represents those of float. */
static nf_status make_edges(const host_job *job, const nf_bins *bins, double **edges) {
    nf_status status = NF_OK;
    NF_TRY(nf_allocate(job->allocator, (size_t)bins->count + 1, sizeof **edges, "the edges of bins",
                       (void **)edges, job->error));
    for (uint32_t k = 0; k <= bins->count; k++)
        (*edges)[k] = nf_rule_square(&job->params.rule, nf_bins_edge(bins, k), job->type);
done:
    return status;
}

/* Counts the pairs of a system. */
static nf_status answer_system(host_job *job) {
    taker *t = job->taker;
    nf_status status = NF_OK;
    t->bins.cutoff = job->system.cutoff;
    NF_TRY(nf_params_histogram(&job->params, &job->space, job->system.n, job->type, &t->bins,
                               t->options->filters, job->error));
    if (!t->edges) NF_TRY(make_edges(job, &t->bins, &t->edges));
    NF_TRY(nf_host_walk(job));
done:
    return status;
}

static nf_status take_weights(taker *t, const nf_host_cloud *cloud, uint64_t count) {
    const nf_histogram_options *options = t->options;
    nf_status status = NF_OK;
    if (!options->weights) return NF_OK;
    NF_TRY(nf_host_weights_take(cloud, options->weights, &t->weights));
    if (options->query_weights) NF_TRY(nf_host_weights_take(cloud, options->query_weights, &t->own_weights));
    else t->own_weights = t->weights;
    NF_TRY(nf_allocate(cloud->allocator, (size_t)count, 2 * sizeof *t->sums, "the sums", (void **)&t->sums,
                       cloud->error));
done:
    return status;
}

/* The sums as doubles. */
static nf_status give_totals(const taker *t, const nf_host_cloud *cloud, uint64_t count,
                             nf_host_answer *answer) {
    nf_status status = NF_OK;
    if (!t->sums) return NF_OK;
    NF_TRY(nf_host_answer_take(cloud, answer, NF_ARRAY_WEIGHTED_COUNTS, count, sizeof(double)));
    double *totals = answer->arrays[NF_ARRAY_WEIGHTED_COUNTS];
    for (uint64_t k = 0; totals && k < count; k++)
        totals[k] = nf_host_weights_total(t->sums + 2 * k, t->counts[k], &t->own_weights, &t->weights);
done:
    return status;
}

nf_status nf_host_histogram(const nf_host_cloud *cloud, const nf_bins *bins,
                            const nf_histogram_options *options, nf_host_answer *answer) {
    const uint64_t types = options->type_count, count = (types ? types * types : 1) * bins->count;
    taker t = {.options = options,
               .types = nf_slice_memory(cloud->points.types),
               .own_types = nf_slice_memory((options->queries ? options->queries : &cloud->points)->types),
               .bins = *bins};
    host_job job = {.take = take, .taker = &t};
    nf_status status = NF_OK;
    NF_TRY(nf_host_begin(&job, cloud, options->queries, options->filters,
                         options->queries ? NF_FROM_BOTH : NF_FROM_ONE, bins->cutoff));
    NF_TRY(nf_allocate(cloud->allocator, (size_t)count, sizeof *t.counts, "the counts", (void **)&t.counts,
                       cloud->error));
    answer->arrays[NF_ARRAY_COUNTS] = t.counts;
    NF_TRY(take_weights(&t, cloud, count));
    NF_TRY(nf_host_each_system(&job, answer_system));
    NF_TRY(give_totals(&t, cloud, count, answer));
    for (uint64_t k = 0; k < count; k++) answer->total += t.counts[k];
    answer->times = job.times;
done:
    if (status != NF_OK) nf_host_answer_free(cloud, answer);
    nf_release(cloud->allocator, t.edges);
    nf_release(cloud->allocator, t.sums);
    nf_release(cloud->allocator, t.weights.numbers);
    if (options->query_weights) nf_release(cloud->allocator, t.own_weights.numbers);
    nf_host_end(&job);
    return status;
}
