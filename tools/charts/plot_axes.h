/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Where the axes of a chart begin and end, and the numbers beside them. */
#ifndef NEARFIELD_CHARTS_PLOT_AXES_H
#define NEARFIELD_CHARTS_PLOT_AXES_H

#include "charts/plot.h"

#include <stddef.h>

/* Of logarithmic axes, the logarithms: at least two powers of ten are on each. */
typedef struct plot_ends {
    double least[2], most[2];
} plot_ends;

plot_ends plot_find_ends(const plot *drawing);

/* The numbers beside a linear axis.  What all of them share stands in the title of the axis: coordinates from 5400000
 * to 5400100 are 0 to 100 beside "y - 5400000", and lengths from 0 to 5e-9 are 0 to 5 beside "r / 1e-9".  Ticks are at
 * the multiples of `step`; the number of a value is (value - offset) / factor. */
typedef struct plot_ticks {
    double step, offset, factor;
    int digits; /* behind the point */
} plot_ticks;

/* Those of an axis from `least` to `most`, with at most `count` steps, or a few more for two numbers.  No step is below `finest`, which is 1 for
   numbers that are whole and 0 for others. */
plot_ticks plot_find_ticks(double least, double most, int count, double finest);

/* The text of a tick, which differs from those of all other ticks. */
void plot_tick_text(const plot_ticks *ticks, double value, char *text, size_t size);

/* The title of the axis from a label like "x (nm)" or "g(r)": "(x - 1) / 1e-9 (nm)". */
const char *plot_ticks_title(const plot_ticks *ticks, const char *label, char *text, size_t size);

#endif
