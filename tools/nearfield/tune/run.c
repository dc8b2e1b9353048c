/* A run of the tuner: one family after the other, each within its share of the time and stored when it is done. */
#include "clock.h"
#include "jobs.h"
#include "progress.h"
#include "tune/tune.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAMILIES_MOST = 32, TUNABLES_MOST = 256, LAST_MEASURES = 18 /* of a comparison with the defaults */ };

typedef struct tune_state {
    nf_context *context;
    const tune_wish *wish;
    nf_tunable_info infos[TUNABLES_MOST];
    size_t info_count;
    const char *families[FAMILIES_MOST];
    size_t count, number; /* of families, and the one at hand */
    nf_profile profile;
    tune_job *job;      /* the work at hand, made when something has to be measured */
    int other;          /* it is that of another size */
    char standard[512]; /* the defaults of the family, as words */
    double start, end, family_end, last_s, least_s; /* what the last measurement took, and the shortest */
    int tried, wrong;
    char wrong_words[512];
} tune_state;

static int may_go_on(void *user) {
    const tune_state *t = user;
    return now_seconds() + t->last_s + LAST_MEASURES * t->least_s < t->family_end;
}

static void stop(tune_state *t) {
    tune_job_free(t->job);
    t->job = NULL;
    nf_context_trim(t->context);
}

static nf_status measure(void *user, int other, const char *words, double *ns) {
    tune_state *t = user;
    nf_status status = NF_OK;
    int wrong = 0;
    t->tried++;
    if (t->job && t->other != other) stop(t);
    t->other = other;
    if (!t->job)
        status =
            tune_job_start(t->context, t->families[t->number], t->wish->quick, other, t->standard, &t->job);
    if (status == NF_ERROR_MEMORY && other) return NF_ERROR_UNSUPPORTED;
    if (status != NF_OK) return status;
    const double begun = now_seconds();
    status = tune_job_measure(t->job, words, ns, &wrong);
    t->last_s = now_seconds() - begun;
    if (status == NF_OK && (t->last_s < t->least_s || t->least_s <= 0)) t->least_s = t->last_s;
    if (wrong && t->wrong++ == 0) snprintf(t->wrong_words, sizeof t->wrong_words, "%s", words);
    return status;
}

/* Replaces the family's values in the profile by those found; if the defaults are faster, removes them.  If there was no
   time to find anything, the values of an earlier run stay. */
static void put(nf_profile *p, const char *family, const nf_tune_result *r) {
    const size_t length = strlen(family);
    uint32_t kept = 0;
    if (!r->improved && !r->complete && !r->rejected) return;
    for (uint32_t k = 0; k < p->value_count; k++)
        if (strncmp(p->values[k].name, family, length) != 0 || p->values[k].name[length] != '.')
            p->values[kept++] = p->values[k];
    for (uint32_t k = 0; r->improved && k < r->value_count && kept < NF_PROFILE_VALUES; k++)
        p->values[kept++] = r->values[k];
    p->value_count = kept;
}

static void print(const char *family, const nf_tune_result *r) {
    printf("  %-12s %10.4f ms -> %10.4f ms  (%d tried%s)", family, r->standard_ns * 1e-6, r->best_ns * 1e-6,
           r->tried + 1, r->complete ? "" : ", not all");
    for (uint32_t k = 0; k < r->value_count; k++)
        printf(" %s=%d", strchr(r->values[k].name, '.') + 1, r->values[k].value);
    puts(r->rejected     ? "  (the defaults: the faster values were slower at another size)"
         : !r->improved  ? r->complete ? "  (the defaults)" : "  (nothing faster so far)"
         : !r->validated ? "  (not tried at another size: too little memory)"
                         : "");
    fflush(stdout);
}

