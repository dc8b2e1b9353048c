/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Where the axes of a chart begin and end. */
#ifndef NEARFIELD_CHARTS_PLOT_ENDS_H
#define NEARFIELD_CHARTS_PLOT_ENDS_H

#include "charts/plot.h"

/* Of logarithmic axes, the logarithms: at least two powers of ten are on each. */
typedef struct plot_ends {
    double least[2], most[2];
} plot_ends;

plot_ends plot_find_ends(const plot *drawing);

#endif
