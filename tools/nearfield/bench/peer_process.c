#include "peer_process.h"

#include "clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { PATH = 1024, LINE = 1 << 16 };

static int start(const char *path, const char *folder, double seconds, pid_t *process, int *answers) {
    char work[PATH], said[PATH], time[BENCH_NAME];
    int ends[2];
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    snprintf(work, sizeof work, "%s/work", folder);
    snprintf(said, sizeof said, "%s/said", folder);
    snprintf(time, sizeof time, "%g", seconds);
    char option[] = "--seconds", *program = strdup(path);
    char *const arguments[] = {program, option, time, NULL};
    if (!program || pipe(ends) != 0) {
        free(program);
        return -1;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, work, O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, said, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    const int failed = posix_spawn(process, path, &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    free(program);
    close(ends[1]);
    *answers = ends[0];
    if (failed) close(ends[0]);
    return failed ? -1 : 0;
}

/* Takes lines until the peer is done; 0 when its time was over before. */
static int listen(int answers, double deadline, char *text, void (*take)(void *user, const char *line),
                  void *user) {
    size_t used = 0;
    for (;;) {
        struct pollfd waiting = {.fd = answers, .events = POLLIN};
        const double left = deadline - now_ms();
        if (left <= 0) return 0;
        if (poll(&waiting, 1, left < 1e6 ? (int)left + 1 : 1000000) <= 0) continue;
        const ssize_t got = read(answers, text + used, LINE - 1 - used);
        if (got <= 0) return 1;
        used += (size_t)got;
        text[used] = 0;
        char *line = text;
        for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
            *end = 0;
            if (*line) take(user, line);
        }
        used = strlen(line);
        memmove(text, line, used + 1);
        if (used == LINE - 1) used = 0; /* no line of ours is that long */
    }
}

/* The last line that it wrote to standard error. */
static void last_words(const char *folder, char said[BENCH_SENTENCE]) {
    char path[PATH], line[BENCH_SENTENCE];
    snprintf(path, sizeof path, "%s/said", folder);
    said[0] = 0;
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (*line) memcpy(said, line, sizeof line);
    }
    if (file) fclose(file);
}

peer_end bench_peer_process(const char *path, const char *folder, double seconds, double limit,
                            void (*take)(void *user, const char *line), void *user,
                            char said[BENCH_SENTENCE]) {
    char *text = malloc(LINE);
    pid_t process = 0;
    int answers = -1, status = 0;
    if (!text || start(path, folder, seconds, &process, &answers) != 0) {
        snprintf(said, BENCH_SENTENCE, "%s", strerror(errno));
        free(text);
        return PEER_NOT_STARTED;
    }
    const int done = listen(answers, now_ms() + 1e3 * limit, text, take, user);
    if (!done) kill(-process, SIGKILL);
    close(answers);
    waitpid(process, &status, 0);
    last_words(folder, said);
    free(text);
    return !done ? PEER_LATE : status != 0 ? PEER_FAILED : PEER_DONE;
}
