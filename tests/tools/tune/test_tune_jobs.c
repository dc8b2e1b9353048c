/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The jobs of the tuner: each family has two, of different sizes, that run kernels of the family, and whose results do not change. */
#include "tune/tune.h"

#include "support/device.h"
#include "tune/capability.h"

#include <stdio.h>
#include <string.h>

enum { TUNABLES_MOST = 256, STAGES_MOST = 32 };

/* The programs that were built, or loaded, for the job with these words. */
static uint64_t programs_for(tune_job *job, const char *words) {
    nf_stage stages[STAGES_MOST] = {{.size = sizeof stages[0]}};
    uint64_t programs = 0;
    size_t count = 0;
    double ns = 0;
    int wrong = 0;
    nf_context *context = job->on.plain;
    nf_context_reset_stages(context);
    (void)tune_job_measure(job, words, &ns, &wrong);
    support_ok(context, nf_context_stages(context, stages, STAGES_MOST, &count));
    for (size_t k = 0; k < count && k < STAGES_MOST; k++)
        if (strcmp(stages[k].name, "build") == 0 || strcmp(stages[k].name, "load") == 0)
            programs += stages[k].launches;
    return programs;
}

/* Fails unless some value of the family's tunables, which are the first of `infos`, needs other programs than the defaults, with which the job
   has run.  On devices whose work-groups have one work-item some families have nothing to tune. */
static void runs_kernels_of(tune_job *job, const nf_tunable_info *infos, const nf_tunable_info *end) {
    const char *family = infos->family;
    int tried = 0;
    ck_assert_msg(programs_for(job, "") == 0, "%s: the job is not the same again", family);
    for (; infos < end && strcmp(infos->family, family) == 0; infos++)
        for (int v = 0; v < infos->value_count; v++) {
            char words[96];
            snprintf(words, sizeof words, "%s.%s=%d", family, infos->name, infos->values[v]);
            if (infos->values[v] == infos->value) continue;
            if (programs_for(job, words) > 0) return;
            tried++;
        }
    ck_assert_msg(tried == 0 && !nf_can(job->on.plain, NF_CAN_GROUPS),
                  "%s: its job runs no kernel of its own", family);
}

/* In a context of its own, whose programs are those of the family's jobs alone. */
static void check_family(const nf_tunable_info *infos, const nf_tunable_info *end) {
    nf_context *context = support_context("");
    const char *family = infos->family;
    uint64_t sizes[2];
    double cutoffs[2];
    for (int other = 0; other < 2; other++) {
        double ns = 0;
        int wrong = 1;
        tune_job whole, *job = &whole;
        support_ok(context, tune_job_start(job, context, family, 1, other));
        sizes[other] = job->part.n;
        cutoffs[other] = job->part.cutoff;
        for (int time = 0; time < 2; time++)
            ck_assert_msg(tune_job_measure(job, "", &ns, &wrong) == NF_OK && !wrong, "%s", family);
        ck_assert_double_gt(ns, 0);
        if (!other) runs_kernels_of(job, infos, end);
        job->wanted[job->wanted_bytes / 2] ^= 1; /* another result is told from the wanted one */
        ck_assert_int_eq(tune_job_measure(job, "", &ns, &wrong), NF_ERROR_UNSUPPORTED);
        ck_assert_int_eq(wrong, 1);
        tune_job_end(job);
    }
    ck_assert_msg(sizes[0] != sizes[1] || cutoffs[0] != cutoffs[1], "%s: both jobs are the same", family);
    nf_context_free(context);
}

TEST(every_family_has_two_jobs_of_its_own) {
    static nf_tunable_info infos[TUNABLES_MOST];
    nf_context *context = support_context("");
    size_t count = 0, families = 0;
    const char *last = "";
    support_ok(context, nf_tunables(context, infos, TUNABLES_MOST, &count));
    for (size_t k = 0; k < count; k++) {
        ck_assert_msg(tune_job_exists(infos[k].family), "%s has no job", infos[k].family);
        if (infos[k].value_count == 0 || strcmp(infos[k].family, last) == 0) continue;
        last = infos[k].family;
        check_family(infos + k, infos + count);
        families++;
    }
    ck_assert_uint_ge(families, 8);
    nf_context_free(context);
}

TEST(a_family_without_a_job_is_refused) {
    nf_context *context = support_context("");
    tune_job job;
    ck_assert(!tune_job_exists("none"));
    ck_assert_int_eq(tune_job_start(&job, context, "none", 1, 0), NF_ERROR_ARGUMENT);
    nf_context_free(context);
}
