/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Stored profiles: contexts of their device use them, and ignore those that cannot be used. */
#include "tune/profile.h"

#include "profile_folder.h"
#include "primitives/run.h"
#include "tune/capability.h"
#include "tune/choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TEST(a_stored_profile_is_used_by_later_contexts) {
    make_folder();
    nf_context *context = open_context(folder);
    const int value = other_value(context);
    const nf_profile p = profile_of(context, value);
    support_ok(context, nf_profile_store(context, &p));
    ck_assert_int_eq(access(nf_profile_path(context), R_OK), 0);
    nf_context *later = open_context(folder);
    nf_context *both[] = {context, later};
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(scan_value(both[k]), value);
        ck_assert_int_eq(nf_can(both[k], NF_CAN_INT64_ATOMICS), 1);
        ck_assert_int_eq(nf_can(both[k], NF_CAN_LOOK_BACK), 0);
        ck_assert_msg(strstr(nf_context_note(both[k]), "is stored") != NULL, "%s", nf_context_note(both[k]));
        nf_profile q;
        support_ok(both[k], nf_profile_stored(both[k], &q, NULL));
        ck_assert_mem_eq(&p, &q, sizeof p);
        nf_context_free(both[k]);
    }
    remove_folder();
}

TEST(off_knows_nothing_and_stores_nothing) {
    own_context context = open_context("off");
    const nf_profile p = profile_of(context, other_value(context));
    ck_assert_int_eq(scan_value(context), default_value(context));
    ck_assert_uint_eq(nf_known_of(context)->checked, 0);
    ck_assert_str_eq(nf_profile_path(context), "");
    support_fails(context, NF_ERROR_UNSUPPORTED, "off", nf_profile_store(context, &p));
}

TEST(the_environment_names_the_folder) {
    make_folder();
    setenv("NEARFIELD_CONFIG", folder, 1);
    nf_context *context = open_context(NULL);
    ck_assert_msg(strncmp(nf_profile_path(context), folder, strlen(folder)) == 0, "%s",
                  nf_profile_path(context));
    nf_context_free(context);
    setenv("NEARFIELD_CONFIG", "", 1);
    setenv("XDG_CONFIG_HOME", folder, 1);
    context = open_context(NULL);
    ck_assert_msg(strstr(nf_profile_path(context), "/nearfield/") != NULL, "%s", nf_profile_path(context));
    nf_context_free(context);
    remove_folder();
}

TEST(words_go_before_what_is_stored) {
    make_folder();
    nf_context *context = open_context(folder);
    const nf_profile p = profile_of(context, other_value(context));
    char words[64];
    support_ok(context, nf_profile_store(context, &p));
    snprintf(words, sizeof words, "scan.%s=3", nf_scan_family.rows[0].name);
    support_ok(context, nf_context_tune(context, words));
    ck_assert_int_eq(scan_value(context), 3);
    support_ok(context, nf_context_tune(context, NULL));
    ck_assert_int_eq(scan_value(context), p.values[0].value);
    nf_context_free(context);
    remove_folder();
}

TEST(the_note_follows_words_that_are_replaced) {
    const char *const replaced = "The tuning replaces some of them.";
    own_context context = open_context("off");
    support_ok(context, nf_context_tune(context, "scan.ITEMS=4 foo=1"));
    ck_assert_msg(strstr(nf_context_note(context), "Ignored words in the tuning: foo=1.") != NULL, "%s",
                  nf_context_note(context));
    ck_assert_msg(strstr(nf_context_note(context), replaced) != NULL, "%s", nf_context_note(context));
    support_ok(context, nf_context_tune(context, "foo=1"));
    ck_assert_msg(!strstr(nf_context_note(context), replaced), "%s", nf_context_note(context));
    support_ok(context, nf_context_tune(context, NULL));
    ck_assert_msg(!strstr(nf_context_note(context), "Ignored"), "%s", nf_context_note(context));
    ck_assert_msg(!strstr(nf_context_note(context), replaced), "%s", nf_context_note(context));
}

TEST(without_a_context_texts_are_empty_and_calls_are_refused) {
    size_t count = 0;
    ck_assert_str_eq(nf_profile_path(NULL), "");
    ck_assert_str_eq(nf_context_note(NULL), "");
    ck_assert_int_eq(nf_context_tune(NULL, ""), NF_ERROR_ARGUMENT);
    ck_assert_int_eq(nf_tunables(NULL, NULL, 0, &count), NF_ERROR_ARGUMENT);
    ck_assert_int_eq(nf_capabilities(NULL, NULL, 0, &count), NF_ERROR_ARGUMENT);
}

