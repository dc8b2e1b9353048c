/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The self-check: every probe sets a finding, and the verdict depends on the findings only. */
#include "opencl/quirks.h"
#include "support/device.h"
#include "support/run.h"
#include "tune/capability.h"
#include "tune/known.h"
#include "tune/probe.h"
#include "tune/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 32 };

static size_t row_of(const char *name) {
    size_t count = 0;
    const nf_probe_info *rows = nf_probes(&count);
    for (size_t k = 0; k < count; k++)
        if (strcmp(rows[k].name, name) == 0) return k;
    ck_abort_msg("there is no probe %s", name);
    return 0;
}

TEST(every_probe_finds_something_and_leaves_the_context_working) {
    size_t count = 0;
    const nf_probe_info *rows = nf_probes(&count);
    own_context context = support_context(NULL);
    const int trusted = !nf_has_quirk(nf_context_device(context), NF_QUIRK_ENDS_LOOPS);
    for (size_t k = 0; k < count; k++) {
        nf_finding finding;
        support_ok(context, nf_probe_run(context, k, &finding));
        ck_assert_msg(finding.why[0], "%s says nothing", rows[k].name);
        ck_assert_msg(!trusted || !rows[k].needed || finding.outcome == NF_PROBE_HOLDS, "%s: %s",
                      rows[k].name, finding.why);
        ck_assert_str_eq(nf_context_error(context), "");
    }
    nf_finding finding;
    support_fails(context, NF_ERROR_ARGUMENT, "probe", nf_probe_run(context, count, &finding));
    support_ok(context, nf_context_finish(context));
}

/* PoCL 6 and later abort on a program that is wrong on purpose. */
static int aborts(const nf_context *context) {
    return nf_has_quirk(nf_context_device(context), NF_QUIRK_BREAKS_GROUPS);
}

/* Each probe must be able to fail: here the device claims to be another one. */
TEST(what_the_device_cannot_do_fails) {
    nf_context *context = support_context(NULL);
    nf_finding finding;
    if (nf_has_quirk(nf_context_device(context), NF_QUIRK_KNOWS_PTX) || aborts(context)) {
        nf_context_free(context);
        return;
    }
    strcpy(context->device.platform_name, "NVIDIA CUDA");
    support_ok(context, nf_probe_run(context, row_of("ptx"), &finding));
    ck_assert_int_gt(finding.outcome, NF_PROBE_HOLDS); /* PoCL builds it when it is launched */
    nf_context_free(context);
}

/* PoCL can be made to refuse a program, for the rest of the process. */
TEST(a_probe_that_cannot_be_built_fails_and_names_its_file) {
    const char *fork = getenv("CK_FORK");
    const int alone = !fork || strcmp(fork, "no") != 0;
    if (alone) ck_assert_int_eq(setenv("POCL_EXTRA_BUILD_FLAGS", "-D probe_local=1", 1), 0);
    own_context context = support_context(NULL);
    nf_finding finding;
    if (alone && nf_has_quirk(nf_context_device(context), NF_QUIRK_TAKES_FLAGS)) {
        support_ok(context, nf_probe_run(context, row_of("local"), &finding));
        ck_assert_int_eq(finding.outcome, NF_PROBE_UNBUILT);
        ck_assert_msg(strstr(finding.why, "cl/tune/probe_values.cl did not build") != NULL, "%s",
                      finding.why);
        ck_assert_str_eq(nf_context_error(context), "");
    }
}

static uint32_t verdict(const char *type, const char *name, nf_outcome outcome, const char *other_name,
                        nf_outcome other) {
    nf_finding findings[MOST];
    nf_profile profile;
    memset(findings, 0, sizeof findings);
    memset(&profile, 0, sizeof profile);
    snprintf(profile.type, sizeof profile.type, "%s", type);
    findings[row_of(name)].outcome = outcome;
    if (other_name) findings[row_of(other_name)].outcome = other;
    ck_assert_int_eq(nf_probe_verdict(findings, &profile), NF_OK);
    ck_assert_uint_eq(profile.checked | 1u << NF_CAN_GROUPS, (1u << NF_CAPABILITIES) - 1);
    const int ran = row_of(name) == row_of("groups") && outcome != NF_PROBE_NOT_RUN;
    ck_assert_int_eq((int)(profile.checked >> NF_CAN_GROUPS & 1), ran);
    return profile.proved;
}

