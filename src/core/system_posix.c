/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The operating system: POSIX. */
#if defined(__linux__)
#define _GNU_SOURCE /* madvise, sched_getaffinity */
#endif
#define _POSIX_C_SOURCE 200809L
#include "core/system.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

double nf_system_clock(void) {
    struct timespec t;
    if (clock_gettime(CLOCK_MONOTONIC, &t) != 0) return 0;
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

uint64_t nf_system_memory(void) {
#if defined(_SC_PHYS_PAGES)
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (pages > 0 && size > 0) return (uint64_t)pages * (uint64_t)size;
#endif
    return SIZE_MAX / 2;
}

/* ---- places ------------------------------------------------------------------------------------------- */

size_t nf_system_variable(const char *name, char *text, size_t room) {
    const char *value = getenv(name);
    const size_t length = value ? strlen(value) : 0;
    if (length && length < room) memcpy(text, value, length + 1);
    return length;
}

size_t nf_system_trusted_variable(const char *name, char *text, size_t room) {
    if (getuid() != geteuid() || getgid() != getegid()) return 0;
    return nf_system_variable(name, text, room);
}

size_t nf_system_folder(nf_folder folder, char path[NF_PATH_MOST]) {
    static const struct {
        const char *variable, *below_home;
    } places[] = {[NF_FOLDER_CACHE] = {"XDG_CACHE_HOME", ".cache"},
                  [NF_FOLDER_CONFIG] = {"XDG_CONFIG_HOME", ".config"}};
    const char *shared = getenv(places[folder].variable), *home = getenv("HOME");
    int n = 0;
    if (shared && *shared == '/') n = snprintf(path, NF_PATH_MOST, "%s/nearfield", shared);
    else if (home && *home == '/')
        n = snprintf(path, NF_PATH_MOST, "%s/%s/nearfield", home, places[folder].below_home);
    return n > 0 && n < NF_PATH_MOST ? (size_t)n : 0;
}

int nf_system_is_separator(char letter) { return letter == '/'; }

/* ---- folders ------------------------------------------------------------------------------------------ */

/* 1 if it belongs to this user and others have none of these permissions. */
static int is_ours(const struct stat *facts, mode_t others) {
    return facts->st_uid == geteuid() && (facts->st_mode & others) == 0;
}

int nf_system_make_folder(const char *path) { return mkdir(path, 0700) == 0 || errno == EEXIST; }

int nf_system_folder_is_private(const char *path) {
    struct stat facts;
    return lstat(path, &facts) == 0 && S_ISDIR(facts.st_mode) && is_ours(&facts, 077);
}

/* ---- files -------------------------------------------------------------------------------------------- */

int nf_system_open(const char *path, uint64_t *size) {
    struct stat facts;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return errno == ENOENT || errno == ENOTDIR ? -1 : -2;
    if (fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode) || (facts.st_mode & 022) ||
        (facts.st_uid != geteuid() && facts.st_uid != 0)) {
        close(file);
        return -2;
    }
    *size = (uint64_t)facts.st_size;
    return file;
}

int nf_system_create(const char *path, char made[NF_PATH_MOST]) {
    const char *slash = strrchr(path, '/');
    const int folder = slash ? (int)(slash - path) + 1 : 0;
    if (snprintf(made, NF_PATH_MOST, "%.*snew-XXXXXX", folder, path) >= NF_PATH_MOST) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return mkstemp(made);
}

int nf_system_read(int file, void *data, size_t size) {
    for (size_t got = 0; got < size;) {
        const ssize_t n = read(file, (char *)data + got, size - got);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return 0;
        got += (size_t)n;
    }
    return 1;
}

int nf_system_write(int file, const void *data, size_t size) {
    for (size_t put = 0; put < size;) {
        const ssize_t n = write(file, (const char *)data + put, size - put);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return 0;
        put += (size_t)n;
    }
    return 1;
}

int nf_system_close(int file) { return close(file) == 0; }

int nf_system_rename(const char *from, const char *to) { return rename(from, to) == 0; }

void nf_system_remove(const char *path) { (void)unlink(path); }

/* ---- memory ------------------------------------------------------------------------------------------- */

#if defined(__linux__)

