/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What a compiler prints about the number of errors, which is not for the user: the errors are in the library's message. */
#ifndef NEARFIELD_TOOL_HUSH_H
#define NEARFIELD_TOOL_HUSH_H

#include <stdio.h>

typedef struct hush {
    int error;  /* a copy of standard error */
    FILE *kept; /* what is written to it in the meantime; NULL: nothing is kept back */
} hush;

/* Keeps standard error back, until hush_end() prints what was written to it, but for lines like "1 error generated." */
hush hush_begin(void);
void hush_end(hush *h);

#endif
