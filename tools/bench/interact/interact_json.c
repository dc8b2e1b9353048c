/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The report of `nearfield bench interact` as JSON.  The man page describes it. */
#include "bench/interact/interact_bench.h"
#include "bench/report/columns.h"

#include <math.h>

static void write_times(json_out *j, const char *name, const bench_times *times) {
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

static void write_row(json_out *j, const interact_report *report, const interact_row *row) {
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
        write_times(j, interact_columns[what].name, &row->times[what]);
    const double speed_up = *row->peer ? 0 : interact_speed_up(report, row);
    if (speed_up > 0) json_real(j, "speed_up", speed_up);
    if (!row->skipped[0] && !isnan(row->energy)) json_real(j, "energy", row->energy);
    if (!row->skipped[0]) json_truth(j, "verified", row->is_checked);
    json_close(j, '}');
}

static void write_rows(json_out *j, const char *name, const interact_report *report, int peers) {
    json_line(j);
    json_open(j, name, '[');
    for (size_t k = 0; k < report->row_count; k++)
        if ((*report->rows[k].peer != 0) == peers && report->rows[k].is_taken)
            write_row(j, report, &report->rows[k]);
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
    write_rows(j, "measurements", report, 0);
    write_rows(j, "peers", report, 1);
    bench_close_json(j, base);
}
