/* Draws a chart to an .svg or .png file, by PLplot if the build has found it. */
#ifndef NEARFIELD_TOOL_PLOT_H
#define NEARFIELD_TOOL_PLOT_H

#include "aside.h"
#include "problem.h"

#include <stddef.h>

typedef enum plot_style { PLOT_LINE, PLOT_DOTS } plot_style;

typedef struct plot_series {
    const double *x, *y;
    size_t count;
    const char *name; /* in the legend; NULL: not in it */
    plot_style style;
} plot_series;

enum { PLOT_MOST_SERIES = 6 };

typedef struct plot {
    const char *title, *subtitle; /* subtitle may be NULL */
    const char *x_label, *y_label;
    double x_most, y_most; /* of the axes, which begin at 0; 0: that of the data */
    int has_level;         /* a thin horizontal line at `level` */
    double level;
    const plot_series *series;
    size_t series_count;
} plot;

/* All return 0 or problem->code.
 *
 * Checks before the work that the chart can be drawn to a file of this name. */
int plot_check(const char *path, io_problem *problem);

/* Creates the temporary file of the chart, before the work; the caller commits or drops it. */
int plot_open(const char *path, io_aside *aside, io_problem *problem);

/* Draws to the temporary file. */
int plot_draw(const plot *drawing, const io_aside *aside, io_problem *problem);

/* Renames the chart to its path, or drops it. */
int plot_commit(io_aside *aside, io_problem *problem);

#endif
