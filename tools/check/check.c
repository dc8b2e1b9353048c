/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nearfield check: whether a device and its driver compute correctly, and which fast paths are safe. */
#include "check/check.h"

#include "check/probes.h"
#include "device/device.h"
#include "options/options.h"
#include "system/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static check_verdict judge(const check_findings *r) {
    size_t ran = 0, unbuilt = 0, bad = 0, open = 0;
    for (size_t k = 0; k < r->count; k++) {
        const nf_outcome outcome = r->findings[k].outcome;
        const int open_one = outcome == NF_PROBE_NOT_RUN || outcome == NF_PROBE_UNDECIDED;
        ran += !open_one;
        unbuilt += outcome == NF_PROBE_UNBUILT;
        bad += r->rows[k].needed && !open_one && outcome != NF_PROBE_HOLDS;
        open += r->rows[k].needed && open_one;
    }
    return ran && unbuilt == ran ? UNBUILT : bad ? UNTRUSTED : open ? UNDECIDED : TRUSTED;
}

/* Stores the verdict in the profile of the device, unless it is undecided or nothing could be built. */
static nf_status conclude(check_findings *r) {
    r->verdict = judge(r);
    nf_status status = nf_profile_stored(r->context, &r->profile, NULL);
    if (status == NF_OK) status = nf_capabilities(r->context, r->paths, CHECK_PATHS_MOST, &r->path_count);
    if (status == NF_OK) status = nf_probe_verdict(r->findings, &r->profile);
    if (status != NF_OK) return status;
    const int stands = r->verdict != UNBUILT && !r->undecided;
    r->is_stored = stands && nf_profile_store(r->context, &r->profile) == NF_OK;
    snprintf(r->stored, sizeof r->stored, "%s",
             r->is_stored ? nf_profile_path(r->context)
             : stands     ? nf_context_error(r->context)
                          : "the findings do not decide anything");
    return NF_OK;
}

static void seen(void *user, size_t number) { progress_step(user, nf_probes(NULL)[number].name); }

/* `report` is open, or NULL. */
static int check(const char *device, const probe_limits *limits, int json, check_report_file *report,
                 const char *path, double bench_seconds) {
    char message[640];
    static check_findings r; /* static because it is large; a process checks once */
    const nf_context_options options = {.device = device, .self_check = -1};
    nf_status status = open_device(&options, &r.context, message, sizeof message);
    if (status != NF_OK) return complain(exit_code_of(status), "%s", message);
    int code = EXIT_DONE;
    r.rows = nf_probes(&r.count);
    if (r.count > CHECK_PROBES_MOST) r.count = CHECK_PROBES_MOST;
    progress *bar = progress_start(json);
    const int ran = run_probes(device, limits, r.findings, &r.undecided, seen, bar);
    progress_stop(bar);
    if (!ran) code = complain(EXIT_OTHER, "cannot start a process for the probes");
    else if ((status = conclude(&r)) != NF_OK)
        code = complain(exit_code_of(status), "%s", nf_context_error(r.context));
    if (code == EXIT_DONE) {
        json_out out = {.to = stdout};
        if (json) check_print_json(&out, NULL, &r), printf("\n");
        else check_print(&r);
        if (r.verdict != TRUSTED) code = EXIT_OTHER;
        const int wrote = report ? check_report_write(report, &r, device, path, bench_seconds) : EXIT_DONE;
        if (wrote != EXIT_DONE) code = wrote;
        else if (report && !json) printf("The report is in %s.\n", path);
    }
    nf_context_free(r.context);
    return code;
}

