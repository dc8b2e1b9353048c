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
    /* This forks: before the progress line, which is a thread, and before the first OpenCL call. */
    const int reason = live->needs_folder || live->peers ? temporary_folder_make(&folder) : 0;
    if (reason != 0)
        return complain(EXIT_OTHER, "a temporary folder (TMPDIR) cannot be made: %s", strerror(reason));
    live->line = progress_start(live->quiet);
    report->live = live;
    bench_sign(report);
    code = live->measure(report, words, &folder, live->line);
    if (code == EXIT_DONE && live->peers) code = live->run_peers(report, peers, folder.path, live->line);
    progress_stop(live->line);
    live->line = NULL;
    temporary_folder_free(&folder);
    return code == EXIT_DONE ? finish(report) : code;
}
