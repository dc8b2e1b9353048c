/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* An error: a message for the user and an exit code. */
#ifndef NEARFIELD_TEXT_PROBLEM_H
#define NEARFIELD_TEXT_PROBLEM_H

enum {
    NF_EXIT_DONE = 0,
    NF_EXIT_OTHER = 1,
    NF_EXIT_USAGE = 2,
    NF_EXIT_INPUT = 3,
    NF_EXIT_DEVICE = 4,
    NF_EXIT_MEMORY = 5,
    NF_EXIT_SLOWER = 6 /* nearfield bench --compare OLD --fail-if-slower */
};

typedef struct io_problem {
    int code; /* exit code of the tool, one of NF_EXIT_* */
    char text
        [4096]; /* one sentence with the file and line, or the index of the point; a build log may follow */
} io_problem;

/* Fills problem and returns code, so that callers can write `return io_problem_set(...)`. */
int io_problem_set(io_problem *problem, int code, const char *format, ...);

#endif