int command_check(int argc, char **argv) {
    const char *device = NULL, *probe = NULL, *limit_words = NULL, *path = NULL, *seconds = NULL;
    probe_limits limits = probe_limits_default;
    double bench_seconds = 60;
    int json = 0, compare = 0;
    size_t operands = 0;
    /* The last three rows are for the child processes and for tests; --help leaves them out. */
    const option_row rows[] = {
        {"device", 'd', "X", "a device by index or by part of a name (nearfield devices)", &device, NULL},
        {"json", 0, NULL, "one JSON object on standard output", NULL, &json},
        {"report", 0, "FILE", "also write a report to a file: device, verdicts, tests and a benchmark", &path,
         NULL},
        {"seconds", 0, "T", "about how long the report's benchmark may take (60; 0: none)", &seconds, NULL},
        {"probe", 0, "N", "run the probes from number N on in this process, and print what they find", &probe,
         NULL},
        {"limits", 0, "C,S", "seconds of processor time, and of wall time, for a probe", &limit_words, NULL},
        {"compare", 0, NULL, "compare pairs with plain C in this process", NULL, &compare}};
    const option_table table = {
        rows, sizeof rows / sizeof *rows, .hidden = 3,
        .head =
            "nearfield check: whether a device and its driver compute correctly, and which fast paths are "
            "safe\n\nusage: nearfield check [options]\n\n",
        .foot = "\nThe verdict is stored with the tuning (below ~/.config/nearfield) and used from then on: "
                "fast paths\nare used where they were proved.  Exit code 1: results cannot be trusted on "
                "this device.\n"};
    const int code = read_options(argc, argv, &table, NULL, 0, &operands);
    if (code != EXIT_DONE) return code;
    if (probe) return answer_probes(device, strtoul(probe, NULL, 10));
    if (compare) return check_compare(device);
    if (limit_words && sscanf(limit_words, "%lf,%lf", &limits.cpu_seconds, &limits.clock_seconds) != 2)
        return complain(EXIT_USAGE, "--limits takes two numbers: 20,180");
    if (read_seconds(seconds, 0, &bench_seconds) != EXIT_DONE) return EXIT_USAGE;
    if (seconds && !path)
        return complain(EXIT_USAGE, "--seconds is for the benchmark of --report FILE, which is missing");
    check_report_file report;
    if (!path) return check(device, &limits, json, NULL, NULL, 0);
    int ended = check_report_begin(&report, path);
    if (ended != EXIT_DONE) return ended;
    ended = check(device, &limits, json, &report, path, bench_seconds);
    check_report_end(&report);
    return ended;
}

static const char *const verdicts[] = {
    [TRUSTED] = "Results can be trusted on this device.",
    [UNTRUSTED] =
        "RESULTS CANNOT BE TRUSTED on this device: a probe that every kernel relies on does not hold.",
    [UNDECIDED] =
        "Nothing is decided: a probe that every kernel relies on gave no result, or two different ones.  Try "
        "again.",
    [UNBUILT] =
        "This driver builds no kernels, so nothing could be tested.  nearfield pairs --device host gives the "
        "same\n"
        "results without OpenCL.  PoCL 1.8 (Ubuntu 22.04) and older do not support recent processors; PoCL "
        "3.1 and\n"
        "newer are in Debian 12, Ubuntu 24.04 and later, in conda-forge (the package pocl), and at\n"
        "https://portablecl.org."};

static const char *const outcomes[] = {
    [NF_PROBE_NOT_RUN] = "not run",    [NF_PROBE_HOLDS] = "holds",     [NF_PROBE_FAILS] = "FAILS",
    [NF_PROBE_STOPPED] = "HANGS",      [NF_PROBE_CRASHED] = "CRASHES", [NF_PROBE_UNBUILT] = "UNBUILT",
    [NF_PROBE_UNDECIDED] = "undecided"};

/* A path without a verdict is on or off as the library assumes.  A path that is refused for this driver stays off. */
static int is_assumed(const check_findings *r, size_t path) { return !(r->profile.checked >> path & 1); }
static int is_refused(const check_findings *r, size_t path) {
    return strcmp(r->paths[path].source, "driver") == 0;
}
static int is_on(const check_findings *r, size_t path) {
    return is_assumed(r, path) ? r->paths[path].usable
                               : (int)(r->profile.proved >> path & 1) && !is_refused(r, path);
}

