/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The parts of nearfield tune: the search for the fastest values of a family of tunables, and the work that it measures. */
#ifndef NEARFIELD_TUNE_TUNE_H
#define NEARFIELD_TUNE_TUNE_H

#include "bench/bench.h"

#include <nearfield/experimental/tuning.h>

/* ---- the search --------------------------------------------------------------------------------------- */

enum { TUNE_ROWS_MOST = 16 };

/* What the search needs from its caller. */
typedef struct tune_plan {
    /* Measures the time of the family's work with these words ("scan.GROUP=64 scan.ITEMS=8"), in nanoseconds; with
       `other` nonzero that of work of another size, on which the values found must not be slower than the defaults.  Of
       either, the first words are the defaults.  NF_ERROR_UNSUPPORTED rejects the words, or says that there is no such
       work on this device; any other error ends the search. */
    nf_status (*measure)(void *user, int other, const char *words, double *ns);
    int (*may_go_on)(void *user); /* 0 ends the search; the defaults are measured in any case */
    void *user;
} tune_plan;

typedef struct tune_result {
    double standard_ns, best_ns; /* the times with the defaults, and with the values found */
    int tried;                   /* the number of candidates measured */
    int complete;                /* 0 if `may_go_on` ended the search */
    int improved;                /* 1 if the values found are faster, and were not rejected */
    int rejected;               /* 1 if they were slower on other work or failed there: the defaults remain */
    int values[TUNE_ROWS_MOST]; /* those found if `improved`, otherwise the defaults */
} tune_result;

/* Starting with the defaults it varies one row after the other as long as this helps.  Finally it measures the best values
   and the defaults alternately: the best must be faster in every round, by 2% in the median, and must not be slower on
   other work.  Noise or a drift of the machine's speed therefore does not pass for a gain.  Returns the errors of
   `measure`. */
nf_status tune_search(const nf_tunable_info *rows, size_t count, const tune_plan *plan, tune_result *result);

/* Sorts the values and returns their median. */
double tune_median(double *values, size_t count);

/* ---- the work ----------------------------------------------------------------------------------------- */

/* A case of the benchmark for a family of kernels. */
typedef struct tune_job {
    bench_device on;
    bench_job part;
    int quick;
    unsigned char *wanted; /* the result of the first measurement */
    size_t wanted_bytes;
} tune_job;

/* Whether there is a job for a family: there is for each that the library lists. */
int tune_job_exists(const char *family);

/* Makes the job of a family, or with `other` that of another size.  NF_ERROR_MEMORY where the device or the host has no
   room for it, NF_ERROR_ARGUMENT without a job. */
nf_status tune_job_start(tune_job *job, nf_context *context, const char *family, int quick, int other);
void tune_job_end(tune_job *job); /* also one of zeros */

/* The median time of the job with the given words; the first must be the defaults.  NF_ERROR_UNSUPPORTED where they do not
   serve; *wrong is set where the result is not that of the first measurement, byte by byte. */
nf_status tune_job_measure(tune_job *job, const char *words, double *ns, int *wrong);

/* The subcommand tune.  argv[0] is its name. */
int command_tune(int argc, char **argv);

#endif
