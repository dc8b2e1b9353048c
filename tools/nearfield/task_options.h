/* The options of the subcommands that are tasks. */
#ifndef NEARFIELD_TOOL_TASK_OPTIONS_H
#define NEARFIELD_TOOL_TASK_OPTIONS_H

#include "job.h"

enum { MOST_OPTIONS = 48 };

/* The values of options that have to be parsed. */
typedef struct task_words {
    const char *cutoff, *precision, *cells, *method, *repeat, *box, *periodic, *frames, *min_distance,
        *radii_rule, *bins, *memory;
} task_words;

/* The options of the job's task; their values are stored in the job and the words.  Returns how many there are. */
size_t task_options(task_job *job, task_words *words, option_row rows[MOST_OPTIONS]);

/* Checks the options of query points and conditions, and stores their values in the job.  `rule` is that of --radii-rule, or
 * -1.  Returns NF_EXIT_DONE, or a code after an error message. */
int task_check_conditions(task_job *job, const char *min_distance, int rule);

/* Reads the value of --memory, such as 2G or 1.5GiB.  Returns NF_EXIT_DONE, or a code after an error message. */
int task_read_memory(const char *word, uint64_t *bytes);

/* Reads the words into the job, and checks what was given.  Returns NF_EXIT_DONE, or a code after an error message. */
int task_check(task_job *job, const task_words *words, size_t operands);

#endif