TEST(a_value_that_is_not_worth_trying_here_is_passed_over) {
    make_folder();
    nf_context *context = open_context(folder);
    const nf_profile p = profile_of(context, 12345);
    support_ok(context, nf_profile_store(context, &p));
    ck_assert_int_eq(scan_value(context), default_value(context));
    nf_context_free(context);
    remove_folder();
}

/* The first shipped profile with tunables. */
static void find_shipped(nf_profile *p) {
    for (size_t k = 0; k < nf_shipped_count; k++) {
        ck_assert_int_eq(nf_profile_from_text((const char *)nf_shipped_profiles[k].bytes, p, NULL), NF_OK);
        if (p->value_count) return;
    }
    ck_abort_msg("no shipped profile has a tunable");
}

/* Gives the context the device of the profile, with this driver. */
static void pretend(nf_context *context, const nf_profile *p, const char *driver) {
    nf_device_info *device = &context->device;
    device->type = strcmp(p->type, "gpu") == 0 ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU;
    snprintf(device->name, sizeof device->name, "%s", p->name);
    snprintf(device->vendor, sizeof device->vendor, "%s", p->vendor);
    snprintf(device->platform_name, sizeof device->platform_name, "%s", p->platform);
    snprintf(device->driver, sizeof device->driver, "%s", driver);
    support_ok(context, nf_store_learn(context, folder));
}

static int value_of(const nf_context *context, const char *name) {
    for (uint32_t k = 0; k < nf_known_of(context)->value_count; k++)
        if (strcmp(nf_known_of(context)->values[k].name, name) == 0)
            return nf_known_of(context)->values[k].value;
    return 0;
}

TEST(another_driver_takes_the_shipped_tunables_and_no_verdict) {
    static nf_profile shipped, own;
    make_folder();
    nf_context *context = open_context(folder);
    find_shipped(&shipped);
    const nf_profile_value *first = &shipped.values[0];
    pretend(context, &shipped, shipped.driver);
    ck_assert_int_eq(value_of(context, first->name), first->value);
    ck_assert_uint_eq(nf_known_of(context)->checked, shipped.checked);
    ck_assert_uint_eq(nf_known_of(context)->proved, shipped.proved);
    pretend(context, &shipped, "another");
    ck_assert_int_eq(value_of(context, first->name), first->value);
    ck_assert_uint_eq(nf_known_of(context)->checked, 0);
    ck_assert_ptr_nonnull(strstr(nf_context_note(context), "comes with the library. Fast paths are off"));
    /* What is stored then, as by a self-check, keeps them. */
    support_ok(context, nf_profile_stored(context, &own, NULL));
    own.checked = own.proved = 1;
    support_ok(context, nf_profile_store(context, &own));
    ck_assert_int_eq(value_of(context, first->name), first->value);
    ck_assert_uint_eq(nf_known_of(context)->checked, 1);
    nf_context_free(context);
    remove_folder();
}

TEST(what_the_user_stored_stands_before_what_comes_with_the_library) {
    static nf_profile shipped, own;
    make_folder();
    nf_context *context = open_context(folder);
    find_shipped(&shipped);
    const nf_profile_value *first = &shipped.values[0];
    pretend(context, &shipped, shipped.driver);
    own = shipped;
    own.values[0].value = first->value + 1;
    own.checked = own.proved = 0;
    support_ok(context, nf_profile_store(context, &own));
    ck_assert_int_eq(value_of(context, first->name), first->value + 1);
    ck_assert_ptr_nonnull(strstr(nf_context_note(context), "is stored"));
    ck_assert_uint_eq(nf_known_of(context)->checked, shipped.checked); /* the user's profile has no verdict */
    own.value_count = 0;
    own.checked = 1;
    support_ok(context, nf_profile_store(context, &own)); /* the defaults were found to be the fastest */
    ck_assert_int_eq(value_of(context, first->name), 0);
    ck_assert_uint_eq(nf_known_of(context)->checked, 1);
    ck_assert_ptr_nonnull(strstr(nf_context_note(context), "Kernels have the default shapes."));
    nf_context_free(context);
    remove_folder();
}

/* What is stored under a name for contexts of the folder. */
static const char *choice_of(nf_context *context, const char *name) {
    const nf_profile_choice *choice = nf_choice_stored(context, name);
    return choice ? choice->choice : "";
}

