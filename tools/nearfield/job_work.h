/* The parts of a run: read (job_read.c), ask (job_ask.c), write (job_write.c). */
#ifndef NEARFIELD_TOOL_JOB_WORK_H
#define NEARFIELD_TOOL_JOB_WORK_H

#include "job.h"
#include "progress.h"

/* What is open while a job runs. */
typedef struct job_work {
    task_job *job;
    progress *progress;
    io_sink *sink;
    nf_context *context;
    nf_cloud *cloud;
    task_answer answer;
    task_answer reference; /* --verify: the host's */
    io_problem *problem;
} job_work;

/* All return 0 or w->problem->code. */

/* Fills in the points of the job, in the precision that was asked for. */
int job_read(job_work *w);

/* Asks the host for the reference. */
int job_ask_reference(job_work *w);

/* Asks as often as was asked for, on the host or a device, and keeps the times. */
int job_ask(job_work *w);

/* Takes every array of the answer: compares it with the reference, looks at its rows, and writes it. */
int job_write(job_work *w);

/* Puts the library's words for a failed call into the problem. */
int job_failed(job_work *w, nf_status status);

/* Adds what the library counted since the last time: the stages' times, and its memory. */
nf_status job_take_times(const job_work *w, double ms[STAGES]);

#endif
