/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* An error: a message for the user and an exit code. */
#ifndef NEARFIELD_TEXT_PROBLEM_H
#define NEARFIELD_TEXT_PROBLEM_H

#include "text/exit_codes.h"
#include "text/printf_like.h"

typedef struct text_problem {
    int code;        /* one of EXIT_* */
    char text[4096]; /* a sentence with the file and line, or the point; a build log may follow */
} text_problem;

/* Fills problem and returns code, so that callers can write `return problem_set(...)`. */
PRINTF_LIKE(3, 4)
int problem_set(text_problem *problem, int code, const char *format, ...);

#endif
