/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* nearfield tune: finds the fastest shapes of the kernels on a device. */
#include "system/clock.h"
#include "options/options.h"
#include "tune/interact.h"
#include "system/progress.h"
#include "device/device.h"
#include "tune/tune.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FAMILIES_MOST = 32, TUNABLES_MOST = 256, PATHS_MOST = 32 };

/* A run of the tuner: one family after the other, each within its share of the time and stored when it is done. */
typedef struct tune_run {
    const char *asked[FAMILIES_MOST]; /* families; none: all */
    size_t asked_count;
    double seconds;
    int quick, quiet;
    nf_context *context;
    nf_tunable_info infos[TUNABLES_MOST]; /* those that this device uses, of the families to be tuned */
    size_t count, first, next;            /* of all, and of the family at hand */
    size_t families;                      /* the number of families left, with that at hand */
    nf_profile profile;
    tune_job job;                  /* the work at hand, made when something has to be measured */
    int other;                     /* it is that of another size */
    double start, end, search_end; /* of all, and of the search in the family at hand */
    int tried, wrong, complete;
    int improved; /* the number of families with a shape that is faster than the defaults */
} tune_run;

/* ---- what is in use, and the stored profile ----------------------------------------------------------- */

/* Prints the strategies for sums that are stored. */
static void show_choices(tune_run *run) {
    if (nf_profile_stored(run->context, &run->profile, NULL) != NF_OK) return;
    for (uint32_t k = 0; k < run->profile.choice_count; k++) {
        if (k == 0) printf("\n  %-64s %s\n", "sums", "strategy");
        printf("  %-64s %s\n", run->profile.choices[k].name, run->profile.choices[k].choice);
    }
}

/* Prints the values in use and their sources. */
static int show_all(tune_run *run) {
    nf_context *context = run->context;
    const nf_device_info *d = nf_context_device(context);
    const char *path = nf_profile_path(context);
    nf_capability_info paths[PATHS_MOST];
    size_t count = 0, path_count = 0;
    nf_tunables(context, run->infos, TUNABLES_MOST, &count);
    nf_capabilities(context, paths, PATHS_MOST, &path_count);
    printf("%s\n%s, driver %s\n\n%s\n", d->name, d->platform_name, d->driver, nf_context_note(context));
    printf("\n  %-22s %8s %8s  %-8s %s\n", "tunable", "value", "default", "from", "worth trying");
    for (const nf_tunable_info *t = run->infos; t < run->infos + count; t++) {
        char name[64];
        snprintf(name, sizeof name, "%s.%s", t->family, t->name);
        printf("  %-22s %8d %8d  %-8s", name, t->value, t->default_value, t->source);
        for (int v = 0; v < t->value_count; v++) printf(" %d", t->values[v]);
        printf("%s\n", t->value_count ? "" : " (not used here)");
    }
    printf("\n  %-22s %8s  %s\n", "fast path", "", "from");
    for (size_t k = 0; k < path_count && k < PATHS_MOST; k++)
        printf("  %-22s %8s  %s\n", paths[k].name, paths[k].usable ? "on" : "off", paths[k].source);
    show_choices(run);
    if (access(path, F_OK) == 0) printf("\nStored for this device and driver: %s\n", path);
    else printf("\nNothing is stored for this device and driver.\n");
    return EXIT_DONE;
}

static int export_profile(tune_run *run, const char *path) {
    nf_context *context = run->context;
    int found = 0;
    nf_status status = nf_profile_stored(context, &run->profile, &found);
    if (status == NF_OK && !found)
        return complain(EXIT_OTHER,
                        "nothing is stored for this device and driver: run nearfield check or nearfield tune "
                        "first");
    if (status == NF_OK) status = nf_profile_write(context, &run->profile, path);
    return status == NF_OK ? EXIT_DONE : complain(exit_code_of(status), "%s", nf_context_error(context));
}

/* ---- the search --------------------------------------------------------------------------------------- */

static int may_go_on(void *user) { return now_seconds() < ((const tune_run *)user)->search_end; }

