/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "native/native.h"

#include <string.h>
#if defined(_OPENMP)
#include <omp.h>
#endif

static _Thread_local nf_native_place here;

const nf_native_place *nf_native_here(void) { return &here; }

uint32_t nf_native_threads(void) {
#if defined(_OPENMP)
    const int most = omp_get_max_threads();
    return most > 1 ? (uint32_t)most : 1;
#else
    return 1;
#endif
}

/* Unless the build names a processor, which all of the library is for, programs are for x86-64-v3 (programs.cmake). */
int nf_native_runs(void) {
#if defined(NF_NATIVE_NEEDS_V3)
    return nf_native_count && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("fma");
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

static void run_group(const nf_native *program, unsigned kernel, nf_native_shape shape, uint64_t group,
                      void *const *arguments) {
    here = (nf_native_place){(size_t)group, (size_t)shape.groups, (size_t)shape.first};
    program->run(kernel, arguments);
}

#if defined(_OPENMP)
/* Each thread takes a few groups at a time: enough that the taking costs little, and so few that threads end together. */
static void run_threads(const nf_native *program, unsigned kernel, nf_native_shape shape, int threads,
                        void *const *arguments) {
    enum { TURNS = 32 };
    const int64_t groups = (int64_t)shape.groups, turns = groups / (TURNS * (int64_t)threads);
    const int a_turn = turns < 1 ? 1 : turns > 64 ? 64 : (int)turns;
#pragma omp parallel for num_threads(threads) schedule(dynamic, a_turn)
    for (int64_t group = 0; group < groups; group++)
        run_group(program, kernel, shape, (uint64_t)group, arguments);
}
#endif

void nf_native_run(const nf_native *program, unsigned kernel, nf_native_shape shape, void *const *arguments) {
#if defined(_OPENMP)
    const uint64_t threads = shape.threads < shape.groups ? shape.threads : shape.groups;
    if (threads > 1) {
        run_threads(program, kernel, shape, (int)threads, arguments);
        return;
    }
#endif
    for (uint64_t group = 0; group < shape.groups; group++)
        run_group(program, kernel, shape, group, arguments);
}
