/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The options of the subcommands that are tasks. */
#ifndef NEARFIELD_JOB_OPTIONS_H
#define NEARFIELD_JOB_OPTIONS_H

#include "job/job.h"

enum { MOST_OPTIONS = 64 };

/* The values of options that have to be parsed. */
typedef struct job_words {
    const char *cutoff, *precision, *repeat, *box, *periodic, *frames, *min_distance, *radii_rule, *memory,
        *dims;
    char plot[96]; /* the help of --plot */
} job_words;

/* The options of the job's task; their values are stored in the job, its state and the words.  Returns how many there are. */
size_t job_options(task_job *job, job_words *words, option_row rows[MOST_OPTIONS]);

/* Checks the options of query points and filters, and stores their values in the job.  Returns EXIT_DONE, or a code after an error
 * message. */
int job_check_filters(task_job *job, const job_words *words);

/* Reads the value of --memory, such as 2G or 1.5GiB.  Returns EXIT_DONE, or a code after an error message. */
int job_read_memory(const char *word, uint64_t *bytes);

/* Reads the words into the job, and checks what was given.  Returns EXIT_DONE, or a code after an error message. */
int job_check(task_job *job, const job_words *words, size_t operands);

#endif
