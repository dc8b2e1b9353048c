/* The report as one HTML file that needs no other. */
#include "html.h"

#include "format.h"

#include <string.h>

/* --own is the colour of nearfield, --c0 ... those of peers and stages; the second set is for dark screens. */
static const char style[] =
    ":root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--fg:#171b24;--soft:#596275;--line:#dfe3ea;"
    "--own:#1f5fd6;--good:#13795b;--bad:#c22f2f;--c0:#d1660a;--c1:#0b8a6a;--c2:#b02ca8;--c3:#8a6d00;"
    "--c4:#0d8aa8;--c5:#c03a4c;--c6:#6b5bd2;--c7:#5c7a12}\n"
    "@media(prefers-color-scheme:dark){:root{--bg:#0f1218;--card:#181c25;--fg:#e8ebf1;--soft:#9aa4b6;"
    "--line:#2b3140;--own:#6aa5ff;--good:#4cc38a;--bad:#ff7b72;--c0:#f2994a;--c1:#3fd0a4;--c2:#e58ade;"
    "--c3:#e0c04c;--c4:#5ccbe6;--c5:#f7828f;--c6:#a99cff;--c7:#b4d455}}\n"
    "*{box-sizing:border-box}body{margin:0 "
    "auto;max-width:1180px;padding:16px;background:var(--bg);color:var(--fg);"
    "font:16px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}\n"
    "h1{margin:0;overflow-wrap:anywhere}h2{font-size:20px;margin:0}h3{font-size:15px;margin:20px 0 6px}\n"
    "header p,section>p,dd,footer{color:var(--soft);font-size:14px}\n"
    "main{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr));gap:16px;margin:"
    "16px 0}\n"
    "section{background:var(--card);border:1px solid "
    "var(--line);border-radius:12px;padding:18px;min-width:0}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:14px;white-space:nowrap}\n"
    "th,td{padding:5px 10px 5px 0;text-align:right;border-bottom:1px solid "
    "var(--line)}th{color:var(--soft)}\n"
    "th:first-child,td:first-child,td.text{text-align:left}tr.peer td{color:var(--soft)}\n"
    ".slower{color:var(--bad)}.faster{color:var(--good)}\n"
    "svg{display:block;width:100%;max-width:620px;margin:0 auto}svg text{font-size:13.5px;fill:var(--soft)}\n"
    "svg path{fill:none;stroke:currentColor;stroke-width:2}svg .grid{stroke:var(--line);stroke-width:1}\n"
    "svg circle{fill:currentColor}svg .own,svg .wall{color:var(--own)}svg .line.wall{stroke-dasharray:2 5}\n"
    "svg .wall circle{fill:var(--card);stroke:var(--own)}svg .floor{color:var(--soft)}\n"
    ".p0{color:var(--c0)}.p1{color:var(--c1)}.p2{color:var(--c2)}.p3{color:var(--c3)}.p4{color:var(--c4)}"
    ".p5{color:var(--c5)}.p6{color:var(--c6)}.p7{color:var(--c7)}.own{color:var(--own)}.floor{color:var(--"
    "soft)}\n"
    ".key{display:flex;flex-wrap:wrap;gap:4px 16px;padding:0;list-style:none;font-size:13px}\n"
    ".stages{display:grid;grid-template-columns:auto 1fr auto;gap:6px 10px;font-size:13px}\n"
    ".stages div{display:flex;height:16px}.stages i{background:currentColor}\n"
    "summary{cursor:pointer;color:var(--soft);font-size:14px}dt{font-weight:600}dd{margin:0 0 8px}\n";

void bench_escape(FILE *to, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '&': fputs("&amp;", to); break;
        case '<': fputs("&lt;", to); break;
        case '>': fputs("&gt;", to); break;
        case '"': fputs("&quot;", to); break;
        default: fputc(*text, to);
        }
    }
}

/* The texts one after the other, up to NULL: markup as it is at even places, text to escape at odd ones. */
static void put(FILE *to, const char *const *texts) {
    for (int k = 0; texts[k]; k++)
        if (k % 2) bench_escape(to, texts[k]);
        else fputs(texts[k], to);
}
#define PUT(to, ...) put(to, (const char *const[]){__VA_ARGS__, NULL})

