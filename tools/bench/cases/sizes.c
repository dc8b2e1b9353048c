/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Reads --sizes. */
#include "bench/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 1000, 1e6, 2^20, up to `end`, which is a comma, a colon or the end of the text; 0 for anything else. */
static uint64_t read_size(const char *word, const char *end) {
    char *rest = NULL;
    double value = strtod(word, &rest);
    if (rest != word && *rest == '^') value = pow(value, strtod(rest + 1, &rest));
    return rest == end && value >= 1 && value <= UINT32_MAX && value <= floor(value) ? (uint64_t)value : 0;
}

/* Keeps them in order, each once. */
static int add(bench_plan *plan, uint64_t size) {
    size_t at = plan->size_count;
    while (at > 0 && plan->sizes[at - 1] > size) at--;
    if (at > 0 && plan->sizes[at - 1] == size) return EXIT_DONE;
    if (plan->size_count == BENCH_SIZES)
        return complain(EXIT_USAGE, "--sizes takes %d sizes at most", BENCH_SIZES);
    memmove(&plan->sizes[at + 1], &plan->sizes[at], (plan->size_count++ - at) * sizeof *plan->sizes);
    plan->sizes[at] = size;
    return EXIT_DONE;
}

int bench_read_sizes(const char *words, bench_plan *plan) {
    int code = EXIT_DONE;
    for (const char *word = words; code == EXIT_DONE;) {
        const int length = (int)strcspn(word, ",");
        const char *end = word + length, *colon = memchr(word, ':', (size_t)length);
        const char *last = colon ? colon + 1 : word;
        const int to_memory = end - last == 3 && strncmp(last, "max", 3) == 0, open = to_memory && !colon;
        const uint64_t from = read_size(word, colon ? colon : end);
        const uint64_t to = to_memory ? UINT32_MAX : read_size(last, end);
        plan->to_memory |= to_memory;
        if (!open && (!from || !to || from > to))
            return complain(EXIT_USAGE, "--sizes: \"%.*s\" is not a %s", length, word,
                            colon ? "range such as 1e3:1e7 or 1e3:max"
                                  : "whole number from 1 to 2^32 - 1 (1000, 1e6, 2^20)");
        /* Decades, and the last size. */
        for (uint64_t n = from; !open && n <= to && code == EXIT_DONE; n *= 10) code = add(plan, n);
        if (code == EXIT_DONE && !to_memory) code = add(plan, to);
        if (!*end) break;
        word = end + 1;
    }
    return code;
}
