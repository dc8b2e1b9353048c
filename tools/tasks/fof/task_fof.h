/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The parts of the task fof: the catalogue's file and the chart. */
#ifndef NEARFIELD_TASKS_FOF_TASK_FOF_H
#define NEARFIELD_TASKS_FOF_TASK_FOF_H

#include "job/job.h"
#include "tasks/fof/groups.h"

typedef struct fof_state {
    const char *length_word, *b_word, *points_word, *members_word;
    double linking_length; /* in the units of the points, or in mean spacings */
    int in_spacings;
    int min_points, min_members;
    const char *masses, *velocities; /* names of columns of the source, or NULL */
    groups groups;
} fof_state;

static inline const fof_state *fof_state_of(const task_job *job) { return job->state; }

/* The linking length in the units of the points. */
double fof_length(const task_job *job);

size_t fof_files(const task_job *job, io_array *files);
int fof_write(const task_job *job, io_sink *sink, text_problem *problem);
int fof_draw(const task_job *job, const atomic_file *chart, text_problem *problem);

#endif
