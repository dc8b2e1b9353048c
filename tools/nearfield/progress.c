#include "progress.h"

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
    int stop, shown;
};

/* Shows the step and the seconds ten times a second, beginning after one second. */
static void *show(void *pointer) {
    progress *p = pointer;
    struct timespec next;
    clock_gettime(CLOCK_REALTIME, &next);
    pthread_mutex_lock(&p->lock);
    for (int tenths = 0; !p->stop; tenths++) {
        if (tenths >= 10) {
            fprintf(stderr, "\r%s ... %d.%d s\033[K", p->what, tenths / 10, tenths % 10);
            fflush(stderr);
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
    p->what = "starting";
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    if (pthread_create(&p->thread, NULL, show, p) == 0) return p;
    free(p);
    return NULL;
}

void progress_step(progress *p, const char *what) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->what = what;
    pthread_mutex_unlock(&p->lock);
}

void progress_stop(progress *p) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->stop = 1;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
    pthread_join(p->thread, NULL);
    if (p->shown) fputs("\r\033[K", stderr);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    free(p);
}
