#include "job.h"

#include "clock.h"
#include "progress.h"
#include "sink.h"
#include "timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const stage_names[STAGES] = {"read", "upload", "build",  "load",   "bounds",   "keys",
                                         "sort", "order",  "search", "sorted", "download", "write"};

/* What --output is given. */
static const io_array arrays[] = {{"pairs", NF_INT32, 2, "i,j"}};

enum { CHUNK = 1 << 21 }; /* pairs that are on their way at once */

/* What is open while a job runs. */
typedef struct work {
    pairs_job *job;
    progress *progress;
    io_sink *sink;
    nf_context *context;
    nf_cloud *cloud;
    nf_result *result;
    int32_t *pairs;     /* host: all pairs; device: one chunk */
    int32_t *reference; /* --verify: all pairs of the host */
    uint64_t reference_total;
} work;

static int complain_context(const work *w, nf_status status) {
    const char *sentence = nf_context_error(w->context);
    const char *log = status == NF_ERROR_BUILD ? nf_context_build_log(w->context) : "";
    return complain(exit_code_of(status), "%s%s%s", *sentence ? sentence : nf_status_words(status),
                    *log ? "\n" : "", log);
}

static nf_points points_of(const pairs_job *job) {
    nf_points points = {0};
    points.n = job->cloud.n;
    points.dims = job->cloud.dims;
    points.type = job->precision;
    points.host = job->cloud.positions;
    return points;
}

/* The pairs from plain C: the answer of --device host, and what --verify compares with. */
static int find_on_host(const pairs_job *job, int32_t **pairs, uint64_t *total, nf_host_times *times) {
    char message[512];
    const nf_points points = points_of(job);
    const nf_status status = nf_host_pairs(&points, NULL, job->cutoff, &job->options, NULL, pairs, total,
                                           times, message, sizeof message);
    return status == NF_OK
               ? NF_EXIT_DONE
               : complain(exit_code_of(status), "%s", *message ? message : nf_status_words(status));
}

/* A driver that computes wrongly may say anything; the verdict of --verify goes first. */
static int not_a_point(const pairs_job *job, int32_t index) {
    if (job->verify && !job->verified) return NF_EXIT_DONE;
    return complain(NF_EXIT_OTHER,
                    "%s names point %ld of %llu: its results cannot be trusted (nearfield check)", job->name,
                    (long)index, (unsigned long long)job->cloud.n);
}

/* Counts partners, compares, writes: what is done with pairs as they come. */
static int take_pairs(work *w, const int32_t *pairs, uint64_t first, uint64_t count) {
    pairs_job *job = w->job;
    io_problem problem;
    if (w->reference && memcmp(pairs, w->reference + 2 * first, count * 2 * sizeof *pairs) != 0)
        job->verified = 0;
    for (uint64_t k = 0; k < 2 * count; k++) {
        if ((uint32_t)pairs[k] >= job->cloud.n) return not_a_point(job, pairs[k]);
        job->partners.each[pairs[k]]++;
    }
    if (job->verify && !job->verified) return NF_EXIT_DONE; /* which is an error in the end */
    if (!w->sink) return NF_EXIT_DONE;
    const double start = now_ms();
    const int failed = io_sink_write(w->sink, pairs, count, &problem);
    job->ms[STAGE_WRITE] += now_ms() - start;
    return failed ? complain(problem.code, "%s", problem.text) : NF_EXIT_DONE;
}

static int begin_pairs(work *w) {
    pairs_job *job = w->job;
    io_problem problem;
    job->partners.each = calloc(job->cloud.n ? job->cloud.n : 1, sizeof *job->partners.each);
    if (!job->partners.each)
        return complain(NF_EXIT_MEMORY, "there is no memory for the numbers of neighbours");
    if (w->sink && io_sink_begin(w->sink, job->pairs, &problem) != 0)
        return complain(problem.code, "%s", problem.text);
    return NF_EXIT_DONE;
}

