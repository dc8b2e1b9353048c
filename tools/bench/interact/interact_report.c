/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The rows of a report of `nearfield bench interact`, and the report as text. */
#include "bench/interact/interact_bench.h"
#include "bench/report/columns.h"
#include "text/grouped.h"

#include <math.h>
#include <string.h>

const interact_column interact_columns[INTERACT_TIMES] = {
    [INTERACT_FRESH] = {"fresh", "fresh ms", "from new positions, in input order, to sums in input order"},
    [INTERACT_ALONE] = {"alone", "alone ms", "the sums alone, of points whose order is known"},
    [INTERACT_KEPT] = {"kept", "kept ms", "from new positions, with a list that is kept, to sums"},
};

interact_row *interact_row_of(const interact_report *report, size_t function, size_t of, size_t strategy) {
    return &report->rows[(function * report->case_count + of) * report->strategy_count + strategy];
}

const interact_row *interact_base_of(const interact_report *report, const interact_row *row) {
    size_t s = 0;
    while (s + 1 < report->strategy_count && strcmp(report->strategies[s], report->baseline) != 0) s++;
    return interact_row_of(report, row->function, row->of, s);
}

double interact_speed_up(const interact_report *report, const interact_row *row) {
    const bench_times *own = &row->times[INTERACT_ALONE],
                      *base = &interact_base_of(report, row)->times[INTERACT_ALONE];
    return own->count && base->count && own->median > 0 ? base->median / own->median : 0;
}

const interact_row *interact_best(const interact_report *report, size_t function, size_t of,
                                  interact_what what) {
    const interact_row *best = NULL;
    for (size_t s = 0; s < report->strategy_count; s++) {
        const interact_row *row = interact_row_of(report, function, of, s);
        if (row->times[what].count && (!best || row->times[what].median < best->times[what].median))
            best = row;
    }
    return best;
}

const char *interact_case_words(const interact_case *of, char text[BENCH_NAME]) {
    snprintf(text, BENCH_NAME, "%d^3 x %d", of->cells, of->per);
    return text;
}

/* ---- text ---------------------------------------------------------------------------------------------- */

static const char *time_words(const bench_times *times, char text[BENCH_WORD]) {
    return times->count ? bench_short(times->median, text) : "-";
}

static void write_row(const interact_report *report, const interact_row *row, FILE *to) {
    char text[BENCH_WORD];
    fprintf(to, "  %-20.20s", *row->peer ? row->peer : row->strategy);
    if (row->skipped[0]) {
        fprintf(to, " skipped: %s\n", row->skipped);
        return;
    }
    for (int what = 0; what < INTERACT_TIMES; what++)
        fprintf(to, " %10s", time_words(&row->times[what], text));
    const double speed_up = *row->peer ? 0 : interact_speed_up(report, row);
    if (speed_up > 0) fprintf(to, " %9.2fx", speed_up);
    else fprintf(to, " %10s", "-");
    fputs(row->is_checked ? "\n" : *row->peer ? "  another energy\n" : "  not compared\n", to);
}

static void write_case(const interact_report *report, size_t f, size_t c, FILE *to) {
    const interact_case *of = &report->cases[c];
    char words[BENCH_NAME], n[GROUPED];
    fprintf(to, "\n%s, %s: %s points", report->functions[f], interact_case_words(of, words),
            grouped(of->n, n));
    if (of->neighbours > 0)
        fprintf(to, ", %.1f interactions a point", of->neighbours); /* once it is measured */
    fputc('\n', to);
    fprintf(to, "  %-20s", "");
    for (int what = 0; what < INTERACT_TIMES; what++) fprintf(to, " %10s", interact_columns[what].head);
    fprintf(to, " %10s\n", "speed-up");
    for (size_t k = 0; k < report->row_count; k++)
        if (report->rows[k].function == f && report->rows[k].of == c) write_row(report, &report->rows[k], to);
}

/* Table 1 of the paper: the baseline and the fastest. */
static void write_table(const interact_report *report, size_t f, FILE *to) {
    char words[BENCH_NAME], text[BENCH_WORD];
    fprintf(to, "\n%s: the sums alone, in ms\n  %-12s %12s %18s %12s %-20s %9s\n", report->functions[f],
            "case", "interactions", report->baseline, "fastest", "", "speed-up");
    for (size_t c = 0; c < report->case_count; c++) {
        const interact_row *best = interact_best(report, f, c, INTERACT_ALONE);
        if (!best) continue;
        fprintf(to, "  %-12s %12.1f %18s", interact_case_words(&report->cases[c], words),
                report->cases[c].neighbours,
                time_words(&interact_base_of(report, best)->times[INTERACT_ALONE], text));
        fprintf(to, " %12s %-20s", time_words(&best->times[INTERACT_ALONE], text), best->strategy);
        const double speed_up = interact_speed_up(report, best);
        if (speed_up > 0) fprintf(to, " %8.2fx\n", speed_up);
        else fprintf(to, " %9s\n", "-");
    }
}

