/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "text/grouped.h"

#include <stdio.h>

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
