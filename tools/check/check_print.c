/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Prints the findings of nearfield check as a table and as JSON. */
#include "check/check_findings.h"

#include <string.h>

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
