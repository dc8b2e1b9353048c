/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The rows and notes of a report, and what is said of the samples of a time. */
#include "bench/bench.h"
#include "system/atomic_file.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

void bench_sign(bench_report *report) {
    const time_t now = time(NULL);
    struct tm utc;
    snprintf(report->version, sizeof report->version, "%s", nf_version());
    if (gmtime_r(&now, &utc)) strftime(report->when, sizeof report->when, "%Y-%m-%d %H:%M UTC", &utc);
}

/* ---- files --------------------------------------------------------------------------------------------- */

static int is_file(const char *path) { return path && strcmp(path, "-") != 0; }

static int cannot(const char *path, int reason) {
    return complain(EXIT_OTHER, "%s cannot be written: %s", path, strerror(reason));
}

static int check_outputs(const bench_output *outputs, size_t count, int *text) {
    for (size_t k = 0; k < count; k++) {
        const char *path = outputs[k].path;
        if (path && !is_file(path)) *text = 0;
        atomic_file target;
        for (size_t before = 0; before < k && path; before++)
            if (outputs[before].path && strcmp(outputs[before].path, path) == 0)
                return complain(EXIT_USAGE, "one report alone can go to %s",
                                is_file(path) ? path : "standard output");
        const int reason = is_file(path) ? atomic_file_open(&target, path) : 0;
        if (reason != 0) return cannot(path, reason);
        if (is_file(path)) atomic_file_drop(&target);
    }
    return EXIT_DONE;
}

/* A file is written under another name, and renamed when it is complete. */
static int write_output(const bench_report *report, const bench_output *one) {
    atomic_file target;
    if (!is_file(one->path)) {
        one->write(report, stdout);
        return EXIT_DONE;
    }
    int reason = atomic_file_open(&target, one->path);
    if (reason != 0) return cannot(one->path, reason);
    atomic_file_remove_on_signal(&target);
    FILE *to = atomic_file_stream(&target);
    if (to) one->write(report, to);
    reason = atomic_file_commit_stream(&target, to);
    return reason == 0 ? EXIT_DONE : cannot(one->path, reason);
}

static int write_outputs(const bench_report *report, const bench_output *outputs, size_t count, int *text) {
    int code = EXIT_DONE;
    for (size_t k = 0; k < count && code == EXIT_DONE; k++) {
        if (!outputs[k].path) continue;
        if (!is_file(outputs[k].path)) *text = 0;
        code = write_output(report, &outputs[k]);
    }
    return code;
}

/* ---- while a run measures -------------------------------------------------------------------------------- */

/* Writes the files behind a measurement: they are whole reports at any time, so that a run that is ended loses nothing. */
static int keep(bench_report *report, const bench_live *live) {
    const size_t notes = report->note_count;
    int text = 0, code = EXIT_DONE;
    bench_add_note(report, "bench", "the run was not complete when this was written");
    for (size_t k = 0; k < live->output_count && code == EXIT_DONE; k++)
        if (is_file(live->outputs[k].path)) code = write_outputs(report, &live->outputs[k], 1, &text);
    report->note_count = notes;
    return code;
}

int bench_step(bench_report *report) {
    const bench_live *live = report->live;
    if (!live) return EXIT_DONE;
    if (live->text) {
        progress_clear(live->line);
        live->tell(report, stdout);
        (void)fflush(stdout);
    }
    return keep(report, live);
}

/* At the end: writes the files as those of a complete run, and the end of the text. */
static int finish(bench_report *report) {
    const bench_live *live = report->live;
    int text = live->text;
    report->complete = 1;
    const int code = write_outputs(report, live->outputs, live->output_count, &text);
    if (code == EXIT_DONE && text) live->end(report, live->again, stdout);
    return code;
}

int bench_run(bench_report *report, bench_live *live, const void *words) {
    temporary_folder folder = {"", 0, 0};
    char peers[4096] = "";
    live->text = !live->quiet;
    int code = check_outputs(live->outputs, live->output_count, &live->text);
    if (code == EXIT_DONE && live->peers) code = bench_find_peers(peers, sizeof peers);
    if (code != EXIT_DONE) return code;
    /* This forks: before the first OpenCL call. */
    const int reason = live->peers ? temporary_folder_make(&folder) : 0;
    if (reason != 0)
        return complain(EXIT_OTHER, "a temporary folder (TMPDIR) cannot be made: %s", strerror(reason));
    live->line = progress_start(live->quiet);
    report->live = live;
    bench_sign(report);
    code = live->measure(report, words, live->line);
    if (code == EXIT_DONE && live->peers) code = live->run_peers(report, peers, folder.path, live->line);
    progress_stop(live->line);
    live->line = NULL;
    temporary_folder_free(&folder);
    return code == EXIT_DONE ? finish(report) : code;
}
