/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Which fast paths are used: those that were proved and that NEARFIELD_PATHS does not switch off. */
#include "tune/capability.h"

#include "support/device.h"
#include "support/made_up.h"
#include "tune/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_BACK = 1 << NF_CAN_LOOK_BACK, PTX = 1 << NF_CAN_PTX };

/* The capabilities of a context with this verdict and these words in NEARFIELD_PATHS (NULL: unset). */
static uint32_t usable(const char *paths, uint32_t proved) {
    nf_context context = support_made_up();
    uint32_t can = 0;
    nf_known_of(&context)->checked = (1u << NF_CAPABILITIES) - 1;
    nf_known_of(&context)->proved = proved;
    if (paths) ck_assert_int_eq(setenv("NEARFIELD_PATHS", paths, 1), 0);
    else ck_assert_int_eq(unsetenv("NEARFIELD_PATHS"), 0);
    nf_capability_force(&context);
    for (uint32_t k = 0; k < NF_CAPABILITIES; k++) {
        const nf_capability capability = (nf_capability)k;
        const int can_be_forced = strcmp(nf_capability_source(&context, capability), "NEARFIELD_PATHS") == 0;
        can |= (uint32_t)nf_can(&context, capability) << k;
        ck_assert_msg(can_be_forced || nf_can(&context, capability) == (int)(proved >> k & 1), "%u", k);
    }
    return can;
}

TEST(the_environment_switches_off_and_not_on) {
    static const struct {
        const char *paths;
        uint32_t proved, usable;
    } rows[] = {
        {NULL, LOOK_BACK, LOOK_BACK},
        {"", LOOK_BACK, LOOK_BACK},
        {"look_back=0", LOOK_BACK | PTX, PTX},
        {"ptx=0,look_back=0", LOOK_BACK | PTX, 0},
        {"look_back=1", 0, 0}, /* it might hang the user's process */
        {"look_back=1 ptx=1", PTX, PTX},
        {"look_back=1 unproved", 0, LOOK_BACK},
        {"unproved,ptx=1 look_back=0", LOOK_BACK, PTX},
        {"unproved", PTX, PTX},
        {"look_back=2 unproved", 0, 0},
        {"look_backs=0", LOOK_BACK, LOOK_BACK},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        ck_assert_msg(usable(rows[k].paths, rows[k].proved) == rows[k].usable, "%s",
                      rows[k].paths ? rows[k].paths : "no words");
}

/* The note of a context whose verdict is not stored, with the configuration off. */
static const char *note_with(nf_context *context, uint32_t checked, uint32_t proved) {
    nf_known_of(context)->off = 1;
    nf_store_serve(context, checked, proved, "none");
    return nf_context_note(context);
}

static const char *said_of_groups(const char *paths, const char *driver, uint32_t checked,
                                  nf_context *context) {
    *context = support_made_up();
    (void)snprintf(context->device.platform_name, sizeof context->device.platform_name,
                   "Portable Computing Language");
    (void)snprintf(context->device.driver, sizeof context->device.driver, "%s", driver);
    ck_assert_int_eq(setenv("NEARFIELD_PATHS", paths, 1), 0);
    nf_capability_force(context);
    return note_with(context, checked, 0);
}

TEST(the_note_says_why_groups_are_refused) {
    static const struct {
        const char *paths, *driver;
        uint32_t checked;
        const char *words;
    } rows[] = {
        {"", "3.1", 0, NULL},
        {"groups=0", "3.1", 0, "NEARFIELD_PATHS"},
        {"groups=0", "6.0", 1u << NF_CAN_GROUPS, "NEARFIELD_PATHS"},
        {"", "3.1", 1u << NF_CAN_GROUPS, "the self-check found it"},
        {"", "6.0", 0, "known of its version"},
        {"", "6.0", 1u << NF_CAN_GROUPS, "known of its version"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        nf_context context;
        const char *said = said_of_groups(rows[k].paths, rows[k].driver, rows[k].checked, &context);
        ck_assert_msg(rows[k].words ? strstr(said, rows[k].words) != NULL : !strstr(said, "Work-groups"),
                      "row %zu: %s", k, said);
        ck_assert_msg(!rows[k].words || !strstr(rows[k].words, "PATHS") || !strstr(said, "go wrong"), "%s",
                      said);
    }
}

TEST(the_note_names_words_that_are_not_taken) {
    static const struct {
        const char *tuning, *paths, *said;
    } rows[] = {
        {NULL, "", NULL},
        {"scan.ITEMS=4, search_cpu.LIST=64", " look_back=0,unproved", NULL},
        {"search_cpu.LIST=-3 scan.GROUP=8 scan.ITEMS=abc,foo=1", "",
         " Ignored words in the tuning: search_cpu.LIST=-3 scan.ITEMS=abc foo=1."},
        {"scan.ITEMS=4x", "", " in the tuning: scan.ITEMS=4x."},
        {"", "garbage look_back=0 ptx=2 ptx ptx=10",
         " Ignored words in NEARFIELD_PATHS: garbage ptx=2 ptx ptx=10."},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        nf_context context = support_made_up();
        char tuning[96];
        (void)snprintf(tuning, sizeof tuning, "%s", rows[k].tuning ? rows[k].tuning : "");
        nf_known_of(&context)->tuning = rows[k].tuning ? tuning : NULL;
        ck_assert_int_eq(setenv("NEARFIELD_PATHS", rows[k].paths, 1), 0);
        nf_capability_force(&context);
        const char *note = note_with(&context, 0, 0);
        ck_assert_msg(rows[k].said ? strstr(note, rows[k].said) != NULL : strstr(note, "Ignored") == NULL,
                      "row %zu: %s", k, note);
    }
}

TEST(where_the_driver_ends_loops_nothing_waits_and_no_work_item_is_alone) {
    static const struct {
        const char *device, *paths;
        int look_back, serial;
    } rows[] = {
        {"llvmpipe (LLVM 15.0.6, 256 bits)", "", 0, 0},
        {"llvmpipe (LLVM 15.0.6, 256 bits)", "groups=0", 0, 0},
        {"pthread-haswell", "", 1, 1},
        {"pthread-haswell", "groups=0", 1, 1},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        nf_context context = support_made_up();
        (void)snprintf(context.device.name, sizeof context.device.name, "%s", rows[k].device);
        context.device.type = CL_DEVICE_TYPE_CPU;
        const uint32_t all = (1u << NF_CAPABILITIES) - 1; /* even if all probes passed */
        ck_assert_int_eq(setenv("NEARFIELD_PATHS", rows[k].paths, 1), 0);
        nf_capability_force(&context);
        const char *note = note_with(&context, all, all);
        ck_assert_msg(nf_can(&context, NF_CAN_LOOK_BACK) == rows[k].look_back, "row %zu", k);
        ck_assert_msg(nf_is_serial(&context) == rows[k].serial, "row %zu", k);
        if (!rows[k].look_back) ck_assert_str_eq(nf_capability_source(&context, NF_CAN_LOOK_BACK), "driver");
        ck_assert_msg((strstr(note, "Work-groups have one") != NULL) == (rows[k].serial && rows[k].paths[0]),
                      "row %zu", k);
    }
}
