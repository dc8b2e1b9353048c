/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The parts of a run: read (read.c), ask (ask.c), write (write.c), and the files that it writes (files.c). */
#ifndef NEARFIELD_JOB_WORK_H
#define NEARFIELD_JOB_WORK_H

#include "job/job.h"
#include "system/progress.h"

/* The objects that a run uses. */
typedef struct job_work {
    task_job *job;
    progress *progress;
    io_source *source;
    uint64_t frames;      /* that were read */
    int ended;            /* no chosen frame follows */
    io_sink *sink, *side; /* of the output, and of the further file of the task */
    atomic_file chart;
    io_array files[TASK_ARRAYS], side_files[IO_MOST_ARRAYS]; /* of the sinks */
    nf_context *context, *host; /* of the device; and of the host, for --verify */
    nf_cloud *cloud;
    task_answer answer;
    task_answer reference; /* for --verify */
    text_problem *problem;
} job_work;

/* All return 0 or w->problem->code. */

/* Opens the files of a frame that are asked for and not open. */
int job_open_files(job_work *w, uint64_t frame);

/* Writes the further file, draws the chart, and gives the files their names: only when all are complete. */
int job_close_files(job_work *w);

void job_drop_files(job_work *w);

/* Refuses one name for the files of several frames. */
int job_check_several(const job_work *w);

/* Opens the source. */
int job_open(job_work *w);

/* Fills in the points of the next chosen frame, in the precision that was asked for.  *found is 0 where none follows. */
int job_read(job_work *w, int *found);

/* Reads the query points and filters, or fits those of the frame before to this one. */
int job_read_filters(job_work *w);

/* Asks the host for the answer that --verify compares with. */
int job_ask_reference(job_work *w);

/* Opens the device, unless it is open. */
int job_open_device(job_work *w);

/* Asks the device, --repeat times, and keeps the times. */
int job_ask(job_work *w);

/* For every array of the answer: compares it with the reference, passes its rows to the task, and writes it. */
int job_write(job_work *w);

/* Refuses a budget of memory that was too small for ordering and counting the points, which chunks make no smaller; the budget that is
 * named is enough for the chunks, too. */
int job_check_budget(job_work *w);

/* The end of the group of arrays that begins with array k: those whose rows stand side by side in the output, or one. */
size_t job_group_end(const job_work *w, size_t k);

/* Frees an answer of the task and sets it to zeros. */
void job_free_answer(const task *about, task_answer *answer);

/* Fills the problem with the library's message on a failed call. */
int job_failed(job_work *w, nf_status status);

/* Adds the times of the stages since the last call, and notes the peak of memory. */
nf_status job_take_times(const job_work *w, double ms[STAGES]);

/* Refuses an output of the job for this frame that is a file that it reads.  Call it before anything is read, and again
 * when the files that were read named further ones.  Returns 0 or problem->code. */
int overwrites_check(const task_job *job, uint64_t frame, text_problem *problem);

#endif
