/* What the cases are made of; cases.c is the table. */
#ifndef NEARFIELD_TOOL_BENCH_CASES_H
#define NEARFIELD_TOOL_BENCH_CASES_H

#include "bench.h"

/* Bytes of job->input, which is the same numbers in every run: elements, keys or points. */
uint64_t bench_input_bytes(const bench_job *job);

/* Makes job->input alone: what setup begins with. */
int bench_make_input(bench_job *job);

/* Releases what setup made. */
void bench_clear(bench_job *job);

/* One number for a sorted order of keys and values, below 2^32. */
uint64_t bench_order_sum(const void *keys, nf_type type, const uint32_t *values, uint64_t n);

/* case_primitives.c */
void bench_make_elements(bench_job *job);
bench_cost bench_reduce_cost(const bench_job *job);
bench_cost bench_scan_cost(const bench_job *job);
bench_cost bench_compact_cost(const bench_job *job);
bench_cost bench_gather_cost(const bench_job *job);
bench_cost bench_sort_cost(const bench_job *job);
bench_need bench_elements_need(const bench_job *job);
int bench_reduce_setup(bench_job *job);
int bench_scan_setup(bench_job *job);
int bench_compact_setup(bench_job *job);
int bench_gather_setup(bench_job *job);
int bench_sort_setup(bench_job *job);
nf_status bench_sort_restore(bench_job *job);
nf_status bench_reduce_run(bench_job *job, nf_context *context);
nf_status bench_scan_run(bench_job *job, nf_context *context);
nf_status bench_compact_run(bench_job *job, nf_context *context);
nf_status bench_gather_run(bench_job *job, nf_context *context);
nf_status bench_sort_run(bench_job *job, nf_context *context);
int bench_reduce_verify(bench_job *job);
int bench_scan_verify(bench_job *job);
int bench_compact_verify(bench_job *job);
int bench_gather_verify(bench_job *job);
int bench_sort_verify(bench_job *job);

/* case_points.c */
void bench_make_points(bench_job *job);
bench_cost bench_order_cost(const bench_job *job);
bench_cost bench_count_cost(const bench_job *job);
bench_cost bench_pairs_cost(const bench_job *job);
bench_need bench_count_need(const bench_job *job);
bench_need bench_pairs_need(const bench_job *job);
int bench_points_setup(bench_job *job);
nf_status bench_count_run(bench_job *job, nf_context *context);
nf_status bench_pairs_run(bench_job *job, nf_context *context);
nf_status bench_pairs_drop(bench_job *job);
int bench_count_verify(bench_job *job);
int bench_pairs_verify(bench_job *job);

#endif
