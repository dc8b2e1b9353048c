/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "system/progress.h"
#include "system/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct progress {
    const char *what;
    uint64_t frame;
    double share, part; /* of the file, and of the step; below 0: not known */
    double printed_ms;
    int shown;
};

/* Prints the line: "frame 12 (40%) writing 20%". */
static void print_line(progress *p) {
    fputc('\r', stderr);
    if (p->frame > 0) fprintf(stderr, "frame %llu ", (unsigned long long)p->frame);
    if (p->frame > 0 && p->share >= 0) fprintf(stderr, "(%.0f%%) ", 100 * p->share);
    fputs(p->what, stderr);
    if (p->part >= 0) fprintf(stderr, " %.0f%%", 100 * p->part);
    fputs("\033[K", stderr);
    p->shown = 1;
    p->printed_ms = now_ms();
}

progress *progress_start(int quiet) {
    if (quiet || !isatty(STDERR_FILENO)) return NULL;
    return calloc(1, sizeof(progress));
}

void progress_step(progress *p, const char *what) {
    if (!p) return;
    p->what = what;
    p->part = -1;
    print_line(p);
}

void progress_part(progress *p, double share) {
    enum { BETWEEN_MS = 100 };
    if (!p || !p->what) return;
    p->part = share;
    if (now_ms() - p->printed_ms > BETWEEN_MS) print_line(p);
}

void progress_frame(progress *p, uint64_t frame, double share) {
    if (!p) return;
    p->frame = frame;
    p->share = share;
}

void progress_clear(progress *p) {
    if (!p || !p->shown) return;
    fputs("\r\033[K", stderr);
    p->shown = 0;
}

void progress_stop(progress *p) {
    progress_clear(p);
    free(p);
}
