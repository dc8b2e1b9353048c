/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What tune shares with the benchmark: the device, the cases, and a job, which is one case at one size. */
#ifndef NEARFIELD_BENCH_CASES_CASE_H
#define NEARFIELD_BENCH_CASES_CASE_H

#include "bench/opencl.h"

#include <nearfield/nearfield.h>

/* ---- the device under test: one OpenCL context with two nearfield contexts --------------------------- */

/* `plain` gives wall times as users have them; `timed` has a queue with profiling, which costs some time of its
   own, and gives device times.  They share buffers.  `host` answers in plain C, for verification. */
typedef struct bench_device {
    nf_context *plain, *timed, *host;
    cl_command_queue queue; /* that of `timed` */
    const nf_device_info *info;
} bench_device;

/* These complain and return an exit code. */
int bench_open_device(const char *name, bench_device *on);
void bench_close_device(bench_device *on);

/* A buffer of `bytes`, filled from `data` unless that is NULL; NULL when there is no memory (has complained). */
cl_mem bench_buffer(bench_device *on, uint64_t bytes, const void *data);
int bench_read(bench_device *on, cl_mem buffer, uint64_t bytes, void *data);

/* Complains about a failed call of the library. */
int bench_failed(const nf_context *context, nf_status status, const char *doing);

/* ---- the cases ----------------------------------------------------------------------------------------- */

typedef struct bench_case bench_case;

/* Where the points of a case are, and where its results are read to: nowhere, if points are on the device. */
typedef enum bench_place { BENCH_ON_DEVICE, BENCH_IN_HOST_MEMORY, BENCH_IN_LIBRARY_MEMORY } bench_place;

/* Host memory of a job, for one context: the points, then an array of the result each. */
enum { BENCH_BLOCKS = 6 };
typedef struct bench_host {
    nf_context *context; /* which allocated the blocks */
    void *blocks[BENCH_BLOCKS];
    uint64_t bytes[BENCH_BLOCKS];
} bench_host;

/* One case at one size while it is measured. */
typedef struct bench_job {
    const bench_case *what;
    bench_device *on;
    uint64_t n;
    nf_type precision; /* of points; NF_TYPE_NONE for cases without points */
    double cutoff;
    void *input; /* elements, keys or points on the host */
    cl_mem in, pristine, more, out, total;
    uint64_t systems, *offsets; /* of a batch: their number, and where each begins; 0 and NULL for others */
    nf_cloud *cloud;
    nf_result *result;
    bench_host host;
    uint64_t found; /* the result as one number: pairs, elements kept, a sum */
} bench_job;

/* The bytes and operations that every implementation needs. */
typedef struct bench_cost {
    double bytes, operations;
} bench_cost;

/* The same by parts: bytes in multiples of the input, for each of n, for each of what is found; operations for each of
   these; numbers in the precision of the points for each of what is found. */
typedef struct bench_work {
    double inputs, bytes, found_bytes, operations, found_operations, found_values;
} bench_work;

/* What a case of neighbour lists asks, and about which points; zeros for the rest. */
typedef struct bench_lists {
    double density, cutoff; /* points in a unit volume */
    uint64_t system; /* points in a system of the batch, of which the last may have fewer; 0: one system */
    int open;        /* in open space, not in a periodic cube */
    int into;        /* into buffers of the benchmark's own */
    nf_lists_options options;
} bench_lists;

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
    bench_work work;
    bench_need (*need)(const bench_job *);
    int (*setup)(bench_job *);
    nf_status (*restore)(bench_job *);           /* before every run, outside the time; may be NULL */
    nf_status (*run)(bench_job *, nf_context *); /* what is timed */
    const char *stage_apart;    /* not part of the case, which then has device time only; may be NULL */
    int (*verify)(bench_job *); /* once a size, after a run */
    /* Cases of elements: the bits of the keys of a sort, and its keys; what is in job->more for element k (k where this is NULL),
       and its bytes; the result by a plain loop. */
    int bits;
    bench_keys keys;
    uint32_t (*more)(const bench_job *, uint64_t k);
    size_t more_bytes;
    uint64_t (*plain)(const bench_job *, uint32_t *out, uint64_t *count);
    const bench_lists *lists; /* of cases of neighbour lists; NULL: points are in the unit cube */
    int without_cutoff;       /* nothing is sought within a cutoff */
    bench_place place;        /* of points and results */
};

/* Rows up to one without a name: case_primitives.c, case_points.c, case_lists.c, case_tree.c. */
extern const bench_case bench_primitives[], bench_points[], bench_lists_cases[], bench_tree[];

/* NULL beyond the last; by name: NULL where there is none. */
const bench_case *bench_case_at(size_t number);
const bench_case *bench_case_named(const char *name);

/* Bytes of job->input, which is the same numbers in every run: elements, keys or points. */
uint64_t bench_input_bytes(const bench_job *job);

/* Makes job->input alone: what setup begins with. */
int bench_make_input(bench_job *job);
void bench_make_elements(bench_job *job);
void bench_make_points(bench_job *job);

/* Of cases of points: makes job->input, job->in and the systems; and gives the cloud new positions, so that a run starts from input order. */
int bench_setup_points(bench_job *job);
nf_status bench_fresh_cloud(bench_job *job, nf_context *context);

/* The points of a case whose points are in host memory, in memory of the place; NULL if there is none.  And what such a case does behind its
   question: it reads all arrays of the result to memory of the place, which was touched before. */
const void *bench_host_points(bench_job *job, nf_context *context);
nf_status bench_read_back(bench_job *job, nf_context *context);

/* Releases what belongs to the context of the last run: the result, the cloud, and host memory. */
void bench_leave(bench_job *job);

/* A cloud of the shape of these points alone, to ask what calls take; the caller frees it.  NULL if there is no memory. */
nf_cloud *bench_shape(const bench_job *job);

/* The points on the host, in job->on->host; the caller frees the cloud. */
nf_status bench_host_cloud(const bench_job *job, nf_cloud **cloud);

/* The cube of the points, or of each system: its points, its width, and the box, which is NULL in open space. */
uint64_t bench_system_of(const bench_job *job);
double bench_width(const bench_job *job);
const nf_box *bench_box(const bench_job *job, nf_box *box);

/* The number of pairs of different points to expect; and how far from that a number may be: 1% and six standard deviations.  In a
   periodic cube that is narrower than the cutoff points also have images of their own, which are not counted. */
double bench_expected_pairs(const bench_job *job);
double bench_unlikely(double expected);

/* The square of the distance from point i to the image of j, in the precision of the points, and whether that is near, without the
   library. */
double bench_square(const bench_job *job, uint64_t i, uint64_t j, const int shift[3]);
int bench_is_near(const bench_job *job, double square);

/* Restores, runs and waits; *ms is the wall time of the run. */
nf_status bench_run_once(bench_job *job, nf_context *context, double *ms);

bench_cost bench_cost_of(const bench_job *job);

/* Complains about a wrong result; returns EXIT_OTHER. */
int bench_wrong(const bench_job *job, const char *how);

/* Releases what setup made. */
void bench_clear(bench_job *job);

#endif
