/* nearfield check: what device and driver can be trusted with. */
#include "json.h"
#include "probes.h"
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPABILITIES_MOST = 32, PROBES_MOST = 64 };

typedef enum verdict { TRUSTED, UNTRUSTED, UNDECIDED, UNBUILT } verdict;

static const char *const verdicts[] = {
    [TRUSTED] = "Results can be trusted on this device.",
    [UNTRUSTED] =
        "RESULTS CANNOT BE TRUSTED on this device: a probe that every kernel relies on does not hold.",
    [UNDECIDED] =
        "Nothing is decided: a probe that every kernel relies on failed once and held once.  Try again.",
    [UNBUILT] =
        "This driver builds no kernels, so that nothing could be tried.  Without OpenCL the same answers "
        "come\n"
        "from nearfield pairs --device host.  PoCL 1.8 (Ubuntu 22.04) and older know no newer processors: "
        "PoCL 3.1\n"
        "and newer come with Debian 12, Ubuntu 24.04 and later ones, with conda-forge (the package pocl), "
        "or from\n"
        "https://portablecl.org."};

typedef struct report {
    nf_context *context;
    const nf_check_info *rows;
    size_t count;
    nf_finding findings[PROBES_MOST];
    nf_capability_info paths[CAPABILITIES_MOST];
    size_t path_count;
    nf_profile profile;
    char stored[1100]; /* where, or why not */
    int is_stored;
    size_t undecided;
    verdict verdict;
} report;

static const char *const outcomes[] = {
    [NF_CHECK_NOT_RUN] = "not run", [NF_CHECK_HOLDS] = "holds",     [NF_CHECK_FAILS] = "FAILS",
    [NF_CHECK_STOPPED] = "HANGS",   [NF_CHECK_CRASHED] = "CRASHES", [NF_CHECK_UNBUILT] = "UNBUILT"};

static int is_proved(const report *r, size_t path) { return (int)(r->profile.proved >> path & 1); }

/* Why a fast path is on or off. */
static const char *reason(const report *r, size_t path) {
    const char *why = "nothing here offers it";
    if (is_proved(r, path)) return "proved by the probes above";
    for (size_t k = 0; k < r->count; k++) {
        if (strcmp(r->rows[k].decides, r->paths[path].name) != 0) continue;
        if (r->findings[k].outcome > NF_CHECK_HOLDS) return "a probe above says no";
        if (r->findings[k].outcome == NF_CHECK_HOLDS)
            why = strcmp(r->paths[path].name, "subgroups") == 0
                      ? "CPUs take kernels of one work-item"
                      : "CPUs do not wait: where a core is taken away, all that wait for it stand still";
    }
    return why;
}

static void print_table(const report *r) {
    const nf_device_info *d = nf_context_device(r->context);
    printf("%s\n%s, driver %s\n\n", d->name, d->platform_name, d->driver);
    for (size_t k = 0; k < r->count; k++)
        printf("  %-13s %-8s %s\n  %-13s %-8s   %s\n", r->rows[k].name, outcomes[r->findings[k].outcome],
               r->rows[k].proves, "", "", r->findings[k].why);
    printf("\nfast paths\n");
    for (size_t k = 0; k < r->path_count; k++)
        printf("  %-13s %-8s %s\n  %-13s %-8s   %s\n", r->paths[k].name, is_proved(r, k) ? "on" : "off",
               r->paths[k].meaning, "", "", reason(r, k));
    printf("\n%s\n%s%s\n", verdicts[r->verdict], r->is_stored ? "Stored in " : "Not stored: ", r->stored);
}

static void print_member(const char *name, const char *text) {
    printf(",\"%s\":", name);
    json_string(stdout, text);
}

static void print_json(const report *r) {
    static const char *const words[] = {"not_run", "holds", "fails", "stopped", "crashed", "unbuilt"};
    printf("{\"name\":");
    json_string(stdout, r->profile.name);
    print_member("vendor", r->profile.vendor);
    print_member("platform", r->profile.platform);
    print_member("driver", r->profile.driver);
    printf(",\"probes\":[");
    for (size_t k = 0; k < r->count; k++) {
        printf("%s{\"needed\":%s", k ? "," : "", r->rows[k].needed ? "true" : "false");
        print_member("name", r->rows[k].name);
        print_member("proves", r->rows[k].proves);
        print_member("decides", r->rows[k].decides);
        print_member("verdict", words[r->findings[k].outcome]);
        print_member("why", r->findings[k].why);
        printf("}");
    }
    printf("],\"capabilities\":{");
    for (size_t k = 0; k < r->path_count; k++)
        printf("%s\"%s\":%s", k ? "," : "", r->paths[k].name, is_proved(r, k) ? "true" : "false");
    printf("},\"trusted\":%s,\"decided\":%s,\"builds\":%s", r->verdict == TRUSTED ? "true" : "false",
           r->undecided ? "false" : "true", r->verdict == UNBUILT ? "false" : "true");
    if (r->is_stored) print_member("stored", r->stored);
    printf("}\n");
}

