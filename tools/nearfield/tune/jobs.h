/* What the tuner lets each family of kernels do, how long it takes, and whether the result is right. */
#ifndef NEARFIELD_TOOL_TUNE_JOBS_H
#define NEARFIELD_TOOL_TUNE_JOBS_H

#include <nearfield/nearfield.h>
#include <stddef.h>

typedef struct tune_job tune_job;

/* The job of a family: buffers filled, and its result with `words` (the defaults) kept, which every other result must
   equal byte by byte.  `other`: the one of another size, on which what was found on the first must not be slower.
   NF_ERROR_MEMORY where the device or the host has no room for it. */
nf_status tune_job_start(nf_context *context, const char *family, int quick, int other, const char *words,
                         tune_job **out);
void tune_job_free(tune_job *job);

/* Measures the job with the given words, as nf_search_plan.measure does.  *wrong is set when the result is another
   one. */
nf_status tune_job_measure(tune_job *job, const char *words, double give_up_ns, nf_measured *out, int *wrong);

#endif
