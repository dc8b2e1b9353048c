/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The report as JSON and as CSV.  The man page describes both; an incompatible change needs a new schema_version. */
#include "bench/report/columns.h"
#include "device/device.h"

#include <string.h>

static void members(json_out *j, const bench_column *column, const void *object, bench_whose whose) {
    for (; column->kind != BENCH_END; column++)
        if (bench_has(column, object, whose)) bench_put_json(j, column, object);
}

/* The rows whose `peers` is as wanted, with their stages. */
static void rows(json_out *j, const char *name, const bench_report *report, int peers) {
    json_line(j);
    json_open(j, name, '[');
    for (const bench_row *row = report->rows; row < report->rows + report->row_count; row++) {
        if ((*row->peer != 0) != peers) continue;
        json_line(j);
        json_open(j, NULL, '{');
        members(j, bench_row_columns, row, peers ? BENCH_PEERS : BENCH_OWN);
        if (row->stage_count) json_open(j, "stages", '{');
        for (size_t k = 0; k < row->stage_count; k++) json_real(j, row->stages[k].name, row->stages[k].ms);
        if (row->stage_count) json_close(j, '}');
        json_close(j, '}');
    }
    json_close(j, ']');
}

void bench_open_json(json_out *j, const char *schema) {
    json_open(j, NULL, '{');
    json_text(j, "schema", schema);
    json_count(j, "schema_version", 1);
}

void bench_put_device(json_out *j, const bench_report *report) {
    json_line(j);
    json_open(j, "device", '{');
    json_device(j, &report->device);
    json_close(j, '}');
}

void bench_close_json(json_out *j, const bench_report *report) {
    json_line(j);
    json_open(j, "notes", '[');
    for (size_t k = 0; k < report->note_count; k++) {
        if (k > 0) json_line(j);
        json_text(j, NULL, report->notes[k]);
    }
    json_close(j, ']');
    json_close(j, '}');
    fputc('\n', j->to);
}

void bench_write_json(const bench_report *report, FILE *to) {
    json_out out = {.to = to}, *j = &out;
    bench_open_json(j, "nearfield-bench");
    members(j, bench_report_columns, report, *report->compared_with ? BENCH_COMPARED : BENCH_ALL);
    bench_put_device(j, report);
    json_line(j);
    json_open(j, "copies", '[');
    for (int k = 0; k < report->floor.copy_count; k++) {
        json_open(j, NULL, '{');
        json_fixed(j, "bytes", 0, report->floor.copies[k].bytes);
        json_real(j, "ms", report->floor.copies[k].ms);
        json_close(j, '}');
    }
    json_close(j, ']');
    rows(j, "measurements", report, 0);
    rows(j, "peers", report, 1);
    bench_close_json(j, report);
}

/* The names of the columns, or those of a row. */
static void csv_line(FILE *to, const bench_row *row) {
    const char *between = "";
    for (const bench_column *column = bench_row_columns; column->kind != BENCH_END; column++) {
        if (!column->name) continue;
        fputs(between, to);
        if (!row) fputs(column->name, to);
        else if (bench_has(column, row, *row->peer ? BENCH_PEERS : BENCH_OWN)) bench_put_csv(to, column, row);
        between = ",";
    }
    fputs("\n", to);
}

void bench_write_csv(const bench_report *report, FILE *to) {
    csv_line(to, NULL);
    for (size_t k = 0; k < report->row_count; k++) csv_line(to, &report->rows[k]);
}
