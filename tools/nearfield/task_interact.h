/* The parts of the task interact: its options and its reports. */
#ifndef NEARFIELD_TOOL_TASK_INTERACT_H
#define NEARFIELD_TOOL_TASK_INTERACT_H

#include "job.h"

void interact_report(const task_job *job);
void interact_report_json(const task_job *job);
void interact_report_head(const task_job *job);
void interact_report_row(const task_job *job);

/* Checks the options, and stores their values in the job.  Returns NF_EXIT_DONE, or a code after an error message. */
int task_check_interact(task_job *job);

#endif
