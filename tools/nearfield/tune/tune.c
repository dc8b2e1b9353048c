/* nearfield tune: finds the fastest shapes of the kernels on a device. */
#include "tune/tune.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FAMILIES_MOST = 32 };

static void show_tunables(const nf_tunable_info *infos, size_t count) {
    printf("\n  %-22s %8s %8s  %-8s %s\n", "tunable", "value", "default", "from", "worth trying");
    for (size_t k = 0; k < count; k++) {
        const nf_tunable_info *t = &infos[k];
        char name[64];
        snprintf(name, sizeof name, "%s.%s", t->family, t->name);
        printf("  %-22s %8d %8d  %-8s", name, t->value, t->default_value, t->source);
        for (int v = 0; v < t->value_count; v++) printf(" %d", t->values[v]);
        printf("%s\n", t->value_count ? "" : " (not used here)");
    }
}

static void show_paths(const nf_capability_info *infos, size_t count) {
    printf("\n  %-22s %8s  %s\n", "fast path", "", "from");
    for (size_t k = 0; k < count; k++)
        printf("  %-22s %8s  %s\n", infos[k].name, infos[k].usable ? "on" : "off", infos[k].source);
}

/* Prints the values in use and their sources. */
static int show_all(nf_context *context) {
    enum { PATHS_MOST = 32 };
    const nf_device_info *d = nf_context_device(context);
    nf_capability_info paths[PATHS_MOST];
    size_t count = 0, path_count = 0;
    nf_status status = nf_tunables(context, NULL, 0, &count);
    nf_tunable_info *infos = calloc(count ? count : 1, sizeof *infos);
    int code = NF_EXIT_DONE;
    if (!infos) status = NF_ERROR_MEMORY;
    if (status == NF_OK) status = nf_tunables(context, infos, count, &count);
    if (status == NF_OK) status = nf_capabilities(context, paths, PATHS_MOST, &path_count);
    if (status == NF_OK) {
        printf("%s\n%s, driver %s\n\n%s\n", d->name, d->platform_name, d->driver, nf_context_note(context));
        show_tunables(infos, count);
        show_paths(paths, path_count);
        if (access(nf_profile_path(context), F_OK) == 0)
            printf("\nOf this device and driver: %s\n", nf_profile_path(context));
        else printf("\nNothing is stored of this device and driver.\n");
    } else
        code = complain(exit_code_of(status), "what is tuned cannot be shown: %s", nf_status_words(status));
    free(infos);
    return code;
}

static int export_profile(nf_context *context, const char *path) {
    const char *stored = nf_profile_path(context);
    if (access(stored, F_OK) != 0)
        return complain(NF_EXIT_OTHER,
                        "nothing is stored for this device and driver: run nearfield check or nearfield tune "
                        "first");
    nf_profile *profile = malloc(sizeof *profile);
    if (!profile) return complain(NF_EXIT_MEMORY, "there is no memory for a profile");
    nf_status status = nf_profile_read(context, stored, profile);
    if (status == NF_OK) status = nf_profile_write(context, profile, path);
    free(profile);
    return status == NF_OK ? NF_EXIT_DONE : complain(exit_code_of(status), "%s", nf_context_error(context));
}

static void help_page(const option_row *rows, size_t count) {
    printf("nearfield tune: finds the fastest shapes of the kernels on this device, and stores them\n\n"
           "usage: nearfield tune [options] [FAMILY...]\n\n");
    print_options(rows, count);
    printf("\nA family is a kernel's name, which --show lists before the dot; all are tuned when none is "
           "named.\n"
           "No tuning changes a result: every candidate's is compared with that of the defaults.  What is\n"
           "found for a family is stored when the family is done, so that an interrupted run loses only the\n"
           "family at hand.  Run nearfield check before: it decides which fast paths are taken.\n");
}

static double seconds_of(const char *text, double usual) {
    char *end = NULL;
    if (!text) return usual;
    const double seconds = strtod(text, &end);
    return end != text && !*end && seconds > 0 && seconds <= 1e6 ? seconds : -1;
}

int command_tune(int argc, char **argv) {
    const char *device = NULL, *seconds = NULL, *target = NULL, *families[FAMILIES_MOST];
    tune_wish wish = {.families = families};
    int show = 0, help = 0, thorough = 0;
    const option_row rows[] = {
        {"device", 'd', "X", "a device by index or by part of a name (nearfield devices)", &device, NULL},
        {"quick", 0, NULL, "15 seconds, with small jobs", NULL, &wish.quick},
        {"thorough", 0, NULL, "10 minutes", NULL, &thorough},
        {"seconds", 0, "S", "the time for the search; 60 by default", &seconds, NULL},
        {"show", 0, NULL, "print the values in use and their sources, and do nothing else", NULL, &show},
        {"export", 0, "FILE", "write the stored profile to a file, and do nothing else", &target, NULL},
        {"quiet", 'q', NULL, "no progress and no report", NULL, &wish.quiet}};
    const size_t count = sizeof rows / sizeof *rows;
    int code = read_options(argc, argv, rows, count, families, FAMILIES_MOST, &wish.family_count, &help);
    if (code != NF_EXIT_DONE) return code;
    if (help) {
        help_page(rows, count);
        return NF_EXIT_DONE;
    }
    if (wish.quick && thorough) return complain(NF_EXIT_USAGE, "--quick and --thorough exclude each other");
    if (show && target) return complain(NF_EXIT_USAGE, "--show and --export exclude each other");
    if ((show || target) && wish.family_count)
        return complain(NF_EXIT_USAGE, "%s takes no FAMILY such as \"%s\"", show ? "--show" : "--export",
                        families[0]);
    wish.seconds = seconds_of(seconds, wish.quick ? 15 : thorough ? 600 : 60);
    if (wish.seconds < 0)
        return complain(NF_EXIT_USAGE, "--seconds needs a number above 0, not \"%s\"", seconds);

    char message[640];
    nf_context *context = NULL;
    /* Few of the candidates are used again: they are not cached on disk. */
    const nf_context_options options = {.device = device, .no_disk_cache = 1};
    const nf_status status = nf_context_create(&options, &context, message, sizeof message);
    if (status != NF_OK) return complain(exit_code_of(status), "%s", message);
    code = target ? export_profile(context, target) : show ? show_all(context) : tune_run(context, &wish);
    nf_context_free(context);
    return code;
}
