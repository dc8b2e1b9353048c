/* What `nearfield bench` prints. */
#include "format.h"

#include <string.h>

static void write_floor(const bench_report *report, FILE *to) {
    char text[BENCH_WORD];
    fprintf(to, "floor: copies %s GB/s", bench_short(report->floor.bytes_per_s * 1e-9, text));
    for (int k = 0; k < BENCH_RATES; k++)
        if (report->floor.operations_per_s[k] > 0)
            fprintf(to, "; %s %s Gop/s", bench_rate_name(k),
                    bench_short(report->floor.operations_per_s[k] * 1e-9, text));
    fputs("\n", to);
}

static void write_tuning(const bench_report *report, FILE *to) {
    const bench_tuning *t = &report->tuning;
    fprintf(to, "tuning: %s\n", t->note);
    if (*t->words) fprintf(to, "  NEARFIELD_TUNING: %s\n", t->words);
    if (*t->paths) fprintf(to, "  NEARFIELD_PATHS: %s\n", t->paths);
    if (*t->values) fprintf(to, "  not at the defaults: %s\n", t->values);
}

static void write_first_use(const bench_report *report, FILE *to) {
    char a[BENCH_WORD], b[BENCH_WORD], c[BENCH_WORD];
    fprintf(to, "\nfirst use: pairs of 1,000 points in a fresh process, ms\n  %-6s %9s %9s %9s\n", "cache",
            "open", "first", "second");
    for (int k = 0; k < BENCH_CACHES; k++) {
        const bench_first_use *use = &report->first_use[k];
        if (use->measured)
            fprintf(to, "  %-6s %9s %9s %9s\n", use->cache, bench_short(use->open_ms, a),
                    bench_short(use->first_ms, b), bench_short(use->second_ms, c));
    }
}

static void write_times(const bench_times *times, FILE *to) {
    char text[BENCH_WORD];
    if (times->count) fprintf(to, " %9s %4.0f%%", bench_short(times->median, text), bench_spread(times));
    else fprintf(to, " %9s %5s", "-", "");
}

static void write_changes(const bench_report *report, const bench_row *row, FILE *to) {
    char text[BENCH_WORD];
    if (!*report->compared_with) return;
    fprintf(to, "  %-12s", bench_change_words(&row->device_change, text));
    fprintf(to, " %-12s", bench_change_words(&row->wall_change, text));
}

static void write_own(const bench_report *report, const bench_row *row, FILE *to) {
    char n[BENCH_WORD], a[BENCH_WORD], b[BENCH_WORD], c[BENCH_WORD];
    const double ms = row->device.median;
    fprintf(to, "%24s", grouped(row->n, n));
    write_times(&row->device, to);
    write_times(&row->wall, to);
    fprintf(to, " %8s %8s %9s %s %5.1f%%", bench_short(ms > 0 ? row->cost.bytes / ms * 1e-6 : 0, a),
            bench_short(ms > 0 ? row->cost.operations / ms * 1e-6 : 0, b), bench_short(row->floor_ms, c),
            row->arithmetic ? "op" : "  ", row->percent);
    write_changes(report, row, to);
    fputs("\n", to);
}

/* A peer's row below ours: its time as a multiple of ours. */
static void write_peers(const bench_report *report, const bench_row *own, FILE *to) {
    char name[2 * BENCH_NAME + 2];
    for (size_t k = 0; k < report->row_count; k++) {
        const bench_row *row = &report->rows[k];
        if (!*row->peer || bench_own_row(report, row) != own) continue;
        int device = 0;
        const double ratio = bench_times_ours(row, own, &device);
        snprintf(name, sizeof name, "%s %s", row->peer, row->version);
        fprintf(to, "  %-22.22s", name);
        write_times(&row->device, to);
        write_times(&row->wall, to);
        fprintf(to, "  %.2f times ours by %s time%s\n", ratio, device ? "device" : "wall",
                row->agrees ? "" : "; ANOTHER RESULT");
    }
}

static void write_rows(const bench_report *report, FILE *to) {
    const bench_row *before = NULL;
    char title[BENCH_WORD];
    for (size_t k = 0; k < report->row_count; k++) {
        const bench_row *row = &report->rows[k];
        if (*row->peer) continue;
        if (!before || before->what != row->what || before->precision != row->precision) {
            fprintf(to, "\n%s: %s\n", bench_row_title(row->what, row->precision, title), row->what->help);
            fprintf(to, "%24s %9s %5s %9s %5s %8s %8s %9s    %6s%s\n", row->what->unit, "device ms", "+-",
                    "wall ms", "+-", "GB/s", "Gop/s", "floor ms", "floor",
                    *report->compared_with ? "  device       wall" : "");
        }
        before = row;
        write_own(report, row, to);
        write_peers(report, row, to);
    }
}

void bench_write_text(const bench_report *report, FILE *to) {
    const nf_device_info *d = &report->device;
    int first_use = 0;
    for (int k = 0; k < BENCH_CACHES; k++) first_use |= report->first_use[k].measured;
    fprintf(to, "device: %s (%s, driver %s)\n", d->name, d->platform_name, d->driver);
    write_floor(report, to);
    write_tuning(report, to);
    write_rows(report, to);
    if (first_use) write_first_use(report, to);
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
