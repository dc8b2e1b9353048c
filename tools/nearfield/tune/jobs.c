#include "jobs.h"

#include "clock.h"

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
    int again;             /* pairs: from the order on, not from new positions on */
    nf_pairs_method method;
} tune_case;

/* DENSE is a typical density; with SPARSE points bounds and order take most of the time.  LARGE exceeds all caches; with
   SMALL launches take much of the time. */
#define LARGE(name)                                                                                          \
    { name, 1 << 24, 1 << 20, 0 }
#define SMALL(name)                                                                                          \
    { name, 1000000, 250000, 0 }
#define DENSE(n)                                                                                             \
    { "pairs", n, 40000, 3 }
#define SPARSE                                                                                               \
    { "pairs", 4000000, 60000, 1.5 }
static const tune_case cases[] = {
    {"reduce", {LARGE("reduce"), SMALL("reduce")}, 0, 0},
    {"scan", {LARGE("scan"), SMALL("scan")}, 0, 0},
    {"compact", {LARGE("compact"), SMALL("compact")}, 0, 0},
    {"gather", {LARGE("gather"), SMALL("gather")}, 0, 0},
    {"sort", {LARGE("sort"), SMALL("sort-64")}, 0, 0},
    {"search", {DENSE(500000), SPARSE}, 1, 0},
    {"bounds", {SPARSE, DENSE(1000000)}, 0, 0},
    {"order", {SPARSE, DENSE(1000000)}, 0, 0},
    {"potential", {{"pairs", 100000, 10000, 3}, {"pairs", 400000, 40000, 3}}, 1, NF_PAIRS_POTENTIAL},
    {"", {DENSE(500000), SPARSE}, 0, 0},
};

/* Restores the input, runs and waits; the time in milliseconds.  The output is filled with a pattern before, so that words
   that a kernel does not write are noticed. */
static nf_status once(tune_job *job, double *ms) {
    static const unsigned char pattern = 0xa5;
    const nf_pairs_options options = {.method = job->what->method};
    bench_job *part = &job->part;
    nf_status status = NF_OK;
    if (part->out && clEnqueueFillBuffer(nf_context_queue(job->on.plain), part->out, &pattern, 1, 0,
                                         bench_input_bytes(part), 0, NULL, NULL) != CL_SUCCESS)
        return NF_ERROR_DEVICE;
    if (part->what->restore) status = part->what->restore(part);
    if (status == NF_OK) status = nf_context_finish(job->on.plain);
    const double start = now_ms();
    if (status == NF_OK)
        status = job->what->again && part->result
                     ? nf_pairs(part->cloud, part->cutoff, &options, NULL, &part->result)
                     : part->what->run(part, job->on.plain);
    if (status == NF_OK) status = nf_context_finish(job->on.plain);
    *ms = now_ms() - start;
    return status;
}

/* The result of the last run; the caller frees it. */
static nf_status fetch(tune_job *job, unsigned char **out, size_t *bytes) {
    const bench_job *part = &job->part;
    *bytes = (size_t)(part->result ? nf_result_total(part->result) * 8 : bench_input_bytes(part));
    *out = malloc(*bytes + 1);
    if (!*out) return NF_ERROR_MEMORY;
    if (part->result) return nf_result_read(part->result, NF_ARRAY_PAIRS, 0, *bytes / 8, NULL, *out);
    return bench_read(&job->on, part->out, *bytes, *out) == NF_EXIT_DONE ? NF_OK : NF_ERROR_DEVICE;
}

nf_status tune_job_start(nf_context *context, const char *family, int quick, int other, const char *words,
                         tune_job **out) {
    tune_job *job = calloc(1, sizeof *job);
    double ms = 0;
    *out = NULL;
    if (!job) return NF_ERROR_MEMORY;
    job->what = cases; /* the last row matches every family */
    while (strncmp(family, job->what->family, strlen(job->what->family)) != 0) job->what++;
    const nf_device_info *info = nf_context_device(context);
    bench_job *part = &job->part;
    const uint32_t n =
        info->type & CL_DEVICE_TYPE_CPU ? job->what->work[other].cpu : job->what->work[other].gpu;
    job->on.plain = context;
    job->on.info = info;
    job->quick = quick;
    part->on = &job->on;
    part->what = bench_case_named(job->what->work[other].name);
    part->n = quick && !other ? n / 4 : n;
    part->precision = info->fp64 ? NF_FLOAT64 : NF_FLOAT32;
    part->cutoff = job->what->work[other].spacings / cbrt((double)part->n);
    nf_status status = nf_context_tune(context, words);
    if (status == NF_OK && part->what->setup(part) != NF_EXIT_DONE) status = NF_ERROR_MEMORY;
    if (status == NF_OK) status = once(job, &ms);
    if (status == NF_OK && job->what->again) status = once(job, &ms);
    if (status == NF_OK) status = fetch(job, &job->wanted, &job->wanted_bytes);
    if (status == NF_OK) *out = job;
    else tune_job_free(job);
    return status;
}

void tune_job_free(tune_job *job) {
    if (!job) return;
    nf_context_finish(job->on.plain);
    bench_clear(&job->part);
    free(job->wanted);
    free(job);
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

nf_status tune_job_measure(tune_job *job, const char *words, double *ns, int *wrong) {
    double samples[SAMPLES_MOST], ms = 0;
    unsigned char *got = NULL;
    size_t bytes = 0;
    int count = 0;
    *wrong = 0;
    nf_status status = nf_context_tune(job->on.plain, words);
    if (status == NF_OK) status = once(job, &ms); /* includes building the kernels */
    if (status == NF_OK) status = fetch(job, &got, &bytes);
    if (status == NF_OK) *wrong = bytes != job->wanted_bytes || memcmp(got, job->wanted, bytes) != 0;
    free(got);
    if (status != NF_OK || *wrong) return NF_ERROR_UNSUPPORTED;
    const double start = now_ms(), most = job->quick ? SAMPLES_MS_QUICK : SAMPLES_MS;
    while (count < SAMPLES_MOST && (count < SAMPLES_LEAST || now_ms() - start < most))
        if (once(job, &samples[count++]) != NF_OK) return NF_ERROR_UNSUPPORTED;
    qsort(samples, (size_t)count, sizeof *samples, by_size);
    *ns = samples[count / 2] * 1e6;
    return NF_OK;
}
