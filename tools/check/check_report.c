/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Writes the file of nearfield check --report, which users send to report on their device. */
#include "check/check.h"

#include "device/device.h"
#include "system/child.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* ---- pairs compared with plain C ---------------------------------------------------------------------- */

static const struct {
    uint64_t n;
    int dims;
    nf_type type;
    double cutoff;
    nf_pairs_options options;
} trials[] = {
    {1000, 3, NF_FLOAT32, 0.1, {.method = NF_PAIRS_SEARCH}},
    {1000, 3, NF_FLOAT32, 0.1, {.method = NF_PAIRS_POTENTIAL}},
    {100000, 3, NF_FLOAT32, 0.05, {.method = NF_PAIRS_SEARCH}},
    {100000, 3, NF_FLOAT32, 0.05, {.method = NF_PAIRS_SEARCH, .cells_per_cutoff = 1, .sorted = 1}},
    {100000, 3, NF_FLOAT32, 0.002, {.method = NF_PAIRS_SEARCH}}, /* sparse */
    {50000, 2, NF_FLOAT32, 0.01, {.method = NF_PAIRS_SEARCH, .cells_per_cutoff = 3}},
    {3000, 1, NF_FLOAT32, 0.02, {.method = NF_PAIRS_SEARCH}},
    {1000, 3, NF_FLOAT64, 0.1, {.method = NF_PAIRS_POTENTIAL, .sorted = 1}},
    {100000, 3, NF_FLOAT64, 0.05, {.method = NF_PAIRS_SEARCH}},
    {100000, 3, NF_FLOAT64, 0.05, {.method = NF_PAIRS_SEARCH, .cells_per_cutoff = 2, .sorted = 1}},
    {50000, 2, NF_FLOAT64, 0.01, {.method = NF_PAIRS_SEARCH}},
};

/* Points of the unit cube; every third one is on a lattice, where many distances are equal. */
static void fill(void *to, nf_type type, uint64_t count) {
    uint32_t state = 20260101;
    for (uint64_t k = 0; k < count; k++) {
        state = state * 1664525U + 1013904223U;
        const uint32_t bits =
            k % 9 < 3 ? state >> 27 << 19 : state >> 8; /* 24 bits, exact in both precisions */
        const double value = (double)bits * 0x1p-24;
        if (type == NF_FLOAT64) ((double *)to)[k] = value;
        else ((float *)to)[k] = (float)value;
    }
}

/* Asks the question of a trial. */
static nf_status ask(nf_context *context, size_t number, const void *host, nf_result **result) {
    const nf_points points = {
        .n = trials[number].n, .dims = trials[number].dims, .type = trials[number].type, .host = host};
    nf_cloud *cloud = NULL;
    nf_status status = nf_cloud_create(context, &points, NULL, NULL, &cloud);
    if (status == NF_OK)
        status = nf_pairs(cloud, trials[number].cutoff, &trials[number].options, NULL, result);
    nf_cloud_free(cloud);
    return status;
}

/* Asks host and device; *same is 1 when all bytes are equal. */
static nf_status compare(nf_context *plain, nf_context *context, size_t number, uint64_t *total, int *same) {
    const uint64_t count = trials[number].n * (uint64_t)trials[number].dims;
    int32_t *got = NULL;
    nf_result *wanted = NULL, *result = NULL;
    void *host = malloc(count * sizeof(double));
    if (!host) return NF_ERROR_MEMORY;
    fill(host, trials[number].type, count);
    nf_status status = ask(plain, number, host, &wanted);
    if (status == NF_OK) status = ask(context, number, host, &result);
    *total = nf_result_total(result);
    if (status == NF_OK && !(got = malloc((*total + 1) * 2 * sizeof *got))) status = NF_ERROR_MEMORY;
    if (status == NF_OK) status = nf_result_read(result, NF_ARRAY_PAIRS, 0, *total, NULL, got);
    *same = status == NF_OK && *total == nf_result_total(wanted) &&
            memcmp(got, nf_result_array(wanted, NF_ARRAY_PAIRS).host, *total * 2 * sizeof *got) == 0;
    nf_result_free(result);
    nf_result_free(wanted);
    free(got);
    free(host);
    return status;
}

