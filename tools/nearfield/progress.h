/* A line on standard error that names the current step.  It is shown on a terminal only, when the work takes more than a
 * second. */
#ifndef NEARFIELD_TOOL_PROGRESS_H
#define NEARFIELD_TOOL_PROGRESS_H

typedef struct progress progress;

/* Returns NULL when nothing is to be shown.  Every function accepts NULL. */
progress *progress_start(int quiet);

/* Names the current step.  `what` must be static storage. */
void progress_step(progress *p, const char *what);

/* Removes the line. */
void progress_stop(progress *p);

#endif
