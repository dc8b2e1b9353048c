/* The roofline: operations a second against operations a byte, below what the device can do. */
#include "axes.h"
#include "format.h"
#include "page.h"
#include "plot.h"

#include <math.h>
#include <stdlib.h>

enum { LABEL = 16, MARGIN = 66 };

typedef struct dot {
    const bench_row *row;
    double x, y, label;
} dot;

static int from_above(const void *a, const void *b) {
    const double x = ((const dot *)a)->y, y = ((const dot *)b)->y;
    return (x > y) - (x < y);
}

/* The largest size of every case that computes at all. */
static size_t find_dots(const bench_report *report, dot dots[BENCH_CASES]) {
    size_t count = 0;
    for (size_t k = 0; k < report->row_count; k++) {
        const bench_row *row = &report->rows[k];
        size_t d = 0;
        if (*row->peer || !(row->cost.operations > 0) || !(row->device.median > 0)) continue;
        while (d < count && (dots[d].row->what != row->what || dots[d].row->precision != row->precision)) d++;
        if (d == BENCH_CASES) break;
        if (d == count) dots[count++].row = row;
        else if (dots[d].row->n < row->n) dots[d].row = row;
    }
    return count;
}

static double intensity(const bench_row *row) { return row->cost.operations / row->cost.bytes; }
static double rate(const bench_row *row) { return row->cost.operations / row->device.median * 1e3; }

/* Puts labels that would lie on each other below one another; they come from above. */
static double push(double wanted, double before) { return wanted < before + LABEL ? before + LABEL : wanted; }

/* The fastest first. */
static int next_roof(const bench_floor *f, double below) {
    int best = -1;
    for (int k = 0; k < BENCH_RATES; k++)
        if (f->operations_per_s[k] > 0 && f->operations_per_s[k] < below &&
            (best < 0 || f->operations_per_s[k] > f->operations_per_s[best]))
            best = k;
    return best;
}

static void draw_roofs(const bench_axes *a, const bench_floor *f, FILE *to) {
    const double left = pow(10, a->x0), right = pow(10, a->x1);
    double label = -LABEL;
    for (int k = next_roof(f, HUGE_VAL); k >= 0; k = next_roof(f, f->operations_per_s[k])) {
        const double top = f->operations_per_s[k], bend = top / f->bytes_per_s;
        const double y = bench_at_y(a, top), x = bench_at_x(a, right);
        fprintf(to, "<path class=\"line roof\" d=\"M%.1f %.1fL%.1f %.1fH%.1f\"/>", bench_at_x(a, left),
                bench_at_y(a, left * f->bytes_per_s), bench_at_x(a, bend), y, x);
        label = push(y + 4, label);
        fprintf(to, "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", x + 6, label, bench_rate_name(k));
    }
    const double middle = left * pow(10, 0.22 * (a->x1 - a->x0));
    fprintf(to, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">copies</text>\n", bench_at_x(a, middle) - 6,
            bench_at_y(a, middle * f->bytes_per_s) - 6);
}

static void draw_dot(const dot *d, FILE *to) {
    char title[BENCH_WORD], text[BENCH_WORD];
    fprintf(to, "<path class=\"grid\" d=\"M%.1f %.1fL%.1f %.1f\"/>", d->x, d->y, d->x + 12, d->label - 4);
    fprintf(to,
            "<g class=\"own\"><circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"><title>%s Gop/s</title></circle></g>",
            d->x, d->y, bench_short(rate(d->row) * 1e-9, text));
    fprintf(to, "<text class=\"mark\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", d->x + 14, d->label,
            bench_row_title(d->row->what, d->row->precision, title));
}

void bench_plot_roofline(const bench_report *report, FILE *to) {
    dot dots[BENCH_CASES];
    bench_axes a = bench_no_axes(MARGIN);
    const bench_floor *f = &report->floor;
    const size_t count = find_dots(report, dots);
    for (size_t k = 0; k < count; k++) bench_include(&a, intensity(dots[k].row), rate(dots[k].row));
    for (int k = 0; k < BENCH_RATES; k++)
        if (f->operations_per_s[k] > 0)
            bench_include(&a, 3 * f->operations_per_s[k] / f->bytes_per_s, f->operations_per_s[k]);
    bench_round_axes(&a);
    bench_draw_axes(&a, "Roofline", TICK_DECIMAL, "operations a byte", TICK_COUNT, "operations a second", to);
    draw_roofs(&a, f, to);
    for (size_t k = 0; k < count; k++) {
        dots[k].x = bench_at_x(&a, intensity(dots[k].row));
        dots[k].y = bench_at_y(&a, rate(dots[k].row));
    }
    qsort(dots, count, sizeof *dots, from_above);
    for (size_t k = 0; k < count; k++) dots[k].label = push(dots[k].y + 4, k ? dots[k - 1].label : -LABEL);
    for (size_t k = 0; k < count; k++) draw_dot(&dots[k], to);
    fputs("</svg>\n", to);
}
