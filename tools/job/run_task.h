/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#ifndef NEARFIELD_JOB_RUN_TASK_H
#define NEARFIELD_JOB_RUN_TASK_H

#include "job/task.h"

/* The subcommand of a task: reads its options and source, asks, writes and reports.  argv[0] is its name.  Returns the exit code. */
int run_task(const task *about, int argc, char **argv);

#endif
