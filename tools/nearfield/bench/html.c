/* The report as one HTML file that needs nothing else. */
#include "html.h"

#include "format.h"
#include "page.h"
#include "plot.h"

#include <string.h>

enum { CASES = 64 };

static size_t find_cases(const bench_report *report, html_case cases[CASES]) {
    size_t count = 0;
    for (size_t k = 0; k < report->row_count; k++) {
        const bench_row *row = &report->rows[k];
        if (*row->peer) continue;
        html_case *last = count ? &cases[count - 1] : NULL;
        if (last && last->first->what == row->what && last->first->precision == row->precision)
            last->last = row;
        else if (count < CASES) cases[count++] = (html_case){row, row};
    }
    return count;
}

static void fact(const char *value, const char *unit, const char *what, FILE *to) {
    fprintf(to, "<div><b>%s <small>%s</small></b><span>%s</span></div>\n", value, unit, what);
}

static void write_head(const bench_report *report, FILE *to) {
    const nf_device_info *d = &report->device;
    char text[BENCH_WORD], what[64];
    fputs("<!doctype html>\n"
          "<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
          "<link rel=\"icon\" href=\"data:,\">\n"
          "<title>nearfield bench: ",
          to);
    bench_escape(to, d->name);
    fputs("</title>\n<style>\n", to);
    bench_write_style(to);
    fputs("</style></head><body>\n<header><p class=\"over\">nearfield bench</p>\n<h1>", to);
    bench_escape(to, d->name);
    fputs("</h1><p>", to);
    bench_escape(to, d->platform_name);
    fputs(", driver ", to);
    bench_escape(to, d->driver);
    fprintf(to, " \u00b7 nearfield %s \u00b7 %s</p>\n<div class=\"facts\">\n", nf_version(), report->when);
    fact(bench_short(report->floor.bytes_per_s * 1e-9, text), "GB/s", "copy bandwidth", to);
    for (int k = 0; k < BENCH_RATES; k++) {
        if (!(report->floor.operations_per_s[k] > 0)) continue;
        snprintf(what, sizeof what, "%s arithmetic", bench_rate_name(k));
        const double rate = report->floor.operations_per_s[k];
        const int tera = rate >= 1e13;
        fact(bench_short(rate * (tera ? 1e-12 : 1e-9), text), tera ? "Top/s" : "Gop/s", what, to);
    }
    fact(bench_short((double)d->global_memory / 1073741824.0, text), "GiB", "device memory", to);
    snprintf(text, sizeof text, "%u", d->compute_units);
    fact(text, "", "compute units", to);
    fputs("</div></header>\n<main>\n", to);
}

/* ---- all cases at a glance ---------------------------------------------------------------------------- */

static void write_meter(double percent, FILE *to) {
    fprintf(to, "%.0f%%<span class=\"meter\"><i style=\"width:%.0f%%\"></i></span>", percent,
            percent > 100 ? 100 : percent);
}

static void write_glance(const html_case *cases, size_t count, FILE *to) {
    char n[BENCH_WORD], a[BENCH_WORD], b[BENCH_WORD], title[BENCH_WORD];
    fputs("<nav>", to);
    for (size_t k = 0; k < count; k++) {
        fputs("<a href=\"#", to);
        html_anchor(cases[k].first, to);
        fprintf(to, "\">%s</a>", bench_row_title(cases[k].first->what, cases[k].first->precision, title));
    }
    fputs(
        "<a href=\"#roofline\">roofline</a></nav>\n"
        "<section><h2>At a glance</h2><p>Every case at its largest size; medians. "
        "The floor is the least time in which this device could do it: the bytes that have to be moved and "
        "the "
        "operations that have to be done in any case, at the rates that it reached at the start of this run "
        "(above). 100% cannot be passed, but within caches.</p>\n"
        "<div class=\"wide\"><table><tr><th>case</th><th>n</th><th>device ms</th><th class=\"tail\">wall "
        "ms</th><th class=\"tail\">GB/s</th><th>of the floor</th></tr>\n",
        to);
    for (size_t k = 0; k < count; k++) {
        const bench_row *row = cases[k].last;
        const double ms = row->device.median;
        fprintf(to, "<tr><td>%s</td><td>%s</td><td>%s</td><td class=\"tail\">%s</td>",
                bench_row_title(row->what, row->precision, title), grouped(row->n, n), bench_short(ms, a),
                bench_short(row->wall.median, b));
        fprintf(to, "<td class=\"tail\">%s</td><td>",
                bench_short(ms > 0 ? row->cost.bytes / ms * 1e-6 : 0, a));
        write_meter(row->percent, to);
        fputs("</td></tr>\n", to);
    }
    fputs("</table></div></section>\n", to);
}

