/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The value of --memory. */
#include "job/options.h"
#include "text/words.h"

#include <string.h>
#include <strings.h>

/* Suffixes of decimal and of binary multiples. */
static const struct {
    const char *name;
    double bytes;
} suffixes[] = {{"", 1},         {"B", 1},    {"K", 1e3},      {"KB", 1e3},    {"KiB", 0x1p10},
                {"M", 1e6},      {"MB", 1e6}, {"MiB", 0x1p20}, {"G", 1e9},     {"GB", 1e9},
                {"GiB", 0x1p30}, {"T", 1e12}, {"TB", 1e12},    {"TiB", 0x1p40}};

int job_read_memory(const char *word, uint64_t *bytes) {
    double value = 0;
    if (!word) return EXIT_DONE;
    const size_t length = strspn(word, "0123456789.");
    char number[64] = "";
    if (length < sizeof number) memcpy(number, word, length);
    const int is_number = parse_double((span){number, strlen(number)}, &value);
    for (size_t k = 0; is_number && k < sizeof suffixes / sizeof *suffixes; k++) {
        if (strcasecmp(word + length, suffixes[k].name) != 0) continue;
        value *= suffixes[k].bytes;
        if (!(value >= 1 && value < 0x1p63)) break;
        *bytes = (uint64_t)value;
        return EXIT_DONE;
    }
    return complain(EXIT_USAGE, "--memory takes a number of bytes, such as 500M or 1.5GiB, not \"%s\"", word);
}
