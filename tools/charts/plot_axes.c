/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "charts/plot_axes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

/* The power of ten at or below a positive value. */
static double power_below(double value) { return pow(10, floor(log10(value) + 1e-9)); }

/* 1, 2 or 5 times a power of ten, not below the value. */
static double round_step(double value) {
    const double power = power_below(value), times = value / power * (1 - 1e-9);
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

plot_ticks plot_find_ticks(double least, double most, int count, double finest) {
    static const double many_digits = 1e3, large = 1e5, small = 1e-2, fine = 1e-3;
    const double range = most - least;
    plot_ticks t = {.step = round_step(range / count), .factor = 1};
    if (range / t.step < 2)
        t.step = round_step(t.step / 2.6); /* the next below: an axis has two numbers at least */
    t.step = fmax(t.step, finest);
    double biggest = fmax(fabs(least), fabs(most));
    if (biggest / t.step >= many_digits) {
        const double unit = 10 * power_below(range); /* a multiple of the step */
        t.offset = trunc((least + range / 2) / unit) * unit;
        biggest = fmax(fabs(least - t.offset), fabs(most - t.offset));
    }
    /* Steps with four digits behind the point make numbers that are wider than the room beside an axis. */
    if (biggest >= large || biggest < small || (biggest < 1 && t.step < fine * (1 - 1e-9)))
        t.factor = power_below(biggest);
    t.digits = (int)fmax(0, -floor(log10(t.step / t.factor) + 1e-9));
    return t;
}

void plot_tick_text(const plot_ticks *t, double value, char *text, size_t size) {
    const double number = nearbyint((value - t->offset) / t->step) * (t->step / t->factor);
    snprintf(text, size, "%.*f", t->digits, fabs(number) > 0 ? number : 0.0); /* no "-0" */
}

const char *plot_ticks_title(const plot_ticks *t, const char *label, char *text, size_t size) {
    const char *unit = strstr(label, " (");
    const int name = (int)(unit ? (size_t)(unit - label) : strlen(label)), moved = fabs(t->offset) > 0;
    const int scaled = t->factor < 1 || t->factor > 1;
    char from[40] = "", by[40] = "";
    if (moved) snprintf(from, sizeof from, " %c %.15g", t->offset > 0 ? '-' : '+', fabs(t->offset));
    if (scaled) snprintf(by, sizeof by, " / 1e%d", (int)lround(log10(t->factor)));
    snprintf(text, size, "%s%.*s%s%s%s%s", moved && scaled ? "(" : "", name, label, from,
             moved && scaled ? ")" : "", by, unit ? unit : "");
    return text;
}