/* One search in plain C. */
static int search_on_host(work *w, run_times *took) {
    pairs_job *job = w->job;
    nf_host_times times = {0, 0, 0, 0, 0};
    free(w->pairs);
    w->pairs = NULL;
    const int code = find_on_host(job, job->count_only ? NULL : &w->pairs, &job->pairs, &times);
    const double host[] = {times.bounds, times.keys, times.sort, times.order, times.search};
    for (int k = 0; k < 5; k++) took->ms[STAGE_BOUNDS + k] = host[k];
    return code;
}

/* Stage times and memory, as the library counted them since the last time. */
static nf_status take_times(const work *w, double ms[STAGES]) {
    nf_stage stages[64];
    size_t count = 0;
    const nf_status status = nf_context_stages(w->context, stages, sizeof stages / sizeof *stages, &count);
    for (size_t k = 0; k < count && k < sizeof stages / sizeof *stages; k++)
        for (int s = 0; s < STAGES; s++)
            if (strcmp(stages[k].name, stage_names[s]) == 0) ms[s] += stages[k].ms;
    nf_context_memory(w->context, NULL, &w->job->memory);
    nf_context_reset_stages(w->context);
    return status;
}

/* One search on the device, from the points on. */
static int search_on_device(work *w, run_times *took) {
    pairs_job *job = w->job;
    const nf_points points = points_of(job);
    nf_result_free(w->result);
    nf_cloud_free(w->cloud);
    w->result = NULL;
    w->cloud = NULL;
    nf_status status = nf_cloud_create(w->context, &points, NULL, NULL, &w->cloud);
    if (status == NF_OK && job->count_only)
        status = nf_pairs_count(w->cloud, job->cutoff, &job->options, NULL, &job->pairs);
    else if (status == NF_OK) status = nf_pairs(w->cloud, job->cutoff, &job->options, NULL, &w->result);
    if (status == NF_OK) status = nf_context_finish(w->context);
    if (status == NF_OK) status = take_times(w, took->ms);
    return status == NF_OK ? NF_EXIT_DONE : complain_context(w, status);
}

/* As often as was asked for; the stages are those of one search, but for kernels, which the first one builds or loads. */
static int search(work *w, int (*once)(work *w, run_times *took)) {
    pairs_job *job = w->job;
    run_times *runs = calloc((size_t)job->repeat, sizeof *runs);
    if (runs == NULL) return complain(NF_EXIT_MEMORY, "there is no memory for the times");
    int code = NF_EXIT_DONE;
    for (int k = 0; k < job->repeat && code == NF_EXIT_DONE; k++) {
        const double start = now_ms();
        progress_step(w->progress, k ? "searching again" : "searching");
        code = once(w, &runs[k]);
        runs[k].wall_ms = now_ms() - start;
    }
    if (code == NF_EXIT_DONE) {
        const run_times *usual = median_run(runs, job->repeat);
        for (int s = 0; s < STAGES; s++)
            job->ms[s] += s == STAGE_BUILD || s == STAGE_LOAD ? runs[0].ms[s] : usual->ms[s];
        job->first_ms = runs[0].wall_ms;
        job->usual_ms = usual->wall_ms;
    }
    free(runs);
    return code;
}

static int run_on_host(work *w) {
    pairs_job *job = w->job;
    snprintf(job->platform, sizeof job->platform, "host");
    snprintf(job->name, sizeof job->name, "plain C, one thread");
    int code = search(w, search_on_host);
    if (code != NF_EXIT_DONE || job->count_only) return code;
    code = begin_pairs(w);
    return code == NF_EXIT_DONE ? take_pairs(w, w->pairs, 0, job->pairs) : code;
}

static int open_device(work *w) {
    pairs_job *job = w->job;
    char message[512];
    nf_context_options options;
    memset(&options, 0, sizeof options);
    options.device = job->device;
    options.profile = 1;
    progress_step(w->progress, "opening the device");
    const nf_status status = nf_context_create(&options, &w->context, message, sizeof message);
    if (status == NF_ERROR_NO_DEVICE)
        return complain(NF_EXIT_DEVICE, "%s (--device host needs none)", message);
    if (status != NF_OK) return complain(exit_code_of(status), "%s", message);
    snprintf(job->platform, sizeof job->platform, "%s", nf_context_device(w->context)->platform_name);
    snprintf(job->name, sizeof job->name, "%s", nf_context_device(w->context)->name);
    return NF_EXIT_DONE;
}