TEST(a_choice_is_stored_beside_the_rest_and_used_by_later_contexts) {
    make_folder();
    nf_context *context = open_context(folder);
    const int value = other_value(context);
    const nf_profile p = profile_of(context, value);
    support_ok(context, nf_profile_store(context, &p));
    support_ok(context, nf_choice_store(context, "sums/a", "one"));
    support_ok(context, nf_choice_store(context, "sums/b", "two"));
    support_ok(context, nf_choice_store(context, "sums/a", "three"));
    nf_context *later = open_context(folder);
    nf_context *both[] = {context, later};
    for (int k = 0; k < 2; k++) {
        ck_assert_str_eq(choice_of(both[k], "sums/a"), "three");
        ck_assert_str_eq(choice_of(both[k], "sums/b"), "two");
        ck_assert_str_eq(choice_of(both[k], "sums/c"), "");
        ck_assert_str_eq(choice_of(both[k], ""), "");
        ck_assert_int_eq(scan_value(both[k]), value);
    }
    support_ok(later, nf_choice_store(later, "sums/a", NULL));
    support_ok(later, nf_choice_store(later, "sums/none", NULL));
    ck_assert_str_eq(choice_of(later, "sums/a"), "");
    ck_assert_str_eq(choice_of(later, "sums/b"), "two");
    nf_context_free(later);
    nf_context_free(context);
    remove_folder();
}

TEST(a_choice_that_cannot_be_stored_is_refused_and_the_others_stay) {
    static const char long_name[] =
        "sums/name_of_more_than_80_letters_name_of_more_than_80_letters_name_of_more_than_";
    make_folder();
    nf_context *context = open_context(folder);
    char name[32];
    nf_profile full;
    support_fails(context, NF_ERROR_ARGUMENT, "name is NULL", nf_choice_store(context, NULL, "one"));
    support_fails(context, NF_ERROR_ARGUMENT, "without a name", nf_choice_store(context, "sums", "one"));
    support_fails(context, NF_ERROR_ARGUMENT, "without a name", nf_choice_store(context, "sums/a b", "one"));
    support_fails(context, NF_ERROR_ARGUMENT, "without a name", nf_choice_store(context, "sums/a", ""));
    support_fails(context, NF_ERROR_ARGUMENT, "79 letters", nf_choice_store(context, long_name, "one"));
    ck_assert_int_eq(nf_choice_store(NULL, "sums/a", "one"), NF_ERROR_ARGUMENT);
    full = profile_of(context, other_value(context));
    for (full.choice_count = 0; full.choice_count < NF_PROFILE_CHOICES; full.choice_count++) {
        nf_profile_choice *choice = &full.choices[full.choice_count];
        snprintf(choice->name, sizeof choice->name, "sums/%u", (unsigned)full.choice_count);
        snprintf(choice->choice, sizeof choice->choice, "one");
    }
    support_ok(context, nf_profile_store(context, &full));
    snprintf(name, sizeof name, "sums/%d", NF_PROFILE_CHOICES - 1);
    support_fails(context, NF_ERROR_CAPACITY, "no room", nf_choice_store(context, "sums/more", "one"));
    support_ok(context, nf_choice_store(context, name, "two"));
    ck_assert_str_eq(choice_of(context, name), "two");
    nf_context_free(context);
    remove_folder();
}

TEST(a_folder_that_cannot_be_made_is_told_with_the_reason) {
    make_folder();
    char below[400];
    snprintf(below, sizeof below, "%s/file", folder);
    FILE *file = fopen(below, "w");
    ck_assert_ptr_nonnull(file);
    fclose(file);
    snprintf(below, sizeof below, "%s/file/deep/below", folder);
    nf_context *context = open_context(below);
    const nf_profile p = profile_of(context, other_value(context));
    support_fails(context, NF_ERROR_UNSUPPORTED, "cannot be written: Not a directory",
                  nf_profile_store(context, &p));
    nf_context_free(context);
    remove_folder();
    if (access("/sys", F_OK) != 0) return;
    /* The reason is that no folder can be made there, not that the one below it is missing. */
    context = open_context("/sys/nearfield/below");
    ck_assert_int_eq(nf_profile_store(context, &p), NF_ERROR_UNSUPPORTED);
    ck_assert_msg(strstr(nf_context_error(context), "cannot be written: ") != NULL &&
                      strstr(nf_context_error(context), "No such file") == NULL,
                  "%s", nf_context_error(context));
    nf_context_free(context);
}

TEST(a_file_about_another_device_is_not_this_one_s) {
    make_folder();
    nf_context *context = open_context(folder);
    nf_profile p = profile_of(context, other_value(context)), q, shipped;
    support_ok(context,
               nf_profile_stored(context, &shipped, NULL)); /* of shapes, where this device has some */
    snprintf(p.driver, sizeof p.driver, "another driver");
    support_ok(context, nf_profile_write(context, &p, nf_profile_path(context)));
    support_ok(context, nf_profile_stored(context, &q, NULL));
    ck_assert_str_eq(q.driver, nf_context_device(context)->driver);
    ck_assert_uint_eq(q.checked | q.proved, 0);
    ck_assert_uint_eq(q.value_count, shipped.value_count);
    nf_context_free(context);
    remove_folder();
}