static nf_status measure(void *user, int other, const char *words, double *ns) {
    tune_run *t = user;
    nf_status status = NF_OK;
    int wrong = 0;
    t->tried++;
    if (t->other != other) tune_job_end(&t->job);
    t->other = other;
    if (!t->job.on.plain)
        status = tune_job_start(&t->job, t->context, t->infos[t->first].family, t->quick, other);
    if (status == NF_OK) status = tune_job_measure(&t->job, words, ns, &wrong);
    if (status == NF_ERROR_MEMORY && other) return NF_ERROR_UNSUPPORTED;
    if (wrong && t->wrong++ == 0)
        complain(
            EXIT_OTHER,
            "ANOTHER RESULT than the defaults with %s: this and others like it are not used, and that is a "
            "fault of the driver or of nearfield",
            words);
    return status;
}

/* Replaces the family's values in the profile by those found; if the defaults are faster, removes them.  If there was no
   time to find anything, the values of an earlier run stay. */
static void put(tune_run *t, const tune_result *r) {
    nf_profile *p = &t->profile;
    const char *family = t->infos[t->first].family;
    const size_t length = strlen(family);
    uint32_t kept = 0;
    if (!r->improved && !r->complete && !r->rejected) return;
    for (uint32_t k = 0; k < p->value_count; k++)
        if (strncmp(p->values[k].name, family, length) != 0 || p->values[k].name[length] != '.')
            p->values[kept++] = p->values[k];
    for (size_t k = t->first; r->improved && k < t->next && kept < NF_PROFILE_VALUES; k++, kept++) {
        snprintf(p->values[kept].name, sizeof p->values[kept].name, "%s.%s", family, t->infos[k].name);
        p->values[kept].value = r->values[k - t->first];
    }
    p->value_count = kept;
}

static void print(const tune_run *t, const tune_result *r) {
    printf("  %-12s %10.4f ms -> %10.4f ms  (%d tried%s)", t->infos[t->first].family, r->standard_ns * 1e-6,
           r->best_ns * 1e-6, r->tried + 1, r->complete ? "" : ", not all");
    for (size_t k = t->first; k < t->next; k++) printf(" %s=%d", t->infos[k].name, r->values[k - t->first]);
    puts(r->rejected    ? "  (the defaults: the faster values were slower at another size)"
         : !r->improved ? r->complete ? "  (the defaults)" : "  (nothing faster so far)"
                        : "");
    fflush(stdout);
}

static nf_status tune_family(tune_run *t) {
    const char *family = t->infos[t->first].family;
    const tune_plan plan = {measure, may_go_on, t};
    tune_result result;
    const double now = now_seconds();
    /* The comparison of the best with the defaults takes about as long as the search. */
    t->search_end = now + (t->end - now) / (double)t->families / 2;
    if (now >= t->end) {
        if (!t->quiet) printf("  %-12s no time was left\n", family);
        t->complete = 0;
        return NF_OK;
    }
    progress *shown = progress_start(t->quiet);
    progress_step(shown, family);
    nf_status status = tune_search(t->infos + t->first, t->next - t->first, &plan, &result);
    progress_stop(shown);
    tune_job_end(&t->job);
    const nf_status restored = nf_context_tune(t->context, NULL);
    if (status == NF_OK) status = restored;
    if (status != NF_OK) return status;
    t->complete &= result.complete;
    t->improved += result.improved;
    put(t, &result);
    if (*nf_profile_path(t->context)) status = nf_profile_store(t->context, &t->profile);
    if (!t->quiet) print(t, &result);
    return status;
}

/* The tunables of the families asked for, or all; without those that this device does not use. */
static int choose(tune_run *t) {
    int seen[FAMILIES_MOST] = {0};
    size_t count = 0;
    if (nf_tunables(t->context, t->infos, TUNABLES_MOST, &count) != NF_OK) return EXIT_OTHER;
    for (const nf_tunable_info *info = t->infos; info < t->infos + count; info++) {
        int is_asked = t->asked_count == 0;
        if (info->value_count == 0) continue;
        for (size_t k = 0; k < t->asked_count; k++)
            if (strcmp(info->family, t->asked[k]) == 0) is_asked = seen[k] = 1;
        if (!is_asked) continue;
        t->families += t->count == 0 || strcmp(info->family, t->infos[t->count - 1].family) != 0;
        t->infos[t->count++] = *info;
    }
    for (size_t k = 0; k < t->asked_count; k++)
        if (!seen[k])
            return complain(
                EXIT_USAGE,
                "there is no family \"%s\", or nothing of it is used on this device; see nearfield "
                "tune --show",
                t->asked[k]);
    return EXIT_DONE;
}

