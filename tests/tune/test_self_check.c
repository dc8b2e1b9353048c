/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The paths that the quick self-check proves and refuses, on correct and on faulty devices. */
#include "tune/capability.h"
#include "tune/probe.h"
#include "unknown_device.h"

#include <stdlib.h>
#include <string.h>

TEST(a_driver_of_nvidia_s_that_no_profile_knows_takes_the_fast_paths_unasked) {
    static const struct {
        const char *compute, *skipped, *refused;
        uint32_t lost;
        int stored;
    } rows[] = {
        {NULL, NULL, NULL, 0, 1},
        {"7", NULL, NULL, 1u << NF_CAN_REDUX, 1},
        {NULL, "probe_lanes", NULL, 1u << NF_CAN_REDUX, 1},
        {NULL, "probe_lanes_shuffled", NULL, 1u << NF_CAN_PTX,
         0}, /* the second try has a program of its own */
        {NULL, "probe_lanes,probe_lanes_shuffled", NULL, 1u << NF_CAN_REDUX | 1u << NF_CAN_PTX, 1},
        {NULL, "probe_progress_32", NULL, 1u << NF_CAN_LOOK_BACK, 1},
        {NULL, "probe_progress_lanes_32", NULL, 1u << NF_CAN_LOOK_BACK, 1},
        {NULL, "probe_progress_lanes_64", NULL, 1u << NF_CAN_LOOK_BACK, 1},
        {NULL, "probe_grid_barrier", NULL, 1u << NF_CAN_GRID_BARRIER, 1},
        {NULL, NULL, "LANES_BY=3", 1u << NF_CAN_REDUX, 1},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        begin_unknown();
        fake_nvidia();
        if (rows[k].compute) setenv("FAKE_COMPUTE", rows[k].compute, 1);
        if (rows[k].skipped) setenv("SKIP_KERNELS", rows[k].skipped, 1);
        if (rows[k].refused) setenv("REFUSED_OPTIONS", rows[k].refused, 1);
        nf_context *context = open_default();
        const uint32_t wide = nf_context_device(context)->int64_atomics ? 1u << NF_CAN_INT64_ATOMICS : 0;
        const uint32_t all =
            1u << NF_CAN_LOOK_BACK | 1u << NF_CAN_GRID_BARRIER | 1u << NF_CAN_PTX | 1u << NF_CAN_REDUX | wide;
        ck_assert_msg(nf_known_of(context)->proved == (all & ~rows[k].lost), "row %zu: %x", k,
                      nf_known_of(context)->proved);
        ck_assert_msg(is_stored(context) == rows[k].stored, "row %zu", k);
        nf_context_free(context);
        end_unknown();
    }
}

TEST(lanes_are_those_that_the_device_says_it_has_and_a_probe_proved) {
    static const struct {
        const char *wave, *subgroups, *skipped;
        nf_lanes lanes;
    } rows[] = {
        {"64", NULL, NULL, NF_LANES_WAVE64},         {"32", NULL, NULL, NF_LANES_WAVE32},
        {"64", NULL, "probe_lanes", NF_LANES_LOCAL}, {"16", NULL, NULL, NF_LANES_LOCAL},
        {NULL, "16,32", NULL, NF_LANES_SUBGROUPS},   {NULL, "8,16,32", NULL, NF_LANES_LOCAL},
        {NULL, "32", "probe_lanes", NF_LANES_LOCAL}, {NULL, NULL, NULL, NF_LANES_LOCAL},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        begin_unknown();
        setenv("FAKE_PTX", "1", 1);
        if (rows[k].wave) setenv("FAKE_WAVE", rows[k].wave, 1);
        if (rows[k].subgroups) setenv("FAKE_SUBGROUPS", rows[k].subgroups, 1);
        if (rows[k].skipped) setenv("SKIP_KERNELS", rows[k].skipped, 1);
        nf_context *context = open_default();
        ck_assert_msg(nf_lanes_of(context) == rows[k].lanes, "row %zu: %d", k, (int)nf_lanes_of(context));
        ck_assert_int_eq(nf_can(context, NF_CAN_LOOK_BACK), 1);
        nf_context_free(context);
        end_unknown();
    }
}

static const struct {
    const char *kernel;
    nf_capability lost;
} wrong[] = {
    {"probe_progress_32", NF_CAN_LOOK_BACK},
    {"probe_progress_64", NF_CAN_LOOK_BACK},
    {"probe_atomics64", NF_CAN_INT64_ATOMICS},
};
enum { WRONG = sizeof wrong / sizeof *wrong };

