/* Built programs on disk: used when they are ours and whole, rebuilt or passed over otherwise; never trusted.
 */
#include "opencl/cache.h"

#include "opencl/context.h"
#include "support/answers.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH = 512 };

/* ---- folders of the test's own ---------------------------------------------------------------------------
 */

/* A new folder below TMPDIR or /tmp, 0700. */
static void make_folder(char path[PATH]) {
    const char *parent = getenv("TMPDIR");
    snprintf(path, PATH, "%s/nearfield-test-XXXXXX", parent && *parent ? parent : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(path));
}

/* Removes a folder and its files, one level down at most. */
static void remove_folder(const char *path) {
    DIR *folder = opendir(path);
    if (folder) {
        for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
            char inner[2 * PATH];
            if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
            snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
            if (unlink(inner) != 0) remove_folder(inner);
        }
        closedir(folder);
    }
    rmdir(path);
}

/* How many files; the last one's name into `name` unless that is NULL. */
static int count_files(const char *path, char name[PATH]) {
    int count = 0;
    DIR *folder = opendir(path);
    if (!folder) return 0;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        if (entry->d_name[0] == '.') continue;
        count++;
        if (name) snprintf(name, PATH, "%.200s/%.250s", path, entry->d_name);
    }
    closedir(folder);
    return count;
}

static struct stat facts_of(const char *path) {
    struct stat facts;
    ck_assert_int_eq(lstat(path, &facts), 0);
    return facts;
}

static char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    *size = (size_t)facts_of(path).st_size;
    char *data = support_allocate(*size);
    ck_assert_uint_eq(fread(data, 1, *size, file), *size);
    fclose(file);
    return data;
}

static void write_file(const char *path, const void *data, size_t size) {
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(data, 1, size, file), size);
    fclose(file);
}

/* ---- one program: a gather ------------------------------------------------------------------------------
 */

/* A new context with this folder answers rightly. */
static void check_works(const char *folder) {
    const nf_context_options options = {.cache_folder = folder};
    nf_context *context = support_context_with(&options);
    uint32_t data[100], indices[100], got[100];
    for (uint32_t k = 0; k < 100; k++) {
        data[k] = 1000 + k;
        indices[k] = 99 - k;
    }
    support_buffer in = support_buffer_of(context, data, 100, 4),
                   by = support_buffer_of(context, indices, 100, 4),
                   out = support_buffer_of(context, NULL, 100, 4);
    support_ok(context, nf_gather(context, 1, in.at, 100, by.at, out.at, 100, NULL));
    ck_assert_str_eq(nf_context_error(context), "");
    ck_assert_str_eq(nf_context_build_log(context), "");
    support_read(&out, got);
    for (uint32_t k = 0; k < 100; k++) ck_assert_uint_eq(got[k], 1099 - k);
    support_release(&in);
    support_release(&by);
    support_release(&out);
    nf_context_free(context);
}

/* A folder with one entry, whose path goes into `entry`. */
static void fill_folder(char folder[PATH], char entry[PATH]) {
    make_folder(folder);
    check_works(folder);
    ck_assert_int_eq(count_files(folder, entry), 1);
}

/* The entry was not taken: another file stands in its place, whole and ours alone. */
static void check_rebuilt(const char *folder, const char *entry, size_t size) {
    const struct stat before = facts_of(entry);
    check_works(folder);
    const struct stat after = facts_of(entry);
    ck_assert_int_eq(count_files(folder, NULL), 1);
    ck_assert_uint_ne(before.st_ino, after.st_ino);
    ck_assert_uint_eq(after.st_mode & 0777, 0600);
    ck_assert_uint_eq(after.st_uid, geteuid());
    ck_assert_uint_gt((size_t)after.st_size, size / 2);
    /* and now it is taken */
    check_works(folder);
    ck_assert_uint_eq(facts_of(entry).st_ino, after.st_ino);
}

/* ---- good entries ----------------------------------------------------------------------------------------
 */

START_TEST(a_second_context_loads_what_the_first_has_built) {
    char folder[PATH], entry[PATH];
    fill_folder(folder, entry);
    const struct stat before = facts_of(entry);
    ck_assert_uint_eq(before.st_mode & 0777, 0600);
    check_works(folder);
    const struct stat after = facts_of(entry);
    ck_assert_int_eq(count_files(folder, NULL), 1);
    ck_assert_uint_eq(before.st_ino, after.st_ino);
    ck_assert(before.st_mtim.tv_sec == after.st_mtim.tv_sec &&
              before.st_mtim.tv_nsec == after.st_mtim.tv_nsec);
    remove_folder(folder);
}
END_TEST

