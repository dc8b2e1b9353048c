/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "system/progress.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct progress {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    const char *what;
    uint64_t frame;
    double share, part; /* of the file, and of the step; below 0: not known */
    int stop, shown;
    FILE *to; /* the terminal, also while a driver's messages are kept back (held_stderr.h) */
};

enum { BAR = 20 };

static void print_bar(FILE *to, double share) {
    static const char full[BAR + 1] = "####################", rest[BAR + 1] = "....................";
    const int done = share > 0 ? (int)(share * BAR + 0.5) : 0;
    if (share >= 0 && done <= BAR) fprintf(to, "[%.*s%.*s] ", done, full, BAR - done, rest);
}

/* Prints the line: "frame 12 [####......] writing [##........] ... 3.2 s". */
static void print_line(const progress *p, int tenths) {
    fputc('\r', p->to);
    if (p->frame > 0) fprintf(p->to, "frame %llu ", (unsigned long long)p->frame);
    if (p->frame > 0) print_bar(p->to, p->share);
    fprintf(p->to, "%s ", p->what);
    print_bar(p->to, p->part);
    fprintf(p->to, "... %d.%d s\033[K", tenths / 10, tenths % 10);
    fflush(p->to);
}

/* Shows the step and the seconds ten times a second, beginning after one second. */
static void *show(void *pointer) {
    progress *p = pointer;
    struct timespec next;
    clock_gettime(CLOCK_REALTIME, &next);
    pthread_mutex_lock(&p->lock);
    for (int tenths = 0; !p->stop; tenths++) {
        if (tenths >= 10) {
            print_line(p, tenths);
            p->shown = 1;
        }
        next.tv_nsec += 100000000;
        if (next.tv_nsec >= 1000000000) {
            next.tv_nsec -= 1000000000;
            next.tv_sec++;
        }
        while (!p->stop && pthread_cond_timedwait(&p->changed, &p->lock, &next) == 0) {}
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

progress *progress_start(int quiet) {
    if (quiet || !isatty(STDERR_FILENO)) return NULL;
    progress *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->to = fdopen(dup(STDERR_FILENO), "w");
    p->what = "starting";
    p->part = -1;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    if (p->to && pthread_create(&p->thread, NULL, show, p) == 0) return p;
    if (p->to) (void)fclose(p->to);
    free(p);
    return NULL;
}

void progress_step(progress *p, const char *what) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->what = what;
    p->part = -1;
    pthread_mutex_unlock(&p->lock);
}

void progress_part(progress *p, double share) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->part = share;
    pthread_mutex_unlock(&p->lock);
}

void progress_frame(progress *p, uint64_t frame, double share) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->frame = frame;
    p->share = share;
    pthread_mutex_unlock(&p->lock);
}

void progress_clear(progress *p) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    if (p->shown) fputs("\r\033[K", p->to);
    fflush(p->to);
    p->shown = 0;
    pthread_mutex_unlock(&p->lock);
}

void progress_stop(progress *p) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->stop = 1;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
    pthread_join(p->thread, NULL);
    progress_clear(p);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    (void)fclose(p->to);
    free(p);
}
