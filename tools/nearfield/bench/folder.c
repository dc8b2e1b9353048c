#define _XOPEN_SOURCE 700 /* nftw */
#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
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

/* The folder's name, or "" and the errno. */
typedef struct news {
    char path[BENCH_FOLDER];
    int reason;
} news;

/* Makes the folder, waits until all processes that use it have ended, and removes it.  It ignores the keyboard's signals,
   and keeps no pipe of the command open.  It makes the folder itself, so that no folder is without a keeper. */
static _Noreturn void keep(news *made, int over, int answer) {
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    char byte;
    (void)setsid();
    for (size_t k = 0; k < sizeof ignored / sizeof *ignored; k++) (void)signal(ignored[k], SIG_IGN);
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) (void)close(file);
    if (!mkdtemp(made->path)) {
        made->reason = errno;
        made->path[0] = 0;
    }
    (void)!write(answer, made, sizeof *made);
    (void)close(answer);
    while (made->reason == 0 && read(over, &byte, 1) < 0 && errno == EINTR) {}
    if (made->reason == 0) (void)nftw(made->path, remove_one, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
    _exit(0);
}

int bench_folder_make(bench_folder *folder) {
    const char *root = getenv("TMPDIR");
    news made = {"", 0};
    int over[2], answer[2];
    memset(folder, 0, sizeof *folder);
    if (snprintf(made.path, sizeof made.path, "%s/nearfield-bench-XXXXXX", root && *root ? root : "/tmp") >=
        (int)sizeof made.path)
        return ENAMETOOLONG;
    if (pipe(over) != 0) return errno;
    if (pipe(answer) != 0) {
        made.reason = errno;
        close(over[0]), close(over[1]);
        return made.reason;
    }
    fcntl(over[1], F_SETFD, FD_CLOEXEC);
    folder->keeper = fork();
    if (folder->keeper == 0) {
        close(over[1]), close(answer[0]);
        keep(&made, over[0], answer[1]);
    }
    made.reason = folder->keeper < 0 ? errno : ECHILD;
    close(over[0]), close(answer[1]);
    folder->alive = over[1];
    if (folder->keeper > 0) (void)!read(answer[0], &made, sizeof made);
    close(answer[0]);
    memcpy(folder->path, made.path, sizeof folder->path);
    if (made.reason != 0) bench_folder_free(folder);
    return made.reason;
}

void bench_folder_free(bench_folder *folder) {
    if (folder->keeper == 0) return;
    close(folder->alive);
    if (folder->keeper > 0) waitpid(folder->keeper, NULL, 0);
    memset(folder, 0, sizeof *folder);
}
