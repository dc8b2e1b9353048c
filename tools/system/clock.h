/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* A monotonic clock, from an arbitrary start. */
#ifndef NEARFIELD_SYSTEM_CLOCK_H
#define NEARFIELD_SYSTEM_CLOCK_H

#include <time.h>

static inline double now_seconds(void) {
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
static inline double now_ms(void) { return now_seconds() * 1e3; }

#endif
