#include "html.h"

#include "format.h"
#include "page.h"
#include "plot.h"

#include <string.h>

enum { COLOURS = 8 };

void html_anchor(const bench_row *row, FILE *to) {
    fprintf(to, "%s%s%s", row->what->name, row->precision ? "-" : "", bench_precision_word(row->precision));
}

static void write_key(const bench_report *report, const bench_row *of, FILE *to) {
    const char *names[BENCH_SERIES];
    const size_t peers = bench_peers_of(report, of->what, of->precision, names);
    fputs("<ul class=\"key\"><li><i class=\"k-own\"></i>nearfield, device time</li><li><i "
          "class=\"k-wall\"></i>nearfield, wall time</li>",
          to);
    for (size_t k = 0; k < peers; k++) {
        fprintf(to, "<li><i style=\"border-color:var(--p%zu)\"></i>", k % COLOURS);
        bench_escape(to, names[k]);
        fputs("</li>", to);
    }
    fputs("<li><i class=\"k-floor\"></i>floor</li></ul>\n", to);
}

/* The number of a stage's colour: its place among all stages of the case. */
static size_t stage_colour(const char *name, const char **names, size_t *count) {
    size_t k = 0;
    while (k < *count && strcmp(names[k], name) != 0) k++;
    if (k == *count && k < BENCH_STAGES) names[(*count)++] = name;
    return k % COLOURS;
}

static void write_stages(const html_case *rows, FILE *to) {
    const char *names[BENCH_STAGES];
    size_t count = 0;
    char n[BENCH_WORD], ms[BENCH_WORD];
    if (rows->last->stage_count < 2) return;
    fputs("<h3>Where the device time goes</h3><div class=\"stages\">\n", to);
    for (const bench_row *row = rows->first; row <= rows->last; row++) {
        double sum = 0;
        for (size_t k = 0; k < row->stage_count; k++) sum += row->stages[k].ms;
        fprintf(to, "<span>%s</span><div>", grouped(row->n, n));
        for (size_t k = 0; k < row->stage_count && sum > 0; k++)
            fprintf(to, "<i style=\"width:%.2f%%;background:var(--s%zu)\" title=\"%s: %s ms\"></i>",
                    100 * row->stages[k].ms / sum, stage_colour(row->stages[k].name, names, &count),
                    row->stages[k].name, bench_short(row->stages[k].ms, ms));
        fprintf(to, "</div><span>%s ms</span>\n", bench_short(row->device.median, ms));
    }
    fputs("</div><ul class=\"key\">", to);
    for (size_t k = 0; k < count; k++)
        fprintf(to, "<li><i class=\"box\" style=\"background:var(--s%zu)\"></i>%s</li>", k % COLOURS,
                names[k]);
    fputs("</ul>\n", to);
}

static void write_time(const bench_times *t, FILE *to) {
    char ms[BENCH_WORD];
    if (t->count)
        fprintf(to, "<td>%s <small>\u00b1%.0f%%</small></td>", bench_short(t->median, ms), bench_spread(t));
    else fputs("<td>-</td>", to);
}

static void write_change(const bench_change *change, FILE *to) {
    char text[BENCH_WORD];
    fprintf(to, "<td class=\"text%s\">%s</td>",
            change->mark == BENCH_SLOWER   ? " slower"
            : change->mark == BENCH_FASTER ? " faster"
                                           : "",
            bench_change_words(change, text));
}

static void write_peer_rows(const bench_report *report, const bench_row *own, FILE *to) {
    for (size_t k = 0; k < report->row_count; k++) {
        const bench_row *row = &report->rows[k];
        if (!*row->peer || bench_own_row(report, row) != own) continue;
        int device = 0;
        const double ratio = bench_times_ours(row, own, &device);
        fputs("<tr class=\"peer\"><td>", to);
        bench_escape(to, row->peer);
        fputs(" <small>", to);
        bench_escape(to, row->version);
        fputs("</small></td>", to);
        write_time(&row->device, to);
        write_time(&row->wall, to);
        fprintf(to, "<td colspan=\"4\" class=\"text\">%.2f times ours%s</td></tr>\n", ratio,
                row->agrees ? "" : "; <span class=\"slower\">another result</span>");
    }
}

static void write_table(const bench_report *report, const html_case *rows, int open, FILE *to) {
    char n[BENCH_WORD], a[BENCH_WORD], b[BENCH_WORD], c[BENCH_WORD];
    const int compared = *report->compared_with != 0;
    fprintf(
        to,
        "<details%s><summary>All numbers</summary><div class=\"wide\"><table><tr><th>%s</th><th>device "
        "ms</th><th>wall ms</th><th>GB/s</th><th>Gop/s</th><th>floor ms</th><th>of the floor</th>%s</tr>\n",
        open ? " open" : "", rows->first->what->unit,
        compared ? "<th class=\"text\">device</th><th class=\"text\">wall</th>" : "");
    for (const bench_row *row = rows->first; row <= rows->last; row++) {
        const double ms = row->device.median;
        fprintf(to, "<tr><td>%s</td>", grouped(row->n, n));
        write_time(&row->device, to);
        write_time(&row->wall, to);
        fprintf(to, "<td>%s</td><td>%s</td><td>%s</td><td>%.1f%%</td>",
                bench_short(ms > 0 ? row->cost.bytes / ms * 1e-6 : 0, a),
                bench_short(ms > 0 ? row->cost.operations / ms * 1e-6 : 0, b), bench_short(row->floor_ms, c),
                row->percent);
        if (compared) write_change(&row->device_change, to);
        if (compared) write_change(&row->wall_change, to);
        fputs("</tr>\n", to);
        write_peer_rows(report, row, to);
    }
    fputs("</table></div></details>\n", to);
}

void html_write_case(const bench_report *report, const html_case *rows, FILE *to) {
    char title[BENCH_WORD];
    fputs("<section id=\"", to);
    html_anchor(rows->first, to);
    fprintf(to, "\"><h2>%s</h2><p>%s", bench_row_title(rows->first->what, rows->first->precision, title),
            rows->first->what->help);
    if (rows->first->precision) fprintf(to, "; cutoff %g mean spacings", report->plan.spacings);
    fputs("</p>\n", to);
    const int alone = rows->first == rows->last;
    if (alone) fputs("<p>One size alone is no plot.</p>\n", to);
    else {
        bench_plot_times(report, rows->first->what, rows->first->precision, to);
        write_key(report, rows->first, to);
    }
    write_stages(rows, to);
    write_table(report, rows, alone, to);
    fputs("</section>\n", to);
}
