/* A run of the tuner: family by family, each within its share of the time. */
#include "clock.h"
#include "jobs.h"
#include "journal.h"
#include "rows.h"
#include "tune/tune.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FAMILIES_MOST = 32,
    LAST_MEASURES = 10 /* each comparison with the defaults at the end of a family */
};

typedef struct tune_state {
    nf_context *context;
    const tune_wish *wish;
    const char *families[FAMILIES_MOST];
    size_t count, number; /* of families, and the one at hand */
    journal journal;
    nf_profile profile;
    tune_job *job, *other; /* made when something has to be measured; one at a time */
    char standard[512];
    double start, end, family_end;
    /* What measuring took in this family: the shortest time (nothing was built, then), and the last; and on the other job
       of a family before. */
    double measure_s, last_s, other_s;
    int tried, wrong, bar;
    char wrong_words[512];
} tune_state;

static void draw(const tune_state *t) {
    if (t->bar)
        tune_draw((now_seconds() - t->start) / (t->end - t->start), t->families[t->number], t->number + 1,
                  t->count, t->tried);
}

/* ---- measuring ---------------------------------------------------------------------------------------- */

static int may_go_on(void *user) {
    const tune_state *t = user;
    return now_seconds() + t->last_s + LAST_MEASURES * (t->measure_s + t->other_s) < t->family_end;
}

static nf_status start(const tune_state *t, int other, tune_job **job) {
    return tune_job_start(t->context, t->families[t->number], t->wish->quick, other, t->standard, job);
}

static void stop(tune_state *t) {
    tune_job_free(t->job);
    tune_job_free(t->other);
    t->job = t->other = NULL;
    nf_context_trim(t->context);
}

/* One candidate on a job that has been started; *took are the seconds of all of it. */
static nf_status measure_on(tune_state *t, tune_job *job, const char *words, double give_up_ns,
                            nf_measured *out, double *took) {
    int wrong = 0;
    memset(out, 0, sizeof *out);
    const double begun = now_seconds();
    const nf_status status = tune_job_measure(job, words, give_up_ns, out, &wrong);
    *took = now_seconds() - begun;
    if (wrong && t->wrong++ == 0) snprintf(t->wrong_words, sizeof t->wrong_words, "%s", words);
    return status;
}

static nf_status measure(void *user, const char *words, double give_up_ns, nf_measured *out) {
    tune_state *t = user;
    nf_status status = NF_OK;
    const journal_line *line = journal_find(&t->journal, words);
    draw(t);
    if (line) { /* by a run before */
        *out = line->took;
        return line->serves ? NF_OK : NF_ERROR_UNSUPPORTED;
    }
    t->tried++;
    if (!t->job) status = start(t, 0, &t->job);
    if (status != NF_OK) return status;
    status = measure_on(t, t->job, words, give_up_ns, out, &t->last_s);
    if (status == NF_OK && (t->last_s < t->measure_s || t->measure_s <= 0)) t->measure_s = t->last_s;
    journal_add(&t->journal, words, out, status == NF_OK);
    return status;
}

/* On the other job, which comes when the first has done its part.  Where there is no room for it, there is none. */
static nf_status validate(void *user, const char *words, double give_up_ns, nf_measured *out) {
    tune_state *t = user;
    nf_status status = NF_OK;
    t->tried++;
    draw(t);
    if (!t->other) {
        stop(t);
        status = start(t, 1, &t->other);
    }
    if (status != NF_OK) return status == NF_ERROR_MEMORY ? NF_ERROR_UNSUPPORTED : status;
    return measure_on(t, t->other, words, give_up_ns, out, &t->other_s);
}

/* ---- one family --------------------------------------------------------------------------------------- */

/* The defaults of a family as words, with which its job is first done. */
static nf_status write_standard(tune_state *t, const char *family) {
    nf_tunable_info infos[256];
    size_t count = 0, used = 0;
    const nf_status status = nf_tunables(t->context, infos, sizeof infos / sizeof *infos, &count);
    t->standard[0] = 0;
    for (size_t k = 0; k < count && k < sizeof infos / sizeof *infos && used < sizeof t->standard; k++)
        if (strcmp(infos[k].family, family) == 0)
            used += (size_t)snprintf(t->standard + used, sizeof t->standard - used, "%s%s.%s=%d",
                                     used ? " " : "", family, infos[k].name, infos[k].default_value);
    return status;
}

/* The family's values in the profile are replaced by those found; where the defaults won it has none.  A search that
   had not the time to find anything leaves what an earlier one found. */
static void put(nf_profile *p, const char *family, const nf_search_result *r) {
    const size_t length = strlen(family);
    if (!r->improved && !r->complete && !r->rejected) return;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < p->value_count; k++)
        if (strncmp(p->values[k].name, family, length) != 0 || p->values[k].name[length] != '.')
            p->values[kept++] = p->values[k];
    for (uint32_t k = 0; r->improved && k < r->value_count && kept < NF_PROFILE_VALUES; k++)
        p->values[kept++] = r->values[k];
    p->value_count = kept;
    uint32_t at = 0;
    while (at < p->figure_count && strcmp(p->figures[at].family, family) != 0) at++;
    if (at == NF_PROFILE_FIGURES) return;
    if (at == p->figure_count) p->figure_count++;
    snprintf(p->figures[at].family, sizeof p->figures[at].family, "%s", family);
    p->figures[at].default_ns = (int64_t)r->standard.ns;
    p->figures[at].tuned_ns = (int64_t)r->best.ns;
}

