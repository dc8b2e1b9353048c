#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 4096 };

static int cannot(const char *path) {
    return complain(NF_EXIT_OTHER, "%s cannot be written: %s", path, strerror(errno));
}

/* A new file beside `path`; its name goes to `aside`. */
static FILE *open_aside(const char *path, char aside[PATH]) {
    if (snprintf(aside, PATH, "%s.%ld.part", path, (long)getpid()) >= PATH) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    const int file = open(aside, O_WRONLY | O_CREAT | O_EXCL, 0666);
    return file < 0 ? NULL : fdopen(file, "w");
}

int bench_check_output(const char *path) {
    char aside[PATH];
    if (strcmp(path, "-") == 0) return NF_EXIT_DONE;
    FILE *file = open_aside(path, aside);
    if (!file) return cannot(path);
    fclose(file);
    unlink(aside);
    return NF_EXIT_DONE;
}

int bench_write_output(const bench_report *report, const char *path,
                       void (*write)(const bench_report *report, FILE *to)) {
    char aside[PATH];
    if (strcmp(path, "-") == 0) {
        write(report, stdout);
        return NF_EXIT_DONE;
    }
    FILE *file = open_aside(path, aside);
    if (!file) return cannot(path);
    write(report, file);
    const int failed = fflush(file) != 0 || ferror(file);
    if ((fclose(file) != 0) | failed || rename(aside, path) != 0) {
        const int code = cannot(path);
        unlink(aside);
        return code;
    }
    return NF_EXIT_DONE;
}
