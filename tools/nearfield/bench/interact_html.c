/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The report of `nearfield bench interact` as one HTML file: speed-ups and times against the cases, as paper 004's figures 6 and 8. */
#include "columns.h"
#include "grouped.h"
#include "html.h"
#include "interact_bench.h"

#include <math.h>
#include <string.h>

/* A line of a plot: a function by a strategy; FASTEST stands for the fastest of each case. */
enum { FASTEST = INTERACT_STRATEGIES, LINES = 2 * INTERACT_FUNCTIONS + INTERACT_STRATEGIES };
typedef struct line {
    size_t function, strategy;
    char label[2 * BENCH_NAME];
} line;

typedef struct plot {
    const interact_report *report;
    const char *title, *unit; /* unit: behind the numbers of the y axis */
    double (*value)(const interact_report *report, const interact_row *row);
    line lines[LINES];
    size_t count;
} plot;

static double time_of(const interact_report *report, const interact_row *row) {
    (void)report;
    return row->times[INTERACT_ALONE].count ? row->times[INTERACT_ALONE].median : 0;
}

/* 0 where nothing is measured. */
static double value_at(const plot *p, const line *l, size_t c) {
    const interact_row *row = l->strategy == FASTEST
                                  ? interact_best(p->report, l->function, c, INTERACT_ALONE)
                                  : interact_row_of(p->report, l->function, c, l->strategy);
    return row ? p->value(p->report, row) : 0;
}

static void add_line(plot *p, size_t f, size_t s, const char *first, const char *second) {
    if (p->count == LINES) return;
    line *l = &p->lines[p->count++];
    *l = (line){.function = f, .strategy = s};
    snprintf(l->label, sizeof l->label, "%.60s%s%.60s", first, *first ? ", " : "", second);
}

/* ---- drawing ------------------------------------------------------------------------------------------- */

static double at_case(const plot *p, size_t c) {
    return HTML_LEFT +
           ((double)c + 0.5) / (double)p->report->case_count * (HTML_WIDTH - HTML_LEFT - HTML_RIGHT);
}

static html_axes fit(const plot *p) {
    double least = HUGE_VAL, most = 0;
    for (size_t l = 0; l < p->count; l++)
        for (size_t c = 0; c < p->report->case_count; c++) {
            const double value = value_at(p, &p->lines[l], c);
            if (value > 0) least = fmin(least, value);
            most = fmax(most, value);
        }
    if (!(most > 0)) least = most = 1;
    return (html_axes){0, 1, log10(least / 1.15), log10(most * 1.15)};
}

