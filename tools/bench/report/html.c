/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The report as one HTML file that needs no other. */
#include "bench/report/columns.h"
#include "bench/report/html.h"

#include <math.h>
#include <string.h>

/* ---- a plot: time against n, both axes logarithmic ---------------------------------------------------- */

enum { LINES = 32 };
typedef enum series { FLOOR, WALL, DEVICE } series;

/* The times of one peer, "" being ourselves. */
typedef struct timed {
    const char *peer;
    series of;
} timed;

/* Of the rows of one case and precision. */
typedef struct drawing {
    const bench_report *report;
    const bench_row *first;
    timed lines[LINES];
    size_t count;
    double x0, x1; /* decimal logarithms of n at the ends of the axis, with some room to the sides */
} drawing;

static double place_of(const drawing *d, double n) { return (log10(n) - d->x0) / (d->x1 - d->x0); }

static void point_of(const void *of, size_t line, size_t k, html_point *point) {
    const drawing *d = of;
    const bench_row *row = &d->report->rows[k];
    const series what = d->lines[line].of;
    char n[BENCH_WORD], ms[BENCH_WORD];
    if (!bench_is_same_case(row, d->first) || strcmp(row->peer, d->lines[line].peer) != 0) return;
    point->x = place_of(d, (double)row->n);
    point->y = what == FLOOR ? row->floor_ms : what == WALL ? row->wall.median : row->device.median;
    snprintf(point->words, sizeof point->words, "n = %s: %s ms", grouped(row->n, n),
             bench_short(point->y, ms));
}

static html_look line_of(const void *of, size_t line, char label[HTML_WORDS]) {
    static const char *const names[] = {"floor", "wall time", "device time"};
    static const html_look own[] = {{HTML_GREY, HTML_SOLID}, {0, HTML_DOTTED}, {0, HTML_SOLID}};
    const timed *t = &((const drawing *)of)->lines[line];
    if (line == FLOOR) snprintf(label, HTML_WORDS, "%s", names[FLOOR]);
    else snprintf(label, HTML_WORDS, "%.60s, %s", *t->peer ? t->peer : "nearfield", names[t->of]);
    return line <= DEVICE ? own[line] : html_look_of(line - DEVICE);
}

/* Powers of ten; where the axis has fewer than two of them, the sizes that were measured. */
static void put_sizes(const void *of, FILE *to) {
    const drawing *d = of;
    char text[BENCH_WORD];
    double taken = 0;
    const int from = (int)ceil(d->x0), step = d->x1 - d->x0 > 7 ? 2 : 1;
    for (int k = from; from + 1 <= d->x1 && k <= d->x1; k += step) {
        snprintf(text, sizeof text, "1e%d", k);
        html_put_number(to, place_of(d, pow(10, k)), 1, text, &taken);
    }
    for (const bench_row *row = d->first; row < d->report->rows + d->report->row_count; row++)
        if (from + 1 > d->x1 && bench_is_same_case(row, d->first) && !*row->peer)
            html_put_number(to, place_of(d, (double)row->n), 1, grouped(row->n, text), &taken);
}

/* Ourselves, and the peers by device time if they have it; and the range of n. */
static void find_lines(drawing *d) {
    const bench_row *rows = d->report->rows;
    for (series of = FLOOR; of <= DEVICE; of++) d->lines[d->count++] = (timed){"", of};
    d->x0 = d->x1 = log10((double)d->first->n);
    for (const bench_row *row = rows; row < rows + d->report->row_count; row++) {
        const timed found = {row->peer, row->device.count ? DEVICE : WALL};
        size_t known = 0;
        if (!bench_is_same_case(row, d->first)) continue;
        d->x0 = fmin(d->x0, log10((double)row->n));
        d->x1 = fmax(d->x1, log10((double)row->n));
        while (known < d->count &&
               (strcmp(d->lines[known].peer, found.peer) != 0 || d->lines[known].of != found.of))
            known++;
        if (known == d->count && known < LINES) d->lines[d->count++] = found;
    }
    const double room = fmax(0.04 * (d->x1 - d->x0), 0.1);
    d->x0 -= room;
    d->x1 += room;
}

static void write_plot(const bench_report *report, const bench_row *first, FILE *to) {
    char words[BENCH_WORD], title[2 * BENCH_WORD];
    drawing d = {.report = report, .first = first};
    find_lines(&d);
    snprintf(title, sizeof title, "Time against n: %s", bench_row_title(first, words));
    const html_plot plot = {.title = title,
                            .x_title = first->what->unit,
                            .y_title = "time (ms)",
                            .x_rows = 1,
                            .numbers = put_sizes,
                            .line_count = d.count,
                            .point_count = report->row_count,
                            .line = line_of,
                            .point = point_of,
                            .of = &d};
    html_put_plot(to, &plot);
}

/* ---- tables ------------------------------------------------------------------------------------------- */

