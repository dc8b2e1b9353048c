/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The part of a run that asks the device, and the host for --verify. */
#include "job/job.h"
#include "job/work.h"
#include "points/points.h"
#include "system/clock.h"
#include "text/append.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What helps where a result, or what is kept for it, is too large for the device, unless that is the host. */
static const char *advice_of(const task_job *job, const nf_context *context, nf_status status) {
    if (status != NF_ERROR_MEMORY || job->asked.budget || !job->asked.output || !job->task->ask_chunks)
        return "";
    if (!nf_context_device(context)->device) return "";
    return job->within.sorted && job->task->half
               ? ": without --sorted, --memory BYTES writes the result in chunks"
               : ": --memory BYTES writes the result in chunks";
}

/* A driver's log, whose lines are joined by semicolons, as a message is one line. */
static const char *on_one_line(const char *log, char *text, size_t size) {
    text[0] = 0;
    for (size_t length = 0; *(log += strspn(log, "\r\n")); log += length) {
        length = strcspn(log, "\r\n");
        append(text, size, "; ", "%.*s", (int)length, log);
    }
    return text;
}

/* Fills the problem with the library's message on a failed call of a context. */
static int failed_on(job_work *w, const nf_context *context, nf_status status) {
    const char *sentence = nf_context_error(context);
    const char *log = status == NF_ERROR_BUILD ? nf_context_build_log(context) : "";
    char lines[2000];
    if (!*sentence) sentence = nf_status_words(status);
    const task *about = w->job->task;
    const char *advice = advice_of(w->job, context, status);
    const int code = about->explain ? about->explain(w->job, status, sentence, &advice) : 0;
    if (code) return problem_set(w->problem, code, "%s", sentence);
    size_t length = strlen(sentence);
    if (*log && length > 0 && sentence[length - 1] == '.') length--; /* the log follows */
    return problem_set(w->problem, exit_code_of(status), "%.*s%s%s%s", (int)length, sentence, advice,
                       *log ? ": " : "", on_one_line(log, lines, sizeof lines));
}

int job_failed(job_work *w, nf_status status) { return failed_on(w, w->context, status); }

void job_free_answer(const task *about, task_answer *answer) {
    nf_result_free(answer->result);
    for (size_t k = 0; k < TASK_ARRAYS; k++) free(answer->arrays[k]);
    if (answer->own && about->free_own) about->free_own(answer->own);
    free(answer->own);
    memset(answer, 0, sizeof *answer);
}

/* ---- the device --------------------------------------------------------------------------------------- */

static int open_context(job_work *w, const nf_context_options *options, nf_context **context) {
    char message[512];
    const nf_status status = nf_context_create(options, context, message, sizeof message);
    return status == NF_OK ? 0 : problem_set(w->problem, exit_code_of(status), "%s", message);
}

int job_open_device(job_work *w) {
    task_job *job = w->job;
    const nf_context_options options = {.device = job->asked.device, .profile = 1};
    if (w->context) return 0;
    progress_step(w->progress, "opening the device");
    if (open_context(w, &options, &w->context) != 0) return w->problem->code;
    const nf_device_info *device = nf_context_device(w->context);
    job->run.on_host = !device->device;
    if (job->run.on_host && job->asked.verify && strcmp(device->version, "plain C") == 0)
        return problem_set(w->problem, EXIT_USAGE,
                           "--verify compares with plain C, in which this host computes itself: name an "
                           "OpenCL device (nearfield devices)");
    if (job->run.on_host && job->asked.budget) /* the library gives chunks there, but they save no memory */
        return problem_set(w->problem, EXIT_USAGE,
                           "--memory is for OpenCL devices, and the device of this run is the host, which "
                           "holds the whole answer before any of it is written");
    snprintf(job->run.platform, sizeof job->run.platform, "%s",
             job->run.on_host ? "host" : device->platform_name);
    if (!job->run.on_host) snprintf(job->run.name, sizeof job->run.name, "%s", device->name);
    else if (device->compute_units == 1)
        snprintf(job->run.name, sizeof job->run.name, "%.100s, one thread", device->version);
    else
        snprintf(job->run.name, sizeof job->run.name, "%.100s, %u threads", device->version,
                 device->compute_units);
    return 0;
}

/* The stage of this name.  The library names more than are reported: of the z-order what follows its sort, and the searches of trees by
 * what they find. */
static int stage_of(const char *name) {
    if (strcmp(name, "ties") == 0) return STAGE_SORT;
    for (int s = 0; s < STAGES; s++)
        if (strcmp(name, stage_names[s]) == 0) return s;
    return STAGE_SEARCH;
}

nf_status job_take_times(const job_work *w, double ms[STAGES]) {
    nf_stage stages[64] = {{.size = sizeof stages[0]}};
    size_t count = 0;
    const nf_status status = nf_context_stages(w->context, stages, sizeof stages / sizeof *stages, &count);
    for (size_t k = 0; k < count && k < sizeof stages / sizeof *stages; k++)
        ms[stage_of(stages[k].name)] += stages[k].ms;
    if (!w->job->run.on_host) nf_context_memory(w->context, NULL, &w->job->run.memory);
    nf_context_reset_stages(w->context);
    return status;
}

/* ---- the answer --------------------------------------------------------------------------------------- */