/* *complete becomes 0 where there was no time to try all. */
static nf_status tune_family(tune_state *t, int *complete) {
    static const nf_measured nothing = {0, 0};
    const char *family = t->families[t->number];
    const nf_search_plan plan = {measure, may_go_on, t, t->wish->thorough, validate};
    nf_search_result result;
    const double now = now_seconds();
    t->family_end = now + (t->end - now) / (double)(t->count - t->number);
    t->measure_s = t->last_s = 0;
    if (journal_find(&t->journal, family)) {
        if (!t->wish->quiet) tune_print_none(family, "done by a run before (--fresh: anew)", t->bar);
        return NF_OK;
    }
    if (now >= t->end) {
        if (!t->wish->quiet) tune_print_none(family, "no time was left", t->bar);
        *complete = 0;
        return NF_OK;
    }
    nf_status status = write_standard(t, family);
    if (status == NF_OK) status = nf_search(t->context, family, &plan, &result);
    stop(t);
    nf_context_tune(t->context, NULL);
    if (status != NF_OK) return status;
    put(&t->profile, family, &result);
    if (*nf_profile_path(t->context)) status = nf_profile_store(t->context, &t->profile);
    if (result.complete) journal_add(&t->journal, family, &nothing, 1);
    else *complete = 0;
    if (!t->wish->quiet) tune_print(family, &result, t->bar);
    return status;
}

/* ---- all of it ---------------------------------------------------------------------------------------- */

static int is_among(const char *family, const char *const *families, size_t count) {
    size_t at = 0;
    while (at < count && strcmp(family, families[at]) != 0) at++;
    return at < count;
}

/* The families asked for, or all, in the order in which they build on one another; without those of which nothing is
   used here. */
static int choose(tune_state *t) {
    static nf_tunable_info infos[256];
    size_t count = 0;
    if (nf_tunables(t->context, infos, sizeof infos / sizeof *infos, &count) != NF_OK) return NF_EXIT_OTHER;
    if (count > sizeof infos / sizeof *infos) count = sizeof infos / sizeof *infos;
    for (size_t k = 0; k < t->wish->family_count; k++) {
        size_t at = 0;
        while (at < count && strcmp(infos[at].family, t->wish->families[k]) != 0) at++;
        if (at == count)
            return complain(NF_EXIT_USAGE, "there is no family \"%s\"; see nearfield tune --show",
                            t->wish->families[k]);
    }
    for (size_t k = 0; k < count && t->count < FAMILIES_MOST; k++) {
        const int wanted =
            t->wish->family_count == 0 || is_among(infos[k].family, t->wish->families, t->wish->family_count);
        if (wanted && infos[k].value_count && !is_among(infos[k].family, t->families, t->count))
            t->families[t->count++] = infos[k].family;
    }
    for (size_t k = 0; k < t->wish->family_count; k++)
        if (!is_among(t->wish->families[k], t->families, t->count))
            return complain(NF_EXIT_USAGE,
                            "nothing of \"%s\" is used on this device; see nearfield tune --show",
                            t->wish->families[k]);
    return NF_EXIT_DONE;
}

static int conclude(tune_state *t, nf_status status, int complete) {
    const char *path = nf_profile_path(t->context);
    if (t->bar) tune_wipe();
    if (status != NF_OK) return complain(exit_code_of(status), "%s", nf_context_error(t->context));
    if (!t->wish->quiet)
        printf("\n%d measured in %.1f s%s\n%s%s\n", t->tried, now_seconds() - t->start,
               complete ? ""
               : *path  ? "; there was no time for all: the same command goes on from here"
                        : "; there was no time for all",
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
    t->bar = !wish->quiet && isatty(STDERR_FILENO);
    int code = choose(t);
    if (code == NF_EXIT_DONE) {
        nf_status status = nf_profile_stored(context, &t->profile);
        /* Stored at once: the folder is there, then, and whether it can be written is known before the work. */
        if (status == NF_OK && *nf_profile_path(context)) status = nf_profile_store(context, &t->profile);
        journal_open(&t->journal, context, wish->quick ? "quick" : wish->thorough ? "thorough" : "usual");
        if (wish->fresh) journal_forget(&t->journal, t->families, t->count);
        if (!wish->quiet)
            printf("%s, driver %s\n", nf_context_device(context)->name, nf_context_device(context)->driver);
        for (t->number = 0; t->number < t->count && status == NF_OK; t->number++)
            status = tune_family(t, &complete);
        if (status == NF_OK && complete) journal_forget(&t->journal, t->families, t->count);
        journal_close(&t->journal);
        code = conclude(t, status, complete);
    }
    free(t);
    return code;
}
