/* The report as text. */
#include "columns.h"

#include <string.h>

static void write_head(const bench_report *report, FILE *to) {
    const nf_device_info *d = &report->device;
    const bench_tuning *t = &report->tuning;
    const char *const lines[][2] = {
        {"NEARFIELD_TUNING", t->words}, {"NEARFIELD_PATHS", t->paths}, {"not at the defaults", t->values}};
    char text[BENCH_SENTENCE];
    fprintf(to, "device: %s (%s, driver %s)\n", d->name, d->platform_name, d->driver);
    fprintf(to, "floor: %s\ntuning: %s\n", bench_floor_words(report, text), t->note);
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
        if (*lines[k][1]) fprintf(to, "  %s: %s\n", lines[k][0], lines[k][1]);
}

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

static void write_rows(const bench_report *report, FILE *to) {
    char title[BENCH_WORD];
    for (size_t k = 0; k < report->row_count; k++) {
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

void bench_write_text(const bench_report *report, FILE *to) {
    char text[BENCH_LINE];
    write_head(report, to);
    write_rows(report, to);
    if (report->use_count) fputs("\n", to);
    for (size_t k = 0; k < report->use_count; k++)
        fprintf(to, "%s\n", bench_use_words(&report->first_use[k], text));
    if (*report->compared_with) fprintf(to, "\n%s\n", bench_compared_words(report, text));
    if (report->note_count) fputs("\n", to);
    for (size_t k = 0; k < report->note_count; k++) fprintf(to, "%s\n", report->notes[k]);
}
