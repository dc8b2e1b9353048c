/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "charts/plot_text.h"

#include <math.h>
#include <plplot/plplot.h>
#include <stdio.h>

/* A letter of UTF-8 may have several bytes. */
static int begins_letter(char byte) { return (byte & 0xC0) != 0x80; }

/* The first `most` letters of a text, and "…" in place of the rest.  A number sign begins a command in a text of PLplot. */
static const char *text_of(const char *from, double most, char *to, size_t size) {
    size_t used = 0;
    double letters = 0;
    for (; *from && used + 6 < size && (letters += begins_letter(*from)) <= most; from++) {
        to[used++] = *from;
        if (*from == '#') to[used++] = '#';
    }
    snprintf(to + used, size - used, "%s", *from ? "…" : "");
    return to;
}

void plot_text(const char *side, double away, double along, double just, double size, double room,
               const char *text) {
    static const double width = 0.68; /* of a letter by its height, in the mean */
    double letters = 0;
    char plain[512];
    for (const char *c = text; *c; c++) letters += begins_letter(*c);
    size *= fmax(0.75, fmin(1, room / (size * width * letters)));
    plschr(0, size);
    plmtex(side, away / size, along, just, text_of(text, room / (size * width) + 0.5, plain, sizeof plain));
    plschr(0, 1);
}