static void write_head(const bench_report *report, FILE *to) {
    const nf_device_info *d = &report->device;
    char text[BENCH_WORD];
    PUT(to,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n<title>nearfield bench: ",
        d->name, "</title>\n<style>\n");
    fputs(style, to);
    PUT(to, "</style></head><body>\n<header><h1>", d->name, "</h1>\n<p>", d->platform_name, ", driver ",
        d->driver, "; nearfield ", nf_version(), "; ", report->when, "</p>\n<p>copies ",
        bench_short(report->floor.bytes_per_s * 1e-9, text), " GB/s");
    for (int k = 0; k < BENCH_RATES; k++)
        if (report->floor.operations_per_s[k] > 0)
            PUT(to, "; ", bench_rate_name(k), " ",
                bench_short(report->floor.operations_per_s[k] * 1e-9, text), " Gop/s");
    fprintf(to, "; %s GiB of memory; %u compute units</p></header>\n<main>\n",
            bench_short((double)d->global_memory / 1073741824.0, text), d->compute_units);
}

/* ---- a case ------------------------------------------------------------------------------------------- */

static void write_key(const bench_report *report, const bench_row *row, FILE *to) {
    const char *names[BENCH_SERIES];
    const size_t peers = bench_peers_of(report, row, names);
    fputs("<ul class=\"key\"><li class=\"own\">\u25cf nearfield, device time</li>"
          "<li class=\"own\">\u25cb nearfield, wall time</li>",
          to);
    for (size_t k = 0; k < peers; k++) {
        fprintf(to, "<li class=\"p%zu\">", k % BENCH_COLOURS);
        PUT(to, "\u25cf ", names[k], "</li>");
    }
    fputs("<li class=\"floor\">\u2014 floor</li></ul>\n", to);
}

/* The number of a stage: its place among all stages of the case. */
static size_t stage_number(const char *name, const char **names, size_t *count) {
    size_t k = 0;
    while (k < *count && strcmp(names[k], name) != 0) k++;
    if (k == *count && k < BENCH_STAGES) names[(*count)++] = name;
    return k;
}

static void write_stages(const bench_row *first, const bench_row *last, FILE *to) {
    const char *names[BENCH_STAGES];
    size_t count = 0;
    char n[BENCH_WORD], ms[BENCH_WORD];
    if (last->stage_count < 2) return;
    fputs("<h3>Device time by stage</h3><div class=\"stages\">\n", to);
    for (const bench_row *row = first; row <= last; row++) {
        double sum = 0;
        for (size_t k = 0; k < row->stage_count; k++) sum += row->stages[k].ms;
        fprintf(to, "<span>%s</span><div>", grouped(row->n, n));
        for (size_t k = 0; k < row->stage_count && sum > 0; k++)
            fprintf(to, "<i class=\"p%zu\" style=\"width:%.2f%%\" title=\"%s: %s ms\"></i>",
                    stage_number(row->stages[k].name, names, &count) % BENCH_COLOURS,
                    100 * row->stages[k].ms / sum, row->stages[k].name, bench_short(row->stages[k].ms, ms));
        fprintf(to, "</div><span>%s ms</span>\n", bench_short(row->device.median, ms));
    }
    fputs("</div><ul class=\"key\">", to);
    for (size_t k = 0; k < count; k++)
        fprintf(to, "<li class=\"p%zu\">\u25a0 %s</li>", k % BENCH_COLOURS, names[k]);
    fputs("</ul>\n", to);
}

static void write_line(const bench_report *report, const bench_row *row, FILE *to) {
    static const char *const classes[] = {[BENCH_NOT_COMPARED] = "text",
                                          [BENCH_SAME] = "text",
                                          [BENCH_FASTER] = "text faster",
                                          [BENCH_SLOWER] = "text slower"};
    bench_cell cells[BENCH_COLUMNS];
    const size_t count = bench_cells(report, row, cells);
    fputs(*row->peer ? "<tr class=\"peer\">" : "<tr>", to);
    for (size_t k = 0; k < count; k++) {
        if (*row->peer && k == BENCH_REMARK)
            fprintf(to, "<td class=\"text%s\" colspan=\"4\">", row->agrees ? "" : " slower");
        else if (k == BENCH_DEVICE_CHANGE) PUT(to, "<td class=\"", classes[row->device_change.mark], "\">");
        else if (k == BENCH_WALL_CHANGE) PUT(to, "<td class=\"", classes[row->wall_change.mark], "\">");
        else fputs("<td>", to);
        PUT(to, "", cells[k].text, "</td>");
    }
    fputs("</tr>\n", to);
}

