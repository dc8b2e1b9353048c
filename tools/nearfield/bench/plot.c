#include "format.h"
#include "html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 460, HEIGHT = 320, LEFT = 62, RIGHT = 14, TOP = 14, BOTTOM = 44 };

/* ---- axes --------------------------------------------------------------------------------------------- */

/* Decimal logarithms of the ends. */
typedef struct axes {
    double x0, x1, y0, y1;
} axes;

static void include(axes *a, double x, double y) {
    if (!(x > 0) || !(y > 0)) return;
    a->x0 = fmin(a->x0, log10(x));
    a->x1 = fmax(a->x1, log10(x));
    a->y0 = fmin(a->y0, log10(y));
    a->y1 = fmax(a->y1, log10(y));
}

/* Some room to the sides, and whole decades above and below. */
static void round_axes(axes *a) {
    if (!(a->x0 <= a->x1)) *a = (axes){0, 1, 0, 1};
    a->y0 = floor(a->y0 + 1e-9);
    a->y1 = fmax(ceil(a->y1 - 1e-9), a->y0 + 1);
    const double room = a->x1 - a->x0 < 0.5 ? 0.5 : 0.04 * (a->x1 - a->x0);
    a->x0 -= room;
    a->x1 += room;
}

static double at_x(const axes *a, double x) {
    return LEFT + (log10(x) - a->x0) / (a->x1 - a->x0) * (WIDTH - LEFT - RIGHT);
}

static double at_y(const axes *a, double y) {
    return HEIGHT - BOTTOM - (log10(y) - a->y0) / (a->y1 - a->y0) * (HEIGHT - TOP - BOTTOM);
}

/* 10 to `power` of a unit, with a prefix: "100 k", "10 us". */
static void print_power(int power, const char *unit, FILE *to) {
    static const char *const prefixes[] = {"n", "\u00b5", "m", "", "k", "M", "G"};
    static const int ones[] = {1, 10, 100};
    const int group = power >= 0 ? power / 3 : -((2 - power) / 3);
    if (group < -3 || group > 3) fprintf(to, "1e%d%s", power, unit);
    else
        fprintf(to, "%d%s%s%s", ones[power - 3 * group], group || *unit ? "\u202f" : "", prefixes[group + 3],
                unit);
}

static void draw_axes(const axes *a, const bench_row *row, FILE *to) {
    char title[BENCH_WORD];
    const int x0 = (int)ceil(a->x0), x1 = (int)floor(a->x1), y0 = (int)ceil(a->y0), y1 = (int)floor(a->y1);
    fprintf(to, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Time against n: %s\">\n", WIDTH, HEIGHT,
            bench_row_title(row->what, row->precision, title));
    for (int k = x0; k <= x1; k += x1 - x0 > 6 ? 2 : 1) {
        const double x = at_x(a, pow(10, k));
        fprintf(to,
                "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">",
                x, TOP, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 18);
        print_power(k, "", to);
        fputs("</text>\n", to);
    }
    for (int k = y0; k <= y1; k += y1 - y0 > 7 ? 2 : 1) {
        const double y = at_y(a, pow(10, k));
        fprintf(to, "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">",
                LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4.5);
        print_power(k - 3, "s", to); /* times are in ms */
        fputs("</text>\n", to);
    }
    fprintf(to, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", (LEFT + WIDTH - RIGHT) / 2,
            HEIGHT - 6, row->what->unit);
}

/* ---- lines -------------------------------------------------------------------------------------------- */

typedef enum line_kind { LINE_DEVICE, LINE_WALL, LINE_FLOOR } line_kind;

static int same_case(const bench_row *a, const bench_row *b) {
    return a->what == b->what && a->precision == b->precision;
}

static int by_size(const void *a, const void *b) {
    const uint64_t x = (*(const bench_row *const *)a)->n, y = (*(const bench_row *const *)b)->n;
    return (x > y) - (x < y);
}

