/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The disk cache: intact entries of this user are used; all others are rebuilt. */
#include "support/calls.h"
#include "opencl/program/cache.h"

#include "cache_folder.h"
#include "opencl/context.h"

#include <dirent.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    *size = (size_t)facts_of(path).st_size;
    char *data = support_allocate(*size);
    ck_assert_uint_eq(fread(data, 1, *size, file), *size);
    fclose(file);
    return data;
}

/* A new file may get the inode number of a removed one, but not its time. */
static int is_same_file(const struct stat *a, const struct stat *b) {
    return a->st_ino == b->st_ino && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* Checks that the entry was rejected and replaced by an intact file of this user. */
static void check_rebuilt(const char *folder, const char *entry, size_t size) {
    const struct stat before = facts_of(entry);
    check_works(folder);
    const struct stat after = facts_of(entry);
    ck_assert_int_eq(count_files(folder, NULL), 1);
    ck_assert(!is_same_file(&before, &after));
    ck_assert_uint_eq(after.st_mode & 0777, 0600);
    ck_assert_uint_eq(after.st_uid, geteuid());
    ck_assert_uint_gt((size_t)after.st_size, size / 2);
    /* the new entry is used */
    check_works(folder);
    const struct stat later = facts_of(entry);
    ck_assert(is_same_file(&later, &after));
}

/* ---- good entries ------------------------------------------------------------------------------------- */

TEST(a_second_context_loads_what_the_first_has_built) {
    char folder[PATH], entry[PATH];
    fill_folder(folder, entry);
    const struct stat before = facts_of(entry);
    ck_assert_uint_eq(before.st_mode & 0777, 0600);
    check_works(folder);
    const struct stat after = facts_of(entry);
    ck_assert_int_eq(count_files(folder, NULL), 1);
    ck_assert(is_same_file(&before, &after));
    remove_folder(folder);
}

TEST(entries_come_back_as_they_were_stored_and_by_their_key_alone) {
    char folder[PATH];
    size_t size = 0;
    make_folder(folder);
    nf_cache_store(folder, "key one", "data of one", 11);
    nf_cache_store(folder, "key two", "two", 3);
    char *data = nf_cache_load(NULL, folder, "key one", &size);
    ck_assert_ptr_nonnull(data);
    ck_assert_uint_eq(size, 11);
    ck_assert_mem_eq(data, "data of one", 11);
    free(data);
    ck_assert_ptr_null(nf_cache_load(NULL, folder, "key three", &size));
    nf_cache_drop(folder, "key one");
    ck_assert_ptr_null(nf_cache_load(NULL, folder, "key one", &size));
    ck_assert_int_eq(count_files(folder, NULL), 1);
    remove_folder(folder);
}

/* Every property of the device and its driver is part of the key, to the last character. */
TEST(an_entry_is_of_one_device_driver_and_version) {
    static const size_t facts[] = {offsetof(nf_device_info, platform_name), offsetof(nf_device_info, name),
                                   offsetof(nf_device_info, vendor), offsetof(nf_device_info, driver),
                                   offsetof(nf_device_info, version)};
    char folder[PATH];
    make_folder(folder);
    const nf_context_options options = {.cache_folder = folder};
    const int count = (int)(sizeof facts / sizeof *facts);
    for (int k = -1; k < count; k++) { /* -1: unchanged */
        nf_context *context = support_context_with(&options);
        if (k >= 0) {
            char *fact = (char *)&context->device + facts[k];
            ck_assert_str_ne(fact, "");
            fact[strlen(fact) - 1] ^= 1;
        }
        check_gathers(context);
        nf_context_free(context);
        ck_assert_msg(count_files(folder, NULL) == k + 2, "%d entries, and %d facts have changed",
                      count_files(folder, NULL), k + 1);
    }
    remove_folder(folder);
}

TEST(the_time_of_a_program_from_the_disk_is_told_apart_from_that_of_one_that_was_built) {
    char folder[PATH];
    make_folder(folder);
    const nf_context_options options = {.cache_folder = folder};
    for (uint64_t k = 0; k < 2; k++) {
        own_context context = support_context_with(&options);
        nf_context_reset_stages(context);
        check_gathers(context);
        ck_assert_uint_eq(support_launches(context, "build"), 1 - k);
        ck_assert_uint_eq(support_launches(context, "load"), k);
    }
    remove_folder(folder);
}

/* ---- damage ------------------------------------------------------------------------------------------- */

TEST(a_damaged_entry_is_rebuilt) {
    char folder[PATH], entry[PATH];
    size_t size = 0;
    fill_folder(folder, entry);
    char *good = read_file(entry, &size);
    char *bad = support_allocate(size + 1);
    for (int damage = 0; damage < 7; damage++) {
        memcpy(bad, good, size);
        bad[size] = 0;
        size_t length = size;
        if (damage == 0) bad[size - size / 4] ^= 0x10; /* in the program */
        if (damage == 1) bad[60] ^= 1;                 /* in the key */
        if (damage == 2) bad[3] ^= 0x20;               /* in the magic word */
        if (damage == 3) bad[17] ^= 0x7f;              /* in a size */
        if (damage == 4) length = size - 1;
        if (damage == 5) length = 0;
        if (damage == 6) length = size + 1;
        write_file(entry, bad, length);
        chmod(entry, 0600);
        check_rebuilt(folder, entry, size);
    }
    free(bad);
    free(good);
    remove_folder(folder);
}

/* The key of an entry, from its file: 16 bytes of magic, three uint64, the key, the data. */
static char *key_of(const char *entry) {
    size_t size = 0;
    uint64_t bytes = 0;
    own_memory char *file = read_file(entry, &size);
    memcpy(&bytes, file + 16, 8);
    char *key = support_allocate(bytes + 1);
    memcpy(key, file + 40, bytes);
    key[bytes] = 0;
    return key;
}

TEST(an_entry_with_another_key_is_rebuilt) {
    char folder[PATH], entry[PATH], other[PATH];
    size_t size = 0, other_size = 0;
    fill_folder(folder, entry);
    free(read_file(entry, &size));
    char *key = key_of(entry), *data = nf_cache_load(NULL, folder, key, &other_size);
    ck_assert_ptr_nonnull(data);
    key[0] ^= 1; /* another version of nearfield with the same length: a valid entry under a wrong name */
    make_folder(other);
    nf_cache_store(other, key, data, other_size);
    char from[PATH];
    ck_assert_int_eq(count_files(other, from), 1);
    ck_assert_int_eq(rename(from, entry), 0);
    check_rebuilt(folder, entry, size);
    free(key);
    free(data);
    remove_folder(other);
    remove_folder(folder);
}

TEST(a_whole_entry_that_is_no_program_is_rebuilt) {
    char folder[PATH], entry[PATH];
    fill_folder(folder, entry);
    char *key = key_of(entry);
    nf_cache_store(folder, key, "this is no program of any device", 32);
    check_rebuilt(folder, entry, 32);
    free(key);
    remove_folder(folder);
}

/* ---- trust -------------------------------------------------------------------------------------------- */

TEST(an_entry_that_others_could_have_written_is_not_loaded) {
    char folder[PATH], entry[PATH], aside[PATH + 8];
    size_t size = 0;
    fill_folder(folder, entry);
    free(read_file(entry, &size));
    ck_assert_int_eq(chmod(entry, 0620), 0);
    check_rebuilt(folder, entry, size);
    ck_assert_int_eq(chmod(entry, 0602), 0);
    check_rebuilt(folder, entry, size);
    if (geteuid() == 0) {
        ck_assert_int_eq(chown(entry, 65534, 65534), 0);
        check_rebuilt(folder, entry, size);
    }
    /* a link to a good entry */
    snprintf(aside, sizeof aside, "%s.aside", folder);
    ck_assert_int_eq(rename(entry, aside), 0);
    ck_assert_int_eq(symlink(aside, entry), 0);
    check_rebuilt(folder, entry, size);
    ck_assert(S_ISREG(facts_of(entry).st_mode));
    unlink(aside);
    remove_folder(folder);
}

/* The folder may change after the context was created. */
TEST(nothing_is_read_written_or_dropped_in_a_folder_that_others_may_enter) {
    char folder[PATH];
    size_t size = 0;
    make_folder(folder);
    nf_cache_store(folder, "key one", "data of one", 11);
    ck_assert_int_eq(chmod(folder, 0755), 0);
    ck_assert_ptr_null(nf_cache_load(NULL, folder, "key one", &size));
    nf_cache_store(folder, "key two", "two", 3);
    nf_cache_drop(folder, "key one");
    ck_assert_int_eq(chmod(folder, 0700), 0);
    ck_assert_ptr_null(nf_cache_load(NULL, folder, "key two", &size));
    char *data = nf_cache_load(NULL, folder, "key one", &size);
    ck_assert_ptr_nonnull(data);
    free(data);
    remove_folder(folder);
}

/* ---- two processes ------------------------------------------------------------------------------------ */

/* The child process of the test below, without Check: a search that needs several programs. */
static int ask(const char *folder) {
    const nf_context_options options = {.cache_folder = folder, .tuning = "order.SMALL=1 order.COUNTED=1"};
    float xyz[900];
    uint64_t seed = 1;
    for (int k = 0; k < 900; k++) xyz[k] = (float)support_uniform(&seed);
    const nf_points points = {.n = 300, .dims = 3, .type = NF_FLOAT32, .rows.host = xyz};
    const nf_context_options host_options = {.device = "host"};
    own_context context = NULL, host = NULL;
    own_cloud on = NULL, on_host = NULL;
    uint64_t count = 0, wanted = 0;
    if (nf_context_create(&options, &context, NULL, 0) != NF_OK ||
        nf_context_create(&host_options, &host, NULL, 0) != NF_OK ||
        nf_cloud_create(context, &points, NULL, NULL, &on) != NF_OK ||
        pairs_count(on, 0.2, NULL, NULL, &count) != NF_OK ||
        nf_cloud_create(host, &points, NULL, NULL, &on_host) != NF_OK ||
        pairs_count(on_host, 0.2, NULL, NULL, &wanted) != NF_OK)
        return 2;
    return count == wanted && count > 0 ? 0 : 3;
}

TEST(two_processes_with_a_cold_cache_at_once_both_answer_and_leave_whole_entries) {
    enum { PROCESSES = 2 };
    char folder[PATH], drivers[PATH], name[PATH];
    pid_t children[PROCESSES];
    make_folder(folder);
    make_folder(drivers); /* PoCL's own cache is empty, too */
    for (int k = 0; k < PROCESSES; k++) {
        children[k] = fork();
        ck_assert_int_ge(children[k], 0);
        if (children[k] == 0) {
            setenv("POCL_CACHE_DIR", drivers, 1);
            execl("/proc/self/exe", "test_opencl_cache", "ask", folder, (char *)NULL);
            _exit(9);
        }
    }
    for (int k = 0; k < PROCESSES; k++) {
        int status = 0;
        ck_assert_int_eq(waitpid(children[k], &status, 0), children[k]);
        ck_assert(WIFEXITED(status));
        ck_assert_int_eq(WEXITSTATUS(status), 0);
    }
    const int files = count_files(folder, NULL);
    ck_assert_int_gt(files, 3);
    /* no incomplete file is left, and a third process adds nothing */
    DIR *all = opendir(folder);
    for (struct dirent *entry = readdir(all); entry; entry = readdir(all))
        ck_assert_ptr_null(strstr(entry->d_name, "new-"));
    closedir(all);
    ck_assert_int_eq(count_files(folder, name), files);
    const struct stat before = facts_of(name);
    ck_assert_int_eq(ask(folder), 0);
    ck_assert_int_eq(count_files(folder, NULL), files);
    ck_assert_uint_eq(facts_of(name).st_ino, before.st_ino);
    remove_folder(folder);
    char command[PATH + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", drivers);
    ck_assert_int_eq(system(command), 0);
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "ask") == 0) return ask(argv[2]);
    return support_main();
}
