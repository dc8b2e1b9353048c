#include "job.h"

#include "clock.h"
#include "job_work.h"

#include <stdlib.h>
#include <string.h>

const char *const stage_names[STAGES] = {"read", "upload", "build",  "load",   "bounds",   "keys",
                                         "sort", "order",  "search", "sorted", "download", "write"};

static int open_output(job_work *w) {
    const task_job *job = w->job;
    if (!job->output) return 0;
    for (size_t k = 0; k < job->task->array_count; k++) w->files[k] = job->task->arrays[k].file;
    if (io_sink_open(job->output, job->output_format, w->files, job->task->array_count, &w->sink,
                     w->problem) != 0)
        return w->problem->code;
    io_sink_cleanup_on_signal(w->sink);
    return 0;
}

static int close_output(job_work *w) {
    const double begun = now_ms();
    if (!w->sink) return 0;
    progress_step(w->progress, "writing");
    const int failed = io_sink_commit(&w->sink, w->problem);
    w->job->ms[STAGE_WRITE] += now_ms() - begun;
    return failed;
}

static int differs(job_work *w) {
    const char *found = w->job->task->found;
    return io_problem_set(
        w->problem, NF_EXIT_OTHER,
        "verification failed: the %s of %s differ from those of the host (%llu and %llu %s)", found,
        w->job->name, (unsigned long long)w->job->total, (unsigned long long)w->reference.total, found);
}

/* The whole run; run_job() frees what it has opened. */
static int run(job_work *w) {
    task_job *job = w->job;
    if (open_output(w) != 0) return w->problem->code;
    const double start = now_ms();
    int failed = job_read(w);
    const double verify_start = now_ms();
    if (!failed && job->verify) failed = job_ask_reference(w);
    const double verify_ms = now_ms() - verify_start;
    if (!failed) failed = job_ask(w);
    if (!failed && !job->count_only) failed = job_write(w);
    if (!failed && job->verify && !job->verified) failed = differs(w);
    if (!failed) failed = close_output(w);
    job->total_ms = now_ms() - start - verify_ms;
    partners_end(&job->partners);
    return failed;
}

static void free_answer(task_answer *answer) {
    nf_result_free(answer->result);
    for (size_t k = 0; k < TASK_ARRAYS; k++) free(answer->arrays[k]);
}

int run_job(task_job *job, io_problem *problem) {
    job_work w = {.job = job, .progress = progress_start(job->quiet), .problem = problem};
    const int failed = run(&w);
    progress_stop(w.progress);
    io_sink_abandon(&w.sink);
    free_answer(&w.answer);
    free_answer(&w.reference);
    nf_cloud_free(w.cloud);
    nf_context_free(w.context);
    return failed;
}

void free_job(task_job *job) {
    io_frame_free(&job->points);
    partners_free(&job->partners);
}