static void write_table(const bench_report *report, const bench_row *first, const bench_row *last, FILE *to) {
    fprintf(to, "<details%s><summary>All numbers</summary><div class=\"wide\"><table><tr>",
            first == last ? " open" : "");
    const size_t heads = bench_column_count(report);
    for (size_t k = 0; k < heads; k++) PUT(to, "<th>", bench_head(first->what, k), "</th>");
    fputs("</tr>\n", to);
    for (const bench_row *row = first; row <= last; row++) {
        write_line(report, row, to);
        for (size_t k = 0; k < report->row_count; k++)
            if (bench_is_peer_of(&report->rows[k], row)) write_line(report, &report->rows[k], to);
    }
    fputs("</table></div></details>\n", to);
}

/* `first` to `last` are the rows of one case and precision. */
static void write_case(const bench_report *report, const bench_row *first, const bench_row *last, FILE *to) {
    char title[BENCH_WORD];
    PUT(to, "<section><h2>", bench_row_title(first->what, first->precision, title), "</h2><p>",
        first->what->help);
    if (first->precision) fprintf(to, "; cutoff %g mean spacings", report->plan.spacings);
    fputs("</p>\n", to);
    if (first == last) fputs("<p>One size alone is no plot.</p>\n", to);
    else {
        bench_plot(report, first, to);
        write_key(report, first, to);
    }
    write_stages(first, last, to);
    write_table(report, first, last, to);
    fputs("</section>\n", to);
}

static void write_cases(const bench_report *report, FILE *to) {
    const bench_row *rows = report->rows;
    for (size_t k = 0, next; k < report->row_count; k = next) {
        for (next = k + 1; next < report->row_count && bench_is_same_case(&rows[next], &rows[k]); next++) {}
        if (!*rows[k].peer) write_case(report, &rows[k], &rows[next - 1], to);
    }
}

/* ---- the rest ----------------------------------------------------------------------------------------- */

static void write_first_use(const bench_report *report, FILE *to) {
    char a[BENCH_WORD], b[BENCH_WORD], c[BENCH_WORD];
    if (!bench_has_first_use(report)) return;
    fputs("<section><h2>First use</h2><p>Pairs of 1,000 points in a fresh process, ms. Cold: empty caches "
          "of the library and the driver are filled; warm: they are full.</p><div class=\"wide\"><table><tr>"
          "<th>cache</th><th>open the device</th><th>first answer</th><th>second</th></tr>\n",
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
        PUT(to, "<dt>compared</dt><dd>with ", report->compared_with);
        fprintf(
            to,
            ": %zu slower, %zu faster; without a counterpart: %zu of this run, %zu of the older one</dd>\n",
            report->slower, report->faster, report->only_now, report->only_before);
    }
    PUT(to, "<dt>tuning</dt><dd>", report->tuning.note, " ", report->tuning.values, "</dd>\n");
    for (size_t k = 0; k < report->note_count; k++)
        PUT(to, "<dt>", report->notes[k].who, "</dt><dd>", report->notes[k].text, "</dd>\n");
    fputs(
        "<dt>times</dt><dd>Medians after warm-up; +- is half the distance between the quartiles. "
        "Device time is the sum of the times of all commands on a queue with profiling (of many short "
        "ones more than the wall time), wall time is taken on one without and ends when the queue is "
        "empty.</dd>\n"
        "<dt>floor</dt><dd>The floor is the least time in which this device could do it: the bytes that have "
        "to be moved (input read once, result written once) and the operations that have to be done (nine a "
        "pair), at the rates of copies and arithmetic that this device reached at the start of the run. "
        "Within "
        "caches it can be passed.</dd>\n"
        "<dt>peers</dt><dd>The same input in the same session; a ratio is by device time where both have "
        "one.</dd>\n"
        "</dl></section>\n",
        to);
}

void bench_write_html(const bench_report *report, FILE *to) {
    write_head(report, to);
    write_cases(report, to);
    write_first_use(report, to);
    write_notes(report, to);
    fputs("</main>\n<footer>Made by nearfield bench; this file needs no other.</footer>\n</body></html>\n",
          to);
}
