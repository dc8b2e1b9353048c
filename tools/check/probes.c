/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "check/probes.h"

#include "system/clock.h"
#include "system/child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* About ten times as long as the slowest probe takes on a slow processor. */
const probe_limits probe_limits_default = {20, 180};

/* ---- the child process -------------------------------------------------------------------------------- */

int answer_probes(const char *device, size_t first) {
    char message[640];
    size_t count = 0;
    nf_context *context = NULL;
    const nf_context_options options = {.device = device, .config_folder = "off"};
    const nf_status status = nf_context_create(&options, &context, message, sizeof message);
    if (status != NF_OK) return complain(exit_code_of(status), "%s", message);
    nf_probes(&count);
    for (size_t k = first; k < count; k++) {
        nf_finding finding;
        printf("begin %zu\n", k);
        fflush(stdout);
        if (nf_probe_run(context, k, &finding) != NF_OK) break;
        for (char *c = finding.why; *c; c++)
            if (*c == '\n') *c = ' ';
        printf("found %zu %d %s\n", k, (int)finding.outcome, finding.why);
        fflush(stdout);
    }
    nf_context_free(context);
    return EXIT_DONE;
}

/* ---- the parent process ------------------------------------------------------------------------------- */

typedef struct child {
    pid_t pid;
    int pipe; /* its output */
    char line[512];
    size_t length;
    /* of the probe that runs */
    const probe_limits *limits;
    double cpu_begin, clock_begin;
} child;

/* Processor time of all threads of the process so far; 0 where the system does not report it. */
static double cpu_seconds(pid_t pid) {
    clockid_t clock;
    struct timespec spent = {0, 0};
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &spent) != 0) return 0;
    return (double)spent.tv_sec + (double)spent.tv_nsec * 1e-9;
}

static void begin_probe(child *c) {
    c->cpu_begin = cpu_seconds(c->pid);
    c->clock_begin = now_seconds();
}

/* The limit that the probe has reached, "20 seconds of processor time", or NULL while it is below its limits. */
static const char *used_up(const child *c, char words[64]) {
    const int cpu = cpu_seconds(c->pid) - c->cpu_begin > c->limits->cpu_seconds;
    if (!cpu && now_seconds() - c->clock_begin <= c->limits->clock_seconds) return NULL;
    snprintf(words, 64, "%.0f seconds%s", cpu ? c->limits->cpu_seconds : c->limits->clock_seconds,
             cpu ? " of processor time" : "");
    return words;
}

static void become_child(const char *device, size_t first, const int pipes[2]) {
    char number[24];
    snprintf(number, sizeof number, "%zu", first);
    const char *words[] = {"check", "--probe", number, device ? "--device" : NULL, device, NULL};
    dup2(pipes[1], STDOUT_FILENO);
    close(pipes[0]);
    close(pipes[1]);
    if (!freopen("/dev/null", "w", stderr)) _exit(127); /* messages of the driver are not useful here */
    become_self(words);
}

static int start(child *c, const char *device, const probe_limits *limits, size_t first) {
    int pipes[2];
    c->limits = limits;
    if (pipe(pipes) != 0) return 0;
    c->length = 0;
    c->pipe = pipes[0];
    c->pid = fork();
    if (c->pid == 0) become_child(device, first, pipes);
    close(pipes[1]);
    if (c->pid > 0) begin_probe(c); /* opening the device counts as a part of the first probe */
    if (c->pid > 0) return 1;
    close(pipes[0]);
    return 0;
}

/* Waits for the end of the process.  Returns the signal that ended it, or 0. */
static int finish(child *c, int stop) {
    int code = 0;
    if (stop) kill(c->pid, SIGKILL);
    while (waitpid(c->pid, &code, 0) < 0 && errno == EINTR) {}
    close(c->pipe);
    return WIFSIGNALED(code) ? WTERMSIG(code) : 0;
}

