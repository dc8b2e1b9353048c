/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Random numbers, numbers in a type, and the memory of a case. */
#include "random/random.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

uint64_t rnd_next(uint64_t *state) {
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

uint64_t rnd_below(uint64_t *state, uint64_t n) {
    const uint64_t x = rnd_next(state) >> 16;
    return n ? x % n : 0;
}

double rnd_uniform(uint64_t *state) { return (double)(rnd_next(state) >> 11) * 0x1p-53; }

/* ---- failures and memory ------------------------------------------------------------------------------------- */

void rnd_fail(rnd_run *run, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(run->words, sizeof run->words, format, arguments);
    va_end(arguments);
    longjmp(run->failed, 1);
}

void rnd_adopt(rnd_run *run, void *memory) {
    if (!memory) return;
    if (run->kept_count == RND_KEPT) {
        (void)fputs("a case keeps too many pieces of memory\n", stderr);
        exit(2);
    }
    run->kept[run->kept_count++] = memory;
}

void *rnd_keep(rnd_run *run, uint64_t bytes) {
    void *memory = malloc(bytes ? (size_t)bytes : 1);
    if (!memory) {
        (void)fprintf(stderr, "no memory for %llu bytes\n", (unsigned long long)bytes);
        exit(2);
    }
    memset(memory, 0xa5, bytes ? (size_t)bytes : 1);
    rnd_adopt(run, memory);
    return memory;
}

void rnd_release(rnd_run *run) {
    for (int k = 0; k < run->kept_count; k++) free(run->kept[k]);
    for (int k = 0; k < run->buffer_count; k++) clReleaseMemObject(run->buffers[k]);
    run->kept_count = run->buffer_count = 0;
}
