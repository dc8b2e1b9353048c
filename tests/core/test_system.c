/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Folders, files, shared libraries and threads as the system has them.  Plain C without a test framework, as the lane windows has none. */
#include "core/file.h"
#include "core/system.h"
#include "core/team.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if !defined(_WIN32)
#include <signal.h>
#include <sys/resource.h>
#endif

static int faults;

#define EXPECT(holds)                                                                                        \
    do {                                                                                                     \
        if (!(holds)) {                                                                                      \
            printf("%s:%d: does not hold: %s\n", __func__, __LINE__, #holds);                                \
            faults++;                                                                                        \
        }                                                                                                    \
    } while (0)

static char root[NF_PATH_MOST]; /* of everything that the test creates */

static const char *below_root(const char *name) {
    static char path[NF_PATH_MOST];
    snprintf(path, sizeof path, "%.500s/%.500s", root, name);
    return path;
}

static int write_text(const char *path, const char *first, const char *second) {
    const nf_file_part parts[] = {{first, strlen(first)}, {second, strlen(second)}};
    return nf_file_replace(path, parts, 2);
}

static int has_text(const char *path, const char *wanted) {
    nf_sentence error = {.text = ""};
    char *text = NULL;
    const int read = nf_file_read_text(NULL, path, 100, &text, &error) == NF_OK && text;
    const int same = read && strcmp(text, wanted) == 0;
    nf_release(NULL, text);
    return same;
}

static void a_folder_is_made_with_those_above_it_for_the_user_alone(void) {
    EXPECT(nf_file_make_folder(below_root("a/b/c")) == 0);
    EXPECT(nf_file_make_folder(below_root("a/b/c")) == 0);
    EXPECT(nf_system_folder_is_private(below_root("a/b/c")));
    EXPECT(nf_system_folder_is_private(below_root("a")));
    EXPECT(!nf_system_folder_is_private(below_root("nowhere")));
    EXPECT(nf_file_make_folder("") != 0);
}

static void a_file_stands_in_no_folders_place(void) {
    EXPECT(write_text(below_root("file"), "x", ""));
    EXPECT(!nf_system_folder_is_private(below_root("file")));
    EXPECT(nf_file_make_folder(below_root("file/below")) != 0);
}

static void a_file_is_written_whole_and_replaced(void) {
    EXPECT(write_text(below_root("a/text"), "first ", "part"));
    EXPECT(has_text(below_root("a/text"), "first part"));
    EXPECT(write_text(below_root("a/text"), "now\r\n", "another\n"));
    EXPECT(has_text(below_root("a/text"), "now\r\nanother\n"));
    nf_system_remove(below_root("a/text"));
    EXPECT(!has_text(below_root("a/text"), "now\r\nanother\n"));
}

static int names_in(const char *folder) {
    int count = 0;
    DIR *names = opendir(folder);
    for (const struct dirent *entry = names ? readdir(names) : NULL; entry; entry = readdir(names))
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    if (names) closedir(names);
    return count;
}

static void a_replacement_that_fails_leaves_nothing_behind(void) {
    EXPECT(nf_file_make_folder(below_root("full/taken/inside")) == 0);
    EXPECT(names_in(below_root("full")) == 1);
    EXPECT(!write_text(below_root("full/taken"), "a folder with something in it ", "is not replaced"));
    EXPECT(names_in(below_root("full")) == 1);
    EXPECT(!write_text(below_root("missing/text"), "no folder", ""));
}

static void names_are_utf8(void) {
    const char *folder = "\xc3\xa4\xe6\xbc\xa2\xf0\x9f\x99\x82"; /* Latin, Chinese, beyond 16 bits */
    char inside[100];
    snprintf(inside, sizeof inside, "%s/\xd0\xb6.json", folder);
    EXPECT(nf_file_make_folder(below_root(folder)) == 0);
    EXPECT(nf_system_folder_is_private(below_root(folder)));
    EXPECT(write_text(below_root(inside), "letters", ""));
    EXPECT(has_text(below_root(inside), "letters"));
}

static void a_text_that_is_too_long_is_refused(void) {
    char line[102], *text = line;
    nf_sentence error = {.text = ""};
    memset(line, 'x', 101);
    line[101] = 0;
    EXPECT(write_text(below_root("long"), line, ""));
    EXPECT(nf_file_read_text(NULL, below_root("long"), 100, &text, &error) == NF_ERROR_UNSUPPORTED);
    EXPECT(!text && strstr(error.text, "more than 100 bytes"));
    EXPECT(nf_file_read_text(NULL, below_root("nowhere"), 100, &text, &error) == NF_OK && !text);
}

static void names_that_are_too_long_are_no_folders(void) {
    static char name[NF_PATH_MOST + 1], path[NF_PATH_MOST];
    memset(name, 'x', NF_PATH_MOST);
    EXPECT(nf_file_make_folder(name) != 0);
    EXPECT(nf_file_user_folder(name, "NEARFIELD_NOTHING", NF_FOLDER_CACHE, path) == 0);
    name[NF_PATH_MOST - 1] = 0;
    EXPECT(nf_file_user_folder(name, "NEARFIELD_NOTHING", NF_FOLDER_CACHE, path) == NF_PATH_MOST - 1);
    name[NF_PATH_MOST - 2] = '/'; /* the folder's name leaves no room for a file name */
    EXPECT(nf_system_create(name, path) == -1 && !write_text(name, "", ""));
}

static void the_environment_names_folders(void) {
    char path[NF_PATH_MOST], text[4];
    EXPECT(nf_file_user_folder(NULL, "NF_TEST_FOLDER", NF_FOLDER_CACHE, path) == 6 &&
           strcmp(path, "z/\xc3\xa4/z") == 0);
    EXPECT(nf_file_user_folder("wish", "NF_TEST_FOLDER", NF_FOLDER_CACHE, path) == 4 &&
           strcmp(path, "wish") == 0);
    EXPECT(nf_system_variable("NF_TEST_FOLDER", text, sizeof text) == 6);
    EXPECT(nf_system_variable("NF_TEST_NOTHING", text, sizeof text) == 0);
    EXPECT(nf_file_user_folder(NULL, "NF_TEST_NOTHING", NF_FOLDER_CACHE, path) > 0 &&
           strstr(path, "nearfield"));
    EXPECT(nf_file_user_folder(NULL, "NF_TEST_NOTHING", NF_FOLDER_CONFIG, path) > 0 &&
           strstr(path, "nearfield"));
}

static void the_clock_goes_on(void) {
    const double start = nf_system_clock();
    double now = start;
    for (uint32_t k = 0; k < 2000000000u && now == start; k++) now = nf_system_clock();
    EXPECT(now > start && now - start < 60e3);
}

static void large_pages_are_memory(void) {
    const size_t bytes = (size_t)3 << 20;
    char *memory = nf_system_large_pages(bytes);
    if (memory) memset(memory, 1, bytes);
    EXPECT(!memory || memory[bytes - 1] == 1);
    nf_system_free_pages(memory);
    EXPECT(nf_system_large_pages(SIZE_MAX) == NULL);
}

static void a_library_is_opened_by_its_name(void) {
#if defined(_WIN32)
    static const char *const name = "kernel32.dll", *const function = "GetProcAddress";
#elif defined(__APPLE__)
    static const char *const name = "libSystem.B.dylib", *const function = "strlen";
#elif defined(__GLIBC__)
    static const char *const name = "libc.so.6", *const function = "strlen";
#else
    static const char *const name = "libc.so", *const function = "strlen";
#endif
    char why[100] = "", little[5] = "";
    void *library = nf_system_open_library(name, why, sizeof why);
    EXPECT(library && !*why);
    EXPECT(library && nf_system_symbol(library, function) &&
           !nf_system_symbol(library, "there_is_no_such_function"));
    if (library) nf_system_close_library(library);
    EXPECT(!nf_system_open_library("nf_nowhere", why, sizeof why) && strstr(why, "nf_nowhere"));
    EXPECT(!nf_system_open_library("nf_nowhere", little, sizeof little) && strlen(little) == 4);
    EXPECT(!nf_system_open_library("nf_nowhere", NULL, 0));
}

/* What a team adds up, once all of its members have come: the others, where the first is not alone. */
typedef struct sum {
    unsigned wanted, members, next;
    unsigned long long total;
} sum;

enum { ADDED = 100000, TEAM = 5 };

static void add(nf_team *team, unsigned member, void *user) {
    sum *s = user;
    nf_team_lock(team);
    EXPECT(member < s->wanted);
    if (++s->members == s->wanted) nf_team_wake(team);
    while (s->members < s->wanted) nf_team_sleep(team);
    while ((member || s->wanted == 1) && s->next < ADDED) {
        const unsigned number = ++s->next;
        nf_team_unlock(team);
        nf_team_lock(team);
        s->total += number;
    }
    nf_team_unlock(team);
}

static void check_work(nf_team *team, unsigned count, unsigned wanted) {
    sum s = {.wanted = wanted};
    nf_team_work(team, count, add, &s);
    if (s.members == wanted && s.total == (unsigned long long)ADDED * (ADDED + 1) / 2) return;
    printf("%u threads: %u came and added up to %llu\n", count, s.members, s.total);
    exit(1); /* a thread may still use the sum */
}

static void a_team_shares_its_work(void) {
    const nf_allocator allocator = {NULL, NULL, NULL};
    nf_team *team = NULL;
    EXPECT(nf_system_processors() >= 1);
    EXPECT(nf_team_create(&allocator, TEAM, &team, NULL) == NF_OK);
    for (unsigned count = 0; team && count <= TEAM + 2; count++)
        check_work(team, count, count < 1 ? 1 : count < TEAM ? count : TEAM);
    for (int turn = 0; team && turn < 2; turn++) { /* fewer than it has, and with no thread left */
        check_work(team, 3, 3);
        nf_team_trim(team);
    }
    nf_team_free(team);
    nf_team_free(NULL);
}

/* An allocator that gives so many pieces. */
static void *give(void *user, size_t bytes) {
    int *left = user;
    return (*left)-- > 0 ? malloc(bytes) : NULL;
}
static void take_back(void *user, void *memory) {
    (void)user;
    free(memory);
}

static void a_team_that_gets_no_more_threads_works_on_with_fewer(void) {
    int left = 4; /* the team, its lock, two threads */
    const nf_allocator allocator = {give, take_back, &left};
    nf_team *team = NULL;
    EXPECT(nf_team_create(&allocator, TEAM, &team, NULL) == NF_OK);
    if (team) check_work(team, TEAM, 3);
    left = TEAM; /* it does not try again, although it would get more */
    if (team) check_work(team, TEAM, 3);
    EXPECT(left == TEAM);
    nf_team_free(team);
    left = 1;
    EXPECT(nf_team_create(&allocator, TEAM, &team, NULL) == NF_ERROR_MEMORY && !team);
}

/* Uses more than the 512 KB to which system.sh limits stacks of the default size. */
static void fill_stack(void *user) {
    enum { ROOM = 600 << 10 };
    volatile unsigned char room[ROOM];
    for (int k = 0; k < ROOM; k += 1024) room[k] = 1;
    *(int *)user = room[0];
}

static void a_thread_has_a_stack_of_a_megabyte(void) {
    nf_thread thread;
    int is_filled = 0;
    if (nf_thread_start(&thread, fill_stack, &is_filled)) nf_thread_join(&thread);
    EXPECT(is_filled);
}

#if !defined(_WIN32)

static void look_at_mask(void *user) { EXPECT(pthread_sigmask(SIG_BLOCK, NULL, user) == 0); }

static void a_thread_receives_only_the_signals_of_its_faults(void) {
    nf_thread thread;
    sigset_t blocked;
    sigemptyset(&blocked);
    if (nf_thread_start(&thread, look_at_mask, &blocked)) nf_thread_join(&thread);
    EXPECT(sigismember(&blocked, SIGINT) && sigismember(&blocked, SIGTERM) && sigismember(&blocked, SIGALRM));
    EXPECT(!sigismember(&blocked, SIGSEGV) && !sigismember(&blocked, SIGBUS));
    EXPECT(!sigismember(&blocked, SIGFPE) && !sigismember(&blocked, SIGILL));
}

/* Waits until two members have come. */
static void come(nf_team *team, unsigned member, void *user) {
    unsigned *members = user;
    (void)member;
    nf_team_lock(team);
    if (++*members == 2) nf_team_wake(team);
    while (*members < 2) nf_team_sleep(team);
    nf_team_unlock(team);
}

/* How often threads of this process have gone to sleep. */
static long sleeps(void) {
    struct rusage usage = {.ru_nvcsw = 0};
    EXPECT(getrusage(RUSAGE_SELF, &usage) == 0);
    return usage.ru_nvcsw;
}

static void a_work_for_two_wakes_no_more_members(void) {
    enum { MANY = 40, TURNS = 100 };
    const nf_allocator allocator = {NULL, NULL, NULL};
    nf_team *team = NULL;
    EXPECT(nf_team_create(&allocator, MANY, &team, NULL) == NF_OK);
    if (!team) return;
    check_work(team, MANY, MANY);
    const long before = sleeps();
    for (int turn = 0; turn < TURNS; turn++) {
        unsigned members = 0;
        nf_team_work(team, 2, come, &members);
        EXPECT(members == 2);
    }
    EXPECT(sleeps() - before < (long)TURNS * MANY / 2);
    nf_team_free(team);
}

#endif

/* `folder` is writable for others, and contains such a file. */
static void what_others_may_write_is_not_trusted(const char *folder) {
    char path[NF_PATH_MOST], *text = path;
    nf_sentence error = {.text = ""};
    uint64_t size = 0;
    snprintf(path, sizeof path, "%.900s/shared", folder);
    EXPECT(names_in(folder) == 1);
    EXPECT(!nf_system_folder_is_private(folder));
    EXPECT(nf_system_open(path, &size) == -2);
    EXPECT(nf_file_read_text(NULL, path, 100, &text, &error) == NF_ERROR_UNSUPPORTED && !text);
    EXPECT(nf_system_open(below_root("nowhere"), &size) == -1);
    EXPECT(nf_system_open(below_root("a"), &size) == -2);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        printf("test_system FOLDER SHARED: a folder still to be made for what the tests write, and one where "
               "others may "
               "write, with the file `shared`, which they may write too\n");
        return 2;
    }
    snprintf(root, sizeof root, "%s", argv[1]);
    a_folder_is_made_with_those_above_it_for_the_user_alone();
    a_file_stands_in_no_folders_place();
    a_file_is_written_whole_and_replaced();
    a_replacement_that_fails_leaves_nothing_behind();
    names_are_utf8();
    a_text_that_is_too_long_is_refused();
    names_that_are_too_long_are_no_folders();
    the_environment_names_folders();
    the_clock_goes_on();
    large_pages_are_memory();
    a_library_is_opened_by_its_name();
    a_team_shares_its_work();
    a_team_that_gets_no_more_threads_works_on_with_fewer();
    a_thread_has_a_stack_of_a_megabyte();
#if !defined(_WIN32)
    a_thread_receives_only_the_signals_of_its_faults();
    a_work_for_two_wakes_no_more_members();
#endif
    what_others_may_write_is_not_trusted(argv[2]);
    printf("%d faults\n", faults);
    return faults != 0;
}
