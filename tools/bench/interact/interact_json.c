/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The report of `nearfield bench interact` as JSON.  The man page describes it. */
#include "bench/interact/interact_bench.h"
#include "text/device.h"
#include "text/json.h"

#include <math.h>

static void member(FILE *to, const char *name, double value) {
    fprintf(to, ",\"%s\":", name);
    json_number(to, value);
}

static void text_member(FILE *to, const char *name, const char *text) {
    fprintf(to, ",\"%s\":", name);
    json_string(to, text);
}

static void write_times(const char *name, const bench_times *times, FILE *to) {
    if (!times->count) return;
    const struct {
        const char *name;
        double value;
    } members[] = {{"ms", times->median},
                   {"least_ms", times->least},
                   {"lower_quartile_ms", times->lower},
                   {"upper_quartile_ms", times->upper},
                   {"samples", times->count}};
    for (size_t k = 0; k < sizeof members / sizeof *members; k++) {
        fprintf(to, ",\"%s_%s\":", name, members[k].name);
        json_number(to, members[k].value);
    }
}

static void write_row(const interact_report *report, const interact_row *row, FILE *to) {
    const interact_case *of = &report->cases[row->of];
    fputs("{\"function\":", to);
    json_string(to, report->functions[row->function]);
    member(to, "cells", of->cells);
    member(to, "per_cell", of->per);
    member(to, "n", (double)of->n);
    member(to, "cutoff", of->cutoff);
    member(to, "interactions", of->neighbours);
    text_member(to, *row->peer ? "peer" : "strategy", *row->peer ? row->peer : row->strategy);
    if (row->skipped[0]) text_member(to, "skipped", row->skipped);
    for (int what = 0; what < INTERACT_TIMES; what++)
        write_times(interact_columns[what].name, &row->times[what], to);
    const double speed_up = *row->peer ? 0 : interact_speed_up(report, row);
    if (speed_up > 0) member(to, "speed_up", speed_up);
    if (!row->skipped[0] && !isnan(row->energy)) member(to, "energy", row->energy);
    if (!row->skipped[0]) fprintf(to, ",\"verified\":%s", row->is_checked ? "true" : "false");
    fputs("}", to);
}

static void write_rows(const char *name, const interact_report *report, int peers, FILE *to) {
    const char *between = "\n";
    fprintf(to, ",\n\"%s\":[", name);
    for (size_t k = 0; k < report->row_count; k++) {
        if ((*report->rows[k].peer != 0) != peers || !report->rows[k].is_taken) continue;
        fputs(between, to);
        write_row(report, &report->rows[k], to);
        between = ",\n";
    }
    fputs("]", to);
}

void interact_write_json(const bench_report *base, FILE *to) {
    const interact_report *report = (const interact_report *)(const void *)base;
    fputs("{\"schema\":\"nearfield-bench-interact\",\"schema_version\":1", to);
    text_member(to, "version", report->base.version);
    text_member(to, "when", report->base.when);
    member(to, "complete", report->base.complete);
    text_member(to, "precision", bench_precision_word(report->type));
    text_member(to, "baseline", report->baseline);
    text_member(to, "tuning", report->base.tuning.note);
    fputs(",\n\"device\":{", to);
    json_device(to, &report->base.device);
    fputs("}", to);
    write_rows("measurements", report, 0, to);
    write_rows("peers", report, 1, to);
    fputs(",\n\"notes\":[", to);
    for (size_t k = 0; k < report->base.note_count; k++) {
        fputs(k ? ",\n" : "", to);
        json_string(to, report->base.notes[k]);
    }
    fputs("]}\n", to);
}
