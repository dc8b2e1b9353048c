/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What pages share: their beginning, escaped text, and plots with logarithmic axes. */
#ifndef NEARFIELD_TOOL_BENCH_HTML_H
#define NEARFIELD_TOOL_BENCH_HTML_H

#include <stdio.h>

/* Everything up to the body. */
void html_open(FILE *to, const char *title);

/* The texts one after the other: markup as it is at even places, text to escape at odd ones. */
void html_put(FILE *to, const char *const *texts);
#define PUT(to, ...) html_put(to, (const char *const[]){__VA_ARGS__, NULL})

enum {
    HTML_WIDTH = 460,
    HTML_HEIGHT = 320,
    HTML_LEFT = 74,
    HTML_RIGHT = 14,
    HTML_TOP = 14,
    HTML_BOTTOM = 44
};

/* Decimal logarithms of the ends of a plot. */
typedef struct html_axes {
    double x0, x1, y0, y1;
} html_axes;

/* Where a value is. */
double html_x(const html_axes *axes, double x);
double html_y(const html_axes *axes, double y);

#endif
