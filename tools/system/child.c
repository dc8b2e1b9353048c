/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "system/child.h"

#include "system/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <time.h>
#include <unistd.h>

const char *program_name = "nearfield";

/* `other` is tried where there is no file `program`; or NULL. */
static _Noreturn void become(const char *program, const char *other, const char *const *words) {
    enum { WORDS_MOST = 15 };
    char *arguments[WORDS_MOST + 2] = {strdup(program)};
    for (size_t k = 0; k < WORDS_MOST && words[k]; k++) arguments[k + 1] = strdup(words[k]);
    execv(program, arguments);
    if (other) execvp(other, arguments);
    perror(arguments[0]);
    _exit(127);
}

_Noreturn void become_self(const char *const *words) { become("/proc/self/exe", program_name, words); }

int run_program(const char *program, const char *const *words, const char *const files[3], double seconds) {
    static const struct timespec a_while = {0, 20000000};
    static const int flags[] = {O_RDONLY, O_WRONLY | O_CREAT | O_TRUNC, O_WRONLY | O_CREAT | O_TRUNC};
    const double end = now_seconds() + seconds;
    const pid_t pid = fork();
    int code = 0;
    if (pid < 0) return -1;
    if (pid == 0) {
#ifdef __linux__
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
        (void)setpgid(0, 0);
        for (int k = 0; k < 3; k++) {
            const int file = open(files[k], flags[k], 0600);
            if (file < 0 || dup2(file, k) < 0) _exit(127);
        }
        become(program, NULL, words);
    }
    for (pid_t ended = 0; ended != pid;) {
        ended = waitpid(pid, &code, WNOHANG);
        if (ended < 0 && errno != EINTR) return -1;
        if (ended == pid) break;
        if (now_seconds() > end) kill(-pid, SIGKILL);
        nanosleep(&a_while, NULL);
    }
    return WIFSIGNALED(code) ? 128 + WTERMSIG(code) : WEXITSTATUS(code);
}
