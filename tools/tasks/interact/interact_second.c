/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The reference of --verify for a function that has no plain C: its sums by another strategy, and by how much they may differ. */
#include "pair_functions/pair_sums.h"
#include "points/points.h"
#include "tasks/interact/task_interact.h"

#include <math.h>
#include <stdlib.h>

/* Sums differ by rounding: by so much of themselves and of the root mean square of all of them. */
static const double single_within = 1e-3, double_within = 1e-8;

static nf_status ask(const task_job *job, nf_cloud *cloud, const nf_interact_options *options,
                     nf_result **result) {
    return nf_interact(cloud, job->cutoff, interaction_of(job)->program, options, NULL, result);
}

/* ---- how large sums are ------------------------------------------------------------------------------------ */

/* The root mean square of the numbers that are finite and not 0. */
static double mean_size(const void *values, uint64_t count, nf_type type) {
    double squares = 0, numbers = 0;
    for (uint64_t v = 0; v < count; v++) {
        const double value = interaction_value(values, v, type);
        if (!isfinite(value) || !(value > 0 || value < 0)) continue;
        squares += value * value;
        numbers++;
    }
    return numbers > 0 ? sqrt(squares / numbers) : 0;
}

/* Reads a sum; *count is that of its numbers.  The caller frees *values. */
static nf_status read_sum(nf_result *result, nf_array array, void **values, uint64_t *count, nf_type *type) {
    const nf_array_info info = nf_result_array(result, array);
    *count = info.rows * (uint64_t)info.columns;
    *type = info.type;
    *values = malloc((size_t)*count * nf_type_bytes(info.type) + 1);
    return *values ? nf_result_read(result, array, 0, info.rows, NULL, *values) : NF_ERROR_MEMORY;
}

/* The numbers of fields from the point `first` on. */
static void shift_fields(const interaction *about, nf_type type, uint64_t first, uint64_t n,
                         nf_numbers shifted[OPTION_MOST]) {
    for (int k = 0; k < about->word_counts[FOR_FIELDS]; k++) {
        shifted[k] = about->numbers[FOR_FIELDS][k];
        shifted[k].host = (const char *)shifted[k].host + first * nf_type_bytes(type);
        shifted[k].n = n;
    }
}

/* Where a point has neighbours all around, as in a lattice, what they add may cancel: its sum is then no measure of the rounding.  So the
 * sums of the second half of the points over the first half are taken, too, in which they do not. */
static nf_status add_sizes_of_halves(const task_job *job, nf_context *context, double sizes[NF_SUMS_MOST]) {
    const interaction *about = interaction_of(job);
    nf_points points = points_of_frame(&job->points), others = points;
    nf_numbers first[OPTION_MOST], second[OPTION_MOST];
    nf_interact_options options = interaction_options(about);
    nf_cloud *cloud = NULL;
    nf_result *result = NULL;
    const uint64_t half = points.n / 2;
    if (half == 0 || !(job->cutoff > 0) || job->filters.names[OF_QUERIES]) return NF_OK;
    points.n = half;
    others.n -= half;
    others.host = (const char *)others.host + half * (uint64_t)points.dims * nf_type_bytes(points.type);
    shift_fields(about, points.type, 0, half, first);
    shift_fields(about, points.type, half, others.n, second);
    options.fields = first;
    options.query_fields = second;
    options.query_field_count = options.field_count;
    options.queries = &others;
    options.arrays &= ~NF_WANT(NF_ARRAY_TOTALS);
    options.strategy = NULL;
    nf_status status = nf_cloud_create(context, &points, &job->box, NULL, &cloud);
    if (status == NF_OK) status = ask(job, cloud, &options, &result);
    for (size_t k = 0; k < job->array_count && status == NF_OK; k++) {
        void *values = NULL;
        uint64_t count = 0;
        nf_type type = NF_TYPE_NONE;
        if (job->arrays[k].values != VALUES_EACH) continue;
        status = read_sum(result, job->arrays[k].array, &values, &count, &type);
        if (status == NF_OK) sizes[k] = fmax(sizes[k], mean_size(values, count, type));
        free(values);
    }
    nf_result_free(result);
    nf_cloud_free(cloud);
    return status;
}

/* ---- the reference ----------------------------------------------------------------------------------------- */

/* Keeps the sums as interact_agrees() takes them; `sizes` have their bounds at the end. */
static nf_status keep(const task_job *job, nf_context *context, task_answer *second) {
    const double within = job->points.type == NF_FLOAT32 ? single_within : double_within;
    double sizes[TASK_ARRAYS] = {0};
    uint64_t counts[TASK_ARRAYS] = {0};
    nf_status status = NF_OK;
    for (size_t k = 0; k < job->array_count && status == NF_OK; k++) {
        void *values = NULL;
        nf_type type = NF_TYPE_NONE;
        if (job->arrays[k].values != VALUES_EACH) continue;
        status = read_sum(second->result, job->arrays[k].array, &values, &counts[k], &type);
        pair_bounded *kept = status == NF_OK ? malloc((size_t)counts[k] * sizeof *kept + 1) : NULL;
        if (status == NF_OK && !kept) status = NF_ERROR_MEMORY;
        for (uint64_t v = 0; kept && v < counts[k]; v++) kept[v].value = interaction_value(values, v, type);
        second->arrays[k] = kept;
        if (kept) sizes[k] = mean_size(values, counts[k], type);
        free(values);
    }
    if (status == NF_OK) status = add_sizes_of_halves(job, context, sizes);
    for (size_t k = 0; k < job->array_count && status == NF_OK; k++) {
        pair_bounded *kept = second->arrays[k];
        for (uint64_t v = 0; v < counts[k]; v++) kept[v].within = within * (fabs(kept[v].value) + sizes[k]);
    }
    return status;
}

/* Whether a strategy cannot serve this call; the sentence about it names it first. */
static int is_refused(nf_status status, const char *sentence) {
    return status == NF_ERROR_UNSUPPORTED || status == NF_ERROR_MEMORY ||
           (status == NF_ERROR_ARGUMENT && strncmp(sentence, "strategy ", 9) == 0);
}

int interact_ask_second(task_job *job, nf_context *context, nf_cloud *cloud, task_answer *second,
                        nf_status *status, text_problem *problem) {
    interaction *about = interaction_of(job);
    nf_interact_options options = interaction_options(about);
    options.queries = filters_queries(&job->filters);
    options.filters = filters_asked(&job->filters);
    options.arrays &= ~NF_WANT(NF_ARRAY_TOTALS);
    about->used = *nf_strategy_used(context);
    about->second = NULL;
    for (size_t k = 0; nf_strategy_name(k) && !about->second; k++) {
        options.strategy = nf_strategy_name(k);
        if (strcmp(options.strategy, about->used.name) == 0 || strcmp(options.strategy, "symmetric") == 0)
            continue; /* that strategy needs the ranges of the sums */
        *status = ask(job, cloud, &options, &second->result);
        if (*status == NF_OK) about->second = options.strategy;
        else if (!is_refused(*status, nf_context_error(context))) return 0;
    }
    if (!about->second)
        return problem_set(
            problem, EXIT_OTHER,
            "not verified: %.200s has no plain C, and no strategy but %s can serve here: leave "
            "--verify out",
            about->function, about->used.name);
    *status = keep(job, context, second);
    return 0;
}
