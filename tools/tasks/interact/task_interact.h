/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The parts of the task interact, whose state is the interaction. */
#ifndef NEARFIELD_TASKS_INTERACT_TASK_INTERACT_H
#define NEARFIELD_TASKS_INTERACT_TASK_INTERACT_H

#include "job/job.h"
#include "pair_functions/interaction.h"

static inline interaction *interaction_of(const task_job *job) { return job->state; }

void interact_report(const task_job *job);
void interact_report_json(const task_job *job, json_out *j);
void interact_report_head(const task_job *job);
void interact_report_cells(const task_job *job, int head);
void interact_report_verified(const task_job *job);

/* The sums in plain C, as the hooks of the task say; interact_agrees() takes them as references. */
nf_status interact_ask_reference(const task_job *job, nf_cloud *cloud, task_answer *reference);
int interact_agrees(const task_job *job, size_t array, const void *rows, const void *reference,
                    uint64_t first, uint64_t count);

#endif