TEST(a_fast_path_is_on_when_a_probe_holds_and_none_objects) {
    const uint32_t waits = 1u << NF_CAN_LOOK_BACK;
    ck_assert_uint_eq(verdict("gpu", "progress", NF_PROBE_HOLDS, NULL, NF_PROBE_NOT_RUN), waits);
    ck_assert_uint_eq(verdict("gpu", "progress", NF_PROBE_HOLDS, "progress_ptx", NF_PROBE_HOLDS), waits);
    ck_assert_uint_eq(verdict("gpu", "progress", NF_PROBE_HOLDS, "progress_ptx", NF_PROBE_FAILS), 0);
    ck_assert_uint_eq(verdict("gpu", "progress", NF_PROBE_HOLDS, "progress_ptx", NF_PROBE_STOPPED), 0);
    ck_assert_uint_eq(verdict("gpu", "progress", NF_PROBE_CRASHED, "progress_ptx", NF_PROBE_HOLDS), 0);
    ck_assert_uint_eq(verdict("gpu", "progress", NF_PROBE_NOT_RUN, NULL, NF_PROBE_NOT_RUN), 0);
    ck_assert_uint_eq(verdict("gpu", "redux", NF_PROBE_HOLDS, "ptx", NF_PROBE_FAILS), 1u << NF_CAN_REDUX);
}

TEST(a_verdict_needs_findings_and_a_profile) {
    nf_finding findings[MOST];
    nf_profile profile;
    memset(findings, 0, sizeof findings);
    ck_assert_int_eq(nf_probe_verdict(NULL, &profile), NF_ERROR_ARGUMENT);
    ck_assert_int_eq(nf_probe_verdict(findings, NULL), NF_ERROR_ARGUMENT);
}

TEST(groups_are_refused_where_their_probe_says_no_and_not_where_it_did_not_run) {
    ck_assert_uint_eq(verdict("cpu", "groups", NF_PROBE_HOLDS, NULL, NF_PROBE_NOT_RUN), 1u << NF_CAN_GROUPS);
    ck_assert_uint_eq(verdict("cpu", "groups", NF_PROBE_FAILS, NULL, NF_PROBE_NOT_RUN), 0);
    ck_assert_uint_eq(verdict("gpu", "groups", NF_PROBE_CRASHED, NULL, NF_PROBE_NOT_RUN), 0);
    ck_assert_uint_eq(verdict("gpu", "groups", NF_PROBE_NOT_RUN, NULL, NF_PROBE_NOT_RUN), 0);
}

/* The quick part does not run that probe. */
TEST(what_was_found_of_groups_stands_where_their_probe_did_not_run) {
    for (uint32_t stored = 0; stored < 2; stored++) {
        nf_finding findings[MOST];
        nf_profile profile;
        memset(findings, 0, sizeof findings);
        memset(&profile, 0, sizeof profile);
        snprintf(profile.type, sizeof profile.type, "gpu");
        profile.checked = 1u << NF_CAN_GROUPS | 1u << NF_CAN_PTX;
        profile.proved = stored << NF_CAN_GROUPS | 1u << NF_CAN_PTX;
        ck_assert_int_eq(nf_probe_verdict(findings, &profile), NF_OK);
        ck_assert_uint_eq(profile.checked, (1u << NF_CAPABILITIES) - 1);
        ck_assert_uint_eq(profile.proved, stored << NF_CAN_GROUPS);
        findings[row_of("groups")].outcome = stored ? NF_PROBE_FAILS : NF_PROBE_HOLDS;
        ck_assert_int_eq(nf_probe_verdict(findings, &profile), NF_OK);
        ck_assert_uint_eq(profile.proved, !stored << NF_CAN_GROUPS);
    }
}

