/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "charts/plot_ends.h"

#include <math.h>

static void take_end(int logarithmic, const double *values, size_t count, double *least, double *most) {
    for (size_t k = 0; k < count; k++) {
        if (values[k] > *most) *most = values[k];
        if (logarithmic && values[k] > 0 && (!(*least > 0) || values[k] < *least)) *least = values[k];
    }
}

/* Only powers of ten have a number beside a logarithmic axis, and a scale takes two of them. */
static void widen(double *least, double *most) {
    while (floor(*most) - ceil(*least) < 1) {
        const double below = ceil(*least) - 1, above = floor(*most) + 1;
        if (*least - below < above - *most) *least = below;
        else *most = above;
    }
}

plot_ends plot_find_ends(const plot *drawing) {
    plot_ends e = {{drawing->x_least, drawing->y_least}, {drawing->x_most, drawing->y_most}};
    const int given[2] = {drawing->x_most > drawing->x_least, drawing->y_most > drawing->y_least};
    for (size_t s = 0; s < drawing->series_count; s++) {
        const plot_series *series = &drawing->series[s];
        if (!given[0]) take_end(drawing->logarithmic[0], series->x, series->count, &e.least[0], &e.most[0]);
        if (!given[1]) take_end(drawing->logarithmic[1], series->y, series->count, &e.least[1], &e.most[1]);
    }
    if (!given[1] && drawing->has_level && drawing->level > e.most[1]) e.most[1] = drawing->level;
    for (int a = 0; a < 2; a++) {
        if (drawing->logarithmic[a]) {
            e.least[a] = e.least[a] > 0 ? log10(e.least[a] / 1.2) : 0;
            e.most[a] = e.most[a] > 0 ? log10(e.most[a] * 1.2) : 1;
        } else if (!given[a] && a == 1) e.most[a] *= 1.08;
        if (!(e.most[a] > e.least[a])) e.most[a] = e.least[a] + 1;
        if (drawing->logarithmic[a]) widen(&e.least[a], &e.most[a]);
    }
    return e;
}
