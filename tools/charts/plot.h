/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Draws a chart to an .svg or .png file, by PLplot if the build has found it. */
#ifndef NEARFIELD_CHARTS_PLOT_H
#define NEARFIELD_CHARTS_PLOT_H

#include "system/atomic_file.h"
#include "charts/palette.h"
#include "text/problem.h"

#include <stddef.h>

/* Lines, points (of which there may be many), and bars that touch each other. */
typedef enum plot_style { PLOT_LINE, PLOT_POINTS, PLOT_BARS } plot_style;

typedef struct plot_series {
    const double *x, *y;
    size_t count;
    plot_style style;
    int faint;        /* behind the others: grey, and it does not count among the colours */
    const char *name; /* told in its colour in the upper right corner, one below the other; or NULL */
} plot_series;

enum { PLOT_COLORS = PALETTE }; /* the colours of series follow each other, and begin again */

typedef struct plot {
    const char *title, *subtitle;  /* subtitle may be NULL */
    const char *x_label, *y_label; /* y_label may be NULL: that axis has no numbers either */
    const char
        *nothing; /* in place of the series and of all numbers: why there is nothing to draw; or NULL */
    double x_least, y_least; /* where the axes begin; of logarithmic ones, 0: that of the data */
    double x_most, y_most;   /* where they end; 0: that of the data */
    int whole;               /* the numbers of x are whole, and so are those beside its axis */
    int logarithmic[2];      /* x and y: numbers are positive, and 0 is at the end of its axis */
    int equal;               /* a length is as long along both axes; the ends of both are given */
    int has_level;           /* a thin horizontal line at `level` */
    double level;
    const plot_series *series;
    size_t series_count;
    int names_left; /* the names of the series stand in the upper left corner, as of curves that rise */
} plot;

/* All return 0 or problem->code.
 *
 * Checks before the work that the chart can be drawn to a file of this name. */
int plot_check(const char *path, text_problem *problem);

/* Creates the temporary file of the chart, before the work; the caller commits or drops it. */
int plot_open(const char *path, atomic_file *target, text_problem *problem);

/* Draws to the temporary file, side by side. */
int plot_draw(const plot *drawings, size_t count, const atomic_file *target, text_problem *problem);

/* Renames the chart to its path, or drops it. */
int plot_commit(atomic_file *target, text_problem *problem);

#endif
