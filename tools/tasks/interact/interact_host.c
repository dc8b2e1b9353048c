/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The sums of a function of the library in plain C and double precision, for --verify, and by how much those of a device may differ. */
#include "pair_functions/pair_sums.h"
#include "tasks/interact/task_interact.h"

#include <math.h>
#include <stdlib.h>

/* A frame, and what its sums are computed from. */
typedef struct frame {
    const task_job *job;
    pair_sums sums;
    double *tables[NF_TABLES_MOST];
    const io_frame *points, *queries;
} frame;

/* What point i carries. */
static nf_pair_fields fields_of(const frame *f, int carriers, uint64_t i) {
    const interaction *about = interaction_of(f->job);
    nf_pair_fields own = {0};
    for (int k = 0; k < about->word_counts[carriers]; k++) {
        const nf_numbers *numbers = &about->numbers[carriers][k];
        *nf_host_field(&own, numbers->name) = io_value(numbers->values.host, i, f->points->type);
    }
    return own;
}

static nf_status open_frame(frame *f) {
    const interaction *about = interaction_of(f->job);
    pair_sums_take(&f->sums, f->job->within.cutoff, about->named[OF_PARAMETERS].given,
                   (size_t)about->named[OF_PARAMETERS].count);
    for (int k = 0; k < about->word_counts[FOR_TABLES]; k++) {
        const nf_numbers *numbers = &about->numbers[FOR_TABLES][k];
        f->tables[k] = malloc((size_t)numbers->n * sizeof *f->tables[k] + 1);
        if (!f->tables[k]) return NF_ERROR_MEMORY;
        for (uint64_t e = 0; e < numbers->n; e++)
            f->tables[k][e] = io_value(numbers->values.host, e, f->points->type);
        *nf_host_table(&f->sums.call, numbers->name) = f->tables[k];
        *nf_host_table_count(&f->sums.call, numbers->name) = (unsigned int)numbers->n;
    }
    return NF_OK;
}

/* The lists of the host. */
typedef struct lists {
    const uint64_t *offsets;
    const int32_t *indices, *shifts;
} lists;

/* Adds up row i. */
static void sum_row(const frame *f, const lists *l, uint64_t i, pair_bounded to[PAIR_COMPONENTS]) {
    const int queries = f->queries != NULL;
    const io_frame *own = queries ? f->queries : f->points;
    const nf_pair_fields carried_by_i = fields_of(f, queries ? FOR_QUERY_FIELDS : FOR_FIELDS, i);
    double sizes[PAIR_COMPONENTS] = {0};
    for (uint64_t e = l->offsets[i]; e < l->offsets[i + 1]; e++) {
        const uint64_t j = (uint64_t)l->indices[e];
        const nf_pair_fields carried_by_j = fields_of(f, FOR_FIELDS, j);
        double D[3] = {0, 0, 0}, across = 0;
        for (int a = 0; a < f->sums.dims; a++) {
            double image = 0;
            for (int v = 0; v < 3; v++) image += l->shifts[3 * e + (uint64_t)v] * f->job->box.cell[v][a];
            D[a] = io_coordinate_of(f->points, j, a) - io_coordinate_of(own, i, a) + image;
            across +=
                fabs(io_coordinate_of(f->points, j, a)) + fabs(io_coordinate_of(own, i, a)) + fabs(image);
        }
        pair_sums_add(&f->sums, &carried_by_i, &carried_by_j, D, across, to, sizes);
    }
    pair_sums_end(&f->sums, l->offsets[i + 1] - l->offsets[i], to, sizes);
}

/* Sums all rows to the arrays of the answer. */
static nf_status sum_rows(const frame *f, const lists *l, uint64_t n, task_answer *answer) {
    const interaction *about = interaction_of(f->job);
    const int sums_ = f->sums.info->sums;
    for (int k = 0, array = 0; k < sums_; k++) {
        if (!interaction_wants(about, k)) continue;
        answer->arrays[array] =
            malloc((size_t)n * (size_t)interaction_width(about, k) * sizeof(pair_bounded) + 1);
        if (!answer->arrays[array++]) return NF_ERROR_MEMORY;
    }
    for (uint64_t i = 0; i < n; i++) {
        pair_bounded row[PAIR_COMPONENTS] = {{0, 0}};
        sum_row(f, l, i, row);
        for (int k = 0, array = 0; k < sums_; k++) {
            if (!interaction_wants(about, k)) continue;
            const uint64_t width = (uint64_t)interaction_width(about, k);
            memcpy((pair_bounded *)answer->arrays[array++] + i * width, row + interaction_first(about, k),
                   (size_t)width * sizeof *row);
        }
    }
    return NF_OK;
}

nf_status interact_ask_reference(const task_job *job, nf_cloud *cloud, task_answer *reference) {
    const filters *c = &job->filters;
    const nf_lists_options options = {.queries = filters_queries(c),
                                      .filters = filters_asked(c),
                                      .arrays = NF_WANT(NF_ARRAY_OFFSETS) | NF_WANT(NF_ARRAY_INDICES) |
                                                NF_WANT(NF_ARRAY_SHIFTS)};
    const uint64_t n = filters_rows(c, job->points.n);
    frame f = {.job = job,
               .sums = pair_sums_of(interaction_of(job)->program, interaction_of(job)->function,
                                    job->points.dims, job->points.type),
               .points = &job->points,
               .queries = c->names[OF_QUERIES] ? &c->files[OF_QUERIES] : NULL};
    nf_result *result = NULL;
    nf_status status = nf_lists(cloud, job->within.cutoff, &options, NULL, &result);
    const lists l = {.offsets = nf_result_array(result, NF_ARRAY_OFFSETS)->host,
                     .indices = nf_result_array(result, NF_ARRAY_INDICES)->host,
                     .shifts = nf_result_array(result, NF_ARRAY_SHIFTS)->host};
    if (status == NF_OK) status = open_frame(&f);
    if (status == NF_OK) status = sum_rows(&f, &l, n, reference);
    reference->total = n * (uint64_t)interaction_wanted_count(interaction_of(job));
    for (int k = 0; k < NF_TABLES_MOST; k++) free(f.tables[k]);
    nf_result_free(result);
    return status;
}

int interact_agrees(const task_job *job, size_t array, const void *rows, const void *reference,
                    uint64_t first, uint64_t count) {
    const io_array *file = &job->arrays[array].file;
    const uint64_t width = (uint64_t)file->columns;
    const pair_bounded *wanted = (const pair_bounded *)reference + first * width;
    for (uint64_t v = 0; v < count * width; v++) {
        const double value = io_value(rows, v, file->type);
        if (!pair_agrees(value, &wanted[v])) return 0;
    }
    return 1;
}
