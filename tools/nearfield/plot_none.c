/* Without PLplot there are no charts. */
#include "plot.h"

int plot_check(const char *path, io_problem *problem) {
    return io_problem_set(
        problem, NF_EXIT_USAGE,
        "%.300s: this nearfield was built without PLplot, which draws charts: install it (Debian: "
        "libplplot-dev and plplot-driver-cairo) and build again, or write a table with --output",
        path);
}

int plot_write(const plot *drawing, const char *path, io_problem *problem) {
    (void)drawing;
    return plot_check(path, problem);
}