/* Whether one of the path's probes has this outcome. */
static int has_outcome(const check_findings *r, size_t path, nf_outcome outcome) {
    for (size_t k = 0; k < r->count; k++)
        if (r->findings[k].outcome == outcome && strcmp(r->rows[k].decides, r->paths[path].name) == 0)
            return 1;
    return 0;
}

/* Why a fast path is on or off. */
static const char *reason(const check_findings *r, size_t path) {
    const char *why = "the device does not offer it";
    if (is_refused(r, path)) return "known to fail with this version of the driver";
    if (is_assumed(r, path)) return "assumed; none of its probes ran";
    if (is_on(r, path) && has_outcome(r, path, NF_PROBE_HOLDS)) return "proved by the probes above";
    if (is_on(r, path)) return "proved before; none of its probes ran now";
    for (size_t k = 0; k < r->count; k++) {
        if (strcmp(r->rows[k].decides, r->paths[path].name) != 0) continue;
        if (r->findings[k].outcome == NF_PROBE_UNDECIDED) why = "undecided by the probes above";
        else if (r->findings[k].outcome > NF_PROBE_HOLDS) return "a probe above fails";
        if (r->findings[k].outcome == NF_PROBE_HOLDS && !has_outcome(r, path, NF_PROBE_UNDECIDED))
            why = strcmp(r->paths[path].name, "subgroups") == 0
                      ? "CPUs use kernels of one work-item"
                      : "not used on CPUs: when a core is taken away, all work-groups that wait for it stop";
    }
    return why;
}

void check_print(const check_findings *r) {
    const nf_device_info *d = nf_context_device(r->context);
    printf("%s\n%s, driver %s\n\n", d->name, d->platform_name, d->driver);
    for (size_t k = 0; k < r->count; k++)
        printf("  %-13s %-9s %s\n  %-13s %-9s   %s\n", r->rows[k].name, outcomes[r->findings[k].outcome],
               r->rows[k].proves, "", "", r->findings[k].why);
    printf("\nfast paths\n");
    for (size_t k = 0; k < r->path_count; k++)
        printf("  %-13s %-9s %s\n  %-13s %-9s   %s\n", r->paths[k].name, is_on(r, k) ? "on" : "off",
               r->paths[k].meaning, "", "", reason(r, k));
    printf("\n%s\n%s%s\n", verdicts[r->verdict], r->is_stored ? "Stored in " : "Not stored: ", r->stored);
    printf("%s\n", nf_context_note(r->context));
}

void check_print_json(json_out *j, const char *name, const check_findings *r) {
    static const char *const words[] = {"not_run", "holds",   "fails",    "stopped",
                                        "crashed", "unbuilt", "undecided"};
    json_open(j, name, '{');
    json_text(j, "name", r->profile.name);
    json_text(j, "vendor", r->profile.vendor);
    json_text(j, "platform", r->profile.platform);
    json_text(j, "driver", r->profile.driver);
    json_open(j, "probes", '[');
    for (size_t k = 0; k < r->count; k++) {
        json_open(j, NULL, '{');
        json_truth(j, "needed", r->rows[k].needed);
        json_text(j, "name", r->rows[k].name);
        json_text(j, "proves", r->rows[k].proves);
        json_text(j, "decides", r->rows[k].decides);
        json_text(j, "verdict", words[r->findings[k].outcome]);
        json_text(j, "why", r->findings[k].why);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_open(j, "capabilities", '{');
    for (size_t k = 0; k < r->path_count; k++) json_truth(j, r->paths[k].name, is_on(r, k));
    json_close(j, '}');
    json_truth(j, "trusted", r->verdict == TRUSTED);
    json_truth(j, "decided", !r->undecided);
    json_truth(j, "builds", r->verdict != UNBUILT);
    if (r->is_stored) json_text(j, "stored", r->stored);
    json_close(j, '}');
}