static void write_line(const bench_report *report, const bench_row *row, FILE *to) {
    static const char *const classes[] = {"text", "text", "text faster", "text slower"};
    char text[BENCH_WORD];
    int last = 0;
    fputs(*row->peer ? "<tr class=\"peer\">" : "<tr>", to);
    for (const bench_column *c = bench_row_columns; !last && (c = bench_shown(report, c)) != NULL; c++) {
        const char *cell = bench_cell(report, row, c, text, &last);
        if (last) fprintf(to, "<td class=\"text%s\" colspan=\"6\">", row->agrees ? "" : " slower");
        else if (c->kind == BENCH_CHANGED)
            fprintf(to, "<td class=\"%s\">", classes[((const bench_change *)bench_at(c, row))->mark]);
        else fputs("<td>", to);
        PUT(to, "", cell, "</td>");
    }
    if (!*row->peer) fputs("<td class=\"text\">", to);
    for (size_t k = 0; k < row->stage_count; k++)
        PUT(to, k ? ", " : "", row->stages[k].name, " ", bench_short(row->stages[k].ms, text));
    fputs(*row->peer ? "</tr>\n" : "</td></tr>\n", to);
}

/* `first` to `last` are the rows of one case and precision. */
static void write_case(const bench_report *report, const bench_row *first, const bench_row *last, FILE *to) {
    char title[BENCH_WORD];
    PUT(to, "<section><h2>", bench_row_title(first, title), "</h2><p>", first->what->help);
    if (first->cutoff > 0 && !first->what->lists)
        fprintf(to, "; cutoff %g mean spacings", report->plan.spacings);
    fputs("</p>\n", to);
    if (first == last) fputs("<p>A plot needs at least two sizes.</p>\n", to);
    else write_plot(report, first, to);
    fprintf(to, "<details%s><summary>All numbers</summary>", first == last ? " open" : "");
    fputs("<div class=\"wide\"><table><tr>", to);
    for (const bench_column *c = bench_row_columns; (c = bench_shown(report, c)) != NULL; c++)
        PUT(to, "<th>", *c->head ? c->head : first->what->unit, "</th>");
    fputs("<th class=\"text\">device ms by stage</th></tr>\n", to);
    for (const bench_row *row = first; row <= last; row++) {
        write_line(report, row, to);
        for (size_t k = 0; k < report->row_count; k++)
            if (bench_is_peer_of(&report->rows[k], row)) write_line(report, &report->rows[k], to);
    }
    fputs("</table></div></details></section>\n", to);
}

/* ---- the page ----------------------------------------------------------------------------------------- */

void bench_open_page(const bench_report *report, FILE *to) {
    const nf_device_info *d = &report->device;
    html_open(to, d->name);
    PUT(to, "<header><h1>", d->name, "</h1>\n<p>", d->platform_name, ", driver ", d->driver, "; nearfield ",
        report->version, "; ", report->when);
}

void bench_open_notes(FILE *to) { fputs("<section><h2>Notes</h2><dl>\n", to); }

void bench_close_page(const bench_report *report, const char *terms, const char *command, FILE *to) {
    for (size_t k = 0; k < report->note_count; k++) PUT(to, "<dd>", report->notes[k], "</dd>\n");
    PUT(to, terms, "", "</dl></section></main>\n<footer>Made by ", command,
        "; this file needs no other.</footer>\n</body></html>\n");
}

void bench_write_html(const bench_report *report, FILE *to) {
    const nf_device_info *d = &report->device;
    const bench_row *rows = report->rows;
    char text[BENCH_SENTENCE];
    bench_open_page(report, to);
    PUT(to, "</p>\n<p>", bench_floor_words(report, text), "; ");
    fprintf(to, "%.3g GiB of memory; %u compute units</p></header>\n<main>\n",
            (double)d->global_memory / 1073741824.0, d->compute_units);
    for (size_t k = 0, next; k < report->row_count && !*rows[k].peer; k = next) {
        for (next = k + 1; next < report->row_count && !*rows[next].peer; next++)
            if (!bench_is_same_case(&rows[next], &rows[k])) break;
        write_case(report, &rows[k], &rows[next - 1], to);
    }
    bench_open_notes(to);
    for (const bench_column *c = bench_report_columns; c->kind != BENCH_END; c++)
        if (c->kind == BENCH_TEXT && bench_has(c, report, BENCH_ALL))
            PUT(to, "<dt>", c->name, "</dt><dd>", bench_at(c, report), "</dd>\n");
    for (size_t k = 0; k < report->use_count; k++)
        PUT(to, "<dd>", bench_use_words(&report->first_use[k], text), "</dd>\n");
    bench_close_page(
        report,
        "<dt>times</dt><dd>Medians after warm-up; +- is half the distance between the quartiles. "
        "Device time is the sum of the times of all commands on a queue with profiling, wall time is taken "
        "on "
        "one without and ends when the queue is empty. Peers have the same input in the same session.</dd>\n"
        "<dt>floor</dt><dd>The floor is the least time in which this device can do the work: the bytes to "
        "move and the operations to do, at the rates of copies and arithmetic measured at the start of the "
        "run. Work that stays in a cache can be faster.</dd>\n",
        "nearfield bench", to);
}
