/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Files that would be both read and written. */
#ifndef NEARFIELD_JOB_OVERWRITES_H
#define NEARFIELD_JOB_OVERWRITES_H

#include "job/job.h"

/* Refuses an output of the job that is a file that it reads: the output of this frame, the chart, and the outputs of other
 * frames whose names say it.  Call it before anything is read, and again when the files that were read named further ones.
 * Returns 0 or problem->code. */
int overwrites_check(const task_job *job, uint64_t frame, text_problem *problem);

#endif