/* Sets *complete to 0 if there was no time to try all candidates. */
static nf_status tune_family(tune_state *t, int *complete) {
    const char *family = t->families[t->number];
    const nf_tune_plan plan = {measure, may_go_on, t};
    nf_tune_result result;
    const double now = now_seconds();
    size_t used = 0;
    t->family_end = now + (t->end - now) / (double)(t->count - t->number);
    t->last_s = t->least_s = 0;
    if (now >= t->end) {
        if (!t->wish->quiet) printf("  %-12s no time was left\n", family);
        *complete = 0;
        return NF_OK;
    }
    for (size_t k = 0; k < t->info_count && used < sizeof t->standard; k++)
        if (strcmp(t->infos[k].family, family) == 0)
            used += (size_t)snprintf(t->standard + used, sizeof t->standard - used, "%s%s.%s=%d",
                                     used ? " " : "", family, t->infos[k].name, t->infos[k].default_value);
    progress *shown = progress_start(t->wish->quiet);
    progress_step(shown, family);
    nf_status status = nf_tune(t->context, family, &plan, &result);
    progress_stop(shown);
    stop(t);
    nf_context_tune(t->context, NULL);
    if (status != NF_OK) return status;
    *complete &= result.complete;
    put(&t->profile, family, &result);
    if (*nf_profile_path(t->context)) status = nf_profile_store(t->context, &t->profile);
    if (!t->wish->quiet) print(family, &result);
    return status;
}

static int is_among(const char *family, const char *const *families, size_t count) {
    size_t at = 0;
    while (at < count && strcmp(family, families[at]) != 0) at++;
    return at < count;
}

/* The families asked for, or all; without those that this device does not use. */
static int choose(tune_state *t) {
    const tune_wish *wish = t->wish;
    if (nf_tunables(t->context, t->infos, TUNABLES_MOST, &t->info_count) != NF_OK) return NF_EXIT_OTHER;
    if (t->info_count > TUNABLES_MOST) t->info_count = TUNABLES_MOST;
    for (size_t k = 0; k < t->info_count && t->count < FAMILIES_MOST; k++) {
        const nf_tunable_info *info = &t->infos[k];
        if (info->value_count && !is_among(info->family, t->families, t->count) &&
            (!wish->family_count || is_among(info->family, wish->families, wish->family_count)))
            t->families[t->count++] = info->family;
    }
    for (size_t k = 0; k < wish->family_count; k++)
        if (!is_among(wish->families[k], t->families, t->count))
            return complain(
                NF_EXIT_USAGE,
                "there is no family \"%s\", or nothing of it is used on this device; see nearfield "
                "tune --show",
                wish->families[k]);
    return NF_EXIT_DONE;
}

static int conclude(tune_state *t, nf_status status, int complete) {
    const char *path = nf_profile_path(t->context);
    if (status != NF_OK) return complain(exit_code_of(status), "%s", nf_context_error(t->context));
    if (!t->wish->quiet)
        printf("\n%d measured in %.1f s%s\n%s%s\n", t->tried, now_seconds() - t->start,
               complete ? "" : "; not all candidates were tried: --seconds gives more time",
               *path ? "Stored in " : "Not stored: NEARFIELD_CONFIG is off, or there is no home folder",
               path);
    if (t->wrong)
        return complain(NF_EXIT_OTHER,
                        "%d candidates gave ANOTHER RESULT than the defaults, the first of them %s: they are "
                        "not used, and that is a fault of the driver or of nearfield",
                        t->wrong, t->wrong_words);
    return NF_EXIT_DONE;
}

int tune_run(nf_context *context, const tune_wish *wish) {
    int complete = 1;
    tune_state *t = calloc(1, sizeof *t);
    if (!t) return complain(NF_EXIT_MEMORY, "there is no memory for the tuner");
    t->context = context;
    t->wish = wish;
    t->start = now_seconds();
    t->end = t->start + wish->seconds;
    int code = choose(t);
    if (code == NF_EXIT_DONE) {
        nf_status status = nf_profile_stored(context, &t->profile);
        /* Stored before the search, so that a folder that cannot be written is reported at once. */
        if (status == NF_OK && *nf_profile_path(context)) status = nf_profile_store(context, &t->profile);
        if (!wish->quiet)
            printf("%s, driver %s\n", nf_context_device(context)->name, nf_context_device(context)->driver);
        for (; t->number < t->count && status == NF_OK; t->number++) status = tune_family(t, &complete);
        code = conclude(t, status, complete);
    }
    free(t);
    return code;
}
