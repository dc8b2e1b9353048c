/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The first context on a device and driver without a profile: when it runs the self-check, and what it stores. */
#include "tune/capability.h"
#include "unknown_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Several processes find the store empty, and all write it.  OpenCL has not begun in this process yet. */
TEST(processes_that_start_at_once_on_an_empty_store_agree) {
    enum { MOST = 4 };
    pid_t process[MOST];
    const int processes = support_small() ? 2 : MOST; /* each builds the probes */
    int gate[2];
    begin_unknown();
    ck_assert_int_eq(pipe(gate), 0);
    for (int k = 0; k < processes; k++) {
        process[k] = fork();
        ck_assert_int_ge(process[k], 0);
        if (process[k] == 0) {
            char word;
            close(gate[1]);
            while (read(gate[0], &word, 1) > 0) {} /* until the gate is closed */
            nf_context *context = NULL;
            const nf_context_options options = {.config_folder = folder, .no_disk_cache = 1};
            const int good = nf_context_create(&options, &context, NULL, 0) == NF_OK &&
                             nf_can(context, NF_CAN_LOOK_BACK) && is_said(context, "that is stored.");
            nf_context_free(context);
            _exit(good ? 0 : 1);
        }
    }
    close(gate[0]);
    close(gate[1]);
    for (int k = 0; k < processes; k++) {
        int status = 1;
        ck_assert_int_eq(waitpid(process[k], &status, 0), process[k]);
        ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "process %d: %d", k, status);
    }
    nf_context *context = open_default();
    ck_assert_msg(context->programs.count == 0, "the probes ran again");
    ck_assert(!is_said(context, "Ignored: "));
    nf_context_free(context);
    end_unknown();
}

TEST(a_device_that_no_profile_knows_takes_the_fast_paths_unasked) {
    begin_unknown();
    nf_context *context = open_default();
    ck_assert_str_eq(nf_context_device(context)->driver, "999.99.01");
    ck_assert_int_eq(nf_can(context, NF_CAN_LOOK_BACK), 1);
    ck_assert_int_eq(nf_can(context, NF_CAN_INT64_ATOMICS), nf_context_device(context)->int64_atomics);
    ck_assert_uint_eq(nf_known_of(context)->checked | 1u << NF_CAN_GROUPS, (1u << NF_CAPABILITIES) - 1);
    ck_assert_msg(is_said(context, "Fast paths are those of the self-check that is stored."), "%s",
                  nf_context_note(context));
    ck_assert(is_stored(context));
    ck_assert_str_eq(nf_context_error(context), "");
    pairs_are_right(context);
    nf_context *later = open_default();
    ck_assert_uint_eq(nf_known_of(later)->proved, nf_known_of(context)->proved);
    ck_assert_msg(later->programs.count == 0, "the probes ran again");
    nf_context_free(later);
    nf_context_free(context);
    end_unknown();
}

/* As a version of the library stored it that did not have the capability. */
TEST(a_profile_that_does_not_name_a_capability_is_checked_again) {
    begin_unknown();
    nf_context *context = open_default();
    const uint32_t proved = nf_known_of(context)->proved;
    nf_profile profile;
    support_ok(context, nf_profile_stored(context, &profile, NULL));
    profile.checked &= ~(1u << NF_CAN_LOOK_BACK);
    support_ok(context, nf_profile_store(context, &profile));
    ck_assert_int_eq(nf_can(context, NF_CAN_LOOK_BACK), 0);
    nf_context_free(context);
    context = open_default();
    ck_assert_uint_eq(nf_known_of(context)->proved, proved);
    nf_context_free(context);
    end_unknown();
}

TEST(the_check_leaves_no_time_no_scratch_and_no_command_behind) {
    begin_unknown();
    const nf_context_options options = {.config_folder = folder, .profile = 1};
    nf_context *context = support_context_with(&options);
    size_t count = 1;
    uint64_t now = 1;
    ck_assert_uint_ne(nf_known_of(context)->checked, 0);
    support_ok(context, nf_context_stages(context, NULL, 0, &count));
    nf_context_memory(context, &now, NULL);
    ck_assert_uint_eq(count, 0);
    ck_assert_uint_eq(now, 0);
    ck_assert_ptr_null(context->last_queue);
    ck_assert_ptr_null(context->last_event);
    nf_context_free(context);
    end_unknown();
}

