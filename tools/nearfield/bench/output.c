#include "output.h"

#include "aside.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static int cannot(const char *path, int reason) {
    return complain(NF_EXIT_OTHER, "%s cannot be written: %s", path, strerror(reason));
}

int bench_check_output(const char *path) {
    io_aside aside;
    if (strcmp(path, "-") == 0) return NF_EXIT_DONE;
    const int reason = io_aside_open(&aside, path);
    if (reason != 0) return cannot(path, reason);
    io_aside_drop(&aside);
    return NF_EXIT_DONE;
}

/* The stream has a duplicate of the descriptor: the caller closes the file. */
static int write_to(int file, const bench_report *report,
                    void (*write)(const bench_report *report, FILE *to)) {
    const int copy = dup(file);
    FILE *to = copy < 0 ? NULL : fdopen(copy, "w");
    if (!to) return errno;
    write(report, to);
    int reason = fflush(to) != 0 || ferror(to) ? errno : 0;
    if (fclose(to) != 0 && reason == 0) reason = errno;
    return reason;
}

int bench_write_output(const bench_report *report, const char *path,
                       void (*write)(const bench_report *report, FILE *to)) {
    io_aside aside;
    if (strcmp(path, "-") == 0) {
        write(report, stdout);
        return NF_EXIT_DONE;
    }
    int reason = io_aside_open(&aside, path);
    if (reason != 0) return cannot(path, reason);
    io_aside_remove_on_signal(&aside);
    reason = write_to(aside.file, report, write);
    if (reason == 0) reason = io_aside_commit(&aside);
    else io_aside_drop(&aside);
    return reason == 0 ? NF_EXIT_DONE : cannot(path, reason);
}
