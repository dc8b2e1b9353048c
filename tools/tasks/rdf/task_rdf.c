/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The task rdf: the radial distribution of the points, and of the pairs of their types, from histograms of distances. */
#include "tasks/rdf/task_rdf.h"

#include "options/options.h"
#include "tasks/tasks.h"

#include <stdlib.h>

static size_t options(task_job *job, option_row *rows) {
    rdf_state *own = job->state;
    const option_row all[] = {
        {"bins", 'b', "N", "bins of equal width below the cutoff; 200 by default", &own->bins_word, NULL},
        {"partial", 0, NULL, "also g(r) and coordination numbers of each pair of types (--types)", NULL,
         &own->partial},
        {"full", 0, NULL, "pairs are found once each; `nearfield lists --full` has both directions", NULL,
         NULL}};
    memcpy(rows, all, sizeof all);
    return sizeof all / sizeof *all;
}

static int check(task_job *job) {
    rdf_state *own = job->state;
    own->bins = 200;
    job->filters.types.wanted |= own->partial;
    return read_whole("bins", own->bins_word, 1, NF_HISTOGRAM_BINS_MOST, &own->bins);
}

static uint32_t bins_of(const task_job *job) { return (uint32_t)rdf_state_of(job)->bins; }

/* The histogram has as many rows as bins, or as bins of all pairs of types. */
static size_t declare(const task_job *job, task_array *arrays) {
    const uint64_t types = rdf_types(job);
    arrays[0] = job->task->arrays[0];
    arrays[0].rows = bins_of(job) * (types ? types * types : 1);
    return 1;
}

static nf_status ask(const task_job *job, nf_cloud *cloud, task_answer *answer) {
    const nf_histogram_options options = {.queries = filters_queries(&job->filters),
                                          .filters = filters_asked(&job->filters),
                                          .type_count = rdf_types(job)};
    return nf_histogram(cloud, job->within.cutoff, bins_of(job), &options, NULL, &answer->result);
}

/* ---- the curves ------------------------------------------------------------------------------------------ */

int rdf_next_pair(const task_job *job, uint32_t pair[2]) {
    const uint32_t types = rdf_types(job);
    if (++pair[1] >= types) pair[1] = ++pair[0], pair[1] = rdf_is_directed(job) ? 0 : pair[0];
    return pair[0] < types;
}

size_t rdf_curve_of(const task_job *job, uint32_t a, uint32_t b) {
    const size_t types = rdf_types(job);
    if (rdf_is_directed(job)) return 1 + a * types + b;
    const size_t low = a < b ? a : b, high = a < b ? b : a;
    return 1 + low * types - low * (low + 1) / 2 + high;
}

const double *rdf_neighbours(const task_job *job, uint32_t a, uint32_t b) {
    return rdf_of(job)->curves[rdf_curve_of(job, a, b)].within[!rdf_is_directed(job) && a > b];
}

static size_t curve_count(const task_job *job) {
    const size_t types = rdf_types(job);
    return 1 + (rdf_is_directed(job) ? types * types : types * (types + 1) / 2);
}

enum { MOST_TYPES = 128 };

static int begin(task_job *job, text_problem *problem) {
    rdf *sums = &((rdf_state *)job->state)->rdf;
    if (sums->count) return 0;
    if (rdf_types(job) > MOST_TYPES)
        return problem_set(problem, EXIT_INPUT,
                           "%.300s: there are %lu types, and --partial is for %d at most", job->asked.source,
                           (unsigned long)rdf_types(job), MOST_TYPES);
    return rdf_begin(sums, bins_of(job), job->within.cutoff, curve_count(job), problem);
}

/* The pairs of types are those of the rows of the histogram. */
static int take(task_job *job, const void *rows, text_problem *problem) {
    rdf *sums = &((rdf_state *)job->state)->rdf;
    const point_types *t = &job->filters.types;
    const int directed = rdf_is_directed(job);
    const size_t bins = bins_of(job), types = rdf_types(job);
    const uint64_t *const counts = rows;
    const double n = (double)job->points.n, centres = directed ? (double)job->filters.files[OF_QUERIES].n : n;
    if (begin(job, problem) != 0 || rdf_add_frame(sums, &job->points, &job->box, directed, problem) != 0)
        return problem->code;
    if (types == 0) {
        rdf_add(sums, 0, counts, (rdf_kind){centres, n, !directed});
        return 0;
    }
    uint64_t *all = calloc(bins, sizeof *all);
    if (!all) return problem_set(problem, EXIT_MEMORY, "there is no memory for the bins");
    for (uint32_t pair[2] = {0, UINT32_MAX}; rdf_next_pair(job, pair);) {
        const uint32_t a = pair[0], b = pair[1];
        const uint64_t *row = counts + (a * types + b) * bins;
        for (size_t k = 0; k < bins; k++) all[k] += row[k];
        rdf_add(sums, rdf_curve_of(job, a, b), row,
                (rdf_kind){(double)(directed ? t->queries : t->points)[a], (double)t->points[b],
                           !directed && a == b});
    }
    rdf_add(sums, 0, all, (rdf_kind){centres, n, !directed});
    free(all);
    return 0;
}

static int finish(task_job *job, io_sink *sink, text_problem *problem) {
    rdf_end(&((rdf_state *)job->state)->rdf);
    return sink ? rdf_write(job, sink, problem) : 0;
}

static void free_state(task_job *job) {
    rdf_state *own = job->state;
    rdf_free(&own->rdf);
    for (size_t k = 0; k < sizeof own->headings / sizeof *own->headings; k++) free(own->headings[k]);
    free(own->types);
}

const task rdf_task = {
    .name = "rdf",
    .summary = "compute the radial distribution g(r), and draw it",
    .asks = "the radial distribution g(r) of the points",
    .needs = "--cutoff R",
    .found = "pairs",
    .row =
        "r: the middle of each bin; g: pairs / (n / 2 x density x volume of the shell; query points replace "
        "n / 2), whatever the filters; counts: the pairs; within: the mean neighbours within the edge",
    .takes = TAKES_CUTOFF | NEEDS_CUTOFF | TAKES_QUERIES,
    .half = 1,
    .array_count = 1,
    .arrays = {{NF_ARRAY_COUNTS, VALUES_OWN, {"counts", NF_UINT64, 1, "counts", 0}, 0}},
    .state_bytes = sizeof(rdf_state),
    .options = options,
    .check = check,
    .free = free_state,
    .declare = declare,
    .ask = ask,
    .rows = &rows_of_partners,
    .chart = "g(r)",
    .draw = rdf_draw,
    .sums = {.take = take,
             .finish = finish,
             .written = rdf_written,
             .written_count = RDF_WRITTEN,
             .typed = rdf_files,
             .report = rdf_report,
             .report_json = rdf_report_json},
};
