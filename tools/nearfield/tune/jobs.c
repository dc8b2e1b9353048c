#include "jobs.h"

#include "clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_LEAST = 3, SAMPLES_MOST = 25, SMALL_RUNS = 4 };
static const double SAMPLES_MS = 100, SAMPLES_MS_QUICK = 20;

/* ---- the table ---------------------------------------------------------------------------------------- */

typedef struct tune_case {
    const char *family; /* or how its name begins */
    /* A primitive: one large run of this case, SMALL_RUNS small ones, and one of `wide` unless that is NULL. */
    const char *primitive, *wide;
    /* Else points to pairs, on the first job and on the other: from new positions on, or `again` from the order on. */
    struct {
        uint32_t gpu, cpu; /* points */
        double spacings;   /* the cutoff, in mean spacings */
    } points[2];
    int again;
    nf_pairs_method method; /* of `again` */
} tune_case;

/* As many pairs as users have; and few, where bounds and order are what takes the time: what wins there may leave the
   search a cache in which it is slower, and is tried on the other. */
#define MANY(n)                                                                                              \
    { n, 40000, 3 }
#define FEW                                                                                                  \
    { 4000000, 60000, 1.5 }
static const tune_case cases[] = {
    {"reduce", .primitive = "reduce"},
    {"scan", .primitive = "scan"},
    {"compact", .primitive = "compact"},
    {"gather", .primitive = "gather"},
    {"sort", .primitive = "sort", .wide = "sort-64"},
    {"search", .points = {MANY(500000), FEW}, .again = 1},
    {"bounds", .points = {FEW, MANY(1000000)}},
    {"order", .points = {FEW, MANY(1000000)}},
    {"potential", .points = {{100000, 10000, 3}, {400000, 40000, 3}}, .again = 1,
     .method = NF_PAIRS_POTENTIAL},
    {"", .points = {MANY(500000), FEW}},
};

/* ---- what a job works on ------------------------------------------------------------------------------ */

static nf_status add_part(tune_job *job, const char *name, uint64_t n, double spacings) {
    bench_job *part = &job->parts[job->count++];
    part->what = bench_case_named(name);
    part->on = &job->on;
    part->n = job->quick ? n / 4 : n;
    part->precision = job->on.info->fp64 ? NF_FLOAT64 : NF_FLOAT32;
    part->cutoff = spacings / cbrt((double)part->n);
    return part->what->setup(part) == NF_EXIT_DONE ? NF_OK : NF_ERROR_MEMORY;
}

/* The other job of a primitive is far beyond caches, and takes a quarter of the memory at most. */
static nf_status set_up(tune_job *job) {
    const int other = job->other, cpu = (job->on.info->type & CL_DEVICE_TYPE_CPU) != 0;
    const tune_case *what = job->what;
    if (!what->primitive)
        return add_part(job, "pairs", cpu ? what->points[other].cpu : what->points[other].gpu,
                        what->points[other].spacings);
    const int usual = cpu ? 22 : 24;
    int bits = usual + (!other ? 0 : cpu ? 1 : 2);
    while (bits > usual && UINT64_C(32) << bits > job->on.info->global_memory / 4) bits--;
    nf_status status = add_part(job, what->primitive, UINT64_C(1) << bits, 0);
    if (status == NF_OK) status = add_part(job, what->primitive, cpu ? 250000 : 1000000, 0);
    if (status == NF_OK && what->wide) status = add_part(job, what->wide, UINT64_C(1) << (bits - 2), 0);
    return status;
}

/* ---- a run -------------------------------------------------------------------------------------------- */

/* The same before every run, so that what a kernel does not write is seen. */
static nf_status restore(tune_job *job) {
    const unsigned char pattern = 0xa5;
    nf_status status = NF_OK;
    for (int k = 0; k < job->count && status == NF_OK; k++) {
        bench_job *part = &job->parts[k];
        if (part->out && clEnqueueFillBuffer(nf_context_queue(job->on.plain), part->out, &pattern, 1, 0,
                                             bench_input_bytes(part), 0, NULL, NULL) != CL_SUCCESS)
            return NF_ERROR_DEVICE;
        if (part->what->restore) status = part->what->restore(part);
    }
    return status == NF_OK ? nf_context_finish(job->on.plain) : status;
}

static nf_status run_part(const tune_job *job, bench_job *part) {
    const nf_pairs_options options = {.method = job->what->method};
    return job->what->again && part->result
               ? nf_pairs(part->cloud, part->cutoff, &options, NULL, &part->result)
               : part->what->run(part, job->on.plain);
}

/* One run from the same start, waited for; the time in milliseconds. */
static nf_status once(tune_job *job, double *ms) {
    nf_status status = restore(job);
    const double start = now_ms();
    for (int k = 0; k < job->count; k++)
        for (int times = job->what->primitive && k == 1 ? SMALL_RUNS : 1; times > 0 && status == NF_OK;
             times--)
            status = run_part(job, &job->parts[k]);
    if (status == NF_OK) status = nf_context_finish(job->on.plain);
    *ms = now_ms() - start;
    return status;
}

static size_t result_bytes(const bench_job *part) {
    return (size_t)(part->result ? nf_result_total(part->result) * 8 : bench_input_bytes(part));
}

/* The result, into job->got. */
static nf_status fetch(tune_job *job) {
    nf_status status = NF_OK;
    free(job->got);
    job->got_bytes = 0;
    for (int k = 0; k < job->count; k++) job->got_bytes += result_bytes(&job->parts[k]);
    unsigned char *to = job->got = malloc(job->got_bytes + 1);
    if (!to) return NF_ERROR_MEMORY;
    for (int k = 0; k < job->count && status == NF_OK; k++) {
        bench_job *part = &job->parts[k];
        const size_t bytes = result_bytes(part);
        if (part->result)
            status = nf_result_read(part->result, NF_ARRAY_PAIRS, 0, bytes / 8, NULL, (int32_t *)(void *)to);
        else if (bench_read(&job->on, part->out, bytes, to) != NF_EXIT_DONE) status = NF_ERROR_DEVICE;
        to += bytes;
    }
    return status;
}

/* ---- a job -------------------------------------------------------------------------------------------- */

nf_status tune_job_start(nf_context *context, const char *family, int quick, int other, const char *words,
                         tune_job **out) {
    tune_job *job = calloc(1, sizeof *job);
    double ms = 0;
    *out = NULL;
    if (!job) return NF_ERROR_MEMORY;
    job->what = cases; /* the last row takes all that is left */
    while (strncmp(family, job->what->family, strlen(job->what->family)) != 0) job->what++;
    job->on.plain = context;
    job->on.info = nf_context_device(context);
    job->quick = quick;
    job->other = other;
    nf_status status = nf_context_tune(context, words);
    if (status == NF_OK) status = set_up(job);
    if (status == NF_OK) status = once(job, &ms);
    if (status == NF_OK && job->what->again) status = once(job, &ms);
    if (status == NF_OK) status = fetch(job);
    job->wanted = job->got;
    job->wanted_bytes = job->got_bytes;
    job->got = NULL;
    if (status == NF_OK) *out = job;
    else tune_job_free(job);
    return status;
}

void tune_job_free(tune_job *job) {
    if (!job) return;
    nf_context_finish(job->on.plain);
    for (int k = 0; k < job->count; k++) bench_clear(&job->parts[k]);
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
    nf_status status = nf_context_tune(job->on.plain, words);
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
