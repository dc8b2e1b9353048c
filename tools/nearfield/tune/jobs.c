#include "jobs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Primitives: one large run and four small ones, side by side in one buffer; both count. */
enum { SMALL_RUNS = 4, PARTS = SMALL_RUNS + 1, SAMPLES_LEAST = 3, SAMPLES_MOST = 25 };
static const double SAMPLES_MS = 100, SAMPLES_MS_QUICK = 20;

typedef struct job_case {
    const char *family; /* or how its name begins */
    nf_status (*setup)(tune_job *job);
    nf_status (*restore)(tune_job *job); /* outside the time; may be NULL */
    nf_status (*run)(tune_job *job);     /* enqueued, not waited for */
    nf_status (*result)(tune_job *job);  /* into job->got */
} job_case;

struct tune_job {
    nf_context *context;
    const job_case *what;
    int cpu, quick;
    uint64_t parts[PARTS], n; /* elements of each part, and in all */
    cl_mem in, keys, values, out, counts, flags;
    nf_cloud *cloud;
    nf_points points;
    nf_pairs_result *pairs;
    nf_pairs_options options;
    double cutoff;
    unsigned char *wanted, *got; /* the defaults' result, and the last one */
    size_t wanted_bytes, got_bytes;
};

static double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static uint64_t noise(uint64_t k) {
    uint64_t x = (k + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* ---- buffers ------------------------------------------------------------------------------------------ */

static nf_status status_of(cl_int code) {
    return code == CL_SUCCESS                                                          ? NF_OK
           : code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_HOST_MEMORY ? NF_ERROR_MEMORY
                                                                                       : NF_ERROR_DEVICE;
}

static nf_status make(tune_job *job, uint64_t bytes, void *data, cl_mem *out) {
    cl_int code = CL_SUCCESS;
    *out = clCreateBuffer(nf_context_cl(job->context), CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0),
                          (size_t)bytes, data, &code);
    return status_of(code);
}

static nf_status copy(tune_job *job, cl_mem from, cl_mem to, uint64_t bytes) {
    return status_of(
        clEnqueueCopyBuffer(nf_context_queue(job->context), from, to, 0, 0, (size_t)bytes, 0, NULL, NULL));
}

/* Room for a result on the host, reused from run to run. */
static nf_status room(tune_job *job, size_t bytes) {
    if (bytes > job->got_bytes || !job->got) {
        free(job->got);
        job->got = malloc(bytes ? bytes : 1);
    }
    job->got_bytes = bytes;
    return job->got ? NF_OK : NF_ERROR_MEMORY;
}

static nf_status fetch(tune_job *job, cl_mem from, uint64_t bytes) {
    const nf_status status = room(job, (size_t)bytes);
    return status != NF_OK ? status
                           : status_of(clEnqueueReadBuffer(nf_context_queue(job->context), from, CL_TRUE, 0,
                                                           (size_t)bytes, job->got, 0, NULL, NULL));
}

/* ---- primitives --------------------------------------------------------------------------------------- */

/* Random 32-bit words; `indices`: each below the number of words of its part. */
static nf_status setup_words(tune_job *job, int indices) {
    const uint64_t large = (job->cpu ? UINT64_C(1) << 22 : UINT64_C(1) << 24) >> (job->quick ? 2 : 0);
    const uint64_t small = (job->cpu ? UINT64_C(250000) : UINT64_C(1000000)) >> (job->quick ? 2 : 0);
    job->n = 0;
    for (int k = 0; k < PARTS; k++) job->n += job->parts[k] = k ? small : large;
    uint32_t *words = malloc(job->n * 4);
    if (!words) return NF_ERROR_MEMORY;
    for (uint64_t k = 0; k < job->n; k++)
        words[k] = (uint32_t)noise(k) % (indices ? (uint32_t)small : UINT32_MAX);
    nf_status status = make(job, job->n * 4, words, &job->in);
    free(words);
    if (status == NF_OK) status = make(job, job->n * 4, NULL, &job->keys);
    if (status == NF_OK) status = make(job, job->n * 4, NULL, &job->values);
    if (status == NF_OK) status = make(job, job->n * 4, NULL, &job->out);
    if (status == NF_OK) status = make(job, PARTS * sizeof(cl_ulong), NULL, &job->counts);
    return status;
}
static nf_status setup_random(tune_job *job) { return setup_words(job, 0); }
/* Half of the values are kept. */
static nf_status setup_flags(tune_job *job) {
    nf_status status = setup_words(job, 0);
    unsigned char *flags = status == NF_OK ? malloc(job->n) : NULL;
    if (!flags) return status != NF_OK ? status : NF_ERROR_MEMORY;
    for (uint64_t k = 0; k < job->n; k++) flags[k] = noise(~k) & 1;
    status = make(job, job->n, flags, &job->flags);
    free(flags);
    return status;
}
static nf_status setup_indices(tune_job *job) { return setup_words(job, 1); }

/* What is written is the same before every run. */
static nf_status restore_all(tune_job *job) {
    nf_status status = copy(job, job->in, job->keys, job->n * 4);
    if (status == NF_OK) status = copy(job, job->in, job->values, job->n * 4);
    if (status == NF_OK) status = copy(job, job->in, job->out, job->n * 4);
    return status;
}

static nf_status run_reduce(tune_job *job, uint64_t at, int part) {
    return nf_reduce(job->context, NF_FLOAT32, NF_MIN, nf_at(job->in, at), nf_at(job->counts, (uint64_t)part),
                     job->parts[part], NULL);
}
static nf_status run_scan(tune_job *job, uint64_t at, int part) {
    return nf_scan(job->context, NF_UINT32, NF_SUM, NF_EXCLUSIVE, nf_at(job->in, at), nf_at(job->out, at),
                   job->parts[part], NULL);
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
    const nf_sort_options options = {NF_UINT32, NF_UINT32, 0, 0};
    return nf_sort(job->context, &options, nf_at(job->keys, at), nf_at(job->values, at), job->parts[part],
                   NULL);
}

static nf_status run_parts(tune_job *job, nf_status (*run)(tune_job *job, uint64_t at, int part)) {
    nf_status status = NF_OK;
    uint64_t at = 0;
    for (int part = 0; part < PARTS && status == NF_OK; at += job->parts[part++]) status = run(job, at, part);
    return status;
}
static nf_status all_reduce(tune_job *job) { return run_parts(job, run_reduce); }
static nf_status all_scan(tune_job *job) { return run_parts(job, run_scan); }
static nf_status all_compact(tune_job *job) { return run_parts(job, run_compact); }
static nf_status all_gather(tune_job *job) { return run_parts(job, run_gather); }
static nf_status all_sort(tune_job *job) { return run_parts(job, run_sort); }

static nf_status fetch_out(tune_job *job) { return fetch(job, job->out, job->n * 4); }
static nf_status fetch_counts(tune_job *job) { return fetch(job, job->counts, PARTS * sizeof(cl_ulong)); }
static nf_status fetch_values(tune_job *job) { return fetch(job, job->values, job->n * 4); }

/* ---- pairs -------------------------------------------------------------------------------------------- */

/* Uniform points in the unit cube, and the cutoff in mean spacings of them. */
static nf_status setup_points(tune_job *job, uint64_t n, double spacings) {
    const int wide = nf_context_device(job->context)->fp64;
    n >>= job->quick ? 2 : 0;
    job->n = n;
    job->cutoff = spacings / cbrt((double)n);
    double *coordinates = malloc(3 * n * sizeof *coordinates);
    if (!coordinates) return NF_ERROR_MEMORY;
    for (uint64_t k = 0; k < 3 * n; k++) coordinates[k] = (double)(noise(k) >> 11) * 0x1p-53;
    float *narrow = (float *)(void *)coordinates;
    for (uint64_t k = 0; k < 3 * n && !wide;
         k++) { /* in place: each float lies before the double it is made of */
        const float x = (float)coordinates[k];
        memcpy(narrow + k, &x, sizeof x);
    }
    nf_status status = make(job, 3 * n * (wide ? 8 : 4), coordinates, &job->in);
    free(coordinates);
    job->points = (nf_points){.n = n, .dims = 3, .type = wide ? NF_FLOAT64 : NF_FLOAT32, .buffer = job->in};
    if (status == NF_OK) status = nf_cloud_create(job->context, &job->points, NULL, NULL, &job->cloud);
    if (status == NF_OK) status = nf_pairs(job->cloud, job->cutoff, &job->options, &job->pairs);
    return status;
}
static nf_status setup_pairs(tune_job *job) { return setup_points(job, job->cpu ? 40000 : 500000, 3); }
/* Few pairs: bounds and order are what takes the time. */
static nf_status setup_order(tune_job *job) { return setup_points(job, job->cpu ? 60000 : 4000000, 1.5); }
static nf_status setup_potential(tune_job *job) {
    job->options.method = NF_PAIRS_POTENTIAL;
    return setup_points(job, job->cpu ? 10000 : 100000, 3);
}

static nf_status run_search(tune_job *job) {
    return nf_pairs_update(job->pairs, job->cloud, job->cutoff, &job->options);
}
static nf_status run_pairs(tune_job *job) {
    const nf_status status = nf_cloud_move(job->cloud, &job->points, NULL, NULL);
    return status == NF_OK ? run_search(job) : status;
}
static nf_status fetch_pairs(tune_job *job) {
    const uint64_t total = nf_pairs_total(job->pairs);
    const nf_status status = room(job, (size_t)total * 8);
    return status == NF_OK ? nf_pairs_read(job->pairs, 0, total, (int32_t *)(void *)job->got) : status;
}

/* ---- the table ---------------------------------------------------------------------------------------- */

/* A family has the first row that its name begins with; what is in none is a part of the pairs. */
static const job_case cases[] = {
    {"reduce", setup_random, restore_all, all_reduce, fetch_counts},
    {"scan", setup_random, restore_all, all_scan, fetch_out},
    {"compact", setup_flags, restore_all, all_compact, fetch_out},
    {"gather", setup_indices, restore_all, all_gather, fetch_out},
    {"sort", setup_random, restore_all, all_sort, fetch_values},
    {"sort_digits", setup_random, restore_all, all_sort, fetch_values},
    {"sort_cpu", setup_random, restore_all, all_sort, fetch_values},
    {"search", setup_pairs, NULL, run_search, fetch_pairs},
    {"bounds", setup_order, NULL, run_pairs, fetch_pairs},
    {"order", setup_order, NULL, run_pairs, fetch_pairs},
    {"potential", setup_potential, NULL, run_search, fetch_pairs},
    {"", setup_pairs, NULL, run_pairs, fetch_pairs},
};

static const job_case *case_of(const char *family) {
    const job_case *c = cases;
    while (strncmp(family, c->family, strlen(c->family)) != 0) c++;
    return c;
}

/* One run from the same start, waited for; the time in milliseconds. */
static nf_status once(tune_job *job, double *ms) {
    nf_status status = job->what->restore ? job->what->restore(job) : NF_OK;
    if (status == NF_OK) status = nf_context_finish(job->context);
    if (status != NF_OK) return status;
    const double start = now_ms();
    status = job->what->run(job);
    if (status == NF_OK) status = nf_context_finish(job->context);
    *ms = now_ms() - start;
    return status;
}

tune_job *tune_job_start(nf_context *context, const char *family, int quick, const char *words) {
    tune_job *job = calloc(1, sizeof *job);
    double ms = 0;
    if (!job) return NULL;
    job->context = context;
    job->what = case_of(family);
    job->cpu = (nf_context_device(context)->type & CL_DEVICE_TYPE_CPU) != 0;
    job->quick = quick;
    nf_status status = nf_context_tune(context, words);
    if (status == NF_OK) status = job->what->setup(job);
    if (status == NF_OK) status = once(job, &ms);
    if (status == NF_OK) status = job->what->result(job);
    if (status != NF_OK) {
        tune_job_free(job);
        return NULL;
    }
    job->wanted = job->got;
    job->wanted_bytes = job->got_bytes;
    job->got = NULL;
    job->got_bytes = 0;
    return job;
}

void tune_job_free(tune_job *job) {
    if (!job) return;
    const cl_mem buffers[] = {job->in, job->keys, job->values, job->out, job->counts, job->flags};
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
    if (status == NF_OK) status = job->what->result(job);
    if (status == NF_OK)
        *wrong = job->got_bytes != job->wanted_bytes || memcmp(job->got, job->wanted, job->got_bytes) != 0;
    if (status != NF_OK || *wrong) return NF_ERROR_UNSUPPORTED;
    const double start = now_ms();
    while (count < SAMPLES_MOST &&
           (count < SAMPLES_LEAST || now_ms() - start < (job->quick ? SAMPLES_MS_QUICK : SAMPLES_MS))) {
        if (once(job, &samples[count++]) != NF_OK) return NF_ERROR_UNSUPPORTED;
        if (samples[count - 1] * 1e6 > give_up_ns && count >= 2) break;
    }
    qsort(samples, (size_t)count, sizeof *samples, by_size);
    out->ns = samples[count / 2] * 1e6;
    out->spread = (samples[count * 3 / 4] - samples[count / 4]) / 2 * 1e6;
    return NF_OK;
}
