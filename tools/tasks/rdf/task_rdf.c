/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The task rdf: the radial distribution of the points, from a histogram of distances. */
#include "charts/plot.h"
#include "job/job.h"
#include "options/options.h"
#include "tasks/partners.h"
#include "tasks/rdf/rdf.h"
#include "tasks/tasks.h"
#include "text/append.h"
#include "text/grouped.h"

#include <stdlib.h>

typedef struct state {
    partners found; /* first: rows_of_partners */
    const char *bins_word;
    int bins;
    rdf rdf;
} state;

static size_t options(task_job *job, option_row *rows) {
    state *own = job->state;
    const option_row all[] = {
        {"bins", 'b', "N", "bins of equal width below the cutoff; 200 by default", &own->bins_word, NULL},
        {"full", 0, NULL, "pairs are found once each; `nearfield lists --full` has both directions", NULL,
         NULL}};
    memcpy(rows, all, sizeof all);
    return sizeof all / sizeof *all;
}

static int check(task_job *job) {
    state *own = job->state;
    own->bins = 200;
    return read_whole("bins", own->bins_word, 1, NF_HISTOGRAM_BINS_MOST, &own->bins);
}

static uint32_t bins_of(const task_job *job) { return (uint32_t)((const state *)job->state)->bins; }

static const rdf *found(const task_job *job) { return &((const state *)job->state)->rdf; }

/* The histogram has as many rows as bins. */
static size_t declare(const task_job *job, task_array *arrays) {
    arrays[0] = job->task->arrays[0];
    arrays[0].rows = bins_of(job);
    return 1;
}

static nf_histogram_options options_of(const task_job *job) {
    return (nf_histogram_options){.queries = filters_queries(&job->filters),
                                  .filters = filters_asked(&job->filters)};
}

static nf_status ask(const task_job *job, nf_cloud *cloud, task_answer *answer) {
    const nf_histogram_options options = options_of(job);
    return nf_histogram(cloud, job->within.cutoff, bins_of(job), &options, NULL, &answer->result);
}

/* ---- the frames ------------------------------------------------------------------------------------------ */

static int take(task_job *job, const void *rows, text_problem *problem) {
    rdf *sums = &((state *)job->state)->rdf;
    if (!sums->counts && rdf_begin(sums, bins_of(job), job->within.cutoff, problem) != 0)
        return problem->code;
    const rdf_frame frame = {.points = &job->points,
                             .box = &job->box,
                             .queries = job->filters.files[OF_QUERIES].n,
                             .has_queries = job->filters.names[OF_QUERIES] != NULL};
    return rdf_add(sums, rows, &frame, problem);
}

/* All arrays have a row for each bin. */
static int write_arrays(io_sink *sink, const rdf *about, text_problem *problem) {
    const void *const arrays[] = {about->r, about->g, about->counts, about->within};
    const size_t count = sizeof arrays / sizeof *arrays, together = io_sink_together(sink);
    for (size_t k = 0; k < count; k += together)
        if (io_sink_begin(sink, about->bins, problem) != 0 ||
            io_sink_write(sink, arrays + k, about->bins, problem) != 0)
            return problem->code;
    return 0;
}

static int finish(task_job *job, io_sink *sink, text_problem *problem) {
    rdf *sums = &((state *)job->state)->rdf;
    rdf_end(sums);
    return sink ? write_arrays(sink, sums, problem) : 0;
}

static void free_state(task_job *job) { rdf_free(&((state *)job->state)->rdf); }

static int draw(const task_job *job, const atomic_file *chart, text_problem *problem) {
    const rdf *about = found(job);
    const plot_series series = {.x = about->r, .y = about->g, .count = about->bins};
    char title[256], below[256], label[64], n[GROUPED], name[JOB_NAME];
    uint64_t pairs = 0;
    for (uint32_t k = 0; k < about->bins; k++) pairs += about->counts[k];
    snprintf(title, sizeof title, "Radial distribution of %.120s", job_source_name(job, name));
    snprintf(below, sizeof below, "%s point%s, cutoff %g, %lu bin%s of %g", grouped(job->points.n, n),
             job->points.n == 1 ? "" : "s", job->within.cutoff, (unsigned long)about->bins,
             about->bins == 1 ? "" : "s", job->within.cutoff / about->bins);
    if (about->frames > 1)
        append(below, sizeof below, ", ", "mean of %llu frames", (unsigned long long)about->frames);
    snprintf(label, sizeof label, "distance r (%s)", job_unit(job));
    const plot drawing = {.title = title,
                          .subtitle = below,
                          .x_label = label,
                          .y_label = "g(r)",
                          .nothing = pairs ? NULL : "no pair is closer than the cutoff",
                          .x_most = about->cutoff,
                          .has_level = 1,
                          .level = 1,
                          .series = &series,
                          .series_count = 1};
    return plot_draw(&drawing, 1, chart, problem);
}

