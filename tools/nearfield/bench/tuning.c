/* The shapes of the kernels of a run, so that a change of tuning is not taken for a change of the library. */
#include "bench.h"

#include <nearfield/tuning.h>
#include <stdlib.h>
#include <string.h>

static void copy_environment(const char *name, char *to, size_t size) {
    const char *value = getenv(name);
    snprintf(to, size, "%s", value ? value : "");
}

int bench_read_tuning(const nf_context *context, bench_tuning *tuning) {
    nf_tunable_info *infos = NULL;
    size_t count = 0, used = 0;
    snprintf(tuning->note, sizeof tuning->note, "%s", nf_context_note(context));
    copy_environment("NEARFIELD_TUNING", tuning->words, sizeof tuning->words);
    copy_environment("NEARFIELD_PATHS", tuning->paths, sizeof tuning->paths);
    nf_status status = nf_tunables(context, NULL, 0, &count);
    infos = calloc(count ? count : 1, sizeof *infos);
    if (!infos) return complain(NF_EXIT_MEMORY, "there is no memory for the list of tunables");
    if (status == NF_OK) status = nf_tunables(context, infos, count, &count);
    for (size_t k = 0; status == NF_OK && k < count && used < sizeof tuning->values; k++)
        if (infos[k].value != infos[k].default_value)
            used += (size_t)snprintf(tuning->values + used, sizeof tuning->values - used, "%s%s.%s=%d",
                                     used ? " " : "", infos[k].family, infos[k].name, infos[k].value);
    free(infos);
    return status == NF_OK
               ? NF_EXIT_DONE
               : complain(exit_code_of(status), "the tunables cannot be listed: %s", nf_status_words(status));
}
