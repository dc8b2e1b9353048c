#include "self.h"

#include "clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const char *program_name = "nearfield";

_Noreturn void become_self(const char *const *words) {
    enum { WORDS_MOST = 15 };
    char *arguments[WORDS_MOST + 2] = {strdup("nearfield")};
    for (size_t k = 0; k < WORDS_MOST && words[k]; k++) arguments[k + 1] = strdup(words[k]);
    execv("/proc/self/exe", arguments);
    execvp(program_name, arguments);
    _exit(127);
}

int run_self(const char *const *words, const char *output, double seconds) {
    static const struct timespec a_while = {0, 20000000};
    const double end = now_seconds() + seconds;
    const pid_t pid = fork();
    int code = 0;
    if (pid < 0) return -1;
    if (pid == 0) {
        const int file = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (file < 0 || dup2(file, STDOUT_FILENO) < 0 || !freopen("/dev/null", "w", stderr)) _exit(127);
        become_self(words);
    }
    for (pid_t ended = 0; ended != pid;) {
        ended = waitpid(pid, &code, WNOHANG);
        if (ended < 0 && errno != EINTR) return -1;
        if (ended == pid) break;
        if (now_seconds() > end) kill(pid, SIGKILL);
        nanosleep(&a_while, NULL);
    }
    return WIFSIGNALED(code) ? 128 + WTERMSIG(code) : WEXITSTATUS(code);
}