void *nf_system_large_pages(size_t bytes) {
    enum { LARGE_PAGE = 2 << 20 };
    void *memory = NULL;
    if (bytes > SIZE_MAX - LARGE_PAGE) return NULL;
    const size_t rounded = (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    if (posix_memalign(&memory, LARGE_PAGE, rounded) != 0) return NULL;
    (void)madvise(memory, rounded, MADV_HUGEPAGE);
    return memory;
}

#else

void *nf_system_large_pages(size_t bytes) {
    (void)bytes;
    return NULL;
}

#endif

void nf_system_free_pages(void *memory) { free(memory); }

/* ---- libraries ---------------------------------------------------------------------------------------- */

void *nf_system_open_library(const char *name, char *why, size_t room) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    const char *reason = library ? NULL : dlerror();
    if (why && !library) snprintf(why, room, "%s", reason ? reason : name);
    return library;
}

void nf_system_close_library(void *library) { (void)dlclose(library); }

void (*nf_system_symbol(void *library, const char *name))(void) {
    void *const symbol = dlsym(library, name);
    void (*function)(void) = NULL;
    memcpy(&function, &symbol, sizeof function); /* ISO C has no conversion between the two */
    return function;
}

/* ---- threads ------------------------------------------------------------------------------------------ */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void nf_system_lock(void) { (void)pthread_mutex_lock(&lock); }

void nf_system_unlock(void) { (void)pthread_mutex_unlock(&lock); }

#if defined(__linux__)

/* The processors whose time the container of this process has, rounded up; 0: it has no limit. */
static unsigned processors_of_container(void) {
    unsigned long long time = 0, period = 0;
    char text[64] = ""; /* "150000 100000", or "max 100000": microseconds */
    const int file = open("/sys/fs/cgroup/cpu.max", O_RDONLY | O_CLOEXEC);
    const ssize_t length = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    if (length <= 0 || sscanf(text, "%llu %llu", &time, &period) != 2 || !period) return 0;
    return (unsigned)(time / period + (time % period != 0));
}

unsigned nf_system_processors(void) {
    cpu_set_t own;
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    const int given = sched_getaffinity(0, sizeof own, &own) == 0 ? CPU_COUNT(&own) : (int)online;
    const unsigned count = given > 0 ? (unsigned)given : 1, most = processors_of_container();
    return most && most < count ? most : count;
}

#else

unsigned nf_system_processors(void) {
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

#endif

uint64_t nf_system_process(void) { return (uint64_t)getpid(); }

_Static_assert(sizeof(pthread_t) <= sizeof(uintptr_t), "a handle holds a thread");

static void *begin(void *started) {
    const nf_thread *thread = started;
    thread->run(thread->user);
    return NULL;
}

int nf_thread_start(nf_thread *thread, void (*run)(void *user), void *user) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    pthread_t made;
    pthread_attr_t attributes;
    sigset_t blocked, before;
    int started = 0;
    thread->run = run;
    thread->user = user;
    sigfillset(&blocked);
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) sigdelset(&blocked, faults[k]);
    if (pthread_attr_init(&attributes) != 0) return 0;
    if (pthread_attr_setstacksize(&attributes, NF_THREAD_STACK) == 0 &&
        pthread_sigmask(SIG_SETMASK, &blocked, &before) == 0) { /* the thread takes the mask over */
        started = pthread_create(&made, &attributes, begin, thread) == 0;
        (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    (void)pthread_attr_destroy(&attributes);
    if (started) memcpy(&thread->handle, &made, sizeof made);
    return started;
}

void nf_thread_join(nf_thread *thread) {
    pthread_t made;
    memcpy(&made, &thread->handle, sizeof made);
    (void)pthread_join(made, NULL);
}

struct nf_monitor {
    pthread_mutex_t lock;
    pthread_cond_t conditions[2];
};
const size_t nf_monitor_size = sizeof(nf_monitor);

void nf_monitor_open(nf_monitor *monitor) {
    *monitor = (nf_monitor){PTHREAD_MUTEX_INITIALIZER, {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER}};
}

void nf_monitor_close(nf_monitor *monitor) {
    for (int k = 0; k < 2; k++) (void)pthread_cond_destroy(&monitor->conditions[k]);
    (void)pthread_mutex_destroy(&monitor->lock);
}

void nf_monitor_lock(nf_monitor *monitor) { (void)pthread_mutex_lock(&monitor->lock); }

void nf_monitor_unlock(nf_monitor *monitor) { (void)pthread_mutex_unlock(&monitor->lock); }

void nf_monitor_wait(nf_monitor *monitor, unsigned condition) {
    (void)pthread_cond_wait(&monitor->conditions[condition], &monitor->lock);
}

void nf_monitor_wake(nf_monitor *monitor, unsigned condition) {
    (void)pthread_cond_broadcast(&monitor->conditions[condition]);
}

void nf_monitor_wake_one(nf_monitor *monitor, unsigned condition) {
    (void)pthread_cond_signal(&monitor->conditions[condition]);
}
