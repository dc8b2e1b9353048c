/* One job while it is tuned: what it works on, and the rows of a kind of jobs. */
#ifndef NEARFIELD_TOOL_TUNE_JOB_H
#define NEARFIELD_TOOL_TUNE_JOB_H

#include "jobs.h"

/* Primitives: one large run, four small ones, and one of wide elements where there are such, side by side in one buffer;
   all count. */
enum { JOB_SMALL_RUNS = 4, JOB_WIDE = JOB_SMALL_RUNS + 1, JOB_PARTS };

typedef struct tune_job_case {
    const char *family; /* or how its name begins */
    nf_status (*setup)(tune_job *job);
    nf_status (*restore)(tune_job *job); /* outside the time; may be NULL */
    nf_status (*run)(tune_job *job);     /* enqueued, not waited for */
    nf_status (*result)(tune_job *job);  /* into job->got */
} tune_job_case;

struct tune_job {
    nf_context *context;
    const tune_job_case *what;
    int cpu, quick, other;
    uint64_t parts[JOB_PARTS], n; /* elements of each part, and in all */
    cl_mem in, keys, values, out, counts, flags;
    nf_cloud *cloud;
    nf_points points;
    nf_pairs_result *pairs;
    nf_pairs_options options;
    double cutoff;
    unsigned char *wanted, *got; /* the defaults' result, and the last one */
    size_t wanted_bytes, got_bytes;
};

/* The row of a family; NULL where the kind has none.  Of the points' rows the last one takes all that is left. */
const tune_job_case *tune_case_of_primitive(const char *family);
const tune_job_case *tune_case_of_points(const char *family);

/* The first row whose name the family's begins with. */
const tune_job_case *tune_case_among(const tune_job_case *rows, size_t count, const char *family);

/* The k-th of a fixed sequence of random words. */
uint64_t tune_noise(uint64_t k);

/* A buffer with `data` in it, unless that is NULL. */
nf_status tune_make(tune_job *job, uint64_t bytes, void *data, cl_mem *out);

/* job->got: room for a result on the host, reused from run to run; or that of a buffer. */
nf_status tune_room(tune_job *job, size_t bytes);
nf_status tune_fetch(tune_job *job, cl_mem from, uint64_t bytes);

nf_status tune_status(cl_int code);

#endif
