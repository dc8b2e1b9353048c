/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The report of `nearfield bench interact` as one HTML file: speed-ups and times against the cases, as paper 004's figures 6 and 8. */
#include "bench/report/columns.h"
#include "text/grouped.h"
#include "bench/report/html.h"
#include "bench/interact/interact_bench.h"

#include <math.h>
#include <string.h>

/* A line of a plot: a function by a strategy; FASTEST stands for the fastest of each case. */
enum { FASTEST = INTERACT_STRATEGIES, LINES = 2 * INTERACT_FUNCTIONS + INTERACT_STRATEGIES };
typedef struct line {
    size_t function, strategy;
    html_line look;
    char label[2 * BENCH_NAME];
} line;

typedef struct plot {
    const interact_report *report;
    const char *title, *y_title, *unit; /* unit: behind a number alone */
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

/* A line of what is not measured is left out. */
static void add_line(plot *p, size_t f, size_t s, html_line look, const char *first, const char *second) {
    line l = {.function = f, .strategy = s, .look = look};
    int measured = 0;
    for (size_t c = 0; c < p->report->case_count; c++) measured |= value_at(p, &l, c) > 0;
    if (!measured || p->count == LINES) return;
    snprintf(l.label, sizeof l.label, "%.60s%s%.60s", first, *first ? ", " : "", second);
    p->lines[p->count++] = l;
}

/* ---- drawing ------------------------------------------------------------------------------------------- */

static double at_case(const plot *p, size_t c) {
    return HTML_LEFT +
           ((double)c + 0.5) / (double)p->report->case_count * (HTML_WIDTH - HTML_LEFT - HTML_RIGHT);
}

/* The next of 1, 2 and 5 times powers of ten below (-1) or above (1) a positive value. */
static double next_level(double value, int side) {
    static const double steps[] = {1, 2, 5, 10};
    const double power = pow(10, floor(log10(value)));
    int s = 0;
    while (s < 3 && steps[s] * power <= value) s++;
    return side > 0 ? steps[s] * power : steps[s > 0 ? s - 1 : 0] * power;
}

/* The y axis begins and ends at a level, and has two of them at least. */
static html_axes fit(const plot *p) {
    double least = HUGE_VAL, most = 0;
    for (size_t l = 0; l < p->count; l++)
        for (size_t c = 0; c < p->report->case_count; c++) {
            const double value = value_at(p, &p->lines[l], c);
            if (value > 0) least = fmin(least, value);
            most = fmax(most, value);
        }
    return (html_axes){0, 1, log10(next_level(least / 1.05, -1)), log10(next_level(most * 1.05, 1))};
}

/* Lines at 1, 2 and 5 times powers of ten; only at these where they are many. */
static void draw_levels(const html_axes *a, FILE *to) {
    static const double steps[] = {1, 2, 5}, slack = 1e-9;
    const int few = a->y1 - a->y0 > 2.5;
    for (int k = (int)floor(a->y0); k <= a->y1 + slack; k++)
        for (int s = 0; s < (few ? 1 : 3); s++) {
            const double value = steps[s] * pow(10, k);
            if (log10(value) >= a->y0 - slack && log10(value) <= a->y1 + slack) html_put_level(to, a, value);
        }
}

/* The cells along an axis below each case; below those of as many points a cell, the interactions of a point. */
static void draw_cases(const plot *p, FILE *to) {
    const interact_case *cases = p->report->cases;
    double above = 0, below = 0;
    char text[BENCH_NAME];
    for (size_t c = 0, next = 0; c < p->report->case_count; c++) {
        snprintf(text, sizeof text, "%d", cases[c].cells);
        html_put_number(to, at_case(p, c), 1, text, &above);
        if (c < next) continue;
        while (next < p->report->case_count && cases[next].per == cases[c].per) next++;
        double most = 0; /* a case that was not reached has none */
        for (size_t k = c; k < next; k++)
            if (cases[k].neighbours > 0) most = cases[k].neighbours;
        snprintf(text, sizeof text, most > 0 ? "%.3g" : "-", most);
        html_put_number(to, (at_case(p, c) + at_case(p, next - 1)) / 2, 2, text, &below);
    }
}

static void draw_line(const plot *p, const html_axes *a, size_t number, FILE *to) {
    const line *l = &p->lines[number];
    const interact_case *cases = p->report->cases;
    char words[BENCH_NAME], value_words[BENCH_WORD];
    html_open_line(to, l->look);
    fputs("<path d=\"", to);
    for (int points = 0; points < 2; points++) {
        for (size_t c = 0, joined = 0; c < p->report->case_count; c++) {
            const double value = value_at(p, l, c);
            joined = joined && c > 0 && cases[c].per == cases[c - 1].per;
            if (value > 0 && !points)
                fprintf(to, "%c%.1f %.1f", joined ? 'L' : 'M', at_case(p, c), html_y(a, value));
            if (value > 0 && points)
                POINT(to, at_case(p, c), html_y(a, value), "", l->label, ", ",
                      interact_case_words(&cases[c], words), ": ", bench_short(value, value_words), "",
                      p->unit);
            joined = value > 0;
        }
        fputs(points ? "</g>\n" : "\"/>\n", to);
    }
}

static void write_plot(const plot *p, FILE *to) {
    PUT(to, "<section><h2>", p->title, "</h2>\n");
    if (p->count == 0) {
        fputs("<p>Nothing of this was measured; all numbers say why.</p></section>\n", to);
        return;
    }
    const html_axes a = fit(p);
    html_open_plot(to, p->title, "cells along each axis; below them, interactions a point", 2, p->y_title);
    draw_levels(&a, to);
    draw_cases(p, to);
    for (size_t l = 0; l < p->count; l++) draw_line(p, &a, l, to);
    fputs("</svg>\n<div class=\"legend\">\n", to);
    for (size_t l = 0; l < p->count; l++) html_put_legend(to, p->lines[l].look, p->lines[l].label);
    fputs("</div></section>\n", to);
}

/* ---- the plots ----------------------------------------------------------------------------------------- */

static int is_measured(const interact_report *report, size_t s) {
    int measured = 0;
    for (size_t f = 0; f < report->function_count; f++)
        for (size_t c = 0; c < report->case_count; c++)
            measured |= time_of(report, interact_row_of(report, f, c, s)) > 0;
    return measured;
}

/* A strategy has the same look in all plots. */
static void write_strategies(plot *p, size_t f, FILE *to) {
    for (size_t s = 0, looks = 0; s < p->report->strategy_count; s++)
        if (is_measured(p->report, s)) add_line(p, f, s, html_line_of(looks++), "", p->report->strategies[s]);
    write_plot(p, to);
}

static void write_plots_of(const interact_report *report, size_t f, FILE *to) {
    char title[2 * BENCH_NAME], y_title[2 * BENCH_NAME];
    plot speed_up = {
        .report = report, .title = title, .y_title = y_title, .unit = "x", .value = interact_speed_up};
    plot times = {.report = report, .title = title, .y_title = "time (ms)", .unit = " ms", .value = time_of};
    snprintf(title, sizeof title, "%.60s: speed-up over %.50s", report->functions[f], report->baseline);
    snprintf(y_title, sizeof y_title, "times as fast as %.60s", report->baseline);
    write_strategies(&speed_up, f, to);
    snprintf(title, sizeof title, "%.60s: time of the sums alone", report->functions[f]);
    write_strategies(&times, f, to);
}

/* Every function by the baseline, dashed, and by the fastest strategy. */
static void write_plot_of_functions(const interact_report *report, FILE *to) {
    plot p = {.report = report,
              .title = "All functions: time of the sums alone",
              .y_title = "time (ms)",
              .unit = " ms",
              .value = time_of};
    size_t base = 0;
    while (base + 1 < report->strategy_count && strcmp(report->strategies[base], report->baseline) != 0)
        base++;
    for (size_t f = 0; f < report->function_count; f++) {
        const html_line dashed = {(int)f, HTML_DOTTED}, solid = {(int)f, HTML_SOLID};
        add_line(&p, f, base, dashed, report->functions[f], report->strategies[base]);
        add_line(&p, f, FASTEST, solid, report->functions[f], "the fastest");
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
    bench_open_page(base, to);
    PUT(to, "; interactions, ", bench_precision_word(report->type), " precision; ", base->tuning.note,
        "</p></header>\n<main>\n");
    for (size_t f = 0; f < report->function_count; f++) write_plots_of(report, f, to);
    write_plot_of_functions(report, to);
    for (size_t f = 0; f < report->function_count; f++) write_table(report, f, to);
    bench_open_notes(to);
    for (int what = 0; what < INTERACT_TIMES; what++)
        PUT(to, "<dt>", interact_columns[what].name, "</dt><dd>", interact_columns[what].help, "</dd>\n");
    bench_close_page(
        base,
        "<dt>cases</dt><dd>Cells of one cutoff along each axis of a periodic cube, and below them the "
        "interactions of a point, which are its neighbours within the cutoff.</dd>\n",
        "nearfield bench interact", to);
}
