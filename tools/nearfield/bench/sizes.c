/* Reads --sizes. */
#include "bench.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 1000, 1e6, 2^20; 0 for anything else. */
static uint64_t read_size(const char *word) {
    char *end = NULL;
    double value = strtod(word, &end);
    if (end == word) return 0;
    if (*end == '^') {
        const char *power = end + 1;
        value = pow(value, strtod(power, &end));
        if (end == power) return 0;
    }
    return *end == 0 && value >= 1 && value <= 4294967295.0 && value <= floor(value) ? (uint64_t)value : 0;
}

static int add(bench_plan *plan, uint64_t size) {
    if (plan->size_count == BENCH_SIZES)
        return complain(NF_EXIT_USAGE, "--sizes takes %d sizes at most", BENCH_SIZES);
    size_t at = plan->size_count;
    for (size_t k = 0; k < plan->size_count; k++)
        if (plan->sizes[k] == size) return NF_EXIT_DONE;
    for (; at > 0 && plan->sizes[at - 1] > size; at--) plan->sizes[at] = plan->sizes[at - 1];
    plan->sizes[at] = size;
    plan->size_count++;
    return NF_EXIT_DONE;
}

/* Decades from `first` to `last`, and `last`; to the end of the memory when that is "max". */
static int add_range(bench_plan *plan, const char *first, const char *last, const char *words) {
    const int open_end = strcmp(last, "max") == 0;
    const uint64_t from = read_size(first), to = open_end ? 4294967295U : read_size(last);
    if (!from || !to || from > to)
        return complain(NF_EXIT_USAGE, "--sizes: \"%s\" is no range such as 1e3:1e7 or 1e3:max", words);
    int code = NF_EXIT_DONE;
    for (uint64_t size = from; size <= to && code == NF_EXIT_DONE; size *= 10) code = add(plan, size);
    if (code == NF_EXIT_DONE && !open_end) code = add(plan, to);
    plan->to_memory |= open_end;
    return code;
}

int bench_read_sizes(const char *words, bench_plan *plan) {
    char text[1024];
    int code = NF_EXIT_DONE;
    if (strlen(words) >= sizeof text) return complain(NF_EXIT_USAGE, "--sizes is too long");
    memcpy(text, words, strlen(words) + 1);
    char *next = NULL;
    for (char *word = text; code == NF_EXIT_DONE; word = next) {
        next = strchr(word, ',');
        if (next) *next++ = 0;
        char *colon = strchr(word, ':');
        if (strcmp(word, "max") == 0) plan->to_memory = 1;
        else if (colon) {
            char whole[1024];
            memcpy(whole, word, strlen(word) + 1);
            *colon = 0;
            code = add_range(plan, word, colon + 1, whole);
        } else {
            const uint64_t size = read_size(word);
            code = size ? add(plan, size)
                        : complain(NF_EXIT_USAGE,
                                   "--sizes: \"%s\" is no whole number from 1 to 2^32 - 1 (1000, 1e6, 2^20)",
                                   word);
        }
        if (!next) break;
    }
    return code;
}
