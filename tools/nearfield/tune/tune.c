/* nearfield tune: the fastest shapes of the kernels on this device. */
#include "tune/tune.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAMILIES_MOST = 32 };

static int export_profile(nf_context *context, const char *path) {
    nf_profile *profile = malloc(sizeof *profile);
    if (!profile) return complain(NF_EXIT_MEMORY, "there is no memory for a profile");
    int code = NF_EXIT_DONE;
    nf_status status = nf_profile_stored(context, profile);
    if (status == NF_OK && !profile->value_count && !profile->figure_count && !profile->checked)
        code = complain(NF_EXIT_OTHER,
                        "nothing is stored of this device and driver: nearfield check and nearfield tune "
                        "find it out");
    else if (status == NF_OK) status = nf_profile_write(context, profile, path);
    if (status != NF_OK) code = complain(exit_code_of(status), "%s", nf_context_error(context));
    free(profile);
    return code;
}

static void help_page(const option_row *rows, size_t count) {
    printf("nearfield tune: finds the shapes of kernels that are fastest on this device, and stores them\n\n"
           "usage: nearfield tune [options] [FAMILY...]\n\n");
    print_options(rows, count);
    printf("\nA family is a kernel's name, which --show lists before the dot; all are tuned when none is "
           "named.\n"
           "No tuning changes a result: every candidate's is compared with that of the defaults.  What was\n"
           "measured is kept as it goes: a search that was ended goes on where it was.  Run nearfield check\n"
           "before: it decides which fast paths are taken.\n");
}

static double seconds_of(const char *text, const tune_wish *wish) {
    char *end = NULL;
    if (!text) return wish->quick ? 15 : wish->thorough ? 600 : 60;
    const double seconds = strtod(text, &end);
    return end != text && !*end && seconds > 0 && seconds <= 1e6 ? seconds : -1;
}

int command_tune(int argc, char **argv) {
    const char *device = NULL, *seconds = NULL, *target = NULL, *families[FAMILIES_MOST];
    tune_wish wish = {.families = families};
    int show = 0, help = 0;
    const option_row rows[] = {
        {"device", 'd', "X", "a device by index or by part of a name (nearfield devices)", &device, NULL},
        {"quick", 0, NULL, "15 seconds, with small jobs", NULL, &wish.quick},
        {"thorough", 0, NULL, "10 minutes, and pairs of tunables too", NULL, &wish.thorough},
        {"seconds", 0, "S", "the time for the search; 60 by default", &seconds, NULL},
        {"fresh", 0, NULL, "forget what an unfinished search has measured", NULL, &wish.fresh},
        {"show", 0, NULL, "only show what is used, and where it comes from", NULL, &show},
        {"export", 0, "FILE", "only write what is stored of this device to a file", &target, NULL},
        {"quiet", 'q', NULL, "no progress and no report", NULL, &wish.quiet}};
    const size_t count = sizeof rows / sizeof *rows;
    int code = read_options(argc, argv, rows, count, families, FAMILIES_MOST, &wish.family_count, &help);
    if (code != NF_EXIT_DONE) return code;
    if (help) {
        help_page(rows, count);
        return NF_EXIT_DONE;
    }
    if (wish.quick && wish.thorough)
        return complain(NF_EXIT_USAGE, "--quick and --thorough exclude each other");
    if (show && target) return complain(NF_EXIT_USAGE, "--show and --export exclude each other");
    if ((show || target) && wish.family_count)
        return complain(NF_EXIT_USAGE, "%s is about all families: \"%s\" is too much",
                        show ? "--show" : "--export", families[0]);
    wish.seconds = seconds_of(seconds, &wish);
    if (wish.seconds < 0)
        return complain(NF_EXIT_USAGE, "--seconds needs a number above 0, not \"%s\"", seconds);

    char message[640];
    nf_context *context = NULL;
    /* Of all candidates only few are ever used again: the cache on disk is spared them. */
    const nf_context_options options = {.device = device, .no_disk_cache = 1};
    const nf_status status = nf_context_create(&options, &context, message, sizeof message);
    if (status != NF_OK) return complain(exit_code_of(status), "%s", message);
    code = target ? export_profile(context, target) : show ? tune_show(context) : tune_run(context, &wish);
    nf_context_free(context);
    return code;
}
