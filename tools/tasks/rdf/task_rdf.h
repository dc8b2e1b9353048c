/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The parts of the task rdf: the question (task_rdf.c), its report (rdf_report.c), chart (rdf_chart.c) and output (rdf_output.c). */
#ifndef NEARFIELD_TASKS_RDF_TASK_RDF_H
#define NEARFIELD_TASKS_RDF_TASK_RDF_H

#include "job/job.h"
#include "tasks/partners.h"
#include "tasks/rdf/rdf.h"

/* The state of the task.  The curves of --partial follow that of all points: those of the pairs of types a <= b, or with query points of
 * all pairs of a type of query points and one of points. */
typedef struct rdf_state {
    partners found; /* first: rows_of_partners */
    const char *bins_word;
    int bins, partial;
    rdf rdf;
    char *headings[4]; /* of the table: the columns of the pairs of types */
    char *types;       /* "Cl,Na" */
} rdf_state;

static inline const rdf_state *rdf_state_of(const task_job *job) { return job->state; }
static inline const rdf *rdf_of(const task_job *job) { return &rdf_state_of(job)->rdf; }

/* The number of types whose pairs have curves: 0 without --partial. */
static inline uint32_t rdf_types(const task_job *job) {
    return rdf_state_of(job)->partial ? job->filters.types.count : 0;
}

/* Whether a pair of types has a first one: a query point's. */
static inline int rdf_is_directed(const task_job *job) { return job->filters.names[OF_QUERIES] != NULL; }

/* The curve of a pair of types, and whether it is that of the types in this order. */
size_t rdf_curve_of(const task_job *job, uint32_t a, uint32_t b);

/* For all curves but the first, in order: the next pair of types behind one, which begins with {0, UINT32_MAX}.  Returns 0 behind the last. */
int rdf_next_pair(const task_job *job, uint32_t pair[2]);

/* The mean number of neighbours of type b around a point of type a, within the upper edge of each bin. */
const double *rdf_neighbours(const task_job *job, uint32_t a, uint32_t b);

size_t rdf_files(const task_job *job, io_array *files);
int rdf_write(task_job *job, io_sink *sink, text_problem *problem);
int rdf_draw(const task_job *job, const atomic_file *chart, text_problem *problem);
void rdf_report(const task_job *job);
void rdf_report_json(const task_job *job, json_out *j);
extern const io_array rdf_written[];
enum { RDF_WRITTEN = 4 };

#endif
