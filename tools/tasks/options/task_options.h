/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The options of the subcommands that are tasks. */
#ifndef NEARFIELD_TOOL_TASK_OPTIONS_H
#define NEARFIELD_TOOL_TASK_OPTIONS_H

#include "tasks/job/job.h"

enum { MOST_OPTIONS = 72 };

/* The values of options that have to be parsed. */
typedef struct task_words {
    const char *cutoff, *precision, *cells, *method, *repeat, *box, *periodic, *frames, *min_distance,
        *radii_rule, *bins, *memory, *k, *max_distance, *linking_length, *b, *min_points, *min_members, *dims;
    char plot[96]; /* the help of --plot */
} task_words;

/* The options of the job's task; their values are stored in the job and the words.  Returns how many there are. */
size_t task_options(task_job *job, task_words *words, option_row rows[MOST_OPTIONS]);

/* Checks the options of query points and conditions, and stores their values in the job.  `rule` is that of --radii-rule, or
 * -1.  Returns NF_EXIT_DONE, or a code after an error message. */
int task_check_conditions(task_job *job, const char *min_distance, int rule);

/* Checks the options of knn and fof, and stores their values in the job.  Return NF_EXIT_DONE, or a code after an error message. */
int task_check_knn(task_job *job, const task_words *words);
int task_check_fof(task_job *job, const task_words *words);

/* Reads the value of --memory, such as 2G or 1.5GiB.  Returns NF_EXIT_DONE, or a code after an error message. */
int task_read_memory(const char *word, uint64_t *bytes);

/* Reads the words into the job, and checks what was given.  Returns NF_EXIT_DONE, or a code after an error message. */
int task_check(task_job *job, const task_words *words, size_t operands);

#endif