/* That it runs if neither says a word is shown above. */
TEST(it_can_be_switched_off_and_on) {
    static const struct {
        int option;
        const char *variable, *folder;
        int runs;
    } rows[] = {
        {0, "on", NULL, 1},  {0, "off", NULL, 0}, {-1, NULL, NULL, 0},  {-1, "on", NULL, 0},
        {1, "off", NULL, 1}, {0, NULL, "off", 0}, {-1, NULL, "off", 0}, {1, NULL, "off", 1},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        begin_unknown();
        if (rows[k].variable) setenv("NEARFIELD_SELF_CHECK", rows[k].variable, 1);
        else unsetenv("NEARFIELD_SELF_CHECK");
        const nf_context_options options = {.config_folder = rows[k].folder ? rows[k].folder : folder,
                                            .self_check = rows[k].option};
        nf_context *context = support_context_with(&options);
        ck_assert_msg((nf_known_of(context)->checked != 0) == rows[k].runs, "row %zu", k);
        ck_assert_msg(nf_can(context, NF_CAN_LOOK_BACK) == rows[k].runs, "row %zu", k);
        nf_context_free(context);
        end_unknown();
    }
    unsetenv("NEARFIELD_SELF_CHECK");
}

/* The check has no benefit on a CPU. */
TEST(a_cpu_is_not_checked_unasked) {
    make_folder();
    nf_context *context = open_default();
    if (strcmp(nf_profile_type(nf_context_device(context)), "cpu") == 0) {
        ck_assert_uint_eq(context->programs.count, 0);
        ck_assert(!is_stored(context));
    }
    nf_context_free(context);
    remove_folder();
}

TEST(a_verdict_that_cannot_be_stored_serves_its_context_and_is_told) {
    begin_unknown();
    char below[400];
    snprintf(below, sizeof below, "%s/file", folder);
    FILE *file = fopen(below, "w");
    ck_assert_ptr_nonnull(file);
    fclose(file);
    snprintf(below, sizeof below, "%s/file/below", folder);
    const nf_context_options options = {.config_folder = below};
    nf_context *context = support_context_with(&options);
    ck_assert_int_eq(nf_can(context, NF_CAN_LOOK_BACK), 1);
    ck_assert_msg(is_said(context, "which is not stored: ") && is_said(context, "Not a directory."), "%s",
                  nf_context_note(context));
    ck_assert_str_eq(nf_context_error(context), "");
    pairs_are_right(context);
    nf_context_free(context);
    const nf_context_options off = {.config_folder = "off", .self_check = 1};
    context = support_context_with(&off);
    ck_assert_msg(is_said(context, "which is not stored: there is no folder for profiles."), "%s",
                  nf_context_note(context));
    nf_context_free(context);
    end_unknown();
}

/* The caller's queue may wait for an event that only the caller can set. */
TEST(the_check_does_not_wait_for_the_caller_s_queue) {
    begin_unknown();
    const nf_context_options none = {.config_folder = "off"};
    nf_context *first = support_context_with(&none);
    cl_int code = CL_SUCCESS;
    cl_command_queue queue =
        clCreateCommandQueue(nf_context_cl(first), nf_context_device(first)->device, 0, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    cl_event gate = clCreateUserEvent(nf_context_cl(first), &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    ck_assert_int_eq(clEnqueueMarkerWithWaitList(queue, 1, &gate, NULL), CL_SUCCESS);
    const nf_context_options theirs = {.config_folder = folder,
                                       .cl_context = nf_context_cl(first),
                                       .cl_device = nf_context_device(first)->device,
                                       .cl_queue = queue};
    nf_context *context = support_context_with(&theirs);
    ck_assert_int_eq(nf_can(context, NF_CAN_LOOK_BACK), 1);
    ck_assert_int_eq(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    nf_context_free(context);
    clReleaseEvent(gate);
    clReleaseCommandQueue(queue);
    nf_context_free(first);
    end_unknown();
}

int main(void) { return run_unknown(); }
