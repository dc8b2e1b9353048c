/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What a compiler prints about the number of errors, which is not for the user: the errors are in the library's message. */
#ifndef NEARFIELD_SYSTEM_HELD_STDERR_H
#define NEARFIELD_SYSTEM_HELD_STDERR_H

#include <stdio.h>

typedef struct held_stderr {
    int error;  /* a copy of standard error */
    FILE *kept; /* what is written to it in the meantime; NULL: nothing is kept back */
} held_stderr;

/* Keeps standard error back, until release_stderr() prints what was written to it, but for lines like "1 error generated." */
held_stderr hold_stderr(void);
void release_stderr(held_stderr *h);

#endif
