/* What a size of a case takes, and whether there is room for it. */
#ifndef NEARFIELD_TOOL_BENCH_ROOM_H
#define NEARFIELD_TOOL_BENCH_ROOM_H

#include "bench.h"

/* The job of one size, before anything is made for it. */
void bench_prepare(bench_job *job, const bench_plan *plan, bench_device *on, const bench_case *what,
                   nf_type precision, uint64_t n);

/* 1 when device and host have room; *need is what it takes. */
int bench_fits(const bench_job *job, bench_need *need);

/* The largest size that fits, in two digits. */
uint64_t bench_largest(const bench_plan *plan, bench_device *on, const bench_case *what, nf_type precision);

/* "it takes X GB of device memory, Y may be used", for what is short. */
const char *bench_shortage(const bench_job *job, const bench_need *need, char words[BENCH_SENTENCE]);

#endif
