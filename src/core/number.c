/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core/number.h"

#include <float.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

/* strtod() expects the point of the locale, which may be of several bytes. */
int nf_number_read(const char *text, size_t length, double *value) {
    enum { MOST = 63 };
    const char *point = localeconv()->decimal_point;
    const size_t width = strlen(point);
    char copy[MOST + 16] = "", *to = copy, *end = NULL;
    int points = 0;
    if (!length || length > MOST || width > sizeof copy - MOST - 1) return 0;
    for (size_t k = 0; k < length; k++) {
        if (!text[k] || !strchr("0123456789+-.eE", text[k])) return 0;
        if (text[k] != '.') *to++ = text[k];
        else if (!points++) {
            memcpy(to, point, width);
            to += width;
        } else return 0;
    }
    *to = 0;
    *value = strtod(copy, &end);
    return end == to && *value >= -DBL_MAX && *value <= DBL_MAX;
}