/* ---- the report ------------------------------------------------------------------------------------------ */

static void print_table(const rdf *about) {
    const double most = about->g[rdf_peak(about)];
    char text[GROUPED];
    printf("\n  %12s %12s %15s %12s\n", "r", "g(r)", "pairs", "n(r)");
    for (uint32_t k = 0; k < about->bins; k++) {
        printf("  %12.6g %12.6g %15s %12.6g", about->r[k], about->g[k], grouped(about->counts[k], text),
               about->within[k]);
        report_bar(most > 0 ? about->g[k] / most : 0);
    }
}

/* Large numbers of points with separators. */
static const char *density_of(const rdf *about, char text[GROUPED]) {
    if (about->density >= 1e4 && about->density < 1e15)
        return grouped((uint64_t)(about->density + 0.5), text);
    snprintf(text, GROUPED, "%g", about->density);
    return text;
}

static void print_report(const task_job *job) {
    static const char *const sizes[] = {"", "length", "area", "volume"};
    const rdf *about = found(job);
    const char *size = sizes[job->points.dims];
    const uint32_t peak = rdf_peak(about);
    char density[GROUPED];
    printf("%s%s %g, ", about->frames > 1 ? "mean " : "", size, about->volume);
    if (about->volume > 0) printf("%s points per unit of %s", density_of(about, density), size);
    else printf("so that the density is not known");
    printf("; %lu bin%s of %g\n", (unsigned long)about->bins, about->bins == 1 ? "" : "s",
           job->within.cutoff / about->bins);
    if (about->bounded)
        printf("the %s is that of the box that bounds the points where space is open: g falls towards its "
               "sides\n",
               size);
    printf("g(r) = pairs / (%s x density x %s of the shell); largest: %.4g at r = %g\n",
           job->filters.names[OF_QUERIES] ? "query points" : "n / 2", size, about->g[peak], about->r[peak]);
    if (about->frames > 1 && about->with_g < about->frames)
        printf("g(r) is the mean of %llu of the %llu frames: the others have no points, or no density\n",
               (unsigned long long)about->with_g, (unsigned long long)about->frames);
    if (!job->asked.output && !job->asked.plot) print_table(about);
    if (job->asked.plot) printf("drawn to %s\n", job->asked.plot);
}

static void json_reals(json_out *j, const char *name, const double *values, uint32_t count) {
    json_open(j, name, '[');
    for (uint32_t k = 0; k < count; k++) json_real(j, NULL, values[k]);
    json_close(j, ']');
}

static void print_json(const task_job *job, json_out *j) {
    const rdf *about = found(job);
    json_count(j, "frames", about->frames);
    json_count(j, "frames_with_g", about->with_g);
    json_count(j, "bins", about->bins);
    json_real(j, "volume", about->volume);
    json_truth(j, "bounded", about->bounded);
    json_reals(j, "r", about->r, about->bins);
    json_reals(j, "g", about->g, about->bins);
    json_open(j, "counts", '[');
    for (uint32_t k = 0; k < about->bins; k++) json_count(j, NULL, about->counts[k]);
    json_close(j, ']');
    json_reals(j, "within", about->within, about->bins);
}

static const io_array written[] = {{"r", NF_FLOAT64, 1, "r", 0},
                                   {"g", NF_FLOAT64, 1, "g", 0},
                                   {"counts", NF_UINT64, 1, "counts", 0},
                                   {"within", NF_FLOAT64, 1, "within", 0}};

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
    .state_bytes = sizeof(state),
    .options = options,
    .check = check,
    .free = free_state,
    .declare = declare,
    .ask = ask,
    .rows = &rows_of_partners,
    .chart = "g(r)",
    .draw = draw,
    .sums = {.take = take,
             .finish = finish,
             .written = written,
             .written_count = sizeof written / sizeof *written,
             .report = print_report,
             .report_json = print_json},
};
