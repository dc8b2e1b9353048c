/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The report of `nearfield bench interact` as one HTML file: speed-ups and times against the cases, as paper 004's figures 6 and 8. */
#include "bench/report/columns.h"
#include "text/phrase.h"
#include "bench/report/html.h"
#include "bench/interact/interact_bench.h"

/* A plot: the strategies for one function, or all functions by the baseline and by the fastest strategy of each case. */
typedef struct drawing {
    const interact_report *report;
    int all;
    size_t function;  /* unless all are drawn */
    const char *unit; /* behind a number alone */
    double (*value)(const interact_report *report, const interact_row *row);
} drawing;

static double time_of(const interact_report *report, const interact_row *row) {
    (void)report;
    return row->times[INTERACT_ALONE].count ? row->times[INTERACT_ALONE].median : 0;
}

/* 0 where nothing is measured. */
static double value_at(const drawing *d, size_t line, size_t c) {
    const interact_report *report = d->report;
    const interact_row *row = !d->all    ? interact_row_of(report, d->function, c, line)
                              : line % 2 ? interact_best(report, line / 2, c, INTERACT_ALONE)
                                         : interact_base_of(report, interact_row_of(report, line / 2, c, 0));
    return row ? d->value(report, row) : 0;
}

/* A strategy has the same look in all plots. */
static html_look line_of(const void *of, size_t line, char label[HTML_WORDS]) {
    const drawing *d = of;
    const interact_report *report = d->report;
    const char *base = interact_base_of(report, report->rows)->strategy;
    if (!d->all) snprintf(label, HTML_WORDS, "%.60s", report->strategies[line]);
    else
        snprintf(label, HTML_WORDS, "%.60s, %.60s", report->functions[line / 2],
                 line % 2 ? "the fastest" : base);
    return d->all ? (html_look){(int)(line / 2), line % 2 ? HTML_SOLID : HTML_DOTTED} : html_look_of(line);
}

static double place_of(const drawing *d, size_t c) {
    return ((double)c + 0.5) / (double)d->report->case_count;
}

/* No line leads to a case with other points a cell, or beyond one that is not measured. */
static void point_of(const void *of, size_t line, size_t c, html_point *point) {
    const drawing *d = of;
    const interact_case *cases = d->report->cases;
    char label[HTML_WORDS], words[BENCH_NAME], value[BENCH_WORD];
    point->x = place_of(d, c);
    point->y = value_at(d, line, c);
    point->apart = c > 0 && (cases[c].per != cases[c - 1].per || !(value_at(d, line, c - 1) > 0));
    line_of(of, line, label);
    snprintf(point->words, sizeof point->words, "%.130s, %s: %s%s", label,
             interact_case_words(&cases[c], words), bench_short(point->y, value), d->unit);
}

/* The cells along an axis below each case; below those of as many points a cell, the interactions of a point. */
static void put_cases(const void *of, FILE *to) {
    const drawing *d = of;
    const interact_case *cases = d->report->cases;
    const size_t count = d->report->case_count;
    double above = 0, below = 0;
    char text[BENCH_NAME];
    for (size_t c = 0, next = 0; c < count; c++) {
        snprintf(text, sizeof text, "%d", cases[c].cells);
        html_put_number(to, place_of(d, c), 1, text, &above);
        if (c < next) continue;
        double most = 0; /* a case that was not reached has none */
        for (; next < count && cases[next].per == cases[c].per; next++)
            if (cases[next].neighbours > 0) most = cases[next].neighbours;
        snprintf(text, sizeof text, most > 0 ? "%.3g" : "-", most);
        html_put_number(to, (place_of(d, c) + place_of(d, next - 1)) / 2, 2, text, &below);
    }
}

static void write_plot(const drawing *d, const char *title, const char *y_title, FILE *to) {
    const interact_report *report = d->report;
    const html_plot plot = {.title = title,
                            .x_title = "cells along each axis; below them, interactions a point",
                            .y_title = y_title,
                            .x_rows = 2,
                            .numbers = put_cases,
                            .line_count = d->all ? 2 * report->function_count : report->strategy_count,
                            .point_count = report->case_count,
                            .line = line_of,
                            .point = point_of,
                            .of = d};
    PUT(to, "<section><h2>", title, "</h2>\n");
    html_put_plot(to, &plot);
    fputs("</section>\n", to);
}

static void write_plots(const interact_report *report, FILE *to) {
    static const char in_ms[] = "time (ms)";
    char title[2 * BENCH_NAME], y_title[2 * BENCH_NAME];
    snprintf(y_title, sizeof y_title, "times as fast as %.60s", report->baseline);
    for (size_t f = 0; f < report->function_count; f++) {
        const drawing speed_up = {.report = report, .function = f, .unit = "x", .value = interact_speed_up},
                      times = {.report = report, .function = f, .unit = " ms", .value = time_of};
        snprintf(title, sizeof title, "%.60s: speed-up over %.50s", report->functions[f], report->baseline);
        write_plot(&speed_up, title, y_title, to);
        snprintf(title, sizeof title, "%.60s: time of the sums alone", report->functions[f]);
        write_plot(&times, title, in_ms, to);
    }
    const drawing all = {.report = report, .all = 1, .unit = " ms", .value = time_of};
    write_plot(&all, "All functions: time of the sums alone", in_ms, to);
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
    write_plots(report, to);
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
