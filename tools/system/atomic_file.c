/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "system/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The temporary name begins with a part of the target's name, which may be as long as the file system allows. */
enum { ATTEMPTS = 100, KEPT_OF_NAME = 100, SUFFIX = 48 };

/* The length of the part of the path that the temporary name begins with.  It does not split a UTF-8 character. */
static int kept(const char *path) {
    const char *slash = strrchr(path, '/');
    const size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
    size_t name = strlen(path + folder);
    if (name > KEPT_OF_NAME) name = KEPT_OF_NAME;
    while (name > 0 && ((unsigned char)path[folder + name] & 0xC0) == 0x80) name--;
    return (int)(folder + name);
}

const char *atomic_file_obstacle(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0 || S_ISREG(status.st_mode)) return NULL;
    return S_ISDIR(status.st_mode) ? "a directory" : "not a regular file";
}

int atomic_file_open(atomic_file *target, const char *path) {
    const size_t size = strlen(path) + SUFFIX;
    target->file = -1;
    target->path = strdup(path);
    target->temporary = malloc(size);
    int reason = !target->path || !target->temporary ? ENOMEM : EEXIST;
    for (int attempt = 0; reason == EEXIST && attempt < ATTEMPTS; attempt++) {
        snprintf(target->temporary, size, "%.*s.%ld-%d.part", kept(path), path, (long)getpid(), attempt);
        target->file = open(target->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        reason = target->file >= 0 ? 0 : errno;
    }
    if (reason == 0) return 0;
    free(target->path);
    free(target->temporary);
    memset(target, 0, sizeof *target);
    return reason;
}

/* ---- signals ------------------------------------------------------------------------------------------ */

/* Global, as a signal handler takes no argument.  An atomic pointer is lock-free, so a handler may read it. */
static _Atomic(const char *) temporaries[ATOMIC_FILE_SIGNALS];

static const int ending_signals[] = {SIGINT,  SIGTERM, SIGHUP, SIGQUIT, SIGPIPE,
                                     SIGXCPU, SIGABRT, SIGBUS, SIGSEGV};

static void remove_temporary(int signal_number) {
    for (int k = 0; k < ATOMIC_FILE_SIGNALS; k++) {
        const char *path = atomic_load(&temporaries[k]);
        if (path) (void)unlink(path);
    }
    (void)raise(signal_number); /* SA_RESETHAND has restored the default action, which ends the program */
}

void atomic_file_remove_on_signal(const atomic_file *target) {
    struct sigaction action = {.sa_handler = remove_temporary, .sa_flags = (int)SA_RESETHAND};
    struct sigaction before;
    (void)sigemptyset(&action.sa_mask);
    for (int k = 0; k < ATOMIC_FILE_SIGNALS; k++) {
        const char *none = NULL;
        if (atomic_compare_exchange_strong(&temporaries[k], &none, target->temporary)) break;
    }
    for (size_t i = 0; i < sizeof ending_signals / sizeof ending_signals[0]; i++)
        /* A signal that is ignored stays ignored, as nohup and shells want it. */
        if (sigaction(ending_signals[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            (void)sigaction(ending_signals[i], &action, NULL);
}

static void forget_signal(const atomic_file *target) {
    for (int k = 0; k < ATOMIC_FILE_SIGNALS; k++) {
        const char *expected = target->temporary;
        (void)atomic_compare_exchange_strong(&temporaries[k], &expected, NULL);
    }
}

/* ---- completion --------------------------------------------------------------------------------------- */

/* The stream has a duplicate of the descriptor, as atomic_file_commit() closes the file. */
FILE *atomic_file_stream(const atomic_file *target) {
    const int copy = dup(target->file);
    FILE *to = copy < 0 ? NULL : fdopen(copy, "w");
    if (!to && copy >= 0) (void)close(copy);
    return to;
}

int atomic_file_commit_stream(atomic_file *target, FILE *to) {
    int reason = !to || ferror(to) ? EIO : 0;
    if (to && fclose(to) != 0 && reason == 0) reason = errno;
    if (reason == 0) return atomic_file_commit(target);
    atomic_file_drop(target);
    return reason;
}

int atomic_file_commit(atomic_file *target) {
    int reason = target->file < 0 || close(target->file) == 0 ? 0 : errno;
    target->file = -1;
    if (reason == 0 && rename(target->temporary, target->path) != 0) reason = errno;
    if (reason == 0) forget_signal(target), free(target->temporary), target->temporary = NULL;
    atomic_file_drop(target);
    return reason;
}

void atomic_file_drop(atomic_file *target) {
    if (!target->path) return;
    if (target->file >= 0) (void)close(target->file);
    if (target->temporary) (void)unlink(target->temporary), forget_signal(target);
    free(target->path);
    free(target->temporary);
    memset(target, 0, sizeof *target);
}
