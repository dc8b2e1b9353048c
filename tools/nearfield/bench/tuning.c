/* The shapes of the kernels of a run, so that a change of tuning is not taken for a change of the library. */
#include "bench.h"

#include <nearfield/tuning.h>
#include <stdlib.h>

enum { TUNABLES_MOST = 256 };

int bench_read_tuning(const nf_context *context, bench_tuning *tuning) {
    const char *words = getenv("NEARFIELD_TUNING"), *paths = getenv("NEARFIELD_PATHS");
    nf_tunable_info infos[TUNABLES_MOST];
    size_t count = 0, used = 0;
    snprintf(tuning->note, sizeof tuning->note, "%s", nf_context_note(context));
    snprintf(tuning->words, sizeof tuning->words, "%s", words ? words : "");
    snprintf(tuning->paths, sizeof tuning->paths, "%s", paths ? paths : "");
    const nf_status status = nf_tunables(context, infos, TUNABLES_MOST, &count);
    if (status != NF_OK) return bench_failed(context, status, "listing the tunables");
    for (size_t k = 0; k < count && used < sizeof tuning->values; k++)
        if (infos[k].value != infos[k].default_value)
            used += (size_t)snprintf(tuning->values + used, sizeof tuning->values - used, "%s%s.%s=%d",
                                     used ? " " : "", infos[k].family, infos[k].name, infos[k].value);
    return NF_EXIT_DONE;
}
