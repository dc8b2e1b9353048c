/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* What the commands of the benchmark share: numbers of options, and files of reports. */
#include "aside.h"
#include "bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

int bench_read_number(const char *option, const char *word, double least, double most, double *value) {
    char *end = NULL;
    if (!word) return NF_EXIT_DONE;
    *value = strtod(word, &end);
    if (end == word || *end || !(*value >= least && *value <= most))
        return complain(NF_EXIT_USAGE, "--%s takes a number from %g to %g, not \"%s\"", option, least, most,
                        word);
    return NF_EXIT_DONE;
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
    return complain(NF_EXIT_OTHER, "%s cannot be written: %s", path, strerror(reason));
}

int bench_check_outputs(const bench_output *outputs, size_t count) {
    for (size_t k = 0; k < count; k++) {
        const char *path = outputs[k].path;
        io_aside aside;
        for (size_t before = 0; before < k && path; before++)
            if (outputs[before].path && strcmp(outputs[before].path, path) == 0)
                return complain(NF_EXIT_USAGE, "one report alone can go to %s",
                                is_file(path) ? path : "standard output");
        const int reason = is_file(path) ? io_aside_open(&aside, path) : 0;
        if (reason != 0) return cannot(path, reason);
        if (is_file(path)) io_aside_drop(&aside);
    }
    return NF_EXIT_DONE;
}

/* A file is written under another name, and renamed when it is complete. */
static int write_output(const bench_report *report, const bench_output *one) {
    io_aside aside;
    if (!is_file(one->path)) {
        one->write(report, stdout);
        return NF_EXIT_DONE;
    }
    int reason = io_aside_open(&aside, one->path);
    if (reason != 0) return cannot(one->path, reason);
    io_aside_remove_on_signal(&aside);
    FILE *to = io_aside_stream(&aside);
    if (to) one->write(report, to);
    reason = io_aside_commit_stream(&aside, to);
    return reason == 0 ? NF_EXIT_DONE : cannot(one->path, reason);
}

int bench_write_outputs(const bench_report *report, const bench_output *outputs, size_t count, int *text) {
    int code = NF_EXIT_DONE;
    for (size_t k = 0; k < count && code == NF_EXIT_DONE; k++) {
        if (!outputs[k].path) continue;
        if (!is_file(outputs[k].path)) *text = 0;
        code = write_output(report, &outputs[k]);
    }
    return code;
}
