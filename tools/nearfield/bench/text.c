/* The report as text. */
#include "format.h"

static void write_head(const bench_report *report, FILE *to) {
    const nf_device_info *d = &report->device;
    const bench_tuning *t = &report->tuning;
    char text[BENCH_WORD];
    fprintf(to, "device: %s (%s, driver %s)\n", d->name, d->platform_name, d->driver);
    fprintf(to, "floor: copies %s GB/s", bench_short(report->floor.bytes_per_s * 1e-9, text));
    for (int k = 0; k < BENCH_RATES; k++)
        if (report->floor.operations_per_s[k] > 0)
            fprintf(to, "; %s %s Gop/s", bench_rate_name(k),
                    bench_short(report->floor.operations_per_s[k] * 1e-9, text));
    fprintf(to, "\ntuning: %s\n", t->note);
    if (*t->words) fprintf(to, "  NEARFIELD_TUNING: %s\n", t->words);
    if (*t->paths) fprintf(to, "  NEARFIELD_PATHS: %s\n", t->paths);
    if (*t->values) fprintf(to, "  not at the defaults: %s\n", t->values);
}

static void write_line(const bench_report *report, const bench_row *row, FILE *to) {
    bench_cell cells[BENCH_COLUMNS];
    const size_t count = bench_cells(report, row, cells);
    for (size_t k = 0; k < count; k++) {
        const int width = bench_width(k), is_name = k == 0 && *row->peer;
        if (is_name) fprintf(to, "  %-22.22s", cells[k].text);
        else fprintf(to, "%s%*s", k ? " " : "", *row->peer && k == BENCH_REMARK ? 0 : width, cells[k].text);
    }
    fputs("\n", to);
}

static void write_rows(const bench_report *report, FILE *to) {
    char title[BENCH_WORD];
    const size_t heads = bench_column_count(report);
    for (size_t k = 0; k < report->row_count; k++) {
        const bench_row *row = &report->rows[k];
        if (*row->peer) continue;
        if (k == 0 || !bench_is_same_case(row, row - 1)) {
            fprintf(to, "\n%s: %s\n", bench_row_title(row->what, row->precision, title), row->what->help);
            for (size_t h = 0; h < heads; h++)
                fprintf(to, "%s%*s", h ? " " : "", bench_width(h), bench_head(row->what, h));
            fputs("\n", to);
        }
        write_line(report, row, to);
        for (size_t p = 0; p < report->row_count; p++)
            if (bench_is_peer_of(&report->rows[p], row)) write_line(report, &report->rows[p], to);
    }
}

static void write_first_use(const bench_report *report, FILE *to) {
    char a[BENCH_WORD], b[BENCH_WORD], c[BENCH_WORD];
    if (!bench_has_first_use(report)) return;
    fprintf(to, "\nfirst use: pairs of 1,000 points in a fresh process, ms\n  %-6s %9s %9s %9s\n", "cache",
            "open", "first", "second");
    for (int k = 0; k < BENCH_CACHES; k++) {
        const bench_first_use *use = &report->first_use[k];
        if (use->measured)
            fprintf(to, "  %-6s %9s %9s %9s\n", use->cache, bench_short(use->open_ms, a),
                    bench_short(use->first_ms, b), bench_short(use->second_ms, c));
    }
}

void bench_write_text(const bench_report *report, FILE *to) {
    write_head(report, to);
    write_rows(report, to);
    write_first_use(report, to);
    if (*report->compared_with)
        fprintf(
            to,
            "\ncompared with %s: %zu slower, %zu faster; without a counterpart: %zu of this run, %zu of the "
            "older one\n",
            report->compared_with, report->slower, report->faster, report->only_now, report->only_before);
    if (report->note_count) fputs("\n", to);
    for (size_t k = 0; k < report->note_count; k++)
        fprintf(to, "%s: %s\n", report->notes[k].who, report->notes[k].text);
}
