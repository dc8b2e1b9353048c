/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "text/append.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
