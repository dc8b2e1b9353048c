/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "text/suggest.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 32 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* The number of letters to insert, delete, replace or swap with the next one (optimal string alignment distance). */
static size_t distance(const char *a, const char *b) {
    size_t rows[3][LONGEST + 1];
    const size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST) return LONGEST;
    for (size_t j = 0; j <= m; j++) rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i - 1) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            row[j] = least(above[j - 1] + (a[i - 1] != b[j - 1]), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

const char *nearest_known(const char *word, known_word *known, const void *table) {
    const char *nearest = NULL, *name = NULL;
    size_t best = strlen(word) / 3 + 1; /* one error for three letters, two for six */
    for (size_t k = 0; (name = known(table, k)) != NULL; k++) {
        const size_t far = distance(word, name);
        if (far >= best || far >= strlen(name)) continue;
        best = far;
        nearest = name;
    }
    return nearest;
}

const char *suggest(const char *word, const char *before, known_word *known, const void *table,
                    char text[SUGGESTION]) {
    const char *nearest = nearest_known(word, known, table);
    text[0] = 0;
    if (nearest) snprintf(text, SUGGESTION, "; did you mean %s%s?", before, nearest);
    return text;
}