/* Reads the next line of its output.  Returns 1, 0 at the end of the output, or -1 when a limit is reached. */
static int next_line(child *c, char line[512]) {
    enum { LOOK_MS = 100 }; /* between two checks of the limits */
    char words[64];
    for (;;) {
        const size_t had = c->length; /* const, so that the compiler sees that the buffer is large enough */
        char *end = memchr(c->line, '\n', had);
        if (end || had >= sizeof c->line - 1) {
            const size_t length = end ? (size_t)(end - c->line) : had;
            memcpy(line, c->line, length);
            line[length] = 0;
            c->length -= length + (end != NULL);
            memmove(c->line, c->line + length + (end != NULL), c->length);
            return 1;
        }
        struct pollfd wait = {.fd = c->pipe, .events = POLLIN};
        const int ready = poll(&wait, 1, LOOK_MS);
        if (used_up(c, words)) return -1; /* also when it prints without end */
        if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
        if (ready < 0) return 0;
        const ssize_t got = read(c->pipe, c->line + had, sizeof c->line - 1 - had);
        if (got <= 0) return 0;
        c->length = had + (size_t)got;
    }
}

static void find(nf_finding *finding, nf_outcome outcome, const char *why) {
    finding->outcome = outcome;
    snprintf(finding->why, sizeof finding->why, "%s", why);
}

/* Collects the findings of one process from probe `next` up to `end`.  Returns the first probe without a finding. */
static size_t watch(child *c, size_t next, size_t end, nf_finding *findings,
                    void (*seen)(void *user, size_t number), void *user) {
    char line[512], why[128], words[64];
    int said = 1;
    while (next < end && (said = next_line(c, line)) > 0) {
        size_t number = 0;
        int outcome = 0, at = 0;
        if (sscanf(line, "begin %zu", &number) == 1 && number == next) {
            begin_probe(c);
            seen(user, number);
        } else if (sscanf(line, "found %zu %d %n", &number, &outcome, &at) == 2 && number == next && at > 0 &&
                   outcome >= NF_PROBE_NOT_RUN && outcome <= NF_PROBE_UNDECIDED)
            find(&findings[next++], (nf_outcome)outcome, line + at);
    }
    const char *used = said < 0 ? used_up(c, words) : NULL;
    const int signal_number = finish(c, said != 0);
    if (next == end) return next;
    if (said < 0) {
        snprintf(why, sizeof why, "it did not end within %s and was stopped", used ? used : "its limits");
        find(&findings[next], NF_PROBE_STOPPED, why);
    } else {
        snprintf(why, sizeof why, signal_number ? "signal %d (%s) ended it" : "it ended without an answer",
                 signal_number, signal_number ? strsignal(signal_number) : "");
        find(&findings[next], NF_PROBE_CRASHED, why);
    }
    return next + 1;
}

static int is_no(const nf_finding *finding) {
    return finding->outcome != NF_PROBE_NOT_RUN && finding->outcome != NF_PROBE_HOLDS &&
           finding->outcome != NF_PROBE_UNDECIDED;
}

/* Tries a failed probe once more.  A probe that does not fail twice is undecided. */
static int confirm(const char *device, const probe_limits *limits, size_t number, nf_finding *finding,
                   nf_finding *findings, void (*seen)(void *user, size_t number), void *user) {
    const nf_finding first = *finding;
    child c;
    if (!start(&c, device, limits, number)) return -1;
    watch(&c, number, number + 1, findings, seen, user);
    const nf_finding second = *finding;
    *finding = first;
    if (is_no(&first) && is_no(&second)) return 0;
    finding->outcome = NF_PROBE_UNDECIDED;
    if (second.outcome == NF_PROBE_HOLDS)
        snprintf(finding->why, sizeof finding->why, "it held at a second try, and at the first %.140s",
                 first.why);
    else if (is_no(&first))
        snprintf(finding->why, sizeof finding->why, "a call failed at a second try, and at the first %.140s",
                 first.why);
    return 1;
}

int run_probes(const char *device, const probe_limits *limits, nf_finding *findings, size_t *undecided,
               void (*seen)(void *user, size_t number), void *user) {
    size_t count = 0, next = 0;
    *undecided = 0;
    const nf_probe_info *rows = nf_probes(&count);
    while (next < count) {
        child c;
        if (!start(&c, device, limits, next)) return 0;
        next = watch(&c, next, count, findings, seen, user);
    }
    for (size_t k = 0; k < count; k++) {
        if (findings[k].outcome <= NF_PROBE_HOLDS) continue;
        const int doubt = confirm(device, limits, k, &findings[k], findings, seen, user);
        if (doubt < 0) return 0;
        if (rows[k].needed || rows[k].decides[0]) *undecided += (size_t)doubt;
    }
    return 1;
}