static void path_of(nf_context *context, char path[1024]) {
    support_ok(context, nf_store_learn(context, folder));
    snprintf(path, 1024, "%s", nf_profile_path(context));
}

/* The name of a file has the name of the device, and a hash of the rest. */
TEST(every_letter_of_name_vendor_platform_and_driver_makes_another_file) {
    make_folder();
    nf_context *context = open_context(folder);
    nf_device_info *d = &context->device;
    char *const parts[] = {d->name, d->vendor, d->platform_name, d->driver}, base[1024], other[1024];
    enum { LENGTH = 60, PARTS = sizeof parts / sizeof *parts }; /* more than the readable name has */
    for (int k = 0; k < PARTS; k++) {
        memset(parts[k], 'a' + k, LENGTH);
        parts[k][LENGTH] = 0;
    }
    path_of(context, base);
    for (int k = 0; k < PARTS; k++)
        for (int at = 0; at < LENGTH; at++) {
            parts[k][at] = 'x';
            path_of(context, other);
            parts[k][at] = (char)('a' + k);
            ck_assert_msg(strcmp(base, other) != 0, "letter %d of part %d is not looked at", at, k);
        }
    for (int k = 0; k + 1 < PARTS; k++) { /* and where one ends and the next begins */
        memmove(parts[k + 1] + 1, parts[k + 1], LENGTH + 1);
        parts[k + 1][0] = parts[k][LENGTH - 1];
        parts[k][LENGTH - 1] = 0;
        path_of(context, other);
        ck_assert_msg(strcmp(base, other) != 0, "the end of part %d is not looked at", k);
        parts[k][LENGTH - 1] = (char)('a' + k);
        memmove(parts[k + 1], parts[k + 1] + 1, LENGTH + 1);
    }
    nf_context_free(context);
    remove_folder();
}

TEST(a_struct_that_holds_no_profile_is_refused) {
    make_folder();
    nf_context *context = open_context(folder);
    nf_profile p;
    char path[400];
    snprintf(path, sizeof path, "%s/p.profile", folder);
    memset(&p, 0xa5, sizeof p);
    support_fails(context, NF_ERROR_ARGUMENT, "does not end", nf_profile_write(context, &p, path));
    support_fails(context, NF_ERROR_ARGUMENT, "not of this device", nf_profile_store(context, &p));
    p = profile_of(context, 0);
    support_fails(context, NF_ERROR_ARGUMENT, "without a name or a value", nf_profile_store(context, &p));
    ck_assert_int_ne(access(path, F_OK), 0);
    nf_context_free(context);
    remove_folder();
}

/* Damages to a file: the context must be created, name the damage in its note, and use nothing of the file. */
TEST(a_file_that_cannot_be_trusted_is_passed_over_with_a_note) {
    static const char *const damages[] = {"cut", "noise", "writable", "link", "large"};
    for (size_t k = 0; k < sizeof damages / sizeof *damages; k++) {
        make_folder();
        nf_context *context = open_context(folder);
        const nf_profile p = profile_of(context, other_value(context));
        support_ok(context, nf_profile_store(context, &p));
        char path[1024], moved[1100];
        snprintf(path, sizeof path, "%s", nf_profile_path(context));
        snprintf(moved, sizeof moved, "%s.real", path);
        nf_context_free(context);
        FILE *file = fopen(path, k == 1 ? "r+" : "a");
        ck_assert_ptr_nonnull(file);
        if (k == 1) fputs("{{{{", file);
        for (int line = 0; k == 4 && line < 70000; line++) fputc('\n', file);
        fclose(file);
        if (k == 0) ck_assert_int_eq(truncate(path, 60), 0);
        if (k == 2) ck_assert_int_eq(chmod(path, 0666), 0);
        if (k == 3) ck_assert(rename(path, moved) == 0 && symlink(moved, path) == 0);
        context = open_context(folder);
        ck_assert_msg(strstr(nf_context_note(context), "Ignored: ") != NULL, "%s: %s", damages[k],
                      nf_context_note(context));
        ck_assert_msg(nf_known_of(context)->checked == 0 ||
                          strstr(nf_context_note(context), "comes with the library") != NULL,
                      "%s", damages[k]);
        nf_profile q;
        support_ok(context, nf_profile_stored(context, &q, NULL));
        remove_folder();
        make_folder();
        nf_profile shipped;
        support_ok(context, nf_profile_stored(context, &shipped, NULL));
        ck_assert_uint_eq(q.value_count, shipped.value_count);
        nf_context_free(context);
        remove_folder();
    }
}

int main(void) {
    setenv("NEARFIELD_PATHS", "groups=1 unproved",
           1); /* no kernel runs here: values may differ on any driver */
    return support_main();
}
