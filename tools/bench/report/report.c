/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The rows and notes of a report, and what is said of the samples of a time. */
#include "bench/bench.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* One more element at the end of an array, zeroed. */
static void *grow(void **array, size_t *count, size_t size) {
    void *more = realloc(*array, (*count + 1) * size);
    if (!more) {
        complain(EXIT_MEMORY, "there is no memory for one more measurement");
        return NULL;
    }
    *array = more;
    return memset((char *)more + (*count)++ * size, 0, size);
}

bench_row *bench_add_row(bench_report *report) {
    void *rows = report->rows;
    bench_row *row = grow(&rows, &report->row_count, sizeof *row);
    report->rows = rows;
    return row;
}

void bench_add_note(bench_report *report, const char *who, const char *format, ...) {
    void *notes = report->notes;
    bench_note *note = grow(&notes, &report->note_count, sizeof *note);
    report->notes = notes;
    if (!note) return;
    va_list list;
    va_start(list, format);
    const int used = snprintf(*note, sizeof *note, "%.*s: ", BENCH_NAME - 3, who);
    vsnprintf(*note + used, sizeof *note - (size_t)used, format, list);
    va_end(list);
}

void bench_report_free(bench_report *report) {
    if (!report) return;
    bench_report_free(report->older);
    free(report->rows);
    free(report->notes);
    free(report);
}

const char *bench_precision_word(nf_type precision) {
    return precision == NF_FLOAT32 ? "single" : precision == NF_FLOAT64 ? "double" : "";
}

/* ---- times -------------------------------------------------------------------------------------------- */

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Between the two nearest samples. */
static double quantile(const bench_times *times, double share) {
    const double at = share * (double)(times->count - 1);
    const int below = (int)at;
    const int above = below + 1 < times->count ? below + 1 : below;
    return times->ms[below] + (at - (double)below) * (times->ms[above] - times->ms[below]);
}

void bench_summarise(bench_times *times) {
    if (times->count <= 0) return;
    qsort(times->ms, (size_t)times->count, sizeof *times->ms, ascending);
    times->least = times->ms[0];
    times->lower = quantile(times, 0.25);
    times->median = quantile(times, 0.5);
    times->upper = quantile(times, 0.75);
    times->spread = times->median > 0 ? 50 * (times->upper - times->lower) / times->median : 0;
}

void bench_rate(bench_row *row) {
    const double ms = row->device.median;
    row->percent = ms > 0 ? 100 * row->floor_ms / ms : 0;
    row->gigabytes_per_s = ms > 0 ? row->cost.bytes / ms * 1e-6 : 0;
    row->gigaops_per_s = ms > 0 ? row->cost.operations / ms * 1e-6 : 0;
}