/* The rows of a peer, "" being ourselves, in ascending n. */
static size_t rows_of(const bench_report *report, const bench_row *row, const char *peer,
                      const bench_row *rows[BENCH_SIZES]) {
    size_t count = 0;
    for (size_t k = 0; k < report->row_count && count < BENCH_SIZES; k++)
        if (same_case(&report->rows[k], row) && strcmp(report->rows[k].peer, peer) == 0)
            rows[count++] = &report->rows[k];
    qsort(rows, count, sizeof *rows, by_size);
    return count;
}

static const bench_times *times_of(const bench_row *row, line_kind kind) {
    return kind == LINE_WALL || !row->device.count ? &row->wall : &row->device;
}

static void draw_point(const axes *a, const bench_row *row, const bench_times *t, const char *class,
                       const char *who, FILE *to) {
    char n[BENCH_WORD], ms[BENCH_WORD];
    const double x = at_x(a, (double)row->n);
    if (!(t->median > 0)) return;
    fprintf(to, "<g class=\"%s\">", class);
    if (t->lower > 0 && t->upper > t->lower)
        fprintf(to, "<path class=\"spread\" d=\"M%.1f %.1fV%.1f\"/>", x, at_y(a, t->upper),
                at_y(a, t->lower));
    fprintf(to, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.6\"><title>", x, at_y(a, t->median));
    bench_escape(to, who);
    fprintf(to, ": n = %s, %s ms \u00b1%.0f%%</title></circle></g>\n", grouped(row->n, n),
            bench_short(t->median, ms), bench_spread(t));
}

static void draw_line(const axes *a, const bench_row *const *rows, size_t count, line_kind kind,
                      const char *class, const char *who, FILE *to) {
    char between = 'M';
    fprintf(to, "<path class=\"line %s\" d=\"", class);
    for (size_t k = 0; k < count; k++) {
        const double y = kind == LINE_FLOOR ? rows[k]->floor_ms : times_of(rows[k], kind)->median;
        if (!(y > 0)) continue;
        fprintf(to, "%c%.1f %.1f", between, at_x(a, (double)rows[k]->n), at_y(a, y));
        between = 'L';
    }
    fputs("\"/>\n", to);
    for (size_t k = 0; k < count && kind != LINE_FLOOR; k++)
        draw_point(a, rows[k], times_of(rows[k], kind), class, who, to);
}

size_t bench_peers_of(const bench_report *report, const bench_row *row, const char *names[BENCH_SERIES]) {
    size_t count = 0;
    for (size_t k = 0; k < report->row_count; k++) {
        const bench_row *peer = &report->rows[k];
        size_t known = 0;
        if (!*peer->peer || !same_case(peer, row)) continue;
        while (known < count && strcmp(names[known], peer->peer) != 0) known++;
        if (known == count && count < BENCH_SERIES) names[count++] = peer->peer;
    }
    return count;
}

void bench_plot(const bench_report *report, const bench_row *row, FILE *to) {
    const bench_row *rows[BENCH_SIZES];
    const char *names[BENCH_SERIES];
    char class[8];
    axes a = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
    for (size_t k = 0; k < report->row_count; k++) {
        const bench_row *r = &report->rows[k];
        const double values[] = {r->device.median, r->wall.median, r->floor_ms};
        for (size_t v = 0; v < 3 && same_case(r, row); v++) include(&a, (double)r->n, values[v]);
    }
    round_axes(&a);
    draw_axes(&a, row, to);
    const size_t peers = bench_peers_of(report, row, names);
    for (size_t k = 0; k < peers; k++) {
        snprintf(class, sizeof class, "p%zu", k % BENCH_COLOURS);
        draw_line(&a, rows, rows_of(report, row, names[k], rows), LINE_DEVICE, class, names[k], to);
    }
    const size_t count = rows_of(report, row, "", rows);
    draw_line(&a, rows, count, LINE_FLOOR, "floor", "floor", to);
    draw_line(&a, rows, count, LINE_WALL, "wall", "nearfield, wall", to);
    draw_line(&a, rows, count, LINE_DEVICE, "own", "nearfield, device", to);
    fputs("</svg>\n", to);
}