START_TEST(entries_come_back_as_they_were_stored_and_by_their_key_alone) {
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
END_TEST

/* ---- damage ----------------------------------------------------------------------------------------------
 */

START_TEST(a_damaged_entry_is_rebuilt) {
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
END_TEST

/* The key of an entry, from its file: 16 bytes of magic, three uint64, the key, the data. */
static char *key_of(const char *entry) {
    size_t size = 0;
    uint64_t bytes = 0;
    char *file = read_file(entry, &size);
    memcpy(&bytes, file + 16, 8);
    char *key = support_allocate(bytes + 1);
    memcpy(key, file + 40, bytes);
    key[bytes] = 0;
    free(file);
    return key;
}

START_TEST(an_entry_with_another_key_is_rebuilt) {
    char folder[PATH], entry[PATH], other[PATH];
    size_t size = 0, other_size = 0;
    fill_folder(folder, entry);
    free(read_file(entry, &size));
    char *key = key_of(entry), *data = nf_cache_load(NULL, folder, key, &other_size);
    ck_assert_ptr_nonnull(data);
    key[0] ^=
        1; /* another version of nearfield, the same length: a good entry under a name that is not its own */
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
END_TEST

START_TEST(a_whole_entry_that_is_no_program_is_rebuilt) {
    char folder[PATH], entry[PATH];
    fill_folder(folder, entry);
    char *key = key_of(entry);
    nf_cache_store(folder, key, "this is no program of any device", 32);
    check_rebuilt(folder, entry, 32);
    free(key);
    remove_folder(folder);
}
END_TEST

/* ---- trust ----------------------------------------------------------------------------------------------
 */

START_TEST(an_entry_that_others_could_have_written_is_not_loaded) {
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
END_TEST

START_TEST(a_folder_that_is_not_ours_alone_is_not_used) {
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
    /* it is the folder that was refused, nothing else */
    check_works(folder);
    ck_assert_int_eq(count_files(folder, NULL), 1);
    remove_folder(folder);
}
END_TEST

START_TEST(a_folder_that_cannot_be_is_done_without) {
    char folder[PATH], path[PATH + 32];
    make_folder(folder);
    snprintf(path, sizeof path, "%s/file", folder);
    write_file(path, "x", 1);
    check_works(path); /* a file in its place */
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
END_TEST

START_TEST(a_folder_that_is_not_there_is_made_for_the_user_alone) {
    char folder[PATH], path[PATH + 32];
    make_folder(folder);
    snprintf(path, sizeof path, "%s/a/b/c", folder);
    check_works(path);
    ck_assert_int_eq(count_files(path, NULL), 1);
    ck_assert_uint_eq(facts_of(path).st_mode & 0777, 0700);
    remove_folder(folder);
}
END_TEST

START_TEST(the_environment_names_the_folder_or_turns_the_cache_off) {
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
    unsetenv("NEARFIELD_CACHE");
    setenv("XDG_CACHE_HOME", folder, 1);
    snprintf(path, sizeof path, "%s/nearfield", folder);
    context = support_context_with(NULL);
    ck_assert_str_eq(context->programs.folder, path);
    nf_context_free(context);
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", folder, 1);
    snprintf(path, sizeof path, "%s/.cache/nearfield", folder);
    context = support_context_with(NULL);
    ck_assert_str_eq(context->programs.folder, path);
    nf_context_free(context);
    remove_folder(folder);
}
END_TEST

/* ---- two processes ---------------------------------------------------------------------------------------
 */

/* What a process of the test below does, without Check: a question that needs several programs. */
static int ask(const char *folder) {
    const nf_context_options options = {.cache_folder = folder};
    float xyz[900];
    uint64_t seed = 1;
    for (int k = 0; k < 900; k++) xyz[k] = (float)support_uniform(&seed);
    const nf_points points = {.n = 300, .dims = 3, .type = NF_FLOAT32, .host = xyz};
    nf_context *context = NULL;
    nf_cloud *on = NULL;
    uint64_t count = 0, wanted = 0;
    if (nf_context_create(&options, &context, NULL, 0) != NF_OK ||
        nf_cloud_create(context, &points, NULL, NULL, &on) != NF_OK ||
        nf_pairs_count(on, 0.2, NULL, &count) != NF_OK ||
        nf_host_pairs(&points, NULL, 0.2, NULL, NULL, NULL, &wanted, NULL, NULL, 0) != NF_OK)
        return 2;
    nf_cloud_free(on);
    nf_context_free(context);
    return count == wanted && count > 0 ? 0 : 3;
}

START_TEST(two_processes_with_a_cold_cache_at_once_both_answer_and_leave_whole_entries) {
    enum { PROCESSES = 2 };
    char folder[PATH], drivers[PATH], name[PATH];
    pid_t children[PROCESSES];
    make_folder(folder);
    make_folder(drivers); /* PoCL's own cache is cold, too */
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
    /* nothing half-written is left, and a third one adds nothing */
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
END_TEST

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "ask") == 0) return ask(argv[2]);
    const TTest *const tests[] = {
        a_second_context_loads_what_the_first_has_built,
        entries_come_back_as_they_were_stored_and_by_their_key_alone,
        a_damaged_entry_is_rebuilt,
        an_entry_with_another_key_is_rebuilt,
        a_whole_entry_that_is_no_program_is_rebuilt,
        an_entry_that_others_could_have_written_is_not_loaded,
        a_folder_that_is_not_ours_alone_is_not_used,
        a_folder_that_cannot_be_is_done_without,
        a_folder_that_is_not_there_is_made_for_the_user_alone,
        the_environment_names_the_folder_or_turns_the_cache_off,
        two_processes_with_a_cold_cache_at_once_both_answer_and_leave_whole_entries};
    return support_main("cache", tests, sizeof tests / sizeof *tests);
}