static int download(work *w) {
    pairs_job *job = w->job;
    progress_step(w->progress, "downloading");
    int code = begin_pairs(w);
    if (code != NF_EXIT_DONE) return code;
    w->pairs = malloc((job->pairs < CHUNK ? job->pairs + 1 : CHUNK) * 2 * sizeof *w->pairs);
    if (!w->pairs) return complain(NF_EXIT_MEMORY, "there is no memory for a chunk of pairs");
    for (uint64_t first = 0; first < job->pairs && code == NF_EXIT_DONE; first += CHUNK) {
        const uint64_t count = job->pairs - first < CHUNK ? job->pairs - first : CHUNK;
        const nf_status status = nf_result_read(w->result, NF_ARRAY_PAIRS, first, count, NULL, w->pairs);
        if (status != NF_OK) return complain_context(w, status);
        code = take_pairs(w, w->pairs, first, count);
    }
    return code;
}

static int run_on_device(work *w) {
    pairs_job *job = w->job;
    int code = open_device(w);
    if (code == NF_EXIT_DONE) code = search(w, search_on_device);
    if (code != NF_EXIT_DONE || job->count_only) return code;
    job->pairs = nf_result_total(w->result);
    job->potential = nf_result_potential(w->result);
    if (w->reference && job->pairs != w->reference_total) {
        job->verified = 0;
        return NF_EXIT_DONE;
    }
    code = download(w);
    if (code == NF_EXIT_DONE && take_times(w, job->ms) != NF_OK) code = complain_context(w, NF_ERROR_DEVICE);
    return code;
}

static void count_degrees(pairs_job *job) {
    degrees *d = &job->partners;
    if (!d->each || job->cloud.n == 0) return;
    d->least = UINT32_MAX;
    for (uint64_t k = 0; k < job->cloud.n; k++) {
        if (d->each[k] < d->least) d->least = d->each[k];
        if (d->each[k] > d->most) d->most = d->each[k];
    }
}

/* All of it, up to what has to be closed again. */
static int run_open(work *w) {
    pairs_job *job = w->job;
    io_problem problem;
    const int host = job->device && strcmp(job->device, "host") == 0;
    if (job->output && io_sink_open(job->output, job->output_format, arrays, 1, &w->sink, &problem) != 0)
        return complain(problem.code, "%s", problem.text);
    if (w->sink) io_sink_cleanup_on_signal(w->sink);
    const double start = now_ms();
    progress_step(w->progress, "reading");
    int code = read_job_points(job);
    double verify_ms = 0;
    if (code == NF_EXIT_DONE && job->verify) {
        const double begun = now_ms();
        progress_step(w->progress, "finding the pairs on the host");
        code = find_on_host(job, &w->reference, &w->reference_total, NULL);
        job->verified = 1;
        verify_ms = now_ms() - begun;
    }
    if (code == NF_EXIT_DONE) code = host ? run_on_host(w) : run_on_device(w);
    if (code == NF_EXIT_DONE && job->verify && !job->verified)
        code = complain(
            NF_EXIT_OTHER,
            "verification failed: the pairs of %s differ from those of the host (%llu and %llu pairs)",
            job->name, (unsigned long long)job->pairs, (unsigned long long)w->reference_total);
    const double begun = now_ms();
    if (code == NF_EXIT_DONE && w->sink) {
        progress_step(w->progress, "writing");
        if (io_sink_commit(&w->sink, &problem) != 0) code = complain(problem.code, "%s", problem.text);
        job->ms[STAGE_WRITE] += now_ms() - begun;
    }
    job->total_ms = now_ms() - start - verify_ms;
    count_degrees(job);
    return code;
}

int run_job(pairs_job *job) {
    work w = {.job = job, .progress = progress_start(job->quiet)};
    const int code = run_open(&w);
    progress_stop(w.progress);
    io_sink_abandon(&w.sink);
    nf_result_free(w.result);
    nf_cloud_free(w.cloud);
    nf_context_free(w.context);
    free(w.pairs);
    free(w.reference);
    return code;
}

void free_job(pairs_job *job) {
    io_frame_free(&job->cloud);
    free(job->partners.each);
    job->partners.each = NULL;
}
