#include "jobs.h"

#include "clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_LEAST = 3, SAMPLES_MOST = 25 };
static const double SAMPLES_MS = 100, SAMPLES_MS_QUICK = 20;

/* The k-th of a fixed sequence of random words. */
static uint64_t noise(uint64_t k) {
    uint64_t x = (k + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static nf_status status_of(cl_int code) {
    return code == CL_SUCCESS                                                          ? NF_OK
           : code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_HOST_MEMORY ? NF_ERROR_MEMORY
                                                                                       : NF_ERROR_DEVICE;
}

/* ---- the table ---------------------------------------------------------------------------------------- */

typedef struct tune_case {
    const char *family; /* or how its name begins */
    /* One part of a primitive, enqueued; it writes to job->out. */
    nf_status (*part)(tune_job *job, uint64_t at, int part);
    int indices; /* job->in holds indices */
    /* Without `part`: points to pairs, from new positions on or the search alone; on the first job and on the other. */
    int moves;
    nf_pairs_method method;
    struct {
        uint32_t gpu, cpu; /* points */
        double spacings;   /* the cutoff, in mean spacings */
    } points[2];
} tune_case;

static nf_status run_reduce(tune_job *job, uint64_t at, int part) {
    return nf_reduce(job->context, NF_FLOAT32, NF_MIN, nf_at(job->in, at), nf_at(job->out, (uint64_t)part),
                     job->parts[part], NULL);
}
static nf_status run_scan(tune_job *job, uint64_t at, int part) {
    const int wide = part == JOB_WIDE; /* so much of the words are half as many of 64 bits */
    return nf_scan(job->context, wide ? NF_UINT64 : NF_UINT32, NF_SUM, NF_EXCLUSIVE,
                   nf_at(job->in, at >> wide), nf_at(job->out, at >> wide), job->parts[part] >> wide, NULL);
}
static nf_status run_compact(tune_job *job, uint64_t at, int part) {
    return nf_compact(job->context, NF_UINT32, nf_at(job->flags, at), nf_at(job->in, at), nf_at(job->out, at),
                      nf_at(job->counts, (uint64_t)part), job->parts[part], NULL);
}
static nf_status run_gather(tune_job *job, uint64_t at, int part) {
    return nf_gather(job->context, 1, nf_at(job->keys, 0), job->n, nf_at(job->in, at), nf_at(job->out, at),
                     job->parts[part], NULL);
}
static nf_status run_sort(tune_job *job, uint64_t at, int part) {
    const int wide = part == JOB_WIDE;
    const nf_sort_options options = {wide ? NF_UINT64 : NF_UINT32, NF_UINT32, 0, 0};
    return nf_sort(job->context, &options, nf_at(job->keys, at >> wide), nf_at(job->out, at),
                   job->parts[part] >> wide, NULL);
}

/* As many pairs as users have; and few, where bounds and order are what takes the time: what wins there may leave the
   search a cache in which it is slower, and is tried on the other. */
#define MANY(n)                                                                                              \
    { n, 40000, 3 }
#define FEW                                                                                                  \
    { 4000000, 60000, 1.5 }
static const tune_case cases[] = {
    {"reduce", .part = run_reduce},
    {"scan", .part = run_scan},
    {"compact", .part = run_compact},
    {"gather", .part = run_gather, .indices = 1},
    {"sort", .part = run_sort},
    {"search", .points = {MANY(500000), FEW}},
    {"bounds", .moves = 1, .points = {FEW, MANY(1000000)}},
    {"order", .moves = 1, .points = {FEW, MANY(1000000)}},
    {"potential", .method = NF_PAIRS_POTENTIAL, .points = {{100000, 10000, 3}, {400000, 40000, 3}}},
    {"", .moves = 1, .points = {MANY(500000), FEW}},
};

/* ---- what a job works on ------------------------------------------------------------------------------ */

/* A buffer with `data` in it, unless that is NULL. */
static nf_status make(tune_job *job, uint64_t bytes, void *data, cl_mem *out) {
    cl_int code = CL_SUCCESS;
    *out = clCreateBuffer(nf_context_cl(job->context), CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0),
                          (size_t)bytes, data, &code);
    return status_of(code);
}

/* Of the number of words in the large run.  The other job is far beyond caches, and takes a quarter of the memory at
   most: three arrays of 4 bytes an element, and as much again for the sort. */
static int bits_of_large(const tune_job *job) {
    const uint64_t most = nf_context_device(job->context)->global_memory / 4;
    const int usual = job->cpu ? 22 : 24;
    int bits = usual + (!job->other ? 0 : job->cpu ? 1 : 2);
    while (bits > usual && UINT64_C(32) << bits > most) bits--;
    return bits;
}

/* Random 32-bit words, or indices below the number of words of a small part, in the other job of all; and flags, of which
   half are set. */
static nf_status set_up_words(tune_job *job) {
    const int shift = job->quick ? 2 : 0;
    const uint64_t large = UINT64_C(1) << bits_of_large(job) >> shift;
    const uint64_t small = (job->cpu ? UINT64_C(250000) : UINT64_C(1000000)) >> shift;
    for (int k = 0; k < JOB_PARTS; k++)
        job->n += job->parts[k] = k == 0 ? large : k == JOB_WIDE ? large / 4 : small;
    const uint64_t below = !job->what->indices ? UINT32_MAX : job->other ? job->n : small;
    uint32_t *words = malloc(job->n * 4);
    unsigned char *flags = malloc(job->n);
    nf_status status = words && flags ? NF_OK : NF_ERROR_MEMORY;
    for (uint64_t k = 0; k < job->n && status == NF_OK; k++) {
        words[k] = (uint32_t)((uint32_t)noise(k) % below);
        flags[k] = noise(~k) & 1;
    }
    if (status == NF_OK) status = make(job, job->n * 4, words, &job->in);
    if (status == NF_OK) status = make(job, job->n, flags, &job->flags);
    if (status == NF_OK) status = make(job, job->n * 4, NULL, &job->keys);
    if (status == NF_OK) status = make(job, job->n * 4, NULL, &job->out);
    if (status == NF_OK) status = make(job, JOB_PARTS * sizeof(cl_ulong), NULL, &job->counts);
    free(words);
    free(flags);
    return status;
}

/* Uniform points in the unit cube. */
static nf_status set_up_points(tune_job *job) {
    const int other = job->other, wide = nf_context_device(job->context)->fp64;
    const uint64_t n =
        (job->cpu ? job->what->points[other].cpu : job->what->points[other].gpu) >> (job->quick ? 2 : 0);
    const size_t size = wide ? 8 : 4;
    unsigned char *coordinates = malloc(3 * n * size);
    if (!coordinates) return NF_ERROR_MEMORY;
    for (uint64_t k = 0; k < 3 * n; k++) {
        const double x = (double)(noise(k) >> 11) * 0x1p-53;
        const float narrow = (float)x;
        memcpy(coordinates + k * size, wide ? (const void *)&x : (const void *)&narrow, size);
    }
    job->n = n;
    job->cutoff = job->what->points[other].spacings / cbrt((double)n);
    job->options.method = job->what->method;
    nf_status status = make(job, 3 * n * size, coordinates, &job->in);
    free(coordinates);
    job->points = (nf_points){.n = n, .dims = 3, .type = wide ? NF_FLOAT64 : NF_FLOAT32, .buffer = job->in};
    if (status == NF_OK) status = nf_cloud_create(job->context, &job->points, NULL, NULL, &job->cloud);
    if (status == NF_OK) status = nf_pairs(job->cloud, job->cutoff, &job->options, &job->pairs);
    return status;
}

/* ---- a run -------------------------------------------------------------------------------------------- */

/* What is written is the same before every run. */
static nf_status restore(tune_job *job) {
    const cl_mem to[] = {job->keys, job->out};
    cl_int code = CL_SUCCESS;
    for (int k = 0; k < 2 && job->what->part && code == CL_SUCCESS; k++)
        code = clEnqueueCopyBuffer(nf_context_queue(job->context), job->in, to[k], 0, 0, job->n * 4, 0, NULL,
                                   NULL);
    return status_of(code);
}

static nf_status run(tune_job *job) {
    nf_status status = NF_OK;
    uint64_t at = 0;
    for (int part = 0; job->what->part && part < JOB_PARTS && status == NF_OK; at += job->parts[part++])
        status = job->what->part(job, at, part);
    if (job->what->part) return status;
    if (job->what->moves) status = nf_cloud_move(job->cloud, &job->points, NULL, NULL);
    return status == NF_OK ? nf_pairs_update(job->pairs, job->cloud, job->cutoff, &job->options) : status;
}

/* One run from the same start, waited for; the time in milliseconds. */
static nf_status once(tune_job *job, double *ms) {
    nf_status status = restore(job);
    if (status == NF_OK) status = nf_context_finish(job->context);
    if (status != NF_OK) return status;
    const double start = now_ms();
    status = run(job);
    if (status == NF_OK) status = nf_context_finish(job->context);
    *ms = now_ms() - start;
    return status;
}

/* The result, into job->got. */
static nf_status fetch(tune_job *job) {
    const uint64_t total = job->pairs ? nf_pairs_total(job->pairs) : 0;
    const size_t bytes = (size_t)(job->pairs ? total * 8 : job->n * 4);
    if (bytes > job->got_bytes || !job->got) {
        free(job->got);
        job->got = malloc(bytes ? bytes : 1);
    }
    job->got_bytes = bytes;
    if (!job->got) return NF_ERROR_MEMORY;
    if (job->pairs) return nf_pairs_read(job->pairs, 0, total, (int32_t *)(void *)job->got);
    return status_of(clEnqueueReadBuffer(nf_context_queue(job->context), job->out, CL_TRUE, 0, bytes,
                                         job->got, 0, NULL, NULL));
}

/* ---- a job -------------------------------------------------------------------------------------------- */

nf_status tune_job_start(nf_context *context, const char *family, int quick, int other, const char *words,
                         tune_job **out) {
    tune_job *job = calloc(1, sizeof *job);
    double ms = 0;
    *out = NULL;
    if (!job) return NF_ERROR_MEMORY;
    job->context = context;
    job->what = cases; /* the last row takes all that is left */
    while (strncmp(family, job->what->family, strlen(job->what->family)) != 0) job->what++;
    job->cpu = (nf_context_device(context)->type & CL_DEVICE_TYPE_CPU) != 0;
    job->quick = quick;
    job->other = other;
    nf_status status = nf_context_tune(context, words);
    if (status == NF_OK) status = job->what->part ? set_up_words(job) : set_up_points(job);
    if (status == NF_OK) status = once(job, &ms);
    if (status == NF_OK) status = fetch(job);
    if (status != NF_OK) {
        tune_job_free(job);
        return status;
    }
    job->wanted = job->got;
    job->wanted_bytes = job->got_bytes;
    job->got = NULL;
    job->got_bytes = 0;
    *out = job;
    return NF_OK;
}

void tune_job_free(tune_job *job) {
    if (!job) return;
    const cl_mem buffers[] = {job->in, job->keys, job->out, job->counts, job->flags};
    nf_context_finish(job->context);
    nf_pairs_free(job->pairs);
    nf_cloud_free(job->cloud);
    for (size_t k = 0; k < sizeof buffers / sizeof *buffers; k++)
        if (buffers[k]) clReleaseMemObject(buffers[k]);
    free(job->wanted);
    free(job->got);
    free(job);
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

nf_status tune_job_measure(tune_job *job, const char *words, double give_up_ns, nf_measured *out,
                           int *wrong) {
    double samples[SAMPLES_MOST], ms = 0;
    int count = 0;
    *wrong = 0;
    nf_status status = nf_context_tune(job->context, words);
    if (status == NF_OK) status = once(job, &ms); /* builds what is new */
    if (status == NF_OK) status = fetch(job);
    if (status == NF_OK)
        *wrong = job->got_bytes != job->wanted_bytes || memcmp(job->got, job->wanted, job->got_bytes) != 0;
    if (status != NF_OK || *wrong) return NF_ERROR_UNSUPPORTED;
    const double start = now_ms(), most = job->quick || job->other ? SAMPLES_MS_QUICK : SAMPLES_MS;
    while (count < SAMPLES_MOST && (count < SAMPLES_LEAST || now_ms() - start < most)) {
        if (once(job, &samples[count++]) != NF_OK) return NF_ERROR_UNSUPPORTED;
        if (samples[count - 1] * 1e6 > give_up_ns && count >= 2) break;
    }
    qsort(samples, (size_t)count, sizeof *samples, by_size);
    out->ns = samples[count / 2] * 1e6;
    out->spread = (samples[count * 3 / 4] - samples[count / 4]) / 2 * 1e6;
    return NF_OK;
}
