/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The folder of built programs: created for the user only, and not used if others can access it. */
#include "cache_folder.h"

#include "opencl/program/cache.h"
#include "opencl/context.h"
#include "opencl/quirks.h"

#include <nearfield/experimental/tuning.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TEST(a_folder_that_is_not_ours_alone_is_not_used) {
    char folder[PATH], entry[PATH], link[PATH + 8];
    fill_folder(folder, entry);
    ck_assert_int_eq(unlink(entry), 0);
    ck_assert_int_eq(chmod(folder, 0755), 0);
    check_works(folder);
    ck_assert_int_eq(count_files(folder, NULL), 0);
    ck_assert_int_eq(chmod(folder, 0700), 0);
    if (geteuid() == 0) {
        ck_assert_int_eq(chown(folder, 65534, 65534), 0);
        check_works(folder);
        ck_assert_int_eq(count_files(folder, NULL), 0);
        ck_assert_int_eq(chown(folder, 0, 0), 0);
    }
    snprintf(link, sizeof link, "%s.link", folder);
    ck_assert_int_eq(symlink(folder, link), 0);
    check_works(link);
    ck_assert_int_eq(count_files(folder, NULL), 0);
    unlink(link);
    /* only the folder was rejected */
    check_works(folder);
    ck_assert_int_eq(count_files(folder, NULL), 1);
    remove_folder(folder);
}

TEST(a_folder_that_cannot_be_is_done_without) {
    char folder[PATH], path[PATH + 32];
    make_folder(folder);
    snprintf(path, sizeof path, "%s/file", folder);
    write_file(path, "x", 1);
    check_works(path); /* a file instead of the folder */
    snprintf(path, sizeof path, "%s/file/below", folder);
    check_works(path);
    check_works("/proc/no/such/place");
    check_works("off");
    ck_assert_int_eq(access("off", F_OK), -1);
    char *endless = support_allocate(5000);
    memset(endless, 'a', 4999);
    endless[0] = '/';
    endless[4999] = 0;
    check_works(endless);
    free(endless);
    ck_assert_int_eq(count_files(folder, NULL), 1);
    remove_folder(folder);
}

/* "" for a folder that serves. */
static void check_note(const char *folder, const char *says) {
    const nf_context_options options = {.cache_folder = folder};
    own_context context = support_context_with(&options);
    const char *said = strstr(nf_context_note(context), " Built programs are not kept on disk: ");
    ck_assert_msg(*says ? said && strstr(said, says) : !said, "%s: %s", folder, nf_context_note(context));
}

TEST(a_folder_that_is_not_used_is_named_by_the_note) {
    char folder[PATH], path[PATH + 32], says[2 * PATH];
    make_folder(folder);
    check_note(folder, "");
    check_note("off", "");
    snprintf(path, sizeof path, "%s/file", folder);
    write_file(path, "x", 1);
    snprintf(says, sizeof says, "%s is not a folder that its user alone can access.", path);
    check_note(path, says);
    char *endless = support_allocate(5000);
    memset(endless, 'a', 4999);
    endless[4999] = 0;
    check_note(endless, "the name of their folder is too long");
    free(endless);
    remove_folder(folder);
}

TEST(a_folder_that_is_not_there_is_made_for_the_user_alone) {
    char folder[PATH], path[PATH + 32];
    make_folder(folder);
    snprintf(path, sizeof path, "%s/a/b/c", folder);
    check_works(path);
    ck_assert_int_eq(count_files(path, NULL), 1);
    ck_assert_uint_eq(facts_of(path).st_mode & 0777, 0700);
    remove_folder(folder);
}

/* The default folder is `path`, unless the driver has a better cache. */
static void check_unnamed(const char *path) {
    own_context context = support_context_with(NULL);
    if (nf_has_quirk(&context->device, NF_QUIRK_CACHES_KERNELS)) ck_assert_ptr_null(context->programs.folder);
    else ck_assert_str_eq(context->programs.folder, path);
}

TEST(the_environment_names_the_folder_or_turns_the_cache_off) {
    char folder[PATH], path[PATH + 32];
    const nf_context_options none = {.no_disk_cache = 1};
    make_folder(folder);
    setenv("NEARFIELD_CACHE", folder, 1);
    nf_context *context = support_context_with(NULL);
    ck_assert_str_eq(context->programs.folder, folder);
    nf_context_free(context);
    context = support_context_with(&none);
    ck_assert_ptr_null(context->programs.folder);
    nf_context_free(context);
    setenv("NEARFIELD_CACHE", "off", 1);
    context = support_context_with(NULL);
    ck_assert_ptr_null(context->programs.folder);
    nf_context_free(context);
    setenv("NEARFIELD_CACHE", "", 1); /* an empty name means the default */
    setenv("XDG_CACHE_HOME", folder, 1);
    snprintf(path, sizeof path, "%s/nearfield", folder);
    check_unnamed(path);
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", folder, 1);
    snprintf(path, sizeof path, "%s/.cache/nearfield", folder);
    check_unnamed(path);
    remove_folder(folder);
}