/* Lines at 1, 2 and 5 times powers of ten; only at these where they are many. */
static void draw_levels(const plot *p, const html_axes *a, FILE *to) {
    static const double steps[] = {1, 2, 5};
    const int few = a->y1 - a->y0 > 2.5;
    for (int k = (int)floor(a->y0); k <= a->y1; k++)
        for (int s = 0; s < (few ? 1 : 3); s++) {
            const double value = steps[s] * pow(10, k), y = html_y(a, value);
            if (log10(value) < a->y0 || log10(value) > a->y1) continue;
            fprintf(to, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>", HTML_LEFT, y, HTML_WIDTH - HTML_RIGHT);
            fprintf(to, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g%s</text>\n", HTML_LEFT - 6, y + 4.5,
                    value, p->unit);
        }
}

/* The cells along an axis below each case; below those of as many points a cell, the interactions of a point. */
static void draw_cases(const plot *p, FILE *to) {
    const interact_case *cases = p->report->cases;
    for (size_t c = 0, next = 0; c < p->report->case_count; c++) {
        fprintf(to, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", at_case(p, c),
                HTML_HEIGHT - HTML_BOTTOM + 17, cases[c].cells);
        if (c < next) continue;
        while (next < p->report->case_count && cases[next].per == cases[c].per) next++;
        fprintf(to, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.3g a point</text>\n",
                (at_case(p, c) + at_case(p, next - 1)) / 2, HTML_HEIGHT - HTML_BOTTOM + 35,
                cases[next - 1].neighbours);
    }
}

static void draw_line(const plot *p, const html_axes *a, size_t number, FILE *to) {
    const line *l = &p->lines[number];
    const interact_case *cases = p->report->cases;
    char words[BENCH_NAME], value_words[BENCH_WORD];
    fprintf(to, "<g style=\"color:hsl(%d,65%%,45%%)\"><path d=\"", (int)(number * 137 + 210) % 360);
    for (int points = 0; points < 2; points++) {
        for (size_t c = 0, joined = 0; c < p->report->case_count; c++) {
            const double value = value_at(p, l, c);
            joined = joined && c > 0 && cases[c].per == cases[c - 1].per;
            if (value > 0 && !points)
                fprintf(to, "%c%.1f %.1f", joined ? 'L' : 'M', at_case(p, c), html_y(a, value));
            if (value > 0 && points) {
                fprintf(to, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>", at_case(p, c),
                        html_y(a, value));
                PUT(to, "", l->label, ", ", interact_case_words(&cases[c], words), ": ",
                    bench_short(value, value_words), "", p->unit, "</title></circle>\n");
            }
            joined = value > 0;
        }
        fputs(points ? "</g>\n" : "\"/>\n", to);
    }
}

static void write_plot(const plot *p, FILE *to) {
    const html_axes a = fit(p);
    PUT(to, "<section><h2>", p->title, "</h2>\n");
    fprintf(to, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", HTML_WIDTH, HTML_HEIGHT);
    PUT(to, "", p->title, "\">\n");
    draw_levels(p, &a, to);
    draw_cases(p, to);
    for (size_t l = 0; l < p->count; l++) draw_line(p, &a, l, to);
    fputs("</svg>\n<p>", to);
    for (size_t l = 0; l < p->count; l++) {
        fprintf(to, "<span style=\"color:hsl(%d,65%%,45%%)\">&#9679; ", (int)(l * 137 + 210) % 360);
        PUT(to, "", p->lines[l].label, "</span> ");
    }
    fputs("</p></section>\n", to);
}

/* ---- the plots ----------------------------------------------------------------------------------------- */

static void write_plots_of(const interact_report *report, size_t f, FILE *to) {
    char title[2 * BENCH_NAME];
    plot speed_up = {.report = report, .title = title, .unit = "x", .value = interact_speed_up};
    for (size_t s = 0; s < report->strategy_count; s++) add_line(&speed_up, f, s, "", report->strategies[s]);
    plot times = speed_up;
    snprintf(title, sizeof title, "%.60s: speed-up over %.50s", report->functions[f], report->baseline);
    write_plot(&speed_up, to);
    times.unit = " ms";
    times.value = time_of;
    snprintf(title, sizeof title, "%.60s: time of the sums alone", report->functions[f]);
    write_plot(&times, to);
}

/* Every function by the baseline and by the fastest strategy. */
static void write_plot_of_functions(const interact_report *report, FILE *to) {
    plot p = {
        .report = report, .title = "All functions: time of the sums alone", .unit = " ms", .value = time_of};
    size_t base = 0;
    while (base + 1 < report->strategy_count && strcmp(report->strategies[base], report->baseline) != 0)
        base++;
    for (size_t f = 0; f < report->function_count; f++) {
        add_line(&p, f, base, report->functions[f], report->strategies[base]);
        add_line(&p, f, FASTEST, report->functions[f], "the fastest");
    }
    write_plot(&p, to);
}

/* ---- the table ----------------------------------------------------------------------------------------- */

static void write_row(const interact_report *report, const interact_row *row, FILE *to) {
    const interact_case *of = &report->cases[row->of];
    char words[BENCH_WORD], n[GROUPED], neighbours[BENCH_NAME];
    snprintf(neighbours, sizeof neighbours, "%.1f", of->neighbours);
    fputs(*row->peer ? "<tr class=\"peer\">" : "<tr>", to);
    PUT(to, "<td>", interact_case_words(of, words), "</td><td>", grouped(of->n, n), "</td><td>", neighbours,
        "</td><td class=\"text\">", *row->peer ? row->peer : row->strategy, "</td>");
    for (int what = 0; what < INTERACT_TIMES; what++)
        PUT(to, "<td>", row->times[what].count ? bench_short(row->times[what].median, words) : "-", "</td>");
    const double speed_up = *row->peer ? 0 : interact_speed_up(report, row);
    PUT(to, "<td>", speed_up > 0 ? bench_short(speed_up, words) : "-", "</td><td class=\"text\">",
        row->skipped[0]   ? row->skipped
        : row->is_checked ? ""
        : *row->peer      ? "another energy"
                          : "not compared",
        "</td></tr>\n");
}

static void write_table(const interact_report *report, size_t f, FILE *to) {
    PUT(to, "<section><details><summary>", report->functions[f],
        ": all numbers</summary><div class=\"wide\"><table><tr><th>cells x points a cell</th><th>points</th>"
        "<th>interactions a point</th><th class=\"text\">strategy</th>");
    for (int what = 0; what < INTERACT_TIMES; what++) PUT(to, "<th>", interact_columns[what].head, "</th>");
    fputs("<th>speed-up</th><th class=\"text\"></th></tr>\n", to);
    for (size_t c = 0; c < report->case_count; c++)
        for (size_t k = 0; k < report->row_count; k++)
            if (report->rows[k].function == f && report->rows[k].of == c)
                write_row(report, &report->rows[k], to);
    fputs("</table></div></details></section>\n", to);
}

void interact_write_html(const bench_report *base, FILE *to) {
    const interact_report *report = (const interact_report *)(const void *)base;
    const nf_device_info *d = &base->device;
    html_open(to, d->name);
    PUT(to, "<header><h1>", d->name, "</h1>\n<p>", d->platform_name, ", driver ", d->driver, "; nearfield ",
        base->version, "; ", base->when, "; interactions, ", bench_precision_word(report->type),
        " precision; ", base->tuning.note, "</p></header>\n<main>\n");
    for (size_t f = 0; f < report->function_count; f++) write_plots_of(report, f, to);
    write_plot_of_functions(report, to);
    for (size_t f = 0; f < report->function_count; f++) write_table(report, f, to);
    fputs("<section><h2>Notes</h2><dl>\n", to);
    for (int what = 0; what < INTERACT_TIMES; what++)
        PUT(to, "<dt>", interact_columns[what].name, "</dt><dd>", interact_columns[what].help, "</dd>\n");
    for (size_t k = 0; k < base->note_count; k++) PUT(to, "<dd>", base->notes[k], "</dd>\n");
    fputs(
        "<dt>cases</dt><dd>Cells of one cutoff along each axis of a periodic cube, and below them the "
        "interactions of a point, which are its neighbours within the cutoff.</dd>\n</dl></section></main>\n"
        "<footer>Made by nearfield bench interact; this file needs no other.</footer>\n</body></html>\n",
        to);
}
