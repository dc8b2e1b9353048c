/* nearfield check: what device and driver can be trusted with. */
#include "json.h"
#include "probes.h"
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPABILITIES_MOST = 32, PROBES_MOST = 64 };

typedef struct report {
    nf_context *context;
    const nf_check_info *rows;
    size_t count;
    nf_finding findings[PROBES_MOST];
    nf_capability_info paths[CAPABILITIES_MOST];
    size_t path_count;
    nf_profile profile;
    char stored[1100]; /* where, or why not */
    int is_stored, trusted;
} report;

static const char *const outcomes[] = {[NF_CHECK_NOT_RUN] = "not run",
                                       [NF_CHECK_HOLDS] = "holds",
                                       [NF_CHECK_FAILS] = "FAILS",
                                       [NF_CHECK_STOPPED] = "HANGS",
                                       [NF_CHECK_CRASHED] = "CRASHES"};

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
    printf(
        "\n%s\n%s%s\n",
        r->trusted
            ? "Results can be trusted on this device."
            : "RESULTS CANNOT BE TRUSTED on this device: a probe that every kernel relies on does not hold.",
        r->is_stored ? "Stored in " : "Not stored: ", r->stored);
}

static void print_member(const char *name, const char *text) {
    printf(",\"%s\":", name);
    json_string(stdout, text);
}

static void print_json(const report *r) {
    static const char *const words[] = {"not_run", "holds", "fails", "stopped", "crashed"};
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
    printf("},\"trusted\":%s", r->trusted ? "true" : "false");
    if (r->is_stored) print_member("stored", r->stored);
    printf("}\n");
}

/* The verdict joins what is stored of this device. */
static nf_status conclude(report *r) {
    r->trusted = 1;
    for (size_t k = 0; k < r->count; k++)
        if (r->rows[k].needed && r->findings[k].outcome != NF_CHECK_HOLDS) r->trusted = 0;
    nf_status status = nf_profile_stored(r->context, &r->profile);
    if (status == NF_OK) status = nf_capabilities(r->context, r->paths, CAPABILITIES_MOST, &r->path_count);
    if (status != NF_OK) return status;
    (void)nf_check_verdict(r->findings, &r->profile);
    r->is_stored = nf_profile_store(r->context, &r->profile) == NF_OK;
    snprintf(r->stored, sizeof r->stored, "%s",
             r->is_stored ? nf_profile_path(r->context) : nf_context_error(r->context));
    return NF_OK;
}

static void seen(void *user, size_t number) { progress_step(user, nf_checks(NULL)[number].name); }

static int check(const char *device, int json) {
    char message[640];
    static report r; /* large, and once a process */
    const nf_context_options options = {.device = device, .self_check = -1};
    nf_status status = nf_context_create(&options, &r.context, message, sizeof message);
    if (status != NF_OK) return complain(exit_code_of(status), "%s", message);
    int code = NF_EXIT_DONE;
    r.rows = nf_checks(&r.count);
    if (r.count > PROBES_MOST) r.count = PROBES_MOST;
    progress *bar = progress_start(json);
    const int ran = run_probes(device, r.findings, seen, bar);
    progress_stop(bar);
    if (!ran) code = complain(NF_EXIT_OTHER, "a process for the probes cannot be started");
    else if ((status = conclude(&r)) != NF_OK)
        code = complain(exit_code_of(status), "%s", nf_context_error(r.context));
    if (code == NF_EXIT_DONE) {
        (json ? print_json : print_table)(&r);
        if (!r.trusted) code = NF_EXIT_OTHER;
    }
    nf_context_free(r.context);
    return code;
}

int command_check(int argc, char **argv) {
    const char *device = NULL, *probe = NULL;
    int json = 0, help = 0;
    size_t operands = 0;
    /* The last row is for the command itself, which starts itself again to be watched. */
    const option_row rows[] = {
        {"device", 'd', "X", "a device by index or by part of a name (nearfield devices)", &device, NULL},
        {"json", 0, NULL, "one JSON object on standard output", NULL, &json},
        {"probe", 0, "N", "run the probes from number N on in this process, and say what they find", &probe,
         NULL}};
    const int code = read_options(argc, argv, rows, 3, NULL, 0, &operands, &help);
    if (code != NF_EXIT_DONE) return code;
    if (help) {
        printf("nearfield check: what device and driver can be trusted with, in a few seconds\n\n"
               "usage: nearfield check [options]\n\n");
        print_options(rows, 3);
        printf("\nThe verdict is stored with the tuning (below ~/.config/nearfield) and used from then on: "
               "fast paths\n"
               "are taken where they were proved.  Exit code 1: results cannot be trusted on this device.\n");
        return NF_EXIT_DONE;
    }
    if (probe) return answer_probes(device, strtoul(probe, NULL, 10));
    return check(device, json);
}
