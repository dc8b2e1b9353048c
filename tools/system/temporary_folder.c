/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* nftw */
#include "system/temporary_folder.h"

#include "system/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DESCRIPTORS = 16 };

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    (void)remove(path);
    return 0;
}

/* Waits until all processes that use the folder have ended, and removes it.  It is in a session of its own, which
   the keyboard's signals do not reach, and keeps no pipe of the command open.  A byte tells it that the folder was not made. */
static _Noreturn void keep(const char *path, int over) {
    char byte;
    (void)setsid();
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) (void)close(file);
    if (read(over, &byte, 1) == 0) (void)nftw(path, remove_one, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
    _exit(0);
}

int temporary_folder_make(temporary_folder *folder) {
    const char *root = getenv("TMPDIR");
    int over[2];
    memset(folder, 0, sizeof *folder);
    if (snprintf(folder->path, sizeof folder->path, "%s/nearfield-bench-%ld-%.0f",
                 root && *root ? root : "/tmp", (long)getpid(), now_ms() * 1e6) >= (int)sizeof folder->path)
        return ENAMETOOLONG;
    if (pipe(over) != 0) return errno;
    /* The keeper comes first, so that no folder is without one. */
    folder->keeper = fork();
    if (folder->keeper == 0) {
        close(over[1]);
        keep(folder->path, over[0]);
    }
    close(over[0]);
    folder->alive = over[1];
    fcntl(folder->alive, F_SETFD, FD_CLOEXEC);
    const int reason = folder->keeper > 0 && mkdir(folder->path, 0700) == 0 ? 0 : errno;
    if (reason == 0) return 0;
    if (folder->keeper > 0) (void)!write(folder->alive, "", 1);
    temporary_folder_free(folder);
    return reason;
}

void temporary_folder_free(temporary_folder *folder) {
    if (folder->keeper == 0) return;
    close(folder->alive);
    if (folder->keeper > 0) waitpid(folder->keeper, NULL, 0);
    memset(folder, 0, sizeof *folder);
}
