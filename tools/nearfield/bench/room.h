/* The memory that a size of a case needs, and whether it is available. */
#ifndef NEARFIELD_TOOL_BENCH_ROOM_H
#define NEARFIELD_TOOL_BENCH_ROOM_H

#include "bench.h"

/* Initialises the job of one size; allocates nothing. */
void bench_prepare(bench_job *job, const bench_plan *plan, bench_device *on, const bench_case *what,
                   nf_type precision, uint64_t n);

/* 1 if device and host have the memory; *need is what the job needs. */
int bench_fits(const bench_job *job, bench_need *need);

/* The largest size that fits, rounded down to two digits. */
uint64_t bench_largest(const bench_plan *plan, bench_device *on, const bench_case *what, nf_type precision);

/* "it takes X GB of device memory, Y may be used", about the memory that is short. */
const char *bench_shortage(const bench_job *job, const bench_need *need, char words[BENCH_SENTENCE]);

#endif
