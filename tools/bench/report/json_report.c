/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The report as JSON and as CSV.  The man page describes both; an incompatible change needs a new schema_version. */
#include "bench/report/columns.h"
#include "text/device.h"
#include "text/json.h"

#include <string.h>

static void members(FILE *to, const bench_column *column, const void *object, bench_whose whose) {
    const char *between = "";
    for (; column->kind != BENCH_END; column++) {
        if (!bench_has(column, object, whose)) continue;
        fprintf(to, "%s\"%s\":", between, column->name);
        bench_put(to, column, object, json_string);
        between = ",";
    }
}

/* The rows whose `peers` is as wanted, with their stages. */
static void rows(FILE *to, const char *name, const bench_report *report, int peers) {
    const char *between = "\n{";
    fprintf(to, ",\n\"%s\":[", name);
    for (const bench_row *row = report->rows; row < report->rows + report->row_count; row++) {
        if ((*row->peer != 0) != peers) continue;
        fputs(between, to);
        members(to, bench_row_columns, row, peers ? BENCH_PEERS : BENCH_OWN);
        for (size_t k = 0; k < row->stage_count; k++) {
            fputs(k ? "," : ",\"stages\":{", to);
            json_string(to, row->stages[k].name);
            fputs(":", to);
            json_number(to, row->stages[k].ms);
        }
        fputs(row->stage_count ? "}}" : "}", to);
        between = ",\n{";
    }
    fputs("]", to);
}

void bench_write_json(const bench_report *report, FILE *to) {
    fputs("{\"schema\":\"nearfield-bench\",\"schema_version\":1,", to);
    members(to, bench_report_columns, report, *report->compared_with ? BENCH_COMPARED : BENCH_ALL);
    fputs(",\n\"device\":{", to);
    json_device(to, &report->device);
    fputs("},\n\"copies\":[", to);
    for (int k = 0; k < report->floor.copy_count; k++)
        fprintf(to, "%s{\"bytes\":%.0f,\"ms\":%.9g}", k ? "," : "", report->floor.copies[k].bytes,
                report->floor.copies[k].ms);
    fputs("],\n\"first_use\":[", to);
    for (const bench_first_use *use = report->first_use; use < report->first_use + report->use_count; use++)
        fprintf(to, "%s{\"cache\":\"%s\",\"open_ms\":%.6g,\"first_ms\":%.6g,\"second_ms\":%.6g}",
                use > report->first_use ? "," : "", use->cache, use->open_ms, use->first_ms, use->second_ms);
    fputs("]", to);
    rows(to, "measurements", report, 0);
    rows(to, "peers", report, 1);
    fputs(",\n\"notes\":[", to);
    for (size_t k = 0; k < report->note_count; k++) {
        fputs(k ? ",\n" : "", to);
        json_string(to, report->notes[k]);
    }
    fputs("]}\n", to);
}

static void csv_word(FILE *to, const char *text) {
    fputs("\"", to);
    for (; *text; text++) fprintf(to, *text == '"' ? "\"\"" : "%c", *text);
    fputs("\"", to);
}

/* The names of the columns, or those of a row. */
static void csv_line(FILE *to, const bench_row *row) {
    const char *between = "";
    for (const bench_column *column = bench_row_columns; column->kind != BENCH_END; column++) {
        if (!column->name) continue;
        fputs(between, to);
        if (!row) fputs(column->name, to);
        else if (bench_has(column, row, *row->peer ? BENCH_PEERS : BENCH_OWN))
            bench_put(to, column, row, csv_word);
        between = ",";
    }
    fputs("\n", to);
}

void bench_write_csv(const bench_report *report, FILE *to) {
    csv_line(to, NULL);
    for (size_t k = 0; k < report->row_count; k++) csv_line(to, &report->rows[k]);
}
