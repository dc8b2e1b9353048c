/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The task lists: the neighbours of every point, as offsets and indices, or how many they are of each type. */
#include "job/job.h"
#include "tasks/partners.h"
#include "tasks/tasks.h"

#include <stdlib.h>

typedef struct state {
    partners found;       /* first: rows_of_partners */
    coordination by_type; /* --count with types: of all frames */
    char *heading;        /* "Cl,Na,": the columns of such a table */
} state;

/* --count with types has a number for each of them. */
static size_t declare(const task_job *job, task_array *arrays) {
    const point_types *t = &job->filters.types;
    state *own = job->state;
    if (!job->asked.by_type) return job_usual_arrays(job, arrays);
    if (!own->heading && t->count) own->heading = types_list(t);
    arrays[0] = (task_array){
        NF_ARRAY_COUNTS,
        VALUES_EACH,
        {"counts", NF_UINT64, t->count ? (int)t->count : 1, own->heading ? own->heading : "count", IO_MATRIX},
        0};
    return 1;
}

static nf_lists_options options_of(const task_job *job) {
    return (nf_lists_options){.half = job->within.half,
                              .sorted = job->within.sorted,
                              .arrays = job->asked.count_only ? NF_WANT(NF_ARRAY_OFFSETS) : job_wants(job),
                              .queries = filters_queries(&job->filters),
                              .filters = filters_asked(&job->filters)};
}

static nf_status ask(const task_job *job, nf_cloud *cloud, task_answer *answer) {
    nf_lists_options options = options_of(job);
    if (job->asked.by_type) {
        const nf_coordination_options by_type = {.queries = options.queries, .filters = options.filters};
        return nf_coordination(cloud, job->within.cutoff, job->filters.types.count, &by_type, NULL,
                               &answer->result);
    }
    if (job_counts(job)) options.arrays = NF_WANT(NF_ARRAY_OFFSETS);
    return nf_lists(cloud, job->within.cutoff, &options, NULL, &answer->result);
}

static nf_status ask_chunks(const task_job *job, nf_cloud *cloud, uint64_t arrays, const nf_chunks *chunks) {
    nf_lists_options options = options_of(job);
    options.arrays = arrays | NF_WANT(NF_ARRAY_INDICES);
    options.chunks = chunks;
    return nf_lists(cloud, job->within.cutoff, &options, NULL, NULL);
}

/* Adds what was found in a frame. */
static int add_frame(task_job *job, text_problem *problem) {
    state *own = job->state;
    const coordination *frame = &own->found.by_type;
    if (!frame->of) return 0;
    if (coordination_begin(&own->by_type, frame->types, problem) != 0) return problem->code;
    return coordination_add_all(&own->by_type, frame, problem);
}

static void report_run(const task_job *job) {
    const state *own = job->state;
    if (own->by_type.of) coordination_print(&own->by_type, &job->filters.types);
}

static void free_state(task_job *job) {
    state *own = job->state;
    coordination_free(&own->by_type);
    free(own->heading);
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
    .state_bytes = sizeof(state),
    .free = free_state,
    .declare = declare,
    .ask = ask,
    .ask_chunks = ask_chunks,
    .rows = &rows_of_partners,
    .add_frame = add_frame,
    .report_run = report_run,
};