LOOP_TEST(where_a_probe_is_wrong_its_path_is_off_and_results_are_right, WRONG) {
    begin_unknown();
    setenv("SKIP_KERNELS", wrong[_i].kernel, 1);
    nf_context *context = open_default();
    if (!nf_context_device(context)->int64_atomics && strstr(wrong[_i].kernel, "64")) {
        nf_context_free(context);
        end_unknown();
        return;
    }
    ck_assert_int_eq(nf_can(context, wrong[_i].lost), 0);
    ck_assert_uint_eq(nf_known_of(context)->checked | 1u << NF_CAN_GROUPS, (1u << NF_CAPABILITIES) - 1);
    ck_assert(is_stored(context));
    pairs_are_right(context);
    nf_context_free(context);
    end_unknown();
}

/* Waits are bounded: the kernel ends, and the context is created. */
TEST(where_groups_wait_in_vain_the_check_ends_and_says_no) {
    begin_unknown();
    setenv("STUCK_KERNELS", "probe_progress_32,probe_progress_64", 1);
    nf_context *context = open_default();
    ck_assert_int_eq(nf_can(context, NF_CAN_LOOK_BACK), 0);
    ck_assert(is_stored(context));
    nf_finding finding;
    const size_t progress = 6; /* in the table of probes */
    support_ok(context, nf_probe_run(context, progress, &finding));
    ck_assert_str_eq(nf_probes(NULL)[progress].name, "progress");
    ck_assert_msg(finding.outcome == NF_PROBE_FAILS && strstr(finding.why, "without success"), "%s",
                  finding.why);
    unsetenv("STUCK_KERNELS");
    pairs_are_right(context);
    nf_context_free(context);
    end_unknown();
}

TEST(what_failed_once_alone_is_neither_taken_nor_stored) {
    begin_unknown();
    setenv("SKIP_ONCE", "probe_progress_32", 1);
    nf_context *context = open_default();
    ck_assert_int_eq(nf_can(context, NF_CAN_LOOK_BACK), 0);
    ck_assert_msg(is_said(context, "not stored: a second try of the probe \"progress\""), "%s",
                  nf_context_note(context));
    ck_assert(!is_stored(context));
    pairs_are_right(context);
    nf_context_free(context);
    unsetenv("SKIP_ONCE");
    context = open_default();
    ck_assert_int_eq(nf_can(context, NF_CAN_LOOK_BACK), 1);
    nf_context_free(context);
    end_unknown();
}

/* If the compiler refuses one part, only the path of this part is lost. */
TEST(a_part_that_does_not_build_leaves_the_others) {
    begin_unknown();
    setenv("REFUSED_OPTIONS", "PARTS=5,PARTS=4", 1);
    nf_context *context = open_default();
    ck_assert_int_eq(nf_can(context, NF_CAN_LOOK_BACK), 1);
    ck_assert_int_eq(nf_can(context, NF_CAN_INT64_ATOMICS), 0);
    ck_assert_str_eq(nf_context_error(context), "");
    ck_assert_str_eq(nf_context_build_log(context), "");
    nf_context_free(context);
    end_unknown();
}

/* A driver whose compiler is broken does not lead to a verdict. */
TEST(where_nothing_builds_nothing_is_stored) {
    begin_unknown();
    setenv("REFUSED_OPTIONS", "-cl-std", 1);
    nf_context *context = open_default();
    ck_assert_uint_eq(nf_known_of(context)->proved, 0);
    ck_assert_msg(is_said(context, "not stored: the driver built none of its kernels."), "%s",
                  nf_context_note(context));
    ck_assert(!is_stored(context));
    nf_context_free(context);
    end_unknown();
}

/* A CPU without anything that the quick part can try. */
TEST(where_nothing_is_there_to_be_tried_the_driver_is_not_blamed) {
    begin_unknown();
    unsetenv("FAKE_TYPE");
    setenv("FAKE_SUBGROUPS", "8", 1); /* and no other extension */
    const nf_context_options options = {.config_folder = folder, .self_check = 1};
    nf_context *context = support_context_with(&options);
    if (strcmp(nf_profile_type(nf_context_device(context)), "cpu") == 0) {
        ck_assert_int_eq(nf_context_device(context)->int64_atomics, 0);
        ck_assert_uint_eq(nf_known_of(context)->proved & ~(1u << NF_CAN_GROUPS), 0);
        ck_assert_msg(!is_said(context, "built none"), "%s", nf_context_note(context));
        ck_assert(is_stored(context));
    }
    nf_context_free(context);
    end_unknown();
}

int main(void) { return run_unknown(); }
