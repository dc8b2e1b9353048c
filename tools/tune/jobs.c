/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "system/clock.h"
#include "options/options.h"
#include "tune/tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_LEAST = 3, SAMPLES_MOST = 25 };
static const double SAMPLES_MS = 50, SAMPLES_MS_QUICK = 20;

typedef struct tune_case {
    const char *family; /* or how its name begins */
    struct {
        const char *name;  /* of a case of the benchmark */
        uint32_t gpu, cpu; /* elements or points */
        double spacings;   /* the cutoff of points, in mean spacings */
    } work[2];             /* the job, and the one of another size */
} tune_case;

/* DENSE is a typical density; with SPARSE points bounds and order take most of the time.  LARGE exceeds all caches; with
   SMALL launches take much of the time.  FEW is a number of points at which the kernels of packets begin to be worth it. */
#define LARGE(name)                                                                                          \
    { name, 1 << 24, 1 << 20, 0 }
#define SMALL(name)                                                                                          \
    { name, 1000000, 250000, 0 }
#define FEW(name)                                                                                            \
    { name, 16000, 250000, 0 }
#define DENSE(n)                                                                                             \
    { "pairs", n, 40000, 3 }
#define SPARSE                                                                                               \
    { "pairs", 4000000, 60000, 1.5 }
static const tune_case cases[] = {
    {"reduce", {LARGE("reduce"), SMALL("reduce")}},
    {"scan", {LARGE("scan"), SMALL("scan")}},
    {"compact", {LARGE("compact"), SMALL("compact")}},
    {"gather", {LARGE("gather"), SMALL("gather")}},
    {"sort", {LARGE("sort"), SMALL("sort-64")}},
    {"bounds", {SPARSE, DENSE(1000000)}},
    {"order", {SPARSE, DENSE(1000000)}},
    {"potential", {{"pairs-potential", 100000, 10000, 3}, {"pairs-potential", 400000, 40000, 3}}},
    {"tree", {SMALL("knn-8"), SMALL("fof")}},
    {"knn", {FEW("knn-8"), SMALL("knn-16")}},
    {"fof", {SMALL("fof"), {"fof", 4000000, 60000, 0}}},
    {"catalogue", {SMALL("catalogue"), {"catalogue", 4000000, 60000, 0}}},
    {"search", {DENSE(500000), SPARSE}},
};

static const tune_case *case_of(const char *family) {
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        if (strncmp(family, cases[k].family, strlen(cases[k].family)) == 0) return cases + k;
    return NULL;
}

int tune_job_exists(const char *family) { return case_of(family) != NULL; }

void tune_job_end(tune_job *job) {
    if (!job->on.plain) return;
    nf_context_finish(job->on.plain);
    bench_clear(&job->part);
    free(job->wanted);
    nf_context_trim(job->on.plain);
    *job = (tune_job){.quick = 0};
}

nf_status tune_job_start(tune_job *job, nf_context *context, const char *family, int quick, int other) {
    const tune_case *what = case_of(family);
    if (!what) {
        complain(EXIT_OTHER, "the tuner has no work for the family %s", family);
        return NF_ERROR_ARGUMENT;
    }
    const nf_device_info *info = nf_context_device(context);
    const uint32_t n = info->type & CL_DEVICE_TYPE_CPU ? what->work[other].cpu : what->work[other].gpu;
    *job = (tune_job){.on = {.plain = context, .info = info}, .quick = quick};
    bench_job *part = &job->part;
    part->on = &job->on;
    part->what = bench_case_named(what->work[other].name);
    part->n = quick && !other ? n / 4 : n;
    part->precision = info->fp64 ? NF_FLOAT64 : NF_FLOAT32;
    part->cutoff = what->work[other].spacings / cbrt((double)part->n);
    const int code = part->what->setup(part);
    if (code == EXIT_DONE) return NF_OK;
    tune_job_end(job);
    return code == EXIT_MEMORY ? NF_ERROR_MEMORY : NF_ERROR_DEVICE;
}

/* The array of a result: that of pairs, neighbours or groups, or of a catalogue that which follows from all others. */
static nf_array array_of(const nf_result *result) {
    static const nf_array arrays[] = {NF_ARRAY_PAIRS, NF_ARRAY_INDICES, NF_ARRAY_LABELS, NF_ARRAY_EXTENTS};
    size_t k = 0;
    while (k + 1 < sizeof arrays / sizeof *arrays && !nf_result_array(result, arrays[k])->rows) k++;
    return arrays[k];
}

/* Runs once, and reads the result; the caller frees it.  The output is filled with a pattern before, so that words that a
   kernel does not write are noticed. */
static nf_status run(tune_job *job, unsigned char **out, size_t *bytes) {
    static const unsigned char pattern = 0xa5;
    bench_job *part = &job->part;
    double ms = 0;
    if (part->out && clEnqueueFillBuffer(nf_context_queue(job->on.plain), part->out, &pattern, 1, 0,
                                         bench_input_bytes(part), 0, NULL, NULL) != CL_SUCCESS)
        return NF_ERROR_DEVICE;
    const nf_status status = bench_run_once(part, job->on.plain, &ms); /* includes building the kernels */
    if (status != NF_OK) return status;
    const nf_array array = array_of(part->result);
    const nf_array_info *info = nf_result_array(part->result, array);
    *bytes = (size_t)(part->result ? info->rows * (uint64_t)info->columns * nf_type_bytes(info->type)
                                   : bench_input_bytes(part));
    *out = malloc(*bytes + 1);
    if (!*out) return NF_ERROR_MEMORY;
    if (part->result) return nf_result_read(part->result, array, 0, info->rows, NULL, *out);
    return bench_read(&job->on, part->out, *bytes, *out) == EXIT_DONE ? NF_OK : NF_ERROR_DEVICE;
}

nf_status tune_job_measure(tune_job *job, const char *words, double *ns, int *wrong) {
    double samples[SAMPLES_MOST];
    unsigned char *got = NULL;
    size_t bytes = 0;
    int count = 0;
    *wrong = 0;
    nf_status status = nf_context_tune(job->on.plain, words);
    if (status == NF_OK) status = run(job, &got, &bytes);
    if (status == NF_OK && !job->wanted) {
        job->wanted = got;
        job->wanted_bytes = bytes;
    } else {
        *wrong = status == NF_OK && (bytes != job->wanted_bytes || memcmp(got, job->wanted, bytes) != 0);
        free(got);
        if (!job->wanted) return status;
    }
    if (status != NF_OK || *wrong) return NF_ERROR_UNSUPPORTED;
    const double start = now_ms(), most = job->quick ? SAMPLES_MS_QUICK : SAMPLES_MS;
    while (count < SAMPLES_MOST && (count < SAMPLES_LEAST || now_ms() - start < most))
        if (bench_run_once(&job->part, job->on.plain, &samples[count++]) != NF_OK)
            return NF_ERROR_UNSUPPORTED;
    *ns = tune_median(samples, (size_t)count) * 1e6;
    return NF_OK;
}
