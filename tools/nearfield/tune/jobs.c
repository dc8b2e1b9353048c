#include "job.h"

#include "clock.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLES_LEAST = 3, SAMPLES_MOST = 25 };
static const double SAMPLES_MS = 100, SAMPLES_MS_QUICK = 20;

/* ---- what the jobs share ------------------------------------------------------------------------------ */

uint64_t tune_noise(uint64_t k) {
    uint64_t x = (k + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

nf_status tune_status(cl_int code) {
    return code == CL_SUCCESS                                                          ? NF_OK
           : code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_HOST_MEMORY ? NF_ERROR_MEMORY
                                                                                       : NF_ERROR_DEVICE;
}

nf_status tune_make(tune_job *job, uint64_t bytes, void *data, cl_mem *out) {
    cl_int code = CL_SUCCESS;
    *out = clCreateBuffer(nf_context_cl(job->context), CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0),
                          (size_t)bytes, data, &code);
    return tune_status(code);
}

nf_status tune_room(tune_job *job, size_t bytes) {
    if (bytes > job->got_bytes || !job->got) {
        free(job->got);
        job->got = malloc(bytes ? bytes : 1);
    }
    job->got_bytes = bytes;
    return job->got ? NF_OK : NF_ERROR_MEMORY;
}

nf_status tune_fetch(tune_job *job, cl_mem from, uint64_t bytes) {
    const nf_status status = tune_room(job, (size_t)bytes);
    return status != NF_OK ? status
                           : tune_status(clEnqueueReadBuffer(nf_context_queue(job->context), from, CL_TRUE, 0,
                                                             (size_t)bytes, job->got, 0, NULL, NULL));
}

const tune_job_case *tune_case_among(const tune_job_case *rows, size_t count, const char *family) {
    for (size_t k = 0; k < count; k++)
        if (strncmp(family, rows[k].family, strlen(rows[k].family)) == 0) return &rows[k];
    return NULL;
}

/* ---- a job -------------------------------------------------------------------------------------------- */

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

nf_status tune_job_start(nf_context *context, const char *family, int quick, int other, const char *words,
                         tune_job **out) {
    tune_job *job = calloc(1, sizeof *job);
    double ms = 0;
    *out = NULL;
    if (!job) return NF_ERROR_MEMORY;
    job->context = context;
    job->what = tune_case_of_primitive(family);
    if (!job->what) job->what = tune_case_of_points(family);
    job->cpu = (nf_context_device(context)->type & CL_DEVICE_TYPE_CPU) != 0;
    job->quick = quick;
    job->other = other;
    nf_status status = nf_context_tune(context, words);
    if (status == NF_OK) status = job->what->setup(job);
    if (status == NF_OK) status = once(job, &ms);
    if (status == NF_OK) status = job->what->result(job);
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
