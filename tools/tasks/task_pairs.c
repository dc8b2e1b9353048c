/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The task pairs: every pair of points closer than a cutoff. */
#include "job/job.h"
#include "options/options.h"
#include "tasks/partners.h"
#include "tasks/tasks.h"

#include <nearfield/experimental/papers.h>
#include <stdlib.h>

typedef struct state {
    partners found; /* first: rows_of_partners */
    const char *method_word, *cells_word;
    int potential, cells_per_cutoff; /* potential: 1 for that method */
} state;

static size_t options(task_job *job, option_row *rows) {
    state *own = job->state;
    const option_row all[] = {
        {"method", 0, "M", "search, or potential: the baseline that stores every candidate",
         &own->method_word, NULL},
        {"cells-per-cutoff", 0, "C", "of potential: 1, 2, 3 or auto; changes only the order of the pairs",
         &own->cells_word, NULL},
        {"full", 0, NULL, "pairs are found once each; `nearfield lists --full` has both directions", NULL,
         NULL}};
    memcpy(rows, all, sizeof all);
    return sizeof all / sizeof *all;
}

static int check(task_job *job) {
    static const choice cells[] = {{"auto", 0}, {"1", 1}, {"2", 2}, {"3", 3}, {NULL, 0}};
    static const choice methods[] = {{"search", 0}, {"potential", 1}, {NULL, 0}};
    state *own = job->state;
    int code = read_choice("cells-per-cutoff", own->cells_word, cells, &own->cells_per_cutoff);
    if (code == EXIT_DONE) code = read_choice("method", own->method_word, methods, &own->potential);
    if (code != EXIT_DONE) return code;
    if (!own->potential)
        return own->cells_word ? complain(EXIT_USAGE, "--cells-per-cutoff is for --method potential") : code;
    if (job->filters.names[OF_QUERIES] || filters_any(&job->filters))
        return complain(EXIT_USAGE, "--method potential knows neither query points nor filters");
    if (job->asked.budget) return complain(EXIT_USAGE, "--memory cannot be combined with --method potential");
    return EXIT_DONE;
}

static nf_pairs_options options_of(const task_job *job) {
    return (nf_pairs_options){.sorted = job->within.sorted,
                              .arrays = job_wants(job),
                              .queries = filters_queries(&job->filters),
                              .filters = filters_asked(&job->filters)};
}

/* answer->own is the number of potential pairs. */
static nf_status ask_potential(const task_job *job, nf_cloud *cloud, task_answer *answer) {
    const nf_outputs counted = {.found = &answer->total};
    nf_paper_pairs_options options = {.sorted = job->within.sorted,
                                      .arrays = job_wants(job),
                                      .cells_per_cutoff = ((const state *)job->state)->cells_per_cutoff};
    answer->own = calloc(1, sizeof *options.potential);
    if (!answer->own) return NF_ERROR_MEMORY;
    options.potential = answer->own;
    if (job_counts(job)) options.outputs = &counted;
    return nf_paper_pairs(cloud, job->within.cutoff, &options, NULL,
                          job_counts(job) ? NULL : &answer->result);
}

static nf_status ask(const task_job *job, nf_cloud *cloud, task_answer *answer) {
    const nf_outputs counted = {.found = &answer->total};
    nf_pairs_options options = options_of(job);
    if (((const state *)job->state)->potential) return ask_potential(job, cloud, answer);
    if (job_counts(job)) options.outputs = &counted;
    return nf_pairs(cloud, job->within.cutoff, &options, NULL, job_counts(job) ? NULL : &answer->result);
}

static nf_status ask_chunks(const task_job *job, nf_cloud *cloud, uint64_t arrays, const nf_chunks *chunks) {
    nf_pairs_options options = options_of(job);
    options.arrays = arrays;
    options.chunks = chunks;
    return nf_pairs(cloud, job->within.cutoff, &options, NULL, NULL);
}

const task pairs_task = {
    .name = "pairs",
    .summary = "find every pair of points closer than a cutoff",
    .asks = "every pair of points closer than a cutoff, each once",
    .needs = "--cutoff R",
    .found = "pairs",
    .row = "m x 2 indices from 0, i < j",
    .takes = TAKES_CUTOFF | TAKES_SORTED | TAKES_COUNT | TAKES_QUERIES,
    .half = 1,
    .array_count = 1,
    .arrays = {{NF_ARRAY_PAIRS, VALUES_POINTS, {"pairs", NF_INT32, 2, "i,j", 0}, 0}},
    .further_count = PAIR_ARRAYS,
    .further = pair_arrays,
    .state_bytes = sizeof(state),
    .options = options,
    .check = check,
    .ask = ask,
    .ask_chunks = ask_chunks,
    .rows = &rows_of_partners,
};
