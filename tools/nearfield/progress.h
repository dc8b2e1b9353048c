/* A line on standard error that says what is going on, when it is a terminal and the work takes over a
 * second. */
#ifndef NEARFIELD_TOOL_PROGRESS_H
#define NEARFIELD_TOOL_PROGRESS_H

typedef struct progress progress;

/* NULL when there is nothing to show; every function takes NULL. */
progress *progress_start(int quiet);

/* What is done now; `what` is static storage. */
void progress_step(progress *p, const char *what);

/* Removes the line. */
void progress_stop(progress *p);

#endif
