/* The jobs of reduce, scan, compact, gather and sort. */
#include "job.h"

#include <stdlib.h>

static nf_status copy(tune_job *job, cl_mem from, cl_mem to, uint64_t bytes) {
    return tune_status(
        clEnqueueCopyBuffer(nf_context_queue(job->context), from, to, 0, 0, (size_t)bytes, 0, NULL, NULL));
}

/* Of the number of words in the large run.  The other job is far beyond caches, and takes a quarter of the memory at
   most: four arrays of 4 bytes an element, and as much again for the sort. */
static int bits_of_large(const tune_job *job) {
    const uint64_t most = nf_context_device(job->context)->global_memory / 4;
    const int usual = job->cpu ? 22 : 24;
    int bits = usual + (!job->other ? 0 : job->cpu ? 1 : 2);
    while (bits > usual && UINT64_C(32) << bits > most) bits--;
    return bits;
}

/* Random 32-bit words; `indices`: each below the number of words of a small part, or in the other job of all. */
static nf_status setup_words(tune_job *job, int indices) {
    const uint64_t large = UINT64_C(1) << bits_of_large(job) >> (job->quick ? 2 : 0);
    const uint64_t small = (job->cpu ? UINT64_C(250000) : UINT64_C(1000000)) >> (job->quick ? 2 : 0);
    job->n = 0;
    for (int k = 0; k < JOB_PARTS; k++)
        job->n += job->parts[k] = k == 0 ? large : k == JOB_WIDE ? large / 4 : small;
    uint32_t *words = malloc(job->n * 4);
    if (!words) return NF_ERROR_MEMORY;
    for (uint64_t k = 0; k < job->n; k++)
        words[k] = (uint32_t)tune_noise(k) % (indices ? (uint32_t)(job->other ? job->n : small) : UINT32_MAX);
    nf_status status = tune_make(job, job->n * 4, words, &job->in);
    free(words);
    if (status == NF_OK) status = tune_make(job, job->n * 4, NULL, &job->keys);
    if (status == NF_OK) status = tune_make(job, job->n * 4, NULL, &job->values);
    if (status == NF_OK) status = tune_make(job, job->n * 4, NULL, &job->out);
    if (status == NF_OK) status = tune_make(job, JOB_PARTS * sizeof(cl_ulong), NULL, &job->counts);
    return status;
}
static nf_status setup_random(tune_job *job) { return setup_words(job, 0); }
/* Half of the values are kept. */
static nf_status setup_flags(tune_job *job) {
    nf_status status = setup_words(job, 0);
    unsigned char *flags = status == NF_OK ? malloc(job->n) : NULL;
    if (!flags) return status != NF_OK ? status : NF_ERROR_MEMORY;
    for (uint64_t k = 0; k < job->n; k++) flags[k] = tune_noise(~k) & 1;
    status = tune_make(job, job->n, flags, &job->flags);
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
    return nf_sort(job->context, &options, nf_at(job->keys, at >> wide), nf_at(job->values, at),
                   job->parts[part] >> wide, NULL);
}

static nf_status run_parts(tune_job *job, nf_status (*run)(tune_job *job, uint64_t at, int part)) {
    nf_status status = NF_OK;
    uint64_t at = 0;
    for (int part = 0; part < JOB_PARTS && status == NF_OK; at += job->parts[part++])
        status = run(job, at, part);
    return status;
}
static nf_status all_reduce(tune_job *job) { return run_parts(job, run_reduce); }
static nf_status all_scan(tune_job *job) { return run_parts(job, run_scan); }
static nf_status all_compact(tune_job *job) { return run_parts(job, run_compact); }
static nf_status all_gather(tune_job *job) { return run_parts(job, run_gather); }
static nf_status all_sort(tune_job *job) { return run_parts(job, run_sort); }

static nf_status fetch_out(tune_job *job) { return tune_fetch(job, job->out, job->n * 4); }
static nf_status fetch_counts(tune_job *job) {
    return tune_fetch(job, job->counts, JOB_PARTS * sizeof(cl_ulong));
}
static nf_status fetch_values(tune_job *job) { return tune_fetch(job, job->values, job->n * 4); }

static const tune_job_case rows[] = {
    {"reduce", setup_random, restore_all, all_reduce, fetch_counts},
    {"scan", setup_random, restore_all, all_scan, fetch_out},
    {"compact", setup_flags, restore_all, all_compact, fetch_out},
    {"gather", setup_indices, restore_all, all_gather, fetch_out},
    {"sort", setup_random, restore_all, all_sort, fetch_values},
    {"sort_digits", setup_random, restore_all, all_sort, fetch_values},
    {"sort_cpu", setup_random, restore_all, all_sort, fetch_values},
};

const tune_job_case *tune_case_of_primitive(const char *family) {
    return tune_case_among(rows, sizeof rows / sizeof *rows, family);
}
