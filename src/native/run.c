/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "native/native.h"

#include <stdatomic.h>
#include <string.h>
#if defined(NF_NATIVE_NEEDS_V3)
#include <cpuid.h>
#endif

static _Thread_local nf_native_place here;

const nf_native_place *nf_native_here(void) { return &here; }

#if defined(NF_NATIVE_NEEDS_V3)
/* All that x86-64-v3 has beyond x86-64-v2 and AVX.  Older compilers, such as clang 15, cannot ask for the last three by name.  Without it LZCNT is
   BSR, which gives other numbers and no error. */
static int has_v3(void) {
    unsigned a = 0, b = 0, c = 0, d = 0, extended = 0;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
           __get_cpuid(1, &a, &b, &c, &d) && c & bit_MOVBE && c & bit_F16C &&
           __get_cpuid(0x80000001u, &a, &b, &extended, &d) && extended & bit_LZCNT;
}
#endif

/* Unless the build names a processor, which all of the library is for, programs are for x86-64-v3 (programs.cmake). */
int nf_native_runs(void) {
#if defined(NF_NATIVE_NEEDS_V3)
    return nf_native_count && has_v3();
#else
    return nf_native_count != 0;
#endif
}

/* The text behind `start`, or NULL if it does not begin so. */
static const char *behind(const char *text, const char *start) {
    const size_t length = strlen(start);
    return text && strncmp(text, start, length) == 0 ? text + length : NULL;
}

const nf_native *nf_native_find(const char *source, const char *head, const char *text) {
    for (size_t k = 0; k < nf_native_count; k++) {
        const char *rest = behind(behind(nf_natives[k].words, source), head);
        if (rest && strcmp(rest, text) == 0) return &nf_natives[k];
    }
    return NULL;
}

int nf_native_kernel(const nf_native *program, const char *name, const char **letters) {
    const char *line = program->kernels;
    for (int k = 0; *line; k++) {
        const char *rest = behind(line, name);
        if (rest && *rest == ' ') {
            *letters = rest + 1;
            return k;
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return -1;
}

/* A kernel that runs. */
typedef struct run {
    const nf_native *program;
    unsigned kernel;
    nf_native_shape shape;
    void *const *arguments;
    uint64_t a_turn; /* groups that a thread takes at a time */
    nf_native_stop stop;
    atomic_uint_least64_t next; /* the first group that nobody has taken */
    atomic_int stopped;
} run;

/* What the thread runs, and as which member. */
static _Thread_local struct {
    run *run;
    unsigned member;
} own;

int nf_native_goes_on(void) {
    run *r = own.run;
    if (own.member == 0 && r->stop.asked && r->stop.asked(r->stop.user)) atomic_store(&r->stopped, 1);
    return !atomic_load_explicit(&r->stopped, memory_order_relaxed);
}

static void take_turns(nf_team *team, unsigned member, void *user) {
    run *r = user;
    const uint64_t groups = r->shape.groups;
    uint64_t first;
    (void)team;
    own.run = r;
    own.member = member;
    while ((first = atomic_fetch_add_explicit(&r->next, r->a_turn, memory_order_relaxed)) < groups)
        for (uint64_t group = first; group < groups && group < first + r->a_turn; group++) {
            if (!nf_native_goes_on()) return;
            here = (nf_native_place){(size_t)group, (size_t)groups, (size_t)r->shape.first};
            r->program->run(r->kernel, r->arguments);
        }
}

/* Each thread takes a few groups at a time: enough that the taking costs little, and so few that threads end together. */
int nf_native_run(nf_team *team, const nf_native *program, unsigned kernel, nf_native_shape shape,
                  void *const *arguments, nf_native_stop stop) {
    enum { TURNS = 32, MOST = 64 };
    const uint64_t threads = shape.threads < shape.groups ? shape.threads : shape.groups,
                   turns = threads ? shape.groups / (TURNS * threads) : 0;
    run r = {program, kernel, shape, arguments, turns < 1 ? 1 : turns > MOST ? MOST : turns, stop, 0, 0};
    nf_team_work(team, (unsigned)threads, take_turns, &r);
    return !r.stopped;
}