/* ---- the rest ----------------------------------------------------------------------------------------- */

static void write_first_use(const bench_report *report, FILE *to) {
    char a[BENCH_WORD], b[BENCH_WORD], c[BENCH_WORD];
    int any = 0;
    for (int k = 0; k < BENCH_CACHES; k++) any |= report->first_use[k].measured;
    if (!any) return;
    fputs("<section><h2>First use</h2><p>Pairs of 1,000 points in a fresh process, ms. Cold: empty caches "
          "of the library and the driver are filled; warm: they are full.</p><div "
          "class=\"wide\"><table><tr><th>cache</th><th>open the device</th><th>first "
          "answer</th><th>second</th></tr>\n",
          to);
    for (int k = 0; k < BENCH_CACHES; k++) {
        const bench_first_use *use = &report->first_use[k];
        if (use->measured)
            fprintf(to, "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n", use->cache,
                    bench_short(use->open_ms, a), bench_short(use->first_ms, b),
                    bench_short(use->second_ms, c));
    }
    fputs("</table></div></section>\n", to);
}

static void write_notes(const bench_report *report, FILE *to) {
    fputs("<section><h2>Notes</h2><dl>\n", to);
    if (*report->compared_with) {
        fputs("<dt>compared</dt><dd>with ", to);
        bench_escape(to, report->compared_with);
        fprintf(
            to,
            ": %zu slower, %zu faster; without a counterpart: %zu of this run, %zu of the older one</dd>\n",
            report->slower, report->faster, report->only_now, report->only_before);
    }
    fputs("<dt>tuning</dt><dd>", to);
    bench_escape(to, report->tuning.note);
    fputs(" ", to);
    bench_escape(to, report->tuning.values);
    fputs("</dd>\n", to);
    for (size_t k = 0; k < report->note_count; k++) {
        fputs("<dt>", to);
        bench_escape(to, report->notes[k].who);
        fputs("</dt><dd>", to);
        bench_escape(to, report->notes[k].text);
        fputs("</dd>\n", to);
    }
    fputs("<dt>times</dt><dd>Medians after warm-up; \u00b1 is half the distance between the quartiles. "
          "Device time is the sum of the times of all commands on a queue with profiling (of many short "
          "ones more than the wall time), wall time is taken on one without and ends when the queue is "
          "empty.</dd>\n"
          "<dt>floor</dt><dd>The least that any way of doing it moves and computes (input read once, "
          "result written once; nine operations a pair), by what this device did at the start of the run: "
          "copies of the same number of bytes, multiplications and additions. Within caches it can be "
          "passed.</dd>\n"
          "<dt>peers</dt><dd>The same input in the same session; a ratio is by device time where both have "
          "one.</dd>\n"
          "</dl></section>\n",
          to);
}

void bench_write_html(const bench_report *report, FILE *to) {
    html_case cases[CASES];
    const size_t count = find_cases(report, cases);
    write_head(report, to);
    write_glance(cases, count, to);
    fputs("<div class=\"pair\">\n", to);
    for (size_t k = 0; k < count; k++) html_write_case(report, &cases[k], to);
    fputs("</div>\n"
          "<div class=\"pair\">\n"
          "<section id=\"roofline\"><h2>Roofline</h2><p>What each case computes against what it moves, at "
          "its largest size, below what the device can do.</p>\n",
          to);
    bench_plot_roofline(report, to);
    fputs("</section>\n", to);
    write_first_use(report, to);
    fputs("</div>\n", to);
    write_notes(report, to);
    fputs("</main>\n"
          "<footer>Made by nearfield bench; this file needs nothing else.</footer>\n"
          "</body></html>\n",
          to);
}
