/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The jobs of the tuner: each family that is tuned here has two, of different sizes, whose results do not change. */
#include "tune/tune.h"

#include "support/device.h"

#include <string.h>

enum { TUNABLES_MOST = 256 };

static void check_family(nf_context *context, const char *family) {
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
        job->wanted[job->wanted_bytes / 2] ^= 1; /* another result is told from the wanted one */
        ck_assert_int_eq(tune_job_measure(job, "", &ns, &wrong), NF_ERROR_UNSUPPORTED);
        ck_assert_int_eq(wrong, 1);
        tune_job_end(job);
    }
    ck_assert_msg(sizes[0] != sizes[1] || cutoffs[0] != cutoffs[1], "%s: both jobs are the same", family);
}

START_TEST(every_family_has_two_jobs) {
    static nf_tunable_info infos[TUNABLES_MOST];
    nf_context *context = support_context("");
    size_t count = 0, families = 0;
    const char *last = "";
    support_ok(context, nf_tunables(context, infos, TUNABLES_MOST, &count));
    for (size_t k = 0; k < count; k++) {
        if (infos[k].value_count == 0 || strcmp(infos[k].family, last) == 0) continue;
        last = infos[k].family;
        check_family(context, last);
        families++;
    }
    ck_assert_uint_ge(families, 8);
    nf_context_free(context);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {every_family_has_two_jobs};
    return support_main("tune_jobs", tests, sizeof tests / sizeof *tests);
}
