/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A line on standard error that names the current step.  It is shown on a terminal only. */
#ifndef NEARFIELD_SYSTEM_PROGRESS_H
#define NEARFIELD_SYSTEM_PROGRESS_H

#include <stdint.h>

typedef struct progress progress;

/* Returns NULL when nothing is to be shown.  Every function accepts NULL. */
progress *progress_start(int quiet);

/* Names the current step.  `what` must be static storage. */
void progress_step(progress *p, const char *what);

/* Shows the share of the step that is done, from 0 to 1, in percent behind its name; the next step begins without. */
void progress_part(progress *p, double share);

/* The frame of several that is worked on, and the share of the file that has been read, from 0 to 1; below 0 it is not
 * known.  The next step shows it.  Nothing is shown of frame 0, which may be the only one. */
void progress_frame(progress *p, uint64_t frame, double share);

/* Clears the line, so that something else can be printed. */
void progress_clear(progress *p);

/* Removes the line. */
void progress_stop(progress *p);

#endif
