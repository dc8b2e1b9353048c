/* The one clock of the command: monotonic, from an arbitrary start. */
#ifndef NEARFIELD_TOOL_CLOCK_H
#define NEARFIELD_TOOL_CLOCK_H

#include <time.h>

static inline double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static inline double now_seconds(void) { return now_ms() * 1e-3; }

#endif
