/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The times of a search, and the median of several. */
#ifndef NEARFIELD_JOB_TIMING_H
#define NEARFIELD_JOB_TIMING_H

#include "job/job.h"

enum { MOST_RUNS = 1000 }; /* of --repeat */

typedef struct run_times {
    double ms[STAGES];
    double wall_ms;
} run_times;

/* The sum of the stages from bounds to sorted. */
double time_of_search(const double ms[STAGES]);

/* The run with the median time of the stages from bounds to sorted.  The first of several runs is left out, as it
   compiles kernels. */
const run_times *median_run(const run_times *runs, int count);

#endif
