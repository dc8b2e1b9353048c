/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The parts of the task fof: the catalogue's file and the chart. */
#ifndef NEARFIELD_TOOL_TASK_FOF_H
#define NEARFIELD_TOOL_TASK_FOF_H

#include "tasks/job/job.h"

/* The linking length in the units of the points. */
double fof_length(const task_job *job);

size_t fof_files(const task_job *job, io_array *files);
int fof_write(const task_job *job, io_sink *sink, io_problem *problem);
int fof_draw(const task_job *job, const io_aside *chart, io_problem *problem);

#endif
