/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Without PLplot there are no charts. */
#include "charts/plot.h"

int plot_check(const char *path, text_problem *problem) {
    return problem_set(
        problem, EXIT_USAGE,
        "%.300s: this nearfield was built without PLplot, which draws charts: install it (Debian: "
        "libplplot-dev and plplot-driver-cairo) and build again, or write a table with --output",
        path);
}

int plot_open(const char *path, atomic_file *target, text_problem *problem) {
    (void)target;
    return plot_check(path, problem);
}

int plot_draw(const plot *drawings, size_t count, const atomic_file *target, text_problem *problem) {
    (void)drawings;
    (void)count;
    return plot_check(target->path, problem);
}

int plot_commit(atomic_file *target, text_problem *problem) {
    (void)target;
    (void)problem;
    return 0;
}
