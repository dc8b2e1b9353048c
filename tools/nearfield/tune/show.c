/* nearfield tune --show: what a context on this device uses. */
#include "tune/tune.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static void show_gains(const nf_profile *profile) {
    if (profile->figure_count) printf("\n  %-22s %12s %12s\n", "job of the tuner, ms", "defaults", "tuned");
    for (uint32_t k = 0; k < profile->figure_count; k++)
        printf("  %-22s %12.4f %12.4f\n", profile->figures[k].family,
               (double)profile->figures[k].default_ns * 1e-6, (double)profile->figures[k].tuned_ns * 1e-6);
}

int tune_show(nf_context *context) {
    enum { PATHS_MOST = 32 };
    const nf_device_info *d = nf_context_device(context);
    nf_capability_info paths[PATHS_MOST];
    size_t count = 0, path_count = 0;
    nf_profile *profile = malloc(sizeof *profile);
    nf_status status = nf_tunables(context, NULL, 0, &count);
    nf_tunable_info *infos = calloc(count ? count : 1, sizeof *infos);
    int code = NF_EXIT_DONE;
    if (!profile || !infos) status = NF_ERROR_MEMORY;
    if (status == NF_OK) status = nf_tunables(context, infos, count, &count);
    if (status == NF_OK) status = nf_capabilities(context, paths, PATHS_MOST, &path_count);
    if (status == NF_OK) status = nf_profile_stored(context, profile);
    if (status == NF_OK) {
        printf("%s\n%s, driver %s\n\n%s\n", d->name, d->platform_name, d->driver, nf_context_note(context));
        show_tunables(infos, count);
        show_paths(paths, path_count);
        show_gains(profile);
        if (access(nf_profile_path(context), F_OK) == 0)
            printf("\nOf this device and driver: %s\n", nf_profile_path(context));
        else printf("\nNothing is stored of this device and driver.\n");
    } else
        code = complain(exit_code_of(status), "what is tuned cannot be shown: %s", nf_status_words(status));
    free(infos);
    free(profile);
    return code;
}