/* The rows of an array of the answer. */
static uint64_t rows_of(const task_job *job, size_t array, uint64_t total) {
    const uint64_t rows[] = {
        [VALUES_POINTS] = total,       [VALUES_OFFSETS] = job_rows(job) + 1,
        [VALUES_EACH] = job_rows(job), [VALUES_OWN] = job->arrays[array].rows,
        [VALUES_OTHER] = total,
    };
    return rows[job->arrays[array].values];
}

static void take_sizes(const task_job *job, task_answer *answer) {
    if (nf_result_total(answer->result)) /* results of sums count nothing */
        answer->total = nf_result_total(answer->result);
    for (size_t k = 0; k < job->array_count; k++)
        answer->rows[k] = job_counts(job) || !answer->result
                              ? rows_of(job, k, answer->total)
                              : nf_result_array(answer->result, job->arrays[k].array)->rows;
}

/* With a budget, the points are ordered before they are counted, so that the scratch of both is not held at once. */
static nf_status order_within(job_work *w) {
    const task_job *job = w->job;
    if (!job->asked.budget || !(job->within.cutoff > 0)) return NF_OK;
    nf_status status = nf_cloud_prepare(w->cloud, job->within.cutoff, NULL);
    if (status == NF_OK) status = nf_context_finish(w->context);
    nf_context_trim(w->context);
    return status;
}

/* A whole search, beginning with the points on the host.  The answer of the search before is freed first. */
static int ask_once(job_work *w, run_times *took) {
    const nf_points points = points_of_frame(&w->job->points);
    job_free_answer(w->job->task, &w->answer);
    nf_cloud_free(w->cloud);
    w->cloud = NULL;
    if (w->job->asked.budget) nf_context_trim(w->context); /* scratch of the frame before */
    nf_status status = nf_cloud_create(w->context, &points, &w->job->box, NULL, &w->cloud);
    if (status == NF_OK) status = order_within(w);
    if (status == NF_OK) status = w->job->task->ask(w->job, w->cloud, &w->answer);
    if (status == NF_OK) status = nf_context_finish(w->context);
    take_sizes(w->job, &w->answer);
    if (status == NF_OK) status = job_take_times(w, took->ms);
    return status == NF_OK ? job_check_budget(w) : job_failed(w, status);
}

/* The reference has all arrays at once, whatever the budget of the device.  It walks few points, too, which a host answers in another way. */
int job_ask_reference(job_work *w) {
    task_job whole = *w->job;
    const task *about = whole.task;
    const nf_points points = points_of_frame(&whole.points);
    const nf_context_options options = {.device = "host", .tuning = "host.PLAIN=1 host.FEW=1"};
    nf_cloud *cloud = NULL;
    whole.asked.budget = 0;
    progress_step(w->progress, "asking the host");
    job_free_answer(about, &w->reference);
    if (!w->host && open_context(w, &options, &w->host) != 0) return w->problem->code;
    nf_status status = nf_cloud_create(w->host, &points, &whole.box, NULL, &cloud);
    if (status == NF_OK)
        status = (about->ask_reference ? about->ask_reference : about->ask)(&whole, cloud, &w->reference);
    nf_cloud_free(cloud);
    take_sizes(&whole, &w->reference);
    w->job->frame.verified = 1;
    return status == NF_OK ? 0 : failed_on(w, w->host, status);
}

/* ---- several times ------------------------------------------------------------------------------------ */

/* Keeps the stages of the median run; those of building and loading kernels are taken from the first run. */
static void keep_times(task_job *job, const run_times *runs) {
    const run_times *usual = median_run(runs, job->asked.repeat);
    for (int s = 0; s < STAGES; s++)
        job->frame.ms[s] += s == STAGE_BUILD || s == STAGE_LOAD ? runs[0].ms[s] : usual->ms[s];
    job->frame.first_ms = runs[0].wall_ms;
    job->frame.usual_ms = usual->wall_ms;
}

int job_ask(job_work *w) {
    task_job *job = w->job;
    run_times *runs = calloc((size_t)job->asked.repeat, sizeof *runs);
    if (!runs) return problem_set(w->problem, EXIT_MEMORY, "there is no memory for the times");
    int failed = 0;
    for (int k = 0; k < job->asked.repeat && !failed; k++) {
        const double start = now_ms();
        progress_step(w->progress, k ? "searching again" : "searching");
        failed = ask_once(w, &runs[k]);
        runs[k].wall_ms = now_ms() - start;
    }
    if (!failed) keep_times(job, runs);
    free(runs);
    job->frame.total = w->answer.total;
    return failed;
}

double time_of_search(const double ms[STAGES]) {
    double sum = 0;
    for (int s = STAGE_BOUNDS; s <= STAGE_SORTED; s++) sum += ms[s];
    return sum;
}

static double work_of(const run_times *run) { return time_of_search(run->ms); }

const run_times *median_run(const run_times *runs, int count) {
    const int first = count > 1, others = count - first;
    for (int k = first; k < count; k++) {
        int below = 0; /* runs that took less time, or the same time and came before */
        for (int j = first; j < count; j++)
            below +=
                work_of(&runs[j]) < work_of(&runs[k]) || (j < k && !(work_of(&runs[j]) > work_of(&runs[k])));
        if (below == (others - 1) / 2) return &runs[k];
    }
    return &runs[count - 1];
}
