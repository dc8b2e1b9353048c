/* The jobs of what turns points into pairs. */
#include "job.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Uniform points in the unit cube, and the cutoff in mean spacings of them. */
static nf_status setup_points(tune_job *job, uint64_t n, double spacings) {
    const int wide = nf_context_device(job->context)->fp64;
    n >>= job->quick ? 2 : 0;
    job->n = n;
    job->cutoff = spacings / cbrt((double)n);
    double *coordinates = malloc(3 * n * sizeof *coordinates);
    if (!coordinates) return NF_ERROR_MEMORY;
    for (uint64_t k = 0; k < 3 * n; k++) coordinates[k] = (double)(tune_noise(k) >> 11) * 0x1p-53;
    float *narrow = (float *)(void *)coordinates;
    for (uint64_t k = 0; k < 3 * n && !wide;
         k++) { /* in place: each float lies before the double it is made of */
        const float x = (float)coordinates[k];
        memcpy(narrow + k, &x, sizeof x);
    }
    nf_status status = tune_make(job, 3 * n * (wide ? 8 : 4), coordinates, &job->in);
    free(coordinates);
    job->points = (nf_points){.n = n, .dims = 3, .type = wide ? NF_FLOAT64 : NF_FLOAT32, .buffer = job->in};
    if (status == NF_OK) status = nf_cloud_create(job->context, &job->points, NULL, NULL, &job->cloud);
    if (status == NF_OK) status = nf_pairs(job->cloud, job->cutoff, &job->options, &job->pairs);
    return status;
}
/* As many pairs as users have. */
static nf_status setup_many(tune_job *job, uint64_t n) { return setup_points(job, job->cpu ? 40000 : n, 3); }
/* Few pairs: bounds and order are what takes the time. */
static nf_status setup_few(tune_job *job) { return setup_points(job, job->cpu ? 60000 : 4000000, 1.5); }

/* The other job is of the other kind of cloud: a shape of the order that wins where pairs are few may leave the search a
   cache in which it is slower. */
static nf_status setup_pairs(tune_job *job) { return job->other ? setup_few(job) : setup_many(job, 500000); }
static nf_status setup_order(tune_job *job) { return job->other ? setup_many(job, 1000000) : setup_few(job); }
static nf_status setup_potential(tune_job *job) {
    job->options.method = NF_PAIRS_POTENTIAL;
    const uint64_t n = job->cpu ? 10000 : 100000;
    return setup_points(job, job->other ? 4 * n : n, 3);
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
    const nf_status status = tune_room(job, (size_t)total * 8);
    return status == NF_OK ? nf_pairs_read(job->pairs, 0, total, (int32_t *)(void *)job->got) : status;
}

static const tune_job_case rows[] = {
    {"search", setup_pairs, NULL, run_search, fetch_pairs},
    {"bounds", setup_order, NULL, run_pairs, fetch_pairs},
    {"order", setup_order, NULL, run_pairs, fetch_pairs},
    {"potential", setup_potential, NULL, run_search, fetch_pairs},
    {"", setup_pairs, NULL, run_pairs, fetch_pairs},
};

const tune_job_case *tune_case_of_points(const char *family) {
    return tune_case_among(rows, sizeof rows / sizeof *rows, family);
}
