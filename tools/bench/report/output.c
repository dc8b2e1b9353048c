/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the commands of the benchmark share: files of reports, and what is done behind each measurement. */
#include "system/atomic_file.h"
#include "bench/bench.h"

#include <string.h>
#include <time.h>

void bench_sign(bench_report *report) {
    const time_t now = time(NULL);
    struct tm utc;
    snprintf(report->version, sizeof report->version, "%s", nf_version());
    if (gmtime_r(&now, &utc)) strftime(report->when, sizeof report->when, "%Y-%m-%d %H:%M UTC", &utc);
}

/* ---- files --------------------------------------------------------------------------------------------- */

int bench_is_file(const char *path) { return path && strcmp(path, "-") != 0; }

static int cannot(const char *path, int reason) {
    return complain(NF_EXIT_OTHER, "%s cannot be written: %s", path, strerror(reason));
}

int bench_check_outputs(const bench_output *outputs, size_t count, int *text) {
    for (size_t k = 0; k < count; k++) {
        const char *path = outputs[k].path;
        if (path && !bench_is_file(path)) *text = 0;
        atomic_file target;
        for (size_t before = 0; before < k && path; before++)
            if (outputs[before].path && strcmp(outputs[before].path, path) == 0)
                return complain(NF_EXIT_USAGE, "one report alone can go to %s",
                                bench_is_file(path) ? path : "standard output");
        const int reason = bench_is_file(path) ? atomic_file_open(&target, path) : 0;
        if (reason != 0) return cannot(path, reason);
        if (bench_is_file(path)) atomic_file_drop(&target);
    }
    return NF_EXIT_DONE;
}

/* A file is written under another name, and renamed when it is complete. */
static int write_output(const bench_report *report, const bench_output *one) {
    atomic_file target;
    if (!bench_is_file(one->path)) {
        one->write(report, stdout);
        return NF_EXIT_DONE;
    }
    int reason = atomic_file_open(&target, one->path);
    if (reason != 0) return cannot(one->path, reason);
    atomic_file_remove_on_signal(&target);
    FILE *to = atomic_file_stream(&target);
    if (to) one->write(report, to);
    reason = atomic_file_commit_stream(&target, to);
    return reason == 0 ? NF_EXIT_DONE : cannot(one->path, reason);
}

int bench_write_outputs(const bench_report *report, const bench_output *outputs, size_t count, int *text) {
    int code = NF_EXIT_DONE;
    for (size_t k = 0; k < count && code == NF_EXIT_DONE; k++) {
        if (!outputs[k].path) continue;
        if (!bench_is_file(outputs[k].path)) *text = 0;
        code = write_output(report, &outputs[k]);
    }
    return code;
}

/* ---- while a run measures -------------------------------------------------------------------------------- */

/* Writes the files behind a measurement: they are whole reports at any time, so that a run that is ended loses nothing. */
static int keep(bench_report *report, const bench_live *live) {
    const size_t notes = report->note_count;
    int text = 0, code = NF_EXIT_DONE;
    bench_add_note(report, "bench", "the run was not complete when this was written");
    for (size_t k = 0; k < live->output_count && code == NF_EXIT_DONE; k++)
        if (bench_is_file(live->outputs[k].path))
            code = bench_write_outputs(report, &live->outputs[k], 1, &text);
    report->note_count = notes;
    return code;
}

int bench_step(bench_report *report) {
    const bench_live *live = report->live;
    if (!live) return NF_EXIT_DONE;
    if (live->text) {
        progress_clear(live->line);
        live->tell(report, stdout);
        (void)fflush(stdout);
    }
    return keep(report, live);
}

int bench_finish(bench_report *report, int again) {
    const bench_live *live = report->live;
    int text = live->text;
    report->complete = 1;
    const int code = bench_write_outputs(report, live->outputs, live->output_count, &text);
    if (code == NF_EXIT_DONE && text) live->end(report, again, stdout);
    return code;
}
