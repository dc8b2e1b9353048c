/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What pages share: their beginning, escaped text, and plots with a logarithmic y axis, titles of both axes, and a legend. */
#ifndef NEARFIELD_BENCH_REPORT_HTML_H
#define NEARFIELD_BENCH_REPORT_HTML_H

#include <stddef.h>
#include <stdio.h>

/* Everything up to the body. */
void html_open(FILE *to, const char *title);

/* The texts one after the other: markup as it is at even places, text to escape at odd ones. */
void html_put(FILE *to, const char *const *texts);
#define PUT(to, ...) html_put(to, (const char *const[]){__VA_ARGS__, NULL})

/* How a line looks: a colour, from 0, and dashes, from 0; all of one plot differ from each other in one of them. */
enum { HTML_GREY = -1, HTML_SOLID = 0, HTML_DOTTED = 2, HTML_DASHES = 4 };
typedef struct html_look {
    int color, dashes;
} html_look;

/* The look of the k-th of many lines: neighbours differ in both, and up to 48 from each other. */
html_look html_look_of(size_t k);

/* A point of a line: its place across the plot, from 0 to 1; its value, which is 0 where there is none; and the words that it shows. */
enum { HTML_WORDS = 256 };
typedef struct html_point {
    double x, y;
    int apart; /* no line leads to it from the point before */
    char words[HTML_WORDS];
} html_point;

/* The functions get `of`.  Lines without a point are left out. */
typedef struct html_plot {
    const char *title, *x_title, *y_title;
    int x_rows;                                /* of numbers below the x axis */
    void (*numbers)(const void *of, FILE *to); /* writes these, by html_put_number() */
    size_t line_count, point_count;            /* point_count: of each line */
    html_look (*line)(const void *of, size_t line, char label[HTML_WORDS]);
    void (*point)(const void *of, size_t line, size_t k, html_point *point);
    const void *of;
} html_plot;
void html_put_plot(FILE *to, const html_plot *plot);

/* Writes a number below the x axis, in a row from 1 on, unless the number before it, which ends at *taken, leaves no room.  The first row has
   a line of the grid above it. */
void html_put_number(FILE *to, double x, int row, const char *text, double *taken);

#endif
