/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tasks/tasks.h"

static const task *const tasks[] = {&pairs_task, &lists_task,    &knn_task,
                                    &fof_task,   &interact_task, &rdf_task};

const task *task_at(size_t index) { return index < sizeof tasks / sizeof *tasks ? tasks[index] : NULL; }
