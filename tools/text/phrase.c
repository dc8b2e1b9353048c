/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "text/phrase.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *grouped(uint64_t value, char text[GROUPED]) {
    char digits[24];
    const int n = snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
    size_t at = 0;
    for (int k = 0; k < n; k++) {
        if (k && (n - k) % 3 == 0) text[at++] = ',';
        text[at++] = digits[k];
    }
    text[at] = 0;
    return text;
}

int append(char *text, size_t size, const char *between, const char *format, ...) {
    const size_t used = strlen(text), joint = used ? strlen(between) : 0;
    va_list list;
    if (used + joint >= size) return 0;
    memcpy(text + used, between, joint);
    va_start(list, format);
    const int written = vsnprintf(text + used + joint, size - used - joint, format, list);
    va_end(list);
    return written >= 0 && (size_t)written < size - used - joint;
}
