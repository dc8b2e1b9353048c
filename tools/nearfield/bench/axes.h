/* The axes of a plot: two decimal logarithms, their ticks, and where a value lies. */
#ifndef NEARFIELD_TOOL_BENCH_AXES_H
#define NEARFIELD_TOOL_BENCH_AXES_H

#include <stdio.h>

/* The plot in units of the SVG. */
enum { PLOT_WIDTH = 460, PLOT_HEIGHT = 320, PLOT_LEFT = 62, PLOT_TOP = 14, PLOT_BOTTOM = 44 };

typedef struct bench_axes {
    double x0, x1, y0, y1; /* logarithms of the ends */
    int right;             /* the margin there */
} bench_axes;

/* How the values of an axis are written. */
typedef enum bench_tick { TICK_COUNT, TICK_SECONDS_OF_MS, TICK_DECIMAL } bench_tick;

/* Axes around nothing yet. */
bench_axes bench_no_axes(int right);
void bench_include(bench_axes *a, double x, double y);

/* Some room to the sides of what was included, and whole decades above and below. */
void bench_round_axes(bench_axes *a);

double bench_at_x(const bench_axes *a, double x);
double bench_at_y(const bench_axes *a, double y);

/* Opens the SVG and draws grid, ticks and titles; `y_title` may be NULL. */
void bench_draw_axes(const bench_axes *a, const char *name, bench_tick x_tick, const char *x_title,
                     bench_tick y_tick, const char *y_title, FILE *to);

#endif
