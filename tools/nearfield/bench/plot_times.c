/* Time against n. */
#include "axes.h"
#include "format.h"
#include "page.h"
#include "plot.h"

#include <stdlib.h>
#include <string.h>

/* One line of the plot: our device time, our wall time, a peer, the floor. */
typedef enum line_kind { LINE_DEVICE, LINE_WALL, LINE_PEER, LINE_FLOOR } line_kind;

static int belongs(const bench_row *row, const bench_case *what, nf_type precision, const char *peer) {
    return row->what == what && row->precision == precision && strcmp(row->peer, peer ? peer : "") == 0;
}

static const bench_times *times_of(const bench_row *row, line_kind kind) {
    return kind == LINE_WALL || !row->device.count ? &row->wall : &row->device;
}

static double value_of(const bench_row *row, line_kind kind) {
    return kind == LINE_FLOOR ? row->floor_ms : times_of(row, kind)->median;
}

static int by_size(const void *a, const void *b) {
    const uint64_t x = (*(const bench_row *const *)a)->n, y = (*(const bench_row *const *)b)->n;
    return (x > y) - (x < y);
}

/* The rows of a line in ascending n; how many. */
static size_t rows_of(const bench_report *report, const bench_case *what, nf_type precision, const char *peer,
                      const bench_row *rows[BENCH_SIZES]) {
    size_t count = 0;
    for (size_t k = 0; k < report->row_count && count < BENCH_SIZES; k++)
        if (belongs(&report->rows[k], what, precision, peer)) rows[count++] = &report->rows[k];
    qsort(rows, count, sizeof *rows, by_size);
    return count;
}

static void draw_points(const bench_axes *a, const bench_row *const *rows, size_t count, line_kind kind,
                        const char *class, const char *who, FILE *to) {
    char n[BENCH_WORD], ms[BENCH_WORD];
    for (size_t k = 0; k < count; k++) {
        const bench_times *t = times_of(rows[k], kind);
        if (!(t->median > 0)) continue;
        const double x = bench_at_x(a, (double)rows[k]->n);
        fprintf(to, "<g class=\"%s\">", class);
        if (t->lower > 0 && t->upper > t->lower)
            fprintf(to, "<path class=\"spread\" d=\"M%.1f %.1fV%.1f\"/>", x, bench_at_y(a, t->upper),
                    bench_at_y(a, t->lower));
        fprintf(to, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.6\"><title>", x, bench_at_y(a, t->median));
        bench_escape(to, who);
        fprintf(to, ": n = %s, %s ms \u00b1%.0f%%</title></circle></g>\n", grouped(rows[k]->n, n),
                bench_short(t->median, ms), bench_spread(t));
    }
}

static void draw_line(const bench_axes *a, const bench_row *const *rows, size_t count, line_kind kind,
                      const char *class, const char *who, FILE *to) {
    char between = 'M';
    fprintf(to, "<path class=\"line %s\" d=\"", class);
    for (size_t k = 0; k < count; k++) {
        const double y = value_of(rows[k], kind);
        if (!(y > 0)) continue;
        fprintf(to, "%c%.1f %.1f", between, bench_at_x(a, (double)rows[k]->n), bench_at_y(a, y));
        between = 'L';
    }
    fputs("\"/>\n", to);
    if (kind != LINE_FLOOR) draw_points(a, rows, count, kind, class, who, to);
}

/* The floor is shaded: nothing gets in there. */
static void draw_floor(const bench_axes *a, const bench_row *const *rows, size_t count, FILE *to) {
    if (count == 0) return;
    fprintf(to, "<path class=\"below\" d=\"M%.1f %d", bench_at_x(a, (double)rows[0]->n),
            PLOT_HEIGHT - PLOT_BOTTOM);
    for (size_t k = 0; k < count; k++)
        fprintf(to, "L%.1f %.1f", bench_at_x(a, (double)rows[k]->n), bench_at_y(a, rows[k]->floor_ms));
    fprintf(to, "V%dZ\"/>\n", PLOT_HEIGHT - PLOT_BOTTOM);
    draw_line(a, rows, count, LINE_FLOOR, "floor", "floor", to);
}

size_t bench_peers_of(const bench_report *report, const bench_case *what, nf_type precision,
                      const char *names[BENCH_SERIES]) {
    size_t count = 0;
    for (size_t k = 0; k < report->row_count; k++) {
        const bench_row *row = &report->rows[k];
        size_t known = 0;
        if (!*row->peer || row->what != what || row->precision != precision) continue;
        while (known < count && strcmp(names[known], row->peer) != 0) known++;
        if (known == count && count < BENCH_SERIES) names[count++] = row->peer;
    }
    return count;
}

void bench_plot_times(const bench_report *report, const bench_case *what, nf_type precision, FILE *to) {
    const bench_row *rows[BENCH_SIZES];
    const char *names[BENCH_SERIES];
    char title[BENCH_WORD], label[64], class[8];
    bench_axes a = bench_no_axes(14);
    for (size_t k = 0; k < report->row_count; k++) {
        const bench_row *row = &report->rows[k];
        if (row->what != what || row->precision != precision) continue;
        bench_include(&a, (double)row->n, row->device.median);
        bench_include(&a, (double)row->n, row->wall.median);
        bench_include(&a, (double)row->n, row->floor_ms);
    }
    bench_round_axes(&a);
    snprintf(label, sizeof label, "Time against n: %s", bench_row_title(what, precision, title));
    bench_draw_axes(&a, label, TICK_COUNT, what->unit, TICK_SECONDS_OF_MS, NULL, to);
    size_t count = rows_of(report, what, precision, NULL, rows);
    draw_floor(&a, rows, count, to);
    const size_t peers = bench_peers_of(report, what, precision, names);
    for (size_t k = 0; k < peers; k++) {
        snprintf(class, sizeof class, "p%zu", k % 8);
        count = rows_of(report, what, precision, names[k], rows);
        draw_line(&a, rows, count, LINE_PEER, class, names[k], to);
    }
    count = rows_of(report, what, precision, NULL, rows);
    draw_line(&a, rows, count, LINE_WALL, "wall", "nearfield, wall", to);
    draw_line(&a, rows, count, LINE_DEVICE, "own", "nearfield, device", to);
    fputs("</svg>\n", to);
}