/* PoCL can be made to compile another program: a loop without its "continue". */
TEST(groups_that_lose_values_are_found) {
    const char *fork = getenv("CK_FORK");
    if (fork && strcmp(fork, "no") == 0) return;
    ck_assert_int_eq(setenv("POCL_EXTRA_BUILD_FLAGS", "-D continue=", 1), 0);
    own_context context = support_context(NULL);
    nf_finding finding;
    if (nf_has_quirk(nf_context_device(context), NF_QUIRK_TAKES_FLAGS) && !aborts(context)) {
        support_ok(context, nf_probe_run(context, row_of("groups"), &finding));
        ck_assert_int_eq(finding.outcome, NF_PROBE_FAILS);
        ck_assert_msg(strstr(finding.why, "values are wrong in groups of 32"), "%s", finding.why);
    }
}

TEST(nothing_makes_the_work_groups_of_a_cpu_wait) {
    ck_assert_uint_eq(verdict("cpu", "progress", NF_PROBE_HOLDS, "progress_ptx", NF_PROBE_HOLDS), 0);
    ck_assert_uint_eq(verdict("cpu", "atomics64", NF_PROBE_HOLDS, NULL, NF_PROBE_NOT_RUN),
                      1u << NF_CAN_INT64_ATOMICS);
}

TEST(the_option_runs_the_quick_part_once_and_stores_it) {
    char folder[256], command[300], message[640];
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/nearfield-profiles-XXXXXX", parent && *parent ? parent : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    const nf_context_options options = {.config_folder = folder, .self_check = 1};
    nf_context *first = NULL, *second = NULL;
    ck_assert_msg(nf_context_create(&options, &first, message, sizeof message) == NF_OK, "%s", message);
    ck_assert_uint_eq(nf_known_of(first)->checked | 1u << NF_CAN_GROUPS, (1u << NF_CAPABILITIES) - 1);
    const int shipped = strstr(nf_context_note(first), "self-check that comes with") != NULL;
    ck_assert(shipped || access(nf_profile_path(first), R_OK) == 0);
    ck_assert_msg(nf_context_create(&options, &second, message, sizeof message) == NF_OK, "%s", message);
    ck_assert_uint_eq(nf_known_of(second)->proved, nf_known_of(first)->proved);
    ck_assert_msg(second->programs.count == 0, "probes ran again");
    nf_context_free(first);
    nf_context_free(second);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

TEST(without_a_folder_the_verdict_serves_the_context_alone) {
    char message[640];
    const nf_context_options options = {.config_folder = "off", .self_check = 1};
    own_context context = NULL;
    ck_assert_msg(nf_context_create(&options, &context, message, sizeof message) == NF_OK, "%s", message);
    ck_assert_uint_eq(nf_known_of(context)->checked | 1u << NF_CAN_GROUPS, (1u << NF_CAPABILITIES) - 1);
    ck_assert_str_eq(nf_context_error(context), "");
}

TEST(a_lack_of_memory_is_the_hosts_by_its_record_and_not_by_its_words) {
    own_context context = support_context(NULL);
    const nf_status host = nf_fail_memory(&context->error, 8, "words");
    ck_assert_int_eq(nf_is_out_of_host_memory(context, host), 1);
    ck_assert_int_eq(nf_is_out_of_host_memory(context, NF_ERROR_DEVICE), 0);
    const nf_status device =
        nf_fail(&context->error, NF_ERROR_MEMORY, "there is no buffer for what is on the host");
    ck_assert_int_eq(nf_is_out_of_host_memory(context, device), 0);
}

/* Each test has a process of its own, unless CK_FORK=no. */
int main(void) {
    (void)setenv("CK_FORK", "yes", 0);
    return support_main();
}