static void write_head(const interact_report *report, FILE *to) {
    const nf_device_info *d = &report->base.device;
    fprintf(to, "device: %s (%s, driver %s)\n%s precision; speed-up: of the sums alone, over %s\n", d->name,
            d->platform_name, d->driver, bench_precision_word(report->type), report->baseline);
    for (int what = 0; what < INTERACT_TIMES; what++)
        fprintf(to, "%s: %s\n", interact_columns[what].name, interact_columns[what].help);
}

/* Whether every strategy was measured or skipped; without it the speed-ups are not known. */
static int is_taken(const interact_report *report, size_t f, size_t c) {
    for (size_t s = 0; s < report->strategy_count; s++)
        if (!interact_row_of(report, f, c, s)->is_taken) return 0;
    return 1;
}

void interact_tell(bench_report *base, FILE *to) {
    interact_report *report = (interact_report *)(void *)base;
    if (!base->has_head) write_head(report, to);
    base->has_head = 1;
    for (size_t f = 0; f < report->function_count; f++)
        for (size_t c = 0; c < report->case_count; c++) {
            if (report->told[f][c] || !is_taken(report, f, c)) continue;
            write_case(report, f, c, to);
            report->told[f][c] = 1;
        }
}

void interact_tell_end(const bench_report *base, int again, FILE *to) {
    const interact_report *report = (const interact_report *)(const void *)base;
    if (again) fputs("\nall measurements again, with those of other libraries\n", to);
    for (size_t f = 0; f < report->function_count && again; f++)
        for (size_t c = 0; c < report->case_count; c++) write_case(report, f, c, to);
    for (size_t f = 0; f < report->function_count; f++) write_table(report, f, to);
    if (report->base.note_count) fputs("\n", to);
    for (size_t k = 0; k < report->base.note_count; k++) fprintf(to, "%s\n", report->base.notes[k]);
}

/* ---- JSON, which the man page describes ------------------------------------------------------------------ */

static void put_times(json_out *j, const char *name, const bench_times *times) {
    if (!times->count) return;
    const struct {
        const char *name;
        double value;
    } members[] = {{"ms", times->median},
                   {"least_ms", times->least},
                   {"lower_quartile_ms", times->lower},
                   {"upper_quartile_ms", times->upper},
                   {"samples", times->count}};
    char member[BENCH_NAME];
    for (size_t k = 0; k < sizeof members / sizeof *members; k++) {
        snprintf(member, sizeof member, "%s_%s", name, members[k].name);
        json_real(j, member, members[k].value);
    }
}

static void put_row(json_out *j, const interact_report *report, const interact_row *row) {
    const interact_case *of = &report->cases[row->of];
    json_line(j);
    json_open(j, NULL, '{');
    json_text(j, "function", report->functions[row->function]);
    json_count(j, "cells", (uint64_t)of->cells);
    json_count(j, "per_cell", (uint64_t)of->per);
    json_count(j, "n", of->n);
    json_real(j, "cutoff", of->cutoff);
    json_real(j, "interactions", of->neighbours);
    json_text(j, *row->peer ? "peer" : "strategy", *row->peer ? row->peer : row->strategy);
    if (row->skipped[0]) json_text(j, "skipped", row->skipped);
    for (int what = 0; what < INTERACT_TIMES; what++)
        put_times(j, interact_columns[what].name, &row->times[what]);
    const double speed_up = *row->peer ? 0 : interact_speed_up(report, row);
    if (speed_up > 0) json_real(j, "speed_up", speed_up);
    if (!row->skipped[0] && !isnan(row->energy)) json_real(j, "energy", row->energy);
    if (!row->skipped[0]) json_truth(j, "verified", row->is_checked);
    json_close(j, '}');
}

static void put_rows(json_out *j, const char *name, const interact_report *report, int peers) {
    json_line(j);
    json_open(j, name, '[');
    for (size_t k = 0; k < report->row_count; k++)
        if ((*report->rows[k].peer != 0) == peers && report->rows[k].is_taken)
            put_row(j, report, &report->rows[k]);
    json_close(j, ']');
}

void interact_write_json(const bench_report *base, FILE *to) {
    const interact_report *report = (const interact_report *)(const void *)base;
    json_out out = {.to = to}, *j = &out;
    bench_open_json(j, "nearfield-bench-interact");
    json_text(j, "version", base->version);
    json_text(j, "when", base->when);
    json_count(j, "complete", (uint64_t)base->complete);
    json_text(j, "precision", bench_precision_word(report->type));
    json_text(j, "baseline", report->baseline);
    json_text(j, "tuning", base->tuning.note);
    bench_put_device(j, base);
    put_rows(j, "measurements", report, 0);
    put_rows(j, "peers", report, 1);
    bench_close_json(j, base);
}
