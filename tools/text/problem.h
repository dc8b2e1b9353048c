/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* An error: a message for the user and an exit code. */
#ifndef NEARFIELD_TEXT_PROBLEM_H
#define NEARFIELD_TEXT_PROBLEM_H

/* A function whose f-th argument is a format, and whose a-th is the first for it. */
#if defined(__GNUC__)
#define PRINTF_LIKE(f, a) __attribute__((format(printf, f, a)))
#else
#define PRINTF_LIKE(f, a)
#endif

enum {
    EXIT_HELPED =
        -1, /* read_options() has printed the help: nothing is left to do, and the program ends with EXIT_DONE */
    EXIT_DONE = 0,
    EXIT_OTHER = 1,
    EXIT_USAGE = 2,
    EXIT_INPUT = 3,
    EXIT_DEVICE = 4,
    EXIT_MEMORY = 5,
    EXIT_SLOWER = 6 /* nearfield bench --compare OLD --fail-if-slower */
};

typedef struct text_problem {
    int code; /* exit code of the tool, one of EXIT_* */
    char text
        [4096]; /* one sentence with the file and line, or the index of the point; a build log may follow */
} text_problem;

/* Fills problem and returns code, so that callers can write `return problem_set(...)`. */
PRINTF_LIKE(3, 4)
int problem_set(text_problem *problem, int code, const char *format, ...);

#endif
