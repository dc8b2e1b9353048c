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

static double value_of(const bench_row *row, series of) {
    return of == FLOOR ? row->floor_ms : of == WALL ? row->wall.median : row->device.median;
}

/* Whole decades of time, and some room to the sides. */
static html_axes fit(const bench_report *report, const bench_row *first) {
    html_axes a = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
    for (const bench_row *row = report->rows; row < report->rows + report->row_count; row++)
        for (series of = FLOOR; of <= DEVICE && bench_is_same_case(row, first); of++) {
            const double x = log10((double)row->n), y = log10(value_of(row, of));
            if (value_of(row, of) > 0)
                a = (html_axes){fmin(a.x0, x), fmax(a.x1, x), fmin(a.y0, y), fmax(a.y1, y)};
        }
    const double room = fmax(0.04 * (a.x1 - a.x0), 0.1);
    a.y0 = floor(a.y0 + 1e-9);
    return (html_axes){a.x0 - room, a.x1 + room, a.y0, fmax(ceil(a.y1 - 1e-9), a.y0 + 1)};
}

static void draw_size(const html_axes *a, double n, const char *text, double *taken, FILE *to) {
    const double x = html_x(a, n);
    if (html_put_number(to, x, 1, text, taken))
        fprintf(to, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", x, HTML_TOP, HTML_HEIGHT - HTML_BOTTOM);
}

/* Powers of ten; where the axis has fewer than two of them, the sizes that were measured. */
static void draw_sizes(const html_axes *a, const bench_report *report, const bench_row *first, FILE *to) {
    char text[BENCH_WORD];
    double taken = 0;
    const int from = (int)ceil(a->x0), step = a->x1 - a->x0 > 7 ? 2 : 1;
    if (from + 1 <= a->x1)
        for (int k = from; k <= a->x1; k += step) {
            snprintf(text, sizeof text, "1e%d", k);
            draw_size(a, pow(10, k), text, &taken, to);
        }
    else
        for (const bench_row *row = first; row < report->rows + report->row_count; row++)
            if (bench_is_same_case(row, first) && !*row->peer)
                draw_size(a, (double)row->n, grouped(row->n, text), &taken, to);
}

static void draw_axes(const html_axes *a, const bench_report *report, const bench_row *first, FILE *to) {
    char words[BENCH_WORD], title[2 * BENCH_WORD];
    snprintf(title, sizeof title, "Time against n: %s", bench_row_title(first, words));
    html_open_plot(to, title, first->what->unit, 1, "time (ms)");
    draw_sizes(a, report, first, to);
    for (int k = (int)a->y0, step = a->y1 - a->y0 > 8 ? 2 : 1; k <= a->y1; k += step)
        html_put_level(to, a, pow(10, k));
}

/* The times of one peer, "" being ourselves. */
typedef struct timed {
    const char *peer;
    series of;
    html_line line;
} timed;

static int is_of(const bench_row *row, const bench_row *first, const timed *t) {
    return bench_is_same_case(row, first) && strcmp(row->peer, t->peer) == 0 && value_of(row, t->of) > 0;
}

static void draw_line(const html_axes *a, const bench_report *report, const bench_row *first, const timed *t,
                      FILE *to) {
    char between = 'M', n[BENCH_WORD], ms[BENCH_WORD];
    html_open_line(to, t->line);
    fputs("<path d=\"", to);
    for (int points = 0; points < 2; points++) {
        for (const bench_row *row = report->rows; row < report->rows + report->row_count; row++) {
            if (!is_of(row, first, t)) continue;
            const double value = value_of(row, t->of), x = html_x(a, (double)row->n);
            if (!points) fprintf(to, "%c%.1f %.1f", between, x, html_y(a, value));
            else
                POINT(to, x, html_y(a, value), "n = ", grouped(row->n, n), ": ", bench_short(value, ms),
                      " ms");
            between = 'L';
        }
        fputs(points ? "</g>\n" : "\"/>\n", to);
    }
}

/* What has times: ourselves, and the peers by device time if they have it.  Returns the number. */
static size_t find_lines(const bench_report *report, const bench_row *first, timed *lines) {
    static const timed own[] = {
        {"", FLOOR, {HTML_GREY, HTML_SOLID}}, {"", WALL, {0, HTML_DOTTED}}, {"", DEVICE, {0, HTML_SOLID}}};
    size_t count = 0, peers = 0;
    for (const bench_row *row = report->rows; row < report->rows + report->row_count; row++) {
        timed found[] = {own[FLOOR], own[WALL], own[DEVICE]};
        if (*row->peer) *found = (timed){row->peer, row->device.count ? DEVICE : WALL, {0, 0}};
        for (size_t k = 0; k < (*row->peer ? 1 : 3); k++) {
            size_t known = 0;
            while (known < count &&
                   (strcmp(lines[known].peer, found[k].peer) != 0 || lines[known].of != found[k].of))
                known++;
            if (known < count || count == LINES || !is_of(row, first, &found[k])) continue;
            if (*row->peer) found[k].line = html_line_of(++peers);
            lines[count++] = found[k];
        }
    }
    return count;
}

static void write_plot(const bench_report *report, const bench_row *first, FILE *to) {
    static const char *const names[] = {"floor", "wall time", "device time"};
    const html_axes a = fit(report, first);
    timed lines[LINES];
    char label[2 * BENCH_NAME];
    const size_t count = find_lines(report, first, lines);
    draw_axes(&a, report, first, to);
    for (size_t k = 0; k < count; k++) draw_line(&a, report, first, &lines[k], to);
    fputs("</svg>\n<div class=\"legend\">\n", to);
    for (size_t k = 0; k < count; k++) {
        const char *who = *lines[k].peer ? lines[k].peer : "nearfield", *what = names[lines[k].of];
        snprintf(label, sizeof label, "%.60s, %s", who, what);
        html_put_legend(to, lines[k].line, lines[k].of == FLOOR ? what : label);
    }
    fputs("</div>\n", to);
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
