/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Splits a line of text into words, and parses numbers. */
#ifndef NEARFIELD_TEXT_WORDS_H
#define NEARFIELD_TEXT_WORDS_H

#include <stddef.h>
#include <stdint.h>

typedef struct span {
    const char *text; /* not terminated at length */
    size_t length;
} span;

/* Finds the next word between blanks and tabs.  Returns 0 at the end of the line. */
int next_word(const char **cursor, span *word);

/* Stores up to `limit` words of the line.  Returns how many words the line has, which may be more. */
size_t split_words(const char *line, span *words, size_t limit);

int word_is(span word, const char *text);
span trim(span word);

/* Parse a decimal number, correctly rounded, whose exponent begins with e or, as in Fortran, with d, in any case; or nan, inf or
 * infinity.  The text behind the word must end with a NUL.  Return 0 for any other word. */
int parse_double(span word, double *value);
int parse_float(span word, float *value);

int is_integer(span word);                   /* digits after an optional sign */
int parse_count(span word, uint64_t *value); /* digits only; a number that is too large saturates */

/* The length to print of a word in a message: "%.*s", shown_length(word), word.text. */
int shown_length(span word);

#endif
