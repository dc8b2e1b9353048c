/* The work that the tuner measures: for each family of kernels a case of the benchmark, at two sizes. */
#ifndef NEARFIELD_TOOL_TUNE_JOBS_H
#define NEARFIELD_TOOL_TUNE_JOBS_H

#include "bench/cases.h"

#include <nearfield/tuning.h>

typedef struct tune_job {
    const struct tune_case *what; /* a row of the table in jobs.c */
    bench_device on;
    bench_job part;
    int quick;
    unsigned char *wanted; /* the result with the defaults */
    size_t wanted_bytes;
} tune_job;

/* Fills the buffers of a family's job, runs it with `words` (the defaults) and keeps the result.  `other`: the work of
   another size.  NF_ERROR_MEMORY where the device or the host has no room for it. */
nf_status tune_job_start(nf_context *context, const char *family, int quick, int other, const char *words,
                         tune_job **out);
void tune_job_free(tune_job *job);

/* The median time of the job with the given words.  NF_ERROR_UNSUPPORTED where they do not serve; *wrong is set where the
   result is not that of the defaults, byte by byte. */
nf_status tune_job_measure(tune_job *job, const char *words, double *ns, int *wrong);

#endif
