/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Suggests a known word in place of a misspelt one. */
#ifndef NEARFIELD_TEXT_SUGGEST_H
#define NEARFIELD_TEXT_SUGGEST_H

#include <stddef.h>

/* The k-th known word, or NULL behind the last. */
typedef const char *known_word(const void *table, size_t k);

enum { SUGGESTION = 80 };

/* The nearest known word, or NULL when none is near enough for a typing error. */
const char *nearest_known(const char *word, known_word *known, const void *table);

/* "; did you mean BEFOREword?" with the nearest known word, or "" without one. */
const char *suggest(const char *word, const char *before, known_word *known, const void *table,
                    char text[SUGGESTION]);

#endif