static verdict judge(const report *r) {
    size_t ran = 0, unbuilt = 0, bad = 0, open = 0;
    for (size_t k = 0; k < r->count; k++) {
        const nf_outcome outcome = r->findings[k].outcome;
        ran += outcome != NF_CHECK_NOT_RUN;
        unbuilt += outcome == NF_CHECK_UNBUILT;
        bad += r->rows[k].needed && outcome > NF_CHECK_HOLDS;
        open += r->rows[k].needed && outcome == NF_CHECK_NOT_RUN;
    }
    return ran && unbuilt == ran ? UNBUILT : bad ? UNTRUSTED : open ? UNDECIDED : TRUSTED;
}

/* The verdict joins what is stored of this device, where it is one. */
static nf_status conclude(report *r) {
    r->verdict = judge(r);
    nf_status status = nf_profile_stored(r->context, &r->profile);
    if (status == NF_OK) status = nf_capabilities(r->context, r->paths, CAPABILITIES_MOST, &r->path_count);
    if (status == NF_OK) status = nf_check_verdict(r->findings, &r->profile);
    if (status != NF_OK) return status;
    const int stands = r->verdict != UNBUILT && !r->undecided;
    r->is_stored = stands && nf_profile_store(r->context, &r->profile) == NF_OK;
    snprintf(r->stored, sizeof r->stored, "%s",
             r->is_stored ? nf_profile_path(r->context)
             : stands     ? nf_context_error(r->context)
                          : "what was found is no verdict");
    return NF_OK;
}

static void seen(void *user, size_t number) { progress_step(user, nf_checks(NULL)[number].name); }

static int check(const char *device, const probe_limits *limits, int json) {
    char message[640];
    static report r; /* large, and once a process */
    const nf_context_options options = {.device = device, .self_check = -1};
    nf_status status = nf_context_create(&options, &r.context, message, sizeof message);
    if (status != NF_OK) return complain(exit_code_of(status), "%s", message);
    int code = NF_EXIT_DONE;
    r.rows = nf_checks(&r.count);
    if (r.count > PROBES_MOST) r.count = PROBES_MOST;
    progress *bar = progress_start(json);
    const int ran = run_probes(device, limits, r.findings, &r.undecided, seen, bar);
    progress_stop(bar);
    if (!ran) code = complain(NF_EXIT_OTHER, "a process for the probes cannot be started");
    else if ((status = conclude(&r)) != NF_OK)
        code = complain(exit_code_of(status), "%s", nf_context_error(r.context));
    if (code == NF_EXIT_DONE) {
        (json ? print_json : print_table)(&r);
        if (r.verdict != TRUSTED) code = NF_EXIT_OTHER;
    }
    nf_context_free(r.context);
    return code;
}

int command_check(int argc, char **argv) {
    const char *device = NULL, *probe = NULL, *seconds = NULL;
    probe_limits limits = probe_limits_default;
    int json = 0, help = 0;
    size_t operands = 0;
    /* The last rows are for the command itself, which starts itself again to be watched, and for its tests. */
    const option_row rows[] = {
        {"device", 'd', "X", "a device by index or by part of a name (nearfield devices)", &device, NULL},
        {"json", 0, NULL, "one JSON object on standard output", NULL, &json},
        {"probe", 0, "N", "run the probes from number N on in this process, and say what they find", &probe,
         NULL},
        {"limits", 0, "C,S", "seconds of processor time, and of the clock, for a probe", &seconds, NULL}};
    const int code = read_options(argc, argv, rows, sizeof rows / sizeof *rows, NULL, 0, &operands, &help);
    if (code != NF_EXIT_DONE) return code;
    if (help) {
        printf("nearfield check: what device and driver can be trusted with, in a few seconds\n\n"
               "usage: nearfield check [options]\n\n");
        print_options(rows, 2);
        printf("\nThe verdict is stored with the tuning (below ~/.config/nearfield) and used from then on: "
               "fast paths\n"
               "are taken where they were proved.  Exit code 1: results cannot be trusted on this device.\n");
        return NF_EXIT_DONE;
    }
    if (probe) return answer_probes(device, strtoul(probe, NULL, 10));
    if (seconds && sscanf(seconds, "%lf,%lf", &limits.cpu_seconds, &limits.clock_seconds) != 2)
        return complain(NF_EXIT_USAGE, "--limits wants two numbers: 20,180");
    return check(device, &limits, json);
}
