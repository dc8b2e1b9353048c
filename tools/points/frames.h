/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Which frames of a file are answered. */
#ifndef NEARFIELD_POINTS_FRAMES_H
#define NEARFIELD_POINTS_FRAMES_H

#include <stddef.h>
#include <stdint.h>

/* first, first + step, ... below stop. */
typedef struct frames {
    uint64_t first, stop, step;
} frames;

/* Parses "4", "2:10", "::5" or "all"; NULL is all.  Numbers begin with 0, and b of a:b is not among them.  Returns 0 for
 * other words; 4:2 is a choice of no frame. */
int frames_parse(const char *text, frames *chosen);

static inline int frames_are_none(const frames *chosen) { return chosen->first >= chosen->stop; }

int frames_has(const frames *chosen, uint64_t frame);

/* Whether a frame behind this one may be chosen. */
int frames_go_on(const frames *chosen, uint64_t frame);

/* Puts the number of the frame in the place of the * in a name.  Returns 0 if there is no room. */
int frames_name(const char *pattern, uint64_t frame, char *name, int size);

#endif
