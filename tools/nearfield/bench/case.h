/* Cases of the benchmark, and a job: one case at one size. */
#ifndef NEARFIELD_TOOL_BENCH_CASE_H
#define NEARFIELD_TOOL_BENCH_CASE_H

#include "device.h"

typedef struct bench_case bench_case;

/* One case at one size while it is measured. */
typedef struct bench_job {
    const bench_case *what;
    bench_device *on;
    uint64_t n;
    nf_type precision; /* of points; NF_TYPE_NONE for cases without points */
    double cutoff;
    nf_pairs_method method;
    void *input; /* elements, keys or points on the host */
    cl_mem in, pristine, more, out, total;
    nf_cloud *cloud;
    nf_result *result;
    uint64_t found; /* the result as one number: pairs, elements kept, a sum */
} bench_job;

/* The bytes and operations that every implementation needs. */
typedef struct bench_cost {
    double bytes, operations;
} bench_cost;

/* The memory that a size needs: on the device in all, in its largest buffer, on the host. */
typedef struct bench_need {
    uint64_t device, largest, host;
} bench_need;

typedef enum bench_keys { BENCH_RANDOM, BENCH_SORTED, BENCH_EQUAL } bench_keys;

/* One row a case.  Functions that return int complain and return an exit code. */
struct bench_case {
    const char *name, *help, *unit;
    int usual;    /* part of a run that names no case */
    nf_type type; /* of the elements; NF_TYPE_NONE: points in the precision asked for */
    int bits;     /* sort: of the keys */
    bench_keys keys;
    bench_cost (*cost)(const bench_job *);
    bench_need (*need)(const bench_job *);
    int (*setup)(bench_job *);
    nf_status (*restore)(bench_job *);           /* before every run, outside the time; may be NULL */
    nf_status (*run)(bench_job *, nf_context *); /* what is timed */
    const char
        *stage_apart; /* a stage that is not part of the case, which then has device time only; may be NULL */
    int (*verify)(bench_job *); /* once a size, after a run */
};

/* NULL beyond the last; by name: NULL where there is none. */
const bench_case *bench_case_at(size_t number);
const bench_case *bench_case_named(const char *name);

#endif
