/* The tables of cases, and their input. */
#ifndef NEARFIELD_TOOL_BENCH_CASES_H
#define NEARFIELD_TOOL_BENCH_CASES_H

#include "bench.h"

/* Rows up to one without a name: case_primitives.c, case_points.c. */
extern const bench_case bench_primitives[], bench_points[];

/* Bytes of job->input, which is the same numbers in every run: elements, keys or points. */
uint64_t bench_input_bytes(const bench_job *job);

/* Makes job->input alone: what setup begins with. */
int bench_make_input(bench_job *job);
void bench_make_elements(bench_job *job);
void bench_make_points(bench_job *job);

/* Restores, runs and waits; *ms is the wall time of the run. */
nf_status bench_run_once(bench_job *job, nf_context *context, double *ms);

/* Releases what setup made. */
void bench_clear(bench_job *job);

#endif
