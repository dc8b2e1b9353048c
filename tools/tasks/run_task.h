/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#ifndef NEARFIELD_TASKS_RUN_TASK_H
#define NEARFIELD_TASKS_RUN_TASK_H

/* The subcommand of every row of tasks.c.  argv[0] is the name of the task. */
int command_task(int argc, char **argv);

#endif