static int tune(tune_run *t) {
    const char *path = nf_profile_path(t->context);
    t->complete = 1;
    t->start = now_seconds();
    t->end = t->start + t->seconds;
    const int code = choose(t);
    if (code != EXIT_DONE) return code;
    nf_status status = nf_profile_stored(t->context, &t->profile, NULL);
    /* Stored before the search, so that a folder that cannot be written is reported at once. */
    if (status == NF_OK && *path) status = nf_profile_store(t->context, &t->profile);
    if (!t->quiet)
        printf("%s, driver %s\n", nf_context_device(t->context)->name, nf_context_device(t->context)->driver);
    for (; t->first < t->count && status == NF_OK; t->first = t->next, t->families--) {
        while (t->next < t->count && strcmp(t->infos[t->next].family, t->infos[t->first].family) == 0)
            t->next++;
        status = tune_family(t);
    }
    if (status != NF_OK) return complain(exit_code_of(status), "%s", nf_context_error(t->context));
    if (!t->quiet)
        printf("\n%d measured in %.1f s%s\n%s%s\n", t->tried, now_seconds() - t->start,
               t->complete ? "" : "; not all candidates were tried: --seconds gives more time",
               !*path         ? "Not stored: NEARFIELD_CONFIG is off, or there is no home folder"
               : !t->improved ? "Nothing faster than the defaults was found: no new shape is stored"
                              : "Stored in ",
               t->improved ? path : "");
    return t->wrong ? EXIT_OTHER : EXIT_DONE;
}

/* ---- the command -------------------------------------------------------------------------------------- */

int command_tune(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "interact") == 0) return command_tune_interact(argc - 1, argv + 1);
    const char *device = NULL, *seconds = NULL, *target = NULL;
    static tune_run t; /* static because it is large; a process tunes once */
    int show = 0, thorough = 0;
    const option_row rows[] = {
        {"device", 'd', "X", "a device by index or by part of a name (nearfield devices)", &device, NULL},
        {"quick", 0, NULL, "15 seconds, with small jobs", NULL, &t.quick},
        {"thorough", 0, NULL, "10 minutes", NULL, &thorough},
        {"seconds", 0, "S", "the time for the search; 60 by default", &seconds, NULL},
        {"show", 0, NULL, "print the values in use and their sources, and do nothing else", NULL, &show},
        {"export", 0, "FILE", "write the stored profile to a file, and do nothing else", &target, NULL},
        {"quiet", 'q', NULL, "no progress and no report", NULL, &t.quiet}};
    const option_table table = {
        rows, sizeof rows / sizeof *rows,
        .head = "nearfield tune: finds the fastest shapes of the kernels on this device, and stores them\n\n"
                "usage: nearfield tune [options] [FAMILY...]     nearfield tune interact --function F "
                "[options]\n\n",
        .foot =
            "\nA family is a kernel's name, which --show lists before the dot; all are tuned when none is "
            "named.\n"
            "No tuning changes a result: the result of every candidate is compared with that of the "
            "defaults.\n"
            "The shapes of a family are stored when the family is done, so that an interrupted run loses "
            "only\n"
            "the current family.  Run nearfield check first: it decides which fast paths are used.\n"};
    int code = read_options(argc, argv, &table, t.asked, FAMILIES_MOST, &t.asked_count);
    if (code != EXIT_DONE) return code;
    if (t.quick && thorough) return complain(EXIT_USAGE, "--quick and --thorough exclude each other");
    if (show && target) return complain(EXIT_USAGE, "--show and --export exclude each other");
    if ((show || target) && t.asked_count)
        return complain(EXIT_USAGE, "%s takes no FAMILY such as \"%s\"", show ? "--show" : "--export",
                        t.asked[0]);
    t.seconds = t.quick ? 15 : thorough ? 600 : 60;
    code = read_seconds(seconds, 1e-3, &t.seconds);
    if (code != EXIT_DONE) return code;

    char message[640];
    /* Few of the candidates are used again: they are not cached on disk. */
    const nf_context_options options = {.device = device, .no_disk_cache = 1};
    const nf_status status = open_device(&options, &t.context, message, sizeof message);
    if (status != NF_OK) return complain(exit_code_of(status), "%s", message);
    code = target ? export_profile(&t, target) : show ? show_all(&t) : tune(&t);
    nf_context_free(t.context);
    return code;
}
