/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "text/problem.h"

#include <stdarg.h>
#include <stdio.h>

int problem_set(text_problem *problem, int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem->text, sizeof problem->text, format, arguments);
    va_end(arguments);
    /* Words of files and file names may have control characters, which a terminal would obey. */
    for (char *c = problem->text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
    problem->code = code;
    return code;
}
