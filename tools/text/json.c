/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "text/json.h"

#include <math.h>
#include <stdlib.h>

/* The length in bytes of the UTF-8 character (RFC 3629) at c; 0 where there is none. */
static int character(const unsigned char *c) {
    static const struct {
        unsigned char first, last, least, most; /* bounds of the first byte, and of the second */
        int bytes;
    } rows[] = {{0x01, 0x7F, 0, 0, 1},       {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
                {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
                {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        if (*c < rows[k].first || *c > rows[k].last) continue;
        if (rows[k].bytes > 1 && (c[1] < rows[k].least || c[1] > rows[k].most)) return 0;
        for (int byte = 2; byte < rows[k].bytes; byte++)
            if ((c[byte] & 0xC0) != 0x80) return 0;
        return rows[k].bytes;
    }
    return 0;
}

static void quote(FILE *to, const char *text) {
    fputc('"', to);
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        const int bytes = character(c);
        if (*c == '"' || *c == '\\') fprintf(to, "\\%c", *c);
        else if (*c < 0x20) fprintf(to, "\\u%04x", *c);
        else if (bytes == 0) fputs("\\ufffd", to);
        else fprintf(to, "%.*s", bytes, (const char *)c);
        c += bytes ? bytes : 1;
    }
    fputc('"', to);
}

/* What stands before a value. */
static void begin(json_out *j, const char *name) {
    if (j->behind) fputc(',', j->to);
    if (j->line) fputc('\n', j->to);
    if (name) fprintf(j->to, "\"%s\":", name);
    j->behind = 1;
    j->line = 0;
}

void json_line(json_out *j) { j->line = 1; }

void json_open(json_out *j, const char *name, char bracket) {
    begin(j, name);
    fputc(bracket, j->to);
    j->behind = 0;
}

void json_close(json_out *j, char bracket) {
    fputc(bracket, j->to);
    j->behind = 1;
}

void json_text(json_out *j, const char *name, const char *text) {
    begin(j, name);
    quote(j->to, text);
}

void json_real(json_out *j, const char *name, double value) {
    char text[40] = "null";
    begin(j, name);
    for (int digits = 6; digits <= 17 && isfinite(value); digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        const double back = strtod(text, NULL);
        if (!(back < value) && !(back > value)) break;
    }
    fputs(text, j->to);
}

void json_count(json_out *j, const char *name, uint64_t value) {
    begin(j, name);
    fprintf(j->to, "%llu", (unsigned long long)value);
}

void json_truth(json_out *j, const char *name, int value) {
    begin(j, name);
    fputs(value ? "true" : "false", j->to);
}

void json_fixed(json_out *j, const char *name, int decimals, double value) {
    begin(j, name);
    fprintf(j->to, "%.*f", decimals, value);
}
