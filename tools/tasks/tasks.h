/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The tasks of the command. */
#ifndef NEARFIELD_TASKS_TASKS_H
#define NEARFIELD_TASKS_TASKS_H

#include "job/task.h"

/* The task of this index, or NULL behind the last. */
const task *task_at(size_t index);

extern const task pairs_task, lists_task, rdf_task, knn_task, fof_task, interact_task;

#endif
