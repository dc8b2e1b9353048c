#include "axes.h"

#include "page.h"

#include <math.h>

enum { WORD = 32 };

bench_axes bench_no_axes(int right) { return (bench_axes){HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL, right}; }

void bench_include(bench_axes *a, double x, double y) {
    if (!(x > 0) || !(y > 0)) return;
    if (log10(x) < a->x0) a->x0 = log10(x);
    if (log10(x) > a->x1) a->x1 = log10(x);
    if (log10(y) < a->y0) a->y0 = log10(y);
    if (log10(y) > a->y1) a->y1 = log10(y);
}

void bench_round_axes(bench_axes *a) {
    if (!(a->x0 <= a->x1)) *a = (bench_axes){0, 1, 0, 1, a->right};
    a->y0 = floor(a->y0 + 1e-9);
    a->y1 = ceil(a->y1 - 1e-9);
    if (a->y1 - a->y0 < 1) a->y1 = a->y0 + 1;
    const double room = a->x1 - a->x0 < 0.5 ? 0.5 : 0.04 * (a->x1 - a->x0);
    a->x0 -= room;
    a->x1 += room;
}

double bench_at_x(const bench_axes *a, double x) {
    return PLOT_LEFT + (log10(x) - a->x0) / (a->x1 - a->x0) * (PLOT_WIDTH - PLOT_LEFT - a->right);
}

double bench_at_y(const bench_axes *a, double y) {
    return PLOT_HEIGHT - PLOT_BOTTOM -
           (log10(y) - a->y0) / (a->y1 - a->y0) * (PLOT_HEIGHT - PLOT_TOP - PLOT_BOTTOM);
}

/* 10 to `power`: "0.1" as a decimal, otherwise with a prefix: "100 M", "10 us". */
static void print_power(int power, bench_tick kind, FILE *to) {
    static const char *const prefixes[] = {"n", "\u00b5", "m", "", "k", "M", "G", "T", "P"};
    static const int ones[] = {1, 10, 100};
    const char *unit = kind == TICK_SECONDS_OF_MS ? "s" : "";
    if (kind == TICK_SECONDS_OF_MS) power -= 3;
    const int group = power >= 0 ? power / 3 : -((2 - power) / 3);
    if (kind == TICK_DECIMAL && power > -5 && power < 4)
        fprintf(to, "%.*f", power < 0 ? -power : 0, pow(10, power));
    else if (kind == TICK_DECIMAL || group < -3 || group > 5) fprintf(to, "1e%d%s", power, unit);
    else
        fprintf(to, "%d%s%s%s", ones[power - 3 * group], group || *unit ? "\u202f" : "", prefixes[group + 3],
                unit);
}

static void draw_x(const bench_axes *a, int power, bench_tick kind, FILE *to) {
    const double x = bench_at_x(a, pow(10, power));
    fprintf(to, "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">",
            x, PLOT_TOP, PLOT_HEIGHT - PLOT_BOTTOM, x, PLOT_HEIGHT - PLOT_BOTTOM + 18);
    print_power(power, kind, to);
    fputs("</text>\n", to);
}

static void draw_y(const bench_axes *a, int power, bench_tick kind, FILE *to) {
    const double y = bench_at_y(a, pow(10, power));
    fprintf(to, "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">",
            PLOT_LEFT, y, PLOT_WIDTH - a->right, PLOT_LEFT - 6, y + 4.5);
    print_power(power, kind, to);
    fputs("</text>\n", to);
}

void bench_draw_axes(const bench_axes *a, const char *name, bench_tick x_tick, const char *x_title,
                     bench_tick y_tick, const char *y_title, FILE *to) {
    const int x0 = (int)ceil(a->x0), x1 = (int)floor(a->x1), y0 = (int)ceil(a->y0), y1 = (int)floor(a->y1);
    const int x_step = x1 - x0 > 6 ? 2 : 1, y_step = y1 - y0 > 7 ? 2 : 1;
    fprintf(to, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", PLOT_WIDTH, PLOT_HEIGHT);
    bench_escape(to, name);
    fputs("\">\n", to);
    for (int k = x0; k <= x1; k += x_step) draw_x(a, k, x_tick, to);
    for (int k = y0; k <= y1; k += y_step) draw_y(a, k, y_tick, to);
    fprintf(to, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
            (PLOT_LEFT + PLOT_WIDTH - a->right) / 2, PLOT_HEIGHT - 6, x_title);
    if (y_title) fprintf(to, "<text x=\"%d\" y=\"%d\">%s</text>\n", PLOT_LEFT + 6, PLOT_TOP + 14, y_title);
}
