/* The jobs of the tuner: what each family of kernels has to do, how long it takes, and whether the result is right.  Their
   parts are cases of the benchmark. */
#ifndef NEARFIELD_TOOL_TUNE_JOBS_H
#define NEARFIELD_TOOL_TUNE_JOBS_H

#include "bench/cases.h"

#include <nearfield/tuning.h>

enum { JOB_PARTS = 3 };
struct tune_case; /* a row of the table in jobs.c */

typedef struct tune_job {
    const struct tune_case *what;
    bench_device on;
    bench_job parts[JOB_PARTS];
    int count, quick, other;
    unsigned char *wanted, *got; /* the defaults' result, and the last one */
    size_t wanted_bytes, got_bytes;
} tune_job;

/* The job of a family: buffers filled, and its result with `words` (the defaults) kept, which every other result must
   equal byte by byte.  `other`: the one of another size, on which what was found on the first must not be slower.
   NF_ERROR_MEMORY where the device or the host has no room for it. */
nf_status tune_job_start(nf_context *context, const char *family, int quick, int other, const char *words,
                         tune_job **out);
void tune_job_free(tune_job *job);

/* Measures the job with the given words, as nf_tune_plan.measure does.  *wrong is set when the result is another one. */
nf_status tune_job_measure(tune_job *job, const char *words, double give_up_ns, nf_measured *out, int *wrong);

#endif
