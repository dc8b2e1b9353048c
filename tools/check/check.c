/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nearfield check: whether a device and its driver compute correctly, and which fast paths are safe. */
#include "check/check.h"

#include "check/probes.h"
#include "device/device.h"
#include "options/options.h"
#include "system/progress.h"

#include <nearfield/experimental/check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATHS_MOST = 32, PROBES_MOST = 64 };

typedef enum check_verdict { TRUSTED, UNTRUSTED, UNDECIDED, UNBUILT } check_verdict;

typedef struct check_findings {
    nf_context *context;
    const nf_probe_info *rows;
    size_t count;
    nf_finding findings[PROBES_MOST];
    nf_capability_info paths[PATHS_MOST];
    size_t path_count;
    nf_profile profile;
    char stored[1100]; /* the path of the profile, or why nothing was stored */
    int is_stored;
    size_t undecided;
    check_verdict verdict;
} check_findings;

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

static void print_text(const check_findings *r) {
    const nf_device_info *d = nf_context_device(r->context);
    printf("nearfield %s\n%s\n%s, driver %s\n\n", nf_version(), d->name, d->platform_name, d->driver);
    for (size_t k = 0; k < r->count; k++)
        printf("  %-13s %-9s %s\n  %-13s %-9s   %s\n", r->rows[k].name, outcomes[r->findings[k].outcome],
               r->rows[k].proves, "", "", r->findings[k].why);
    if (r->path_count) printf("\nfast paths\n");
    for (size_t k = 0; k < r->path_count; k++)
        printf("  %-13s %-9s %s\n  %-13s %-9s   %s\n", r->paths[k].name, is_on(r, k) ? "on" : "off",
               r->paths[k].meaning, "", "", reason(r, k));
    printf("\n%s\n%s%s\n", verdicts[r->verdict], r->is_stored ? "Stored in " : "Not stored: ", r->stored);
    printf("%s\n", nf_context_note(r->context));
}

static void print_json(const check_findings *r) {
    static const char *const words[] = {"not_run", "holds",   "fails",    "stopped",
                                        "crashed", "unbuilt", "undecided"};
    json_out out = {.to = stdout}, *j = &out;
    json_open(j, NULL, '{');
    json_text(j, "version", nf_version());
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
    putchar('\n');
}

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

static int is_host(const check_findings *r) { return !nf_context_device(r->context)->device; }

/* What would be the name of a profile. */
static nf_status conclude_on_host(check_findings *r) {
    const nf_device_info *d = nf_context_device(r->context);
    snprintf(r->profile.name, sizeof r->profile.name, "%s", d->name);
    snprintf(r->profile.vendor, sizeof r->profile.vendor, "%s", d->vendor);
    snprintf(r->profile.platform, sizeof r->profile.platform, "%s", d->platform_name);
    snprintf(r->profile.driver, sizeof r->profile.driver, "%s", d->driver);
    snprintf(r->stored, sizeof r->stored, "the host has no profile and no fast paths");
    return NF_OK;
}

/* Stores the verdict in the profile of the device, unless it is undecided or nothing could be built. */
static nf_status conclude(check_findings *r) {
    r->verdict = judge(r);
    if (is_host(r)) return conclude_on_host(r);
    nf_status status = nf_profile_stored(r->context, &r->profile, NULL);
    if (status == NF_OK) status = nf_capabilities(r->context, r->paths, PATHS_MOST, &r->path_count);
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

/* The host has to be named; it has kernels if the library was built with clang. */
static nf_status open_checked(const nf_context_options *options, nf_context **context, char *message,
                              size_t size) {
    if (!options->device) return open_device(options, context, message, size);
    const nf_status status = nf_context_create(options, context, message, size);
    if (status != NF_OK || strcmp(nf_context_device(*context)->version, "plain C") != 0) return status;
    nf_context_free(*context);
    snprintf(message, size, "the host computes in plain C here, and has no kernels to check");
    return NF_ERROR_NO_DEVICE;
}

static int check(const char *device, const probe_limits *limits, int json) {
    char message[640];
    static check_findings r; /* static because it is large; a process checks once */
    const nf_context_options options = {.device = device, .self_check = -1};
    nf_status status = open_checked(&options, &r.context, message, sizeof message);
    if (status != NF_OK) return complain(exit_code_of(status), "%s", message);
    int code = EXIT_DONE;
    r.rows = nf_probes(&r.count);
    if (r.count > PROBES_MOST) r.count = PROBES_MOST;
    progress *bar = progress_start(json);
    const int ran = run_probes(device, limits, r.findings, &r.undecided, seen, bar);
    progress_stop(bar);
    if (!ran) code = complain(EXIT_OTHER, "cannot start a process for the probes");
    else if ((status = conclude(&r)) != NF_OK)
        code = complain(exit_code_of(status), "%s", nf_context_error(r.context));
    if (code == EXIT_DONE) {
        if (json) print_json(&r);
        else print_text(&r);
        if (r.verdict != TRUSTED) code = EXIT_OTHER;
    }
    nf_context_free(r.context);
    return code;
}

int command_check(int argc, char **argv) {
    const char *device = NULL, *probe = NULL, *limit_words = NULL;
    probe_limits limits = probe_limits_default;
    int json = 0;
    size_t operands = 0;
    /* The last two rows are for the child processes and for tests; --help leaves them out. */
    const option_row rows[] = {
        {"device", 'd', "X", "a device by index or by part of a name (nearfield devices)", &device, NULL},
        {"json", 0, NULL, "one JSON object on standard output", NULL, &json},
        {"probe", 0, "N", "run the probes from number N on in this process, and print what they find", &probe,
         NULL},
        {"limits", 0, "C,S", "seconds of processor time, and of wall time, for a probe", &limit_words, NULL}};
    const option_table table = {
        rows, sizeof rows / sizeof *rows, .hidden = 2,
        .head =
            "nearfield check: whether a device and its driver compute correctly, and which fast paths are "
            "safe\n\nusage: nearfield check [options]\n\n",
        .foot = "\nThe verdict is stored with the tuning (below ~/.config/nearfield) and used from then on: "
                "fast paths\nare used where they were proved.  Exit code 1: results cannot be trusted on "
                "this device.\n"};
    const int code = read_options(argc, argv, &table, NULL, 0, &operands);
    if (code != EXIT_DONE) return code;
    if (probe) return answer_probes(device, strtoul(probe, NULL, 10));
    if (limit_words && sscanf(limit_words, "%lf,%lf", &limits.cpu_seconds, &limits.clock_seconds) != 2)
        return complain(EXIT_USAGE, "--limits takes two numbers: 20,180");
    return check(device, &limits, json);
}