int check_compare(const char *device) {
    char message[640];
    nf_context *context = NULL, *plain = NULL;
    const nf_context_options options = {.device = device}, host = {.device = "host"};
    nf_status opened = nf_context_create(&options, &context, message, sizeof message);
    if (opened == NF_OK) opened = nf_context_create(&host, &plain, message, sizeof message);
    if (opened != NF_OK) return complain(exit_code_of(opened), "%s", message);
    json_out j = {.to = stdout};
    for (size_t k = 0; k < sizeof trials / sizeof *trials; k++) {
        const nf_pairs_options *asked = &trials[k].options;
        uint64_t total = 0;
        int same = 0;
        if (trials[k].type == NF_FLOAT64 && !nf_context_device(context)->fp64) continue;
        const nf_status status = compare(plain, context, k, &total, &same);
        json_open(&j, NULL, '{');
        json_count(&j, "points", trials[k].n);
        json_count(&j, "dims", (uint64_t)trials[k].dims);
        json_text(&j, "precision", trials[k].type == NF_FLOAT64 ? "double" : "single");
        json_real(&j, "cutoff", trials[k].cutoff);
        json_text(&j, "method", asked->method == NF_PAIRS_POTENTIAL ? "potential" : "search");
        json_count(&j, "cells_per_cutoff", (uint64_t)asked->cells_per_cutoff);
        json_truth(&j, "sorted", asked->sorted);
        json_count(&j, "pairs", total);
        json_text(&j, "status", nf_status_name(status));
        json_truth(&j, "same", same);
        json_text(&j, "why", status == NF_OK ? "" : nf_context_error(context));
        json_close(&j, '}');
        fflush(stdout); /* the next one may crash */
    }
    nf_context_free(context);
    nf_context_free(plain);
    return EXIT_DONE;
}

/* ---- the file ----------------------------------------------------------------------------------------- */

static void write_system(json_out *j) {
    struct utsname name;
    if (uname(&name) != 0) memset(&name, 0, sizeof name);
    json_open(j, "system", '{');
    json_text(j, "kernel", name.sysname);
    json_text(j, "release", name.release);
    json_text(j, "machine", name.machine);
    json_close(j, '}');
}

static void write_paths(json_out *j, nf_context *context) {
    const char *tuning = getenv("NEARFIELD_TUNING"), *paths = getenv("NEARFIELD_PATHS");
    json_open(j, "in_use", '{');
    json_text(j, "note", nf_context_note(context));
    json_text(j, "words", tuning ? tuning : "");
    json_text(j, "paths", paths ? paths : "");
    json_close(j, '}');
}

/* Writes the results of child processes: pairs compared with plain C, and the benchmark. */
static void write_runs(json_out *j, const char *device, const char *folder, double seconds) {
    enum { COMPARE_SECONDS = 600 };
    char found[300], said[300], time_words[40];
    const char *option = device ? "--device" : NULL;
    snprintf(found, sizeof found, "%s/found", folder);
    snprintf(said, sizeof said, "%s/said", folder);
    const char *const compare_words[] = {"check", "--compare", option, device, NULL};
    int code = run_self(compare_words, found, COMPARE_SECONDS);
    json_line(j);
    json_open(j, "tests", '[');
    json_file(j, NULL, found);
    json_close(j, ']');
    json_line(j);
    json_fixed(j, "tests_exit", 0, code);
    (void)remove(found);
    snprintf(time_words, sizeof time_words, "%g", seconds);
    const char *const bench_words[] = {"bench", "--seconds", time_words, "--json",
                                       found,   option,      device,     NULL};
    code = seconds > 0 ? run_self(bench_words, said, 20 * seconds + COMPARE_SECONDS) : 0;
    json_line(j);
    json_file(j, "bench", code == 0 && seconds > 0 ? found : NULL);
    json_line(j);
    json_fixed(j, "bench_exit", 0, code);
    (void)remove(found);
    (void)remove(said);
}

static void write_report(FILE *to, const check_findings *found, const char *device, const char *folder,
                         double seconds) {
    json_out j = {.to = to};
    json_open(&j, NULL, '{');
    json_text(&j, "schema", "nearfield-report");
    json_count(&j, "schema_version", 1);
    json_text(&j, "version", NF_VERSION_STRING);
    json_line(&j);
    write_system(&j);
    json_line(&j);
    json_open(&j, "device", '{');
    json_device(&j, nf_context_device(found->context));
    json_close(&j, '}');
    json_line(&j);
    check_print_json(&j, "check", found);
    json_line(&j);
    write_paths(&j, found->context);
    fflush(to);
    write_runs(&j, device, folder, seconds);
    json_close(&j, '}');
    fputc('\n', to);
}

static int cannot(const char *path, int reason) {
    return complain(EXIT_OTHER, "%s: the report cannot be written: %s", path, strerror(reason));
}

int check_report_begin(check_report_file *report, const char *path) {
    memset(report, 0, sizeof *report);
    int reason = temporary_folder_make(&report->folder);
    if (reason == 0) reason = atomic_file_open(&report->target, path);
    if (reason != 0) {
        temporary_folder_free(&report->folder);
        return cannot(path, reason);
    }
    atomic_file_remove_on_signal(&report->target);
    return EXIT_DONE;
}

int check_report_write(check_report_file *report, const check_findings *found, const char *device,
                       const char *path, double seconds) {
    FILE *to = atomic_file_stream(&report->target);
    if (to) write_report(to, found, device, report->folder.path, seconds);
    const int reason = atomic_file_commit_stream(&report->target, to);
    return reason == 0 ? EXIT_DONE : cannot(path, reason);
}

void check_report_end(check_report_file *report) {
    atomic_file_drop(&report->target);
    temporary_folder_free(&report->folder);
}
