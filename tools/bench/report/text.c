/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The report as text. */
#include "bench/report/columns.h"

static void write_line(const bench_report *report, const bench_row *row, FILE *to) {
    char text[BENCH_WORD];
    int last = 0;
    for (const bench_column *c = bench_row_columns; !last && (c = bench_shown(report, c)) != NULL; c++) {
        const char *cell = bench_cell(report, row, c, text, &last);
        if (*row->peer && c->kind == BENCH_COUNT) fprintf(to, "  %-22.22s", cell);
        else fprintf(to, " %*s", last ? 0 : c->width, cell);
    }
    fputs("\n", to);
}

static void write_rows(const bench_report *report, size_t first, FILE *to) {
    char title[BENCH_WORD];
    for (size_t k = first; k < report->row_count; k++) {
        const bench_row *row = &report->rows[k];
        if (*row->peer) continue;
        if (k == 0 || !bench_is_same_case(row, row - 1)) {
            fprintf(to, "\n%s: %s\n", bench_row_title(row, title), row->what->help);
            for (const bench_column *c = bench_row_columns; (c = bench_shown(report, c)) != NULL; c++)
                fprintf(to, " %*s", c->width, *c->head ? c->head : row->what->unit);
            fputs("\n", to);
        }
        write_line(report, row, to);
        for (size_t p = 0; p < report->row_count; p++)
            if (bench_is_peer_of(&report->rows[p], row)) write_line(report, &report->rows[p], to);
    }
}

static void write_head(const bench_report *report, FILE *to) {
    const nf_device_info *d = &report->device;
    char text[BENCH_SENTENCE];
    fprintf(to, "device: %s (%s, driver %s)\n", d->name, d->platform_name, d->driver);
    fprintf(to, "floor: %s\n", bench_floor_words(report, text));
    for (const bench_column *c = bench_report_columns; c->kind != BENCH_END; c++)
        if (c->kind == BENCH_TEXT && bench_has(c, report, BENCH_ALL))
            fprintf(to, "%s: %s\n", c->name, (const char *)bench_at(c, report));
}

void bench_tell(bench_report *report, FILE *to) {
    if (!report->has_head) write_head(report, to);
    write_rows(report, report->told, to);
    report->has_head = 1;
    report->told = report->row_count;
}

void bench_tell_end(const bench_report *report, int again, FILE *to) {
    if (again) {
        fputs("\nall measurements again, with those of other libraries and the changes since an older run\n",
              to);
        write_rows(report, 0, to);
    }
    if (report->note_count) fputs("\n", to);
    for (size_t k = 0; k < report->note_count; k++) fprintf(to, "%s\n", report->notes[k]);
}
