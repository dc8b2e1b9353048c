// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// A window that collects pairs before they are stored, for CPUs: whole lines of 64 bytes are stored past the caches, so that
// they are not read first; the two lines that a run of pairs shares with its neighbours are written pair by pair.
//   WINDOW  the number of pairs in the window
// The window has the same alignment to lines as the result.
#pragma once
#if !defined(WINDOW)
#error "window.cl needs WINDOW"
#endif
#include "machine/stream.cl"
#define LINE_PAIRS  8
#define WINDOW_ROOM (2 * WINDOW + 16) // ints

typedef struct nf_window {
    __global int *room;
    __global int *line; // in the result, at the start of the window
    uint foreign;       // pairs of that line that belong to others
    uint filled;        // pairs in the window, including those
} nf_window;

static inline nf_window nf_window_open(__global int *room, __global int2 *pairs) {
    const uint into = (uint)((size_t)pairs / 8 & (LINE_PAIRS - 1));
    nf_window w = {room, (__global int *)(pairs - into), into, into};
    return w;
}

static inline void nf_window_pairs(const nf_window *w, uint from, uint to) {
    for (uint k = from; k < to; k++) ((__global int2 *)w->line)[k] = ((__global const int2 *)w->room)[k];
}

// Writes the whole lines; the rest moves to the start of the window.
static inline void nf_window_flush(nf_window *w) {
    const uint lines = w->filled / LINE_PAIRS;
    __global const int16 *from = (__global const int16 *)w->room;
    __global int16 *to = (__global int16 *)w->line;
    if (lines == 0) return;
    if (w->foreign) nf_window_pairs(w, w->foreign, LINE_PAIRS);
    for (uint l = w->foreign != 0; l < lines; l++) STREAM(from[l], to + l);
    ((__global int16 *)w->room)[0] = from[lines];
    w->line += 16 * lines;
    w->filled -= LINE_PAIRS * lines;
    w->foreign = 0;
}

static inline void nf_window_close(nf_window *w) {
    nf_window_flush(w);
    nf_window_pairs(w, w->foreign, w->filled);
    w->filled = w->foreign;
}

// The next position, with room for `pairs` pairs and 16 more.
static inline __global int *nf_window_place(nf_window *w, uint pairs) {
    if (w->filled + pairs + 16 > WINDOW) nf_window_flush(w);
    return w->room + 2 * w->filled;
}
