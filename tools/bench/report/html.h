/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What pages share: their beginning, escaped text, and plots with logarithmic axes, titles of both, and a legend. */
#ifndef NEARFIELD_BENCH_REPORT_HTML_H
#define NEARFIELD_BENCH_REPORT_HTML_H

#include <stddef.h>
#include <stdio.h>

/* Everything up to the body. */
void html_open(FILE *to, const char *title);

/* The texts one after the other: markup as it is at even places, text to escape at odd ones. */
void html_put(FILE *to, const char *const *texts);
#define PUT(to, ...) html_put(to, (const char *const[]){__VA_ARGS__, NULL})

/* Of a plot, which has a legend of its lines behind it. */
enum {
    HTML_WIDTH = 460,
    HTML_HEIGHT = 340,
    HTML_LEFT = 74,
    HTML_RIGHT = 14,
    HTML_TOP = 14,
    HTML_BOTTOM = 66
};

/* Decimal logarithms of the ends of a plot. */
typedef struct html_axes {
    double x0, x1, y0, y1;
} html_axes;

/* Where a value is. */
double html_x(const html_axes *axes, double x);
double html_y(const html_axes *axes, double y);

/* A plot, and the titles of its axes; y has numbers without their unit, and x has so many rows of them, each HTML_ROW high. */
enum { HTML_ROW = 19 };
void html_open_plot(FILE *to, const char *title, const char *x_title, int x_rows, const char *y_title);

/* Writes a number below the x axis, in a row from 1 on, and returns 1.  If the number before it, which ends at `taken`, leaves no room, it
   returns 0. */
int html_put_number(FILE *to, double x, int row, const char *text, double *taken);

/* A horizontal line of the grid with its number. */
void html_put_level(FILE *to, const html_axes *axes, double value);

/* The point of a line at x and y, and the words that it shows; texts as for PUT(). */
void html_put_point(FILE *to, double x, double y, const char *const *texts);
#define POINT(to, x, y, ...) html_put_point(to, x, y, (const char *const[]){__VA_ARGS__, NULL})

/* How lines look: a colour, from 0, and dashes, from 0; all of one plot differ from each other in one of them. */
enum { HTML_GREY = -1, HTML_SOLID = 0, HTML_DOTTED = 2, HTML_DASHES = 4 };
typedef struct html_line {
    int color, dashes;
} html_line;

/* The look of the k-th of many lines: neighbours differ in both, and up to 48 from each other. */
html_line html_line_of(size_t k);

/* Opens the group of a line: <g>. */
void html_open_line(FILE *to, html_line line);

/* An entry of the legend, which stands in a <div class="legend">. */
void html_put_legend(FILE *to, html_line line, const char *label);

#endif
