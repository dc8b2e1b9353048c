/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* --compare: marks what is slower or faster than in an older run.  As the speed of a machine drifts, slower rows are measured
   again. */
#include "bench/report/columns.h"
#include "text/append.h"

#include <math.h>
#include <string.h>

enum { LOOKS = 2 }; /* further measurements of a slower row */

/* The quartiles must not overlap, and the medians must differ by more than `margin`.  If floors differ by more than
   `same_floor`, the machine has changed. */
static const double margin = 0.03, same_floor = 0.10;

void bench_judge(bench_change *change, const bench_times *before, const bench_times *now) {
    *change = (bench_change){.mark = BENCH_NOT_COMPARED};
    if (!(before->median > 0) || !(now->median > 0)) return;
    change->before = before->median;
    change->ratio = now->median / before->median;
    change->mark = now->lower > before->upper && change->ratio > 1 + margin         ? BENCH_SLOWER
                   : now->upper < before->lower && change->ratio < 1 / (1 + margin) ? BENCH_FASTER
                                                                                    : BENCH_SAME;
}

/* Marks the rows that both runs have, and counts the others. */
static void compare_rows(bench_report *report, const bench_report *old) {
    int matched = 0;
    for (const bench_row *before = old->rows; before < old->rows + old->row_count; before++)
        for (bench_row *row = report->rows; row < report->rows + report->row_count; row++) {
            if (row->n != before->n || !bench_is_same_case(row, before) ||
                (row->cutoff > 0 && fabs(before->cutoff - row->cutoff) > 1e-6 * row->cutoff))
                continue;
            matched++;
            row->before = before;
            bench_judge(&row->device_change, &before->device, &row->device);
            bench_judge(&row->wall_change, &before->wall, &row->wall);
            break;
        }
    report->only_now = (int)report->row_count - matched;
    report->only_before = (int)old->row_count - matched;
}

/* Notes differences between the runs other than the library: texts one by one, the rates of the floor together. */
static void note_circumstances(bench_report *report, const bench_report *old) {
    char rates[BENCH_SENTENCE] = "";
    for (const bench_column *c = bench_report_columns; c->kind != BENCH_END; c++) {
        const void *before = bench_at(c, old), *now = bench_at(c, report);
        if (!c->head || (c->kind == BENCH_TEXT && strcmp(before, now) == 0)) continue;
        if (c->kind == BENCH_TEXT) {
            bench_add_note(report, "compare", "the older run had %s: %s", c->head,
                           *(const char *)before ? (const char *)before : "none");
            continue;
        }
        const double was = *(const double *)before, is = *(const double *)now;
        if (was > 0 && is > 0 && fabs(is / was - 1) > same_floor)
            append(rates, sizeof rates, ", ", "%s %+.0f %%", c->head, 100 * (is / was - 1));
    }
    if (*rates)
        bench_add_note(
            report, "compare",
            "the floor differs from that of the older run: %s; times may differ for the same reason", rates);
}

/* Replaces a slower time by the new one, unless that is slower, too. */
static void look(bench_change *change, const bench_times *before, bench_times *times,
                 const bench_times *fresh) {
    bench_change second;
    bench_judge(&second, before, fresh);
    if (change->mark != BENCH_SLOWER || second.mark == BENCH_SLOWER || !second.mark) return;
    *change = second;
    *times = *fresh;
}

int bench_confirm(bench_report *report, bench_device *on, progress *line, bench_again *again) {
    /* All rows once, then all again: a temporary disturbance affects each of them at most once. */
    for (int round = 0; round < LOOKS; round++)
        for (bench_row *row = report->rows; row < report->rows + report->row_count; row++) {
            if (row->device_change.mark != BENCH_SLOWER && row->wall_change.mark != BENCH_SLOWER) continue;
            bench_row fresh = {.what = row->what, .n = row->n, .precision = row->precision};
            const int code = again(report, on, &fresh, line);
            if (code != EXIT_DONE) return code;
            look(&row->device_change, &row->before->device, &row->device, &fresh.device);
            look(&row->wall_change, &row->before->wall, &row->wall, &fresh.wall);
            bench_rate(row);
        }
    for (const bench_row *row = report->rows; row < report->rows + report->row_count; row++) {
        report->slower += (row->device_change.mark == BENCH_SLOWER) + (row->wall_change.mark == BENCH_SLOWER);
        report->faster += (row->device_change.mark == BENCH_FASTER) + (row->wall_change.mark == BENCH_FASTER);
    }
    return EXIT_DONE;
}

int bench_compare(bench_report *report, bench_device *on, const char *path, progress *line) {
    const bench_report *old = report->older;
    report->other_device = strcmp(old->device.name, report->device.name) != 0 ||
                           strcmp(old->device.platform_name, report->device.platform_name) != 0;
    if (report->other_device) {
        bench_add_note(report, "compare", "nothing is marked: %s is the report of another device, %s (%s)",
                       path, old->device.name, old->device.platform_name);
        return EXIT_DONE;
    }
    snprintf(report->compared_with, sizeof report->compared_with, "%s (version %s, %s)", path, old->version,
             old->when);
    compare_rows(report, old);
    note_circumstances(report, old);
    const int code = bench_confirm(report, on, line, bench_measure_again);
    bench_add_note(report, "compared with",
                   "%s: %d slower, %d faster; without a counterpart: %d of this run, %d of the older one",
                   report->compared_with, report->slower, report->faster, report->only_now,
                   report->only_before);
    return code;
}
