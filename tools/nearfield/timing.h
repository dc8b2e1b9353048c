/* The times of one search, and of several of which one stands for all. */
#ifndef NEARFIELD_TOOL_TIMING_H
#define NEARFIELD_TOOL_TIMING_H

#include "job.h"

enum { MOST_RUNS = 1000 }; /* of --repeat */

typedef struct run_times {
    double ms[STAGES];
    double wall_ms;
} run_times;

/* The run with the median of the stages from bounds to the sorted pairs; of the second to the last when there are
   several, as the first one compiles kernels. */
const run_times *median_run(const run_times *runs, int count);

#endif
